// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as files.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <filesystem>
#include <stop_token>

namespace lab {

/// The extensions that read_matrix_file() supports, for messages: ".npy, .csv, .tsv or .txt".
inline constexpr const char* matrix_extensions = ".npy, .csv, .tsv or .txt";

/// True if the extension is one of them, in upper or lower case.
bool has_matrix_extension(const std::filesystem::path& path);

/// Reads the matrix in a file, in the format given by its extension (npy.h, csv.h, matrix_text.h). Fails if
/// the extension is not supported or the contents are invalid; the error names the file. `stop` is that of
/// read_file().
Result<Matrix> read_matrix_file(const std::filesystem::path& path,
                                PastedNumbers allowed = PastedNumbers::finite,
                                const std::stop_token& stop = {});

/// The same with how many digits the numbers show, and with those that are not finite. In .npy and in
/// brackets, an array may have a matrix for each head.
Result<PrintedArray> read_printed_file(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace lab
