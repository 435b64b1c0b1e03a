// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, for reading one after another.
#pragma once

#include "core/engine/live_trace.h"
#include "core/engine/stage_rows.h"
#include "core/engine/trace.h"

namespace lab {

/// The same numbers as compute(), in memory that grows linearly with the sentence rather than with its
/// square: the stages from scores to weights are kept only if those of every head fit into
/// `kept_bytes`. Otherwise they are recomputed on each request, `rows_per_batch` rows at a time.
class StreamedTrace {
public:
    /// Computes every stage once. The experiment must outlive this, be valid (validate()) and have tokens.
    explicit StreamedTrace(const Experiment& experiment, double kept_bytes = usual_kept_bytes,
                           Index rows_per_batch = rows_at_a_time);

    /// Receives the next rows of a stage; returns false if no more are wanted.
    using RowsCallback = std::function<bool(ConstMatrixRef)>;
    /// Passes on the rows of a stage from first to last, some at a time. Returns false if `on_rows` stopped
    /// it.
    bool each_row(StageId id, HeadIndex head, const RowsCallback& on_rows) const;

    const Experiment& experiment() const { return m_experiment; }
    const Findings& findings() const { return m_findings; }
    /// Reads rows again, a few at a time; fast where rows near each other are asked for one after another.
    /// The trace must outlive it.
    ReadRowsOf row_reader() const;

private:
    friend class StreamedRows;
    /// The last rows of a stage that were computed again.
    struct Recomputed {
        HeadIndex head = 0;
        Index first = 0;
        Matrix rows; ///< none at first
    };
    bool keeps(StageId id) const;
    /// How many rows are computed at once where they are not kept.
    Index rows_at_once() const;
    /// All rows of a stage that is kept. Of another, `count` rows with that one among them, computed again
    /// unless `last` has them.
    StageRows rows_around(StageId id, HeadIndex head, Index row, Index count, Recomputed& last) const;

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_rows_per_batch;
    bool m_keeps_query_by_key;
    Trace m_trace;
    Findings m_findings;
    Evaluator m_evaluator;
};

/// Reads rows of a stage for callers that ask: the same numbers as each_row(). Fast if the rows are asked for
/// in order. The trace must outlive it.
class StreamedRows {
public:
    StreamedRows(const StreamedTrace& trace, StageId id) : m_trace(trace), m_id(id) {}

    /// Fills `result`, which is as wide as the stage, with its rows from `first_row` on.
    void read(HeadIndex head, Index first_row, MatrixRef result);

private:
    const StreamedTrace& m_trace;
    StageId m_id;
    StreamedTrace::Recomputed m_last;
};

} // namespace lab
