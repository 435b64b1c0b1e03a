// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads all arrays of somebody's own computation from a file.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/array_files.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The extensions of files that read_run() reads, for messages: ".npz, .safetensors or .txt".
inline constexpr const char* run_extensions = ".npz, .safetensors or .txt";
/// True if the extension is one of them, in upper or lower case.
bool has_run_extension(const std::filesystem::path& path);

/// The arrays of a file, but for texts: of a file of arrays, or those that a text names
/// (read_named_prints()). From a file of arrays, numbers are read only where the name is that of a stage or a
/// parameter; of the others, there is the name alone. Fails if one of these has no numbers that can be read.
/// `stop`: see read_file().
Result<std::vector<NamedPrint>> read_run(const Experiment& experiment, const std::string& file,
                                         const std::stop_token& stop = {});
/// The same of several files. A text with a single matrix is the array that its file is called, without the
/// extension, if that is the name of a stage or a parameter; otherwise there is the name alone. Fails if two
/// arrays have the same name.
Result<std::vector<NamedPrint>> read_run_files(const Experiment& experiment,
                                               const std::vector<std::string>& files);
/// The same as read_run() of a text.
Result<std::vector<NamedPrint>> read_run_text(std::string_view text);

} // namespace lab
