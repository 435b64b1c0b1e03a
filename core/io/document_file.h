// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn), as a file.
#pragma once

#include "core/experiment.h"
#include "core/io/file_content.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace lab {

/// What a file begins with: the document itself, or a line about it.
enum class FileStart { document, note };

/// Reads a document as read_experiment() does; the error names the file. Fails too where there is not enough
/// memory. `content`, where it is given, becomes what was read.
Result<Experiment> load_experiment(const std::filesystem::path& path, FileStart start = FileStart::document,
                                   FileContent* content = nullptr);

/// Writes a document as write_file() does, after a note, which is empty or one line with its end. Returns
/// what went wrong, too little memory included. `content`, where it is given, becomes what was written.
std::optional<Error> save_experiment(const std::filesystem::path& path, const Experiment& experiment,
                                     std::string_view note = {}, FileContent* content = nullptr);

} // namespace lab
