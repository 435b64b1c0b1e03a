// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says to other windows that a recovery file has an owner. What counts is that the lock file is held open
// with a lock of the operating system, which ends with its process however that ends; what is written in the
// lock file, and by whom, does not matter. Earlier versions held theirs in the same way.
#pragma once

#include <QString>

namespace lab {

class RecoveryLock {
public:
    explicit RecoveryLock(QString path) : m_path(std::move(path)) {}
    /// Deletes the lock file where it was taken.
    ~RecoveryLock();
    RecoveryLock(const RecoveryLock&) = delete;
    RecoveryLock& operator=(const RecoveryLock&) = delete;

    /// Takes the lock. False only where a living window holds it: where there cannot be a lock, because the
    /// file system knows none or something else stands in its place, nobody holds it.
    bool take();

private:
    QString m_path;
    int m_file = -1;
};

} // namespace lab
