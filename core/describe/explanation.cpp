// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/explanation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

const Share& own_share(const ExplanationStep& step) {
    const auto own = static_cast<std::size_t>(step.own_share);
    return own < step.shares.size() ? step.shares[own] : *step.sink;
}

std::vector<Source> sources(const Explanation& explanation) {
    std::vector<Source> all;
    const auto add = [&](const Operand& operand) {
        if (operand.source && std::ranges::find(all, *operand.source) == all.end())
            all.push_back(*operand.source);
    };
    for (const ExplanationStep& step : explanation.steps) {
        for (const Term& term : step.terms)
            std::ranges::for_each(term.factors, add);
        if (step.each_alone)
            add(own_share(step).score);
        else
            for (const Share& share : step.shares)
                add(share.score);
        if (step.sink)
            add(step.sink->score);
    }
    return all;
}

double recombined(const ExplanationStep& step) {
    double sum = 0;
    switch (step.kind) {
    case ExplanationKind::sum:
    case ExplanationKind::copy:
    case ExplanationKind::root:
        for (const Term& term : step.terms) {
            double product = 1;
            for (const Operand& factor : term.factors)
                product = factor.divides ? product / factor.value : product * factor.value;
            sum += product;
        }
        return step.kind == ExplanationKind::root ? std::sqrt(sum) : sum;
    case ExplanationKind::mask:
        return step.result == -std::numeric_limits<double>::infinity() ? step.result
                                                                       : step.terms.front().value;
    case ExplanationKind::normalizer: {
        const Share& own = own_share(step);
        if (own.left_out)
            return 0;
        if (step.each_alone)
            return own.part;
        for (const Share& share : step.shares)
            sum += share.part;
        return own.part / (step.sink ? sum + step.sink->part : sum);
    }
    case ExplanationKind::dropout:
        return step.draw->is_kept() ? step.terms.front().value / step.draw->threshold : 0;
    case ExplanationKind::overridden:
        return step.result;
    }
    return sum;
}

} // namespace lab
