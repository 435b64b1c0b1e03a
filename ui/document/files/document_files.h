// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes documents on other threads: large ones take seconds, and some files never answer. Writes
// follow one another; reading and looking at the file keep nothing else waiting.
#pragma once

#include "core/experiment/experiment.h"
#include "core/io/file.h"
#include "ui/document/files/file_tasks.h"
#include "ui/document/files/known_file.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>

#include <atomic>
#include <functional>
#include <memory>
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
    /// Finishes pending writes, but does not wait for a disk that does not answer.
    ~DocumentFiles() override;

    using Reader = std::function<Result<Experiment>(const std::stop_token& stop)>;
    using Read = std::function<void(const Result<Experiment>&)>;
    using Written = std::function<void(const SaveResult&)>;

    /// Runs `reader` on another thread, after pending writes, and passes the result to `then`, unless another
    /// read is requested or forgetReading() is called meanwhile. In those cases `reader` is asked to stop,
    /// and not waited for.
    void read(Reader reader, Read then);
    /// Drops the result of a read in progress.
    void forgetReading();
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
    bool isSaving() const { return !m_pending.isEmpty(); }
    /// Waits no longer for pending writes. One that is under way goes on, and `then` is still called if it
    /// ends; the document is noted as saved only if it has not been replaced or saved since.
    void leaveSaving();
    /// Whether a write of that file was left and has not ended. Nothing else should be written to it, since
    /// the older write could replace the newer one.
    bool isLeft(const QString& file) const;

signals:
    void savingEnded();

private:
    struct Write;
    void write(const QString& file, bool always, IfProtected ifProtected, Written then);
    void noteWritten(const Write& write);
    void startReading(const Reader& reader, const Read& then, int number);
    void checkNext();

    LabDocument& m_document;
    int m_reading = 0;     ///< counts requested reads: only the last one matters
    QStringList m_pending; ///< files of pending writes
    QStringList m_left;    ///< files of writes that were left and have not ended
    /// Counts leaveSaving(): writes of earlier rounds were left. Shared with the tasks.
    std::shared_ptr<std::atomic<int>> m_round = std::make_shared<std::atomic<int>>(0);
    int m_version = 0;              ///< counts documents and completed writes
    QHash<int, int> m_versionAtEnd; ///< of each round that has ended
    int m_read = 0;                 ///< counts documents read: a check of an earlier one is ignored
    bool m_checking = false;
    std::function<void(OnDisk)> m_nextCheck; ///< requested during a check or write
    std::shared_ptr<KnownFile> m_known = std::make_shared<KnownFile>();
    FileTasks m_reads, m_writes, m_checks;
};

} // namespace lab
