// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file with unsaved changes, in case the program ends before they are saved: one line of JSON that says
// which document they belong to, then the document.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/file_content.h"
#include "ui/document/files/recovery_lock.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lab {

/// What a recovery file says about its document.
struct RecoveryNote {
    QString name; ///< display name
    QString file; ///< path of the document; empty if it was never saved
    /// Content of `file` when the program last read or wrote it.
    std::optional<FileContent> content = {};
    QString sentence = {}; ///< shortened; empty if there is none, or an earlier version wrote the note
};

/// The file is locked while this object exists. May be used on any thread, but on one at a time.
class RecoveryFile {
public:
    /// A new one in `folder`, which is created if missing. The first write() creates the file.
    static Result<std::shared_ptr<RecoveryFile>> make(const QString& folder);
    /// The files in `folder` that are not locked, because the programs that wrote them have ended; newest
    /// first. Nothing but regular files: links, pipes and what else may have got there are left alone.
    static std::vector<std::shared_ptr<RecoveryFile>> abandoned(const QString& folder);

    /// The note as it was found or last written; empty if it cannot be read, or is longer than any that
    /// write() writes.
    const RecoveryNote& note() const { return m_note; }
    /// When the file was last modified before it was found.
    const QDateTime& time() const { return m_time; }
    const QString& path() const { return m_path; }

    /// Replaces the whole file. Returns the error, if any.
    std::optional<Error> write(const RecoveryNote& note, const Experiment& experiment);
    Result<Experiment> read() const;
    /// Deletes the file. Returns the error, if any.
    std::optional<Error> remove();

private:
    /// `base`: the path without extensions.
    explicit RecoveryFile(const QString& base);

    QString m_path;
    RecoveryNote m_note;
    QDateTime m_time;
    RecoveryLock m_lock;
};

} // namespace lab
