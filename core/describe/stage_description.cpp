// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/stage_description.h"

#include "core/describe/names.h"
#include "core/experiment/rotation.h"

#include <array>
#include <utility>

namespace lab {

namespace {

constexpr std::array stage_descriptions{
    &described::inputs,  &described::source_inputs,   &described::queries,       &described::keys,
    &described::values,  &described::scores,          &described::scaled_scores, &described::masked_scores,
    &described::weights, &described::dropped_weights, &described::head_outputs,  &described::concat,
    &described::output,
};

Index width_of(const SceneMatrix& matrix) {
    return std::visit([](const auto& each) { return each.block.columns; }, matrix.block);
}

} // namespace

const StageDescription& description(StageId stage) {
    return *stage_descriptions[static_cast<std::size_t>(stage)];
}

Said CaptionInputs::row_label() const {
    return label_in_sentence(experiment, info(step.scene.stage).rows, step.rows.first);
}

Said CaptionInputs::column_label() const {
    return label_in_sentence(experiment, info(step.scene.stage).columns, step.columns.first);
}

Formula RuleInputs::of(const std::string& name) const {
    return formula::named(name, row ? axis_label(experiment, info(scene.stage).rows, *row) : std::string());
}

Formula RuleInputs::product(Formula left, Formula right) const {
    if (experiment.notation == Notation::columns)
        std::swap(left, right);
    return formula::row({std::move(left), formula::text(" "), std::move(right)});
}

SceneLayout layout_of(const Experiment& experiment, const Scene& scene) {
    return description(scene.stage).layout(experiment, scene);
}

Index terms_of(const Experiment& experiment, const Scene& scene, Index column) {
    const SceneLayout layout = layout_of(experiment, scene);
    const Index added = layout.added ? 1 : 0;
    switch (layout.kind) {
    case SceneKind::look_up: // sines are in no matrix
        return experiment.embedding.position.kind == PositionKind::none ? 1 : 2;
    case SceneKind::product:
        return width_of(*layout.left) + added;
    case SceneKind::rotate:
        return Rotation(experiment).pair_of(column) ? 2 : 1;
    case SceneKind::scale:
        return 1 + (experiment.scores.bias == ScoreBias::none ? 0 : 1) + added;
    case SceneKind::norm:
    case SceneKind::mask:
    case SceneKind::normalize:
    case SceneKind::drop:
    case SceneKind::join:
    case SceneKind::copy:
        break;
    }
    return 1;
}

} // namespace lab
