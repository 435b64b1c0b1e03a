// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/document_files.h"

#include "core/io/document_file.h"
#include "ui/document/lab_document.h"

#include <QFileInfo>

#include <filesystem>

namespace lab {

namespace {

/// A pipe or device, as in `attention-lab <(...)`: what was read from it cannot be read again.
bool is_stream(const std::filesystem::path& path) {
    using std::filesystem::file_type;
    std::error_code ignored;
    switch (std::filesystem::status(path, ignored).type()) {
    case file_type::fifo:
    case file_type::character:
    case file_type::block:
    case file_type::socket:
        return true;
    default: // a file that has just been deleted is missing, not a stream
        return false;
    }
}

} // namespace

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

void DocumentFiles::save(const QString& file, Written then) {
    write(file, true,
          [then = std::move(then)](OnDisk, const std::optional<Error>& problem) { then(problem); });
}

void DocumentFiles::saveUnlessChanged(const QString& file, WrittenUnlessChanged then) {
    write(file, false, std::move(then));
}

void DocumentFiles::write(const QString& file, bool always, WrittenUnlessChanged then) {
    m_document.commitPreview();
    ++m_saving;
    m_tasks.start([this, file, always, experiment = m_document.experiment(),
                   then = std::move(then)]() -> std::function<void()> {
        const OnDisk found = always ? OnDisk::unchanged : m_known.check(file);
        std::optional<Error> problem;
        FileContent content;
        if (found == OnDisk::unchanged) {
            problem = save_experiment(file.toStdString(), experiment, {}, &content);
            if (!problem)
                m_known.set(QFileInfo(file).absoluteFilePath(), content);
        }
        return [this, file, found, problem, experiment, content, then] {
            --m_saving;
            if (found == OnDisk::unchanged && !problem)
                m_document.noteSaved(experiment, file, content);
            then(found, problem);
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
