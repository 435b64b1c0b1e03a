// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/lesson_edits.h"

#include "core/edits/snapshots.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <utility>

namespace lab {

namespace {

class LessonEdits {
    Q_DECLARE_TR_FUNCTIONS(LessonEdits)
};

constexpr Change ofLesson{Field::snapshots, {}};
constexpr int lettersOfId = 16;

std::string makeId() {
    std::string id;
    for (int i = 0; i < lettersOfId; ++i)
        id += static_cast<char>('a' + QRandomGenerator::global()->bounded(26));
    return id;
}

QString stepName(const Experiment& document, std::size_t snapshot) {
    return shortText(document.snapshots[snapshot].name);
}

/// "question 2 of “Scores”"
QString questionName(const Experiment& document, std::size_t snapshot, std::size_t question) {
    return LessonEdits::tr("question %1 of “%2”").arg(question + 1).arg(stepName(document, snapshot));
}

void editStep(LabDocument& document, std::size_t snapshot, const QString& text, const LessonEdit& edit) {
    const Experiment& before = document.commitPending();
    document.apply({with_step_edited(before, snapshot, makeId, edit), ofLesson, text});
}

const char* keyOf(QuestionText which) {
    return which == QuestionText::text ? "text" : which == QuestionText::hint ? "hint" : "why";
}

} // namespace

std::optional<std::size_t> addStep(LabDocument& document, const KeptView& shown, const QString& wantedName) {
    const Experiment scene =
        with_snapshot(document.commitPending(), withKeptView(nullptr, shown), wantedName.toStdString());
    const std::size_t which = scene.snapshots.size() - 1;
    Experiment next = with_step_edited(scene, which, makeId, [](nlohmann::ordered_json&) {});
    const QString text = LessonEdits::tr("Step “%1”").arg(stepName(next, which));
    const std::shared_ptr<const Experiment> before = document.scene();
    document.noteScene(next.snapshots.back().experiment);
    document.apply({std::move(next), ofLesson, text});
    if (which < document.experiment().snapshots.size())
        return which;
    document.noteScene(before);
    return std::nullopt;
}

void makeStep(LabDocument& document, std::size_t snapshot) {
    editStep(document, snapshot,
             LessonEdits::tr("“%1” a step of the lesson").arg(stepName(document.experiment(), snapshot)),
             [](nlohmann::ordered_json&) {});
}

void removeStep(LabDocument& document, std::size_t snapshot) {
    const Experiment& before = document.commitPending();
    document.apply({without_step(before, snapshot), ofLesson,
                    LessonEdits::tr("“%1” no step of the lesson").arg(stepName(before, snapshot))});
}

void setStepText(LabDocument& document, std::size_t snapshot, StepText which, const QString& text) {
    if (which == StepText::notes)
        return setNotes(document, snapshot, text);
    const Experiment& before = document.commitPending();
    const QString name =
        which == StepText::text ? LessonEdits::tr("Text of “%1”") : LessonEdits::tr("Hint of “%1”");
    const char* key = which == StepText::text ? "text" : "hint";
    document.applyTyped(
        {with_step_edited(before, snapshot, makeId,
                          [&](nlohmann::ordered_json& lesson) { set_text(lesson, key, text.toStdString()); }),
         ofLesson, name.arg(stepName(before, snapshot))});
}

void setAllow(LabDocument& document, std::size_t snapshot,
              const std::optional<std::vector<std::string>>& names) {
    editStep(document, snapshot,
             LessonEdits::tr("What may be edited in “%1”").arg(stepName(document.experiment(), snapshot)),
             [&](nlohmann::ordered_json& lesson) { set_names(lesson, "allow", names); });
}

void setShow(LabDocument& document, std::size_t snapshot,
             const std::optional<std::vector<std::string>>& stages) {
    editStep(document, snapshot,
             LessonEdits::tr("Cards of “%1”").arg(stepName(document.experiment(), snapshot)),
             [&](nlohmann::ordered_json& lesson) { set_names(lesson, "show", stages); });
}

void setAuthor(LabDocument& document, const QString& author) {
    const Experiment& before = document.commitPending();
    document.applyTyped({with_author(before, author.toStdString(), makeId), ofLesson,
                         LessonEdits::tr("Author of the lesson")});
}

void addQuestion(LabDocument& document, std::size_t snapshot, const nlohmann::ordered_json& question) {
    const Experiment& before = document.commitPending();
    document.apply({with_question(before, snapshot, question, makeId), ofLesson,
                    LessonEdits::tr("Another question of “%1”").arg(stepName(before, snapshot))});
}

void removeQuestion(LabDocument& document, std::size_t snapshot, std::size_t question) {
    const Experiment& before = document.commitPending();
    document.apply({without_question(before, snapshot, question, makeId), ofLesson,
                    LessonEdits::tr("Removed %1").arg(questionName(before, snapshot, question))});
}

void moveQuestion(LabDocument& document, std::size_t snapshot, std::size_t from, std::size_t to) {
    const Experiment& before = document.commitPending();
    document.apply({with_question_moved(before, snapshot, from, to, makeId), ofLesson,
                    LessonEdits::tr("Moved %1").arg(questionName(before, snapshot, from))});
}

void setQuestionText(LabDocument& document, std::size_t snapshot, std::size_t question, QuestionText which,
                     const QString& text) {
    const Experiment& before = document.commitPending();
    const QString what = which == QuestionText::text   ? LessonEdits::tr("Text: %1")
                         : which == QuestionText::hint ? LessonEdits::tr("Hint: %1")
                                                       : LessonEdits::tr("Explanation: %1");
    document.applyTyped({with_question_edited(before, snapshot, question, makeId,
                                              [&](nlohmann::ordered_json& json) {
                                                  set_text(json, keyOf(which), text.toStdString());
                                              }),
                         ofLesson, what.arg(questionName(before, snapshot, question))});
}

void setOptionText(LabDocument& document, std::size_t snapshot, std::size_t question, std::size_t option,
                   OptionText which, const QString& text) {
    const Experiment& before = document.commitPending();
    const QString what = which == OptionText::text ? LessonEdits::tr("Option %1: %2")
                                                   : LessonEdits::tr("Reply to option %1: %2");
    const auto edit = [&](nlohmann::ordered_json& json) {
        nlohmann::ordered_json& its = json["options"].at(option);
        if (!its.is_object())
            its = nlohmann::ordered_json::object();
        set_text(its, which == OptionText::text ? "text" : "why", text.toStdString());
    };
    document.applyTyped({with_question_edited(before, snapshot, question, makeId, edit), ofLesson,
                         what.arg(QString::number(option + 1), questionName(before, snapshot, question))});
}

void editQuestion(LabDocument& document, std::size_t snapshot, std::size_t question, const QString& what,
                  const LessonEdit& edit) {
    const Experiment& before = document.commitPending();
    document.apply({with_question_edited(before, snapshot, question, makeId, edit), ofLesson,
                    LessonEdits::tr("%1: %2").arg(what, questionName(before, snapshot, question))});
}

} // namespace lab
