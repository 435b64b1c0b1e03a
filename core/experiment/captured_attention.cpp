// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/captured_attention.h"

#include "core/experiment/parameter.h"

#include <nlohmann/json.hpp>

#include <string>

namespace lab {

namespace {

bool is_of_attention(StageId stage) {
    return stage == StageId::masked_scores || stage == StageId::weights || stage == StageId::dropped_weights;
}

} // namespace

bool gives_captured(const Experiment& experiment) {
    const std::string name(info(ParameterId::additive).name);
    return experiment.origin && experiment.origin->contains(name) &&
           experiment.origin->at(name).contains("captured");
}

bool is_attention_alone(const Experiment& experiment) {
    const MatrixPtr& values = experiment.projection.V;
    return gives_captured(experiment) && values && values->isZero(0);
}

bool tells(const Experiment& experiment, StageId stage) {
    return has_stage(experiment, stage) && (is_of_attention(stage) || !is_attention_alone(experiment));
}

std::vector<StageId> telling_stages(const Experiment& experiment) {
    std::vector<StageId> stages;
    for (const StageInfo& stage : all_stages()) {
        if (tells(experiment, stage.id))
            stages.push_back(stage.id);
    }
    return stages;
}

} // namespace lab
