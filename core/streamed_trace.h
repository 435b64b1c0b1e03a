// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, for reading one after another.
#pragma once

#include "core/live_trace.h"
#include "core/trace.h"

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

    /// Notes for readers of the numbers, in words: the same as notes() for a Trace.
    std::vector<std::string> notes() const;

private:
    void compute_again(StageId id, HeadIndex head, Rows rows, MatrixRef result) const;

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_rows_per_batch;
    bool m_keeps_query_by_key;
    Trace m_trace;
    Findings m_findings;
};

} // namespace lab
