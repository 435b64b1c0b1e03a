// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/scene.h"

#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"

namespace lab {

namespace {

/// The parts of queries or keys, `whole` if there is one alone.
std::vector<ScenePart> parts_of(const Experiment& experiment, StageId stage) {
    std::vector<ScenePart> parts{ScenePart::projected};
    if (is_normalized(experiment, stage))
        parts.push_back(ScenePart::normalized);
    if (is_rotated(experiment, stage))
        parts.push_back(ScenePart::rotated);
    return parts.size() == 1 ? std::vector{ScenePart::whole} : parts;
}

} // namespace

SceneMatrix whole_matrix(const Experiment& experiment, StageId stage, HeadIndex head, ScenePart part) {
    const Dimensions d = dimensions(experiment);
    const StageInfo& its = info(stage);
    return {StageBlock{stage, head, {0, 0, length(its.rows, d), length(its.columns, d)}}, part};
}

SceneMatrix whole_matrix(const Experiment& experiment, ParameterId id) {
    const MatrixPtr matrix = parameter(experiment, id); // may be made for us alone
    return {ParameterBlock{id, {0, 0, matrix->rows(), matrix->cols()}}};
}

bool is_rotated(const Experiment& experiment, StageId stage) {
    return (stage == StageId::queries || stage == StageId::keys) && Rotation(experiment).pairs() > 0;
}

bool is_on_the_way(const Experiment& experiment, const Scene& scene) {
    return scene.part != ScenePart::whole && scene.part != parts_of(experiment, scene.stage).back();
}

std::vector<Scene> scenes_of(const Experiment& experiment) {
    std::vector<Scene> scenes;
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        const std::vector<ScenePart> parts = parts_of(experiment, stage.id);
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            for (const ScenePart part : parts)
                scenes.push_back({stage.id, head, part});
        }
    }
    return scenes;
}

} // namespace lab
