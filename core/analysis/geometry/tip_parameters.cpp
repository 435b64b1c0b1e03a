// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/tip_parameters.h"

#include <algorithm>

namespace lab {

ParametersOfTip parameters_of_tip(const Tip& tip) {
    switch (tip.stage) {
    case StageId::queries:
        return {ParameterId::W_Q, ParameterId::Q};
    case StageId::keys:
        return {ParameterId::W_K, ParameterId::K};
    default:
        return {ParameterId::W_V, ParameterId::V};
    }
}

StageId inputs_of_tip(const Experiment& experiment, const Tip& tip) {
    return inputs_of(experiment, is_output(tip) ? StageId::values : tip.stage);
}

const std::string& word_of_tip(const Experiment& experiment, const Tip& tip) {
    const bool is_query = tip.stage == StageId::queries;
    return (is_query ? experiment.sequence : key_sequence(experiment))
        .tokens[static_cast<std::size_t>(tip.row)];
}

bool is_repeated(const Experiment& experiment, const std::string& word) {
    auto count = std::ranges::count(experiment.sequence.tokens, word);
    if (experiment.source)
        count += std::ranges::count(experiment.source->tokens, word);
    return count > 1;
}

std::pair<ParameterId, Columns> columns_of_tip(const Experiment& experiment, const Tip& tip, GivesWay way) {
    const ParametersOfTip all = parameters_of_tip(tip);
    const ParameterId id = way == GivesWay::weights ? all.weights : all.given;
    const Index width = projection_matrix(experiment.projection, id)->cols();
    return {id, head_columns(width, info(id).split, experiment.heads, tip.head)};
}

ParameterCell place_of_input(const Experiment& experiment, const Tip& tip) {
    if (has_given_inputs(experiment)) {
        const bool is_source = inputs_of_tip(experiment, tip) == StageId::source_inputs;
        return {is_source ? ParameterId::X_source : ParameterId::X, tip.row, 0};
    }
    const std::vector<std::string> words = distinct_tokens(experiment);
    const auto place = std::ranges::find(words, word_of_tip(experiment, tip));
    return {ParameterId::E, place - words.begin(), 0};
}

} // namespace lab
