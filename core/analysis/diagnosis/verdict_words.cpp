// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/verdict_words.h"

#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/describe/names.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

constexpr Phrase<2> is_right_number{"{0} is right for {1}"};
constexpr Phrase<2> is_right_from_shown{"{0} is right for {1}, from the rounded numbers on the cards"};
constexpr Phrase<4> is_right_in_part{"{0} is right to {1} decimals, not to {2}, for {3}"};
constexpr Phrase<3> is_close{"{0} is close for {1}: type {2} decimals or more"};
constexpr Phrase<2> is_not_right{"{0} is not right for {1}"};
constexpr Phrase<1> one_mistake_gives_it{"One known mistake gives it: {0}"};
constexpr Phrase<0> of_another_row{"It is a number of another row"};
constexpr Phrase<0> of_another_column{"It is a number of another column"};
constexpr Phrase<0> of_the_pair_across{"Look again at which of the two words asks, and which one answers"};
constexpr Phrase<0> is_per_cent_of_it{"It looks like per cent: a weight is a part of 1"};
constexpr Phrase<2> goes_on_up_to{"{0}; go on from there, up to {1}"};
constexpr Phrase<0> division_by_sum{"the division by the sum of its row"};
constexpr Phrase<1> one_digit_tells_nothing{
    "One digit alone does not show what went wrong; go through the formula of the {0} step by step"};
constexpr Phrase<1> nothing_gives_it{
    "No mistake that is known here gives it; go through the formula of the {0} step by step"};

constexpr Phrase<1> but_arranged{"But {0}"};
constexpr Phrase<1> others_are_known{"{0}; other mistakes give these numbers, too"};
constexpr Phrase<3> most_fit{"{0} of {1} fit this. {2}"};
constexpr Phrase<0> right_for_another_row{"They are right for another row"};
constexpr Phrase<0> right_for_another_column{"They are right for another column"};
constexpr Phrase<1> nothing_gives_them{
    "No mistake that is known here gives them; go through the formula of the {0} step by step"};

/// Whether what is a row in the core is one on screen, too.
bool is_row_there(NumberVerdict::Kind kind, const Naming& naming) {
    return (kind == NumberVerdict::Kind::other_row) == (naming.notation == Notation::rows);
}
bool is_row_there(PartVerdict::Kind kind, const Naming& naming) {
    return (kind == PartVerdict::Kind::other_row) == (naming.notation == Notation::rows);
}

/// What gives a wrong number.
Said reason_of(const Experiment& experiment, const CellRef& cell, double number, const NumberVerdict& verdict,
               const Naming& naming) {
    using Kind = NumberVerdict::Kind;
    switch (verdict.kind) {
    case Kind::mistake:
        return say(one_mistake_gives_it,
                   claim_words(experiment, {cell.stage, cell.head}, {{*verdict.mistake}, {}}, naming));
    case Kind::other_place:
        return place_words(experiment, verdict.place, number, naming);
    case Kind::per_cent:
        return say(is_per_cent_of_it);
    case Kind::unnormalised:
        return say(goes_on_up_to, place_words(experiment, verdict.place, number, naming),
                   experiment.normalization.kind == NormalizationKind::sum
                       ? say(division_by_sum)
                       : say(normalizer(experiment).words));
    case Kind::too_rough:
        return say(one_digit_tells_nothing, plural_of(cell.stage));
    case Kind::other_row:
    case Kind::other_column:
        return say(is_row_there(verdict.kind, naming) ? of_another_row : of_another_column);
    case Kind::across:
        return say(of_the_pair_across);
    default:
        return say(nothing_gives_it, plural_of(cell.stage));
    }
}

} // namespace

std::vector<Said> number_words(const Experiment& experiment, const CellRef& cell, const std::string& quoted,
                               const TypedAnswer& typed, const NumberVerdict& verdict, const Naming& naming) {
    using Kind = NumberVerdict::Kind;
    Said place = cell_place(experiment, cell);
    switch (verdict.kind) {
    case Kind::right:
        return {say(is_right_number, quoted, std::move(place))};
    case Kind::right_from_shown:
        return {say(is_right_from_shown, quoted, std::move(place))};
    case Kind::right_in_part:
        return {
            say(is_right_in_part, quoted, Index{verdict.decimals}, Index{typed.decimals}, std::move(place))};
    case Kind::too_few_decimals:
        return {say(is_close, quoted, std::move(place), Index{typed.decimals})};
    default:
        return {say(is_not_right, quoted, std::move(place)),
                reason_of(experiment, cell, typed.number, verdict, naming)};
    }
}

std::vector<Said> part_words(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                             const PartVerdict& verdict, const Naming& naming) {
    using Kind = PartVerdict::Kind;
    const auto claim = [&] {
        Said words = claim_words(experiment, {part.stage, part.head}, verdict.claim, naming);
        return verdict.others_agree ? say(others_are_known, std::move(words)) : words;
    };
    switch (verdict.kind) {
    case Kind::mistake:
        return {claim()};
    case Kind::most:
        return {say(most_fit, verdict.fitting, part.block.rows * part.block.columns, claim())};
    case Kind::arranged: {
        std::vector<Said> words;
        for (Said& each : arrangement_words(experiment, diagnosis, naming))
            words.push_back(say(but_arranged, std::move(each)));
        return words;
    }
    case Kind::other_row:
    case Kind::other_column:
        return {say(is_row_there(verdict.kind, naming) ? right_for_another_row : right_for_another_column)};
    case Kind::unknown:
        break;
    }
    return {say(nothing_gives_them, plural_of(part.stage))};
}

} // namespace lab
