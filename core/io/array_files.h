// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files of named arrays, and texts that have some.
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

/// Opens a file of the format that its extension says, see below. The error names the file.
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
/// The same as NamedArrays::read_printed() does.
Result<PrintedArray> read_printed_array(const ArrayPlace& place);

// Archives of NumPy arrays (.npz), which numpy.savez and savez_compressed write: ZIP files of .npy files.

/// Opens an archive and reads the header of each member that ends in .npy; others are left out. A member is
/// inflated when it is read, if its declared size is what its header says, and nothing is written to disk.
///
/// Fails on what is no archive, on encrypted members, on two of one name, on names that are paths out of the
/// folder, and on what torch.save writes. A member's own faults (its header, Python objects, a compression
/// that NumPy does not use) are its `problem`.
Result<NamedArraysPtr> open_npz(const std::filesystem::path& path);
/// The same for an archive in memory.
Result<NamedArraysPtr> read_npz(std::string bytes);

// Files of named tensors (.safetensors), which Hugging Face's library writes: eight bytes with the length of
// a header, the header in JSON, and the numbers. Format: https://github.com/huggingface/safetensors,
// "Format".

/// Opens a file and reads its header; numbers are read one tensor at a time.
///
/// Fails on a header of more than 100 MB or that is no such JSON, on keys that stand twice, on offsets that
/// overlap or leave gaps up to the end of the file, and on sizes that do not agree with shape and type. A
/// type that this program does not read is the tensor's `problem`.
Result<NamedArraysPtr> open_safetensors(const std::filesystem::path& path);
/// The same for a file in memory.
Result<NamedArraysPtr> read_safetensors(std::string bytes);

// Pasted texts, as a notebook has them.

/// Reads what is assigned to names at the beginning of lines, outside of brackets: "W_Q = " and a matrix in
/// one of the notations of matrix_text.h, as often as there is. Other lines of code, and names that are given
/// something else than numbers ("Q = X @ W_Q"), are skipped. Of two arrays of the same name the later one
/// counts. A text that assigns to a single name has no named arrays: it is read as one matrix.
///
/// Fails on numbers in brackets that cannot be read; the error's place begins with the name.
Result<NamedArraysPtr> read_named_text(std::string_view text);

struct NamedPrint {
    std::string name;
    PrintedArray numbers;
};
/// The same for numbers that somebody hands in to be checked, as read_printed_text() reads them. Names may
/// also be captions, "scores:" at the beginning of a line.
Result<std::vector<NamedPrint>> read_named_prints(std::string_view text);

} // namespace lab
