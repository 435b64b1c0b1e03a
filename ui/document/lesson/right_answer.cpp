// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/right_answer.h"

#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/describe/names.h"
#include "core/experiment/said.h"
#include "core/lesson/goal.h"
#include "core/lesson/mistaken_stage.h"
#include "core/lesson/step_numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <optional>

namespace lab {

namespace {

struct RightAnswer {
    Q_DECLARE_TR_FUNCTIONS(RightAnswer)
};

QString fromCore(const std::string& text) {
    return QString::fromStdString(text);
}

QString rightOption(const Question& question) {
    QStringList texts;
    for (const ChoiceOption& each : question.choices) {
        if (each.right)
            texts +=
                each.why.empty()
                    ? RightAnswer::tr("The answer: %1").arg(fromCore(each.text))
                    : RightAnswer::tr("The answer: %1\n\n%2").arg(fromCore(each.text), fromCore(each.why));
    }
    return texts.join(QStringLiteral("\n\n"));
}

/// The first cell that is right.
QString rightCell(const Experiment& experiment, const Question& question) {
    StepNumbers numbers(experiment);
    const MatrixPtr stage = numbers.stage(question.cell.stage, question.cell.head);
    for (Index row = 0; row < stage->rows(); ++row) {
        for (Index column = 0; column < stage->cols(); ++column) {
            if (is_asked_cell(experiment, question, *stage, row, column))
                return RightAnswer::tr("It is %1.")
                    .arg(fromCore(text_of(
                        cell_place(experiment, {question.cell.stage, question.cell.head, row, column}))));
        }
    }
    return RightAnswer::tr("No cell is, with the numbers as they are now.");
}

QString rightMistake(const Experiment& experiment, const Question& question) {
    MistakenTrace trace(experiment);
    return RightAnswer::tr("It is this one: %1.")
        .arg(mistakeWords(experiment, trace, question, question.mistake));
}

} // namespace

QString mistakeWords(const Experiment& experiment, MistakenTrace& right, const Question& question,
                     MistakeKind kind) {
    const Asked asked{question.cell.stage, question.cell.head};
    const auto made = mistaken_stage(right, asked, kind);
    if (!made) // it changes nothing here
        return fromCore(std::string(key_of(kind))).replace(QLatin1Char('_'), QLatin1Char(' '));
    const QString words = fromCore(
        text_of(claim_words(experiment, asked, {{made->mistake}, {}}, naming_in_window(experiment))));
    return words.section(QStringLiteral(": "), 0, 0); // what to do about it follows
}

QString shownAnswer(const Experiment& experiment, const Question& question) {
    QString answer;
    switch (question.kind) {
    case QuestionKind::choice:
        answer = rightOption(question);
        break;
    case QuestionKind::cell:
        answer = rightCell(experiment, question);
        break;
    case QuestionKind::mistake:
        answer = rightMistake(experiment, question);
        break;
    case QuestionKind::goal:
        answer = RightAnswer::tr("One way to it was shown.");
        break;
    case QuestionKind::text:
        return fromCore(question.why);
    case QuestionKind::number:
    case QuestionKind::matrix:
        answer = RightAnswer::tr("The card shows it now.");
    }
    return question.why.empty() ? answer : RightAnswer::tr("%1 %2").arg(answer, fromCore(question.why));
}

} // namespace lab
