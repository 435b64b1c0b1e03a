// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as text, and as JSON where it stands within another one.
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace lab {

/// Reads a document. Fails with one problem, fields of the wrong type before inconsistencies. A returned
/// experiment passes validate(). Options of the format that are not supported yet are rejected.
Result<Experiment> read_experiment(const std::string& text);

/// Writes a document; reading it back gives the same experiment.
std::string write_experiment(const Experiment& experiment);

/// The same from JSON, which parse_json() must have read or experiment_json() made. Places begin in that
/// document.
Result<Experiment> experiment_from(const nlohmann::ordered_json& json);
nlohmann::ordered_json experiment_json(const Experiment& experiment);

} // namespace lab
