// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of a file, read when they are asked for.
#pragma once

#include "core/io/file_kind.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace lab {

/// A regular file that stays open, or bytes in memory. Reads at places instead of mapping the file: a file
/// that becomes shorter meanwhile is then an error, and a large one takes no address space.
class FileBytes {
public:
    /// Fails if the file cannot be opened or is not a regular one; the error names it.
    static Result<FileBytes> open(const std::filesystem::path& path);
    explicit FileBytes(std::string bytes);

    std::uint64_t size() const { return m_size; }
    /// The bytes [offset, offset + count), which must be in the file. Fails if they cannot be read.
    Result<std::string> read(std::uint64_t offset, std::size_t count) const;

private:
    FileBytes() = default;

    std::shared_ptr<const Descriptor> m_descriptor; ///< null: the bytes are in memory
    std::string m_name;                             ///< of the file
    std::shared_ptr<const std::string> m_bytes;
    std::uint64_t m_size = 0;
};

} // namespace lab
