// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls on the cards, used as a person does, and what the cards then show.
#pragma once

#include "core/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"

#include <QMenu>

namespace lab::test {

template<typename T>
T* of_card(LabWindow& w, StageId id) {
    return w.board().card(id)->findChild<T*>();
}

/// The field of that accessible name.
inline NumberField* field(LabWindow& w, const QString& name) {
    for (NumberField* each : w.board().findChildren<NumberField*>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

/// Types into the field of that name, and ends with Return.
inline void enter(LabWindow& w, const QString& name, const QString& text) {
    NumberField* line = field(w, name);
    QVERIFY2(line && line->isVisible(), qPrintable(name));
    QTest::mouseClick(line, Qt::LeftButton);
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
}

/// Presses the button of a card that shows that text.
inline void press(LabWindow& w, StageId id, const QString& text) {
    QVERIFY2(w.press(w.button(*w.board().card(id), text)), qPrintable(text));
}

/// Chooses from a menu that is open, with the pointer; an entry may say more after a colon.
inline void choose(QMenu* menu, const QString& text) {
    QVERIFY(menu->isVisible());
    for (QAction* action : menu->actions()) {
        if (action->text() == text || action->text().startsWith(text + QLatin1Char(':')))
            return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }
    QFAIL(qPrintable(text));
}

/// The pill of a card that opens a menu.
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

/// What the cards show is what the document leads to.
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
