// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a file has changed: by its contents, and quickly by its file system metadata.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lab {

/// Equal for equal bytes, and practically never for different ones.
struct FileContent {
    std::uint64_t size = 0;
    std::uint64_t hash = 0;
    bool operator==(const FileContent&) const = default;
};

FileContent content_of(std::string_view bytes);

/// File system metadata of a file: while it stays the same, so do the bytes.
struct FileStamp {
    std::uint64_t device = 0, file = 0;
    std::int64_t size = 0;
    std::int64_t modified = 0, changed = 0; ///< nanoseconds; programs cannot set `changed`
    bool operator==(const FileStamp&) const = default;
};

/// nullopt if there is no such file, or it is not a regular one. Links are followed.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Whether a change from now on would show in the stamp: file system clocks may tick as slowly as every two
/// seconds.
bool is_settled(const FileStamp& stamp);

struct FoundFile {
    FileStamp stamp; ///< taken before the bytes were read
    FileContent content;
};

/// Reads a regular file to its end, without keeping it in memory. nullopt if it cannot be read.
std::optional<FoundFile> find_content(const std::filesystem::path& path);

} // namespace lab
