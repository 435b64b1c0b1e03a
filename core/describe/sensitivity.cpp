// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/sensitivity.h"

#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/describe/not_finite.h"
#include "core/engine/backward.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_dropped_weights.h"

#include <limits>
#include <new>

namespace lab {

namespace {

/// The saturated softmax through which alone a parameter affects a cell, if there is one.
std::optional<Saturation> saturation_between(const Experiment& experiment, const Trace& trace,
                                             const CellRef& of, ParameterId by) {
    const auto head = head_of_one_softmax(experiment, of);
    if (!head || (!holds_weights(of.stage) && !makes_weights_alone(by)))
        return std::nullopt;
    return saturation_of(experiment, trace.stage(StageId::masked_scores, *head), *head, of.row);
}

} // namespace

bool makes_weights_alone(ParameterId id) {
    using enum ParameterId;
    return id == W_Q || id == b_Q || id == Q || id == W_K || id == b_K || id == K || is_gain(id) ||
           id == additive || id == sink;
}

std::optional<HeadIndex> head_of_one_softmax(const Experiment& experiment, const CellRef& of) {
    if (of.stage < StageId::weights || override_of(experiment, of) || is_dropped(experiment, of))
        return std::nullopt;
    if (of.stage == StageId::concat)
        return of.column / dimensions(experiment).d_v;
    if (of.stage == StageId::output)
        return experiment.heads.count > 1 ? std::nullopt : std::optional<HeadIndex>(0);
    return of.head;
}

std::optional<Saturation> saturation_of(const Experiment& experiment, const Matrix& masked_scores,
                                        HeadIndex head, TokenIndex query) {
    if (!normalizer(experiment).raises_e)
        return std::nullopt;
    const Matrix scores = masked_scores.row(query);
    Matrix weights(1, scores.cols());
    lab::weights(scores, experiment.normalization, head, weights);
    const std::vector<double> sink = sink_shares(scores, experiment.normalization, head);
    Saturation saturation{head, query};
    Index key_of_largest = 0;
    double largest = weights.row(0).maxCoeff(&key_of_largest);
    if (sink.empty() || !(sink.front() > largest))
        saturation.key = key_of_largest;
    else
        largest = sink.front();
    Index others = !sink.empty() && saturation.key ? 1 : 0;
    saturation.gradient = others == 1 ? sink.front() : 0;
    for (Index key = 0; key < weights.cols(); ++key) {
        const bool counts = key != saturation.key && !is_hidden(scores(0, key));
        others += counts ? 1 : 0;
        saturation.gradient += counts ? weights(0, key) : 0;
    }
    constexpr double half_an_ulp = 0x1p-54;
    // Written so that NaN fails the comparison.
    if (others == 0 || largest != 1 || !(saturation.gradient < half_an_ulp))
        return std::nullopt;
    saturation.gradient /= experiment.normalization.temperature;
    return saturation;
}

Said saturation_words(const Experiment& experiment, const Saturation& saturation) {
    const bool is_subnormal = saturation.gradient < std::numeric_limits<double>::min();
    return say(is_subnormal ? phrase::saturated_below : phrase::saturated,
               saturation.key ? label_in_sentence(experiment, Axis::key_token, *saturation.key)
                              : say(phrase::the_sink),
               label_in_sentence(experiment, Axis::query_token, saturation.query),
               power_of_ten(saturation.gradient));
}

std::optional<Sensitivity> sensitivity_of(const Experiment& experiment, const CellRef& of,
                                          ParameterId by) try {
    const Result<Trace> trace = compute(experiment);
    if (!trace)
        return std::nullopt;
    Gradients all = derivatives(experiment, trace.value().kept(), of);
    const auto found = all.find(by);
    if (found == all.end())
        return std::nullopt;
    return Sensitivity{of, by, std::move(found->second),
                       saturation_between(experiment, trace.value(), of, by)};
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

double multiplications_of_sensitivity(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    const auto pairs = static_cast<double>(d.n_q) * static_cast<double>(d.n_k) * static_cast<double>(d.H);
    const double tokens = static_cast<double>(d.n_q + 2 * d.n_k) * static_cast<double>(d.d_model);
    constexpr double both_ways = 3; // forward, and backward once per factor
    return both_ways * (pairs * static_cast<double>(d.d_k + d.d_v + 8) +
                        tokens * static_cast<double>(d.H * (d.d_k + d.d_v)));
}

} // namespace lab
