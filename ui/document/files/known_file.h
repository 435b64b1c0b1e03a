// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detects that a document's file is no longer what this window last read or wrote.
#pragma once

#include "core/io/file_content.h"

#include <QString>

#include <mutex>
#include <optional>

namespace lab {

enum class OnDisk {
    unchanged,  ///< the same bytes, or nothing is known about them
    changed,    ///< different bytes
    missing,    ///< deleted, or moved
    unreadable, ///< cannot be read or is no longer a file; may have changed
};

/// May be used on any thread. None waits for another one's disk.
class KnownFile {
public:
    /// `content`: the content of the file; empty if unknown.
    void set(const QString& file, std::optional<FileContent> content);
    /// Reads the file only if the file system says that it may have changed. If it is set meanwhile, what
    /// was found says nothing, and the answer is `unchanged`.
    OnDisk check(const QString& file);

    /// To be called before this program writes the file. Until endWriting() is called with the number
    /// returned here, the file's content counts as unknown. endWriting() gets the content that was written,
    /// or nothing if the file was not changed. It is ignored if a file was set, or another writing began, in
    /// between.
    int beginWriting();
    void endWriting(int writing, const QString& file, std::optional<FileContent> written);

private:
    struct State {
        QString file;
        std::optional<FileContent> content;
        std::optional<FileStamp> stamp; ///< of the file with that content, if reliable
        bool isBeingWritten = false;
        int number = 0; ///< counts what was set or written
    };
    void put(State state);

    std::mutex m_mutex;
    State m_state;
};

} // namespace lab
