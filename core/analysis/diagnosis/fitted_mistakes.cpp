// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mistakes with a number that nobody can list: the number is fitted to what is given.
#include "core/analysis/diagnosis/mistake_search.h"
#include "core/base/number_format.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// So many cells have to tell a fitted number from the document's: one of them is spent on the number.
constexpr Index least_cells = 3;
/// A calculation of at most so many multiplications is repeated until a number fits.
constexpr double most_for_fitting = 3e7;
constexpr int most_steps = 60;

/// A number this small stands for −∞ wherever scores are of usual size: e^−700 is nothing beside 1.
constexpr double least_stand_in = -700;

bool stands_for_infinity(const Mistake& mistake) {
    return (mistake.kind == MistakeKind::small_stand_in || mistake.kind == MistakeKind::stand_in_added) &&
           mistake.value < least_stand_in;
}

/// Where to begin: the nearest fit is found from there.
std::vector<double> starts(const Experiment& e, MistakeKind kind) {
    if (kind == MistakeKind::other_factor) {
        const double scale = scale_factor(e.scores, dimensions(e).d_k);
        return {scale, 4 * scale, scale / 4, -scale};
    }
    if (kind == MistakeKind::other_alibi_slopes)
        return {1, 4, 0};
    return {0, -4}; // a stand-in: from 0 down, most weights fall smoothly
}

} // namespace

/// What is handed in with this mistake alone.
HeadMatrices MistakeSearch::numbers_with(const Mistake& mistake, const HandedIn& handed) {
    MistakenTrace trace(m_right, mistake);
    return numbers(trace, handed);
}

/// Of the cells that are finite in both.
double MistakeSearch::square_error(const HeadMatrices& numbers, const HandedIn& handed) const {
    double sum = 0;
    const GivenHeads& given = given_as(handed);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto difference = (numbers[i] - given[i].numbers).array();
        sum += difference.isFinite().select(difference, 0.0).square().sum();
    }
    return sum;
}

/// Gauss and Newton's step for one number, by a difference in place of the derivative.
std::optional<double> MistakeSearch::step_towards_given(const Mistake& mistake, const HandedIn& handed,
                                                        const HeadMatrices& numbers) {
    Mistake beside = mistake;
    const double width = 1e-6 * std::max(1.0, std::abs(mistake.value));
    beside.value += width;
    const HeadMatrices others = numbers_with(beside, handed);
    const GivenHeads& given = given_as(handed);
    double along = 0, slopes = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (Index at = 0; at < numbers[i].size(); ++at) {
            const double slope = (others[i].data()[at] - numbers[i].data()[at]) / width;
            const double rest = given[i].numbers.data()[at] - numbers[i].data()[at];
            if (!std::isfinite(slope) || !std::isfinite(rest))
                continue;
            along += slope * rest;
            slopes += slope * slope;
        }
    }
    return slopes > 0 ? std::optional(along / slopes) : std::nullopt;
}

/// The mistake with the number that fits best from where it begins; nullopt if nothing depends on it.
std::optional<Mistake> MistakeSearch::fitted(Mistake mistake, const HandedIn& handed) {
    HeadMatrices here = numbers_with(mistake, handed);
    double error = square_error(here, handed);
    for (int i = 0; i < most_steps && !is_stopped(); ++i) {
        std::optional<double> step = step_towards_given(mistake, handed, here);
        if (!step)
            return std::nullopt;
        const double least_step = 1e-12 * std::max(1.0, std::abs(mistake.value));
        for (; std::abs(*step) > least_step; *step /= 2) {
            Mistake next = mistake;
            next.value += *step;
            HeadMatrices there = numbers_with(next, handed);
            const double next_error = square_error(there, handed);
            if (!(next_error < error))
                continue;
            mistake = next;
            here = std::move(there);
            error = next_error;
            break;
        }
        if (std::abs(*step) <= least_step)
            break;
    }
    return mistake;
}

bool MistakeSearch::all_agree(const HeadMatrices& all, const HandedIn& handed) const {
    const GivenHeads& given = given_as(handed);
    const double largest = all.largest();
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!agrees(given[i], all[i], m_tolerance, largest))
            return false;
    }
    return true;
}

std::optional<Claim> MistakeSearch::fitted_claim(const Mistake& start, const HandedIn& handed) {
    std::optional<Mistake> best = fitted(start, handed);
    if (!best || !std::isfinite(best->value) || stands_for_infinity(*best))
        return std::nullopt;
    // With as few digits as will do: people choose round numbers.
    for (int digits = 1; digits <= 5 && best->value != 0; ++digits) {
        Mistake round = *best;
        round.value = rounded_to_digits(best->value, digits);
        if (round.value != 0 && all_agree(numbers_with(round, handed), handed)) {
            best = round;
            break;
        }
    }
    const HeadMatrices all = numbers_with(*best, handed);
    if (!all_agree(all, handed))
        return std::nullopt;
    const HeadMatrices right = numbers(m_right, handed_in({}));
    if (differing_cells(all, right) < least_cells)
        return std::nullopt;
    const double largest = all.largest();
    double found = 0, most = 0;
    for (const GivenMatrix& each : given_as(handed)) {
        for (Index at = 0; at < each.numbers.size(); ++at) {
            const double its = evidence_of(each.numbers.data()[at],
                                           m_tolerance.at(each.last_digits.data()[at], largest), largest);
            found += its; // nothing of zeros: with a large factor, weights are all 0 and 1
            most = std::max(most, its);
        }
    }
    if (found - most < needed_evidence + std::log10(static_cast<double>(m_attempts.size()) * m_readings)) {
        m_may_be_chance = true;
        return std::nullopt;
    }
    return Claim{{*best}, {}};
}

/// Whether each weight is 0 or the same multiple of the right one.
std::optional<Claim> MistakeSearch::dropout_claim() const {
    if (m_asked.stage != StageId::weights || m_expected.empty())
        return std::nullopt;
    const GivenHeads& given = this->given();
    const double largest = m_expected.largest();
    const auto for_each_cell = [&](const auto& visit) {
        for (std::size_t i = 0; i < m_expected.size(); ++i) {
            for (Index at = 0; at < m_expected[i].size(); ++at)
                visit(given[i].numbers.data()[at], m_expected[i].data()[at],
                      m_tolerance.at(given[i].last_digits.data()[at], largest));
        }
    };
    double along = 0, squares = 0;
    for_each_cell([&](double number, double expected, double) {
        if (number == 0 || !std::isfinite(number) || !std::isfinite(expected))
            return;
        along += number * expected;
        squares += expected * expected;
    });
    const double nearest = along / squares; // NaN where all is 0
    constexpr double least_factor = 1.005, most_factor = 100;
    if (!(nearest > least_factor && nearest < most_factor))
        return std::nullopt;
    // The numbers are rounded, and so the factor is a little off: a rate of few digits is the one meant.
    for (int digits = 1; digits <= 4; ++digits) {
        const double rate = rounded_to_digits(1 - 1 / nearest, digits);
        const double factor = 1 / (1 - rate);
        Index kept = 0, dropped = 0; // perhaps none, of few weights
        double found = 0, most = 0;
        bool fits = true;
        for_each_cell([&](double number, double expected, double tolerance) {
            const bool is_small = std::abs(expected) <= tolerance;
            if (number == 0) {
                dropped += is_small ? 0 : 1;
                return;
            }
            fits = fits && is_right(number, factor * expected, tolerance);
            kept += is_small ? 0 : 1;
            found += evidence_of(number, tolerance, factor * largest);
            most = std::max(most, evidence_of(number, tolerance, factor * largest));
        });
        const double choices = static_cast<double>(kept + dropped) * std::log10(2.0);
        if (fits && kept >= least_cells && found - most - choices >= needed_evidence + std::log10(m_readings))
            return Claim{{{MistakeKind::dropout_left_on, {}, 0, rate}}, {}};
    }
    return std::nullopt;
}

void MistakeSearch::try_fitted(Diagnosis& diagnosis) {
    const Experiment& experiment = m_right.experiment();
    for (const Mistake& mistake : fitted_mistakes(experiment)) {
        if (is_stopped())
            return;
        if (mistake.kind == MistakeKind::dropout_left_on) {
            if (std::optional<Claim> its = dropout_claim())
                add(diagnosis, std::move(*its));
            continue;
        }
        const Attempt attempt{mistake, affected_stages(mistake)};
        const HandedIn handed = handed_in({&attempt});
        if (!fits(handed) || !makes_difference(attempt, handed) ||
            cost(attempt.affected & needed_stages(experiment, m_asked.stage), true, true) > most_for_fitting)
            continue;
        for (const double start : starts(experiment, mistake.kind)) {
            Mistake from = mistake;
            from.value = start;
            if (std::optional<Claim> its = fitted_claim(from, handed)) {
                add(diagnosis, std::move(*its));
                break;
            }
        }
    }
}

} // namespace lab
