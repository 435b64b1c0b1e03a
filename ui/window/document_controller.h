// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive opening and saving: asks for files, and asks before unsaved changes are lost.
#pragma once

#include "ui/document/files/changed_examples.h"
#include "ui/document/files/document_files.h"
#include "ui/document/files/file_waits.h"
#include "ui/document/files/last_document.h"
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

    /// At a start that names no document: opens that of last time. If the program was not closed then, it
    /// emits lastOffered() instead.
    void goOnFromLastTime();
    void openLast();

    // What replaces the document asks first if that would lose anything, see beforeReplacing().

    /// Starts an empty document.
    void create();
    void askToOpen();
    /// A document. If it is a file of arrays, or one that is refused by its name, arraysChosen() is emitted.
    void openFile(const QString& file);
    /// Opens what was read from a file of arrays, as a document that has no file yet.
    void openImported(const Experiment& experiment);
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
    /// Calls `goOn` if a fit has found nothing that is not kept, and otherwise asks about that first.
    void beforeLosingFound(const std::function<void()>& goOn);
    /// Whether closing loses anything: unsaved changes, what a fit has found, files still being written, or
    /// changed examples.
    bool hasUnsaved() const;
    /// Calls `goOn` at once if closing loses nothing. Otherwise asks first, and calls it unless the user
    /// cancels.
    void beforeClosing(std::function<void()> goOn);
    /// To be called when the window closes: deletes the recovery copy, unless the user closes without waiting
    /// for changes to be written.
    void settleRecovery();
    /// Files that the user waits for: documents, and what other parts of the window read or write.
    FileWaits& waits() { return m_waits; }

signals:
    /// Somebody is about to be asked about what a fit has found, which should wait meanwhile.
    void askingAboutFound();
    void arraysChosen(const QString& file);
    /// openLast() can open this. `file`: its whole path; empty for an example.
    void lastOffered(const QString& name, const QString& file);
    void failed(const QString& message);
    /// What was opened has something that its writer should know.
    void noticed(const QString& message);
    void succeeded();
    /// The user has chosen an example, and it is open.
    void exampleOpened(const QString& name);
    /// What is being done or was done.
    void messageRequested(const QString& message);
    /// The state of the document's file on disk.
    void onDisk(lab::OnDisk state);

private:
    /// Calls `goOn` if the document may be replaced: at once if nothing is unsaved, or if it is an example,
    /// whose edits replace() keeps; otherwise asks first.
    void beforeReplacing(std::function<void()> goOn);
    /// Has `by` replace the document. The changes of an example go to the changed examples.
    void replace(const std::function<void()>& by);
    /// Whether the document has something that is in no file: edits, or what a fit has found.
    bool hasChanges() const;
    /// Also about what a fit has found.
    void askAboutChanges(std::function<void()> goOn);
    void askAboutExamples(std::function<void()> goOn);
    void afterSaving(std::function<void()> goOn);
    void afterWrites(std::function<void()> goOn);
    void askToWait(std::function<void()> goOn);

    void load(const QString& file);
    void readTheirs();
    using Failed = std::function<void(const Error& error)>;
    using Read = std::function<void(const Experiment&)>;
    /// `name`: what is read, as it is shown.
    void read(const QString& name, DocumentFiles::Reader reader, const Failed& otherwise, const Read& goOn);
    void waitForReading(const QString& name);
    void forgetReading();
    /// Says which keys of a document that was opened look misspelt.
    void sayMisspelt(const Experiment& experiment);
    /// Reports the reason, and removes a missing file from the recent documents.
    void sayCannotOpen(const QString& file, const Error& error, bool isMissing);
    /// `content`: of the file; empty if that is a pipe, so that the document has no file.
    void show(const Experiment& experiment, const QString& file, const std::optional<FileContent>& content);
    void noteUsed(const QString& file);
    void saveThen(std::function<void()> goOn);
    enum class Overwrite { always, unless_changed };
    void write(const QString& file, Overwrite overwrite, std::function<void()> goOn,
               IfProtected ifProtected = IfProtected::refuse);
    void finishWriting(const QString& file, const SaveResult& result);
    void finishLeft(const QString& file, const std::optional<Error>& error);
    void waitForSaving(const QString& name);
    void leaveSaving(const QString& name);
    void askForFile(std::function<void()> goOn);

    LabDocument& m_document;
    Recovery& m_recovery;
    DocumentFiles m_files;
    FileWaits m_waits;
    int m_readWait = 0, m_saveWait = 0; ///< numbers of m_waits; 0: none
    int m_left = 0;                     ///< counts how often the user stopped waiting for saving
    bool m_isClosing = false;           ///< waits for writes, or asks about them
    bool m_keepsRecovery = false;
    ChangedExamples m_changedExamples;
    LastDocument m_last;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
