// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters drawn as a notebook draws them, once it has seeded its generator.
#pragma once

#include "core/parameter.h"
#include "core/random/random_matrices.h"

#include <optional>

namespace lab {

/// Which parameters are drawn from one seeding, one after another.
enum class DrawScope {
    one,          ///< a matrix alone; of `linear`, which draws a layer, its bias with it
    projection,   ///< W_Q, W_K, W_V and their biases, all heads at once
    with_output,  ///< the same, and then W_O and b_O
    head_by_head, ///< the weights and biases of one head after those of the other
};

/// The experiment with a matrix, or several, drawn anew in the shapes that they have. `id` is the parameter
/// that was asked for; in a larger scope than `one` it must be one of those drawn. Drawn are, in this order:
///
///   - `uniform` and `normal`: the weights, W_Q, W_K, W_V, then their biases, b_Q, b_K, b_V, each as it
///     stands in the document, as torch.rand(d_model, H·d_k) fills it. W_O and b_O come last;
///   - `linear`: a layer after the other, its weight, then its bias, as torch.nn.Linear draws them. The
///     weight is drawn (out, in) and turned around. Only weights can be drawn so, and their biases with them.
///
/// A parameter that is not there is passed over. Head by head it is the columns of one head that are drawn at
/// a time; a group's keys and values are drawn with the first head that reads them. What was drawn, from
/// which seed and in which scope, is kept as the origin of each.
///
/// Fails as refusal() of random_matrices.h does.
Result<Experiment> with_random(const Experiment& experiment, ParameterId id, const RandomSource& source,
                               DrawScope scope);

/// How a parameter was drawn, as far as the document says so.
struct Drawn {
    RandomSource source;
    DrawScope scope = DrawScope::one;
};
std::optional<Drawn> drawn(const Experiment& experiment, ParameterId id);

/// Whether torch.nn.Linear can draw that parameter: weights alone, which have an input and an output.
bool can_be_linear(ParameterId id);

/// How many numbers PyTorch draws at once for a matrix from which on `normal` goes another way, so that the
/// numbers are other ones altogether: see PytorchGenerator::normal().
inline constexpr Index normal_in_runs_from = 16;

} // namespace lab
