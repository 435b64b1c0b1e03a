// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every stage of one computation, for whoever reads them one after another.
#pragma once

#include "core/live_trace.h"
#include "core/trace.h"

namespace lab {

/// The same numbers as compute()'s, in memory that grows with the sentence and not with its square: scores,
/// scaled and masked scores and weights are kept only where those of every head take no more than
/// `kept_bytes`. Else they are computed again whenever they are asked for, `part` rows after another.
class StreamedTrace {
public:
    /// Computes every stage once. The experiment, which outlives this, is free of problems (validate()) and
    /// has tokens.
    explicit StreamedTrace(const Experiment& experiment, double kept_bytes = usual_kept_bytes,
                           Index part = rows_at_a_time);

    /// Is given the next rows of a stage; false: no more are wanted.
    using TakeRows = std::function<bool(ConstMatrixRef)>;
    /// Hands out the rows of a stage from the first to the last, some at a time. False where they were not
    /// wanted to the end.
    bool each_row(StageId id, HeadIndex head, const TakeRows& take) const;

    /// What a reader of the numbers should be told, in words, as notes() of a Trace.
    std::vector<std::string> notes() const;

private:
    void compute_again(StageId id, HeadIndex head, Rows rows, MatrixRef result) const;

    const Experiment& m_experiment;
    Dimensions m_d;
    Index m_part;
    bool m_keeps_squares;
    Trace m_trace;
    Findings m_findings;
};

} // namespace lab
