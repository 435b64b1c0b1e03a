// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters drawn as in a notebook that has seeded its generator.
#pragma once

#include "core/experiment/parameter.h"
#include "core/random/random_matrices.h"

#include <optional>
#include <span>

namespace lab {

/// Weights and the bias that is added to what is multiplied by them.
struct Layer {
    ParameterId weights, bias;
};
/// The layer with those weights or that bias; empty for other parameters.
std::span<const Layer> layer_of(ParameterId id);

/// Which parameters are drawn one after another from a single seeding.
enum class DrawScope {
    one,          ///< a single matrix; with `linear`, which draws a layer, its bias too
    projection,   ///< W_Q, W_K, W_V and their biases, all heads at once
    with_output,  ///< the same, followed by W_O and b_O
    head_by_head, ///< the weights and biases of one head, then those of the next
};

/// The experiment with one or more matrices redrawn in their present shapes. `id` is the requested parameter;
/// in a larger scope than `one` it must be among those drawn. The order of drawing is:
///
///   - `uniform` and `normal`: the weights, W_Q, W_K, W_V, then their biases, b_Q, b_K, b_V, each in the
///     document's layout, as torch.rand(d_model, H·d_k) fills it. W_O and b_O come last;
///   - `linear`: one layer after another, its weight, then its bias, as torch.nn.Linear draws them. The
///     weight is drawn as (out, in) and transposed. Only weights, with their biases, can be drawn this way.
///
/// Missing parameters are skipped. With `head_by_head`, one head's columns are drawn at a time, and a group's
/// keys and values with the first head that reads them. The source and scope are stored as the origin of each
/// parameter.
///
/// Fails under the conditions of refusal() in random_matrices.h.
Result<Experiment> with_random(const Experiment& experiment, ParameterId id, const RandomSource& source,
                               DrawScope scope);

/// How a parameter was drawn, as far as the document records it.
struct Drawn {
    RandomSource source;
    DrawScope scope = DrawScope::one;
};
std::optional<Drawn> drawn(const Experiment& experiment, ParameterId id);

/// The experiment with every parameter that was drawn(), and no other, drawn again in the same way from other
/// seeds; it stays as it is if none was. Parameters drawn one after another from one seed are so again, from
/// the low 32 bits of `seed`, which are all that generators read. Those drawn each on its own get the seeds
/// from there on, each parameter always the same one: where several scenes have drawn W_Q, it stays the same
/// in all of them, whatever else they have drawn.
///
/// Fails under the conditions of with_random().
Result<Experiment> with_new_numbers(const Experiment& experiment, std::uint64_t seed);

/// Whether torch.nn.Linear can draw that parameter: only weights, which have an input and an output.
bool can_be_linear(ParameterId id);

/// From this many numbers per matrix on, PyTorch's `normal` uses another method and yields entirely different
/// numbers: see PytorchGenerator::normal().
inline constexpr Index normal_in_runs_from = 16;

} // namespace lab
