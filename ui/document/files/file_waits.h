// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files that the user waits for: after a while the window says so, and the user can stop waiting.
#pragma once

#include "ui/document/files/file_tasks.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <map>

namespace lab {

class FileWaits : public QObject {
    Q_OBJECT
public:
    struct Wait {
        QString text; ///< what is waited for, as a sentence
        QString tip;  ///< what happens if the user stops waiting
        bool isWrite = false;
        std::function<void()> leave; ///< called when the user stops waiting
    };

    explicit FileWaits(QObject* parent = nullptr) : QObject(parent) {}

    /// Returns a number for end().
    int begin(Wait wait);
    /// The file has answered, or is not wanted any more. Ignores what has ended already.
    void end(int number);
    /// The longest one that lasts longer than patience(), or nullptr.
    const Wait* overdue() const { return firstOverdue(false); }
    /// The same among writes.
    const Wait* overdueWrite() const { return firstOverdue(true); }
    /// Whether a write is waited for, overdue or not.
    bool isWriting() const;
    /// The user stops waiting for overdue().
    void leaveOverdue();
    /// The user stops waiting for all writes.
    void leaveWrites();

    std::chrono::milliseconds patience() const { return m_patience; }
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

signals:
    /// Something is overdue or has ended.
    void changed();

private:
    struct Entry {
        Wait wait;
        bool isOverdue = false;
    };
    const Wait* firstOverdue(bool onlyWrites) const;
    void leave(int number);

    std::map<int, Entry> m_entries; ///< by number, the oldest first
    int m_last = 0;
    std::chrono::milliseconds m_patience = FileTasks::slowAfter;
};

} // namespace lab
