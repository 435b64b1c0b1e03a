// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes documents on a thread of its own, one after another: a large one takes seconds.
#pragma once

#include "core/experiment.h"
#include "ui/document/files/known_file.h"
#include "ui/document/worker.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace lab {

class LabDocument;

class DocumentFiles : public QObject {
    Q_OBJECT
public:
    explicit DocumentFiles(LabDocument& document, QObject* parent = nullptr);

    using Reader = std::function<Result<Experiment>()>;
    using Read = std::function<void(const Result<Experiment>&)>;
    using Written = std::function<void(const std::optional<Error>&)>;

    /// Lets `reader` read a document on the thread, which `then` gets, unless another is asked for meanwhile.
    void read(Reader reader, Read then);
    /// What is being read is not wanted any more.
    void forgetReading() { ++m_reading; }
    /// Writes the document as it is now, and lets it know when that is done.
    void save(const QString& file, Written then);
    /// The same, where another program has not changed the file; otherwise `then` gets to know what it did,
    /// and nothing is written.
    using WrittenUnlessChanged = std::function<void(OnDisk, const std::optional<Error>&)>;
    void saveUnlessChanged(const QString& file, WrittenUnlessChanged then);
    /// Looks whether another program has changed the document's file; what is being written first is this
    /// window's own.
    void look(std::function<void(OnDisk)> then);
    /// The document was read from its file.
    void noteRead();
    /// Whether something is still to be written, after which savingEnded() is sent.
    bool isSaving() const { return m_saving > 0; }

signals:
    void savingEnded();

private:
    void write(const QString& file, bool always, WrittenUnlessChanged then);

    LabDocument& m_document;
    int m_reading = 0; ///< counts what was asked for: only the last is wanted
    int m_saving = 0;
    int m_read = 0; ///< counts what was read: only a look at the last counts
    bool m_looking = false;
    KnownFile m_known; ///< the worker's
    Worker m_worker;   // what is still to be written is written before it goes
};

} // namespace lab
