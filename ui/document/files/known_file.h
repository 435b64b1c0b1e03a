// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notices that a document's file is not any more what this window last read or wrote.
#pragma once

#include "core/io/file_content.h"

#include <QString>

#include <optional>

namespace lab {

enum class OnDisk {
    unchanged,  ///< the same bytes, or nothing is known about them
    changed,    ///< other bytes
    missing,    ///< deleted, or moved
    unreadable, ///< other bytes, perhaps: they cannot be read, or it is no file any more
};

/// May be used on any thread, on one at a time.
class KnownFile {
public:
    /// `content`: what stood in the file; empty where that is not known.
    void set(const QString& file, std::optional<FileContent> content);
    /// Reads the file only where the file system says that it may have changed.
    OnDisk look(const QString& file);

private:
    QString m_file;
    std::optional<FileContent> m_content;
    std::optional<FileStamp> m_stamp; ///< of the file with that content, where it can be relied on
};

} // namespace lab
