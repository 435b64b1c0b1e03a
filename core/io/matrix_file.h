// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as files.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace lab {

/// The extensions that read_matrix_file() supports, for messages: ".npy, .csv, .tsv, .txt, .md or .tex".
inline constexpr const char* matrix_extensions = ".npy, .csv, .tsv, .txt, .md or .tex";

/// True if the extension is one of them, in upper or lower case.
bool has_matrix_extension(const std::filesystem::path& path);

/// Where somebody who reads a matrix has the tokens.
enum class TokensIn { rows, columns };

/// Reads the matrix in a file, in the format given by its extension (npy.h, csv.h, matrix_text.h). Fails if
/// the extension is not supported or the contents are invalid; the error names the file. A file that
/// says that its columns are tokens, as exports do, is turned if `tokens` are wanted in rows. `stop` is that
/// of read_file().
Result<Matrix> read_matrix_file(const std::filesystem::path& path,
                                PastedNumbers allowed = PastedNumbers::finite,
                                const std::stop_token& stop = {}, TokensIn tokens = TokensIn::rows);

/// Whether read_given() takes a file or array of that name.
bool has_given_extension(std::string_view place);

/// Reads numbers that somebody hands in to be checked: a file that read_matrix_file() reads, or an array of a
/// file of arrays, "FILE.npz:NAME". Without a name, it is the array called `wanted`, or the only one. They
/// come with how many digits they show, with a matrix for each head if there are three dimensions, with
/// numbers that are not finite; rows and columns as they are written.
Result<PrintedArray> read_given(const std::string& place, std::string_view wanted = {},
                                const std::stop_token& stop = {});

} // namespace lab
