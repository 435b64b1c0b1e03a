// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing whole files.
#pragma once

#include "core/types.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lab {

/// The most bytes that are read of a file, unless its reader allows fewer.
inline constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;

/// The bytes of a file. Fails if it cannot be read, or is larger than `limit` bytes. A pipe or terminal is
/// read to its end, however long that takes; a request to stop ends the waiting.
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t limit = largest_file,
                              const std::stop_token& stop = {});

/// Writes a file atomically: at every moment either the old or the new one is there in full. Links are
/// followed. Anything but a regular file (a terminal, a pipe) is written to directly. Returns what went
/// wrong.
std::optional<Error> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Receives the next piece of a file; returns false if it cannot be written and no more is wanted.
using TakeBytes = std::function<bool(std::string_view)>;
/// Produces a file piece by piece.
using GiveBytes = std::function<void(const TakeBytes&)>;

/// The same for bytes that are never all in memory at once. Exceptions from `give` are passed on, and the old
/// file is unchanged.
std::optional<Error> write_file(const std::filesystem::path& path, const GiveBytes& give);

} // namespace lab
