// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and saving as a person does it: asking for files, and before anything unsaved is lost.
#pragma once

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
    DocumentController(LabDocument& document, Preferences& preferences, QWidget* window);

    void askToOpen();
    void openFile(const QString& file);
    void openExample(const QString& name);
    void save();
    void saveAs();
    /// Goes on at once where nothing is unsaved; else asks, and goes on unless the answer is no.
    void beforeDiscarding(std::function<void()> goOn);

signals:
    void failed(const QString& message);
    void succeeded();

private:
    void load(const QString& file);
    void saveThen(std::function<void()> goOn);
    bool write(const QString& file);
    void askForFile(std::function<void()> goOn);

    LabDocument& m_document;
    Preferences& m_preferences;
    QWidget* m_window;
};

} // namespace lab
