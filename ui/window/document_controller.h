// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and saving as a person does it: asking for files, and before anything unsaved is lost.
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

    /// An empty document to begin with.
    void create();
    void askToOpen();
    void openFile(const QString& file);
    /// Another example asks nothing: where this one was changed, it is kept among the changed ones.
    void openExample(const QString& name);
    const ChangedExamples& changedExamples() const { return m_changedExamples; }
    void openChangedExample(std::size_t which);
    /// Opens what was left unsaved; where it cannot be read it stays where it is.
    void openRecovered(const Recovery::FilePtr& offer);
    /// Where another program has changed the file, onDisk() says so and nothing is written.
    void save();
    void saveAs();
    /// Replaces the file, whatever another program has made of it.
    void saveAnyway();
    /// Makes the document what another program has made of its file; undo leads back.
    void openTheirs();
    /// Looks whether another program has changed the file, which onDisk() then says.
    void lookAtFile();
    /// Whether closing loses something: changes that are not in the file, or not yet, or changed examples.
    bool hasUnsaved() const;
    /// Goes on at once where nothing is unsaved; else asks, and goes on unless the answer is no.
    void beforeDiscarding(std::function<void()> goOn);
    /// The same, and asks about changed examples as well.
    void beforeClosing(std::function<void()> goOn);

signals:
    void failed(const QString& message);
    void succeeded();
    /// What is being done, or has been.
    void messageRequested(const QString& message);
    /// What has become of the document's file.
    void onDisk(lab::OnDisk state);

private:
    void load(const QString& file);
    using Failed = std::function<void(const QString& reason)>;
    using Read = std::function<void(const Experiment&)>;
    void read(DocumentFiles::Reader reader, Failed otherwise, Read goOn);
    /// Says why, and takes what is not there any more off the list of recent documents.
    void sayCannotOpen(const QString& file, const QString& reason);
    void show(const Experiment& experiment, const QString& file, const FileContent& content);
    void leaveExample(std::function<void()> goOn);
    void noteUsed(const QString& file);
    void saveThen(std::function<void()> goOn);
    enum class Overwrite { always, unless_changed };
    void write(const QString& file, Overwrite overwrite, std::function<void()> goOn);
    void finishWriting(const QString& file, OnDisk found, const std::optional<Error>& error);
    void askForFile(std::function<void()> goOn);

    LabDocument& m_document;
    Recovery& m_recovery;
    DocumentFiles m_files;
    ChangedExamples m_changedExamples;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
