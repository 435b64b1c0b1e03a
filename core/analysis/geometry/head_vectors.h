// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a picture of one query in one head shows: vectors as the stages that read them see them.
#pragma once

#include "core/engine/evaluator.h"

#include <optional>
#include <vector>

namespace lab {

/// The vectors of query `query` in head `head`, after overrides, with those of the head's key/value group.
/// All numbers are those of the engine: unscaled, and not finite where they are not.
struct HeadVectors {
    HeadIndex head = 0;
    TokenIndex query = 0;

    // Queries meet keys.
    RowVector q;      ///< (d_k): a row of the stage `queries`, after the norm and the rotation
    Matrix keys;      ///< (n_k, d_k): the stage `keys`, likewise
    RowVector scores; ///< (n_k): a row of the stage `scores`, which is q·k but for what is_typed() says

    RowVector masked; ///< (n_k): a row of the stage `masked_scores`; a key with −∞ is given no weight

    // The output among the values.
    Matrix values;     ///< (n_k, d_v): the stage `values`
    RowVector weights; ///< (n_k): a row of weights_in_use(): after dropout where there is dropout
    RowVector z;       ///< (d_v): a row of the stage `head_outputs`

    /// Where the foot of the perpendicular from each key onto the line of q is, along that line from the
    /// origin: q·k/|q|, negative behind the origin. None if q is 0, or if the number is not finite. Times
    /// |q| it is the key's score, to rounding, unless is_typed().
    std::vector<std::optional<double>> feet;
    /// Whether the key's score is overridden, so that it is no dot product.
    std::vector<bool> typed;

    bool is_typed(TokenIndex key) const { return typed[static_cast<std::size_t>(key)]; }
    /// |q|.
    double length() const { return q.stableNorm(); }
};

/// Reads what `kept` finds and computes the rest. The experiment must be valid and have tokens.
HeadVectors head_vectors(const Experiment& experiment, const FindKept& kept, HeadIndex head,
                         TokenIndex query);

/// The key with the largest weight; of several that are equal but for rounding, the first. None if no weight
/// is above 0, or one is NaN.
std::optional<TokenIndex> most_attended(const Eigen::Ref<const RowVector>& weights);

} // namespace lab
