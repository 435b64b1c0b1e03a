// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes documents on a worker thread, one after another: large ones take seconds.
#pragma once

#include "core/experiment.h"
#include "core/io/file.h"
#include "ui/document/files/known_file.h"
#include "ui/document/task_thread.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace lab {

class LabDocument;

/// What became of saving. Unless it is done, nothing was written, or `error` says what else has happened.
struct SaveResult {
    OnDisk found = OnDisk::unchanged; ///< what another program has done to the file, which is why
    bool isStream = false;            ///< there is no file that could be opened again
    WriteReport report = {};
    std::optional<Error> error = {};

    bool isDone() const { return found == OnDisk::unchanged && !error; }
};

class DocumentFiles : public QObject {
    Q_OBJECT
public:
    explicit DocumentFiles(LabDocument& document, QObject* parent = nullptr);

    using Reader = std::function<Result<Experiment>()>;
    using Read = std::function<void(const Result<Experiment>&)>;
    using Written = std::function<void(const SaveResult&)>;

    /// Runs `reader` on the worker thread and passes the result to `then`, unless another read is requested
    /// meanwhile.
    void read(Reader reader, Read then);
    /// Drops the result of a read in progress.
    void forgetReading() { ++m_reading; }
    /// Writes the current document, and calls LabDocument::noteSaved() on success. Nothing but a regular file
    /// is written.
    void save(const QString& file, Written then, IfProtected ifProtected = IfProtected::refuse);
    /// The same, unless another program has changed the file.
    void saveUnlessChanged(const QString& file, Written then, IfProtected ifProtected = IfProtected::refuse);
    /// Checks whether another program has changed the document's file. Pending writes of this window come
    /// first and do not count as changes.
    void checkFile(std::function<void(OnDisk)> then);
    /// To be called when the document was read from its file.
    void noteRead();
    /// Whether a write is pending, after which savingEnded() is emitted.
    bool isSaving() const { return m_saving > 0; }

signals:
    void savingEnded();

private:
    void write(const QString& file, bool always, IfProtected ifProtected, Written then);

    LabDocument& m_document;
    int m_reading = 0; ///< counts requested reads: only the last one matters
    int m_saving = 0;
    int m_read = 0; ///< counts documents read: a check of an earlier one is ignored
    bool m_checking = false;
    std::function<void(OnDisk)> m_nextCheck; ///< requested during a check
    KnownFile m_known;                       ///< used on the worker thread only
    TaskThread m_tasks;                      // its destructor finishes pending writes
};

} // namespace lab
