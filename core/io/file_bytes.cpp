// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace lab {

Result<FileBytes> FileBytes::open(const std::filesystem::path& path) {
    FileBytes bytes;
    bytes.m_name = path.string();
    // A pipe that nobody writes to would block.
    const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0)
        return unreadable(bytes.m_name, errno);
    bytes.m_descriptor = std::make_shared<const Descriptor>(opened);
    struct stat status {};
    if (::fstat(opened, &status) != 0)
        return unreadable(bytes.m_name, errno);
    if (!S_ISREG(status.st_mode))
        return Error{bytes.m_name, {}, kind_in_words(status.st_mode), "a file"};
    bytes.m_size = static_cast<std::uint64_t>(status.st_size);
    return bytes;
}

FileBytes::FileBytes(std::string bytes)
    : m_bytes(std::make_shared<const std::string>(std::move(bytes))), m_size(m_bytes->size()) {}

Result<std::string> FileBytes::read(std::uint64_t offset, std::size_t count) const {
    if (!m_descriptor)
        return m_bytes->substr(static_cast<std::size_t>(offset), count);
    std::string bytes(count, '\0');
    for (std::size_t done = 0; done < count;) {
        const ::ssize_t got = ::pread(m_descriptor->number, bytes.data() + done, count - done,
                                      static_cast<::off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return unreadable(m_name, errno);
        if (got == 0)
            return Error{m_name,
                         {},
                         "its end after " + std::to_string(offset + done) + " bytes",
                         std::to_string(m_size) + ", as when it was opened"};
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

} // namespace lab
