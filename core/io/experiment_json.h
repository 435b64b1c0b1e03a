// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as text.
#pragma once

#include "core/experiment.h"

#include <string>

namespace lab {

/// Reads a document. Fails with one problem, fields of the wrong kind before what does not fit together; an
/// experiment that comes back is one that validate() finds nothing wrong with. An option of the format that
/// is not there yet is refused.
Result<Experiment> read_experiment(const std::string& text);

/// Writes a document; reading it back gives the same experiment.
std::string write_experiment(const Experiment& experiment);

} // namespace lab
