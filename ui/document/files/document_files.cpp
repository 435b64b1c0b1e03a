// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/document_files.h"

#include "core/io/document_file.h"
#include "ui/document/lab_document.h"

#include <QFileInfo>

namespace lab {

DocumentFiles::DocumentFiles(LabDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {}

void DocumentFiles::read(Reader reader, Read then) {
    m_tasks.start([this, reader = std::move(reader), number = ++m_reading,
                   then = std::move(then)]() -> std::function<void()> {
        return [this, number, then, experiment = reader()] {
            if (number == m_reading)
                then(experiment);
        };
    });
}

void DocumentFiles::save(const QString& file, Written then, IfProtected ifProtected) {
    write(file, true, ifProtected, std::move(then));
}

void DocumentFiles::saveUnlessChanged(const QString& file, Written then, IfProtected ifProtected) {
    write(file, false, ifProtected, std::move(then));
}

void DocumentFiles::write(const QString& file, bool always, IfProtected ifProtected, Written then) {
    m_document.commitPreview();
    ++m_saving;
    m_tasks.start([this, file, always, ifProtected, experiment = m_document.experiment(),
                   then = std::move(then)]() -> std::function<void()> {
        const std::string path = file.toStdString();
        SaveResult result;
        FileContent content;
        result.isStream = is_stream(path);
        if (result.isStream)
            result.error = Error{path, {}, "is a pipe or a device", "a file, which keeps what is written"};
        else if (!always)
            result.found = m_known.check(file);
        if (result.isDone())
            result.error = save_experiment(path, experiment, {}, &content, ifProtected, &result.report);
        if (result.isDone())
            m_known.set(QFileInfo(file).absoluteFilePath(), content);
        return [this, file, result, experiment, content, then] {
            --m_saving;
            if (result.isDone())
                m_document.noteSaved(experiment, file, content);
            then(result);
            if (m_saving == 0)
                emit savingEnded();
        };
    });
}

void DocumentFiles::checkFile(std::function<void(OnDisk)> then) {
    const QString file = m_document.file();
    if (file.isEmpty())
        return;
    if (std::exchange(m_checking, true)) {
        m_nextCheck = std::move(then); // the file may have changed since the check under way read it
        return;
    }
    m_tasks.start([this, file, number = m_read, then = std::move(then)]() -> std::function<void()> {
        return [this, file, number, then, found = m_known.check(file)] {
            m_checking = false;
            if (file == m_document.file() && number == m_read)
                then(found);
            if (const auto next = std::exchange(m_nextCheck, nullptr))
                checkFile(next);
        };
    });
}

void DocumentFiles::noteRead() {
    ++m_read;
    m_tasks.start(
        [this, file = m_document.file(), content = m_document.fileContent()]() -> std::function<void()> {
            m_known.set(file, is_stream(file.toStdString()) ? std::nullopt : content);
            return [] {};
        });
}

} // namespace lab
