// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who may read and write a file: owner, group, permissions, access control list (ACL) and other extended
// attributes.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace lab {

/// Whether the file, which is no link, is protected against writing: this user may not write it, or nobody
/// may, which counts for the superuser. Only if it could be replaced nevertheless.
bool is_protected(const std::filesystem::path& file);

/// Gives an open file of this program the owner, group, permissions and extended attributes of `old`, whose
/// status is given. At no moment may anybody read it who may not read `old`. Not copied are file capabilities
/// and signatures (security.capability, .ima and .evm), which belong to the bytes. Returns why something
/// cannot be kept, as a clause: "it belongs to another user".
std::optional<std::string> keep_rights(int file, const std::filesystem::path& old, const struct stat& status);

} // namespace lab
