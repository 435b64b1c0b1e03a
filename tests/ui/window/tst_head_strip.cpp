// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above a page: a pill for each head, or a number where there are many.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/selection/selection.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"

using namespace lab;
using namespace lab::test;

class TestHeadStrip : public WindowTest {
    Q_OBJECT

private slots:
    void manyHeads();
    void fewAgain();
    void refusesWhatIsNoHead();

private:
    HeadStrip& strip() { return window().heads(); }
    void setHeadCount(Index count) {
        setSize(window().document(), Size::heads, count);
        QTRY_VERIFY(window().document().experiment().heads.count == count);
        QApplication::processEvents();
    }
    void type(const char* text) {
        strip().headNumber().setFocus();
        strip().headNumber().selectAll();
        QTest::keyClicks(&strip().headNumber(), text);
        QTest::keyClick(&strip().headNumber(), Qt::Key_Return);
    }
};

/// The page keeps its room, and each head can be chosen.
void TestHeadStrip::manyHeads() {
    openWindow({1024, 700});
    setHeadCount(999);
    QVERIFY(strip().heads().empty() && strip().headNumber().isVisible());
    QVERIFY2(strip().height() < 80, qPrintable(QString::number(strip().height())));
    type("37");
    QCOMPARE(window().selection().head(), HeadIndex(36));
    QTest::keyClick(&strip().headNumber(), Qt::Key_Up);
    QCOMPARE(window().selection().head(), HeadIndex(37));
    window().selection().setHead(998);
    QCOMPARE(strip().headNumber().text(), QString("999"));
}

void TestHeadStrip::fewAgain() {
    openWindow({1024, 700});
    setHeadCount(40);
    type("40");
    setHeadCount(3);
    QCOMPARE(strip().heads().size(), std::size_t(3));
    QVERIFY(!strip().headNumber().isVisible() && strip().heads().back()->isVisible());
    QVERIFY(strip().heads()[std::size_t(window().selection().head())]->isChecked());
    setHeadCount(1);
    QVERIFY(!strip().heads().front()->isVisible() && !strip().headNumber().isVisible());
}

void TestHeadStrip::refusesWhatIsNoHead() {
    openWindow({1024, 700});
    setHeadCount(40);
    type("41");
    QCOMPARE(window().selection().head(), HeadIndex(0));
    QCOMPARE(strip().headNumber().text(), QString("1"));
    const QString said = window().findChild<StatusLine*>()->text();
    QVERIFY2(said.contains("from 1 to 40"), qPrintable(said));
}

LAB_WINDOW_TEST(TestHeadStrip)
#include "tst_head_strip.moc"
