// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/document_controller.h"

#include "core/io/document_file.h"
#include "core/io/named_arrays.h"
#include "ui/document/files/file_name.h"
#include "ui/document/files/saved_text.h"
#include "ui/document/lab_document.h"
#include "ui/document/new_document.h"
#include "ui/window/questions/protected_question.h"
#include "ui/window/recent_files.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace lab {

namespace {
QString documentFilter() {
    return DocumentController::tr("Attention documents (*.attn);;All files (*)");
}

QString openFilter() {
    return DocumentController::tr("Documents and weights (*.attn *.npz *.safetensors);;All files (*)");
}
} // namespace

DocumentController::DocumentController(LabDocument& document, Recovery& recovery, Preferences& preferences,
                                       QWidget* window)
    : QObject(window), m_document(document), m_recovery(recovery), m_files(document),
      m_preferences(preferences), m_window(window) {
    connect(&document, &LabDocument::fileChanged, this, [this] { emit onDisk(OnDisk::unchanged); });
}

void DocumentController::create() {
    beforeDiscarding([this] {
        m_files.forgetReading();
        m_document.replace(newDocument(), {});
        emit succeeded();
    });
}

void DocumentController::askToOpen() {
    auto* dialog =
        new QFileDialog(m_window, tr("Open a document"), m_preferences.startFolder(), openFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &DocumentController::openFile);
    dialog->open();
}

void DocumentController::openFile(const QString& file) {
    const std::string path = file.toStdString();
    if (has_array_extension(path) || refused_by_name(path))
        return emit arraysChosen(file);
    beforeDiscarding([this, file] { load(file); });
}

void DocumentController::openImported(const Experiment& experiment) {
    beforeDiscarding([this, experiment] {
        m_files.forgetReading();
        m_document.replace(experiment, {});
        emit succeeded();
    });
}

void DocumentController::load(const QString& file) {
    if (hasLostBytes(file))
        return emit failed(
            tr("“%1” cannot be opened: the � in its name stands for bytes that are not text. Rename the "
               "file first.")
                .arg(QFileInfo(file).fileName()));
    emit messageRequested(tr("Opening %1…").arg(QFileInfo(file).fileName()));
    // Empty for a pipe, as in `attention-lab <(...)`, which cannot be saved to.
    const auto content = std::make_shared<std::optional<FileContent>>();
    read(
        [file, content] {
            const std::string path = file.toStdString();
            if (!is_stream(path))
                content->emplace();
            return load_experiment(path, FileStart::document, *content ? &**content : nullptr);
        },
        [this, file](const QString& reason) { sayCannotOpen(file, reason); },
        [this, file, content](const Experiment& experiment) { show(experiment, file, *content); });
}

void DocumentController::read(DocumentFiles::Reader reader, Failed otherwise, Read goOn) {
    m_files.read(std::move(reader), [this, otherwise = std::move(otherwise), goOn = std::move(goOn),
                                     before = m_document.experiment()](const Result<Experiment>& read) {
        if (!read)
            otherwise(QString::fromStdString(read.error().message()));
        else if (is_same(m_document.experiment(), before))
            goOn(read.value());
        else // the document was edited during the read
            beforeDiscarding([goOn, experiment = read.value()] { goOn(experiment); });
    });
}

void DocumentController::sayCannotOpen(const QString& file, const QString& reason) {
    const bool removed = !QFileInfo::exists(file) && removeRecentFile(file);
    emit failed(removed
                    ? tr("Can’t open this document. %1. It may have been moved, renamed or deleted, and was "
                         "removed from the recent documents.")
                          .arg(reason)
                    : tr("Can’t open this document. %1").arg(reason));
}

void DocumentController::show(const Experiment& experiment, const QString& file,
                              const std::optional<FileContent>& content) {
    m_document.replace(experiment, content ? file : QString(), content);
    m_files.noteRead();
    if (content)
        noteUsed(file);
    emit succeeded();
}

void DocumentController::noteUsed(const QString& file) {
    m_preferences.folder = QFileInfo(file).absolutePath();
    addRecentFile(file);
}

void DocumentController::openExample(const QString& name) {
    leaveExample([this, name] {
        m_files.forgetReading();
        m_document.openExample(name);
        emit succeeded();
    });
}

void DocumentController::openChangedExample(std::size_t which) {
    const std::size_t count = m_changedExamples.entries().size();
    leaveExample([this, which, count] {
        if (which >= count || m_changedExamples.entries().size() < count)
            return; // chosen twice while a question was open
        m_files.forgetReading();
        m_changedExamples.bringBack(which, m_document);
        emit succeeded();
    });
}

void DocumentController::leaveExample(std::function<void()> goOn) {
    m_document.commitPreview();
    if (m_document.exampleName().isEmpty() || !m_document.isModified() || m_files.isSaving())
        return beforeDiscarding(std::move(goOn));
    const QString name = m_document.displayName();
    m_changedExamples.keep(m_document);
    goOn();
    emit messageRequested(
        tr("Your changes to “%1” are in the document menu under Changed examples, until you close the "
           "window")
            .arg(name));
}

void DocumentController::openRecovered(const Recovery::FilePtr& offer) {
    beforeDiscarding([this, offer] {
        if (!m_recovery.take(offer))
            return; // already decided meanwhile
        emit messageRequested(tr("Recovering unsaved changes…"));
        read([offer] { return offer->read(); },
             [this](const QString& reason) {
                 emit failed(
                     tr("The unsaved changes cannot be opened. %1. They are not deleted: the file stays "
                        "where it is, and is offered again at the next start.")
                         .arg(reason));
             },
             [this, offer](const Experiment& experiment) {
                 m_document.recover(experiment, offer->note().file, offer->note().content);
                 m_files.noteRead();
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
        write(m_document.file(), Overwrite::unless_changed, std::move(goOn));
}

void DocumentController::askForFile(std::function<void()> goOn) {
    const QString proposed =
        m_document.file().isEmpty()
            ? QDir(m_preferences.startFolder()).filePath(m_document.displayName() + QStringLiteral(".attn"))
            : m_document.file();
    auto* dialog = new QFileDialog(m_window, tr("Save the document"), proposed, documentFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("attn"));
    dialog->selectFile(proposed);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, goOn = std::move(goOn)](const QString& file) { write(file, Overwrite::always, goOn); });
    dialog->open();
}

void DocumentController::write(const QString& file, Overwrite overwrite, std::function<void()> goOn,
                               IfProtected ifProtected) {
    if (hasLostBytes(file))
        return emit failed(
            tr("The document is not saved. The � in “%1” stands for bytes that are not text, so another file "
               "would be written. Choose another name.")
                .arg(QFileInfo(file).fileName()));
    emit messageRequested(tr("Saving %1…").arg(QFileInfo(file).fileName()));
    auto then = [this, file, overwrite, goOn = std::move(goOn)](const SaveResult& result) {
        finishWriting(file, result);
        if (result.isDone())
            goOn();
        else if (result.isStream)
            askForFile(goOn);
        else if (result.report.is_protected)
            askAboutProtected(
                file, m_window, [=, this] { write(file, overwrite, goOn, IfProtected::replace); },
                [this, goOn] { askForFile(goOn); });
    };
    if (overwrite == Overwrite::always)
        m_files.save(file, then, ifProtected);
    else
        m_files.saveUnlessChanged(file, then, ifProtected);
}

void DocumentController::finishWriting(const QString& file, const SaveResult& result) {
    const QString name = QFileInfo(file).fileName();
    if (result.found != OnDisk::unchanged) {
        emit onDisk(result.found);
        emit messageRequested(tr("Not saved: choose above what to do with %1").arg(name));
        return;
    }
    if (result.report.is_protected) // asked about
        return emit messageRequested(tr("Not saved: %1 is write-protected").arg(name));
    if (result.error) {
        emit failed(tr("The document is not saved. %1").arg(QString::fromStdString(result.error->message())));
        return;
    }
    noteUsed(file);
    emit onDisk(OnDisk::unchanged);
    emit succeeded();
    emit messageRequested(savedText(name, result.report));
}

void DocumentController::saveAnyway() {
    write(m_document.file(), Overwrite::always, [] {});
}

void DocumentController::openTheirs() {
    const QString file = m_document.file();
    const auto content = std::make_shared<FileContent>();
    emit messageRequested(tr("Opening %1…").arg(QFileInfo(file).fileName()));
    m_files.read(
        [file, content] { return load_experiment(file.toStdString(), FileStart::document, content.get()); },
        [this, file, content](const Result<Experiment>& read) {
            if (!read)
                return sayCannotOpen(file, QString::fromStdString(read.error().message()));
            if (file != m_document.file())
                return;
            m_document.takeOver(read.value(), *content); // undo restores edits made meanwhile
            m_files.noteRead();
            emit succeeded();
        });
}

void DocumentController::checkFile() {
    m_files.checkFile([this](OnDisk state) { emit onDisk(state); });
}

bool DocumentController::hasUnsaved() const {
    return m_document.isModified() || m_files.isSaving() || !m_changedExamples.entries().empty();
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
                        tr("“%1” has unsaved changes.").arg(m_document.displayName()),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("Save them first? They will be lost otherwise."));
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

void DocumentController::beforeClosing(std::function<void()> goOn) {
    beforeDiscarding([this, goOn = std::move(goOn)] {
        const auto& examples = m_changedExamples.entries();
        if (examples.empty())
            return goOn();
        const QString text = examples.size() == 1
                                 ? tr("“%1” has unsaved changes.")
                                       .arg(QString::fromStdString(examples.front().experiment.title))
                                 : tr("%1 changed examples are not saved.").arg(examples.size());
        auto* question = new QMessageBox(QMessageBox::Question, tr("Changed examples"), text,
                                         QMessageBox::Discard | QMessageBox::Cancel, m_window);
        question->setAttribute(Qt::WA_DeleteOnClose);
        question->setInformativeText(
            tr("The document menu offers them under Changed examples. Closing the window discards them."));
        question->setDefaultButton(QMessageBox::Cancel);
        connect(question, &QMessageBox::buttonClicked, this, [question, goOn](QAbstractButton* button) {
            if (button == question->button(QMessageBox::Discard))
                goOn();
        });
        question->open();
    });
}

} // namespace lab
