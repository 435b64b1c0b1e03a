// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saves numbers to files: those of one card or parameter, or all of the document, as a spreadsheet, too.
#pragma once

#include "core/io/document_arrays.h"
#include "core/io/file.h"
#include "ui/document/files/file_tasks.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace lab {

class FileWaits;
class LabDocument;
struct Preferences;

class DataExport : public QObject {
    Q_OBJECT
public:
    /// `waits` hears of what is being saved. `window` is the parent of the dialogs.
    DataExport(LabDocument& document, const Preferences& preferences, FileWaits& waits, QWidget* window);
    ~DataExport() override;

    /// Asks for the file. Of an array with one matrix a head, saves that of `head`.
    void save(const DocumentArray& array, HeadIndex head);
    void saveAll();
    void saveSpreadsheet();

signals:
    void failed(const QString& message);
    /// What is being done or was done, or why there is nothing to do.
    void messageRequested(const QString& message);

private:
    /// Writes a file as write_file() does.
    using Work = std::function<std::optional<Error>(const Experiment&, const std::string& file, IfProtected,
                                                    WriteReport&)>;
    bool hasNumbers();
    bool isCovered();
    void ask(const QString& title, const QString& name, const QStringList& filters, const Work& work);
    void write(const QString& file, const QStringList& filters, const Work& work);
    void start(const Experiment& experiment, const QString& file, const Work& work, IfProtected ifProtected);

    LabDocument& m_document;
    const Preferences& m_preferences;
    FileWaits& m_waits;
    QWidget* m_window;
    QString m_folder; ///< where numbers were last saved
    QString m_filter; ///< as what
    FileTasks m_tasks;
};

} // namespace lab
