// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, kept.
#pragma once

#include "core/experiment.h"
#include "core/stage.h"

#include <optional>
#include <string>
#include <vector>

namespace lab {

struct Trace {
    std::vector<std::string> tokens;
    std::vector<std::string> source_tokens; ///< cross-attention; else empty

    Matrix inputs;        ///< (n_q, d_model); empty for `direct`
    Matrix source_inputs; ///< (n_k, d_model), cross-attention; else empty

    // One matrix a head.
    std::vector<Matrix> queries;       ///< (n_q, d_k)
    std::vector<Matrix> keys;          ///< (n_k, d_k)
    std::vector<Matrix> values;        ///< (n_k, d_v)
    std::vector<Matrix> scores;        ///< (n_q, n_k), QKᵀ
    std::vector<Matrix> scaled_scores; ///< (n_q, n_k)
    std::vector<Matrix> masked_scores; ///< (n_q, n_k), −∞ where the key is hidden
    std::vector<Matrix> weights;       ///< (n_q, n_k)
    std::vector<Matrix> head_outputs;  ///< (n_q, d_v)

    Matrix concat; ///< (n_q, H·d_v)
    Matrix output; ///< (n_q, d_out)

    /// The matrix of a stage; `head` counts for stages that have one a head. The stage must exist.
    const Matrix& stage(StageId id, HeadIndex head = 0) const;
    Matrix& stage(StageId id, HeadIndex head = 0);

    /// Gives the matrix of every stage its shape, and no numbers; one of a stage that is not computed is
    /// empty.
    void make_room(const Experiment& experiment);
};

/// Where a number first stopped being finite, in the order of the computation; −∞ among the masked scores
/// does not count, it hides a key.
std::optional<CellRef> first_not_finite(const Trace& trace);

} // namespace lab
