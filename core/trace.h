// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, kept.
#pragma once

#include "core/experiment.h"
#include "core/stage.h"

#include <mutex>
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
    /// empty, and so are those of n_q × n_k numbers where they are not to be kept.
    void make_room(const Experiment& experiment, bool keeps_squares = true);
};

/// A row of a stage.
struct StageRow {
    StageId stage;
    HeadIndex head;
    Index row;
    // clang-tidy 14 takes the 0 that this is compared with for a pointer.
    auto operator<=>(const StageRow&) const = default; // NOLINT(modernize-use-nullptr)
};

/// What there is to be said of the numbers (see notes() in explain/not_finite.h), gathered from rows of the
/// stages. They may come in any order and from several threads.
class Findings {
public:
    /// Looks at rows of a stage, the first of which is `first_row`.
    void look(StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows);

    /// Where a number first stopped being finite, in the order of the computation; −∞ among the masked scores
    /// does not count, it hides a key.
    std::optional<CellRef> first_not_finite() const { return m_not_finite; }
    /// In that order, the rows of stages that hold such numbers.
    std::vector<StageRow> rows_not_finite() const;
    /// In that order, the rows of masked scores that are −∞ throughout.
    std::vector<StageRow> empty_rows() const;

private:
    std::mutex m_looking;
    std::vector<StageRow> m_not_finite_rows, m_empty_rows; // as they come
    std::optional<CellRef> m_not_finite;
};

/// Looks at every stage.
void look_at_all(const Trace& trace, Findings& findings);

/// Where a number first stopped being finite, as Findings have it.
std::optional<CellRef> first_not_finite(const Trace& trace);

} // namespace lab
