// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detects that a document's file is no longer what this window last read or wrote.
#pragma once

#include "core/io/file_content.h"

#include <QString>

#include <optional>

namespace lab {

enum class OnDisk {
    unchanged,  ///< the same bytes, or nothing is known about them
    changed,    ///< different bytes
    missing,    ///< deleted, or moved
    unreadable, ///< cannot be read or is no longer a file; may have changed
};

/// May be used on any thread, but on one at a time.
class KnownFile {
public:
    /// `content`: the content of the file; empty if unknown.
    void set(const QString& file, std::optional<FileContent> content);
    /// Reads the file only if the file system says that it may have changed.
    OnDisk check(const QString& file);

private:
    QString m_file;
    std::optional<FileContent> m_content;
    std::optional<FileStamp> m_stamp; ///< of the file with that content, if reliable
};

} // namespace lab
