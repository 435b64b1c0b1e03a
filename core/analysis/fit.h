// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds parameters that make a loss small, by gradient descent, one step at a time.
#pragma once

#include "core/engine/backward.h"
#include "core/engine/trace.h"

#include <vector>

namespace lab {

/// How a step follows from the gradient, in PyTorch's arithmetic and order:
/// sgd   p ← p − rate·g
/// adam  torch.optim.Adam (Kingma and Ba 2015) with β 0.9 and 0.999, ε 1e-8, no weight decay, no amsgrad
enum class Optimiser { sgd, adam };

struct FitSettings {
    std::vector<ParameterId> parameters; ///< that may change; all others stay to the bit
    Optimiser optimiser = Optimiser::adam;
    double rate = 0.1;
};

/// What changes unless something else is said: W_Q and W_K for weights, or Q and K if these are given; all of
/// the projection for an output.
std::vector<ParameterId> usual_parameters(const Experiment& experiment, const Target& target);

/// The largest difference between what a loss wants and what is there: of weights, their rows divided by
/// their sum. `trace` must be of the experiment, and the target no cell.
double largest_difference(const Trace& trace, const Target& target);

class Fit {
public:
    /// Of a valid experiment with tokens and a loss, whose head exists. Fails where gradient() does, and
    /// where there is nothing that may change, or something that the experiment lacks.
    static Result<Fit> make(const Experiment& experiment, Target target, FitSettings settings);

    /// As far as the fit has come.
    const Experiment& experiment() const { return m_experiment; }
    double loss() const { return m_gradient.value; }
    /// How many steps have been taken.
    Index steps() const { return m_steps; }
    double largest_difference() const { return lab::largest_difference(m_trace, m_target); }

    /// Takes one step. Fails, and stays where it is, where a parameter or the loss would not be finite.
    std::optional<Error> step();

private:
    /// What Adam remembers of a parameter: means of its gradients and of their squares.
    struct Moments {
        Matrix first, second;
    };

    Fit(const Experiment& experiment, Target target, FitSettings settings)
        : m_experiment(experiment), m_target(std::move(target)), m_settings(std::move(settings)) {}
    Matrix next_numbers(ParameterId id, Moments& moments) const;

    Experiment m_experiment;
    Target m_target;
    FitSettings m_settings;
    Trace m_trace; ///< of the experiment
    Gradient m_gradient;
    std::map<ParameterId, Moments> m_moments;
    Index m_steps = 0;
};

} // namespace lab
