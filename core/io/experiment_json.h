// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as text, and as JSON where it stands within another one.
#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <vector>

namespace lab {

/// Reads a document. Fails with one problem, fields of the wrong type before inconsistencies. A returned
/// experiment passes validate(). Options of the format that are not supported yet are rejected.
Result<Experiment> read_experiment(const std::string& text);

/// What of a document could be read, and every problem: fields of the wrong type, and without any of these
/// the inconsistencies. With problems the experiment is none to compute with.
struct ReadDocument {
    Experiment experiment;
    std::vector<Error> problems;
};
ReadDocument read_with_problems(const std::string& text);

/// Writes a document; reading it back gives the same experiment.
std::string write_experiment(const Experiment& experiment);

/// The same from JSON, which parse_json() must have read or experiment_json() made. Places begin in that
/// document.
Result<Experiment> experiment_from(const nlohmann::ordered_json& json);
nlohmann::ordered_json experiment_json(const Experiment& experiment);

} // namespace lab
