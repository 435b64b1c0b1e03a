// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/file_waits.h"

#include <QTimer>

#include <algorithm>
#include <vector>

namespace lab {

int FileWaits::begin(Wait wait) {
    const int number = ++m_last;
    m_entries[number] = {std::move(wait)};
    QTimer::singleShot(m_patience, this, [this, number] {
        const auto found = m_entries.find(number);
        if (found == m_entries.end())
            return;
        found->second.isOverdue = true;
        emit changed();
    });
    return number;
}

void FileWaits::end(int number) {
    if (m_entries.erase(number) > 0)
        emit changed();
}

const FileWaits::Wait* FileWaits::firstOverdue(bool onlyWrites) const {
    const auto found = std::ranges::find_if(m_entries, [&](const auto& each) {
        return each.second.isOverdue && (each.second.wait.isWrite || !onlyWrites);
    });
    return found == m_entries.end() ? nullptr : &found->second.wait;
}

bool FileWaits::isWriting() const {
    return std::ranges::any_of(m_entries, [](const auto& each) { return each.second.wait.isWrite; });
}

void FileWaits::leaveOverdue() {
    const auto found =
        std::ranges::find_if(m_entries, [](const auto& each) { return each.second.isOverdue; });
    if (found != m_entries.end())
        leave(found->first);
}

void FileWaits::leaveWrites() {
    std::vector<int> writes;
    for (const auto& [number, entry] : m_entries) {
        if (entry.wait.isWrite)
            writes.push_back(number);
    }
    for (const int each : writes)
        leave(each);
}

void FileWaits::leave(int number) {
    const auto found = m_entries.find(number);
    if (found == m_entries.end())
        return; // ended by leaving another one
    const std::function<void()> left = std::move(found->second.wait.leave);
    end(number);
    left();
}

} // namespace lab
