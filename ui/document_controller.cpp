// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document_controller.h"

#include "ui/document/lab_document.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace lab {

namespace {
constexpr const char* filter =
    QT_TRANSLATE_NOOP("DocumentController", "Attention documents (*.attn);;All files (*)");
}

DocumentController::DocumentController(LabDocument& document, Preferences& preferences, QWidget* window)
    : QObject(window), m_document(document), m_preferences(preferences), m_window(window) {}

void DocumentController::askToOpen() {
    auto* dialog = new QFileDialog(m_window, tr("Open a document"), m_preferences.folder, tr(filter));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &DocumentController::openFile);
    dialog->open();
}

void DocumentController::openFile(const QString& file) {
    beforeDiscarding([this, file] { load(file); });
}

void DocumentController::load(const QString& file) {
    if (const auto error = m_document.open(file)) {
        emit failed(tr("This document cannot be opened. %1").arg(QString::fromStdString(error->message())));
        return;
    }
    m_preferences.folder = QFileInfo(file).absolutePath();
    emit succeeded();
}

void DocumentController::openExample(const QString& name) {
    beforeDiscarding([this, name] {
        m_document.openExample(name);
        emit succeeded();
    });
}

void DocumentController::save() {
    saveThen([] {});
}

void DocumentController::saveAs() {
    askForFile([] {});
}

void DocumentController::saveThen(std::function<void()> goOn) {
    if (m_document.file().isEmpty())
        askForFile(std::move(goOn));
    else if (write(m_document.file()))
        goOn();
}

void DocumentController::askForFile(std::function<void()> goOn) {
    const QString folder = m_preferences.folder.isEmpty() ? QDir::homePath() : m_preferences.folder;
    const QString proposed = m_document.file().isEmpty()
                                 ? QDir(folder).filePath(m_document.displayName() + QStringLiteral(".attn"))
                                 : m_document.file();
    auto* dialog = new QFileDialog(m_window, tr("Save the document"), proposed, tr(filter));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("attn"));
    dialog->selectFile(proposed);
    connect(dialog, &QFileDialog::fileSelected, this, [this, goOn = std::move(goOn)](const QString& file) {
        if (write(file))
            goOn();
    });
    dialog->open();
}

bool DocumentController::write(const QString& file) {
    if (const auto error = m_document.save(file)) {
        emit failed(tr("The document is not saved. %1").arg(QString::fromStdString(error->message())));
        return false;
    }
    m_preferences.folder = QFileInfo(file).absolutePath();
    emit succeeded();
    return true;
}

void DocumentController::beforeDiscarding(std::function<void()> goOn) {
    m_document.commitPreview();
    if (!m_document.isModified()) {
        goOn();
        return;
    }
    auto* question =
        new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
                        tr("“%1” has changes that are not saved.").arg(m_document.displayName()),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("Save them first? Otherwise they are lost."));
    question->setDefaultButton(QMessageBox::Save);
    connect(question, &QMessageBox::buttonClicked, this,
            [this, question, goOn = std::move(goOn)](QAbstractButton* button) {
                if (button == question->button(QMessageBox::Save))
                    saveThen(goOn);
                else if (button == question->button(QMessageBox::Discard))
                    goOn();
            });
    question->open();
}

} // namespace lab
