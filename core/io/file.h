// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing whole files.
#pragma once

#include "core/base/types.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lab {

/// The extension of a file's name, in lower case: ".csv".
std::string lower_extension(const std::filesystem::path& path);

/// The most bytes that are read of a file, unless its reader allows fewer.
inline constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;

/// The bytes of a file. Fails if it cannot be read, or is larger than `limit` bytes. A pipe or terminal is
/// read to its end, however long that takes; a request to stop ends the waiting. Other devices hold no file.
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t limit = largest_file,
                              const std::stop_token& stop = {});

/// Whether what is written there is gone once it is read, so that it cannot be opened again: a pipe, a
/// device, or the name of an open file such as /dev/stdin.
bool is_stream(const std::filesystem::path& path);

/// What to do with a file that is protected against writing.
enum class IfProtected { refuse, replace };

/// Whether write_file() refuses to write a file because it is protected, unless told to replace it.
bool is_write_protected(const std::filesystem::path& path);

/// What the user of the program should know of a write.
struct WriteReport {
    std::string file;          ///< its name, as given
    bool is_protected = false; ///< refused because the file is write-protected
    /// Why the file could not be replaced, and was written in place: "it has other names (hard links)".
    /// Otherwise empty.
    std::string in_place;
};

/// Writes a file atomically: at every moment either the old or the new one is there in full. Links are
/// followed. A new file gets the permissions that any new file gets; a replaced one keeps its owner, group,
/// permissions, access control list and attributes, see keep_rights(). If they cannot be kept, or the file
/// has other names, it is written in place, after a complete copy has been written beside it, or in /var/tmp
/// if its folder allows no new file. The copy is deleted afterwards, unless that fails: then the error says
/// where it is. Anything but a regular file (a terminal, a pipe) is written to directly. Returns what went
/// wrong.
std::optional<Error> write_file(const std::filesystem::path& path, std::string_view bytes,
                                IfProtected if_protected = IfProtected::refuse,
                                WriteReport* report = nullptr);

/// Receives the next piece of a file; returns false if it cannot be written and no more is wanted.
using TakeBytes = std::function<bool(std::string_view)>;
/// Produces a file piece by piece.
using GiveBytes = std::function<void(const TakeBytes&)>;

/// The same for bytes that are never all in memory at once. Exceptions from `give` are passed on, and the old
/// file is unchanged.
std::optional<Error> write_file(const std::filesystem::path& path, const GiveBytes& give,
                                IfProtected if_protected = IfProtected::refuse,
                                WriteReport* report = nullptr);

} // namespace lab
