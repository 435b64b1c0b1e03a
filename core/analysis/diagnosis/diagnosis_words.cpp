// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/diagnosis_words.h"

#include "core/edits/masks.h"
#include "core/explain/names.h"
#include "core/number_format.h"
#include "core/parameter.h"
#include "core/phrases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

struct StageNouns {
    Phrase<0> many, one;
};

constexpr std::array<StageNouns, std::size_t(StageId::output) + 1> stage_nouns{{
    {phrase::many_inputs, phrase::one_input},
    {phrase::many_source_inputs, phrase::one_input},
    {phrase::many_queries, phrase::one_query},
    {phrase::many_keys, phrase::one_key},
    {phrase::many_values, phrase::one_value},
    {phrase::many_scores, phrase::one_score},
    {phrase::many_scaled_scores, phrase::one_scaled_score},
    {phrase::many_masked_scores, phrase::one_masked_score},
    {phrase::many_weights, phrase::one_weight},
    {phrase::many_dropped_weights, phrase::one_dropped_weight},
    {phrase::many_head_outputs, phrase::one_head_output},
    {phrase::many_concatenated, phrase::one_concatenation},
    {phrase::many_outputs, phrase::one_output},
}};

Said plural(StageId stage) {
    return say(stage_nouns[static_cast<std::size_t>(stage)].many);
}

std::string rounded_text(double value) {
    constexpr int digits = 5; // √2 is 1.4142
    return brief(value > 0 ? rounded_to_digits(value, digits) : value);
}

std::string root_text(Index number) {
    return rounded_text(std::sqrt(static_cast<double>(number)));
}

/// What to do with QKᵀ.
Said scaling(const Experiment& experiment) {
    if (!experiment.scores.scale)
        return say(phrase::divide_by_root, root_text(dimensions(experiment).d_k));
    return *experiment.scores.scale == 1 ? say(phrase::leave_unscaled)
                                         : say(phrase::multiply_by, *experiment.scores.scale);
}

Said normaliser(const Experiment& experiment) {
    return say(is_softmax(experiment.normalization.kind) ? phrase::softmax_is : phrase::normaliser_is);
}

Said names_of(const Experiment& experiment, std::initializer_list<ParameterId> ids,
              bool (*counts)(const Matrix&)) {
    std::vector<Said> names;
    for (const ParameterId id : ids) {
        const MatrixPtr& matrix = projection_matrix(experiment.projection, id);
        if (matrix && is_read(experiment, id) && counts(*matrix))
            names.push_back(say(phrase::just, std::string(info(id).name)));
    }
    return list_of(std::move(names), phrase::last_of_names);
}

Said other_stage_words(const Experiment& experiment, StageId stage, StageId asked) {
    const Scores& scores = experiment.scores;
    const bool is_only_scaled = !scores.softcap && scores.bias == ScoreBias::none && scores.additive.empty();
    if (stage == StageId::scores && asked == StageId::scaled_scores && is_only_scaled)
        return say(phrase::before_scaling, scaling(experiment));
    return say(phrase::other_stage, plural(stage), plural(asked));
}

Said order_words(const std::vector<HeadIndex>& order, Index first) {
    std::vector<Said> heads;
    heads.reserve(order.size());
    for (const HeadIndex head : order)
        heads.push_back(say(phrase::just, head + first));
    return say(phrase::other_head_order, list_of(std::move(heads), phrase::and_so_on));
}

Said scale_words(const Experiment& e, MistakeKind kind) {
    switch (kind) {
    case MistakeKind::scaled_by_d_k:
        return say(phrase::scale_of_d_k, dimensions(e).d_k, scaling(e));
    case MistakeKind::scaled_by_d_model:
        return say(phrase::scale_of_d_model, root_text(dimensions(e).d_model), scaling(e));
    case MistakeKind::scaled_twice:
        return say(phrase::scale_twice, scaling(e));
    default:
        return say(phrase::scale_missing, scaling(e));
    }
}

Said mistake_words(const Experiment& e, const Asked& asked, const Claim& claim, const Mistake& mistake,
                   const Naming& naming) {
    switch (mistake.kind) {
    case MistakeKind::other_stage:
        return other_stage_words(e, mistake.stage, asked.stage);
    case MistakeKind::other_head:
        return say(phrase::other_head, mistake.head + naming.first, asked.head + naming.first);
    case MistakeKind::other_head_order:
        return order_words(claim.head_order, naming.first);
    case MistakeKind::transposed:
        return say(phrase::exchanged_axes);
    case MistakeKind::not_scaled:
    case MistakeKind::scaled_by_d_k:
    case MistakeKind::scaled_by_d_model:
    case MistakeKind::scaled_twice:
        return scale_words(e, mistake.kind);
    case MistakeKind::normalised_over_queries:
        return say(phrase::over_queries.in(naming.notation), normaliser(e));
    case MistakeKind::normalised_over_all:
        return say(phrase::over_all_cells.in(naming.notation), normaliser(e));
    case MistakeKind::base_two:
        return say(phrase::with_base_two);
    case MistakeKind::without_exponential:
        return say(phrase::no_exponential);
    case MistakeKind::without_mask:
        return say(phrase::mask_missing, text_of(mask_words(e.mask)));
    case MistakeKind::masked_with_zero:
        return say(phrase::mask_of_zeros);
    case MistakeKind::weights_masked:
        return say(phrase::mask_on_weights);
    case MistakeKind::weights_masked_and_normalised:
        return say(phrase::mask_on_weights_normalised);
    case MistakeKind::without_bias:
        return say(phrase::biases_missing,
                   names_of(e, {ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V, ParameterId::b_O},
                            [](const Matrix&) { return true; }));
    case MistakeKind::weights_transposed:
        return say(naming.notation == Notation::rows ? phrase::weights_are_transposed
                                                     : phrase::weights_of_columns_are_transposed,
                   names_of(e, {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V},
                            [](const Matrix& weights) { return weights.rows() == weights.cols(); }));
    case MistakeKind::queries_and_keys_exchanged:
        return say(phrase::queries_for_keys);
    case MistakeKind::keys_for_values:
        return say(phrase::keys_as_values);
    case MistakeKind::without_position:
        return say(phrase::position_missing);
    case MistakeKind::without_rotation:
        return say(phrase::rotation_missing);
    case MistakeKind::without_alibi:
        return say(phrase::alibi_missing);
    case MistakeKind::without_temperature:
        return say(phrase::temperature_missing, e.normalization.temperature);
    case MistakeKind::sign_turned:
        return say(phrase::other_sign);
    }
    return {};
}

/// As the notation shows them.
std::string shape_words(Index heads, Index rows, Index columns, const Naming& naming) {
    if (naming.notation == Notation::columns)
        std::swap(rows, columns);
    return (heads > 0 ? std::to_string(heads) + " × " : "") + shape_text(rows, columns);
}

Said shape_verdict(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming) {
    const StageInfo& stage = info(diagnosis.asked.stage);
    const Dimensions d = dimensions(experiment);
    return say(phrase::shapes_differ, shape_words(diagnosis.heads, diagnosis.rows, diagnosis.columns, naming),
               plural(stage.id),
               shape_words(diagnosis.heads > 0 && stage.per_head ? d.H : 0, length(stage.rows, d),
                           length(stage.columns, d), naming));
}

/// Two numbers that differ, so that the difference can be seen.
std::pair<std::string, std::string> told_apart(double one, double other) {
    if (brief(one) != brief(other))
        return {brief(one), brief(other)};
    return {shortest(one), shortest(other)};
}

/// "row 2 (“is”)": a row or a column as the notation shows it, with its token.
Said line_words(const Experiment& experiment, Axis axis, bool is_row, Index index, const Naming& naming) {
    const bool is_shown_as_row = is_row == (naming.notation == Notation::rows);
    Said number = say(is_shown_as_row ? phrase::numbered_row : phrase::numbered_column, index + naming.first);
    return is_token_axis(axis)
               ? say(phrase::named_line, std::move(number), label_in_sentence(experiment, axis, index))
               : number;
}

/// "row 2 (“is”), column 1 (“sky”)"; of numbers with another shape than the stage's, without tokens.
Said cell_words(const Experiment& experiment, const Diagnosis& diagnosis, const CellRef& cell,
                const Naming& naming) {
    const StageInfo& stage = info(cell.stage);
    const auto axis = [&](Axis its) { return diagnosis.has_shape ? its : Axis::model_feature; };
    Said row = line_words(experiment, axis(stage.rows), true, cell.row, naming);
    Said column = line_words(experiment, axis(stage.columns), false, cell.column, naming);
    if (naming.notation == Notation::columns)
        std::swap(row, column);
    Said place = say(phrase::and_so_on, std::move(row), std::move(column));
    return diagnosis.heads > 0
               ? say(phrase::and_so_on, say(phrase::head, cell.head + naming.first), std::move(place))
               : place;
}

Said wrong_cells(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming) {
    const WrongCell& wrong = *diagnosis.first_wrong;
    const auto [given, expected] = told_apart(wrong.given, wrong.expected);
    return say(phrase::some_cells_agree, diagnosis.right, diagnosis.cells,
               cell_words(experiment, diagnosis, wrong.cell, naming), given, expected);
}

} // namespace

Naming naming_in_window(const Experiment& experiment) {
    return {1, experiment.notation};
}

Said claim_words(const Experiment& experiment, const Asked& asked, const Claim& claim, const Naming& naming) {
    const auto words = [&](std::size_t i) {
        return mistake_words(experiment, asked, claim, claim.mistakes[i], naming);
    };
    return claim.mistakes.size() == 1 ? words(0) : say(phrase::two_mistakes, words(0), words(1));
}

namespace {

/// How many numbers agree, and whether that is known of any other mistake.
void add_certainty(const Diagnosis& diagnosis, std::vector<Said>& lines) {
    const Index cells = diagnosis.rows * diagnosis.columns * std::max<Index>(diagnosis.heads, 1);
    const bool is_one = diagnosis.claims.size() == 1;
    if (cells > 1)
        lines.push_back(say(!is_one                                           ? phrase::all_fit_each
                            : diagnosis.may_be_chance || diagnosis.others_fit ? phrase::all_fit_rough
                            : diagnosis.claims.front().mistakes.size() == 1   ? phrase::all_fit_alone
                                                                              : phrase::all_fit_two,
                            cells));
    if (diagnosis.has_few_digits)
        lines.push_back(say(phrase::few_digits));
}

void add_near(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming,
              std::vector<Said>& lines) {
    const NearClaim& near = *diagnosis.near;
    const Index cells = diagnosis.rows * diagnosis.columns * std::max<Index>(diagnosis.heads, 1);
    lines.push_back(say(near.fitting + 1 == cells ? phrase::fits_mostly : phrase::fits_partly, near.fitting,
                        cells, claim_words(experiment, diagnosis.asked, near.claim, naming),
                        cell_words(experiment, diagnosis, near.first_other.cell, naming)));
    const auto [given, expected] = told_apart(near.first_other.given, near.first_other.expected);
    lines.push_back(say(phrase::would_be, given, expected));
    if (near.as_good > 0)
        lines.push_back(say(phrase::others_fit_as_many, near.as_good));
    else if (near.claim.mistakes.size() == 1 && !diagnosis.others_fit)
        lines.push_back(say(phrase::no_other_fits_as_many));
    if (diagnosis.has_few_digits)
        lines.push_back(say(phrase::few_digits));
}

void add_line(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming,
              std::vector<Said>& lines) {
    const LineClaim& line = *diagnosis.line;
    const StageInfo& stage = info(line.stage);
    Said name =
        line_words(experiment, line.is_row ? stage.rows : stage.columns, line.is_row, line.index, naming);
    if (line.claim)
        lines.push_back(say(phrase::is_line_but, std::move(name), plural(line.stage),
                            claim_words(experiment, diagnosis.asked, *line.claim, naming)));
    else
        lines.push_back(say(line.may_be_chance ? phrase::agrees_with_line : phrase::is_line, std::move(name),
                            plural(line.stage)));
    if (line.as_good > 0)
        lines.push_back(say(phrase::other_lines_agree, line.as_good));
    lines.push_back(shape_verdict(experiment, diagnosis, naming));
}

} // namespace

std::vector<Said> diagnosis_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                  const Naming& naming) {
    if (diagnosis.is_right)
        return {say(phrase::numbers_are_right)};
    std::vector<Said> lines;
    for (const Claim& claim : diagnosis.claims) {
        Said words = claim_words(experiment, diagnosis.asked, claim, naming);
        lines.push_back(lines.empty() ? std::move(words) : say(phrase::agrees_as_well, std::move(words)));
    }
    if (diagnosis.more_claims > 0)
        lines.push_back(say(phrase::more_agree, diagnosis.more_claims));
    if (!lines.empty()) {
        add_certainty(diagnosis, lines);
        return lines;
    }
    if (diagnosis.near) {
        add_near(experiment, diagnosis, naming, lines);
        return lines;
    }
    if (diagnosis.line) {
        add_line(experiment, diagnosis, naming, lines);
        return lines;
    }
    lines.push_back(diagnosis.has_shape ? wrong_cells(experiment, diagnosis, naming)
                                        : shape_verdict(experiment, diagnosis, naming));
    lines.push_back(say(diagnosis.may_be_chance    ? phrase::may_be_chance
                        : diagnosis.left_out_pairs ? phrase::pairs_not_tried
                                                   : phrase::no_known_mistake));
    return lines;
}

Said identification_words(const Experiment& experiment, const Identification& what, const Naming& naming) {
    Said name = plural(what.what.stage);
    if (info(what.what.stage).per_head && experiment.heads.count > 1 && !what.has_all_heads)
        name = say(phrase::numbers_of_head, std::move(name), what.what.head + naming.first);
    if (!what.claim)
        return say(phrase::these_are, std::move(name));
    return say(phrase::these_are_but, std::move(name),
               claim_words(experiment, what.what, *what.claim, naming));
}

namespace {

/// "the scaled score of “sky” for “is”, in head 2".
Said name_of_place(const Experiment& experiment, const CellRef& cell, const Naming& naming) {
    const StageInfo& stage = info(cell.stage);
    const Said noun = say(stage_nouns[static_cast<std::size_t>(cell.stage)].one);
    Said row = label_in_sentence(experiment, stage.rows, cell.row);
    Said words = [&] {
        if (is_sink_share(experiment, cell))
            return say(phrase::place_of_sink, std::move(row));
        if (is_token_axis(stage.columns))
            return say(phrase::place_of_pair, noun, label_in_sentence(experiment, stage.columns, cell.column),
                       std::move(row));
        return say(phrase::place_of_token, say(phrase::feature, cell.column + naming.first), noun,
                   std::move(row));
    }();
    return stage.per_head && experiment.heads.count > 1
               ? say(phrase::in_head, std::move(words), cell.head + naming.first)
               : words;
}

} // namespace

Said place_words(const Experiment& experiment, const CellRef& cell, double number, const Naming& naming,
                 Likeness likeness) {
    const Phrase<2>& phrase = likeness == Likeness::is        ? phrase::number_is
                              : likeness == Likeness::is_also ? phrase::number_is_also
                                                              : phrase::number_agrees;
    return say(phrase, number, name_of_place(experiment, cell, naming));
}

Said nearest_words(const Experiment& experiment, const Places& places, double number, const Naming& naming) {
    const auto [given, nearest] = told_apart(number, places.nearest_number);
    constexpr int digits = 3;
    const double difference = rounded_to_digits(std::abs(number - places.nearest_number), digits);
    return say(phrase::nearest_number, plural(places.nearest->stage),
               name_of_place(experiment, *places.nearest, naming), nearest, written(difference));
}

} // namespace lab
