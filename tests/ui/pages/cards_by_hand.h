// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the controls on the cards as a user would, and checks what the cards then show.
#pragma once

#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/shown_table.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

namespace lab::test {

template<typename T>
T* of_card(LabWindow& w, StageId id) {
    return w.board().card(id)->findChild<T*>();
}

/// The field with this accessible name, or nullptr.
inline NumberField* field(LabWindow& w, const QString& name) {
    for (NumberField* each : w.board().findChildren<NumberField*>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

/// Types into the field with this accessible name and presses Return.
inline void enter(LabWindow& w, const QString& name, const QString& text) {
    NumberField* line = field(w, name);
    QVERIFY2(line && line->isVisible(), qPrintable(name));
    QTest::mouseClick(line, Qt::LeftButton);
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
}

/// Clicks the card's button with this text.
inline void press(LabWindow& w, StageId id, const QString& text) {
    QVERIFY2(w.press(w.button(*w.board().card(id), text)), qPrintable(text));
}

/// Clicks an entry of an open menu. The entry's text may continue after a colon.
inline void choose(QMenu* menu, const QString& text) {
    QVERIFY(menu->isVisible());
    for (QAction* action : menu->actions()) {
        if (action->text() == text || action->text().startsWith(text + QLatin1Char(':')))
            return click_entry(*menu, action);
    }
    QFAIL(qPrintable(text));
}

/// A point on a row's or column's label, next to its first cell.
inline QPoint name_at(const MatrixHeatmap& heatmap, bool row, Index index) {
    const QRectF cell = heatmap.cellRect(row ? StoredCell{index, 0} : StoredCell{0, index});
    return (row ? QPointF(cell.left() - 6, cell.center().y()) : QPointF(cell.center().x(), cell.top() - 6))
        .toPoint();
}

/// The card's pill that opens a menu, or nullptr.
inline PillButton* menu_pill(LabWindow& w, StageId id) {
    for (PillButton* each : w.board().card(id)->findChildren<PillButton*>()) {
        if (each->menu())
            return each;
    }
    return nullptr;
}

inline void choose_on(LabWindow& w, StageId id, const QString& text) {
    PillButton* pill = menu_pill(w, id);
    QTest::mouseClick(pill, Qt::LeftButton);
    choose(pill->menu(), text);
}

/// In the menu of the sentence.
inline void choose_position(LabWindow& w, const QString& text) {
    QPushButton& button = w.sentence().position();
    // In Qt 6.4, QPushButton blocks in its press event until its menu is closed; in 6.8 it does not.
    bool chosen = false;
    QTimer::singleShot(0, &button, [&] {
        choose(button.menu(), text);
        chosen = true;
    });
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(chosen);
}

/// In the menu of the card.
inline void choose_norm(LabWindow& w, StageId id, const QString& text) {
    StageCard& card = *w.board().card(id);
    QContextMenuEvent event(QContextMenuEvent::Mouse, {3, 3}, card.mapToGlobal(QPoint(3, 3)));
    QApplication::sendEvent(&card, &event);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* norms = menu->actions().front();
    QCOMPARE(norms->text(), QStringLiteral("Norm of queries and keys"));
    for (QAction* action : norms->menu()->actions()) {
        if (action->text() == text)
            action->trigger();
    }
    menu->close();
}

/// Compares the visible cards with the computed document. Returns the first mismatch.
inline std::string disagreement(LabWindow& w) {
    const Trace trace = compute(w.document().experiment()).value();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(w.document().experiment(), stage.id) || !w.board().card(stage.id)->isVisible())
            continue;
        Matrix shown = shown_values(w.heatmap(stage.id));
        if (w.document().experiment().notation == Notation::columns)
            shown.transposeInPlace();
        if (beyond_tolerance(shown, trace.stage(stage.id, w.board().card(stage.id)->head())))
            return std::string(stage.name);
    }
    return {};
}

} // namespace lab::test
