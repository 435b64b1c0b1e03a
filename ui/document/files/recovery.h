// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps unsaved changes in a recovery file during editing, and offers what programs that ended prematurely
// left behind.
#pragma once

#include "ui/document/files/file_tasks.h"
#include "ui/document/files/recovery_file.h"

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

    /// Writes into `folder`: `pause` after the first unsaved change, then at most once per `pause`. If
    /// writing is slow it happens less often, so that it takes a tenth of the time at most.
    explicit Recovery(LabDocument& document, QObject* parent = nullptr, QString folder = standardFolder(),
                      std::chrono::milliseconds pause = std::chrono::seconds(1));
    /// Finishes what is being written or deleted, but does not wait for a disk that does not answer.
    ~Recovery() override;

    /// In the platform's application data folder.
    static QString standardFolder();

    /// Deletes the recovery copy of the document's changes, for example when it is closed without saving.
    /// Copies of changes that are saved or undone are deleted automatically.
    void discard();
    /// The copy of a document that another one has replaced while its changes are kept: by ChangedExamples.
    struct Copy;
    /// Writes what is not written yet. The copy then stays until bringBack() or remove(); of what replaces
    /// the document, a new one is made. A program that ends without either leaves it for the next start.
    std::shared_ptr<Copy> setAside();
    /// The document of that copy is there again, and changed: its changes are kept there from now on.
    void bringBack(std::shared_ptr<Copy> copy);
    /// Deletes a copy that was set aside.
    void remove(const std::shared_ptr<Copy>& copy);
    /// Writes the recovery copy of the last changes at once, because the program ends without saving them.
    /// The next start offers it. To be followed by nothing but the destructor.
    void keep();

    /// Called once, at the start: looks for recovery files that no running program has locked, see
    /// RecoveryFile::abandoned(). Emits offersChanged() if there are any.
    void findAbandoned();
    /// Abandoned recovery files that are not decided on yet.
    const QList<FilePtr>& offers() const { return m_offers; }
    /// Stops offering a file until the next start, if it still exists then. Returns false if it was not
    /// offered.
    bool take(const FilePtr& offer);
    /// Stops offering a file and deletes it.
    void remove(const FilePtr& offer);
    /// The document was recovered from `taken`, which keeps its changes from now on.
    void adopt(FilePtr taken);

signals:
    void offersChanged();
    /// Something could not be written or deleted. The message says what to do.
    void failed(const QString& message);

private:
    bool isUnsaved() const;
    void noteChange();
    void noteSettled();
    void schedule();
    void write();
    void finishWriting(const std::optional<Error>& problem, qint64 took);

    LabDocument& m_document;
    std::chrono::milliseconds m_shortest;
    QTimer m_timer;
    QElapsedTimer m_sinceWritten; ///< invalid until the first write for this document
    qint64 m_pause = 0;           ///< milliseconds from one write to the next
    bool m_changed = false;       ///< there are changes not written yet
    bool m_writing = false;
    bool m_kept = false; ///< there is a file, or will be
    bool m_failing = false;
    QList<FilePtr> m_offers;
    std::shared_ptr<Copy> m_copy; ///< used by tasks only
    FileTasks m_tasks;
};

} // namespace lab
