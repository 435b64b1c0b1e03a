// SPDX-License-Identifier: GPL-3.0-or-later
//
// Extended attributes of files, among them access control lists (ACL), as the kernel stores them.
#pragma once

#include <sys/xattr.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab::test {

inline constexpr const char* access_acl = "system.posix_acl_access";
inline constexpr const char* default_acl = "system.posix_acl_default"; ///< of a folder, for new files

struct AclEntry {
    std::uint16_t tag = 0;         ///< whom it is about
    std::uint16_t permissions = 0; ///< 4 to read, 2 to write
    std::uint32_t id = 0xffffffff; ///< of a named user
};
using AccessList = std::vector<AclEntry>;

/// The owner, a named user, the group, which has fewer rights, the mask, and others, who have none.
inline AccessList list_with(std::uint32_t user, std::uint16_t permissions) {
    return {{0x01, 6}, {0x02, permissions, user}, {0x04, 0}, {0x10, permissions}, {0x20, 0}};
}
inline AccessList list_with_reader(std::uint32_t user) {
    return list_with(user, 4);
}
inline AccessList list_with_writer(std::uint32_t user) {
    return list_with(user, 6);
}

inline bool set_attribute(const std::filesystem::path& file, const char* name, std::string_view value) {
    return ::setxattr(file.c_str(), name, value.data(), value.size(), 0) == 0;
}

inline std::optional<std::string> attribute_of(const std::filesystem::path& file, const char* name) {
    std::string value(1 << 16, '\0');
    const ssize_t size = ::getxattr(file.c_str(), name, value.data(), value.size());
    if (size < 0)
        return std::nullopt;
    value.resize(static_cast<std::size_t>(size));
    return value;
}

inline bool set_acl(const std::filesystem::path& file, const char* name, const AccessList& list) {
    std::string bytes;
    const auto append = [&](std::uint32_t number, int size) { // little-endian
        for (int i = 0; i < size; ++i)
            bytes += static_cast<char>(number >> (8 * i) & 0xff);
    };
    append(2, 4); // the version
    for (const AclEntry& each : list) {
        append(each.tag, 2);
        append(each.permissions, 2);
        append(each.id, 4);
    }
    return set_attribute(file, name, bytes);
}

/// Whether the file system of a folder has all of these.
inline bool has_acls(const std::filesystem::path& folder) {
    const AccessList none{{0x01, 7}, {0x04, 7}, {0x20, 7}};
    return set_attribute(folder, "user.lab", "") && ::removexattr(folder.c_str(), "user.lab") == 0 &&
           set_acl(folder, default_acl, none) && ::removexattr(folder.c_str(), default_acl) == 0;
}

} // namespace lab::test
