// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a file is still what it was: by what is in it, and quickly by what the file system says about it.
#pragma once

#include "core/types.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lab {

/// Equal for equal bytes, and practically never for others.
struct FileContent {
    std::uint64_t size = 0;
    std::uint64_t hash = 0;
    bool operator==(const FileContent&) const = default;
};

FileContent content_of(std::string_view bytes);

/// What the file system says about a file: as long as that stays the same, so do the bytes.
struct FileStamp {
    std::uint64_t device = 0, file = 0;
    std::int64_t size = 0;
    std::int64_t modified = 0, changed = 0; ///< nanoseconds; the second cannot be set by programs
    bool operator==(const FileStamp&) const = default;
};

/// Empty where there is no such file, or no regular one. A link is followed.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Whether a change made from now on would show in the stamp: clocks of file systems tick as slowly as every
/// two seconds.
bool is_settled(const FileStamp& stamp);

struct FoundFile {
    FileStamp stamp; ///< from before the bytes were read
    FileContent content;
};

/// Reads a regular file to its end. It is not kept in memory.
Result<FoundFile> find_content(const std::filesystem::path& path);

} // namespace lab
