// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents whose large matrices stand in a file of arrays beside them, for other programs that write them:
// to write and read millions of numbers as text takes seconds.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/named_arrays.h"

#include <string>

namespace lab {

/// Reads a document in which {"array": NAME} may stand in place of a matrix, for that array. Fails where the
/// document does, on a name that is not there, and where NamedArrays::read() fails.
Result<Experiment> read_experiment(const std::string& text, const NamedArrays& arrays);

} // namespace lab
