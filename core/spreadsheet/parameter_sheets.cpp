// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/parameter_sheets.h"

#include "core/describe/names.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/experiment/token_name.h"
#include "core/spreadsheet/sheet_builder.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

namespace words = sheet_phrase;
using P = ParameterId;

/// Parameters that share a sheet: a matrix and its bias.
struct ParameterSheet {
    const char* name;
    std::array<P, 2> parameters;
};
/// No name is that of a stage's symbol.
constexpr std::array parameter_sheets{
    ParameterSheet{"E", {P::E, P::E}},
    ParameterSheet{"X_rows", {P::X, P::X}},
    ParameterSheet{"X_source_rows", {P::X_source, P::X_source}},
    ParameterSheet{"P", {P::position, P::position}},
    ParameterSheet{"W_Q", {P::W_Q, P::b_Q}},
    ParameterSheet{"W_K", {P::W_K, P::b_K}},
    ParameterSheet{"W_V", {P::W_V, P::b_V}},
    ParameterSheet{"Q_given", {P::Q, P::Q}},
    ParameterSheet{"K_given", {P::K, P::K}},
    ParameterSheet{"V_given", {P::V, P::V}},
    ParameterSheet{"gains", {P::g_Q, P::g_K}},
    ParameterSheet{"added", {P::additive, P::additive}},
    ParameterSheet{"sink", {P::sink, P::sink}},
    ParameterSheet{"W_O", {P::W_O, P::b_O}},
};

std::vector<std::string> counted(Index count) {
    std::vector<std::string> labels;
    for (Index index = 0; index < count; ++index)
        labels.push_back(std::to_string(first_in_window + index));
    return labels;
}

std::vector<std::string> labels_of_columns(const Experiment& experiment, P id, Index columns) {
    std::vector<std::string> labels = counted(columns);
    for (Index column = 0; column < columns && experiment.heads.count > 1; ++column) {
        const auto feature = head_feature(experiment, id, column);
        if (feature && info(id).split != Split::none)
            labels[static_cast<std::size_t>(column)] =
                text_of(say(words::feature_of_heads, heads_words(*feature), Counted{feature->feature}));
    }
    return labels;
}

std::vector<std::string> labels_of_rows(const SheetBuilder& to, P id, Index rows) {
    switch (id) {
    case P::E: {
        std::vector<std::string> labels = distinct_tokens(to.experiment());
        std::ranges::transform(labels, labels.begin(), shown_word);
        return labels;
    }
    case P::X:
    case P::Q:
        return to.labels(Axis::query_token);
    case P::X_source:
    case P::K:
    case P::V:
        return to.labels(Axis::key_token);
    case P::sink:
        return {words::sink};
    default:
        return is_one_row(id) ? std::vector<std::string>{std::string(info(id).name)} : counted(rows);
    }
}

/// Added scores: one matrix for all heads, or one for each.
void add_added_scores(SheetBuilder& to) {
    const auto& additive = to.experiment().scores.additive;
    to.note(words::hides_too);
    for (std::size_t i = 0; i < additive.size(); ++i) {
        const auto head = static_cast<HeadIndex>(i);
        const std::string heading = additive.size() == 1 ? std::string(info(P::additive).title)
                                                         : text_of(say(words::of_head, Counted{head}));
        to.add_parameter(P::additive, head, to.labels(heading, Axis::query_token, Axis::key_token),
                         *additive[i]);
    }
}

void add_matrix(SheetBuilder& to, P id, Matrix matrix) {
    const Experiment& e = to.experiment();
    if (id == P::position)
        matrix = matrix.topRows(positions_needed(e)).eval();
    SheetBlock block;
    block.heading = info(id).title;
    block.row_labels = labels_of_rows(to, id, matrix.rows());
    block.column_labels = labels_of_columns(e, id, matrix.cols());
    if (id == P::sink && matrix.cols() > 1) {
        for (Index head = 0; head < matrix.cols(); ++head)
            block.column_labels[static_cast<std::size_t>(head)] = text_of(say(words::of_head, Counted{head}));
    }
    to.add_parameter(id, 0, std::move(block), matrix);
}

void add_sheet(SheetBuilder& to, const ParameterSheet& sheet) {
    const Experiment& e = to.experiment();
    bool has_begun = false;
    for (std::size_t i = 0; i < sheet.parameters.size(); ++i) {
        const P id = sheet.parameters[i];
        const MatrixPtr matrix = i == 0 || id != sheet.parameters[0] ? parameter(e, id) : nullptr;
        if (!matrix || !is_read(e, id))
            continue;
        if (!has_begun)
            to.begin(sheet.name, std::string(info(id).title), {}, false);
        has_begun = true;
        if (id == P::additive)
            add_added_scores(to);
        else
            add_matrix(to, id, *matrix);
    }
}

void add_mask(SheetBuilder& to) {
    const Experiment& e = to.experiment();
    const Dimensions& d = to.sizes();
    if (!has_mask(e.mask))
        return;
    Matrix hidden = Matrix::Zero(d.n_q, d.n_k);
    for (const MaskRule* rule : rules_of(e.mask))
        rule->hide(e.mask, first_positions(e), {0, 0, d.n_q, d.n_k}, hidden);
    to.begin("mask", words::mask, text_of(say(words::mask_of, mask_words(e.mask))), false);
    const Matrix visible = (hidden.array() == 0).cast<double>();
    to.set_mask(to.add_given(to.labels(words::mask, Axis::query_token, Axis::key_token), visible));
}

void add_settings(SheetBuilder& to) {
    const Experiment& e = to.experiment();
    const Scores& scores = e.scores;
    const auto add = [&](std::string name, double value, std::string meaning, std::string formula = {}) {
        to.add_setting(
            {std::move(name), {value, std::move(formula), SheetMark::editable}, std::move(meaning)});
    };
    const Index d_k = to.sizes().d_k;
    if (scores.scale)
        add("scale", *scores.scale, words::given_scale);
    else
        add("scale", scale_factor(scores, d_k), text_of(say(words::scale, d_k)),
            "=1/SQRT(" + std::to_string(d_k) + ")");
    if (scores.softcap)
        add("softcap", *scores.softcap, words::softcap);
    if (scores.qk_norm)
        add("epsilon", scores.qk_norm->epsilon, words::epsilon);
    const Rotation rotation(e);
    if (scores.rotary && rotation.has_base())
        add("rotary_base", scores.rotary_base, words::rotary_base);
    for (Index pair = 0; !rotation.has_base() && pair < rotation.pairs(); ++pair)
        add(rotary_frequency_name(pair), rotation.frequency(pair), words::rotary_frequency);
    const Normalizer& kind = normalizer(e);
    if (kind.has_temperature)
        add("temperature", e.normalization.temperature, words::temperature);
    if (kind.has_bias)
        add("sigmoid_bias", e.normalization.bias, words::sigmoid_bias);
    if (e.dropout)
        add("dropout_rate", e.dropout->rate, words::dropout_rate);
}

} // namespace

std::string rotary_frequency_name(Index pair) {
    return "rotary_frequency_" + std::to_string(pair + first_in_window);
}

void add_parameter_sheets(SheetBuilder& to) {
    add_settings(to);
    for (const ParameterSheet& sheet : parameter_sheets)
        add_sheet(to, sheet);
    add_mask(to);
}

} // namespace lab
