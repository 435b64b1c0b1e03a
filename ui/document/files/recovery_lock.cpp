// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/recovery_lock.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lab {

namespace {

/// Whether the open file is still the one at that path: the previous holder of the lock may have deleted it.
bool isNamed(int file, const QByteArray& path) {
    struct stat opened {
    }, named{};
    return ::fstat(file, &opened) == 0 && ::stat(path.constData(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

} // namespace

RecoveryLock::~RecoveryLock() {
    if (m_file < 0)
        return;
    QFile::remove(m_path); // before closing, so that no process takes it in between
    ::close(m_file);
}

bool RecoveryLock::take() {
    const QByteArray path = QFile::encodeName(m_path);
    for (;;) {
        m_file = ::open(path.constData(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (m_file < 0)
            return true;
        if (::flock(m_file, LOCK_EX | LOCK_NB) != 0) {
            const bool held = errno == EWOULDBLOCK;
            if (held)
                ::close(std::exchange(m_file, -1));
            return !held;
        }
        if (isNamed(m_file, path))
            return true;
        ::close(std::exchange(m_file, -1));
    }
}

} // namespace lab
