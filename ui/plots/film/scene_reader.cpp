// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_reader.h"

#include "core/describe/operands.h"
#include "core/film/caption.h"
#include "core/film/film_operands.h"
#include "ui/document/stage_source.h"

namespace lab {

SceneReader::SceneReader(StageSource& stages, const FilmStep& step) : m_others(stages) {
    const Experiment& experiment = stages.experiment();
    const StageId stage = step.scene.stage;
    need(stages, stage, step.scene.head);
    for (const StageBlock& each : operands_of(experiment, step).stages)
        need(stages, each.stage, each.head);
    needFor(stages, {stage, step.scene.head, step.rows.first, step.columns.first});
    if (stage == StageId::concat) { // its columns belong to different heads
        const Index width = dimensions(experiment).d_v;
        for (Index column = 0; column < step.columns.count; column += width)
            needFor(stages, {stage, 0, step.rows.first, step.columns.first + column});
    }
}

void SceneReader::need(StageSource& stages, StageId stage, HeadIndex head) {
    const auto [found, isNew] = m_matrices.try_emplace({stage, head});
    if (!isNew)
        return;
    const StageView view = stages.view(stage, head);
    found->second = view.matrix;
    m_complete = m_complete && view.matrix && !view.stale;
}

void SceneReader::needFor(StageSource& stages, const CellRef& cell) {
    for (const CellRef& each : chain_to(stages.experiment(), cell))
        need(stages, each.stage, each.head);
    for (const StageBlock& each : operands(stages.experiment(), cell).stages)
        need(stages, each.stage, each.head);
}

StageReader SceneReader::function() {
    return [this](StageId stage, HeadIndex head) -> const Matrix& {
        const auto found = m_matrices.find({stage, head});
        return found != m_matrices.end() && found->second ? *found->second : m_others(stage, head);
    };
}

} // namespace lab
