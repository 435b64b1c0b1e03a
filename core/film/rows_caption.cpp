// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a whole row and of a whole stage, and the rule in symbols.
#include "core/film/caption_parts.h"

namespace lab {

CaptionParts rows_caption(const CaptionInputs& of) {
    const StageDescription& stage = description(of.step.scene.stage);
    if (of.step.scene.part == ScenePart::normalized && of.is_row())
        return {stage.caption(of), numbers_of_root(of)};
    const RuleInputs from{of.experiment, of.step.scene,
                          of.is_row() ? std::optional(of.step.rows.first) : std::nullopt};
    Formula right = stage.rule(from);
    const bool has_none = right.kind == Formula::Kind::row && right.parts.empty();
    return {stage.caption(of), has_none ? std::move(right)
                                        : formula::row({from.of(info(stage.stage).symbol),
                                                        formula::text(" = "), std::move(right)})};
}

} // namespace lab
