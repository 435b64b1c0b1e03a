// SPDX-License-Identifier: GPL-3.0-or-later
//
// A disk that does not answer, as a network disk whose server is gone. The program that uses it is linked
// with stuck_disk.cpp, which replaces fsync() of the C library.
#pragma once

#include <QString>

namespace lab::test {

/// While it exists, whoever writes a file to that folder waits in fsync(), before the file gets its name.
class StuckDisk {
public:
    explicit StuckDisk(const QString& folder);
    ~StuckDisk();
    StuckDisk(const StuckDisk&) = delete;
    StuckDisk& operator=(const StuckDisk&) = delete;

    /// How many threads wait.
    int waiting() const;
    /// From now on it works again.
    void answer();
};

} // namespace lab::test
