// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/recovery.h"

#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QStandardPaths>

#include <algorithm>

namespace lab {

namespace {

constexpr qint64 restPerWrite = 10; // times the duration of a write
// The end of the program waits so long for the recovery copy to be written or deleted.
constexpr std::chrono::seconds longestEnd{5};

QString text(const Error& error) {
    return QString::fromStdString(error.message());
}

} // namespace

struct Recovery::Copy {
    QString folder;
    FilePtr file; ///< empty while there is none
};

Recovery::Recovery(LabDocument& document, QObject* parent, QString folder, std::chrono::milliseconds pause)
    : QObject(parent), m_document(document), m_shortest(pause),
      m_copy(std::make_shared<Copy>(Copy{std::move(folder), {}})) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    connect(&document, &LabDocument::changed, this, &Recovery::noteChange);
    connect(&document, &LabDocument::fileChanged, this, &Recovery::noteChange);
    connect(&document, &LabDocument::viewChanged, this, &Recovery::noteChange);
    connect(&document, &LabDocument::previewEnded, this, &Recovery::noteSettled);
    connect(&document, &LabDocument::modifiedChanged, this, &Recovery::noteSettled);
}

Recovery::~Recovery() {
    m_tasks.finish(longestEnd);
}

QString Recovery::standardFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

bool Recovery::isUnsaved() const {
    return m_document.isModified() || (m_document.isDragging() && !m_document.played());
}

void Recovery::noteChange() {
    if (!isUnsaved())
        return; // cleanChanged() or previewEnded() follows: keep the copy until then
    m_changed = true;
    schedule();
}

void Recovery::noteSettled() {
    if (isUnsaved())
        noteChange();
    else
        discard();
}

void Recovery::schedule() {
    if (!m_changed || m_writing || m_timer.isActive())
        return;
    const qint64 left = m_sinceWritten.isValid() ? m_pause - m_sinceWritten.elapsed() : 0;
    m_timer.start(std::max(m_shortest, std::chrono::milliseconds(left)));
}

void Recovery::write() {
    m_changed = false;
    m_writing = true;
    m_kept = true;
    m_sinceWritten.start();
    const std::string& sentence = m_document.whole().sequence.text;
    const RecoveryNote note{m_document.displayName(), m_document.file(), m_document.fileContent(),
                            shortText(sentence)};
    m_tasks.start([this, copy = m_copy, note,
                   experiment = m_document.withProgress()](const std::stop_token&) -> FileTasks::Then {
        QElapsedTimer took;
        took.start();
        std::optional<Error> problem;
        if (!copy->file) {
            if (auto made = RecoveryFile::make(copy->folder))
                copy->file = std::move(made).value();
            else
                problem = made.error();
        }
        if (!problem)
            problem = copy->file->write(note, experiment);
        return [this, problem, took = took.elapsed()] { finishWriting(problem, took); };
    });
}

void Recovery::finishWriting(const std::optional<Error>& problem, qint64 took) {
    m_writing = false;
    if (problem && !m_failing)
        emit failed(
            tr("Could not write a recovery copy of your unsaved changes. %1. Save the document, to another "
               "folder if necessary.")
                .arg(text(*problem)));
    m_failing = problem.has_value();
    m_changed = m_changed || (m_failing && isUnsaved());
    m_pause = restPerWrite * (problem ? m_shortest.count() : took); // no immediate retry after a failure
    if (m_sinceWritten.isValid())
        m_sinceWritten.start();
    schedule();
}

void Recovery::discard() {
    m_timer.stop();
    m_changed = false;
    m_sinceWritten.invalidate(); // the next change counts as the first
    if (std::exchange(m_kept, false))
        remove(m_copy);
}

std::shared_ptr<Recovery::Copy> Recovery::setAside() {
    if (m_document.isModified() && (m_changed || !m_kept))
        write();
    m_timer.stop();
    m_changed = m_kept = false;
    m_sinceWritten.invalidate();
    return std::exchange(m_copy, std::make_shared<Copy>(Copy{m_copy->folder, {}}));
}

void Recovery::bringBack(std::shared_ptr<Copy> copy) {
    discard();
    m_copy = std::move(copy);
    m_kept = true;
    noteSettled();
}

void Recovery::remove(const std::shared_ptr<Copy>& copy) {
    m_tasks.start([this, copy](const std::stop_token&) -> FileTasks::Then {
        const std::optional<Error> problem = copy->file ? copy->file->remove() : std::nullopt;
        copy->file.reset();
        return [this, problem] {
            if (problem)
                emit failed(tr("Could not delete the recovery copy. %1. It will be offered at the next "
                               "start and can be deleted then.")
                                .arg(text(*problem)));
        };
    });
}

void Recovery::keep() {
    m_document.commitPreview();
    if (m_document.isModified() && (m_changed || !m_kept))
        write();
    m_timer.stop();
}

void Recovery::findAbandoned() {
    m_tasks.start([this, copy = m_copy](const std::stop_token&) -> FileTasks::Then {
        return [this, found = RecoveryFile::abandoned(copy->folder)] {
            if (found.empty())
                return;
            m_offers += QList<FilePtr>(found.begin(), found.end());
            emit offersChanged();
        };
    });
}

bool Recovery::take(const FilePtr& offer) {
    const qsizetype at = m_offers.indexOf(offer);
    if (at < 0)
        return false;
    m_offers.removeAt(at); // `offer` may refer to this very element
    emit offersChanged();
    return true;
}

void Recovery::remove(const FilePtr& offer) {
    auto removing = [this, offer](const std::stop_token&) -> FileTasks::Then {
        return [this, problem = offer->remove()] {
            if (problem)
                emit failed(tr("The copy of the unsaved changes is still there. %1.").arg(text(*problem)));
        };
    };
    if (take(offer))
        m_tasks.start(std::move(removing));
}

void Recovery::adopt(FilePtr taken) {
    m_kept = true;
    m_tasks.start([copy = m_copy, taken = std::move(taken)](const std::stop_token&) -> FileTasks::Then {
        copy->file = taken;
        return [] {};
    });
}

} // namespace lab
