// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/odd_files.h"

#include "core/io/file.h"
#include "core/io/file_kind.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace lab::test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 255; // bytes

void make_file(const fs::path& path, std::string_view bytes, unsigned mode) {
    if (write_file(path, bytes) || ::chmod(path.c_str(), mode) != 0)
        qFatal("cannot write %s", path.c_str());
}

/// A pipe or a socket.
void make_node(const fs::path& path, mode_t kind) {
    if (::mknod(path.c_str(), kind | 0600, 0) != 0)
        qFatal("cannot make %s", path.c_str());
}

} // namespace

std::vector<OddFile> odd_files(const fs::path& folder, const std::string& extension, std::string_view good) {
    const auto named = [&](const std::string& stem) { return folder / (stem + extension); };
    std::vector<OddFile> all;
    const auto add = [&](const char* what, const fs::path& path, const char* unread, const char* unwritten,
                         bool isSilent = false) {
        all.push_back({what, QString::fromStdString(path.string()), QString::fromUtf8(unread),
                       QString::fromUtf8(unwritten), isSilent});
    };
    const auto link = [&](const char* what, const char* stem, const fs::path& to, const char* unread,
                          const char* unwritten) {
        fs::create_symlink(to, named(stem));
        add(what, named(stem), unread, unwritten);
    };
    const auto file = [&](const char* what, const std::string& stem, unsigned mode, const char* unwritten) {
        make_file(named(stem), good, mode);
        add(what, named(stem), ::access(named(stem).c_str(), R_OK) == 0 ? "" : "Permission denied",
            unwritten);
    };
    file("a file", "plain", 0640, "");
    file("the longest name", std::string(longest_name - extension.size(), 'x'), 0600, "");
    add("too long a name", named(std::string(longest_name, 'x')), "File name too long", "File name too long");
    file("a name with a line break", "two\nlines & <b>", 0644, "");
    file("a write-protected file", "protected", 0444, "is write-protected");
    file("a file that nobody may read", "secret", 0, "is write-protected");
    const char* not_text = "bytes that are not text";
    add("a name that is not UTF-8", named("caf\xef\xbf\xbd"), not_text, not_text);
    const char* vanished = "No such file or directory";
    add("vanished", named("vanished"), vanished, "");
    add("below a folder that is none", folder / "none" / ("below" + extension), vanished, "");
    add("below a file", named("plain") / ("below" + extension), "Not a directory", "");
    const char* folder_text = "is a folder";
    fs::create_directory(named("folder"));
    add("a folder", named("folder"), folder_text, folder_text);
    link("a link to a file", "to file", named("plain"), "", "");
    link("a link to a link", "to link", named("to file"), "", "");
    link("a link to a folder", "to folder", named("folder"), folder_text, folder_text);
    link("a link to nothing", "to nothing", named("nothing"), vanished, "");
    const char* loop = "Too many levels of symbolic links";
    link("a link to itself", "to itself", named("to itself"), loop, loop);
    // Links: a faulty program would replace the device.
    const char* stream = "is a pipe or a device";
    link("an endless device", "to zero", "/dev/zero", "is a device", stream);
    link("an empty device", "to null", "/dev/null", "is a device", stream);
    link("a full device", "to full", "/dev/full", "is a device", stream);
    make_node(named("socket"), S_IFSOCK);
    add("a socket", named("socket"), "is a socket", stream);
    make_node(named("pipe"), S_IFIFO);
    add("a pipe that nobody uses", named("pipe"), "is a pipe", stream, true);
    return all;
}

std::string kind_of(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0)
        return {};
    std::error_code ignored;
    if (S_ISLNK(status.st_mode))
        return "link to " + fs::read_symlink(path, ignored).string();
    const char* kind = S_ISREG(status.st_mode) ? "is a file" : kind_in_words(status.st_mode);
    return kind + (" " + std::to_string(status.st_mode & 07777U));
}

std::vector<std::string> all_in(const fs::path& folder) {
    std::vector<std::string> all;
    for (const auto& each : fs::directory_iterator(folder)) {
        const std::string name = each.path().filename().string() + ": " + kind_of(each.path());
        const bool holds = each.symlink_status().type() == fs::file_type::regular;
        const auto bytes = holds ? read_file(each.path()) : std::string();
        all.push_back(name + '\n' + (bytes ? bytes.value() : bytes.error().message()));
    }
    std::ranges::sort(all);
    return all;
}

} // namespace lab::test
