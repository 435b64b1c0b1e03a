// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stuck_disk.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>

namespace {

std::mutex guard;
std::condition_variable answered;
std::string stuckFolder; ///< empty: every disk answers
int waitingThreads = 0;

bool isStuck(int file) {
    std::error_code ignored;
    const auto path =
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored).string();
    return !stuckFolder.empty() && path.starts_with(stuckFolder);
}

} // namespace

extern "C" int fsync(int file) {
    {
        std::unique_lock lock(guard);
        ++waitingThreads;
        answered.wait(lock, [file] { return !isStuck(file); });
        --waitingThreads;
    }
    return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace lab::test {

StuckDisk::StuckDisk(const QString& folder) {
    const std::lock_guard lock(guard);
    stuckFolder = std::filesystem::canonical(folder.toStdString()).string() + '/';
}

StuckDisk::~StuckDisk() {
    answer();
}

int StuckDisk::waiting() const {
    const std::lock_guard lock(guard);
    return waitingThreads;
}

void StuckDisk::answer() {
    const std::lock_guard lock(guard);
    stuckFolder.clear();
    answered.notify_all();
}

} // namespace lab::test
