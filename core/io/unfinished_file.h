// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that is still being written. Where the file system can do it, the file has no name until it is
// complete, so that nothing is left of it however the program ends; elsewhere it has a name of its own beside
// the file that it is to replace.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace lab {

/// Where something fails, errno says why.
class UnfinishedFile {
public:
    enum class Naming { only_if_needed, always };

    UnfinishedFile() = default;
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Begins a file in `folder`. What programs that were killed there left behind is deleted first.
    [[nodiscard]] bool open(const std::filesystem::path& folder, Naming naming = Naming::only_if_needed);
    [[nodiscard]] bool write(std::string_view bytes);
    /// Puts what was written, once it is on the disk, in the place of `name` in the folder.
    [[nodiscard]] bool replace(const std::filesystem::path& name, mode_t permissions);

private:
    bool open_named();
    bool give_name();
    void choose_name();
    void forget_name();

    int m_folder = -1;
    int m_file = -1;
    std::string m_name; ///< empty while it has none
    int m_slot = -1;    ///< where a signal handler finds its name
};

/// Writes to a descriptor, however many calls that takes. Where it fails, errno says why.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

/// Deletes what is still unfinished. For a signal handler that is about to end the program: it calls only
/// what a signal handler may call.
void remove_unfinished_files() noexcept;

} // namespace lab
