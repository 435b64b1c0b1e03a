// SPDX-License-Identifier: GPL-3.0-or-later
//
// Open files, and what a name may lead to instead of one.
#pragma once

#include "core/base/types.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace lab {

/// Closes what was opened; negative if it could not be.
struct Descriptor {
    explicit Descriptor(int opened) : number(opened) {}
    ~Descriptor() {
        if (number >= 0)
            ::close(number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    const int number;
};

/// What is no regular file, for messages.
inline const char* kind_in_words(mode_t mode) {
    return S_ISDIR(mode)    ? "is a folder"
           : S_ISFIFO(mode) ? "is a pipe"
           : S_ISSOCK(mode) ? "is a socket"
                            : "is a device";
}

/// Why a file cannot be read. `error`: errno.
inline Error unreadable(const std::filesystem::path& path, int error) {
    std::error_code ignored;
    if (error == ENXIO && std::filesystem::is_socket(path, ignored)) // "No such device or address"
        return {path.string(), {}, kind_in_words(S_IFSOCK), "a file"};
    return {path.string(), {}, "cannot be read: " + std::generic_category().message(error), {}};
}

} // namespace lab
