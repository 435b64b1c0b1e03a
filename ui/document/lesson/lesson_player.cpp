// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/lesson_player.h"

#include "core/experiment/is_same.h"
#include "core/lesson/done_steps.h"
#include "core/lesson/step_numbers.h"
#include "core/lesson/student_numbers.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/goal_state.h"
#include "ui/document/lesson/right_answer.h"
#include "ui/document/played_step.h"
#include "ui/text/sentences.h"
#include "ui/text/short_text.h"

#include <QFileInfo>
#include <QRandomGenerator>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lab {

namespace {

constexpr int pauseBeforeKeeping = 1000; // milliseconds after an edit

/// For what tells no number.
bool nothingCovered(const CellRef& /*cell*/) {
    return false;
}

/// What of a block is not asked for any more: all of it, or its cells one by one.
std::vector<StageBlock> withoutAsked(const StageBlock& all, const std::vector<StageBlock>& asked) {
    const IsCovered isAsked = is_in(asked);
    std::vector<StageBlock> cells;
    const Block& block = all.block;
    for (Index row = block.row; row < block.row + block.rows; ++row) {
        for (Index column = block.column; column < block.column + block.columns; ++column) {
            if (!isAsked({all.stage, all.head, row, column}))
                cells.push_back({all.stage, all.head, {row, column, 1, 1}});
        }
    }
    return static_cast<Index>(cells.size()) == block.rows * block.columns ? std::vector{all} : cells;
}

} // namespace

LessonPlayer::LessonPlayer(LabDocument& document, std::function<ScenePlace()> shown, const QString& folder,
                           QObject* parent)
    : StepQuestions(parent), m_document(document), m_asked(document), m_tried(document),
      m_shown(std::move(shown)), m_steps(document, m_lesson, m_progress), m_kept(folder) {
    connect(&document, &LabDocument::replaced, this, &LessonPlayer::read);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (isOn() && !m_isMoving && !m_document.isPreviewing())
            m_keep.start(pauseBeforeKeeping);
        if (!isOn() && change.field == Field::snapshots)
            read();
        watchGoal();
    });
    connect(&document, &LabDocument::computed, this, &LessonPlayer::watchGoal);
    // Another document takes its place, or its file as another program has written it.
    connect(&document, &LabDocument::playedChanged, this, [this] {
        if (!m_isMoving && isOn() && !m_document.played())
            end();
    });
    connect(&m_asked, &AskedStep::begun, &m_tried, &TriedStep::leave);
    connect(&m_facts, &QuestionFacts::stepChecked, this, &LessonPlayer::takeChecked);
    connect(&m_facts, &QuestionFacts::changed, this, &LessonPlayer::changed);
    connect(&m_kept, &KeptProgress::failed, this, &LessonPlayer::failed);
    m_keep.setSingleShot(true);
    connect(&m_keep, &QTimer::timeout, this, &LessonPlayer::keep);
    read();
}

StepQuestions* LessonPlayer::questions() {
    return isOn() ? this : static_cast<StepQuestions*>(documentStep());
}

DocumentStep* LessonPlayer::documentStep() {
    if (isOn())
        return nullptr;
    if (m_asked.isOn())
        return &m_asked;
    return m_tried.isOn() ? &m_tried : nullptr;
}

void LessonPlayer::tryExample() {
    if (isOn())
        return;
    if (m_asked.isOn())
        m_asked.leave();
    m_tried.begin();
}

void LessonPlayer::setAside(bool aside) {
    m_asked.setAside(aside);
    m_tried.setAside(aside);
}

void LessonPlayer::finish() {
    if (isOn())
        keep();
}

/// Of an edited document, what is played begins anew; of the same lesson, the answers stay.
void LessonPlayer::read() {
    const std::string before = m_lesson.identity.id;
    ++m_lessons;
    ++m_reads;
    m_lesson = read_lesson(m_document.whole());
    m_hasDrawn = has_drawn_numbers(m_document.whole());
    m_facts.reset(m_lesson);
    m_steps.clear();
    m_replies.clear();
    m_startsThen = false;
    m_isChanged = false;
    if (before != m_lesson.identity.id || before.empty() || !isBegun())
        m_progress = read_progress(m_document.whole()).progress;
    const std::string& id = m_lesson.identity.id;
    m_isReading = hasLesson() && !id.empty();
    if (m_isReading)
        m_kept.read(id, [this, of = m_reads](const std::optional<KeptProgress::Found>& found) {
            if (of == m_reads)
                takeKept(found);
        });
    emit lessonChanged();
}

/// What was kept counts unless the file has been written since.
void LessonPlayer::takeKept(const std::optional<KeptProgress::Found>& found) {
    m_isReading = false;
    const QString& file = m_document.file();
    if (found && (file.isEmpty() || QFileInfo(file).lastModified() <= found->written)) {
        (m_aside ? *m_aside : m_progress) = found->progress;
        m_document.setProgress(found->progress);
    }
    emit lessonChanged();
    if (std::exchange(m_startsThen, false))
        goTo(whereToGoOn());
}

QString LessonPlayer::nameOf(std::size_t step) const {
    return shortText(m_document.whole().snapshots[m_lesson.steps[step].snapshot].name);
}

const StepProgress* LessonPlayer::knownOf(std::size_t step) const {
    return progress_of(m_progress, m_lesson.steps[step]);
}

bool LessonPlayer::isSettled(std::size_t step, std::size_t question) const {
    return is_settled(m_lesson.steps[step].ask[question], knownOf(step));
}

bool LessonPlayer::isDone(std::size_t step) const {
    return is_done(m_lesson.steps[step], m_progress);
}

std::size_t LessonPlayer::doneCount() const {
    return done_steps(m_lesson, m_progress);
}

std::size_t LessonPlayer::whereToGoOn() const {
    for (std::size_t i = 0; i < stepCount(); ++i) {
        if (!isDone(i))
            return i;
    }
    return 0;
}

QString LessonPlayer::startText() const {
    const std::size_t count = stepCount();
    return hasLesson() && doneCount() == count ? tr("The lesson is done: look at it again")
           : isBegun()  ? tr("Go on with the lesson: step %1 of %2").arg(whereToGoOn() + 1).arg(count)
           : count == 1 ? tr("Start lesson: 1 step")
                        : tr("Start lesson: %1 steps").arg(count);
}

void LessonPlayer::start() {
    m_startsThen = m_isReading;
    if (hasLesson() && !m_isReading)
        goTo(whereToGoOn());
}

/// Another step ends a fit.
void LessonPlayer::unlessLost(std::function<void()> goOn) {
    if (m_beforeLosing && m_document.fit().changes())
        return m_beforeLosing(std::move(goOn));
    m_document.fit().cancel();
    goOn();
}

void LessonPlayer::goTo(std::size_t step) {
    unlessLost([this, step] { showStep(step); });
}

void LessonPlayer::showStep(std::size_t step) {
    if (step >= stepCount())
        return;
    if (isOn()) {
        emit leaving();
        m_document.commitPending();
        keep();
    } else {
        m_tried.leave();
        m_before = m_shown();
    }
    const std::shared_ptr<PlayedStep> next = m_steps.of(step);
    m_current = step;
    forgetHelp();
    next->setAsked(m_steps.askedOf(step, next->left()));
    m_isMoving = true;
    m_document.play(next, m_steps.placeOf(step, *next));
    m_isMoving = false;
    m_sinceAsked.start();
    sayAgain(step);
    m_facts.findOut(step, m_lesson.steps[step], next->start());
    emit stepChanged();
    watchGoal();
}

bool LessonPlayer::move(int by) {
    const std::size_t next = current() + static_cast<std::size_t>(by); // of −1 below 0: more than there are
    if (by > 0 && !knownOf(current())) {
        progressOf(current()); // has been seen
        m_isChanged = true;
    }
    if (next >= stepCount()) {
        keep();
        emit changed();
        return false;
    }
    goTo(next);
    return true;
}

void LessonPlayer::leave() {
    leaveThen([] {});
}

void LessonPlayer::leaveThen(std::function<void()> then) {
    if (!isOn())
        return then();
    unlessLost([this, then = std::move(then)] {
        if (isOn()) {
            emit leaving();
            m_document.play(nullptr, m_before);
        }
        then();
    });
}

/// The step has been left.
void LessonPlayer::end() {
    note(m_steps.of(current())->left());
    m_current.reset();
    keep();
    if (m_aside) {
        m_progress = *std::exchange(m_aside, std::nullopt);
        m_steps.clear();
        m_replies.clear();
    }
    emit stepChanged();
}

void LessonPlayer::tryFrom(std::size_t step) {
    leaveThen([this, step] {
        unlessLost([this, step] {
            m_aside = std::exchange(m_progress, {});
            m_steps.clear();
            m_replies.clear();
            showStep(step);
        });
    });
}

/// The edits can be brought back by undo, the answers cannot.
void LessonPlayer::startStepAgain() {
    unlessLost([this] {
        if (!isOn())
            return;
        const std::string id = step().id;
        m_progress.steps.erase(id);
        m_isChanged = true;
        std::erase_if(m_replies, [&](const auto& each) { return each.first.first == id; });
        m_document.apply({m_document.played()->start(), {}, tr("Step begun again")});
        showStep(current());
    });
}

void LessonPlayer::startAgain() {
    beginAgain({}, std::nullopt);
}

void LessonPlayer::beginAgain(const QString& student, const std::optional<std::uint64_t>& seed) {
    leaveThen([this, wasTrial = isTrial(), student, seed] { playAgain(wasTrial, student, seed); });
}

void LessonPlayer::playAgain(bool wasTrial, const QString& student,
                             const std::optional<std::uint64_t>& seed) {
    if (wasTrial) {
        m_aside = m_progress;
    } else {
        ++m_reads;
        m_isReading = false;
    }
    m_progress.steps.clear();
    m_progress.student = student.toStdString();
    m_progress.seed = seed;
    m_isChanged = true;
    m_replies.clear();
    m_steps.clear();
    ++m_lessons; // what is still being judged is about other numbers
    m_lesson = read_lesson(m_document.whole());
    m_facts.reset(m_lesson);
    goTo(0);
    keep();
}

void LessonPlayer::startWithNewNumbers(const QString& student) {
    const std::uint64_t wanted = student.isEmpty()
                                     ? QRandomGenerator::global()->generate64()
                                     : student_seed(m_lesson.identity.id, student.toStdString());
    m_tasks.start([this, student, wanted, of = m_lessons, whole = m_document.whole()]() -> TaskThread::Then {
        return [this, student, of, seed = sensible_seed(whole, wanted)] {
            if (of != m_lessons)
                return;
            if (seed)
                beginAgain(student, seed);
            else
                emit failed(tr("No numbers were found with which every question of this lesson makes sense. "
                               "Try another name, or go on with the lesson’s own numbers."));
        };
    });
}

QString LessonPlayer::whoseNumbers() const {
    if (!m_progress.seed)
        return {};
    return m_progress.student.empty() ? tr("new numbers")
                                      : tr("numbers of %1").arg(shortText(m_progress.student));
}

/// Keeps what was edited in the step with the answers to it.
void LessonPlayer::note(const Experiment& now) {
    const std::shared_ptr<const Experiment> next = m_steps.editedCopy(current(), now);
    if (!next && !knownOf(current()))
        return;
    std::shared_ptr<const Experiment>& kept = progressOf(current()).document;
    if ((!kept && !next) || (kept && next && is_same(*kept, *next)))
        return;
    kept = next;
    m_isChanged = true;
}

/// Where nothing was answered or edited, nothing is written.
void LessonPlayer::keep() {
    m_keep.stop();
    if (isOn() && !m_document.isPreviewing())
        note(m_document.experiment());
    if (!std::exchange(m_isChanged, false) || m_aside)
        return;
    m_document.setProgress(m_progress);
    if (!m_lesson.identity.id.empty())
        m_kept.write(m_lesson.identity.id, m_progress);
}

std::size_t LessonPlayer::openQuestion() const {
    std::size_t open = 0;
    while (open < step().ask.size() && isSettled(open))
        ++open;
    return open;
}

const AnswerRecord* LessonPlayer::answerTo(std::size_t question) const {
    const StepProgress* known = knownOf(current());
    if (!known)
        return nullptr;
    const auto found = known->answers.find(step().ask[question].id);
    return found == known->answers.end() ? nullptr : &found->second;
}

bool LessonPlayer::isSettled(std::size_t question) const {
    return isSettled(current(), question);
}

QuestionIds LessonPlayer::idsOf(std::size_t question) const {
    return {step().id, step().ask[question].id};
}

const StepQuestions::Reply* LessonPlayer::replyTo(std::size_t question) const {
    const auto found = m_replies.find(idsOf(question));
    return found == m_replies.end() ? nullptr : &found->second;
}

/// What the lesson says of answers that were given at an earlier start of the program.
void LessonPlayer::sayAgain(std::size_t step) {
    const StepProgress* known = knownOf(step);
    for (std::size_t i = 0; known && i < m_lesson.steps[step].ask.size(); ++i) {
        const Question& asked = m_lesson.steps[step].ask[i];
        const auto record = known->answers.find(asked.id);
        if (record == known->answers.end() || m_replies.contains(idsOf(i)))
            continue;
        const AnswerRecord& answer = record->second;
        const auto given = answer.given ? given_from(asked, *answer.given) : std::nullopt;
        const Experiment& experiment = m_document.experiment();
        if (answer.shown) {
            m_replies[idsOf(i)] = {std::nullopt, shownAnswer(experiment, asked)};
        } else if (asked.kind == QuestionKind::choice && given) {
            const Judgement judged =
                judge_answer(experiment, asked, *given, nothingCovered, naming_in_window(experiment));
            m_replies[idsOf(i)] = {judged.right, sentencesOf(judged.reply)};
        } else if (isSettled(step, i) && !asked.why.empty()) {
            m_replies[idsOf(i)] = {answer.right, QString::fromStdString(asked.why)};
        }
    }
}

/// Those that cannot be asked are asked no more.
void LessonPlayer::takeChecked(std::size_t step, const LessonStep& checked) {
    m_lesson.steps[step] = checked;
    if (m_current != step)
        return;
    m_document.played()->setAsked(m_steps.askedOf(step, m_document.experiment()));
    emit changed();
    watchGoal();
}

QString LessonPlayer::mistakeName(std::size_t question, std::size_t option) const {
    return m_facts.mistakeName(idsOf(question), option);
}

MatrixPtr LessonPlayer::mistakenNumbers(std::size_t question) const {
    return m_facts.mistakenNumbers(idsOf(question));
}

bool LessonPlayer::answer(const GivenAnswer& given) {
    const Question* asked = isOn() && !m_isMoving ? question() : nullptr;
    if (!asked)
        return false;
    const QuestionIds place{step().id, asked->id};
    if (asked->kind == QuestionKind::text) { // which nobody judges
        const Experiment& experiment = m_document.experiment();
        take(place, given,
             judge_answer(experiment, *asked, given, nothingCovered, naming_in_window(experiment)));
        return false;
    }
    ++m_judging;
    m_tasks.start([this, place, given, of = m_lessons, question = *asked,
                   experiment = m_document.commitPending(),
                   cover = m_document.cover()]() -> TaskThread::Then {
        const IsCovered isCovered = [&cover](const CellRef& cell) { return cover.covers(cell); };
        Judgement judged = judge_answer(experiment, question, given, isCovered, naming_in_window(experiment));
        return [this, place, given, of, judged = std::move(judged)] {
            --m_judging;
            if (of == m_lessons)
                take(place, given, judged);
        };
    });
    emit changed();
    return false;
}

/// Notes a judged answer to the open question; one that was settled or left meanwhile stays as it is.
void LessonPlayer::take(const QuestionIds& place, const GivenAnswer& given, const Judgement& judged) {
    const Question* asked = isOn() ? question() : nullptr;
    if (!asked || place != QuestionIds(step().id, asked->id)) {
        emit changed();
        return;
    }
    m_replies[place] = {judged.right, sentencesOf(judged.reply)};
    AnswerRecord record;
    record.given = std::make_shared<const nlohmann::ordered_json>(given_json(given));
    record.right = judged.right;
    settle(std::move(record));
}

/// Notes what there is now about the open question, and opens what it asks for if that settles it.
void LessonPlayer::settle(AnswerRecord record) {
    const std::size_t open = openQuestion();
    const Question& asked = step().ask[open];
    record.seconds = static_cast<double>(m_sinceAsked.elapsed()) / 1000;
    if (const AnswerRecord* before = answerTo(open))
        record.unknown_keys = before->unknown_keys;
    progressOf(current()).answers[asked.id] = std::move(record);
    m_isChanged = true;
    if (isSettled(open)) {
        m_sinceAsked.start();
        forgetHelp();
        const Experiment& experiment = m_document.experiment();
        const std::vector<StageBlock> stillAsked = m_steps.askedOf(current(), experiment);
        m_document.openAnswered(std::nullopt, stillAsked);
        for (const StageBlock& each : covered_by(experiment, asked)) {
            if (!canCover(experiment, each))
                continue;
            for (const StageBlock& part : withoutAsked(each, stillAsked))
                m_document.openAnswered(part, stillAsked);
        }
    }
    keep();
    emit changed();
    watchGoal();
}

bool LessonPlayer::canShow() const {
    const Question* asked = question();
    if (!asked)
        return false;
    switch (asked->kind) {
    case QuestionKind::goal:
        return !m_isWayless && has_cell(m_document.experiment(), asked->cell);
    case QuestionKind::text:
        return !asked->why.empty();
    default:
        return true;
    }
}

void LessonPlayer::show() {
    if (!isOn() || !canShow() || isJudging())
        return;
    const Question& asked = *question();
    const Experiment& experiment = m_document.commitPending();
    if (asked.kind == QuestionKind::goal)
        return findWay(asked, experiment);
    const auto cells = asked_numbers(experiment, asked);
    noteShown(shownAnswer(experiment, asked));
    if (cells)
        emit told(*cells);
}

void LessonPlayer::noteShown(const QString& text) {
    m_replies[{step().id, question()->id}] = {std::nullopt, text};
    AnswerRecord record;
    if (const AnswerRecord* before = answerTo(openQuestion()))
        record = *before;
    record.shown = true;
    settle(std::move(record));
}

/// Looks on another thread for one of the ways to a goal.
void LessonPlayer::findWay(const Question& goal, const Experiment& before) {
    ++m_judging;
    m_tasks.start([this, goal, before, of = m_lessons, place = QuestionIds{step().id, goal.id},
                   allow = step().allow]() -> TaskThread::Then {
        return [this, before, of, place, way = goal_example(before, goal, allow)] {
            --m_judging;
            const Question* asked = of == m_lessons && isOn() ? question() : nullptr;
            if (asked && place == QuestionIds(step().id, asked->id) && !m_document.isPreviewing() &&
                is_same(before, m_document.experiment()))
                goWay(way);
            else
                emit changed(); // edited or left meanwhile
        };
    });
    emit changed();
}

/// The edit can be undone, and the question stays answered.
void LessonPlayer::goWay(const std::optional<GoalExample>& way) {
    if (!way) {
        m_isWayless = true;
        m_replies[{step().id, question()->id}] = {
            std::nullopt, tr("No way to it was found that changes only one thing. See the hint.")};
        emit changed();
        return;
    }
    const QString what = tr("One way: %1.").arg(QString::fromStdString(text_of(way->what)));
    const std::string& why = question()->why;
    noteShown(why.empty() ? what : tr("%1 %2").arg(what, QString::fromStdString(why)));
    m_document.apply({way->after, {}, tr("One way to the goal")});
}

QString LessonPlayer::hint() const {
    const Question* asked = question();
    return QString::fromStdString(asked && !asked->hint.empty() ? asked->hint : step().hint);
}

/// Not while numbers are covered: what would raise one may tell another. Nor where no parameter may change.
bool LessonPlayer::isPullNext() const {
    const Question* asked = question();
    return asked && asked->kind == QuestionKind::goal && !m_isPullShown &&
           (m_isHintShown || hint().isEmpty()) && m_document.cover().isEmpty() &&
           has_cell(m_document.experiment(), asked->cell) && hasOpenParameter();
}

bool LessonPlayer::hasOpenParameter() const {
    const Experiment& experiment = m_document.experiment();
    return std::ranges::any_of(all_parameters(), [&](const ParameterInfo& each) {
        return is_read(experiment, each.id) && parameter(experiment, each.id) && !m_document.locks(each.name);
    });
}

bool LessonPlayer::canHint() const {
    return (!m_isHintShown && !hint().isEmpty()) || isPullNext();
}

void LessonPlayer::showHint() {
    if (isPullNext())
        m_isPullShown = true;
    else
        m_isHintShown = true;
    emit changed();
}

std::optional<CellRef> LessonPlayer::pulledGoal() const {
    const Question* asked = isOn() && m_isPullShown ? question() : nullptr;
    return asked ? std::optional(asked->cell) : std::nullopt;
}

void LessonPlayer::forgetHelp() {
    m_isHintShown = m_isPullShown = m_isWayless = false;
    m_nearMiss.clear();
}

/// Done the moment it holds, also while a number is dragged.
void LessonPlayer::watchGoal() {
    const bool isShown = isOn() && m_steps.isOf(current(), m_document.played());
    if (isShown)
        m_document.played()->setOpenGoal(question() && question()->kind == QuestionKind::goal);
    if (!isShown || m_isMoving || !isChecked())
        return;
    const Question* asked = question();
    if (!asked || asked->kind != QuestionKind::goal)
        return;
    const auto state = goalState(m_document, *asked);
    if (!state)
        return; // computed() follows, or an edit
    if (!state->holds) {
        if (std::exchange(m_nearMiss, state->nearMiss) != state->nearMiss)
            emit changed();
        return;
    }
    const Experiment& experiment = m_document.experiment();
    const IsCovered isCovered = [this](const CellRef& cell) { return m_document.cover().covers(cell); };
    take({step().id, asked->id}, {},
         judge_answer(experiment, *asked, {}, isCovered, naming_in_window(experiment)));
    emit goalReached();
}

} // namespace lab
