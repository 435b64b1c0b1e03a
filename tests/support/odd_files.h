// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever the name of a file may lead to. A desktop hands over names, not files.
#pragma once

#include <QString>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lab::test {

struct OddFile {
    const char* what;
    QString path;
    /// What a reader says about it, and what a writer; empty: it can be read, or written.
    QString unread, unwritten;
    bool isSilent = false; ///< a pipe that nobody writes to: who reads it to its end waits for ever
};

/// Makes one of each kind in an empty folder. Names end in `extension`, so that every door takes them for its
/// own; `good` are the bytes of those that can be read. Some can't be made by everybody: the superuser may
/// read all files.
std::vector<OddFile> odd_files(const std::filesystem::path& folder, const std::string& extension,
                               std::string_view good);

/// What is there, without following links: its kind, and its permissions or where it leads. Empty: nothing.
std::string kind_of(const std::filesystem::path& path);
/// All that is in a folder: its names, with kinds, and what files hold.
std::vector<std::string> all_in(const std::filesystem::path& folder);

} // namespace lab::test
