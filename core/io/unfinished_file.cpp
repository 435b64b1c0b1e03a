// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unfinished_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

namespace lab {

namespace {

// Must not match anyone else's files: those with such a name are deleted once their writer has ended.
constexpr std::string_view name_prefix = ".attention-lab-";
constexpr std::string_view name_digits = "0123456789abcdef";
constexpr std::size_t random_digits = 12;
constexpr std::size_t name_length = name_prefix.size() + random_digits;

/// Stored statically, because a signal handler must not read memory that another thread may be freeing.
struct Slot {
    std::atomic<bool> taken{false};
    std::atomic<int> folder{-1};
    std::array<char, name_length + 1> name{};
};
std::array<Slot, 16> slots; // files beyond 16 at once are deleted by the next writer

bool is_ours(std::string_view name) {
    return name.size() == name_length && name.starts_with(name_prefix) &&
           name.find_first_not_of(name_digits, name_prefix.size()) == std::string_view::npos;
}

/// A writer holds a lock on its file, which is released when its process ends at the latest.
void remove_if_abandoned(int folder, const char* name) {
    const int file = ::openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
        ::flock(file, LOCK_EX | LOCK_NB) == 0)
        ::unlinkat(folder, name, 0);
    ::close(file);
}

void remove_abandoned(int folder) {
    const int readable = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (readable < 0)
        return;
    DIR* const entries = ::fdopendir(readable);
    if (!entries) {
        ::close(readable);
        return;
    }
    while (const dirent* entry = ::readdir(entries)) {
        if (is_ours(static_cast<const char*>(entry->d_name)))
            remove_if_abandoned(folder, static_cast<const char*>(entry->d_name));
    }
    ::closedir(entries);
}

} // namespace

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

UnfinishedFile::~UnfinishedFile() {
    const int error = errno; // the caller may still need it
    if (!m_name.empty())
        ::unlinkat(m_folder, m_name.c_str(), 0);
    forget_name();
    if (m_file >= 0)
        ::close(m_file);
    if (m_folder >= 0)
        ::close(m_folder);
    errno = error;
}

bool UnfinishedFile::open(const std::filesystem::path& folder, Naming naming, mode_t permissions) {
    m_folder = ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (m_folder < 0)
        return false;
    remove_abandoned(m_folder);
    // Naming such a file later requires /proc.
    if (naming == Naming::only_if_needed && ::access("/proc/self/fd", X_OK) == 0) {
        m_file = ::openat(m_folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, permissions);
        if (m_file >= 0) {
            ::flock(m_file, LOCK_EX | LOCK_NB); // cannot be contended; some file systems have no locks
            return true;
        }
    }
    return open_named(permissions);
}

bool UnfinishedFile::open_named(mode_t permissions) {
    for (;;) {
        choose_name();
        m_file = ::openat(m_folder, m_name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions);
        if (m_file < 0) {
            forget_name();
            if (errno == EEXIST)
                continue;
            return false;
        }
        // Another writer may have found and deleted it before it was locked.
        struct stat status {};
        if (::flock(m_file, LOCK_EX) != 0 || ::fstat(m_file, &status) != 0 || status.st_nlink > 0)
            return true;
        ::close(m_file);
        forget_name();
    }
}

void UnfinishedFile::choose_name() {
    std::random_device random;
    m_name = name_prefix;
    for (std::size_t i = 0; i < random_digits; ++i)
        m_name += name_digits[random() % name_digits.size()];
    for (std::size_t i = 0; i < slots.size() && m_slot < 0; ++i) {
        if (!slots[i].taken.exchange(true))
            m_slot = static_cast<int>(i);
    }
    if (m_slot < 0)
        return;
    Slot& slot = slots[static_cast<std::size_t>(m_slot)];
    std::memcpy(slot.name.data(), m_name.c_str(), m_name.size() + 1);
    slot.folder = m_folder; // now visible to a signal handler
}

void UnfinishedFile::forget_name() {
    m_name.clear();
    if (m_slot < 0)
        return;
    Slot& slot = slots[static_cast<std::size_t>(std::exchange(m_slot, -1))];
    slot.folder = -1;
    slot.taken = false;
}

bool UnfinishedFile::write(std::string_view bytes) {
    return write_all(m_file, bytes);
}

bool UnfinishedFile::sync() {
    return ::fsync(m_file) == 0;
}

bool UnfinishedFile::link(const std::string& from, const char* name) const {
    if (!from.empty())
        return ::linkat(m_folder, from.c_str(), m_folder, name, 0) == 0;
    const std::string file = "/proc/self/fd/" + std::to_string(m_file);
    return ::linkat(AT_FDCWD, file.c_str(), m_folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/// linkat() cannot replace a file, so a file without a name gets a temporary one first.
bool UnfinishedFile::give_name() {
    for (;;) {
        choose_name();
        if (link({}, m_name.c_str()))
            return true;
        forget_name();
        if (errno != EEXIST)
            return false;
    }
}

bool UnfinishedFile::replace(const std::filesystem::path& name) {
    if (m_name.empty() && !give_name())
        return false;
    if (::renameat(m_folder, m_name.c_str(), m_folder, name.c_str()) != 0)
        return false;
    forget_name();
    return true;
}

bool UnfinishedFile::keep(const std::filesystem::path& name) {
    if (!link(m_name, name.c_str()))
        return false;
    const int folder = ::openat(m_folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) { // the name is lost in a power cut otherwise
        ::fsync(folder);
        ::close(folder);
    }
    return true;
}

bool UnfinishedFile::copy_over(int other) {
    std::array<char, 1 << 16> buffer;
    off_t size = 0;
    for (;;) {
        const ssize_t count = ::pread(m_file, buffer.data(), buffer.size(), size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        if (count == 0)
            return ::ftruncate(other, size) == 0 && ::fsync(other) == 0;
        if (!write_all(other, {buffer.data(), static_cast<std::size_t>(count)}))
            return false;
        size += count;
    }
}

void remove_unfinished_files() noexcept {
    for (Slot& slot : slots) {
        const int folder = slot.folder;
        if (folder >= 0)
            ::unlinkat(folder, slot.name.data(), 0);
    }
}

} // namespace lab
