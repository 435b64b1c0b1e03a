// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of all stages, wherever they are: those that a trace keeps, and the others computed when they
// are asked for.
#pragma once

#include "core/engine/evaluator.h"
#include "core/engine/stage_table.h"

namespace lab {

class ReadableStages {
public:
    /// Of a valid experiment with tokens. What `kept` finds must be whole matrices; they and the experiment
    /// must outlive this.
    ReadableStages(const Experiment& experiment, FindKept kept);
    ReadableStages(const ReadableStages&) = delete; // its evaluator finds what is kept here
    ReadableStages& operator=(const ReadableStages&) = delete;

    const Experiment& experiment() const { return m_experiment; }
    const Dimensions& dimensions() const { return m_d; }

    /// Computes what rows() of the stage read and no trace keeps, and keeps it here: stages that do not have
    /// a number for each query and key.
    void prepare(StageId id, HeadIndex head);
    /// All of a stage, which is prepared, computed if it is not kept, and then kept here.
    ConstMatrixRef whole(StageId id, HeadIndex head);
    /// Some rows of a stage that was prepared; several threads may ask at once. If they are not kept, they
    /// are computed into `room`, which must live as long as they are read.
    ConstMatrixRef rows(StageId id, HeadIndex head, Rows rows, Matrix& room) const;

private:
    std::optional<StageRows> kept(StageId id, HeadIndex head) const;

    const Experiment& m_experiment;
    Dimensions m_d;
    FindKept m_kept;
    StageTable<Matrix> m_computed;
    Evaluator m_evaluator;
};

} // namespace lab
