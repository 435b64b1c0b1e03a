// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document_controller.h"

#include "core/io/document_file.h"
#include "ui/document/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/document/new_document.h"
#include "ui/recent_files.h"

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

DocumentController::DocumentController(LabDocument& document, Recovery& recovery, Preferences& preferences,
                                       QWidget* window)
    : QObject(window), m_document(document), m_recovery(recovery), m_files(document),
      m_preferences(preferences), m_window(window) {}

void DocumentController::create() {
    beforeDiscarding([this] {
        m_files.forgetReading();
        m_document.replace(newDocument(), {});
        emit succeeded();
    });
}

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
    if (hasLostBytes(file))
        return emit failed(
            tr("“%1” cannot be opened: the � in its name stands for bytes that are not text. Rename the "
               "file first.")
                .arg(QFileInfo(file).fileName()));
    emit told(tr("Opening %1 …").arg(QFileInfo(file).fileName()));
    read([file] { return load_experiment(file.toStdString()); },
         [this, file](const QString& reason) { sayCannotOpen(file, reason); },
         [this, file](const Experiment& experiment) { show(experiment, file); });
}

void DocumentController::read(DocumentFiles::Reader reader, Failed otherwise, Read goOn) {
    m_files.read(std::move(reader), [this, otherwise = std::move(otherwise), goOn = std::move(goOn),
                                     before = m_document.experiment()](const Result<Experiment>& read) {
        if (!read)
            otherwise(QString::fromStdString(read.error().message()));
        else if (is_same(m_document.experiment(), before))
            goOn(read.value());
        else // it was edited while the other was read
            beforeDiscarding([goOn, experiment = read.value()] { goOn(experiment); });
    });
}

void DocumentController::sayCannotOpen(const QString& file, const QString& reason) {
    QString message = tr("This document cannot be opened. %1").arg(reason);
    if (!QFileInfo::exists(file) && removeRecentFile(file))
        message +=
            tr(". It was moved, renamed or deleted; the list of recent documents does not name it any more.");
    emit failed(message);
}

void DocumentController::show(const Experiment& experiment, const QString& file) {
    m_document.replace(experiment, file);
    noteUsed(file);
    emit succeeded();
}

void DocumentController::noteUsed(const QString& file) {
    m_preferences.folder = QFileInfo(file).absolutePath();
    addRecentFile(file);
}

void DocumentController::openExample(const QString& name) {
    beforeDiscarding([this, name] {
        m_files.forgetReading();
        m_document.openExample(name);
        emit succeeded();
    });
}

void DocumentController::openRecovered(const Recovery::FilePtr& offer) {
    beforeDiscarding([this, offer] {
        if (!m_recovery.take(offer))
            return; // decided on meanwhile
        emit told(tr("Opening what was not saved …"));
        read([offer] { return offer->read(); },
             [this](const QString& reason) {
                 emit failed(
                     tr("The unsaved changes cannot be opened. %1. They are not deleted: the file stays "
                        "where it is, and is offered again at the next start.")
                         .arg(reason));
             },
             [this, offer](const Experiment& experiment) {
                 m_document.recover(experiment, offer->note().file);
                 m_recovery.adopt(offer);
                 emit succeeded();
             });
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
    else
        write(m_document.file(), std::move(goOn));
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
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, goOn = std::move(goOn)](const QString& file) { write(file, goOn); });
    dialog->open();
}

void DocumentController::write(const QString& file, std::function<void()> goOn) {
    const QString name = QFileInfo(file).fileName();
    if (hasLostBytes(file))
        return emit failed(
            tr("The document is not saved. The � in “%1” stands for bytes that are not text, so another file "
               "would be written. Choose another name.")
                .arg(name));
    emit told(tr("Saving %1 …").arg(name));
    m_files.save(file, [this, file, name, goOn = std::move(goOn)](const std::optional<Error>& error) {
        if (error) {
            emit failed(tr("The document is not saved. %1").arg(QString::fromStdString(error->message())));
            return;
        }
        noteUsed(file);
        emit succeeded();
        emit told(tr("Saved %1").arg(name));
        goOn();
    });
}

bool DocumentController::hasUnsaved() const {
    return m_document.isModified() || m_files.isSaving();
}

void DocumentController::beforeDiscarding(std::function<void()> goOn) {
    m_document.commitPreview();
    if (m_files.isSaving()) {
        connect(
            &m_files, &DocumentFiles::savingEnded, this, [this, goOn] { beforeDiscarding(goOn); },
            Qt::SingleShotConnection);
        return;
    }
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
