// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named tensors (.safetensors), which Hugging Face's library writes: eight bytes with the length of
// a header, the header in JSON, and the numbers. Format: https://github.com/huggingface/safetensors,
// "Format".
#pragma once

#include "core/io/named_arrays.h"

#include <filesystem>
#include <string>

namespace lab {

/// Opens a file and reads its header; numbers are read one tensor at a time.
///
/// Fails on a header of more than 100 MB or that is no such JSON, on keys that stand twice, on offsets that
/// overlap or leave gaps up to the end of the file, and on sizes that do not agree with shape and type. A
/// type that this program does not read is the tensor's `problem`.
Result<NamedArraysPtr> open_safetensors(const std::filesystem::path& path);
/// The same for a file in memory.
Result<NamedArraysPtr> read_safetensors(std::string bytes);

} // namespace lab
