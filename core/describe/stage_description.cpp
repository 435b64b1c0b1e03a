// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/stage_description.h"

#include "core/describe/names.h"

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

} // namespace lab
