// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the parameters panel on the left as a user would.
#pragma once

#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/panels/parameters/paste_strip.h"
#include "ui/panels/parameters/shape_controls.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QLabel>
#include <QToolButton>

namespace lab::test {

/// Types into a field and presses Return.
inline void type_into(QLineEdit& line, const QString& text) {
    QVERIFY2(line.isVisible(), qPrintable(line.accessibleName()));
    QTest::mouseClick(&line, Qt::LeftButton);
    line.selectAll();
    QTest::keyClicks(&line, text);
    QTest::keyClick(&line, Qt::Key_Return);
}

/// Reactivates the window after a menu has closed, as a window manager would.
inline void activate(LabWindow& w) {
    w.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w));
}

/// Chooses the kind of projection, or another entry, from its menu.
inline void choose_kind(LabWindow& w, const QString& text) {
    PillButton& pill = w.parameters().shape().kind();
    QTest::mouseClick(&pill, Qt::LeftButton);
    choose(pill.menu(), text);
    activate(w);
}

/// The field of key/value heads is shown when it is asked for.
inline void type_size(LabWindow& w, Size size, const QString& text) {
    NumberField& field = w.parameters().shape().field(size);
    if (size == Size::kv_heads && !field.isVisible())
        choose_kind(w, QStringLiteral("Key/value heads…"));
    type_into(field, text);
}

/// Opens the menu of a matrix by its button.
inline QMenu* open_menu(LabWindow& w, ParameterId id) {
    ParameterSection* section = w.parameters().section(id);
    QTest::mouseClick(&section->menuButton(), Qt::LeftButton);
    for (QMenu* menu : section->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (menu->isVisible())
            return menu;
    }
    return nullptr;
}

/// The menu entry whose text starts with `begin`, or nullptr.
inline QAction* entry(const QMenu* menu, const QString& begin) {
    for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
        if (action->text().startsWith(begin))
            return action;
    }
    return nullptr;
}

inline void choose_for(LabWindow& w, ParameterId id, const QString& begin) {
    QMenu* menu = open_menu(w, id);
    QAction* action = entry(menu, begin);
    QVERIFY2(action && action->isEnabled(), qPrintable(begin));
    click_entry(*menu, action);
    activate(w);
}

inline void select_cell(LabWindow& w, ParameterId id, int row = 0, int column = 0) {
    QTest::mouseClick(w.grid(id).viewport(), Qt::LeftButton, {}, w.cell_of(id, row, column));
}

/// Pastes into a grid, starting at a cell.
inline void paste_into(LabWindow& w, ParameterId id, const QString& text, int row = 0, int column = 0) {
    QGuiApplication::clipboard()->setText(text);
    select_cell(w, id, row, column);
    QTest::keyClick(&w.grid(id), Qt::Key_V, Qt::ControlModifier);
}

/// The choices that pasting into the grid offers.
inline QStringList asked(LabWindow& w, ParameterId id) {
    QStringList texts;
    for (const PillButton* each : w.parameters().section(id)->pasteStrip().choices())
        texts += each->text();
    return texts;
}

/// Clicks one of these choices.
inline void answer(LabWindow& w, ParameterId id, const QString& text) {
    for (PillButton* each : w.parameters().section(id)->pasteStrip().choices()) {
        if (each->text() == text)
            return QTest::mouseClick(each, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

/// The visible message below a section's grid.
inline QString problem(LabWindow& w, ParameterId id) {
    const ParameterSection* section = w.parameters().section(id);
    for (const QLabel* each : section->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (each->isVisible())
            return each->accessibleName(); // without the places where a label may break it
    }
    return {};
}

inline Matrix matrix_of(LabWindow& w, ParameterId id) {
    return *parameter(w.document().experiment(), id);
}

} // namespace lab::test
