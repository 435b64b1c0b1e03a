// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file with changes that are not saved, for the case that the program ends before they are: one line of
// JSON that says which document they belong to, then the document.
#pragma once

#include "core/experiment.h"
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
    QString name; ///< what the window called it
    QString file; ///< where it is saved; empty where it was not yet
    /// What stood in `file` when the program last read or wrote it.
    std::optional<FileContent> content = {};
};

/// Nobody else has the file while this object is there. It may be used on any thread, on one at a time.
class RecoveryFile {
public:
    /// A new one in `folder`, which is made where it is missing; there is no file before the first write().
    static Result<std::shared_ptr<RecoveryFile>> make(const QString& folder);
    /// Those in `folder` that nobody has, because the programs that wrote them have ended; the newest first.
    static std::vector<std::shared_ptr<RecoveryFile>> abandoned(const QString& folder);

    /// What it said when it was found or last written; empty where that cannot be read.
    const RecoveryNote& note() const { return m_note; }
    /// When it was written, before it was found.
    const QDateTime& time() const { return m_time; }
    const QString& path() const { return m_path; }

    /// Replaces the file as a whole. Returns what went wrong.
    std::optional<Error> write(const RecoveryNote& note, const Experiment& experiment);
    Result<Experiment> read() const;
    /// Deletes the file. Returns what went wrong.
    std::optional<Error> remove();

private:
    /// `base`: the path without the endings.
    explicit RecoveryFile(const QString& base);

    QString m_path;
    RecoveryNote m_note;
    QDateTime m_time;
    RecoveryLock m_lock;
};

} // namespace lab
