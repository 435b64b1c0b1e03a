// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson_guide.h"

#include "core/analysis/answer.h"
#include "core/io/matrix_file.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/play/play_page.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/explanation_presenter.h"
#include "ui/window/lesson/lesson_dialogs.h"
#include "ui/window/lesson/lock_note.h"
#include "ui/window/page_stack.h"
#include "ui/window/window_layout.h"

#include <QAbstractButton>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace lab {

namespace {

/// A stage, and those that it is computed from, as far as the experiment has them.
std::vector<StageId> stagesNeededFor(const Experiment& experiment, StageId stage) {
    std::vector<StageId> needed{stage};
    for (const StageId earlier : info(stage).reads) {
        if (has_stage(experiment, earlier)) {
            needed.push_back(earlier);
        } else {
            std::ranges::copy(stagesNeededFor(experiment, earlier), std::back_inserter(needed));
        }
    }
    return needed;
}

} // namespace

LessonGuide::LessonGuide(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    connect(&parts.player, &LessonPlayer::leaving, this,
            [this] { m_hadKeyboard = m_panel && m_panel->isAncestorOf(m_parts.window.focusWidget()); });
    connect(&parts.player, &LessonPlayer::stepChanged, this, &LessonGuide::showStep);
    // Later: the panel shows the step by then.
    connect(&parts.player, &LessonPlayer::stepChanged, this, &LessonGuide::sayQuestion, Qt::QueuedConnection);
    connect(&parts.player, &LessonPlayer::changed, this, &LessonGuide::sayQuestion, Qt::QueuedConnection);
    connect(&parts.player, &LessonPlayer::changed, this, &LessonGuide::showPulled);
    connect(&parts.player, &LessonPlayer::stepChanged, this, &LessonGuide::showPulled);
    connect(&parts.player, &LessonPlayer::told, this, [this](const StageBlock& cells) {
        if (auto* play = qobject_cast<PlayPage*>(m_parts.pages.currentWidget()))
            play->goToKnown(cells);
    });
    for (const StepQuestions* each :
         std::initializer_list<const StepQuestions*>{&parts.player, &parts.player.tried()})
        connect(each, &StepQuestions::goalReached, this, [this] {
            m_isReached = true;
            sayReached();
        });
    connect(&parts.document, &LabDocument::previewEnded, this, &LessonGuide::sayReached);
    connect(&parts.presenter, &ExplanationPresenter::rested, this, [this] {
        if (m_parts.player.questions())
            comeBack();
    });
    connect(&parts.document, &LabDocument::locked, this, &LessonGuide::sayLocked);
    connect(&parts.selection, &Selection::cellChosen, this, &LessonGuide::takeCell);
    connect(&parts.selection, &Selection::headChanged, this, [this] {
        if (m_panel)
            m_panel->refuse({}); // it may be the one that was asked for
    });
    connect(&parts.scenes, &Scenes::sceneWanted, this, [this](std::size_t snapshot) {
        for (std::size_t i = 0; i < m_parts.player.stepCount(); ++i) {
            if (m_parts.player.snapshotOf(i) == snapshot)
                return m_parts.player.goTo(i);
        }
        emit messageRequested(tr("This scene is no step of the lesson; leave the lesson to go there"));
    });
    connect(&parts.scenes, &Scenes::stepWanted, this, [this](int by) {
        // A clicker has no other key for it. On one screen, the class has to see all of it before.
        if (m_isAlone && by > 0 && m_panel && m_panel->showMore())
            return;
        if (m_isPresented && by > 0 && m_parts.player.canShow())
            return m_parts.player.show();
        if (!m_parts.player.move(by))
            emit messageRequested(by > 0 ? tr("This is the last step of the lesson")
                                         : tr("This is the first step of the lesson"));
    });
    parts.presenter.addQuiet([this] { return isQuiet(); });
    // What a scene inspects, behind what it covers.
    connect(&parts.document, &LabDocument::placeWanted, this, [this] {
        if (!m_parts.player.asked().isOn())
            return;
        m_shownCell = m_parts.selection.inspected();
        m_parts.presenter.bringUp();
    });
    for (const DocumentStep* each :
         std::initializer_list<const DocumentStep*>{&parts.player.asked(), &parts.player.tried()}) {
        connect(each, &DocumentStep::begun, this, &LessonGuide::beginAsking);
        connect(each, &DocumentStep::ended, this, &LessonGuide::endAsking);
    }
    connect(&parts.player.asked(), &AskedStep::changed, this, &LessonGuide::showAsked);
}

/// What is inspected meanwhile, as by a scene, is not explained until somebody clicks it.
void LessonGuide::beginAsking() {
    m_parts.selection.setHovered(std::nullopt); // a menu was open over the cell
    m_marked.reset();
    m_shownCell = m_parts.selection.inspected();
    LessonPanel& panel = makePanel();
    m_isReached = false;
    m_back->setText(tr("◀ Back to the question"));
    m_parts.presenter.bringUp();
    m_parts.layout.setGuide(&panel, m_back, false);
    emit askingBegun();
    panel.takeKeyboard();
}

/// Marks the cell that is asked for, and frames what it is computed from once a hint says so.
void LessonGuide::showAsked() {
    const AskedStep& asked = m_parts.player.asked();
    Selection& selection = m_parts.selection;
    const auto cell = asked.isOn() ? asked.current() : std::nullopt;
    const bool frames = cell && asked.hintsAtOperands();
    const bool framesNow = frames && (selection.asked() != cell || !selection.showsAskedOperands());
    if (framesNow && info(cell->stage).per_head)
        selection.setHead(cell->head);
    const bool isOther = selection.inspected() && selection.inspected() != cell;
    if (framesNow && (isOther || selection.inspectedParameter()))
        selection.clearInspected(); // the frames would seem to be about it
    const auto before = selection.asked();
    selection.setAsked(cell, frames);
    if (!asked.isOn())
        m_parts.board.setNeededStages({});
    else if (cell && (!before || before->stage != cell->stage))
        m_parts.board.setNeededStages(stagesNeededFor(m_parts.document.experiment(), cell->stage));
    if (framesNow)
        return showOperands(*cell);
    const auto keepInSight = [this] {
        if (const auto& its = m_parts.selection.asked())
            m_parts.board.keepInSight(*its);
    };
    keepInSight();
    if (before != cell) // and when everything has its place, where the panel has just got its own
        QMetaObject::invokeMethod(this, keepInSight, Qt::QueuedConnection);
}

/// No other page has the frames.
void LessonGuide::showOperands(const CellRef& cell) {
    m_parts.pages.open<Board>();
    if (m_parts.board.alone())
        m_parts.board.showAll();
    for (const StageBlock& each : operands(m_parts.document.experiment(), cell).stages)
        m_parts.board.reveal(CellRef{each.stage, each.head, each.block.row, each.block.column});
    m_parts.board.reveal(cell);
}

void LessonGuide::endAsking(const QString& why) {
    if (m_panel && m_panel->isAncestorOf(m_parts.window.focusWidget()))
        m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason); // hiding would give it to any field
    m_back->setText(tr("◀ Back to the lesson"));
    m_parts.layout.setGuide(nullptr, nullptr);
    emit askingEnded();
    if (!why.isEmpty())
        emit messageRequested(why);
}

void LessonGuide::startOrGoThere() {
    LessonPlayer& player = m_parts.player;
    if (!player.hasLesson() && !player.tried().isOn() && player.tried().offered() == 0)
        return emit messageRequested(
            tr("This document has no lesson; Document ▸ Examples lists some that come with the program"));
    if (!player.hasLesson() && m_isPresented)
        return emit messageRequested(tr("While it is presented, an example asks nothing"));
    if (!player.hasLesson() && !player.tried().isOn())
        player.tryExample();
    else if (player.hasLesson() && !player.isOn())
        player.start();
    else if (leaveExplanation())
        return; // the keyboard follows
    if (m_panel && m_panel->isVisible()) {
        m_panel->takeKeyboard();
        m_panel->showQuestion(); // what gets the keyboard may have been scrolled away
    }
}

void LessonGuide::setPresented(bool presented, bool alone) {
    m_isPresented = presented;
    m_isAlone = presented && alone;
    if (m_panel)
        m_panel->setPresented(m_isAlone);
}

/// Made with the panel: it has to know what was pressed before something is locked.
LockNote& LessonGuide::makeLockNote() {
    if (!m_lock)
        m_lock = new LockNote(m_parts.theme, &m_parts.window);
    return *m_lock;
}

LessonPanel& LessonGuide::makePanel() {
    if (m_panel)
        return *m_panel;
    makeLockNote();
    m_panel = new LessonPanel(m_parts.player, m_parts.document, m_parts.theme, &m_parts.layout);
    m_back =
        new PillButton(m_parts.theme, PillButton::Kind::plain, tr("◀ Back to the lesson"), &m_parts.layout);
    m_back->setObjectName(QStringLiteral("backToLesson"));
    m_back->setAutoFillBackground(true);
    m_panel->setPresented(m_isAlone);
    connect(m_back, &QAbstractButton::clicked, this, &LessonGuide::comeBack);
    connect(m_panel, &LessonPanel::finished, this, &LessonGuide::sayFinished);
    connect(m_panel, &LessonPanel::linkActivated, this, &LessonGuide::follow);
    connect(m_panel, &LessonPanel::startAgainWanted, this,
            [this] { askToStartAgain(m_parts.window, m_parts.player); });
    connect(m_panel, &LessonPanel::newNumbersWanted, this,
            [this] { askForStudent(m_parts.window, m_parts.player); });
    connect(m_panel, &LessonPanel::editWanted, this, &LessonGuide::editWanted);
    emit panelMade(m_panel);
    return *m_panel;
}

void LessonGuide::showStep() {
    LessonPlayer& player = m_parts.player;
    if (!player.isOn()) {
        const bool hadKeyboard = m_panel && m_panel->isAncestorOf(m_parts.window.focusWidget());
        m_parts.board.setStages(std::nullopt);
        m_parts.board.frame(std::nullopt);
        m_parts.layout.setGuide(nullptr, nullptr);
        if (hadKeyboard)
            m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason);
        return;
    }
    const bool begins = !m_panel || m_panel->isHidden();
    m_parts.selection.setHovered(std::nullopt); // it was on a card of another step
    m_parts.selection.setHoveredToken(std::nullopt);
    m_shownCell = m_marked = m_parts.selection.inspected();
    m_isReached = false;
    m_parts.board.frame(std::nullopt);
    m_parts.board.setStages(player.step().show);
    LessonPanel& panel = makePanel();
    m_parts.presenter.bringUp();
    m_parts.layout.setGuide(&panel, m_back);
    if (m_parts.pages.currentWidget() != &m_parts.board) // which shows what the step inspects
        m_parts.pages.page().verticalScrollBar()->setValue(0);
    QMetaObject::invokeMethod(this, &LessonGuide::showTold, Qt::QueuedConnection); // on the page of the step
    if (begins)
        panel.takeKeyboard();
    if (std::exchange(m_hadKeyboard, false))
        takeKeyboardBack();
}

/// On a slide that was shown before, the film stands where the class has left it.
void LessonGuide::showTold() {
    const LessonPlayer& player = m_parts.player;
    auto* play = qobject_cast<PlayPage*>(m_parts.pages.currentWidget());
    for (std::size_t i = 0; play && m_isPresented && player.isOn() && i < player.openQuestion(); ++i) {
        if (const auto cells = asked_numbers(m_parts.document.experiment(), player.step().ask[i]))
            play->goToKnown(*cells);
    }
}

/// Once the panel is there again: while an explanation takes its place for a moment, the keyboard goes
/// elsewhere.
void LessonGuide::takeKeyboardBack() {
    QMetaObject::invokeMethod(
        this,
        [this] {
            const bool hasIt = m_panel->isAncestorOf(m_parts.window.focusWidget());
            if (m_parts.player.questions() && m_panel->isVisible() && !hasIt)
                m_panel->takeKeyboard();
        },
        Qt::QueuedConnection);
}

void LessonGuide::sayQuestion() {
    emit asks(m_panel && m_parts.player.isOn() ? m_panel->question() : QString());
}

/// Inspects the number whose wedges are the last hint, which is not explained until somebody asks.
void LessonGuide::showPulled() {
    const auto pulled = m_parts.player.pulledGoal();
    if (std::exchange(m_pulled, pulled) == pulled || !pulled)
        return;
    m_shownCell = pulled;
    m_parts.selection.inspect(*pulled);
}

/// From the explanation to the panel. What the scene marks is marked again: its text may speak of it.
void LessonGuide::comeBack() {
    m_shownCell = m_marked && has_cell(m_parts.document.experiment(), *m_marked) ? m_marked : std::nullopt;
    if (m_shownCell) {
        const QScopedValueRollback marks(m_marks, true);
        m_parts.selection.inspect(*m_shownCell);
    } else {
        m_parts.selection.clearInspected();
    }
    m_parts.presenter.rest();
    takeKeyboardBack();
}

bool LessonGuide::leaveExplanation() {
    if (!m_parts.player.questions() || !m_panel || !m_panel->isHidden())
        return false;
    comeBack();
    return true;
}

/// An explanation in the panel's place goes, but not under a number that is being dragged there.
void LessonGuide::sayReached() {
    if (!m_isReached || m_parts.document.isPreviewing())
        return;
    m_isReached = false;
    if (!m_panel || !m_panel->isHidden() || !m_parts.player.questions())
        return;
    m_shownCell = m_parts.selection.inspected();
    m_parts.presenter.rest();
}

/// Whether the open question asks for a cell of that one's stage.
bool LessonGuide::isOfAskedStage(const CellRef& cell) const {
    const StepQuestions* questions = m_parts.player.questions();
    const Question* question = questions ? questions->question() : nullptr;
    return question && question->kind == QuestionKind::cell && question->cell.stage == cell.stage;
}

bool LessonGuide::isOfOtherHead(const CellRef& cell) const {
    return isOfAskedStage(cell) && info(cell.stage).per_head &&
           m_parts.player.questions()->question()->cell.head != cell.head;
}

/// Whether a click on that cell answers the open question.
bool LessonGuide::isAnswer(const CellRef& cell) const {
    return isOfAskedStage(cell) && !isOfOtherHead(cell);
}

void LessonGuide::takeCell(const CellRef& cell) {
    if (!m_parts.player.questions() || m_parts.player.isMoving() || m_marks)
        return; // or the scene inspects it
    AskedStep& asked = m_parts.player.asked();
    if (const bool isOther = asked.current() != cell; asked.isOn() && asked.choose(cell))
        return m_panel->goToAsked(isOther);
    if (isOfOtherHead(cell)) {
        m_shownCell = cell;
        return m_panel->refuse(tr("This is head %1. Click the cell in head %2.")
                                   .arg(cell.head + 1)
                                   .arg(m_parts.player.questions()->question()->cell.head + 1));
    }
    if (!isAnswer(cell)) {
        // A click on what the scene inspects asks for its explanation, and does not end that.
        if (m_shownCell == cell && m_parts.selection.inspected() != cell)
            m_parts.selection.inspect(cell);
        if (m_shownCell == cell)
            m_shownCell.reset();
        m_parts.presenter.bringUp();
        return;
    }
    m_shownCell = cell;
    m_panel->refuse({});
    m_parts.player.questions()->answer(ClickedCell{cell.row, cell.column});
}

/// What the scene inspects is not explained until somebody asks for it, nor is a cell that is an answer or
/// asked for, nor, where goals are, a parameter: who edits it for a goal has to see whether it is reached.
bool LessonGuide::isQuiet() const {
    const auto& inspected = m_parts.selection.inspected();
    if (m_parts.player.asked().isOn())
        return inspected && !m_parts.selection.inspectedParameter() &&
               (inspected == m_shownCell || m_parts.document.cover().covers(*inspected));
    if (!m_parts.player.questions())
        return false;
    if (m_parts.selection.inspectedParameter())
        return true;
    return (inspected && isOfAskedStage(*inspected)) ||
           inspected == m_shownCell; // in another head, too: that gets a reply
}

void LessonGuide::sayLocked(const QString& reason) {
    makeLockNote().say(reason);
    emit messageRequested(reason);
}

void LessonGuide::sayFinished() {
    if (m_isPresented) // without the lesson, the class would see what the window showed before
        return emit messageRequested(tr("This is the last step of the lesson"));
    const LessonPlayer& player = m_parts.player;
    const std::size_t done = player.doneCount();
    const std::size_t count = player.stepCount();
    const bool wasTrial = player.isTrial();
    const QString next = lessonAfter(m_parts.document.exampleName());
    m_parts.player.leaveThen([this, done, count, wasTrial, next] {
        if (wasTrial)
            return; // that is said where it was begun
        const QString all = tr("The lesson is done: all %1 steps").arg(count);
        emit messageRequested(
            done == count
                ? next.isEmpty()
                      ? all
                      : tr("%1. The next one is “%2”").arg(all, QString::fromStdString(example(next).title))
                : tr("%1 of %2 steps are done; the lesson goes on with the others").arg(done).arg(count));
        // Where the next lesson is offered, once everything has its place again.
        QMetaObject::invokeMethod(&m_parts.board, &Board::revealDescription, Qt::QueuedConnection);
        QMetaObject::invokeMethod(this, &LessonGuide::finished, Qt::QueuedConnection);
    });
}

void LessonGuide::follow(const QString& link) {
    const QString kind = link.section(QLatin1Char(':'), 0, 0);
    const QString name = link.section(QLatin1Char(':'), 1);
    if (kind == QLatin1String("stage")) {
        const auto stage = stage_named(name.toStdString());
        if (!stage || !m_parts.board.shows(*stage))
            return emit messageRequested(tr("There is no card “%1” here").arg(name));
        m_parts.pages.open<Board>();
        m_parts.board.reveal(*stage);
        m_parts.board.frame(*stage);
    } else if (kind == QLatin1String("example") || kind == QLatin1String("lesson")) {
        askToLeave(name);
    } else {
        askToOpenAddress(m_parts.window, link);
    }
}

bool LessonGuide::read(const QString& file, const QWidget* on) {
    const bool isOnPanel = m_panel && on && (on == m_panel || m_panel->isAncestorOf(on));
    const StageCard* card = stageCardAround(on);
    if (!m_parts.player.isOn() || (!isOnPanel && !card))
        return false;
    const Question* asked = m_parts.player.question();
    const bool isAsked = asked && asked->kind == QuestionKind::matrix;
    if (!isAsked || (card && card->stage() != asked->cell.stage)) {
        emit messageRequested(isAsked ? tr("The numbers that are asked for are those of another card")
                                      : tr("No question of the lesson asks for a matrix now"));
        return true;
    }
    const std::string stage(info(asked->cell.stage).name);
    m_files.leave(); // an earlier one is not wanted any more, and may never answer
    m_files.start([this, path = file.toStdString(), stage,
                   number = ++m_reading](const std::stop_token& stop) -> FileTasks::Then {
        return [this, number, numbers = read_given(path, stage, stop)] {
            if (number == m_reading)
                takeNumbers(numbers);
        };
    });
    return true;
}

void LessonGuide::takeNumbers(const Result<PrintedArray>& read) {
    if (!read)
        emit messageRequested(QString::fromStdString(read.error().message()));
    else if (!m_panel || !m_parts.player.isOn() || !m_panel->take(answer_of(read.value())))
        emit messageRequested(tr("No question of the lesson asks for a matrix now"));
}

void LessonGuide::askToLeave(const QString& name) {
    if (!(exampleNames() + lessonNames()).contains(name))
        return emit messageRequested(tr("There is no lesson or example “%1” in this program").arg(name));
    askToLeaveFor(m_parts.window, m_parts.document.displayName(), QString::fromStdString(example(name).title),
                  [this, name] { emit exampleWanted(name); });
}

} // namespace lab
