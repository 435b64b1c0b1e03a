// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rows and columns of a stage of one experiment stand for which of another.
#pragma once

#include "core/stage.h"

#include <string>
#include <vector>

namespace lab {

/// Places along an axis before and now. The pairs stand in the order of both; of the rest nothing has a
/// partner.
struct Alignment {
    struct Pair {
        Index before = 0, now = 0;
        bool operator==(const Pair&) const = default;
    };
    std::vector<Pair> pairs;
    std::vector<Index> only_before, only_now;

    /// Whether everything has a partner.
    bool is_complete() const { return only_before.empty() && only_now.empty(); }
};

/// Tokens by their longest common subsequence: see aligned().
Alignment alignment_of(const std::vector<std::string>& before, const std::vector<std::string>& now);

/// Features by their number.
Alignment alignment_of(Index before, Index now);

/// The rows and columns of a stage, which both experiments have and which is computed of both. Tokens are
/// aligned by alignment_of(); features by their number, where heads stand side by side by the number that
/// they have in their head.
struct StageAlignment {
    Alignment rows, columns;
};
StageAlignment stage_alignment(const Experiment& before, const Experiment& now, StageId stage);

} // namespace lab
