// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/parameter_explanation.h"

#include "core/describe/cells_in_words.h"
#include "core/describe/names.h"
#include "core/describe/operands.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

/// Of the three phrases, the one on what the parameter yields for a token.
template<int arguments>
const Phrase<arguments>& made_by(ParameterId id, const ProjectedPhrase<arguments>& phrases) {
    switch (id) {
    case ParameterId::W_Q:
    case ParameterId::b_Q:
    case ParameterId::Q:
        return phrases.query;
    case ParameterId::W_K:
    case ParameterId::b_K:
    case ParameterId::K:
        return phrases.key;
    default:
        return phrases.value;
    }
}

/// The same, and in which heads if not in all.
template<int arguments, class... Arguments>
Said say_made_by(const ParameterCell& cell, const std::optional<HeadFeature>& its,
                 const ProjectedPhrase<arguments>& in_all, const ProjectedPhrase<arguments + 1>& in_heads,
                 Arguments... said) {
    return its ? say(made_by(cell.id, in_heads), std::move(said)..., heads_words(*its))
               : say(made_by(cell.id, in_all), std::move(said)...);
}

Said purpose_of(const Experiment& experiment, const ParameterCell& cell) {
    const auto its = head_feature(experiment, cell.id, cell.column);
    const Counted row{cell.row};
    const Counted column{its ? its->feature : cell.column};
    switch (cell.id) {
    case ParameterId::E: {
        const std::string word = distinct_tokens(experiment)[static_cast<std::size_t>(cell.row)];
        return say(phrase::embedding, column, in_quotes(word));
    }
    case ParameterId::X:
    case ParameterId::X_source: {
        const Axis axis = cell.id == ParameterId::X ? Axis::query_token : Axis::key_token;
        return say(phrase::given_row, column, label_in_sentence(experiment, axis, cell.row));
    }
    case ParameterId::position:
        return say(phrase::position, column, row);
    case ParameterId::additive: {
        const Index key = cell.column % static_cast<Index>(key_tokens(experiment).size());
        Said query = label_in_sentence(experiment, Axis::query_token, cell.row);
        Said key_name = label_in_sentence(experiment, Axis::key_token, key);
        return its ? say(phrase::added_score_in, std::move(key_name), std::move(query), heads_words(*its))
                   : say(phrase::added_score, std::move(key_name), std::move(query));
    }
    case ParameterId::W_Q:
    case ParameterId::W_K:
    case ParameterId::W_V:
        return say_made_by(cell, its, phrase::weight_counts, phrase::weight_counts_in, row, column);
    case ParameterId::b_Q:
    case ParameterId::b_K:
    case ParameterId::b_V:
        return say_made_by(cell, its, phrase::bias, phrase::bias_in, column);
    case ParameterId::g_Q:
        return say(phrase::query_gain, column);
    case ParameterId::g_K:
        return say(phrase::key_gain, column);
    case ParameterId::W_O:
        return say(phrase::output_weight, row, column);
    case ParameterId::b_O:
        return say(phrase::output_bias, column);
    case ParameterId::sink:
        return experiment.normalization.sink->cols() == 1
                   ? say(phrase::sink_score)
                   : say(phrase::sink_score_in, say(phrase::head, column));
    case ParameterId::Q:
    case ParameterId::K:
    case ParameterId::V: {
        const Axis axis = cell.id == ParameterId::Q ? Axis::query_token : Axis::key_token;
        return say_made_by(cell, its, phrase::given, phrase::given_in, column,
                           label_in_sentence(experiment, axis, cell.row));
    }
    }
    return {};
}

} // namespace

ParameterExplanation explain(const Experiment& experiment, const ParameterCell& cell) {
    ParameterExplanation explanation;
    explanation.cell = cell;
    const Operand named = operand_of(experiment, cell);
    explanation.value = named.value;
    explanation.title = info(cell.id).title;
    explanation.name = formula::named(named.symbol, named.index);
    explanation.words = purpose_of(experiment, cell);
    for (const DependentMatrix& each : dependent_cells(experiment, cell)) {
        explanation.reaches_output |= each.stage == StageId::output;
        if (each.stage == StageId::concat && experiment.heads.count == 1)
            continue; // not shown for a single head
        const Block first = each.cells.blocks().front();
        explanation.affects.push_back({stage_label(experiment, each.stage, each.head),
                                       cells_in_words(experiment, each),
                                       CellRef{each.stage, each.head, first.row, first.column}});
    }
    return explanation;
}

} // namespace lab
