// SPDX-License-Identifier: GPL-3.0-or-later
//
// Base class for tests with the dictionary open, with helpers to operate it.
#pragma once

#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "ui/panels/dictionary/dictionary_model.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/dictionary/dictionary_table.h"
#include "ui/widgets/pill_button.h"

#include <QMenu>

namespace lab::test {

class DictionaryTest : public WindowTest {
protected:
    /// Opens the dictionary of "sky is blue" with two more words.
    void open();
    DictionaryPanel& panel() { return *window().dictionary(); }
    DictionaryTable& table() { return panel().table(); }
    QModelIndex at(int row, int column) { return table().model()->index(row, column); }
    QString text(int row, int column) { return at(row, column).data().toString(); }
    QStringList words();
    void click(int row, int column);
    /// Double-clicks a cell, types the text and presses Enter.
    void type(int row, int column, const QString& text);
    void enter();
    /// The cell's editor, or nullptr if none is open.
    QLineEdit* editor();
    QMenu* menuOf(int row);
    QAction* entry(QMenu* menu, const QString& text);
    void undone(const QString& step, const Experiment& before);
};

inline void DictionaryTest::open() {
    Experiment e = window().document().experiment();
    EmbeddingTable table = *e.embedding.table;
    table.set("moon", {std::make_shared<const RowVector>(RowVector{{1, 2}}), false});
    table.set("New York", {std::make_shared<const RowVector>(RowVector{{0.25, -0.5}}), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    window().document().replace(e, {});
    QVERIFY(LabWindow::press(&window().parameters().section(ParameterId::E)->moreWords()));
    QVERIFY(window().dictionary());
    QTest::qWait(20);
}

inline QStringList DictionaryTest::words() {
    QStringList all;
    for (int row = 0; row < table().model()->rowCount(); ++row)
        all += text(row, DictionaryModel::wordColumn);
    return all;
}

inline void DictionaryTest::click(int row, int column) {
    table().scrollTo(at(row, column));
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(at(row, column)).center());
}

inline void DictionaryTest::type(int row, int column, const QString& text) {
    click(row, column);
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(at(row, column)).center());
    QVERIFY(editor());
    editor()->selectAll();
    QTest::keyClicks(editor(), text);
    enter();
}

inline void DictionaryTest::enter() {
    QTest::keyClick(editor(), Qt::Key_Return);
    QApplication::processEvents();
}

inline QLineEdit* DictionaryTest::editor() {
    for (auto* line : table().findChildren<QLineEdit*>()) {
        if (line->isVisible())
            return line;
    }
    return nullptr;
}

inline QMenu* DictionaryTest::menuOf(int row) {
    table().scrollTo(at(row, 0));
    const QPoint place = table().visualRect(at(row, 0)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, table().viewport()->mapToGlobal(place));
    QApplication::sendEvent(table().viewport(), &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

inline QAction* DictionaryTest::entry(QMenu* menu, const QString& text) {
    for (QAction* action : menu->actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

inline void DictionaryTest::undone(const QString& step, const Experiment& before) {
    LabDocument& document = window().document();
    QCOMPARE(document.undoStack().index(), 1);
    QCOMPARE(document.undoStack().undoText(), step);
    document.undo();
    QVERIFY(!difference(document.experiment(), before));
}

} // namespace lab::test
