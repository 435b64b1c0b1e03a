// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document as a Python program that computes it, step by step, with NumPy or PyTorch.
#pragma once

#include "core/describe/script_block.h"
#include "core/experiment/experiment.h"

#include <vector>

namespace lab {

struct Script {
    ScriptLibrary library = ScriptLibrary::numpy;
    std::vector<ScriptBlock> blocks; ///< a stage has one, in order of computation
};

/// The most numbers that a program holds, and the most weights that it computes.
inline constexpr double most_script_numbers = 100'000, most_script_weights = 10'000'000;

/// A program whose variables are the stages by their names: per-head stages are arrays of (H, rows, columns),
/// or of (rows, columns) if there is one head. It holds only what the document uses, in float64, and agrees
/// with compute() to rounding, also where numbers are not finite. Fails if the document is too large. The
/// experiment must be valid and have tokens.
Result<Script> make_script(const Experiment& experiment, ScriptLibrary library);

} // namespace lab
