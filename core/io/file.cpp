// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file.h"

#include "core/base/text_position.h"
#include "core/io/file_kind.h"
#include "core/io/file_rights.h"
#include "core/io/unfinished_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number < 0 ||
        !write_pieces([&](std::string_view piece) { return write_all(file.number, piece); }, give))
        return cannot_write(path, errno);
    return std::nullopt;
}

constexpr int most_links = 40; // the kernel's limit

/// The final target of a path. Follows links, even to a file that does not exist yet.
fs::path followed(fs::path path) {
    std::error_code error;
    for (int links = 0; links < most_links && fs::is_symlink(path, error); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

/// Whether a path leads to a descriptor of a process, as /dev/stdin does.
bool leads_to_descriptor(fs::path path) {
    std::error_code error;
    for (int links = 0; links < most_links && fs::is_symlink(path, error); ++links) {
        if (fs::canonical(path.parent_path(), error).native().starts_with("/proc/"))
            return true;
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return false;
}

/// Whether it can be renamed and replaced. /dev/stdout may be a file that has no name any more.
bool is_written_directly(const fs::path& path, const fs::path& target) {
    std::error_code error;
    return fs::exists(path, error) &&
           (!fs::is_regular_file(path, error) || !fs::equivalent(path, target, error));
}

/// "x.unsaved.attn", and from 2 on "x.unsaved-2.attn".
std::string copy_name(const fs::path& target, int number) {
    constexpr std::size_t longest = 200; // bytes, of 255 that a name may have
    std::string stem = target.stem();
    std::string extension = target.extension();
    if (stem.size() + extension.size() > longest) {
        extension.resize(std::min(extension.size(), longest / 2));
        stem.resize(std::min(stem.size(), longest / 2));
    }
    return stem + ".unsaved" + (number > 1 ? '-' + std::to_string(number) : std::string()) + extension;
}

/// Returns the name, or an empty one, with errno set.
std::string keep_copy(UnfinishedFile& file, const fs::path& target) {
    for (int number = 1;; ++number) {
        std::string name = copy_name(target, number);
        if (file.keep(name))
            return name;
        if (errno != EEXIST)
            return {};
    }
}

/// Whether there is room for that many bytes, as far as the file system can tell. If not, errno says why.
bool reserve(int file, off_t size) {
    return size == 0 || ::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, size) == 0 ||
           (errno != ENOSPC && errno != EDQUOT && errno != EFBIG);
}

/// Writes the new file, which is complete in `folder`, over the old one.
std::optional<Error> write_in_place(const fs::path& path, const fs::path& target, UnfinishedFile& file,
                                    const fs::path& folder) {
    // A pipe that has just taken its place must not block, nor be followed if it is a link.
    const Descriptor old(::open(target.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (old.number < 0 || ::fstat(old.number, &status) != 0)
        return cannot_write(path, errno);
    if (!S_ISREG(status.st_mode))
        return cannot_write(path, EEXIST);
    if (::fstat(file.descriptor(), &status) != 0 || !reserve(old.number, status.st_size))
        return cannot_write(path, errno);
    const std::string name = keep_copy(file, target);
    if (name.empty())
        return cannot_write(path, errno);
    const fs::path copy = fs::absolute(folder / name);
    if (!file.copy_over(old.number))
        return Error{path.string(),
                     {},
                     "is damaged: writing it failed (" + reason(errno) + "). All of it is in " +
                         copy.string(),
                     {}};
    ::unlink(copy.c_str());
    return std::nullopt;
}

bool is_unchanged(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_nlink == b.st_nlink &&
           a.st_ctim.tv_sec == b.st_ctim.tv_sec && a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

/// What became of an attempt to put a new file into the place of the old one.
struct Replacing {
    bool done = false;
    std::string obstacle; ///< why it is not done; if empty, errno says what has failed
};

Replacing replace(UnfinishedFile& file, const fs::path& target) {
    constexpr int most_tries = 3; // if another program changes the old file meanwhile
    struct stat old {
    }, now{};
    for (int tries = 0; tries < most_tries; ++tries) {
        const bool is_there = ::lstat(target.c_str(), &old) == 0;
        if (is_there && old.st_nlink > 1)
            return {false, "it has other names (hard links)"};
        if (is_there) {
            if (const auto obstacle = keep_rights(file.descriptor(), target, old))
                return {false, *obstacle};
        }
        if (!file.sync())
            return {};
        if (is_there && (::lstat(target.c_str(), &now) != 0 || !is_unchanged(old, now)))
            continue;
        if (file.replace(target.filename()))
            return {true, {}};
        if (!is_there)
            return {};
        return {false, "it cannot be replaced (" + reason(errno) + ")"};
    }
    return {false, "another program keeps changing it"};
}

/// Whether a file can be written, although nothing new can be made in its folder, for that reason.
bool is_writable_alone(const fs::path& file, int error) {
    return (error == EACCES || error == EPERM || error == EROFS) &&
           ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0;
}

} // namespace

std::string lower_extension(const fs::path& path) {
    return in_lower_case(path.extension().string());
}

Result<std::string> read_file(const fs::path& path, std::uintmax_t limit, const std::stop_token& stop) {
    // Without O_NONBLOCK, opening a pipe would block until somebody writes to it.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat status {};
    if (file.number < 0 || ::fstat(file.number, &status) != 0)
        return unreadable(path, errno);
    // A device that is no terminal holds nothing, or never ends.
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && ::isatty(file.number) == 0)
        return Error{path.string(), {}, kind_in_words(status.st_mode), "a file"};
    std::string bytes;
    std::array<char, 1 << 16> buffer;
    for (;;) {
        if (!S_ISREG(status.st_mode))
            wait_for_bytes(file.number, stop);
        if (stop.stop_requested())
            return Error{path.string(), {}, "not read to its end", {}};
        const ::ssize_t count = ::read(file.number, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return unreadable(path, errno);
        if (count == 0)
            return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
        if (bytes.size() > limit)
            return Error{
                path.string(), {}, "more than " + std::to_string(limit) + " bytes", "a smaller file"};
    }
}

bool is_stream(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status) || fs::is_directory(status))
        return false; // a file that has just been deleted is missing, not a stream
    return !fs::is_regular_file(status) || leads_to_descriptor(path);
}

bool is_write_protected(const fs::path& path) {
    return is_protected(followed(path));
}

std::optional<Error> write_file(const fs::path& path, std::string_view bytes, IfProtected if_protected,
                                WriteReport* report) {
    return write_file(
        path, [&](const TakeBytes& take) { take(bytes); }, if_protected, report);
}

std::optional<Error> write_file(const fs::path& path, const GiveBytes& give, IfProtected if_protected,
                                WriteReport* report) {
    WriteReport unwanted;
    WriteReport& told = report ? *report : unwanted;
    told = {path.string(), false, {}};
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return Error{path.string(), {}, "is a folder", "a file to write"};
    if (fs::is_socket(path, ignored))
        return Error{path.string(), {}, kind_in_words(S_IFSOCK), "a file to write"};
    const fs::path target = followed(path);
    if (fs::is_symlink(target, ignored))
        return cannot_write(path, ELOOP);
    if (is_written_directly(path, target))
        return write_directly(path, give);
    if (if_protected == IfProtected::refuse && is_protected(target)) {
        told.is_protected = true;
        return Error{path.string(), {}, "is write-protected", "another file, or chmod u+w first"};
    }
    UnfinishedFile file;
    fs::path folder = target.parent_path();
    const bool exists = fs::exists(target, ignored);
    // What replaces a file is private until it has the rights of that file.
    if (!file.open(folder, UnfinishedFile::Naming::only_if_needed, exists ? 0600 : 0666)) {
        const int error = errno;
        folder = "/var/tmp"; // for everybody, and not emptied when the system starts
        if (!exists || !is_writable_alone(target, error) || !file.open(folder))
            return cannot_write(path, error);
        told.in_place = "its folder takes no new files";
    }
    if (!write_pieces([&](std::string_view piece) { return file.write(piece); }, give))
        return cannot_write(path, errno);
    if (told.in_place.empty()) {
        Replacing replacing = replace(file, target);
        if (replacing.done)
            return std::nullopt;
        if (replacing.obstacle.empty())
            return cannot_write(path, errno);
        told.in_place = std::move(replacing.obstacle);
    }
    if (!file.sync())
        return cannot_write(path, errno);
    return write_in_place(path, target, file, folder);
}

} // namespace lab
