// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lab_document.h"

#include "core/describe/names.h"
#include "core/experiment/is_same.h"
#include "core/lesson/permits.h"
#include "ui/document/edit_command.h"
#include "ui/document/examples.h"
#include "ui/document/view/learn_view.h"
#include "ui/document/view/view_json.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QFileInfo>

#include <algorithm>

namespace lab {

namespace {

/// What is wanted is no view only: somebody painted it.
bool isSameDocument(const Experiment& a, const Experiment& b) {
    return is_same(a, b) && isSameWanted(wantedIn(a.view), wantedIn(b.view));
}

/// What is wanted in a scene: its own on the page Learn, else what is wanted now.
JsonPtr wantedThere(const ScenePlace& scene, const JsonPtr& now) {
    return wantedIn(textOf(scene.view.get(), "page") == "learn" ? scene.view : now);
}

/// Keeps the document unmodified after going to a scene, or undoing that, since this is no edit. Does nothing
/// if the state may be older than the file.
void keepClean(QUndoStack& stack, bool wasModified, int savedAt) {
    if (!wasModified && stack.index() >= savedAt)
        stack.setClean();
}

/// What the window should show after a command is undone or redone, besides the numbers. Each undo and redo
/// changes it.
const ScenePlace* placeOf(const QUndoCommand* command) {
    return command ? static_cast<const EditCommand*>(command)->place() : nullptr;
}

} // namespace

LabDocument::LabDocument(QObject* parent) : StageSource(parent) {
    connect(&m_computation, &Computation::arrived, this, &LabDocument::computed);
    connect(&m_computation, &Computation::outOfMemory, this, &LabDocument::outOfMemory);
    connect(&m_undoStack, &QUndoStack::indexChanged, this, &LabDocument::historyChanged);
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, &LabDocument::modifiedChanged);
    openExample(exampleNames().constFirst());
}

// QUndoStack emits while being destroyed; disconnect first.
LabDocument::~LabDocument() {
    m_undoStack.disconnect();
}

StageView LabDocument::view(StageId id, HeadIndex head, std::optional<Rows> first) {
    const HeadIndex own = info(id).per_head ? head : 0;
    return m_cover.over(m_computation.view(id, own, first), id, own);
}

StageView LabDocument::completeView(StageId id, HeadIndex head) {
    const HeadIndex own = info(id).per_head ? head : 0;
    return m_cover.over(m_computation.complete(id, own), id, own);
}

StageView LabDocument::cachedView(StageId id, HeadIndex head) const {
    const HeadIndex own = info(id).per_head ? head : 0;
    return m_cover.over(m_computation.peek(id, own), id, own);
}

StageView LabDocument::viewBefore(StageId id, HeadIndex head) const {
    if (!m_preview)
        return {};
    const HeadIndex own = info(id).per_head ? head : 0;
    const auto found = m_preview->views_before.find({id, own});
    return found == m_preview->views_before.end() ? StageView{} : m_cover.over(found->second, id, own);
}

QString LabDocument::displayName() const {
    if (!whole().title.empty())
        return shortText(whole().title);
    return m_file.isEmpty() ? tr("Untitled") : QFileInfo(m_file).completeBaseName();
}

void LabDocument::openExample(const QString& name) {
    replace(example(name), {});
    m_exampleName = name;
    noteTitleNotGiven();
    emit exampleOpened();
}

void LabDocument::recover(const Experiment& experiment, const QString& file,
                          std::optional<FileContent> content) {
    replace(experiment, file, content);
    m_saved.reset();
    m_undoStack.resetClean();
}

void LabDocument::noteSaved(const Experiment& saved, const QString& file,
                            std::optional<FileContent> content) {
    m_exampleName.clear();
    m_fileContent = content;
    const QString absolute = QFileInfo(file).absoluteFilePath();
    const bool isOther = std::exchange(m_file, absolute) != absolute;
    dropTitleNotGiven(m_whole ? *m_whole : m_experiment);
    dropTitleNotGiven(m_opened);
    if (m_preview && !m_played)
        dropTitleNotGiven(m_preview->before);
    // The document may have been edited during the write.
    const bool isPreviewed = m_preview && !m_played;
    const Experiment& now = isPreviewed ? m_preview->before : whole();
    m_saved = with_progress_of(saved, now); // answers are no edit
    if (isSameDocument(now, *m_saved)) {
        m_savedAt = m_undoStack.index();
        m_undoStack.setClean();
    } else {
        m_undoStack.resetClean();
    }
    if (isOther)
        emit fileChanged();
}

Experiment LabDocument::experimentToSave() const {
    Experiment saved = withProgress();
    dropTitleNotGiven(saved);
    return saved;
}

/// The document itself, before what a fit has changed, which nobody has kept yet.
const Experiment& LabDocument::withoutFit() const {
    return isFitting() && !m_played ? m_fit.before() : whole();
}

Experiment LabDocument::withProgress() const {
    return m_progress ? with_progress(withoutFit(), *m_progress) : withoutFit();
}

void LabDocument::dropTitleNotGiven(Experiment& from) const {
    if (from.title == m_titleNotGiven)
        from.title.clear();
}

void LabDocument::takeOver(const Experiment& written, const FileContent& content) {
    m_fit.cancel();
    if (m_played)
        play(nullptr, {});
    commitPreview();
    m_opened = written;
    m_progress.reset();
    m_saved = written;
    m_titleNotGiven.clear();
    m_fileContent = content;
    apply({written, {}, tr("Opened the changed file")});
    m_savedAt = m_undoStack.index();
    m_undoStack.setClean();
    setView(written.view);
    emit fileChanged();
}

void LabDocument::replace(const Experiment& experiment, const QString& file,
                          std::optional<FileContent> content) {
    if (m_preview) {
        m_preview.reset();
        emit previewEnded();
    }
    if (m_played)
        play(nullptr, {});
    m_progress.reset();
    uncover();
    m_at = {};
    m_opened = experiment;
    m_saved = experiment;
    m_exampleName.clear();
    m_titleNotGiven.clear();
    m_experiment.view = experiment.view; // put() keeps the current view
    m_file = file.isEmpty() ? QString() : QFileInfo(file).absoluteFilePath();
    m_fileContent = content;
    put(experiment, {});
    m_undoStack.clear();
    m_savedAt = 0;
    m_undoStack
        .setClean(); // clear() leaves an empty stack as it is, even one that recover() has made unclean
    emit replaced();
    emit fileChanged();
}

/// The document is unmodified whenever it equals the saved one, for example after Revert or after retyping a
/// number.
void LabDocument::noteIfSaved() {
    if (!m_played && !m_undoStack.isClean() && isInFile() && !hasLeftEdits())
        m_undoStack.setClean();
}

bool LabDocument::isInFile() const {
    return m_saved && isSameDocument(m_experiment, *m_saved);
}

/// Whether going to a scene has replaced edits that were not saved.
bool LabDocument::hasLeftEdits() const {
    for (int i = m_savedAt; i < m_undoStack.index(); ++i) {
        if (static_cast<const EditCommand*>(m_undoStack.command(i))->leavesEdits())
            return true;
    }
    return false;
}

/// No edit, undo or redo changes the current view settings.
void LabDocument::put(const Experiment& experiment, const Change& change) {
    const JsonPtr view = m_experiment.view;
    const bool covered = !m_cover.isEmpty();
    const Experiment before = covered ? m_experiment : Experiment();
    m_experiment = experiment; // which may be the present one itself
    m_experiment.view = view;
    if (!m_file.isEmpty() && !m_played) // undo would bring it back; a step keeps the lesson's
        dropTitleNotGiven(m_experiment);
    m_computation.update(m_experiment, change);
    const bool staysOpen =
        m_isPresented || m_played || change.field == Field::snapshots; // which change no number
    m_cover.update(before, m_experiment, staysOpen ? Opened::stays_open : Opened::is_covered_again);
    if (m_played) // an edit may have taken away what it asks for, and this one brings it back
        m_cover.keep(m_experiment, m_played->asked());
    m_maxParameterMagnitude.forget(change);
    emit changed(change);
    if (covered || !m_cover.isEmpty())
        emit coverChanged();
}

void LabDocument::setView(const JsonPtr& view) {
    m_experiment.view = view;
    if (m_preview)
        m_preview->before.view = view;
    emit viewChanged();
}

void LabDocument::show(const ScenePlace& place) {
    m_at = place;
    emit placeWanted(place);
}

void LabDocument::play(std::shared_ptr<PlayedStep> step, const ScenePlace& place) {
    m_fit.cancel();
    commitPreview();
    if (m_played)
        m_played->leave(m_experiment);
    else if (!step)
        return;
    if (!m_whole)
        m_whole = m_experiment;
    if (m_played)
        m_played->history().disconnect(this);
    m_played = std::move(step);
    Experiment next = m_played ? m_played->left() : *std::exchange(m_whole, std::nullopt);
    if (m_played) {
        const JsonPtr left = wantedIn(next.view);
        next.view = withWantedIn(m_experiment.view, left ? left : wantedIn(place.view));
        connect(&m_played->history(), &QUndoStack::indexChanged, this, &LabDocument::historyChanged);
    }
    m_experiment = std::move(next);
    m_computation.update(m_experiment, {});
    // Before any view reads what it covers.
    m_cover.clear();
    m_cover.setExercise(false);
    if (m_played && !m_played->asked().empty())
        m_cover.replace(m_experiment, m_played->asked());
    m_maxParameterMagnitude.forget({});
    emit changed({});
    noteCover();
    emit historyChanged();
    emit playedChanged();
    m_at = place;
    if (place.view)
        emit placeWanted(place);
}

bool LabDocument::refusesToEdit(std::string_view name) {
    if (refusesDuringFit())
        return true;
    if (!locks(name))
        return false;
    emit locked(QString::fromStdString(text_of(locked_in_words(name))));
    return true;
}

/// Says so if a fit runs.
bool LabDocument::refusesDuringFit() {
    if (!isFitting())
        return false;
    emit locked(FitPreview::whyLocked());
    return true;
}

/// Says so if it is. Controls that show the refused value already get that of the document back.
bool LabDocument::isLocked(const Experiment& next, const std::optional<Change>& refused) {
    const QString reason = isFitting() ? FitPreview::whyLocked()
                           : m_played  ? m_played->whyLocked(next)
                                       : QString();
    if (reason.isEmpty())
        return false;
    if (refused)
        emit changed(*refused);
    emit locked(reason);
    return true;
}

void LabDocument::goTo(Step step, const ScenePlace& now, const ScenePlace& scene) {
    if (isLocked(step.next))
        return;
    const JsonPtr wanted = wantedThere(scene, m_experiment.view);
    if (!is_same(step.next, m_experiment) || !isSameWanted(wanted, wantedIn(m_experiment.view))) {
        const bool wasModified = isModified();
        m_savedAt = std::min(m_savedAt, m_undoStack.index());
        m_undoStack.push(new EditCommand(*this, std::move(step), now, scene, wanted));
        keepClean(m_undoStack, wasModified, m_savedAt);
    }
    show(scene);
}

const Experiment& LabDocument::commitPending() {
    commitPreview();
    return isFitting() ? m_fit.before() : m_experiment;
}

/// Whether the stages of an experiment can be compared with the present ones, cell by cell and at once.
bool LabDocument::corresponds(const Experiment& next) const {
    constexpr Index mostWeights = 1'000'000;
    const Dimensions d = dimensions(next);
    return next.sequence.tokens == m_experiment.sequence.tokens &&
           key_tokens(next) == key_tokens(m_experiment) && next.heads.count == m_experiment.heads.count &&
           d.n_q * d.n_k <= mostWeights / d.H;
}

/// Whether a step changes anything that undo brings back.
bool LabDocument::changes(const Step& step) const {
    return !is_same(step.next, m_experiment) ||
           (changesWanted(step) && !isSameWanted(wantedIn(step.next.view), wantedIn(m_experiment.view)));
}

void LabDocument::apply(Step step) {
    if (changes(step) && !isLocked(step.next, step.change)) {
        const bool isCompared = m_cover.isEmpty() && corresponds(step.next);
        const Computation::Views before = isCompared ? m_computation.upToDate() : Computation::Views();
        const QString text = step.text;
        history().push(new EditCommand(*this, std::move(step), false));
        if (isCompared)
            emit edited(text, before);
    }
    noteIfSaved();
}

void LabDocument::applyTyped(Step step) {
    if (changes(step) && !isLocked(step.next, step.change))
        history().push(new EditCommand(*this, std::move(step), true));
    noteIfSaved();
}

void LabDocument::applyWanted(const JsonPtr& wanted, const QString& text) {
    commitPreview();
    if (isSameWanted(wanted, wantedIn(m_experiment.view)) || refusesDuringFit())
        return;
    history().push(new EditCommand(*this, wanted, text));
    noteIfSaved();
}

void LabDocument::undo() {
    if (refusesDuringFit())
        return;
    if (m_preview)
        return cancelPreview();
    const bool wasModified = isModified();
    const ScenePlace* place = placeOf(history().command(history().index() - 1));
    history().undo();
    noteIfSaved();
    if (place) {
        keepClean(m_undoStack, wasModified, m_savedAt);
        show(ScenePlace(*place));
    }
}

void LabDocument::redo() {
    if (refusesDuringFit())
        return;
    commitPreview();
    const bool wasModified = isModified();
    const ScenePlace* place = placeOf(history().command(history().index()));
    history().redo();
    noteIfSaved();
    if (place) {
        keepClean(m_undoStack, wasModified, m_savedAt);
        show(ScenePlace(*place));
    }
}

void LabDocument::setValue(ParameterId id, Index row, Index column, double value) {
    apply(valueStep(commitPending(), id, row, column, value));
}

// Keep the snapshots taken since: they are there to compare with.
bool LabDocument::revertToOpened() {
    return revertTo(opened(), tr("Revert"));
}

bool LabDocument::revertTo(Experiment state, const QString& text) {
    if (refusesDuringFit())
        return true;
    state.snapshots = commitPending().snapshots;
    Step step{std::move(state), {}, text, true};
    const bool hasChanged = changes(step);
    apply(std::move(step));
    if (!m_played && isInFile()) { // what was left behind for a scene is given up, too
        m_savedAt = m_undoStack.index();
        noteIfSaved();
    }
    return hasChanged;
}

Step LabDocument::valueStep(const Experiment& before, ParameterId id, Index row, Index column,
                            double value) const {
    return {with_cell(before, id, row, column, value),
            {info(id).field, Block{row, column}},
            tr("%1 %2 → %3")
                .arg(cellName(before, id, row, column), numberName(value_at(before, id, row, column)),
                     numberName(value))};
}

QString cellName(const Experiment& experiment, ParameterId id, Index row, Index column) {
    const Operand named = operand_of(experiment, ParameterCell{id, row, column});
    const bool isAdded = id == ParameterId::additive;
    const QString symbol = QString::fromStdString(isAdded ? named.symbol : std::string(info(id).name));
    const QString name = named.index.empty()
                             ? symbol
                             : QStringLiteral("%1[%2]").arg(symbol, QString::fromStdString(named.index));
    const auto its = isAdded ? head_feature(experiment, id, column) : std::nullopt;
    return its ? QStringLiteral("%1, %2").arg(name, QString::fromStdString(text_of(heads_words(*its))))
               : name;
}

} // namespace lab
