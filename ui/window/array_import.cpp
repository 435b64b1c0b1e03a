// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/array_import.h"

#include "core/io/array_files.h"
#include "ui/document/files/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/window/document_controller.h"
#include "ui/window/import/import_sheet.h"

#include <QFileInfo>

#include <new>
#include <stdexcept>
#include <utility>

namespace lab {

namespace {

/// The header of a hostile file may ask for any amount of memory.
Result<NamedArraysPtr> openWithinMemory(const std::string& file) try {
    return open_arrays(file);
} catch (const std::bad_alloc&) {
    return Error{file, {}, "too little memory for its header", "more memory"};
} catch (const std::length_error&) {
    return Error{file, {}, "too little memory for its header", "more memory"};
}

} // namespace

ArrayImport::ArrayImport(LabDocument& document, DocumentController& controller, const Theme& theme,
                         QWidget* window)
    : QObject(window), m_document(document), m_controller(controller), m_theme(theme), m_window(window) {
    connect(&controller, &DocumentController::arraysChosen, this, &ArrayImport::open);
}

void ArrayImport::open(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    if (const QString problem = nameProblem(file); !problem.isEmpty())
        return emit failed(problem);
    emit messageRequested(tr("Opening %1…").arg(name));
    forget();
    m_wait =
        m_controller.waits().begin({tr("Still waiting for “%1”: nothing has come from it yet.").arg(name),
                                    tr("Keep the document that is open"), false, [this, name] {
                                        forget();
                                        emit messageRequested(tr("%1 was not opened").arg(name));
                                    }});
    m_tasks.start([this, number = m_opening, path = file.toStdString(),
                   name](const std::stop_token&) -> FileTasks::Then {
        return [this, number, name, arrays = openWithinMemory(path)] {
            if (number != m_opening)
                return;
            m_controller.waits().end(std::exchange(m_wait, 0));
            if (!arrays)
                return emit failed(
                    tr("Can’t open these arrays. %1").arg(QString::fromStdString(arrays.error().message())));
            show(arrays.value(), name);
        };
    });
}

void ArrayImport::openPasted(const NamedArraysPtr& arrays) {
    forget();
    show(arrays, tr("pasted arrays"));
}

/// Drops what is being opened.
void ArrayImport::forget() {
    ++m_opening;
    m_controller.waits().end(std::exchange(m_wait, 0));
    m_tasks.leave();
}

void ArrayImport::show(const NamedArraysPtr& arrays, const QString& name) {
    if (m_sheet)
        m_sheet->reject();
    m_sheet = new ImportSheet(arrays, name, m_document.commitPending(), m_theme, m_window);
    m_sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_sheet, &ImportSheet::openWanted, &m_controller, &DocumentController::openImported);
    connect(m_sheet, &ImportSheet::replaceWanted, this, [this, name](const Experiment& next) {
        m_document.apply({next, {}, tr("Parameters of “%1”").arg(name)});
        emit messageRequested(tr("Parameters replaced by those of %1").arg(name));
    });
    // What would be replaced is what was shown when the sheet was opened.
    connect(&m_document, &LabDocument::changed, m_sheet, &QDialog::reject);
    m_sheet->open();
    emit shown();
}

} // namespace lab
