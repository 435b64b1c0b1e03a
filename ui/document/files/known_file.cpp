// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/known_file.h"

namespace lab {

namespace {

/// `stamp`: of a file with that content, if known before or afterwards.
OnDisk compare(const std::filesystem::path& path, const FileContent& content,
               std::optional<FileStamp>& stamp) {
    const auto now = stamp_of(path);
    if (now && now == stamp)
        return OnDisk::unchanged;
    const std::optional<FoundFile> found = find_content(path);
    std::error_code ignored;
    if (!found)
        return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found
                   ? OnDisk::missing
                   : OnDisk::unreadable;
    if (found->content != content)
        return OnDisk::changed;
    stamp = is_settled(found->stamp) ? std::optional(found->stamp) : std::nullopt;
    return OnDisk::unchanged;
}

} // namespace

/// Without a stamp: another program may have written since, so check() finds the stamp of this content.
void KnownFile::set(const QString& file, std::optional<FileContent> content) {
    put({file, content, {}, false, 0});
}

void KnownFile::put(State state) {
    const std::lock_guard lock(m_mutex);
    state.number = m_state.number + 1;
    m_state = std::move(state);
}

int KnownFile::beginWriting() {
    const std::lock_guard lock(m_mutex);
    m_state.isBeingWritten = true;
    return ++m_state.number;
}

void KnownFile::endWriting(int writing, const QString& file, std::optional<FileContent> written) {
    const std::lock_guard lock(m_mutex);
    if (writing != m_state.number)
        return;
    m_state.isBeingWritten = false;
    if (written)
        m_state = {file, written, {}, false, writing + 1};
}

OnDisk KnownFile::check(const QString& file) {
    State state = [this] {
        const std::lock_guard lock(m_mutex);
        return m_state;
    }();
    if (file != state.file || !state.content || state.isBeingWritten)
        return OnDisk::unchanged;
    const std::filesystem::path path = file.toStdString();
    const OnDisk found = compare(path, *state.content, state.stamp);
    const std::lock_guard lock(m_mutex);
    if (state.number != m_state.number)
        return OnDisk::unchanged;
    m_state = state;
    return found;
}

} // namespace lab
