// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as text.
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace lab {

/// Reads a document. Fails with one problem, fields of the wrong type before inconsistencies. A returned
/// experiment passes validate(). Options of the format that are not supported yet are rejected.
Result<Experiment> read_experiment(const std::string& text);

/// Writes a document; reading it back gives the same experiment.
std::string write_experiment(const Experiment& experiment);

} // namespace lab
