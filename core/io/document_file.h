// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention document (.attn) as a file.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/file.h"
#include "core/io/file_content.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lab {

/// What a file begins with: the document itself, or a one-line note.
enum class FileStart { document, note };

/// Reads a document like read_experiment(); the error names the file. Also fails if there is not enough
/// memory. If given, `content` is set to what was read. `stop` is that of read_file().
Result<Experiment> load_experiment(const std::filesystem::path& path, FileStart start = FileStart::document,
                                   FileContent* content = nullptr, const std::stop_token& stop = {});

/// Writes a document like write_file(), after a note, which is empty or one line including its line break.
/// Returns what went wrong, including lack of memory. If given, `content` is set to what was written.
std::optional<Error> save_experiment(const std::filesystem::path& path, const Experiment& experiment,
                                     std::string_view note = {}, FileContent* content = nullptr,
                                     IfProtected if_protected = IfProtected::refuse,
                                     WriteReport* report = nullptr);

} // namespace lab
