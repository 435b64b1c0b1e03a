// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a document as files: one parameter or stage, or all of them.
#pragma once

#include "core/io/document_arrays.h"
#include "core/io/npz_writer.h"

#include <filesystem>
#include <optional>
#include <span>

namespace lab {

enum class DataFormat { csv, tsv, npy, tex, md };

/// The extensions of the formats, for messages.
inline constexpr const char* data_extensions = ".csv, .tsv, .npy, .tex or .md";
/// The extension that has them all.
inline constexpr const char* all_data_extension = ".npz";

/// The format that the extension says, in upper or lower case.
std::optional<DataFormat> data_format(const std::filesystem::path& path);
/// Whether the extension is .npz, in upper or lower case.
bool is_npz(const std::filesystem::path& path);

/// Writes an array of numbers that the document has. LaTeX and Markdown follow the document's notation, and
/// say in a comment if tokens are columns; the others have tokens as rows. Of an array with one matrix a
/// head, .npy gets all of them unless a head is given, the others that head's, or the first. Stops early if
/// `take` returns false.
void write_data(const DocumentArrays& arrays, const Experiment& experiment, const DocumentArray& array,
                std::optional<HeadIndex> head, DataFormat format, const TakeBytes& take);

/// Everything that the document has, by name. It must be valid and have tokens. Fails if there is no room
/// for a temporary file, or if the texts would take more than a gigabyte, since NumPy makes all of them as
/// long as the longest.
Result<NpzFile> all_data(const Experiment& experiment);

/// The result of the computation as `compute` prints it: the tokens, the wanted stages (all if none is
/// named), and `notes`, if there are any. Fails on such texts. The experiment must compute the wanted stages,
/// and outlive the members.
Result<std::vector<NpzMember>> result_data(const Experiment& experiment, std::span<const StageId> wanted);

} // namespace lab
