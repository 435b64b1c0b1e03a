// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backward pass: how a number, or a loss, changes with every parameter at once. It walks the stages back
// from the output to the inputs, by the derivatives that stand beside each stage in stages/. There is no
// other.
#pragma once

#include "core/engine/target.h"
#include "core/experiment/parameter.h"

#include <map>

namespace lab {

/// By parameter, in its shape (parameter()): the partial derivatives by its numbers. Parameters that the
/// target does not depend on have zeros; those that the experiment lacks are missing.
using Gradients = std::map<ParameterId, Matrix>;

struct Gradient {
    double value = 0; ///< of the target, finite
    Gradients by;
};

/// Reads the numbers that `kept` has, of a trace of this experiment, and recomputes only what that lacks, at
/// the cost of a few computations. The result does not depend on what is kept, nor on the number of threads.
///
/// An overridden cell depends on nothing, a hidden one has weight 0 and passes nothing on, dropped weights
/// stay as they were drawn. A derivative of 0 passes nothing on, even where it meets infinity or NaN. At a
/// kink, such as a sparsemax threshold, it is that of the number's side.
///
/// The experiment must be valid and have tokens, the cell or head of the target must exist. Fails with
/// problem_of_target() the target, or where its value is not finite.
Result<Gradient> gradient(const Experiment& experiment, const FindKept& kept, const Target& target);

/// The same from scratch: the stages are computed first, and those of n_q × n_k numbers kept if there is
/// room.
Result<Gradient> gradient(const Experiment& experiment, const Target& target);

/// The same for a number, whether it is finite or not.
Gradients derivatives(const Experiment& experiment, const FindKept& kept, const CellRef& cell);

} // namespace lab
