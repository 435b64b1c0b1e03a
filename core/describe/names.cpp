// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/names.h"

#include "core/experiment/phrases.h"
#include "core/experiment/token_name.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

TokenName name_of(const Experiment& experiment, Axis axis, Index index) {
    return token_name(axis == Axis::key_token ? key_sequence(experiment) : experiment.sequence, index);
}

std::string joined_index(Notation notation, const std::string& row, const std::string& column) {
    return notation == Notation::rows ? row + "," + column : column + "," + row;
}

} // namespace

std::string axis_label(const Experiment& experiment, Axis axis, Index index, Index first) {
    return is_token_axis(axis) ? name_of(experiment, axis, index).plain(first)
                               : std::to_string(first + index);
}

Said label_in_sentence(const Experiment& experiment, Axis axis, Index index) {
    return is_token_axis(axis) ? name_of(experiment, axis, index).quoted()
                               : say(phrase::feature, Counted{index});
}

Said cell_place(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    return say(is_token_axis(stage.columns) ? phrase::pair_of_tokens : phrase::feature_of_token,
               label_in_sentence(experiment, stage.rows, cell.row),
               is_sink_share(experiment, cell) ? say(phrase::the_sink)
                                               : label_in_sentence(experiment, stage.columns, cell.column));
}

std::string symbol_of(StageId stage) {
    return info(stage).symbol;
}

std::string symbol_of(ParameterId id) {
    switch (id) {
    case ParameterId::X:
        return "X_rows";
    case ParameterId::X_source:
        return "X_source rows";
    case ParameterId::position:
        return "P";
    case ParameterId::additive:
        return "added";
    default:
        return std::string(info(id).name);
    }
}

ParameterCell vector_of(const Experiment& experiment, const CellRef& cell) {
    const bool of_source = cell.stage == StageId::source_inputs;
    if (has_given_inputs(experiment))
        return {of_source ? ParameterId::X_source : ParameterId::X, cell.row, cell.column};
    const Sequence& sequence = of_source ? *experiment.source : experiment.sequence;
    const std::vector<std::string> words = distinct_tokens(experiment);
    const std::string& token = sequence.tokens[static_cast<std::size_t>(cell.row)];
    return {ParameterId::E, std::ranges::find(words, token) - words.begin(), cell.column};
}

Said stage_label(const Experiment& experiment, StageId stage, HeadIndex head) {
    std::string title(info(stage).title);
    return info(stage).per_head && experiment.heads.count > 1
               ? say(phrase::stage_of_head, std::move(title), Counted{head})
               : say(phrase::just, std::move(title));
}

std::string index_of(const Experiment& experiment, const CellRef& cell, Index first) {
    const StageInfo& stage = info(cell.stage);
    return joined_index(experiment.notation, axis_label(experiment, stage.rows, cell.row, first),
                        is_sink_share(experiment, cell)
                            ? text_of(say(phrase::sink))
                            : axis_label(experiment, stage.columns, cell.column, first));
}

Operand operand_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell, Index first) {
    return {symbol_of(cell.stage), index_of(experiment, cell, first),
            matrix(cell.stage, cell.head)(cell.row, cell.column), cell};
}

Operand operand_of(const Experiment& experiment, const ParameterCell& cell, Index first) {
    if (cell.id == ParameterId::additive) {
        const Index key = cell.column % static_cast<Index>(key_tokens(experiment).size());
        return {symbol_of(cell.id),
                joined_index(experiment.notation, axis_label(experiment, Axis::query_token, cell.row, first),
                             axis_label(experiment, Axis::key_token, key, first)),
                value_at(experiment, cell.id, cell.row, cell.column), cell};
    }
    std::string index = std::to_string(first + cell.column);
    if (cell.id == ParameterId::E) {
        const std::string token = distinct_tokens(experiment)[static_cast<std::size_t>(cell.row)];
        index = joined_index(experiment.notation, shown_word(token), index);
    } else if (is_given_input(cell.id)) {
        const Axis axis = cell.id == ParameterId::X ? Axis::query_token : Axis::key_token;
        index = joined_index(experiment.notation, axis_label(experiment, axis, cell.row, first), index);
    } else if (cell.id == ParameterId::sink) {
        if (experiment.normalization.sink->cols() == 1)
            index.clear();
    } else if (!is_one_row(cell.id)) {
        index = joined_index(experiment.notation, std::to_string(first + cell.row), index);
    }
    return {symbol_of(cell.id), std::move(index), value_at(experiment, cell.id, cell.row, cell.column), cell};
}

ParameterCell sink_cell(const Experiment& experiment, HeadIndex head) {
    return {ParameterId::sink, 0, experiment.normalization.sink->cols() == 1 ? 0 : head};
}

ParameterCell added_cell(const Experiment& experiment, const CellRef& cell) {
    const bool is_shared = split_of(experiment, ParameterId::additive) == Split::none;
    const Index first = is_shared ? 0 : cell.head * static_cast<Index>(key_tokens(experiment).size());
    return {ParameterId::additive, cell.row, first + cell.column};
}

ProjectionNames projection_of(StageId stage) {
    if (stage == StageId::queries)
        return {ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q};
    if (stage == StageId::keys)
        return {ParameterId::W_K, ParameterId::b_K, ParameterId::K};
    return {ParameterId::W_V, ParameterId::b_V, ParameterId::V};
}

Said in_quotes(const std::string& token) {
    return say(phrase::quoted, shown_word(token));
}

Said rank_words(Index rank, Index count) {
    if (rank > 0 && rank + 1 == count)
        return say(phrase::smallest);
    static constexpr std::array words{phrase::largest, phrase::second_largest, phrase::third_largest};
    if (rank < static_cast<Index>(words.size()))
        return say(words[static_cast<std::size_t>(rank)]);
    const Index number = rank + 1;
    const Index last = number / 10 % 10 == 1 ? 0 : number % 10; // 11th, 12th, 13th
    const Phrase<1>& words_of_last = last == 1   ? phrase::st_largest
                                     : last == 2 ? phrase::nd_largest
                                     : last == 3 ? phrase::rd_largest
                                                 : phrase::th_largest;
    return say(words_of_last, number);
}

} // namespace lab
