// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds for every page that PageStack::addPages() adds, so that a new one needs no test of these.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/page.h"
#include "ui/pages/page_choices.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

using namespace lab;
using namespace lab::test;

class TestPages : public WindowTest {
    Q_OBJECT

private slots:
    void every_data();
    void every();
};

void TestPages::every_data() {
    QTest::addColumn<int>("index");
    QWidget owner;
    Actions actions(&owner);
    LabDocument document;
    Selection selection;
    PageChoices choices(document);
    const PageStack stack(actions, {document, selection, choices, theme()});
    for (int i = 0; i < actions.pages().size(); ++i)
        QTest::newRow(actions.pages()[i]->objectName().toLatin1().constData()) << i;
}

/// Its key and its tab show it and no other page, and it has a figure.
void TestPages::every() {
    QFETCH(int, index);
    LabWindow& w = window();
    takeSnapshot(w.document()); // for Compare
    const QList<QAction*> tabs = w.actions().pages();
    const auto shown = [&] {
        QList<const Page*> visible;
        for (const Page* page : w.findChildren<Page*>()) {
            if (page->isVisible())
                visible += page;
        }
        return visible;
    };
    const Page* const initial = shown().first();
    QCOMPARE(tabs[index]->shortcut(), QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + index)));
    QVERIFY(!tabs[index]->text().isEmpty() && tabs[index]->toolTip().contains("Ctrl"));
    w.press_key(Qt::Key(Qt::Key_1 + index), Qt::ControlModifier);
    QCOMPARE(shown().size(), 1);
    QCOMPARE(shown().first() == initial, index == 0);
    QVERIFY(shown().first()->figure());
    for (const QAction* tab : tabs)
        QCOMPARE(tab->isChecked(), tab == tabs[index]);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.press(w.button(w, tabs[index]->text())));
    QCOMPARE(shown().first() == initial, index == 0);
}

LAB_WINDOW_TEST(TestPages)
#include "tst_pages.moc"
