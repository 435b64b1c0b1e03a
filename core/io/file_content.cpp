// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_content.h"

#include "core/io/file_kind.h"
#include "core/random/seeded_vector.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace lab {

namespace {

constexpr std::int64_t second = 1'000'000'000; // nanoseconds

std::int64_t nanoseconds(const timespec& time) {
    return time.tv_sec * second + time.tv_nsec;
}

std::optional<FileStamp> stamp_from(const struct stat& status) {
    if (!S_ISREG(status.st_mode))
        return std::nullopt;
    return FileStamp{status.st_dev, status.st_ino, status.st_size, nanoseconds(status.st_mtim),
                     nanoseconds(status.st_ctim)};
}

} // namespace

FileContent content_of(std::string_view bytes) {
    return {bytes.size(), fnv1a(bytes)};
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

std::optional<FoundFile> find_content(const std::filesystem::path& path) {
    // Without O_NONBLOCK, opening a pipe would block.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (file.number < 0 || ::fstat(file.number, &status) != 0)
        return std::nullopt;
    const auto stamp = stamp_from(status);
    if (!stamp)
        return std::nullopt;
    FoundFile found{*stamp, content_of({})};
    std::array<char, 1 << 16> buffer;
    for (;;) {
        const ssize_t count = ::read(file.number, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            return found;
        const auto size = static_cast<std::size_t>(count);
        found.content.size += size;
        found.content.hash = fnv1a({buffer.data(), size}, found.content.hash);
    }
}

} // namespace lab
