// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson/ask_menu.h"

#include "core/base/number_format.h"
#include "core/lesson/goal.h"
#include "ui/document/lab_document.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/number_name.h"

#include <QCoreApplication>
#include <QMenu>

#include <array>
#include <cmath>

namespace lab {

namespace {

class AskMenu {
    Q_DECLARE_TR_FUNCTIONS(AskMenu)
};

using AskedJson = nlohmann::ordered_json;

/// A number that the present one does not reach, and that is worth a goal: for a weight, 0.9 or what is still
/// open above it.
double goalAbove(StageId stage, double now) {
    if (holds_weights(stage)) {
        for (const double each : {0.9, 0.99, 0.999}) {
            if (now < each)
                return each;
        }
        return 1;
    }
    const double by = std::max(0.1, std::abs(now) / 10);
    return std::ceil((now + by) * 10) / 10;
}

double goalBelow(StageId stage, double now) {
    if (holds_weights(stage)) {
        for (const double each : {0.1, 0.01, 0.001}) {
            if (now > each)
                return each;
        }
        return 0;
    }
    const double by = std::max(0.1, std::abs(now) / 10);
    return std::floor((now - by) * 10) / 10;
}

/// Words are no Markdown, whatever signs they have.
QString asTyped(const QString& words) {
    QString text;
    for (const QChar each : words) {
        if (QStringLiteral("\\`*_[]<>#$&").contains(each))
            text += QLatin1Char('\\');
        text += each;
    }
    return text;
}

class Questions {
public:
    Questions(QMenu& menu, LabDocument& document, const AskPlace& at,
              std::function<void(const AskedJson&)> add)
        : m_menu(menu), m_document(document), m_experiment(document.experiment()), m_at(at),
          m_add(std::move(add)) {}

    void addAll() {
        // What the sink takes is no cell that can be asked for.
        const bool hasCell =
            m_at.cell && has_cell(m_experiment, *m_at.cell) && !is_sink_share(m_experiment, *m_at.cell);
        const QString card = asTyped(stageTitle(m_experiment, m_at.stage, m_at.head));
        if (hasCell) {
            offer(m_menu, AskMenu::tr("Ask about this number"),
                  inCell("number", AskMenu::tr("What is the number at %1?").arg(cellName())));
            addGoals(*m_menu.addMenu(AskMenu::tr("A goal for this number")));
        }
        offer(m_menu, AskMenu::tr("Ask for all of it"),
              onStage("matrix", AskMenu::tr("What are all the numbers of the card “%1”?").arg(card)));
        addCells(*m_menu.addMenu(AskMenu::tr("Ask which cell")), hasCell);
        offer(m_menu, AskMenu::tr("A student’s mistake…"),
              onStage("mistake",
                      AskMenu::tr("A student has these numbers for “%1”. What went wrong?").arg(card)));
    }

private:
    /// "“blue” → “sky” on the card “Scores”"
    QString cellName() const {
        return AskMenu::tr("%1 on the card “%2”")
            .arg(asTyped(cellPlace(m_experiment, *m_at.cell)),
                 asTyped(stageTitle(m_experiment, m_at.stage, m_at.head)));
    }

    QAction* offer(QMenu& menu, const QString& text, const AskedJson& question) {
        return menu.addAction(text, &m_document, [add = m_add, question] { add(question); });
    }

    AskedJson onStage(const char* kind, const QString& text) const {
        AskedJson question{{"kind", kind}, {"text", text.toStdString()}, {"stage", info(m_at.stage).name}};
        if (info(m_at.stage).per_head && m_experiment.heads.count > 1)
            question["head"] = m_at.head;
        return question;
    }

    AskedJson inCell(const char* kind, const QString& text) const {
        AskedJson question = onStage(kind, text);
        question["row"] = m_at.cell->row;
        question["column"] = m_at.cell->column;
        return question;
    }

    void addGoals(QMenu& menu) {
        const auto now = m_document.numberUnder(*m_at.cell);
        const QString text = AskMenu::tr("Change the numbers until the one at %1 is %2.");
        const auto add = [&](const char* key, double number, const QString& entry, const QString& words) {
            const QString shown = briefNumber(number);
            AskedJson question = inCell("goal", text.arg(cellName(), words.arg(shown)));
            question[key] = number;
            offer(menu, entry.arg(shown), question);
        };
        const bool isFinite = now && std::isfinite(*now);
        const double from = isFinite ? *now : 0;
        add("at_least", goalAbove(m_at.stage, from), AskMenu::tr("At least %1"), AskMenu::tr("at least %1"));
        add("at_most", goalBelow(m_at.stage, from), AskMenu::tr("At most %1"), AskMenu::tr("at most %1"));
        AskedJson largest = inCell("goal", text.arg(cellName(), AskMenu::tr("the largest of its row")));
        largest["largest_of_row"] = true;
        offer(menu, AskMenu::tr("The largest of its row"), largest)->setEnabled(!isLargest());
    }

    /// A goal that holds already is none.
    bool isLargest() const {
        const Index count = length(info(m_at.stage).columns, dimensions(m_experiment));
        Matrix row(1, count);
        for (Index column = 0; column < count; ++column) {
            const auto number =
                m_document.numberUnder({m_at.cell->stage, m_at.cell->head, m_at.cell->row, column});
            if (!number)
                return false;
            row(0, column) = *number;
        }
        return is_largest_of_row(row, 0, m_at.cell->column);
    }

    void addCells(QMenu& menu, bool hasCell) {
        const auto add = [&](const char* key, const QString& entry, const QString& text) {
            AskedJson question = onStage("cell", text);
            question[key] = true;
            return offer(menu, entry, question);
        };
        add("largest_of_row", AskMenu::tr("The largest of a row"),
            AskMenu::tr("Click a cell that is the largest of its row."));
        add("smallest_of_row", AskMenu::tr("The smallest of a row"),
            AskMenu::tr("Click a cell that is the smallest of its row."));
        add("hidden", AskMenu::tr("A hidden one"), AskMenu::tr("Click a cell that the mask hides."))
            ->setEnabled(is_query_by_key(info(m_at.stage)));
        if (hasCell)
            offer(menu, AskMenu::tr("This one"), inCell("cell", AskMenu::tr("Which cell is it? Click it.")));
    }

    QMenu& m_menu;
    LabDocument& m_document;
    const Experiment& m_experiment;
    const AskPlace& m_at;
    std::function<void(const AskedJson&)> m_add;
};

} // namespace

void addQuestions(QMenu& menu, LabDocument& document, const AskPlace& at,
                  const std::function<void(const nlohmann::ordered_json&)>& add) {
    if (is_empty(document.experiment()) || !has_stage(document.experiment(), at.stage))
        return;
    Questions(menu, document, at, add).addAll();
}

} // namespace lab
