// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/document_controller.h"

#include "core/experiment/is_same.h"
#include "core/io/array_files.h"
#include "core/io/document_file.h"
#include "core/io/document_keys.h"
#include "core/io/named_arrays.h"
#include "ui/document/examples.h"
#include "ui/document/files/file_name.h"
#include "ui/document/files/new_document.h"
#include "ui/document/files/saved_text.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"
#include "ui/window/menu/recent_files.h"
#include "ui/window/questions/found_question.h"
#include "ui/window/questions/protected_question.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <filesystem>
#include <utility>

namespace lab {

namespace {
QString documentFilter() {
    return DocumentController::tr("Attention documents (*.attn);;All files (*)");
}

QString openFilter() {
    return DocumentController::tr("Documents and weights (*.attn *.npz *.safetensors);;All files (*)");
}
/// What was found beside the document.
struct FoundDocument {
    std::optional<FileContent>
        content; ///< empty for a pipe, as in `attention-lab <(...)`: it is no file to save to
    bool isMissing = false;
};

DocumentFiles::Reader readerOf(const QString& file, const std::shared_ptr<FoundDocument>& found) {
    return [path = file.toStdString(), found](const std::stop_token& stop) {
        if (!is_stream(path))
            found->content.emplace();
        auto read =
            load_experiment(path, FileStart::document, found->content ? &*found->content : nullptr, stop);
        std::error_code ignored;
        found->isMissing = !read && !std::filesystem::exists(path, ignored);
        return read;
    };
}
} // namespace

DocumentController::DocumentController(LabDocument& document, Recovery& recovery, Preferences& preferences,
                                       QWidget* window)
    : QObject(window), m_document(document), m_recovery(recovery), m_files(document),
      m_changedExamples(recovery), m_preferences(preferences), m_window(window) {
    connect(&document, &LabDocument::fileChanged, this, [this] { emit onDisk(OnDisk::unchanged); });
    const auto note = [this] { m_last.note({m_document.file(), m_document.exampleName()}); };
    connect(&document, &LabDocument::fileChanged, this, note);
    connect(&document, &LabDocument::exampleOpened, this, note);
    connect(&m_files, &DocumentFiles::savingEnded, this,
            [this] { m_waits.end(std::exchange(m_saveWait, 0)); });
}

void DocumentController::goOnFromLastTime() {
    const OpenedDocument& last = m_last.before();
    const bool isOpen = last.file.isEmpty() && last.example == m_document.exampleName();
    const bool isThere = !last.file.isEmpty() || (exampleNames() + lessonNames()).contains(last.example);
    if (!isThere || isOpen)
        return;
    if (m_last.endedWell())
        return openLast();
    const QString title = last.file.isEmpty() ? QString::fromStdString(example(last.example).title)
                                              : QFileInfo(last.file).fileName();
    emit lastOffered(title, last.file);
}

void DocumentController::openLast() {
    const OpenedDocument last = m_last.before();
    if (last.file.isEmpty())
        openExample(last.example);
    else
        openFile(last.file);
}

void DocumentController::create() {
    beforeReplacing([this] {
        forgetReading();
        replace([this] { m_document.replace(newDocument(), {}); });
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
    beforeReplacing([this, file] { load(file); });
}

void DocumentController::openImported(const Experiment& experiment) {
    beforeReplacing([this, experiment] {
        forgetReading();
        replace([this, experiment] {
            m_document.replace(experiment, {});
            m_document.noteTitleNotGiven();
        });
    });
}

void DocumentController::load(const QString& file) {
    const QString name = QFileInfo(file).fileName();
    if (const QString problem = nameProblem(file); !problem.isEmpty())
        return emit failed(problem);
    emit messageRequested(tr("Opening %1…").arg(name));
    const auto found = std::make_shared<FoundDocument>();
    read(
        name, readerOf(file, found),
        [this, file, found](const Error& error) { sayCannotOpen(file, error, found->isMissing); },
        [this, file, found](const Experiment& experiment) { show(experiment, file, found->content); });
}

void DocumentController::read(const QString& name, DocumentFiles::Reader reader, const Failed& otherwise,
                              const Read& goOn) {
    waitForReading(name);
    m_files.read(std::move(reader),
                 [this, otherwise, goOn, before = m_document.experiment()](const Result<Experiment>& read) {
                     m_waits.end(std::exchange(m_readWait, 0));
                     if (!read)
                         otherwise(read.error());
                     else if (is_same(m_document.experiment(), before))
                         goOn(read.value());
                     else // the document was edited during the read
                         beforeReplacing([goOn, experiment = read.value()] { goOn(experiment); });
                 });
}

void DocumentController::waitForReading(const QString& name) {
    forgetReading(); // an earlier file is not wanted any more
    m_readWait = m_waits.begin({tr("Still waiting for “%1”: nothing has come from it yet.").arg(name),
                                tr("Keep the document that is open"), false, [this, name] {
                                    forgetReading();
                                    emit messageRequested(tr("%1 was not opened").arg(name));
                                }});
}

void DocumentController::forgetReading() {
    m_files.forgetReading();
    m_waits.end(std::exchange(m_readWait, 0));
}

void DocumentController::sayCannotOpen(const QString& file, const Error& error, bool isMissing) {
    const QString reason = QString::fromStdString(error.message());
    const bool removed = isMissing && removeRecentFile(file);
    emit failed(removed
                    ? tr("Can’t open this document. %1. It may have been moved, renamed or deleted, and was "
                         "removed from the recent documents.")
                          .arg(reason)
                    : tr("Can’t open this document. %1").arg(reason));
}

void DocumentController::show(const Experiment& experiment, const QString& file,
                              const std::optional<FileContent>& content) {
    replace([&] {
        m_document.replace(experiment, content ? file : QString(), content);
        m_files.noteRead();
        if (content)
            noteUsed(file);
    });
    sayMisspelt(experiment);
}

void DocumentController::sayMisspelt(const Experiment& experiment) {
    const std::vector<MisspeltKey> keys = misspelt_keys(experiment);
    if (keys.empty())
        return;
    QString text = QString::fromStdString(message(keys.front()));
    if (keys.size() > 1)
        text += QLatin1Char(' ') +
                tr("There are %1 more; “attention-lab validate” lists them.").arg(keys.size() - 1);
    emit noticed(shortText(text, 500));
}

void DocumentController::noteUsed(const QString& file) {
    m_preferences.folder = QFileInfo(file).absolutePath();
    addRecentFile(file);
}

void DocumentController::openExample(const QString& name) {
    beforeReplacing([this, name] {
        forgetReading();
        replace([this, name] { m_document.openExample(name); });
        emit exampleOpened(name);
    });
}

void DocumentController::openChangedExample(std::size_t which) {
    const std::size_t count = m_changedExamples.entries().size();
    beforeReplacing([this, which, count] {
        if (which >= count || m_changedExamples.entries().size() < count)
            return; // chosen twice while a question was open
        forgetReading();
        replace([this, which] { m_changedExamples.bringBack(which, m_document); });
    });
}

void DocumentController::replace(const std::function<void()>& by) {
    m_document.fit().cancel();
    m_document.commitPreview();
    const bool isKept = !m_document.exampleName().isEmpty() && m_document.isModified();
    const QString name = m_document.displayName();
    if (isKept)
        m_changedExamples.keep(m_document);
    by();
    emit succeeded();
    if (isKept)
        emit messageRequested(
            tr("Your changes to “%1” are in the document menu under Changed examples, until you close the "
               "window")
                .arg(name));
}

void DocumentController::openRecovered(const Recovery::FilePtr& offer) {
    beforeReplacing([this, offer] {
        if (!m_recovery.take(offer))
            return; // already decided meanwhile
        emit messageRequested(tr("Recovering unsaved changes…"));
        read(
            offer->note().name.isEmpty() ? tr("the recovery copy") : offer->note().name,
            [offer](const std::stop_token&) { return offer->read(); },
            [this](const Error& error) {
                emit failed(
                    tr("The unsaved changes cannot be opened. %1. They are not deleted: the file stays "
                       "where it is, and is offered again at the next start.")
                        .arg(QString::fromStdString(error.message())));
            },
            [this, offer](const Experiment& experiment) {
                replace([&] {
                    m_document.recover(experiment, offer->note().file, offer->note().content);
                    m_files.noteRead();
                    m_recovery.adopt(offer);
                });
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
    if (m_document.file().isEmpty() || m_files.isLeft(m_document.file())) // whose disk does not answer
        askForFile(std::move(goOn));
    else
        write(m_document.file(), Overwrite::unless_changed, std::move(goOn));
}

void DocumentController::askForFile(std::function<void()> goOn) {
    const QFileInfo now(m_document.file());
    const bool isThere =
        !m_document.file().isEmpty() && !m_files.isLeft(now.filePath()) && isFolder(now.absolutePath());
    const QString name =
        m_document.file().isEmpty() ? m_document.displayName() + QStringLiteral(".attn") : now.fileName();
    const QString proposed = isThere ? now.filePath() : QDir(m_preferences.startFolder()).filePath(name);
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
    const QString name = QFileInfo(file).fileName();
    if (m_files.isLeft(file))
        return emit failed(
            tr("The document is not saved. “%1” is still being written, and its disk does not answer: choose "
               "another name or folder.")
                .arg(name));
    emit messageRequested(tr("Saving %1…").arg(name));
    auto then = [this, file, overwrite, left = m_left, goOn = std::move(goOn)](const SaveResult& result) {
        if (left != m_left)
            return finishLeft(file, result.error);
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
    waitForSaving(name);
}

void DocumentController::waitForSaving(const QString& name) {
    if (m_saveWait == 0)
        m_saveWait = m_waits.begin({tr("“%1” is still being saved: its disk has not answered yet.").arg(name),
                                    tr("Your changes stay here, unsaved, and in a recovery copy. The file is "
                                       "written only if its disk "
                                       "answers."),
                                    true, [this, name] { leaveSaving(name); }});
}

void DocumentController::leaveSaving(const QString& name) {
    ++m_left;
    m_files.leaveSaving();
    emit failed(tr("Whether “%1” is saved is not known before its disk answers. Your changes are still here, "
                   "and in a recovery copy; Save as… in the document menu writes them to another file.")
                    .arg(name));
}

/// After the user has stopped waiting.
void DocumentController::finishLeft(const QString& file, const std::optional<Error>& error) {
    const QString name = QFileInfo(file).fileName();
    if (error)
        emit messageRequested(tr("%1 was not saved. %2").arg(name, QString::fromStdString(error->message())));
    else
        emit messageRequested(tr("The disk has answered: %1 is saved as it was when you saved it").arg(name));
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
    beforeLosingFound([this] { readTheirs(); });
}

void DocumentController::readTheirs() {
    const QString file = m_document.file();
    const QString name = QFileInfo(file).fileName();
    const auto found = std::make_shared<FoundDocument>();
    emit messageRequested(tr("Opening %1…").arg(name));
    waitForReading(name);
    m_files.read(readerOf(file, found), [this, file, found](const Result<Experiment>& read) {
        m_waits.end(std::exchange(m_readWait, 0));
        if (!read)
            return sayCannotOpen(file, read.error(), found->isMissing);
        beforeLosingFound([this, file, theirs = read.value(), content = found->content] {
            if (file != m_document.file())
                return;
            m_document.takeOver(theirs,
                                content.value_or(FileContent{})); // undo restores edits made meanwhile
            m_files.noteRead();
            emit succeeded();
            sayMisspelt(theirs);
        });
    });
}

void DocumentController::checkFile() {
    m_files.checkFile([this](OnDisk state) { emit onDisk(state); });
}

bool DocumentController::hasUnsaved() const {
    return hasChanges() || m_waits.isWriting() || !m_changedExamples.entries().empty();
}

bool DocumentController::hasChanges() const {
    return m_document.isModified() || m_document.fit().changes();
}

void DocumentController::beforeLosingFound(const std::function<void()>& goOn) {
    if (!m_document.fit().changes())
        return goOn();
    emit askingAboutFound();
    askAboutFound(
        m_window,
        [this, goOn] {
            m_document.fit().keep();
            goOn();
        },
        [this, goOn] {
            m_document.fit().cancel();
            goOn();
        });
}

void DocumentController::beforeReplacing(std::function<void()> goOn) {
    m_document.commitPreview();
    if (m_files.isSaving())
        afterSaving([this, goOn = std::move(goOn)] { beforeReplacing(goOn); });
    else if (!m_document.exampleName().isEmpty())
        beforeLosingFound(goOn);
    else if (!hasChanges())
        goOn();
    else
        askAboutChanges(std::move(goOn));
}

/// Calls `goOn` when the document is saved, or when the user does not want to wait for that.
void DocumentController::afterSaving(std::function<void()> goOn) {
    connect(&m_files, &DocumentFiles::savingEnded, this, std::move(goOn), Qt::SingleShotConnection);
}

void DocumentController::askAboutChanges(std::function<void()> goOn) {
    const bool hasFound = m_document.fit().changes();
    if (hasFound)
        emit askingAboutFound();
    const QString name = m_document.displayName();
    auto* question = new QMessageBox(
        QMessageBox::Question, tr("Unsaved changes"),
        m_document.isModified() ? tr("“%1” has unsaved changes.").arg(name)
                                : tr("For “%1”, weights were found that are not kept yet.").arg(name),
        QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        !hasFound                 ? tr("Save them first? They will be lost otherwise.")
        : m_document.isModified() ? tr("The page Learn has found weights, too, that are not kept yet. What "
                                       "is neither kept nor saved will be lost.")
                                  : tr("Keep and save them first? They will be lost otherwise."));
    QAbstractButton* keep =
        hasFound ? question->addButton(tr("Keep weights and save"), QMessageBox::AcceptRole) : nullptr;
    QAbstractButton* save = nullptr;
    if (m_document.isModified())
        save = hasFound ? question->addButton(tr("Save without them"), QMessageBox::AcceptRole)
                        : question->addButton(QMessageBox::Save);
    question->setDefaultButton(qobject_cast<QPushButton*>(hasFound ? keep : save));
    connect(question, &QMessageBox::buttonClicked, this,
            [this, question, keep, save, goOn = std::move(goOn)](QAbstractButton* button) {
                if (button == question->button(QMessageBox::Discard))
                    return goOn();
                if (button == keep)
                    m_document.fit().keep();
                if (button == keep || button == save)
                    saveThen(goOn);
            });
    question->open();
}

void DocumentController::beforeClosing(std::function<void()> goOn) {
    m_document.commitPreview();
    if (m_waits.isWriting())
        return afterWrites(std::move(goOn));
    auto examples = [this, goOn = std::move(goOn)] { askAboutExamples(goOn); };
    if (hasChanges() && !m_keepsRecovery)
        askAboutChanges(std::move(examples));
    else
        examples();
}

/// Goes on closing when everything is written; asks once if that takes long.
void DocumentController::afterWrites(std::function<void()> goOn) {
    if (std::exchange(m_isClosing, true))
        return; // closed twice
    if (m_waits.overdueWrite())
        return askToWait(std::move(goOn));
    connect(
        &m_waits, &FileWaits::changed, this,
        [this, goOn = std::move(goOn)] {
            m_isClosing = false;
            beforeClosing(goOn);
        },
        Qt::SingleShotConnection);
}

void DocumentController::askToWait(std::function<void()> goOn) {
    auto* question = new QMessageBox(QMessageBox::Question, tr("Still saving"), m_waits.overdueWrite()->text,
                                     QMessageBox::NoButton, m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        m_files.isSaving()
            ? tr("If you close the window now, the file may be left as it was. Your changes stay "
                 "in a recovery copy, which the next start offers.")
            : tr("If you close the window now, the file may be missing."));
    const QAbstractButton* close = question->addButton(tr("Close now"), QMessageBox::DestructiveRole);
    question->setDefaultButton(question->addButton(tr("Keep waiting"), QMessageBox::RejectRole));
    // The answer of the disk is an answer, too.
    connect(&m_waits, &FileWaits::changed, question, [this, question] {
        if (!m_waits.isWriting())
            question->done(QDialog::Accepted);
    });
    connect(question, &QMessageBox::finished, this, [this, question, close, goOn = std::move(goOn)] {
        m_isClosing = false;
        if (question->clickedButton() == close) {
            m_keepsRecovery = m_files.isSaving();
            m_waits.leaveWrites();
        } else if (m_waits.isWriting()) {
            return;
        }
        beforeClosing(goOn);
    });
    question->open();
}

void DocumentController::askAboutExamples(std::function<void()> goOn) {
    const auto& examples = m_changedExamples.entries();
    if (examples.empty())
        return goOn();
    const QString text =
        examples.size() == 1
            ? tr("“%1” has unsaved changes.").arg(QString::fromStdString(examples.front().experiment.title))
            : tr("%1 changed examples are not saved.").arg(examples.size());
    auto* question = new QMessageBox(QMessageBox::Question, tr("Changed examples"), text,
                                     QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        tr("The document menu offers them under Changed examples. Closing the window discards them."));
    question->setDefaultButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::buttonClicked, this,
            [this, question, goOn = std::move(goOn)](QAbstractButton* button) {
                if (button == question->button(QMessageBox::Discard))
                    goOn();
                else
                    m_keepsRecovery = false; // the window stays
            });
    question->open();
}

void DocumentController::settleRecovery() {
    if (m_keepsRecovery)
        return m_recovery.keep();
    m_last.end();
    m_recovery.discard();
    m_changedExamples.discard();
}

} // namespace lab
