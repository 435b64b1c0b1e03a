// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file.h"

#include "core/io/unfinished_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace lab {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
    return std::generic_category().message(error);
}

Error cannot_read(const fs::path& path, int error) {
    return {path.string(), {}, "cannot be read: " + reason(error), {}};
}

/// A file that is open for reading; negative if it is not.
struct ToRead {
    int descriptor;
    explicit ToRead(int opened) : descriptor(opened) {}
    ~ToRead() {
        if (descriptor >= 0)
            ::close(descriptor);
    }
    ToRead(const ToRead&) = delete;
    ToRead& operator=(const ToRead&) = delete;
};

/// Returns when a pipe or device has bytes, has ended or fails, or when `stop` is requested.
void wait_for_bytes(int descriptor, const std::stop_token& stop) {
    constexpr int pause = 100; // milliseconds between looks at `stop`
    pollfd waiting{descriptor, POLLIN, 0};
    int ready = 0;
    do {
        ready = ::poll(&waiting, 1, stop.stop_possible() ? pause : -1);
    } while (!stop.stop_requested() && (ready == 0 || (ready < 0 && errno == EINTR)));
}

Error cannot_write(const fs::path& path, int error) {
    return {path.string(), {}, "cannot be written: " + reason(error), {}};
}

/// Writes all pieces; returns false, with errno set, if one could not be written.
bool write_pieces(const TakeBytes& write, const GiveBytes& give) {
    int error = 0;
    give([&](std::string_view bytes) {
        if (error == 0 && !write(bytes))
            error = errno;
        return error == 0;
    });
    errno = error;
    return error == 0;
}

std::optional<Error> write_directly(const fs::path& path, const GiveBytes& give) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return cannot_write(path, errno);
    const bool written =
        write_pieces([&](std::string_view piece) { return write_all(descriptor, piece); }, give);
    const int error = errno;
    ::close(descriptor);
    return written ? std::nullopt : std::optional(cannot_write(path, error));
}

/// The final target of a path. Follows links, even to a file that does not exist yet.
fs::path followed(fs::path path) {
    constexpr int most = 40; // the kernel's limit
    std::error_code error;
    for (int links = 0; links < most && fs::is_symlink(path, error); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

/// The permissions for the new file: those of the old one, or the default for a new file.
mode_t permissions(const fs::path& target) {
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0)
        return status.st_mode & 07777;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

Result<std::string> read_file(const fs::path& path, std::uintmax_t limit, const std::stop_token& stop) {
    // Without O_NONBLOCK, opening a pipe would block until somebody writes to it.
    const ToRead file{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    struct stat status {};
    if (file.descriptor < 0 || ::fstat(file.descriptor, &status) != 0)
        return cannot_read(path, errno);
    if (S_ISDIR(status.st_mode))
        return Error{path.string(), {}, "is a folder", "a file"};
    std::string bytes;
    std::array<char, 1 << 16> buffer;
    for (;;) {
        if (!S_ISREG(status.st_mode))
            wait_for_bytes(file.descriptor, stop);
        if (stop.stop_requested())
            return Error{path.string(), {}, "not read to its end", {}};
        const ::ssize_t count = ::read(file.descriptor, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return cannot_read(path, errno);
        if (count == 0)
            return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
        if (bytes.size() > limit)
            return Error{
                path.string(), {}, "more than " + std::to_string(limit) + " bytes", "a smaller file"};
    }
}

std::optional<Error> write_file(const fs::path& path, std::string_view bytes) {
    return write_file(path, [&](const TakeBytes& take) { take(bytes); });
}

std::optional<Error> write_file(const fs::path& path, const GiveBytes& give) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return Error{path.string(), {}, "is a folder", "a file to write"};
    if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
        return write_directly(path, give);
    const fs::path target = followed(path);
    if (fs::is_symlink(target, ignored))
        return cannot_write(path, ELOOP);
    UnfinishedFile file;
    if (!file.open(target.parent_path()))
        return cannot_write(path, errno);
    if (write_pieces([&](std::string_view piece) { return file.write(piece); }, give) &&
        file.replace(target.filename(), permissions(target)))
        return std::nullopt;
    return cannot_write(path, errno);
}

} // namespace lab
