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

/// What became of a save. If it is not done, one of these says why, and nothing was written unless the error
/// says so.
struct SaveResult {
    OnDisk found = OnDisk::unchanged; ///< another program has changed the file
    bool isStream = false;            ///< a pipe or a device, as the error says, too
    WriteReport report = {};          ///< whether it is write-protected, as the error says, too
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
