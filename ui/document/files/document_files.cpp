// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/document_files.h"

#include "core/io/document_file.h"
#include "ui/document/files/saved_text.h"
#include "ui/document/lab_document.h"

#include <QFileInfo>

namespace lab {

namespace {

// How long the program, at its end, waits for a write that the user has not been asked about.
constexpr std::chrono::seconds longestWait{10};

QString absolute(const QString& file) {
    return QFileInfo(file).absoluteFilePath();
}

} // namespace

struct DocumentFiles::Write {
    QString file;
    Experiment experiment;
    int round;
    FileContent content = {};
    SaveResult result = {};
};

DocumentFiles::DocumentFiles(LabDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &LabDocument::fileChanged, this, [this] { ++m_version; });
    connect(this, &DocumentFiles::savingEnded, this, &DocumentFiles::checkNext);
}

DocumentFiles::~DocumentFiles() {
    m_writes.finish(longestWait);
}

void DocumentFiles::read(Reader reader, Read then) {
    forgetReading();
    const auto start = [this, reader = std::move(reader), then = std::move(then), number = m_reading] {
        if (number == m_reading)
            startReading(reader, then, number);
    };
    if (isSaving())
        connect(this, &DocumentFiles::savingEnded, this, start, Qt::SingleShotConnection);
    else
        start();
}

void DocumentFiles::startReading(const Reader& reader, const Read& then, int number) {
    m_reads.start([this, reader, then, number](const std::stop_token& stop) -> FileTasks::Then {
        return [this, number, then, experiment = reader(stop)] {
            if (number == m_reading)
                then(experiment);
        };
    });
}

void DocumentFiles::forgetReading() {
    ++m_reading;
    m_reads.leave();
}

void DocumentFiles::save(const QString& file, Written then, IfProtected ifProtected) {
    write(file, true, ifProtected, std::move(then));
}

void DocumentFiles::saveUnlessChanged(const QString& file, Written then, IfProtected ifProtected) {
    write(file, false, ifProtected, std::move(then));
}

void DocumentFiles::write(const QString& file, bool always, IfProtected ifProtected, Written then) {
    m_document.commitPreview();
    const QString path = absolute(file);
    m_pending += path;
    m_writes.start([this, path, always, ifProtected, known = m_known, current = m_round,
                    then = std::move(then), write = Write{file, m_document.experimentToSave(), *m_round}](
                       const std::stop_token&) mutable -> FileTasks::Then {
        const std::string name = write.file.toStdString();
        SaveResult& result = write.result;
        result.error = streamProblem(name);
        result.isStream = result.error.has_value();
        if (!result.isStream && !always)
            result.found = known->check(path);
        if (write.round != *current) {
            result.error = Error{name, {}, "not written", {}}; // left before it was begun
        } else if (result.isDone()) {
            const int writing = known->beginWriting();
            result.error =
                save_experiment(name, write.experiment, {}, &write.content, ifProtected, &result.report);
            known->endWriting(writing, path, result.isDone() ? std::optional(write.content) : std::nullopt);
        }
        return [this, write = std::move(write), then] {
            noteWritten(write);
            then(write.result);
            if (write.round == *m_round && !isSaving())
                emit savingEnded();
        };
    });
}

void DocumentFiles::noteWritten(const Write& write) {
    const QString path = absolute(write.file);
    const bool wasLeft = write.round != *m_round;
    (wasLeft ? m_left : m_pending).removeOne(path);
    if (!write.result.isDone())
        return;
    if (wasLeft && m_versionAtEnd.value(write.round) != m_version)
        return; // the document was replaced, or saved elsewhere
    ++m_version;
    m_document.noteSaved(write.experiment, write.file, write.content);
}

void DocumentFiles::leaveSaving() {
    if (!isSaving())
        return;
    m_versionAtEnd[(*m_round)++] = m_version;
    m_left += std::exchange(m_pending, {});
    m_writes.leave();
    emit savingEnded();
}

bool DocumentFiles::isLeft(const QString& file) const {
    return m_left.contains(absolute(file));
}

void DocumentFiles::checkFile(std::function<void(OnDisk)> then) {
    const QString file = m_document.file();
    if (file.isEmpty())
        return;
    if (m_checking || isSaving()) {
        m_nextCheck = std::move(then); // the file may have changed since the check under way read it
        return;
    }
    m_checking = true;
    m_checks.start([this, known = m_known, file, number = m_read,
                    then = std::move(then)](const std::stop_token&) -> FileTasks::Then {
        return [this, file, number, then, found = known->check(file)] {
            if (number != m_read)
                return; // of another document; see noteRead()
            m_checking = false;
            if (file == m_document.file())
                then(found);
            checkNext();
        };
    });
}

void DocumentFiles::checkNext() {
    if (m_checking || isSaving())
        return;
    if (const auto next = std::exchange(m_nextCheck, nullptr))
        checkFile(next);
}

void DocumentFiles::noteRead() {
    ++m_read;
    m_checks.leave(); // a check still running may never end: its disk may not answer
    m_checking = false;
    m_known->set(m_document.file(), m_document.fileContent());
    checkNext();
}

} // namespace lab
