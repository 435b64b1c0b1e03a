// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/question_items.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"
#include "core/lesson/goal.h"
#include "core/lesson/goal_example.h"
#include "core/lesson/mistaken_stage.h"
#include "ui/document/lesson/right_answer.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/heatmap/students_content.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/option_letter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// Theme's points.
constexpr double questionIndent = 34;
constexpr double optionIndent = 66;

constexpr int linesForWords = 4, linesForGoal = 2;
constexpr double partForNumber = 0.3; // of the width
constexpr qsizetype mostCellsNamed = 12;
constexpr double alike = 1e-9; // what differs by less, as part of it, is the same number

class PaperText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

QString ofCore(const std::string& text) {
    return QString::fromStdString(text);
}

} // namespace

QuestionPaper::QuestionPaper(CoveredStages& stages, const LessonStep& step, const Theme& theme,
                             const LessonForm& form)
    : m_stages(stages), m_experiment(stages.experiment()), m_theme(theme), m_form(form), m_step(step),
      m_reached(stages.experiment()), m_right(stages.experiment()) {}

void QuestionPaper::add(std::vector<HandoutItem>& items, const Question& question, const QString& number) {
    HandoutItem asked;
    asked.lessonText = ofCore(question.text.empty() ? "…" : question.text);
    asked.indent = questionIndent;
    asked.label = number;
    asked.keepsWithNext = true;
    items.push_back(std::move(asked));
    addAnswer(items, question);
    if (m_form.hasSolution && !question.why.empty()) {
        HandoutItem why;
        why.lessonText = ofCore(question.why);
        why.indent = questionIndent;
        items.push_back(std::move(why));
    }
    items.back().keepsWithNext = false;
    items.back().endsGroup = true;
}

void QuestionPaper::addAnswer(std::vector<HandoutItem>& items, const Question& question) {
    const QString title = titleOf(question);
    switch (question.kind) {
    case QuestionKind::number:
        return addNumber(items, question);
    case QuestionKind::matrix:
        return addWords(items, PaperText::tr("Write the numbers into the white boxes of “%1”.").arg(title),
                        PaperText::tr("The numbers are in “%1”.").arg(title), 0);
    case QuestionKind::choice:
        return addChoices(items, question);
    case QuestionKind::cell:
        return addCell(items, question);
    case QuestionKind::goal:
        return addGoal(items, question);
    case QuestionKind::mistake:
        return addMistakes(items, question);
    case QuestionKind::text:
        return addWords(items, {}, PaperText::tr("In one’s own words; nobody judges it."), linesForWords);
    }
}

/// What to do and lines to write on, or the answer.
void QuestionPaper::addWords(std::vector<HandoutItem>& items, const QString& todo, const QString& answer,
                             int lines) {
    if (m_form.hasSolution) {
        items.push_back(words(answer, false));
        return;
    }
    if (!todo.isEmpty()) {
        items.push_back(words(todo, true));
        items.back().keepsWithNext = true;
    }
    if (lines == 0)
        return;
    HandoutItem toWrite;
    toWrite.lines = m_form.isBrief ? (lines + 1) / 2 : lines;
    toWrite.indent = questionIndent;
    items.push_back(std::move(toWrite));
}

void QuestionPaper::addGoal(std::vector<HandoutItem>& items, const Question& question) {
    addWords(items, PaperText::tr("On paper, say what you would change, and which way."),
             m_form.hasSolution ? exampleOf(question) : QString(), linesForGoal);
}

/// One way, after those to the goals before it; where none is known, what the lesson says as a hint.
QString QuestionPaper::exampleOf(const Question& goal) {
    if (holds(m_reached, goal))
        return PaperText::tr("With that, this is reached, too.");
    if (auto found = goal_example(m_reached, goal, m_step.allow)) {
        m_reached = std::move(found->after);
        return PaperText::tr("For example: %1.").arg(ofCore(text_of(found->what)));
    }
    return goal.hint.empty() ? PaperText::tr("There is more than one way; the window says when it is done.")
                             : PaperText::tr("There is more than one way. %1").arg(ofCore(goal.hint));
}

void QuestionPaper::addNumber(std::vector<HandoutItem>& items, const Question& question) {
    QString answer;
    if (m_form.hasSolution) {
        const HeatmapContent content = stageContent(m_stages, question.cell.stage, question.cell.head, false);
        const int decimals = heatmapMetrics(content, m_theme, Density::digits).decimals;
        const double number = (*content.matrix)(question.cell.row, question.cell.column);
        answer = PaperText::tr("%1, %2: %3")
                     .arg(titleOf(question), ofCore(text_of(cell_place(m_experiment, question.cell))),
                          ofCore(display(number, decimals)));
    }
    if (m_form.isOneSheet)
        return addWords(items, PaperText::tr("Write it into the white box of “%1”.").arg(titleOf(question)),
                        answer, 0);
    addWords(items, {}, answer, 1);
    if (!m_form.hasSolution)
        items.back().linesPart = partForNumber;
}

HandoutItem QuestionPaper::option(const QString& text, std::size_t index, bool isRight) const {
    HandoutItem item;
    const QString shown = text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
    const bool isTicked = m_form.hasSolution && isRight;
    item.html = isTicked ? QStringLiteral("<b>%1</b>").arg(shown) : shown;
    item.indent = optionIndent;
    item.label = optionLetter(index);
    item.box = isTicked ? HandoutItem::Box::ticked : HandoutItem::Box::empty;
    item.keepsWithNext = true;
    return item;
}

void QuestionPaper::addChoices(std::vector<HandoutItem>& items, const Question& question) {
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const ChoiceOption& each = question.choices[i];
        items.push_back(option(ofCore(each.text), i, each.right));
        if (!m_form.hasSolution || m_form.isBrief || !each.right || each.why.empty())
            continue;
        HandoutItem why;
        why.lessonText = ofCore(each.why);
        why.indent = optionIndent;
        why.keepsWithNext = true;
        items.push_back(std::move(why));
    }
}

/// The numbers that it makes, and what it may be.
void QuestionPaper::addMistakes(std::vector<HandoutItem>& items, const Question& question) {
    const auto made =
        mistaken_stage(m_right, Asked{question.cell.stage, question.cell.head}, question.mistake);
    if (made) {
        HandoutItem students;
        HeatmapContent content =
            studentsContent(m_stages, question.cell.stage, question.cell.head, withoutCovered(made->numbers));
        students.html = QStringLiteral("<b>%1</b>").arg(content.title.toHtmlEscaped());
        students.parts.push_back({std::move(content), {}, {}});
        students.indent = questionIndent;
        students.keepsWithNext = true;
        items.push_back(std::move(students));
    }
    for (std::size_t i = 0; i < question.mistakes.size(); ++i) {
        const MistakeKind kind = question.mistakes[i];
        items.push_back(
            option(mistakeWords(m_experiment, m_right, question, kind), i, kind == question.mistake));
    }
}

void QuestionPaper::addCell(std::vector<HandoutItem>& items, const Question& question) {
    addWords(items, PaperText::tr("Circle it in “%1”.").arg(titleOf(question)),
             m_form.hasSolution ? rightCells(question) : QString(), 0);
}

/// All that are right, or the first of many.
QString QuestionPaper::rightCells(const Question& question) {
    const CellRef& asked = question.cell;
    const MatrixPtr stage = m_stages.completeView(asked.stage, asked.head).matrix;
    QStringList cells;
    qsizetype count = 0;
    for (Index row = 0; row < stage->rows(); ++row) {
        for (Index column = 0; column < stage->cols(); ++column) {
            const CellRef cell{asked.stage, asked.head, row, column};
            if (is_asked_cell(m_experiment, question, *stage, row, column) && ++count <= mostCellsNamed)
                cells += ofCore(text_of(cell_place(m_experiment, cell)));
        }
    }
    const QString listed = cells.join(QStringLiteral("; "));
    return count > cells.size() ? PaperText::tr("%1; and %2 more").arg(listed).arg(count - cells.size())
                                : listed;
}

/// A mistake may leave numbers as they are, also those that are to be found.
MatrixPtr QuestionPaper::withoutCovered(const Matrix& numbers) {
    const std::vector<double> covered = m_stages.numbersUnderCover().value_or(std::vector<double>{});
    Matrix shown = numbers;
    for (double& number : shown.reshaped()) {
        const double around = alike * std::abs(number);
        const auto next = std::ranges::lower_bound(covered, number - around);
        if (next != covered.end() && *next <= number + around)
            number = covered_number();
    }
    return share(std::move(shown));
}

QString QuestionPaper::titleOf(const Question& question) const {
    return stageTitle(m_experiment, question.cell.stage, question.cell.head);
}

HandoutItem QuestionPaper::words(const QString& text, bool isMuted) const {
    HandoutItem item;
    item.html = isMuted ? QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(m_theme.colours().muted.name(), text.toHtmlEscaped())
                        : QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
    item.indent = questionIndent;
    return item;
}

} // namespace lab
