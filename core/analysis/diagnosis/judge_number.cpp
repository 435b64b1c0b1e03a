// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge_number.h"

#include "core/analysis/agreement.h"
#include "core/analysis/answer.h"
#include "core/analysis/diagnosis/claim_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

using Number = NumberVerdict::Kind;
using Part = PartVerdict::Kind;

/// A mistake with a number that was fitted to what is given would tell what that was to be.
bool tells_numbers(const Claim& claim) {
    return std::ranges::any_of(claim.mistakes, [](const Mistake& each) { return each.value != 0; });
}

/// Whether a claim says that the numbers stand elsewhere, where some are covered.
bool is_of_covered(const StageBlock& part, const Claim& claim, const IsCovered& is_covered) {
    for (const Mistake& each : claim.mistakes) {
        CellRef cell{part.stage, part.head, 0, 0};
        if (each.kind == MistakeKind::other_stage)
            cell.stage = each.stage;
        else if (each.kind == MistakeKind::other_head)
            cell.head = each.head;
        else
            continue;
        for (cell.row = part.block.row; cell.row < part.block.row + part.block.rows; ++cell.row) {
            for (cell.column = part.block.column; cell.column < part.block.column + part.block.columns;
                 ++cell.column) {
                if (is_covered(cell))
                    return true;
            }
        }
    }
    return false;
}

bool is_score(StageId stage) {
    return stage == StageId::scores || stage == StageId::scaled_scores || stage == StageId::masked_scores;
}

/// Whether a number is typed with one significant digit or none: "0.3", "2", "0.00". −∞ has no digits.
bool has_one_digit(const TypedAnswer& typed) {
    if (!std::isfinite(typed.number))
        return false;
    const double units = std::abs(typed.number) * std::pow(10.0, typed.shown_decimals);
    constexpr double two_digits = 10, rounding = 1e-6;
    return units < two_digits - rounding;
}

/// Whether it is a share in per cent, to all that is typed of it.
bool is_per_cent(const TypedAnswer& typed, double right) {
    constexpr double per_cent = 100;
    return right > 0 && right <= 1 &&
           is_right(typed.number, typed.shown_decimals, per_cent * right, per_cent) &&
           !is_right(typed.number, typed.shown_decimals, right, 1);
}

/// A way of writing numbers, which tells none: what stands in place of −∞ or of a row would.
bool is_way_of_writing(const std::vector<Arrangement>& arrangement) {
    return !arrangement.empty() && std::ranges::all_of(arrangement, [](Arrangement each) {
        return each != Arrangement::stand_ins && each != Arrangement::hidden_rows_nan &&
               each != Arrangement::hidden_rows_equal;
    });
}

} // namespace

NumberJudge::NumberJudge(const Experiment& experiment, std::optional<int> decimals, IsCovered is_covered)
    : m_experiment(experiment), m_decimals(decimals), m_is_covered(std::move(is_covered)) {}

TypedNumbers* NumberJudge::numbers_for(const CellRef& cell) {
    if (is_sink_share(m_experiment, cell))
        return nullptr;
    if (!m_numbers && TypedNumbers::are_quick(m_experiment))
        m_numbers.emplace(m_experiment);
    return m_numbers ? &*m_numbers : nullptr;
}

NumberVerdict NumberJudge::compare(const CellRef& cell, const TypedAnswer& typed, const RightNumber& right) {
    const auto agrees = [&](double expected) {
        if (right.tolerance)
            return is_right(typed.number, expected, *right.tolerance);
        const double own = std::isfinite(expected) ? std::abs(expected) : 0;
        return is_right(typed.number, typed.decimals, expected, std::max(right.largest, own));
    };
    if (agrees(right.number))
        return {.kind = Number::right};
    TypedNumbers* numbers = right.tolerance ? nullptr : numbers_for(cell);
    const bool is_from_shown =
        numbers &&
        (std::ranges::any_of(numbers->from_shown(cell, m_decimals), agrees) || is_rest_of_row(cell, agrees));
    return {.kind = is_from_shown ? Number::right_from_shown : Number::wrong};
}

/// Whether it is what the other weights of its row, which must not be covered, leave of 1.
bool NumberJudge::is_rest_of_row(const CellRef& cell, const std::function<bool(double)>& agrees) {
    const std::vector<double> rests = m_numbers->from_rest_of_row(cell, m_decimals);
    if (!std::ranges::any_of(rests, agrees))
        return false;
    CellRef other = cell;
    for (other.column = 0; other.column < dimensions(m_experiment).n_k; ++other.column) {
        if (other != cell && m_is_covered(other))
            return false;
    }
    return true;
}

NumberVerdict NumberJudge::judge(const CellRef& cell, const TypedAnswer& typed, const RightNumber& right) {
    NumberVerdict verdict = compare(cell, typed, right);
    if (verdict.is_right())
        return verdict;
    verdict = mistake_in(cell, typed, right);
    if (verdict.kind != Number::wrong || right.tolerance) // which says more than how many digits are right
        return verdict;
    const double own = std::isfinite(right.number) ? std::abs(right.number) : 0;
    const double largest = std::max(right.largest, own);
    if (const auto partly = right_decimals(typed.number, typed.decimals, right.number, largest))
        return {.kind = Number::right_in_part, .decimals = *partly};
    // A whole number may be what another one is rounded to, and yet far from it.
    constexpr double near = 0.2;
    const bool is_near = typed.shown_decimals > 0 || std::abs(typed.number - right.number) <= near * own;
    if (is_near && typed.shown_decimals < typed.decimals &&
        is_right(typed.number, typed.shown_decimals, right.number, largest))
        return {.kind = Number::too_few_decimals};
    if (has_one_digit(typed) && numbers_for(cell))
        return {.kind = Number::too_rough};
    return verdict;
}

/// What gives a wrong number, if that is one known mistake. A covered number is not told apart from others by
/// name.
NumberVerdict NumberJudge::mistake_in(const CellRef& cell, const TypedAnswer& typed,
                                      const RightNumber& right) {
    // A number of one digit is a guess, unless it is exactly what a mistake gives: 0.5 of shares of a sum.
    const bool is_rough = has_one_digit(typed);
    if (is_rough && typed.number == std::floor(typed.number))
        return {};
    if (holds_weights(cell.stage) && is_per_cent(typed, right.number))
        return {.kind = Number::per_cent};
    TypedNumbers* numbers = numbers_for(cell);
    // A number without decimals is a guess, or exact: a result that is rounded to it says nothing.
    const double last_digit = typed.shown_decimals == 0 || is_rough ? 0 : std::pow(10.0, -typed.decimals);
    const auto found = numbers ? numbers->mistake_of(cell, typed.number, last_digit) : std::nullopt;
    if (!found)
        return {};
    if (found->mistake)
        return {.kind = Number::mistake, .mistake = found->mistake};
    if (is_rough)
        return {};
    const CellRef& place = found->cells.front();
    if (cell.stage == StageId::weights && is_score(place.stage))
        return m_is_covered(place) ? NumberVerdict()
                                   : NumberVerdict{.kind = Number::unnormalised, .place = place};
    if (found->cells.size() == 1 && !m_is_covered(place))
        return {.kind = Number::other_place, .place = place};
    const bool is_in_stage = place.stage == cell.stage && place.head == cell.head;
    if (is_in_stage && place.row == cell.row)
        return {.kind = Number::other_column};
    if (is_in_stage && place.row == cell.column && place.column == cell.row &&
        is_token_axis(info(cell.stage).columns))
        return {.kind = Number::across};
    return {.kind = is_in_stage && place.column == cell.column ? Number::other_row : Number::wrong};
}

std::optional<StageBlock> whole_part(const Experiment& experiment, const std::vector<CellRef>& cells) {
    if (cells.empty())
        return std::nullopt;
    const CellRef &first = cells.front(), &last = cells.back();
    const Dimensions d = dimensions(experiment);
    const Index rows = length(info(first.stage).rows, d), columns = length(info(first.stage).columns, d);
    const Block block{first.row, first.column, last.row - first.row + 1, last.column - first.column + 1};
    const bool is_in_order = [&] {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto at = static_cast<Index>(i);
            if (cells[i] != CellRef{first.stage, first.head, block.row + at / block.columns,
                                    block.column + at % block.columns})
                return false;
        }
        return true;
    }();
    if (block.rows < 1 || block.columns < 1 ||
        block.rows * block.columns != static_cast<Index>(cells.size()) || !is_in_order)
        return std::nullopt;
    const bool is_high = block.rows == rows, is_wide = block.columns == columns;
    if ((is_high && is_wide) || (is_high && block.columns == 1) || (is_wide && block.rows == 1))
        return StageBlock{first.stage, first.head, block};
    return std::nullopt;
}

std::optional<Diagnosis> judge_part(const Experiment& experiment, const StageBlock& part,
                                    const Matrix& numbers, int decimals, const std::stop_token& stop) {
    if (!TypedNumbers::are_quick(experiment))
        return std::nullopt;
    PrintedArray given{numbers, Matrix::Constant(numbers.rows(), numbers.cols(), std::pow(10.0, -decimals))};
    return judge(experiment, {part.stage, part.head}, given, {}, stop);
}

PartVerdict verdict_of(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                       const IsCovered& is_covered) {
    const auto by_mistake = [&](const Claim& claim, Index others) {
        if (tells_numbers(claim) || is_of_covered(part, claim, is_covered))
            return PartVerdict();
        // The scores before scaling are those that are not scaled.
        const bool is_twice =
            claim.mistakes.size() == 1 && is_before_scaling(experiment, claim.mistakes.front(), part.stage);
        return PartVerdict{
            .kind = Part::mistake, .claim = claim, .others_agree = others > (is_twice ? 1 : 0)};
    };
    if (diagnosis.is_right)
        return {.kind = is_way_of_writing(diagnosis.arrangement) ? Part::arranged : Part::unknown};
    if (!diagnosis.arrangement.empty()) // what else is wrong would take too many words
        return {};
    if (!diagnosis.claims.empty())
        return by_mistake(diagnosis.claims.front(),
                          static_cast<Index>(diagnosis.claims.size()) - 1 + diagnosis.more_claims);
    if (const auto& near = diagnosis.near) {
        PartVerdict verdict = by_mistake(near->claim, near->as_good);
        if (verdict.kind == Part::mistake) {
            verdict.kind = Part::most;
            verdict.fitting = near->fitting;
        }
        return verdict;
    }
    const auto& line = diagnosis.line;
    if (!line || line->may_be_chance)
        return {};
    const bool is_row = part.block.rows == 1;
    const Index own = is_row ? part.block.row : part.block.column;
    const bool is_own = line->is_row == is_row && line->index == own;
    if (line->claim)
        return is_own ? by_mistake(*line->claim, line->as_good) : PartVerdict();
    return {.kind = is_own ? Part::unknown : line->is_row ? Part::other_row : Part::other_column};
}

} // namespace lab
