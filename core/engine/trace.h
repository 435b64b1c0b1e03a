// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, stored.
#pragma once

#include "core/engine/evaluator.h"
#include "core/engine/stage_table.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lab {

class Trace {
public:
    std::vector<std::string> tokens;
    std::vector<std::string> source_tokens; ///< empty unless cross-attention

    /// The matrix of a stage: empty if it is not computed, or if there is no room for it. `head` matters for
    /// stages with one per head.
    const Matrix& stage(StageId id, HeadIndex head = 0) const { return m_stages(id, head); }
    Matrix& stage(StageId id, HeadIndex head = 0) { return m_stages(id, head); }
    HeadIndex heads() const { return m_stages.heads(); }
    /// Finds the stages that have numbers here, as long as this exists.
    FindKept kept() const;

    /// Gives the matrix of every stage its shape, with undefined numbers. Stages that are not computed are
    /// empty, as are those of n_q × n_k numbers unless `keeps_query_by_key`.
    void make_room(const Experiment& experiment, bool keeps_query_by_key = true);

private:
    StageTable<Matrix> m_stages;
};

/// A row of a stage.
struct StageRow {
    StageId stage;
    HeadIndex head;
    Index row;
    // clang-tidy 14 takes the 0 that this is compared with for a pointer.
    auto operator<=>(const StageRow&) const = default; // NOLINT(modernize-use-nullptr)
};

/// What notes() reports about the numbers (see explain/not_finite.h), collected from rows of the stages. Rows
/// may come in any order and from several threads.
class Findings {
public:
    /// Checks rows of a stage, starting with `first_row`.
    void check(StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows);

    /// The first number that is not finite, in order of computation. −∞ among the masked scores does not
    /// count: it hides a key.
    std::optional<CellRef> first_not_finite() const { return m_not_finite; }
    /// In the same order, the rows of stages that contain such numbers.
    std::vector<StageRow> rows_not_finite() const;
    /// In the same order, the rows of masked scores that are entirely −∞.
    std::vector<StageRow> empty_rows() const;

private:
    std::mutex m_mutex;
    std::vector<StageRow> m_not_finite_rows, m_empty_rows; // in order of arrival
    std::optional<CellRef> m_not_finite;
};

/// Checks every stage.
void check_all(const Trace& trace, Findings& findings);

/// The first number that is not finite: see Findings.
std::optional<CellRef> first_not_finite(const Trace& trace);

} // namespace lab
