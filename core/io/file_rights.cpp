// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_rights.h"

#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <vector>

namespace lab {

namespace {

namespace fs = std::filesystem;

constexpr const char* access_list = "system.posix_acl_access";
constexpr std::size_t attribute_limit = 1 << 16; // the kernel's limit for all names, and for a value

bool may(const fs::path& file, int what) {
    return ::faccessat(AT_FDCWD, file.c_str(), what, AT_EACCESS) == 0;
}

using Names = std::vector<std::string>;

/// `list` writes the names of the attributes into a buffer, each with a NUL at its end, and returns its size.
/// nullopt if they cannot be known.
template<class List>
std::optional<Names> names_by(List list) {
    std::string names(attribute_limit, '\0');
    const ssize_t size = list(names.data(), names.size());
    if (size < 0 && errno != ENOTSUP)
        return std::nullopt;
    Names all;
    for (ssize_t at = 0; at < size; at += static_cast<ssize_t>(all.back().size()) + 1)
        all.emplace_back(names.c_str() + at);
    return all;
}

bool belongs_to_bytes(std::string_view name) {
    constexpr std::array<std::string_view, 3> all{"security.capability", "security.ima", "security.evm"};
    return std::ranges::find(all, name) != all.end();
}

/// Attributes that a new file may have from its folder, while others are for the system to decide.
bool is_inherited(std::string_view name) {
    return name == access_list || name.starts_with("user.");
}

bool copy_attribute(int file, const fs::path& old, const char* name) {
    std::string value(attribute_limit, '\0');
    const ssize_t size = ::lgetxattr(old.c_str(), name, value.data(), value.size());
    if (size < 0)
        return errno == ENODATA; // removed in the meantime
    std::string present(attribute_limit, '\0');
    const ssize_t present_size = ::fgetxattr(file, name, present.data(), present.size());
    const std::string_view wanted(value.data(), static_cast<std::size_t>(size));
    return (present_size == size && present.starts_with(wanted)) ||
           ::fsetxattr(file, name, value.data(), wanted.size(), 0) == 0;
}

/// Returns what could not be copied or removed.
std::optional<std::string> keep_attributes(int file, const fs::path& old) {
    const auto wanted =
        names_by([&](char* names, std::size_t size) { return ::llistxattr(old.c_str(), names, size); });
    const auto present =
        names_by([&](char* names, std::size_t size) { return ::flistxattr(file, names, size); });
    if (!wanted || !present)
        return "its attributes";
    const auto lost = [](const std::string& name) {
        return name == access_list ? "its access control list" : "its attribute " + name;
    };
    for (const std::string& name : *present) {
        if (is_inherited(name) && std::ranges::find(*wanted, name) == wanted->end() &&
            ::fremovexattr(file, name.c_str()) != 0)
            return lost(name);
    }
    for (const std::string& name : *wanted) {
        if (!belongs_to_bytes(name) && !copy_attribute(file, old, name.c_str()))
            return lost(name);
    }
    return std::nullopt;
}

} // namespace

bool is_protected(const fs::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if (may(file, W_OK))
        return (status.st_mode & 0222) == 0;
    if (errno != EACCES)
        return false; // the file system is for reading only
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    return status.st_uid == ::geteuid() && status.st_nlink == 1 && may(folder, W_OK | X_OK);
}

std::optional<std::string> keep_rights(int file, const fs::path& old, const struct stat& status) {
    constexpr mode_t permissions = 07777;
    const auto wanted = [&](const struct stat& found) {
        return found.st_uid == status.st_uid && found.st_gid == status.st_gid;
    };
    struct stat found {};
    // The owner comes first: changing it removes set-user-ID. Permissions come last, as the group's are for
    // everybody in an inherited access list.
    if (::fstat(file, &found) == 0 && !wanted(found) && ::fchown(file, status.st_uid, status.st_gid) != 0)
        return found.st_uid == status.st_uid ? "it belongs to a group that you are not in"
                                             : "it belongs to another user";
    if (const auto lost = keep_attributes(file, old))
        return *lost + " cannot be copied";
    if (::fstat(file, &found) == 0 && found.st_mode != status.st_mode)
        (void)::fchmod(file, status.st_mode & permissions); // whether it has worked is seen below
    if (::fstat(file, &found) != 0 || !wanted(found) || found.st_mode != status.st_mode)
        return "its permissions cannot be copied";
    return std::nullopt;
}

} // namespace lab
