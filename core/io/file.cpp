// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file.h"

#include "core/io/unfinished_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace lab {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
    return std::generic_category().message(error);
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

Result<std::string> read_file(const fs::path& path, std::uintmax_t limit) {
    std::error_code error;
    if (fs::is_directory(path, error))
        return Error{path.string(), {}, "is a folder", "a file"};
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return Error{path.string(), {}, "cannot be read: " + reason(errno), {}};
    std::string bytes;
    char buffer[1 << 16];
    while (stream.read(buffer, sizeof buffer), stream.gcount() > 0) {
        bytes.append(buffer, static_cast<std::size_t>(stream.gcount()));
        if (bytes.size() > limit)
            return Error{
                path.string(), {}, "more than " + std::to_string(limit) + " bytes", "a smaller file"};
    }
    if (stream.bad())
        return Error{path.string(), {}, "cannot be read to its end", {}};
    return bytes;
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
