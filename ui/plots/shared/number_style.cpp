// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/number_style.h"

#include "core/experiment/stage.h"
#include "ui/document/stage_source.h"

#include <algorithm>

namespace lab {

NumberStyle numberStyle(StageSource& stages, HeadIndex head) {
    const ViewSettings settings = viewSettings(stages.experiment());
    NumberStyle style{
        settings.weights, settings.ofSigned, {}, settings.decimals, weightRangeInUse(stages.experiment())};
    if (style.weightRange == WeightRange::fixed)
        style.weightLimit = settings.weightLimit;
    switch (settings.range) {
    case ColourRange::per_matrix:
        break;
    case ColourRange::shared:
        style.colourLimit = sharedColourLimit(stages, head);
        break;
    case ColourRange::fixed:
        style.colourLimit = settings.colourLimit;
        break;
    }
    return style;
}

double sharedColourLimit(StageSource& stages, HeadIndex head) {
    const Experiment& experiment = stages.experiment();
    double colourLimit = stages.maxParameterMagnitude();
    for (const StageInfo& stage : all_stages()) {
        // With one head, its output is also the concatenation.
        if (!has_stage(experiment, stage.id) || (stage.id == StageId::concat && experiment.heads.count == 1))
            continue;
        const SummaryPtr summary = stages.cachedView(stage.id, head).summary;
        if (summary && !hasWeightColours(experiment, stage.id, summary->finite))
            colourLimit = std::max(colourLimit, summary->finite.magnitude());
    }
    return colourLimit;
}

bool areBetween0And1(const Extremes& weights) {
    constexpr double rounding = 1e-9;
    return weights.lowest >= -rounding && weights.highest <= 1 + rounding;
}

bool hasWeightColours(const Experiment& experiment, StageId stage, const Extremes& finite) {
    if (!holds_weights(stage))
        return false;
    const double kept = stage == StageId::weights ? 1 : 1 - experiment.dropout->rate;
    return areBetween0And1({finite.lowest * kept, finite.highest * kept});
}

} // namespace lab
