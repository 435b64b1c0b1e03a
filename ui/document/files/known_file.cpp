// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/known_file.h"

namespace lab {

void KnownFile::set(const QString& file, std::optional<FileContent> content) {
    m_file = file;
    m_content = content;
    m_stamp.reset(); // another program may have written since: check() finds the stamp of this content
}

OnDisk KnownFile::check(const QString& file) {
    if (file != m_file || !m_content)
        return OnDisk::unchanged;
    const std::filesystem::path path = file.toStdString();
    const auto stamp = stamp_of(path);
    if (stamp && stamp == m_stamp)
        return OnDisk::unchanged;
    const Result<FoundFile> found = find_content(path);
    std::error_code ignored;
    if (!found)
        return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found
                   ? OnDisk::missing
                   : OnDisk::unreadable;
    if (found.value().content != *m_content)
        return OnDisk::changed;
    const FileStamp& now = found.value().stamp;
    m_stamp = is_settled(now) ? std::optional(now) : std::nullopt;
    return OnDisk::unchanged;
}

} // namespace lab
