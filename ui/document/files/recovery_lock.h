// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tells other windows that a recovery file has an owner. What counts is an operating system lock on the open
// lock file, which ends with its process in any case. Who wrote the lock file, and what, does not matter.
// Earlier versions used the same lock.
#pragma once

#include <QString>

namespace lab {

class RecoveryLock {
public:
    explicit RecoveryLock(QString path) : m_path(std::move(path)) {}
    /// Deletes the lock file if the lock was taken.
    ~RecoveryLock();
    RecoveryLock(const RecoveryLock&) = delete;
    RecoveryLock& operator=(const RecoveryLock&) = delete;

    /// Takes the lock. Returns false only if a running window holds it. If locking is impossible, because the
    /// file system does not support it or because something else is at the path, it counts as free.
    bool take();

private:
    QString m_path;
    int m_file = -1;
};

} // namespace lab
