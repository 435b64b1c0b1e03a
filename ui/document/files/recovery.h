// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps what is not saved yet in a file of its own while it is being edited, and offers what programs that
// ended too early left behind.
#pragma once

#include "ui/document/files/recovery_file.h"
#include "ui/document/worker.h"

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace lab {

class LabDocument;

class Recovery : public QObject {
    Q_OBJECT
public:
    using FilePtr = std::shared_ptr<RecoveryFile>;

    /// Writes into `folder`, `pause` after the first unsaved change, and from then on not more often than
    /// that; less often where writing takes long: a tenth of the time at most.
    explicit Recovery(LabDocument& document, QObject* parent = nullptr, QString folder = standardFolder(),
                      std::chrono::milliseconds pause = std::chrono::seconds(1));

    /// In the platform's folder for a program's data.
    static QString standardFolder();

    /// The document's changes are not wanted any more, as when it is closed without saving; those that are
    /// saved or undone go by themselves.
    void discard();

    /// Looks for what was left behind; offersChanged() is sent where there is something.
    void look();
    /// What was left behind and has not been decided on.
    const QList<FilePtr>& offers() const { return m_offers; }
    /// It is not offered any more, until the next start where it then still is there. False where it was not
    /// offered.
    bool take(const FilePtr& offer);
    /// Takes it and deletes its file.
    void remove(const FilePtr& offer);
    /// The document is what `taken` holds: it is now where its changes are kept.
    void adopt(FilePtr taken);

signals:
    void offersChanged();
    /// Something could not be written or deleted, and what to do.
    void failed(const QString& message);

private:
    bool isUnsaved() const;
    void noteChange();
    void noteSettled();
    void schedule();
    void write();
    void finishWriting(const std::optional<Error>& problem, qint64 took);

    LabDocument& m_document;
    QString m_folder;
    std::chrono::milliseconds m_shortest;
    QTimer m_timer;
    QElapsedTimer m_sinceWritten; ///< invalid until something of this document is kept
    qint64 m_pause = 0;           ///< milliseconds from one write to the next
    bool m_changed = false;       ///< there is something that has not been written
    bool m_writing = false;
    bool m_kept = false; ///< there is a file, or will be
    bool m_failing = false;
    QList<FilePtr> m_offers;
    FilePtr m_file; ///< the worker's
    Worker m_worker;
};

} // namespace lab
