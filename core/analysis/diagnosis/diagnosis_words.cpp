// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/diagnosis_words.h"

#include "core/analysis/diagnosis/cell_words.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/experiment/parameter.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lab {

namespace {

/// Whether a claim says no more than one before it: the scores before scaling are those that are not scaled.
bool is_said_already(const Experiment& experiment, const Diagnosis& diagnosis, const Claim& claim) {
    const std::vector<Mistake>& first = diagnosis.claims.front().mistakes;
    return claim.mistakes == std::vector{Mistake{MistakeKind::not_scaled, {}, 0}} && first.size() == 1 &&
           is_before_scaling(experiment, first.front(), diagnosis.asked.stage);
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
               plural_of(stage.id),
               shape_words(diagnosis.heads > 0 && stage.per_head ? d.H : 0, length(stage.rows, d),
                           length(stage.columns, d), naming));
}

/// Two numbers that differ, so that the difference can be seen.
std::pair<std::string, std::string> told_apart(double one, double other) {
    if (written(one) != written(other))
        return {written(one), written(other)};
    return {shortest(one), shortest(other)};
}

/// Of numbers with another shape than the stage's, without tokens.
Said place_of(const Experiment& experiment, const Diagnosis& diagnosis, const CellRef& cell,
              const Naming& naming) {
    return cell_words(experiment, cell, {diagnosis.has_shape, diagnosis.heads > 0}, naming);
}

Said wrong_cells(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming) {
    const WrongCell& wrong = *diagnosis.first_wrong;
    const auto [given, expected] = told_apart(wrong.given, wrong.expected);
    if (diagnosis.cells == 1)
        return say(phrase::number_differs, given, expected);
    Said place = place_of(experiment, diagnosis, wrong.cell, naming);
    if (diagnosis.right == 0)
        return say(phrase::no_cell_agrees, diagnosis.cells, std::move(place), given, expected);
    return say(phrase::some_cells_agree, diagnosis.right, diagnosis.cells, std::move(place), given, expected);
}

/// Where few cells are wrong: the one that is most wrong, and that it is probably a slip.
void add_slip(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming,
              std::vector<Said>& lines) {
    const WrongCell& worst = *diagnosis.slip;
    const Index wrong = diagnosis.cells - diagnosis.right;
    const auto [given, expected] = told_apart(worst.given, worst.expected);
    lines.push_back(say(wrong == 1 ? phrase::one_cell_differs : phrase::few_cells_differ, diagnosis.right,
                        diagnosis.cells, place_of(experiment, diagnosis, worst.cell, naming), given,
                        expected));
    lines.push_back(wrong == 1 ? say(phrase::one_slip) : say(phrase::some_slips, wrong));
}

/// Of numbers that are right to fewer digits than they show.
Said roughness_words(const Roughness& rough) {
    if (rough.is_cut_off)
        return say(phrase::are_cut_off, Index{rough.decimals});
    if (rough.decimals > 1)
        return say(phrase::are_right_to_decimals, Index{rough.decimals});
    return say(phrase::are_right_to_digits, Index{rough.digits});
}

} // namespace

Naming naming_in_window(const Experiment& experiment) {
    return {1, experiment.notation};
}

namespace {

/// How many numbers agree, and whether that is known of any other mistake.
void add_certainty(const Diagnosis& diagnosis, bool is_one, std::vector<Said>& lines) {
    const Index cells = diagnosis.rows * diagnosis.columns * std::max<Index>(diagnosis.heads, 1);
    if (cells > 1)
        lines.push_back(say(!is_one                                           ? phrase::all_fit_each
                            : diagnosis.may_be_chance || diagnosis.others_fit ? phrase::all_fit_rough
                            : diagnosis.claims.front().mistakes.size() == 1   ? phrase::all_fit_alone
                                                                              : phrase::all_fit_two,
                            cells));
    if (diagnosis.has_few_digits)
        lines.push_back(say(phrase::few_digits));
}

// Of a mistake, which is a sentence of its own.
constexpr Phrase<4> fits_but_one{"{0} of {1} fit this. {2}. Look at {3}"};
constexpr Phrase<4> fits_but_some{"{0} of {1} fit this. {2}. Look first at {3}"};

/// What most cells are, the first of the others, and what it would be: the name of a stage, or a mistake.
void add_fitting(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming, Said what,
                 std::vector<Said>& lines) {
    const NearClaim& near = *diagnosis.near;
    const Index cells = diagnosis.rows * diagnosis.columns * std::max<Index>(diagnosis.heads, 1);
    const bool is_name = near.claim.mistakes.empty();
    const Phrase<4>& but_one = is_name ? phrase::fits_mostly : fits_but_one;
    const Phrase<4>& but_some = is_name ? phrase::fits_partly : fits_but_some;
    lines.push_back(say(near.fitting + 1 == cells ? but_one : but_some, near.fitting, cells, std::move(what),
                        place_of(experiment, diagnosis, near.first_other.cell, naming)));
    const auto [given, expected] = told_apart(near.first_other.given, near.first_other.expected);
    lines.push_back(say(is_name ? phrase::there_should_be : phrase::would_be, given, expected));
}

void add_near(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming,
              std::vector<Said>& lines) {
    const NearClaim& near = *diagnosis.near;
    add_fitting(experiment, diagnosis, naming, claim_words(experiment, diagnosis.asked, near.claim, naming),
                lines);
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
        lines.push_back(say(phrase::is_line_but, std::move(name), plural_of(line.stage),
                            claim_words(experiment, diagnosis.asked, *line.claim, naming)));
    else
        lines.push_back(say(line.may_be_chance ? phrase::agrees_with_line : phrase::is_line, std::move(name),
                            plural_of(line.stage)));
    if (line.as_good > 0)
        lines.push_back(say(phrase::other_lines_agree, line.as_good));
    lines.push_back(shape_verdict(experiment, diagnosis, naming));
}

} // namespace

namespace {

/// In which arrangements the numbers have a name that says so.
const Phrase<1>* name_phrase(Arrangement arrangement) {
    switch (arrangement) {
    case Arrangement::side_by_side:
        return &phrase::side_by_side;
    case Arrangement::tokens_first:
        return &phrase::tokens_first;
    case Arrangement::of_each_group:
        return &phrase::of_each_group;
    case Arrangement::fused:
        return &phrase::fused;
    case Arrangement::averaged:
        return &phrase::averaged_over_heads;
    default:
        return nullptr;
    }
}

/// "row 0 (“<pad>”) and row 2 (“<pad>”)": the queries all of whose keys are hidden.
Said hidden_row_words(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming) {
    std::vector<Said> rows;
    for (const Index row : diagnosis.hidden_rows)
        rows.push_back(line_words(experiment, Axis::query_token, true, row, naming));
    return list_of(std::move(rows), phrase::last_of_names);
}

/// What the numbers are: "queries of all heads side by side".
Said arranged_name(Said name, const std::vector<Arrangement>& arrangement) {
    for (const Arrangement each : arrangement) {
        if (const Phrase<1>* phrase = name_phrase(each))
            name = say(*phrase, std::move(name));
    }
    return name;
}

/// What is to be said besides, of an arrangement that has no name.
Said remark_on(const Experiment& experiment, const Diagnosis& diagnosis, Arrangement arrangement,
               const Naming& naming) {
    switch (arrangement) {
    case Arrangement::side_by_side:
    case Arrangement::tokens_first:
    case Arrangement::of_each_group:
    case Arrangement::fused:
    case Arrangement::averaged:
        break;
    case Arrangement::as_columns:
        // What is shown in columns notation is given in it, unless it is the other way round.
        return say(naming.notation == Notation::columns ? phrase::are_rows : phrase::are_columns);
    case Arrangement::batch_of_one:
        return say(phrase::are_batch_of_one);
    case Arrangement::stand_ins:
        return say(phrase::have_stand_ins);
    case Arrangement::hidden_rows_nan:
        return say(phrase::hidden_rows_are_nan, hidden_row_words(experiment, diagnosis, naming));
    case Arrangement::hidden_rows_equal:
        return say(phrase::hidden_rows_are_equal, hidden_row_words(experiment, diagnosis, naming));
    case Arrangement::float16:
    case Arrangement::bfloat16:
        return say(phrase::are_rounded_to_type, std::string(key_of(arrangement)));
    case Arrangement::fewer_digits:
        return roughness_words(*diagnosis.rough);
    }
    return {};
}

/// The remarks on all arrangements that have no name.
std::vector<Said> remarks_on(const Experiment& experiment, const Diagnosis& diagnosis, const Naming& naming) {
    std::vector<Said> remarks;
    for (const Arrangement each : diagnosis.arrangement) {
        if (!name_phrase(each))
            remarks.push_back(remark_on(experiment, diagnosis, each, naming));
    }
    return remarks;
}

Said with_remarks(Said words, std::vector<Said> remarks) {
    for (Said& each : remarks)
        words = say(phrase::arranged, std::move(words), std::move(each));
    return words;
}

constexpr Phrase<0> infinite_are_masked{
    "Most numbers with −∞ are masked scores: if these are, check them as that stage"};

std::vector<Said> words_without_arrangement(const Experiment& experiment, const Diagnosis& diagnosis,
                                            const Naming& naming) {
    if (diagnosis.is_right)
        return {say(phrase::numbers_are_right)};
    std::vector<Said> lines;
    std::set<std::string> said;
    for (const Claim& claim : diagnosis.claims) {
        if (is_said_already(experiment, diagnosis, claim))
            continue;
        Said words = claim_words(experiment, diagnosis.asked, claim, naming);
        // Where one bias is seen alone, leaving it out and leaving out all of them is the same.
        if (!said.insert(text_of(words)).second)
            continue;
        lines.push_back(lines.empty() ? std::move(words) : say(phrase::agrees_as_well, std::move(words)));
    }
    if (diagnosis.more_claims > 0)
        lines.push_back(say(phrase::more_agree, diagnosis.more_claims));
    if (!lines.empty()) {
        add_certainty(diagnosis, lines.size() == 1, lines);
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
    if (diagnosis.slip && !diagnosis.may_be_chance) {
        add_slip(experiment, diagnosis, naming, lines);
        return lines;
    }
    lines.push_back(diagnosis.has_shape ? wrong_cells(experiment, diagnosis, naming)
                                        : shape_verdict(experiment, diagnosis, naming));
    lines.push_back(say(diagnosis.may_be_chance    ? phrase::may_be_chance
                        : diagnosis.left_out_pairs ? phrase::pairs_not_tried
                                                   : phrase::no_known_mistake));
    if (diagnosis.has_minus_infinity && diagnosis.asked.stage != StageId::masked_scores)
        lines.push_back(say(infinite_are_masked));
    return lines;
}

} // namespace

std::vector<Said> arrangement_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                    const Naming& naming) {
    std::vector<Said> words;
    if (std::ranges::any_of(diagnosis.arrangement, name_phrase))
        words.push_back(say(phrase::arranged_these_are,
                            arranged_name(plural_of(diagnosis.asked.stage), diagnosis.arrangement)));
    for (Said& each : remarks_on(experiment, diagnosis, naming))
        words.push_back(std::move(each));
    return words;
}

std::vector<Said> diagnosis_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                  const Naming& naming) {
    std::vector<Said> lines = words_without_arrangement(experiment, diagnosis, naming);
    lines.front() = with_remarks(std::move(lines.front()), arrangement_words(experiment, diagnosis, naming));
    return lines;
}

namespace {

/// "queries of head 1"
Said identified_name(const Experiment& experiment, const Diagnosis& what, const Naming& naming) {
    const Asked& asked = what.asked;
    Said name = arranged_name(plural_of(asked.stage), what.arrangement);
    if (info(asked.stage).per_head && experiment.heads.count > 1 && what.heads == 0 && !asked.is_average)
        name = say(phrase::numbers_of_head, std::move(name), asked.head + naming.first);
    return name;
}

Said identification_without_remarks(const Experiment& experiment, const Diagnosis& what, const Claim* claim,
                                    const Naming& naming) {
    Said name = identified_name(experiment, what, naming);
    if (!claim || claim->mistakes.empty())
        return say(phrase::these_are, std::move(name));
    return say(phrase::these_are_but, std::move(name), claim_words(experiment, what.asked, *claim, naming));
}

} // namespace

Said identification_words(const Experiment& experiment, const Diagnosis& what, const Naming& naming) {
    return with_remarks(identification_without_remarks(
                            experiment, what, what.claims.empty() ? nullptr : &what.claims.front(), naming),
                        remarks_on(experiment, what, naming));
}

std::vector<Said> near_identification_words(const Experiment& experiment, const Diagnosis& nearly,
                                            const Naming& naming) {
    std::vector<Said> lines;
    const Claim& claim = nearly.near->claim;
    add_fitting(experiment, nearly, naming,
                claim.mistakes.empty() ? identified_name(experiment, nearly, naming)
                                       : identification_without_remarks(experiment, nearly, &claim, naming),
                lines);
    lines.front() = with_remarks(std::move(lines.front()), remarks_on(experiment, nearly, naming));
    return lines;
}

namespace {

/// "the scaled score of “sky” for “is”, in head 2".
Said name_of_place(const Experiment& experiment, const CellRef& cell, const Naming& naming) {
    const StageInfo& stage = info(cell.stage);
    const Said noun = singular_of(cell.stage);
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
    return say(phrase, written(number), name_of_place(experiment, cell, naming));
}

Said nearest_words(const Experiment& experiment, const Places& places, double number, const Naming& naming) {
    const auto [given, nearest] = told_apart(number, places.nearest_number);
    constexpr int digits = 3;
    const double difference = rounded_to_digits(std::abs(number - places.nearest_number), digits);
    return say(phrase::nearest_number, plural_of(places.nearest->stage),
               name_of_place(experiment, *places.nearest, naming), nearest, written(difference));
}

} // namespace lab
