// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rows and columns of a stage in one experiment correspond to which in another.
#pragma once

#include "core/experiment/stage.h"

#include <string>
#include <vector>

namespace lab {

/// Indices along an axis, before and now. Pairs are in the order of both; the others have no partner.
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

/// Aligns tokens by their longest common subsequence: see aligned().
Alignment alignment_of(const std::vector<std::string>& before, const std::vector<std::string>& now);

/// Aligns features by index.
Alignment alignment_of(Index before, Index now);

/// Aligns the rows and columns of a stage, which both experiments must have and compute. Tokens are aligned
/// by alignment_of(), features by index, and concatenated heads by head and index within the head.
struct StageAlignment {
    Alignment rows, columns;
};
StageAlignment stage_alignment(const Experiment& before, const Experiment& now, StageId stage);

} // namespace lab
