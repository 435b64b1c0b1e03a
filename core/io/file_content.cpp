// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_content.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace lab {

namespace {

constexpr std::int64_t second = 1'000'000'000; // nanoseconds

/// FNV-1a.
std::uint64_t hashed(std::string_view bytes, std::uint64_t hash) {
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return hash;
}
constexpr std::uint64_t empty_hash = 0xcbf29ce484222325;

std::int64_t nanoseconds(const timespec& time) {
    return time.tv_sec * second + time.tv_nsec;
}

std::optional<FileStamp> stamp_from(const struct stat& status) {
    if (!S_ISREG(status.st_mode))
        return std::nullopt;
    return FileStamp{status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim),
                     nanoseconds(status.st_ctim)};
}

Error cannot_read(const std::filesystem::path& path, const std::string& why) {
    return {path.string(), {}, "cannot be read: " + why, {}};
}

std::string reason() {
    return std::generic_category().message(errno);
}

Result<FoundFile> read_all(int file, const std::filesystem::path& path) {
    struct stat status {};
    if (::fstat(file, &status) != 0)
        return cannot_read(path, reason());
    const auto stamp = stamp_from(status);
    if (!stamp)
        return cannot_read(path, "it is no regular file");
    FoundFile found{*stamp, {0, empty_hash}};
    std::array<char, 1 << 16> buffer;
    for (;;) {
        const ssize_t count = ::read(file, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return cannot_read(path, reason());
        if (count == 0)
            return found;
        const auto size = static_cast<std::size_t>(count);
        found.content.size += size;
        found.content.hash = hashed({buffer.data(), size}, found.content.hash);
    }
}

} // namespace

FileContent content_of(std::string_view bytes) {
    return {bytes.size(), hashed(bytes, empty_hash)};
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? stamp_from(status) : std::nullopt;
}

bool is_settled(const FileStamp& stamp) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now) - std::max(stamp.modified, stamp.changed) > 2 * second;
}

Result<FoundFile> find_content(const std::filesystem::path& path) {
    // Without O_NONBLOCK, opening a pipe would block.
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return cannot_read(path, reason());
    Result<FoundFile> found = read_all(file, path);
    ::close(file);
    return found;
}

} // namespace lab
