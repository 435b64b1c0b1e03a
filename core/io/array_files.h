// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files of named arrays.
#pragma once

#include "core/io/named_arrays.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The extensions that open_arrays() supports, for messages: ".npz or .safetensors".
inline constexpr const char* array_extensions = ".npz or .safetensors";
/// True if the extension is one of them, in upper or lower case.
bool has_array_extension(const std::filesystem::path& path);

/// Why files of this name are not read although they hold a model: pickles, and an index of several files.
/// nullopt for other names.
std::optional<Error> refused_by_name(const std::filesystem::path& path);

/// Opens a file of the format that its extension says (npz_reader.h, safetensors_reader.h). The error names
/// the file.
Result<NamedArraysPtr> open_arrays(const std::filesystem::path& path);

/// A file and the name of an array in it: "weights.npz:W_Q".
struct ArrayPlace {
    std::string file;
    std::string array; ///< empty if the text names a file alone
};
/// Splits after the first extension of a file of arrays; nullopt if the text names none.
std::optional<ArrayPlace> array_place(std::string_view text);

/// Reads that array of that file.
Result<Matrix> read_array(const ArrayPlace& place, ArrayUse use);

} // namespace lab
