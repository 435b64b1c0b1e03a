// SPDX-License-Identifier: GPL-3.0-or-later
//
// A gradient as a file: JSON text, or arrays for NumPy.
#pragma once

#include "core/engine/backward.h"
#include "core/io/npz_writer.h"

#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The extensions of these files, for messages.
inline constexpr const char* gradient_extensions = ".json or .npz";

/// The name of a parameter's gradient: that of the parameter in the document, "P" for the learned positions.
std::string gradient_name(ParameterId id);
std::optional<ParameterId> parameter_with_gradient(std::string_view name);
/// All of them, for messages: "E, X, …, additive".
std::string gradient_names();

/// {"format": "attention-lab-gradient", "version": 1, "value": …, "gradients": {…}}: the gradients by the
/// parameters' names, the position table's being "P", in the document's own shapes: E by token, biases and
/// gains as one row, a sink as one number or one a head, added scores as one matrix or one a head. Numbers
/// read back exactly; those that are not finite are texts, as in results.
std::string gradient_json(const Experiment& experiment, const Gradient& gradient);

/// The same as arrays of the same names, and `value`. E has a row for each of `E_tokens`.
Result<NpzFile> gradient_arrays(const Experiment& experiment, const Gradient& gradient);

} // namespace lab
