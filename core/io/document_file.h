// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as a file.
#pragma once

#include "core/experiment.h"

#include <filesystem>
#include <optional>

namespace lab {

/// Reads a document as read_experiment() does; the error names the file. Fails too where there is not enough
/// memory.
Result<Experiment> load_experiment(const std::filesystem::path& path);

/// Writes a document as write_file() does. Returns what went wrong, too little memory included.
std::optional<Error> save_experiment(const std::filesystem::path& path, const Experiment& experiment);

} // namespace lab
