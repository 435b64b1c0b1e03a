// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and saving as a person does it: asking for files, and before anything unsaved is lost.
#pragma once

#include "ui/document/document_files.h"
#include "ui/document/recovery.h"
#include "ui/preferences.h"

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
    void openExample(const QString& name);
    /// Opens what was left unsaved; where it cannot be read it stays where it is.
    void openRecovered(const Recovery::FilePtr& offer);
    void save();
    void saveAs();
    /// Whether there are changes that are not in the file, or not yet.
    bool hasUnsaved() const;
    /// Goes on at once where nothing is unsaved; else asks, and goes on unless the answer is no.
    void beforeDiscarding(std::function<void()> goOn);

signals:
    void failed(const QString& message);
    void succeeded();
    /// What is being done, or has been.
    void told(const QString& message);

private:
    void load(const QString& file);
    using Failed = std::function<void(const QString& reason)>;
    using Read = std::function<void(const Experiment&)>;
    void read(DocumentFiles::Reader reader, Failed otherwise, Read goOn);
    /// Says why, and takes what is not there any more off the list of recent documents.
    void sayCannotOpen(const QString& file, const QString& reason);
    void show(const Experiment& experiment, const QString& file);
    void noteUsed(const QString& file);
    void saveThen(std::function<void()> goOn);
    void write(const QString& file, std::function<void()> goOn);
    void askForFile(std::function<void()> goOn);

    LabDocument& m_document;
    Recovery& m_recovery;
    DocumentFiles m_files;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
