// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/lesson_editor.h"

#include "core/edits/snapshots.h"
#include "core/lesson/lesson_faults.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/scenes.h"
#include "ui/text/short_text.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

const nlohmann::ordered_json& nothingWritten() {
    static const nlohmann::ordered_json nothing;
    return nothing;
}

} // namespace

LessonEditor::LessonEditor(LabDocument& document, Scenes& scenes, QObject* parent)
    : QObject(parent), m_document(document), m_scenes(scenes) {
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!m_isOn || m_document.played())
            return; // of a step that is tried, nothing is edited here
        if (change.field == Field::snapshots || change.field == Field::everything)
            return read();
        const bool had = m_hasOtherNumbers;
        follow();
        if (had != m_hasOtherNumbers)
            emit changed();
    });
    connect(&scenes, &Scenes::changed, this, [this] {
        if (!m_isOn || m_document.played())
            return;
        const auto scene = m_scenes.current(); // none while undo has taken it away
        const std::shared_ptr<const Experiment> shown = scene ? m_document.scene() : nullptr;
        const bool isOther = std::exchange(m_followed, shown) != shown;
        if (isOther && scene && m_scenes.indices()[*scene] != m_snapshot)
            take(m_scenes.indices()[*scene]);
    });
    connect(&document, &LabDocument::replaced, this, &LessonEditor::end);
}

void LessonEditor::begin() {
    if (std::exchange(m_isOn, true))
        return;
    m_lesson = read_lesson(m_document.experiment());
    const auto scene = m_scenes.current();
    m_followed = m_document.scene();
    m_snapshot.reset();
    if (scene)
        m_snapshot = m_scenes.indices()[*scene];
    m_held.reset();
    read();
    emit toggled(true);
    if (!m_snapshot && stepCount() > 0)
        goTo(0);
}

void LessonEditor::end() {
    if (std::exchange(m_isOn, false))
        emit toggled(false);
}

void LessonEditor::take(std::size_t snapshot) {
    m_snapshot = snapshot;
    m_held.reset();
    read();
}

QString LessonEditor::nameOf(std::size_t step) const {
    return shortText(m_document.whole().snapshots[m_lesson.steps[step].snapshot].name);
}

std::optional<std::size_t> LessonEditor::current() const {
    const auto found = std::ranges::find_if(
        m_lesson.steps, [&](const LessonStep& each) { return each.snapshot == m_snapshot; });
    return found == m_lesson.steps.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_lesson.steps.begin()));
}

const LessonStep* LessonEditor::step() const {
    const auto at = current();
    return at ? &m_lesson.steps[*at] : nullptr;
}

const nlohmann::ordered_json& LessonEditor::written() const {
    return current() ? m_document.whole().snapshots[*m_snapshot].unknown_keys->at("lesson")
                     : nothingWritten();
}

const nlohmann::ordered_json& LessonEditor::written(std::size_t question) const {
    const nlohmann::ordered_json& lesson = written();
    const bool hasQuestion = lesson.is_object() && lesson.contains("ask") && lesson.at("ask").is_array() &&
                             question < lesson.at("ask").size();
    return hasQuestion ? lesson.at("ask").at(question) : nothingWritten();
}

void LessonEditor::goTo(std::size_t step) {
    if (step >= stepCount())
        return;
    const std::size_t snapshot = m_lesson.steps[step].snapshot;
    const auto scene = std::ranges::find(m_scenes.indices(), snapshot);
    take(snapshot);
    if (scene != m_scenes.indices().end())
        return m_scenes.goTo(static_cast<std::size_t>(scene - m_scenes.indices().begin()));
    m_document.noteScene(nullptr); // no scene was gone to
    m_followed.reset();
    const Snapshot kept = m_document.experiment().snapshots[snapshot];
    if (m_hasOtherNumbers)
        goBackTo(m_document, kept);
}

/// After an edit, an undo or another order of the snapshots: the one that is edited is found again by what it
/// holds. Where that has been replaced, or has gone, it is the one at its place.
void LessonEditor::read() {
    m_lesson = read_lesson(m_document.experiment());
    const auto& snapshots = m_document.experiment().snapshots;
    if (m_held) {
        const auto is_held = [&](std::size_t which) {
            return which < snapshots.size() && snapshots[which].experiment == m_held;
        };
        const auto found = std::ranges::find(snapshots, m_held, &Snapshot::experiment);
        if (!m_snapshot || !is_held(*m_snapshot)) {
            if (found != snapshots.end())
                m_snapshot = static_cast<std::size_t>(found - snapshots.begin());
        }
    }
    if (m_snapshot && *m_snapshot >= snapshots.size())
        m_snapshot = snapshots.empty() ? std::nullopt : std::optional(snapshots.size() - 1);
    m_held = m_snapshot ? snapshots[*m_snapshot].experiment : nullptr;
    follow();
    const auto at = current();
    const bool isOther = std::exchange(m_faultsOf, at) != at;
    const auto hasNoSuch = [&](const LessonFault& each) {
        return !at || (each.question && *each.question >= m_lesson.steps[*at].ask.size());
    };
    if (isOther || std::ranges::any_of(m_faults, hasNoSuch)) {
        m_faults.clear();
        std::ranges::copy_if(m_lesson.faults, std::back_inserter(m_faults),
                             [&](const LessonFault& each) { return at && each.step == at; });
    }
    findFaults();
    emit changed();
}

void LessonEditor::follow() {
    m_hasOtherNumbers = m_held && !has_same_numbers(m_document.experiment(), *m_held);
}

/// One after another, so that what is typed meanwhile is checked once.
void LessonEditor::findFaults() {
    if (!current()) {
        m_faults.clear();
        return;
    }
    if (std::exchange(m_isFinding, true)) {
        m_isStale = true;
        return;
    }
    m_isStale = false;
    m_tasks.start([this, document = m_document.experiment(), lesson = m_lesson,
                   step = *current()]() mutable -> TaskThread::Then {
        return [this, step, found = faults_of_step(document, lesson, step)] {
            m_isFinding = false;
            if (m_isStale)
                return findFaults();
            if (m_faultsOf == step)
                m_faults = found;
            emit changed();
        };
    });
}

QStringList LessonEditor::faults(std::optional<std::size_t> question) const {
    QStringList texts;
    for (const LessonFault& each : m_faults) {
        if (each.question == question)
            texts += QString::fromStdString(lab::text_of(each.what));
    }
    return texts;
}

QStringList LessonEditor::faultsOfLesson() const {
    QStringList texts;
    for (const LessonFault& each : m_lesson.faults) {
        if (!each.step)
            texts += QString::fromStdString(lab::text_of(each.what));
    }
    return texts;
}

} // namespace lab
