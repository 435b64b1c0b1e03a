// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fit.h"

#include "core/engine/pipeline.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// Torch's defaults.
constexpr double first_decay = 0.9, second_decay = 0.999, adam_epsilon = 1e-8;

/// Computes all stages of a valid experiment.
void compute_again(const Experiment& experiment, Trace& trace) {
    trace.make_room(experiment);
    compute_stages(experiment, trace, rows_at_a_time, {});
}

double difference_to_weights(const Matrix& weights, const Matrix& wanted) {
    double largest = 0;
    for (Index row = 0; row < wanted.rows(); ++row) {
        const auto given = wanted.row(row).array() == wanted.row(row).array();
        const double sum = given.select(wanted.row(row).array(), 0).sum();
        for (Index key = 0; key < wanted.cols(); ++key) {
            if (given(key))
                largest = std::max(largest, std::abs(weights(row, key) - wanted(row, key) / sum));
        }
    }
    return largest;
}

} // namespace

std::vector<ParameterId> usual_parameters(const Experiment& experiment, const Target& target) {
    const bool is_direct = experiment.projection.kind == ProjectionKind::direct;
    std::vector<ParameterId> usual{is_direct ? ParameterId::Q : ParameterId::W_Q,
                                   is_direct ? ParameterId::K : ParameterId::W_K};
    if (std::holds_alternative<WantedOutput>(target)) {
        const std::span<const ParameterId> all = parameters_of(experiment.projection.kind);
        usual.assign(all.begin(), all.end());
    }
    std::erase_if(usual, [&](ParameterId id) { return !parameter(experiment, id); });
    return usual;
}

double largest_difference(const Trace& trace, const Target& target) {
    if (const auto* weights = std::get_if<WantedWeights>(&target))
        return difference_to_weights(trace.stage(StageId::weights, weights->head), weights->numbers);
    const Matrix& wanted = std::get<WantedOutput>(target).numbers;
    const auto off = (trace.stage(StageId::output) - wanted).array().abs();
    return (wanted.array() == wanted.array()).select(off, 0).maxCoeff();
}

Result<Fit> Fit::make(const Experiment& experiment, Target target, FitSettings settings) {
    if (settings.parameters.empty())
        return Error{"parameters", "none that may change", "at least one"};
    for (const ParameterId id : settings.parameters) {
        if (!parameter(experiment, id))
            return Error{"parameters", std::string(info(id).name) + ", which the document does not use",
                         "parameters of the document"};
    }
    Fit fit(experiment, std::move(target), std::move(settings));
    compute_again(fit.m_experiment, fit.m_trace);
    Result<Gradient> found = gradient(fit.m_experiment, fit.m_trace.kept(), fit.m_target);
    if (!found)
        return found.error();
    fit.m_gradient = std::move(found).value();
    return fit;
}

/// A parameter after the step. In PyTorch's order of operations, so that rounding is the same.
Matrix Fit::next_numbers(ParameterId id, Moments& moments) const {
    const Matrix& g = m_gradient.by.at(id);
    const MatrixPtr before = parameter(m_experiment, id); // of E and added scores made for this
    const Matrix& p = *before;
    const double rate = m_settings.rate;
    if (m_settings.optimiser == Optimiser::sgd)
        return p - rate * g;
    if (moments.first.size() == 0)
        moments = {Matrix::Zero(g.rows(), g.cols()), Matrix::Zero(g.rows(), g.cols())};
    moments.first += (1 - first_decay) * (g - moments.first);
    moments.second = second_decay * moments.second + (1 - second_decay) * g.cwiseProduct(g);
    const auto step = static_cast<double>(m_steps + 1);
    const double step_size = rate / (1 - std::pow(first_decay, step));
    const double root = std::sqrt(1 - std::pow(second_decay, step));
    const auto divisor = moments.second.array().sqrt() / root + adam_epsilon;
    return p.array() - step_size * (moments.first.array() / divisor);
}

std::optional<Error> Fit::step() {
    const std::string place = "step " + std::to_string(m_steps + 1);
    Experiment next = m_experiment;
    std::map<ParameterId, Moments> moments = m_moments;
    for (const ParameterId id : m_settings.parameters) {
        const Matrix numbers = next_numbers(id, moments[id]);
        if (!may_hold(id, numbers))
            return Error{place, std::string(info(id).name) + " would not be finite", "a smaller rate"};
        next = with_cells(next, id, 0, 0, numbers);
    }
    Trace trace;
    compute_again(next, trace);
    Result<Gradient> found = gradient(next, trace.kept(), m_target);
    if (!found)
        return Error{place + ", " + found.error().place, found.error().found, found.error().expected};
    m_experiment = std::move(next);
    m_moments = std::move(moments);
    m_trace = std::move(trace);
    m_gradient = std::move(found).value();
    ++m_steps;
    return std::nullopt;
}

} // namespace lab
