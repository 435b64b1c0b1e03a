// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/largest_term.h"

#include "core/base/number_format.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lab {

namespace {

constexpr Phrase<0> score_slopes{"a score is the sum of query times key, feature by feature: its derivative "
                                 "by a number of the query is the "
                                 "key’s number of that feature, and by one of the key the query’s"};

/// Magnitudes that differ by less, as a share, are not told apart.
constexpr double alike = 1e-9;

std::string signed_text(double value) {
    constexpr int digits = 3;
    const std::string text = display(value, decimals_for(std::abs(value), digits));
    return value > 0 ? '+' + text : text;
}

} // namespace

std::optional<Said> largest_term_words(const Explanation& explanation) {
    const std::vector<ExplanationStep>& steps = explanation.steps;
    const auto is_overridden = [](const ExplanationStep& step) {
        return step.kind == ExplanationKind::overridden;
    };
    const auto score = std::ranges::find_if(steps, [](const ExplanationStep& step) {
        return step.stage == StageId::scores && step.kind == ExplanationKind::sum;
    });
    if (score == steps.end() || std::ranges::any_of(steps, is_overridden) || score->terms.size() < 2)
        return std::nullopt;
    std::vector<double> sizes;
    for (const Term& term : score->terms)
        sizes.push_back(std::abs(term.value));
    if (!std::ranges::all_of(sizes, [](double size) { return std::isfinite(size); }))
        return std::nullopt;
    const auto largest = std::ranges::max_element(sizes);
    const double size = *largest;
    const auto feature = static_cast<Index>(largest - sizes.begin());
    *largest = 0;
    if (size == 0 || std::ranges::max(sizes) >= size * (1 - alike))
        return std::nullopt;
    const double value = score->terms[static_cast<std::size_t>(feature)].value;
    return say(value > 0 ? phrase::largest_term_with : phrase::largest_term_against, Counted{feature},
               signed_text(value));
}

std::optional<Said> score_slope_words(const Experiment& experiment, const CellRef& of) {
    const bool is_product = of.stage == StageId::scores && !experiment.scores.rotary &&
                            !experiment.scores.qk_norm && !override_of(experiment, of);
    return is_product ? std::optional(say(score_slopes)) : std::nullopt;
}

} // namespace lab
