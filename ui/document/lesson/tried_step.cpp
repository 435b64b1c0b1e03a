// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/tried_step.h"

#include "core/lesson/done_steps.h"
#include "core/lesson/judge_answer.h"
#include "ui/document/example_text.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/example_questions.h"
#include "ui/document/lesson/goal_state.h"
#include "ui/document/lesson/right_answer.h"
#include "ui/text/sentences.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace lab {

TriedStep::TriedStep(LabDocument& document, QObject* parent) : DocumentStep(parent), m_document(document) {
    connect(&document, &LabDocument::exampleOpened, this, &TriedStep::read);
    connect(&document, &LabDocument::replaced, this, &TriedStep::leave);
    connect(&document, &LabDocument::fileChanged, this, &TriedStep::offerChanged);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        watch();
        if (!change.block) // a changed number makes it no other document
            emit offerChanged();
    });
    connect(&document, &LabDocument::computed, this, &TriedStep::watch);
    read();
}

void TriedStep::read() {
    leave();
    m_step.ask = exampleQuestions(m_document.exampleName());
    m_progress = {};
    m_replies.clear();
    emit offerChanged();
}

/// Saved, the document is no longer an example.
std::size_t TriedStep::offered() const {
    const Experiment& now = m_document.experiment();
    const Experiment& opened = m_document.opened();
    const bool applies = !m_document.exampleName().isEmpty() && now.description == opened.description &&
                         hasWordsOf(now, opened) && hasSettingsOf(now, opened);
    return applies ? m_step.ask.size() : 0;
}

void TriedStep::begin() {
    if (isOn() || m_isAside || offered() == 0)
        return;
    if (left() == 0) {
        m_progress = {};
        m_replies.clear();
    }
    m_isBegun = true;
    emit begun();
    watch();
}

void TriedStep::leave() {
    const bool wasOn = isOn();
    m_isBegun = false;
    m_isHintShown = false;
    m_nearMiss.clear();
    if (wasOn)
        emit ended({});
}

void TriedStep::setAside(bool aside) {
    const bool wasOn = isOn();
    m_isAside = aside;
    if (wasOn && !isOn())
        emit ended({});
    else if (!wasOn && isOn())
        emit begun();
    watch();
}

QString TriedStep::heading() const {
    return tr("Try it");
}

QString TriedStep::kindName() const {
    return tr("About this example");
}

QString TriedStep::leaveText() const {
    return tr("Close the questions");
}

std::size_t TriedStep::openQuestion() const {
    std::size_t open = 0;
    while (open < m_step.ask.size() && is_settled(m_step.ask[open], &m_progress))
        ++open;
    return open;
}

const AnswerRecord* TriedStep::answerTo(std::size_t question) const {
    const auto found = m_progress.answers.find(m_step.ask[question].id);
    return found == m_progress.answers.end() ? nullptr : &found->second;
}

const StepQuestions::Reply* TriedStep::replyTo(std::size_t question) const {
    const auto found = m_replies.find(m_step.ask[question].id);
    return found == m_replies.end() ? nullptr : &found->second;
}

/// On this thread: the words are those of the example, which are few.
void TriedStep::judge(const GivenAnswer& given, const Experiment& experiment) {
    const Cover& cover = m_document.cover();
    const IsCovered isCovered = [&cover](const CellRef& cell) { return cover.covers(cell); };
    const Judgement judged =
        judge_answer(experiment, *question(), given, isCovered, naming_in_window(experiment));
    AnswerRecord record;
    record.given = std::make_shared<const nlohmann::ordered_json>(given_json(given));
    record.right = judged.right;
    settle(std::move(record), {judged.right, sentencesOf(judged.reply)});
}

bool TriedStep::answer(const GivenAnswer& given) {
    if (!isOn() || !question())
        return false;
    const std::size_t open = openQuestion();
    judge(given, m_document.commitPending());
    return openQuestion() != open;
}

/// Notes what there is now about the open question.
void TriedStep::settle(AnswerRecord record, Reply reply) {
    const std::size_t open = openQuestion();
    const std::string& id = m_step.ask[open].id;
    m_progress.answers[id] = std::move(record);
    m_replies[id] = std::move(reply);
    if (openQuestion() != open) {
        m_isHintShown = false;
        m_nearMiss.clear();
    }
    emit changed();
    watch(); // the next one may be a goal that holds
}

bool TriedStep::canShow() const {
    const Question* asked = question();
    return asked && asked->kind != QuestionKind::goal;
}

void TriedStep::show() {
    if (!isOn() || !canShow())
        return;
    AnswerRecord record;
    record.shown = true;
    settle(std::move(record), {std::nullopt, shownAnswer(m_document.commitPending(), *question())});
}

QString TriedStep::hint() const {
    const Question* asked = question();
    return asked ? QString::fromStdString(asked->hint) : QString();
}

void TriedStep::showHint() {
    m_isHintShown = true;
    emit changed();
}

/// Done the moment it holds, also while a number is dragged.
void TriedStep::watch() {
    const Question* asked = isOn() ? question() : nullptr;
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
    judge({}, m_document.experiment());
    emit goalReached();
}

} // namespace lab
