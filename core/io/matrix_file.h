// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as files.
#pragma once

#include "core/types.h"

#include <filesystem>

namespace lab {

/// The extensions that read_matrix_file() knows, for people: ".npy, .csv, .tsv or .txt".
inline constexpr const char* matrix_extensions = ".npy, .csv, .tsv or .txt";

/// True where the extension is one of them, in letters of either case.
bool has_matrix_extension(const std::filesystem::path& path);

/// Reads the matrix in a file, in the format that its extension names (npy.h, csv.h, matrix_text.h). Fails
/// where that is none of ours or the file cannot be read as such; the error names the file.
Result<Matrix> read_matrix_file(const std::filesystem::path& path);

} // namespace lab
