// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files of named arrays: the import sheet says what becomes of them.
#pragma once

#include "core/io/named_arrays.h"
#include "ui/document/files/file_tasks.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace lab {

class DocumentController;
class ImportSheet;
class LabDocument;
class Theme;

class ArrayImport : public QObject {
    Q_OBJECT
public:
    ArrayImport(LabDocument& document, DocumentController& controller, const Theme& theme, QWidget* window);

    /// Shows the sheet, or says why the file is refused.
    void open(const QString& file);
    /// Shows the sheet for arrays that were pasted.
    void openPasted(const NamedArraysPtr& arrays);

signals:
    /// The sheet is there.
    void shown();
    void failed(const QString& message);
    void messageRequested(const QString& message);

private:
    void forget();
    void show(const NamedArraysPtr& arrays, const QString& name);

    LabDocument& m_document;
    DocumentController& m_controller;
    const Theme& m_theme;
    QWidget* m_window;
    QPointer<ImportSheet> m_sheet;
    int m_opening = 0; ///< counts files: only the last one matters
    int m_wait = 0;    ///< number of DocumentController::waits(); 0: none
    FileTasks m_tasks;
};

} // namespace lab
