// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that is still being written. If the file system supports it, the file has no name until it is
// complete, so that a program that is killed leaves no part of it behind. Killed between the two calls that
// name the file, it leaves a complete copy, which the next writer in the folder deletes. Otherwise the file
// has its own name beside the one it will replace.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace lab {

/// On failure, errno says why.
class UnfinishedFile {
public:
    enum class Naming { only_if_needed, always };

    UnfinishedFile() = default;
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Creates a file in `folder`, after deleting what killed programs left behind there. The umask and the
    /// folder's default ACL limit `permissions`, as for any new file.
    [[nodiscard]] bool open(const std::filesystem::path& folder, Naming naming = Naming::only_if_needed,
                            mode_t permissions = 0600);
    [[nodiscard]] bool write(std::string_view bytes);
    /// Flushes the file to disk.
    [[nodiscard]] bool sync();
    /// Replaces `name` in the folder with it.
    [[nodiscard]] bool replace(const std::filesystem::path& name);
    /// Gives it a new name in the folder, under which it stays whatever happens. Fails with EEXIST if there
    /// is such a name.
    [[nodiscard]] bool keep(const std::filesystem::path& name);
    /// Writes what it contains over what another file contains, and flushes that to disk.
    [[nodiscard]] bool copy_over(int other);
    /// For setting owner, permissions and attributes.
    int descriptor() const { return m_file; }

private:
    bool open_named(mode_t permissions);
    bool link(const std::string& from, const char* name) const;
    bool give_name();
    void choose_name();
    void forget_name();

    int m_folder = -1;
    int m_file = -1;
    std::string m_name; ///< empty while it has none
    int m_slot = -1;    ///< where a signal handler finds its name
};

/// Writes all bytes to a descriptor, in as many calls as needed. On failure, errno says why.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

/// Deletes all unfinished files. For a signal handler that is about to end the program: async-signal-safe.
void remove_unfinished_files() noexcept;

} // namespace lab
