// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive opening and saving: asks for files, and asks before unsaved changes are lost.
#pragma once

#include "ui/document/changed_examples.h"
#include "ui/document/files/document_files.h"
#include "ui/document/files/recovery.h"
#include "ui/window/preferences.h"

#include <QObject>
#include <QString>

#include <functional>

class QWidget;

namespace lab {

class LabDocument;

class DocumentController : public QObject {
    Q_OBJECT
public:
    DocumentController(LabDocument& document, Recovery& recovery, Preferences& preferences, QWidget* window);

    /// Starts an empty document.
    void create();
    void askToOpen();
    /// A document. If it is a file of arrays, or one that is refused by its name, arraysChosen() is emitted.
    void openFile(const QString& file);
    /// Opens what was read from a file of arrays, as a document that has no file yet.
    void openImported(const Experiment& experiment);
    /// Opens an example. If the current document is a changed example, it is kept among the changed ones
    /// without asking.
    void openExample(const QString& name);
    const ChangedExamples& changedExamples() const { return m_changedExamples; }
    void openChangedExample(std::size_t which);
    /// Opens recovered changes. If they cannot be read, their file stays where it is.
    void openRecovered(const Recovery::FilePtr& offer);
    /// If another program has changed the file, onDisk() is emitted and nothing is written.
    void save();
    void saveAs();
    /// Replaces the file even if another program has changed it.
    void saveAnyway();
    /// Replaces the document with what another program has written to its file. Undo restores it.
    void openTheirs();
    /// Checks whether another program has changed the file, and emits onDisk().
    void checkFile();
    /// Whether closing loses anything: unsaved changes, changes still being written, or changed examples.
    bool hasUnsaved() const;
    /// Calls `goOn` at once if nothing is unsaved. Otherwise asks first, and calls it unless the user
    /// cancels.
    void beforeDiscarding(std::function<void()> goOn);
    /// The same, and asks about changed examples as well.
    void beforeClosing(std::function<void()> goOn);

signals:
    void arraysChosen(const QString& file);
    void failed(const QString& message);
    void succeeded();
    /// What is being done or was done.
    void messageRequested(const QString& message);
    /// The state of the document's file on disk.
    void onDisk(lab::OnDisk state);

private:
    void load(const QString& file);
    using Failed = std::function<void(const QString& reason)>;
    using Read = std::function<void(const Experiment&)>;
    void read(DocumentFiles::Reader reader, Failed otherwise, Read goOn);
    /// Reports the reason, and removes a missing file from the recent documents.
    void sayCannotOpen(const QString& file, const QString& reason);
    /// `content`: of the file; empty if that is a pipe, so that the document has no file.
    void show(const Experiment& experiment, const QString& file, const std::optional<FileContent>& content);
    void leaveExample(std::function<void()> goOn);
    void noteUsed(const QString& file);
    void saveThen(std::function<void()> goOn);
    enum class Overwrite { always, unless_changed };
    void write(const QString& file, Overwrite overwrite, std::function<void()> goOn,
               IfProtected ifProtected = IfProtected::refuse);
    void finishWriting(const QString& file, const SaveResult& result);
    void askForFile(std::function<void()> goOn);

    LabDocument& m_document;
    Recovery& m_recovery;
    DocumentFiles m_files;
    ChangedExamples m_changedExamples;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
