// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether what belongs to tokens is the same after their sentence was edited.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// The numbers of two experiments, whose tokens may differ. Numbers of a token are the same if a token of
/// that name had them before. Those of a name that is new somewhere, by the longest common subsequence of the
/// tokens, may be any.
class FollowedTokens {
public:
    FollowedTokens(const Experiment& before, const Experiment& after);

    /// Vectors of words that there are before and after.
    bool has_same_table() const;
    /// A matrix with one row for each query, or for each key.
    bool has_same_rows(const MatrixPtr& before, const MatrixPtr& after, bool of_keys) const;
    /// A matrix with one row for each query, and one column for each key.
    bool has_same_pairs(const MatrixPtr& before, const MatrixPtr& after) const;
    /// Padding and the custom mask; none hides nothing.
    bool has_same_mask() const;
    bool has_same_overrides() const;

private:
    /// The tokens of one sequence: a number for each name, and which may be new.
    struct Names {
        std::vector<std::size_t> before, after;
        std::vector<bool> may_be_new, may_be_gone; ///< by the number of the name
    };
    static Names names_of(const std::vector<std::string>& before, const std::vector<std::string>& after);

    const Experiment& m_before;
    const Experiment& m_after;
    Names m_queries, m_keys;
};

} // namespace lab
