// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole files in and out.
#pragma once

#include "core/types.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace lab {

/// The bytes of a file. Fails where it cannot be read, or is larger than `limit` bytes.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uintmax_t limit = std::uintmax_t{1} << 30);

/// Writes a file so that at every moment either the old one or the new one is there, whole. A link is
/// followed; what is no regular file (a terminal, a pipe) is written to directly. Returns what went wrong.
std::optional<Error> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Takes the next piece of a file; false where it cannot be written, and no more is wanted.
using TakeBytes = std::function<bool(std::string_view)>;
/// Hands on a file piece by piece.
using GiveBytes = std::function<void(const TakeBytes&)>;

/// The same of bytes that are never in memory all together. What `give` throws comes out of here, with the
/// old file as it was.
std::optional<Error> write_file(const std::filesystem::path& path, const GiveBytes& give);

} // namespace lab
