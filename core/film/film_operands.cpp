// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/film/film_operands.h"

#include "core/describe/explain.h"
#include "core/describe/names.h"
#include "core/describe/stage_description.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_queries_keys_values.h"

#include <algorithm>

namespace lab {

namespace {

/// Collects blocks of a scene's matrices, counted from where these begin.
class Collected {
public:
    void add(const std::optional<SceneMatrix>& matrix, const Block& part) {
        if (!matrix)
            return;
        if (const auto* stage = std::get_if<StageBlock>(&matrix->block))
            m_operands.stages.push_back({stage->stage, stage->head, within(stage->block, part)});
        else {
            const auto& parameter = std::get<ParameterBlock>(matrix->block);
            m_operands.parameters.push_back({parameter.id, within(parameter.block, part)});
        }
    }
    Operands take() { return std::move(m_operands); }

private:
    static Block within(const Block& whole, const Block& part) {
        return {whole.row + part.row, whole.column + part.column, part.rows, part.columns};
    }

    Operands m_operands;
};

Block block_of(const SceneMatrix& matrix) {
    const auto of = [](const auto& each) { return each.block; };
    return std::visit(of, matrix.block);
}

void look_up(const Experiment& experiment, const FilmStep& step, const SceneLayout& layout, Collected& all) {
    const Columns& columns = step.columns;
    if (step.terms != 2) {
        const bool is_one = step.rows.count == 1;
        const Index vectors = block_of(*layout.above).rows;
        const Index row =
            is_one ? vector_of(experiment, {step.scene.stage, 0, step.rows.first, columns.first}).row : 0;
        all.add(layout.above, {row, columns.first, is_one ? 1 : vectors, columns.count});
    }
    if (step.terms != 1)
        all.add(layout.added, {step.rows.first, columns.first, step.rows.count, columns.count});
}

void product(const FilmStep& step, const SceneLayout& layout, Collected& all) {
    const Index summed = block_of(*layout.left).columns;
    const bool is_bias = step.terms > summed;
    const Index first = step.terms == 0 ? 0 : step.terms - 1;
    const Index count = step.terms == 0 ? summed : 1;
    if (!is_bias) {
        all.add(layout.left, {step.rows.first, first, step.rows.count, count});
        all.add(layout.above, layout.above_is_turned
                                  ? Block{step.columns.first, first, step.columns.count, count}
                                  : Block{first, step.columns.first, count, step.columns.count});
    }
    if (is_bias || step.terms == 0)
        all.add(layout.added, {0, step.columns.first, 1, step.columns.count});
}

void rotate(const Rotation& rotation, const FilmStep& step, const SceneLayout& layout, Collected& all) {
    std::vector<Columns> runs{step.columns};
    const auto pair = rotation.pair_of(step.columns.first);
    if (pair && step.terms > 0) {
        const auto [first, second] = rotation.pair(*pair);
        runs = {{step.terms == 1 ? first : second, 1}};
    } else if (step.columns.count == 1) {
        runs = rotation.with_partners(step.columns);
    }
    for (const Columns& run : runs)
        all.add(layout.left, {step.rows.first, run.first, step.rows.count, run.count});
}

void norm(const FilmStep& step, const SceneLayout& layout, Collected& all) {
    all.add(layout.left, {step.rows.first, 0, step.rows.count, block_of(*layout.left).columns});
    if (step.phase == RowPhase::none)
        all.add(layout.added, {0, step.columns.first, 1, step.columns.count});
}

void join(const FilmStep& step, const SceneLayout& layout, Collected& all) {
    const Index width = block_of(layout.parts.front()).columns;
    for (std::size_t head = 0; head < layout.parts.size(); ++head) {
        const Index offset = static_cast<Index>(head) * width;
        const Index first = std::max<Index>(step.columns.first - offset, 0);
        const Index end = std::min(step.columns.first + step.columns.count - offset, width);
        if (first < end)
            all.add(layout.parts[head], {step.rows.first, first, step.rows.count, end - first});
    }
}

} // namespace

Operands operands_of(const Experiment& experiment, const FilmStep& step) {
    const SceneLayout layout = layout_of(experiment, step.scene);
    const Block own{step.rows.first, step.columns.first, step.rows.count, step.columns.count};
    Collected all;
    switch (layout.kind) {
    case SceneKind::look_up:
        look_up(experiment, step, layout, all);
        break;
    case SceneKind::product:
        product(step, layout, all);
        break;
    case SceneKind::norm:
        norm(step, layout, all);
        break;
    case SceneKind::rotate:
        rotate(Rotation(experiment), step, layout, all);
        break;
    case SceneKind::scale:
        if (step.terms < 2) // the second term is the distance, or what is added
            all.add(layout.left, own);
        if (step.terms == 0 || step.terms == (experiment.scores.bias == ScoreBias::none ? 2 : 3))
            all.add(layout.added, own);
        break;
    case SceneKind::mask:
    case SceneKind::drop:
    case SceneKind::copy:
        all.add(layout.left, own);
        break;
    case SceneKind::normalize:
        all.add(layout.left, normalizer(experiment).each_alone
                                 ? own
                                 : Block{own.row, 0, own.rows, block_of(*layout.left).columns});
        all.add(layout.added, {0, 0, 1, 1});
        break;
    case SceneKind::join:
        join(step, layout, all);
        break;
    }
    return all.take();
}

Matrix before_rotation(const Experiment& experiment, const StageReader& matrix, const Scene& scene) {
    Experiment still = experiment;
    still.scores.rotary = false;
    if (scene.part == ScenePart::projected)
        still.scores.qk_norm.reset();
    const StageInfo& stage = info(scene.stage);
    const Dimensions d = dimensions(experiment);
    Matrix result(length(stage.rows, d), length(stage.columns, d));
    const Block all{0, 0, result.rows(), result.cols()};
    static const Matrix nothing;
    const Matrix& x = has_inputs(experiment) ? matrix(inputs_of(experiment, scene.stage), 0) : nothing;
    if (scene.stage == StageId::queries)
        queries(still, x, scene.head, all, result);
    else
        keys(still, x, scene.head, all, result);
    return result;
}

NormalizedRow normalized_row(const Experiment& experiment, const StageReader& matrix, HeadIndex head,
                             TokenIndex query) {
    const Explanation explanation = explain(experiment, matrix, {StageId::weights, head, query, 0});
    const auto step =
        std::ranges::find(explanation.steps, ExplanationKind::normalizer, &ExplanationStep::kind);
    NormalizedRow row;
    row.shift = step->shift;
    row.total = step->total;
    for (const Share& share : step->shares) {
        row.reduced.push_back(share.reduced);
        row.parts.push_back(share.part);
        row.weights.push_back(share.weight);
    }
    if (const auto& sink = step->sink)
        row.sink = {sink->score.value, sink->reduced, sink->part, sink->weight};
    return row;
}

} // namespace lab
