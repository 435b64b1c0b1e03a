// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes and optional parameters as the user chooses them, and which are allowed.
#pragma once

#include "core/experiment/parameter.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

enum class Size { d_model, d_k, d_v, heads, kv_heads, d_out };

struct SizeInfo {
    Size size;
    std::string_view name; ///< "d_model", for messages
    Index Dimensions::*dimension;
};
std::span<const SizeInfo> all_sizes();
const SizeInfo& info(Size size);

/// The present size.
Index size_of(const Experiment& experiment, Size size);

/// Whether a size can be chosen. `direct` reads no d_model. In `identity`, the width of a head and the number
/// of key/value groups follow from other sizes. Without W_O, so does d_out.
bool is_free(const Experiment& experiment, Size size);

/// The largest divisor of `of` that is at most `most`; both must be at least 1.
Index largest_divisor(Index of, Index most);

/// The number of key/value groups for `heads` heads: one per head if there was one per head before, else as
/// many as before, or the largest smaller number that divides `heads`.
Index groups_for(const Heads& before, Index heads);

/// The experiment with another size: see with_dimensions() and groups_for(). With weights, d_k and d_v each
/// stay d_model / heads if they were and if that is a whole number. The size must be free. Fails if `wanted`
/// is not allowed: the error's place is the size's name, `found` is `wanted`, and `expected` says what is
/// allowed.
Result<Experiment> with_size(const Experiment& experiment, Size size, Index wanted);

/// The experiment with all these sizes at once; fails if they are too large for the machine.
Result<Experiment> with_sizes(const Experiment& experiment, const Dimensions& to);

/// The experiment with b_Q, b_K, b_V or b_O added, of zeros, or removed. Its weights must exist.
Experiment with_bias(const Experiment& experiment, ParameterId bias, bool present);

/// The experiment with W_O added, seeded if it is new, or removed together with b_O. A new one maps back to
/// d_model features, as in "Attention Is All You Need" (section 3.2.2), or is square with `direct`. It has
/// fewer columns if it would take more than 128 MiB.
Experiment with_output_weights(const Experiment& experiment, bool present);

} // namespace lab
