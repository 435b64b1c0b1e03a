// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sizes of an experiment that a person chooses, and the parameters that can be left out.
#pragma once

#include "core/parameter.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

enum class Size { d_model, d_k, d_v, heads, kv_heads, d_out };

struct SizeInfo {
    Size size;
    std::string_view name; ///< "d_model", for messages
};
std::span<const SizeInfo> all_sizes();
const SizeInfo& info(Size size);

/// The size as it is.
Index size_of(const Experiment& experiment, Size size);

/// Whether a size is the document's own to choose. `direct` reads no d_model, in `identity` the width of a
/// head and its keys follow from others, and without W_O d_out does.
bool is_free(const Experiment& experiment, Size size);

/// The largest divisor of a number, at least 1, that is no larger than `most`, at least 1.
Index largest_divisor(Index of, Index most);

/// How many key/value groups `heads` heads have where there were those before: one a head where there was one
/// a head; else as many as before, or the most below that which divide them.
Index groups_for(const Heads& before, Index heads);

/// The experiment with another size: see with_dimensions() and groups_for(). The size must be free. Fails
/// where `wanted` cannot be: the error's place is the size's name, what it found is `wanted`, what it
/// expected what there can be.
Result<Experiment> with_size(const Experiment& experiment, Size size, Index wanted);

/// The experiment with all these sizes at once; fails where they are too large for the machine.
Result<Experiment> with_sizes(const Experiment& experiment, const Dimensions& to);

/// With b_Q, b_K, b_V or b_O, seeded where it was not there, or without it. The matrix that it belongs to
/// must be there.
Experiment with_bias(const Experiment& experiment, ParameterId bias, bool present);

/// With W_O, seeded where it was not there, or without it and without b_O. A new one leads back to d_model
/// features, as in "Attention Is All You Need" (section 3.2.2), and is square with `direct`; it has fewer
/// columns where it would take more than 128 MiB.
Experiment with_output_weights(const Experiment& experiment, bool present);

} // namespace lab
