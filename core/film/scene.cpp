// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/film/scene.h"

#include "core/experiment/rotation.h"
#include "core/explain/names.h"
#include "core/stages/03_qk_norm.h"

#include <algorithm>

namespace lab {

namespace {

SceneMatrix all_of(const Dimensions& d, StageId stage, HeadIndex head, ScenePart part = ScenePart::whole) {
    const StageInfo& its = info(stage);
    return {StageBlock{stage, head, {0, 0, length(its.rows, d), length(its.columns, d)}}, part};
}

SceneMatrix all_of(const Experiment& experiment, ParameterId id) {
    const MatrixPtr matrix = parameter(experiment, id); // may be made for us alone
    return {ParameterBlock{id, {0, 0, matrix->rows(), matrix->cols()}}};
}

/// The columns of a projection's matrix that a head owns.
SceneMatrix of_head(const Experiment& experiment, ParameterId id, HeadIndex head) {
    const Matrix& matrix = *projection_matrix(experiment.projection, id);
    const Columns columns = head_columns(matrix.cols(), info(id).split, experiment.heads, head);
    return {ParameterBlock{id, {0, columns.first, matrix.rows(), columns.count}}};
}

SceneLayout look_up(const Experiment& experiment, const Dimensions& d, const Scene& scene) {
    SceneLayout layout{SceneKind::look_up, {}, {}, {}, false, {}};
    const ParameterId vectors = vector_of(experiment, {scene.stage, 0, 0, 0}).id;
    layout.above = all_of(experiment, vectors);
    if (experiment.embedding.position.kind == PositionKind::learned) {
        const Index tokens = length(info(scene.stage).rows, d);
        const FirstPositions positions = first_positions(experiment);
        const Index first = scene.stage == StageId::inputs ? positions.query : positions.key;
        layout.added = SceneMatrix{ParameterBlock{ParameterId::position, {first, 0, tokens, d.d_model}}};
    }
    return layout;
}

SceneLayout projection(const Experiment& experiment, const Dimensions& d, const Scene& scene) {
    const ProjectionNames names = projection_of(scene.stage);
    const Projection& p = experiment.projection;
    SceneLayout layout;
    if (p.kind == ProjectionKind::direct) {
        layout.left = of_head(experiment, names.given, scene.head);
        return layout;
    }
    layout.left = all_of(d, inputs_of(experiment, scene.stage), 0);
    if (p.kind == ProjectionKind::identity) {
        Block& block = std::get<StageBlock>(layout.left->block).block;
        const Columns columns =
            head_columns(block.columns, info(names.weights).split, experiment.heads, scene.head);
        block.column = columns.first;
        block.columns = columns.count;
        return layout;
    }
    layout.kind = SceneKind::product;
    layout.above = of_head(experiment, names.weights, scene.head);
    if (projection_matrix(p, names.bias))
        layout.added = of_head(experiment, names.bias, scene.head);
    return layout;
}

/// The parts of queries or keys, `whole` if there is one alone.
std::vector<ScenePart> parts_of(const Experiment& experiment, StageId stage) {
    std::vector<ScenePart> parts{ScenePart::projected};
    if (is_normalized(experiment, stage))
        parts.push_back(ScenePart::normalized);
    if (is_rotated(experiment, stage))
        parts.push_back(ScenePart::rotated);
    return parts.size() == 1 ? std::vector{ScenePart::whole} : parts;
}

/// What follows the projection: a norm, or a rotation of what was normalised, if it was.
SceneLayout after_projection(const Experiment& experiment, const Dimensions& d, const Scene& scene) {
    SceneLayout layout;
    const bool turns = scene.part == ScenePart::rotated;
    layout.kind = turns ? SceneKind::rotate : SceneKind::norm;
    layout.left = all_of(d, scene.stage, scene.head,
                         turns && is_normalized(experiment, scene.stage) ? ScenePart::normalized
                                                                         : ScenePart::projected);
    if (!turns && parameter(experiment, gains_of(scene.stage)))
        layout.added = all_of(experiment, gains_of(scene.stage));
    return layout;
}

SceneLayout product(const SceneMatrix& left, const SceneMatrix& above, bool is_turned) {
    return {SceneKind::product, left, above, {}, is_turned, {}};
}

SceneLayout join(const Dimensions& d) {
    SceneLayout layout{SceneKind::join, {}, {}, {}, false, {}};
    for (HeadIndex head = 0; head < d.H; ++head)
        layout.parts.push_back(all_of(d, StageId::head_outputs, head));
    return layout;
}

SceneLayout output(const Experiment& experiment, const Dimensions& d) {
    const SceneMatrix concat = all_of(d, StageId::concat, 0);
    if (!experiment.projection.W_O)
        return {SceneKind::copy, concat, {}, {}, false, {}};
    SceneLayout layout = product(concat, all_of(experiment, ParameterId::W_O), false);
    if (experiment.projection.b_O)
        layout.added = all_of(experiment, ParameterId::b_O);
    return layout;
}

/// With the head's sink, if one takes part.
SceneLayout normalize(const Experiment& experiment, SceneLayout layout, HeadIndex head) {
    if (sink_of(experiment.normalization, head))
        layout.added =
            SceneMatrix{ParameterBlock{ParameterId::sink, {0, sink_cell(experiment, head).column, 1, 1}}};
    return layout;
}

} // namespace

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

SceneLayout layout_of(const Experiment& experiment, const Scene& scene) {
    const Dimensions d = dimensions(experiment);
    const auto one = [&](SceneKind kind, StageId from) {
        return SceneLayout{kind, all_of(d, from, scene.head), {}, {}, false, {}};
    };
    switch (scene.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return look_up(experiment, d, scene);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        if (scene.part == ScenePart::normalized || scene.part == ScenePart::rotated)
            return after_projection(experiment, d, scene);
        return projection(experiment, d, scene);
    case StageId::scores:
        return product(all_of(d, StageId::queries, scene.head), all_of(d, StageId::keys, scene.head), true);
    case StageId::scaled_scores: {
        SceneLayout layout = one(SceneKind::scale, StageId::scores);
        if (!experiment.scores.additive.empty()) {
            const ParameterCell first = added_cell(experiment, {scene.stage, scene.head, 0, 0});
            layout.added = SceneMatrix{ParameterBlock{first.id, {0, first.column, d.n_q, d.n_k}}};
        }
        return layout;
    }
    case StageId::masked_scores:
        return one(SceneKind::mask, StageId::scaled_scores);
    case StageId::weights:
        return normalize(experiment, one(SceneKind::normalize, StageId::masked_scores), scene.head);
    case StageId::dropped_weights:
        return one(SceneKind::drop, StageId::weights);
    case StageId::head_outputs:
        return product(all_of(d, weights_in_use(experiment), scene.head),
                       all_of(d, StageId::values, scene.head), false);
    case StageId::concat:
        return join(d);
    case StageId::output:
        return output(experiment, d);
    }
    return {};
}

Index terms_of(const Experiment& experiment, const Scene& scene, Index column) {
    const Dimensions d = dimensions(experiment);
    const Projection& p = experiment.projection;
    switch (scene.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return experiment.embedding.position.kind == PositionKind::none ? 1 : 2;
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        if (scene.part == ScenePart::rotated)
            return Rotation(experiment).pair_of(column) ? 2 : 1;
        if (scene.part == ScenePart::normalized || p.kind != ProjectionKind::linear)
            return 1;
        return d.d_model + (projection_matrix(p, projection_of(scene.stage).bias) ? 1 : 0);
    case StageId::scores:
        return d.d_k;
    case StageId::scaled_scores:
        return 1 + (experiment.scores.bias == ScoreBias::none ? 0 : 1) +
               (experiment.scores.additive.empty() ? 0 : 1);
    case StageId::head_outputs:
        return d.n_k;
    case StageId::output:
        return p.W_O ? p.W_O->rows() + (p.b_O ? 1 : 0) : 1;
    case StageId::masked_scores:
    case StageId::weights:
    case StageId::dropped_weights:
    case StageId::concat:
        break;
    }
    return 1;
}

} // namespace lab
