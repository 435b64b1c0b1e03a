// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_files.h"

#include "core/io/document_file.h"
#include "ui/document/lab_document.h"

namespace lab {

DocumentFiles::DocumentFiles(LabDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {}

void DocumentFiles::read(Reader reader, Read then) {
    m_worker.start([this, reader = std::move(reader), number = ++m_reading,
                    then = std::move(then)]() -> std::function<void()> {
        return [this, number, then, experiment = reader()] {
            if (number == m_reading)
                then(experiment);
        };
    });
}

void DocumentFiles::save(const QString& file, Written then) {
    m_document.commitPreview();
    ++m_saving;
    const Experiment& experiment = m_document.experiment();
    m_worker.start([this, file, experiment, then = std::move(then)]() -> std::function<void()> {
        return [this, file, experiment, then, problem = save_experiment(file.toStdString(), experiment)] {
            --m_saving;
            if (!problem)
                m_document.noteSaved(experiment, file);
            then(problem);
            if (m_saving == 0)
                emit savingEnded();
        };
    });
}

} // namespace lab
