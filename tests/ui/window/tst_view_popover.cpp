// SPDX-License-Identifier: GPL-3.0-or-later
//
// The popover for colours and numbers: opening and closing by mouse and keyboard, at any size.
#include "tests/support/test_program.h"
#include "tests/ui/window/view_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/window/menu/actions.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <set>

using namespace lab;
using namespace lab::test;

class TestViewPopover : public WindowTest {
    Q_OBJECT

private slots:
    void opensAndCloses();
    void fromTheMenu();
    void notation();
    void backToNormal();
    void byKeyboard();
    void undoLeavesIt();
    void readable_data();
    void readable();

private:
    ViewPopover& popover() { return view_popover(window()); }
    bool choose(const QString& text) { return choose_view(window(), text); }
    ViewSettings settings() { return settings_of(window()); }
};

void TestViewPopover::opensAndCloses() {
    LabWindow& w = window();
    w.click(StageId::weights, {1, 1});
    QVERIFY(w.selection().inspected());
    QCOMPARE(w.status().viewButton().text(),
             QString("colours: zero-centred, per matrix, weights from 0 to 1"));
    QTest::mouseClick(&w.status().viewButton(), Qt::LeftButton);
    QCOMPARE(QApplication::activePopupWidget(), &popover());
    QCOMPARE(popover().frameGeometry().right() <= w.screen()->availableGeometry().right(), true);
    QTest::keyClick(popover().focusWidget(), Qt::Key_Escape);
    QVERIFY(!w.status().view()->isVisible());
    QVERIFY(w.selection().inspected()); // Escape only closed the popover
    // Clicking outside closes it, including on the button that opens it, and does nothing else.
    const QPoint button = w.status().viewButton().mapTo(&w, w.status().viewButton().rect().center());
    const QPoint cell = w.heatmap(StageId::inputs).mapTo(&w, QPoint(60, 60));
    for (const QPoint place : {button, cell}) {
        QVERIFY(popover().isVisible());
        QTest::mousePress(w.windowHandle(), Qt::LeftButton, {}, place);
        QTest::qWait(10);
        QTest::mouseRelease(w.windowHandle(), Qt::LeftButton, {}, place);
        QTest::qWait(10);
        QVERIFY(!w.status().view()->isVisible());
    }
    QVERIFY(w.selection().inspected()->stage == StageId::weights);
    QVERIFY(settings() == ViewSettings{});
}

void TestViewPopover::fromTheMenu() {
    LabWindow& w = openWindow({600, 700});
    QVERIFY(!w.status().viewButton().isVisible()); // no room for it
    w.actions()[ActionId::view_settings].trigger();
    QVERIFY(w.status().view() && w.status().view()->isVisible());
    QVERIFY(choose("cividis"));
    QVERIFY(settings().weights == Palette::cividis);
    const QMenu* menu = w.findChild<QPushButton*>("viewMenu")->menu();
    QVERIFY(menu->actions().contains(&w.actions()[ActionId::view_settings]));
}

void TestViewPopover::notation() {
    LabWindow& w = window();
    QVERIFY(choose("tokens as columns (W X)"));
    QVERIFY(w.document().experiment().notation == Notation::columns);
    QVERIFY(w.heatmap(StageId::weights).content().transposed);
    QVERIFY(popover().isVisible());
    w.document().undo(); // the notation can be undone
    QVERIFY(LabWindow::button(popover(), "tokens as rows (X W)")->isChecked());
}

void TestViewPopover::backToNormal() {
    LabWindow& w = window();
    QAbstractButton* normal = LabWindow::button(popover(), "Reset");
    QVERIFY(normal && !normal->isEnabled());
    QVERIFY(choose("grey") && choose("shared") && choose("0"));
    QVERIFY(normal->isEnabled());
    QVERIFY(LabWindow::press(normal));
    QVERIFY(settings() == ViewSettings{});
    QVERIFY(!w.document().experiment().view);
    QVERIFY(LabWindow::button(popover(), "viridis")->isChecked());
    QVERIFY(LabWindow::button(popover(), "auto")->isChecked());
}

void TestViewPopover::byKeyboard() {
    LabWindow& w = window();
    w.status().viewButton().setFocus();
    QTest::keyClick(&w.status().viewButton(), Qt::Key_Space);
    const auto press = [&](Qt::Key key) { QTest::keyClick(popover().focusWidget(), key); };
    QCOMPARE(popover().focusWidget(), LabWindow::button(popover(), "viridis"));
    press(Qt::Key_Right); // each row is one tab stop, with the arrow keys inside it
    QVERIFY(settings().weights == Palette::cividis);
    press(Qt::Key_Tab);
    press(Qt::Key_Right);
    QVERIFY(settings().ofSigned == Palette::purple_orange);
    press(Qt::Key_Tab);
    press(Qt::Key_Right);
    QVERIFY(settings().weightRange == WeightRange::unit);
    press(Qt::Key_Tab);
    press(Qt::Key_Right);
    QVERIFY(settings().range == ColourRange::shared);
    press(Qt::Key_Right);
    QVERIFY(settings().range == ColourRange::fixed);
    press(Qt::Key_Tab);
    QCOMPARE(popover().focusWidget(), &popover().colourLimit());
    press(Qt::Key_Tab);
    press(Qt::Key_Right);
    QCOMPARE(settings().decimals, std::optional(0));
    std::set<const QWidget*> reached;
    for (int i = 0; i < 12; ++i) {
        reached.insert(popover().focusWidget());
        QVERIFY(!popover().focusWidget()->accessibleName().isEmpty() ||
                qobject_cast<QAbstractButton*>(popover().focusWidget()));
        press(Qt::Key_Tab);
    }
    QVERIFY(reached.contains(LabWindow::button(popover(), "Reset")));
    QVERIFY(reached.contains(LabWindow::button(popover(), "tokens as rows (X W)")));
    press(Qt::Key_Escape);
    QVERIFY(!w.status().view()->isVisible());
    QCOMPARE(w.focusWidget(), &w.status().viewButton());
}

void TestViewPopover::undoLeavesIt() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    QVERIFY(choose("cividis") && choose("1"));
    popover().close();
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!w.document().experiment().mask.causal);
    QCOMPARE(w.heatmap(StageId::weights).metrics().decimals, 1);
    QVERIFY(w.heatmap(StageId::weights).content().style.weights == Palette::cividis);
    w.actions()[ActionId::redo].trigger();
    w.actions()[ActionId::revert].trigger();
    QVERIFY(settings().weights == Palette::cividis);
}

void TestViewPopover::readable_data() {
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("dark");
    for (const int scale : {80, 100, 300}) {
        for (const bool dark : {false, true})
            QTest::addRow("%d %%, %s", scale, dark ? "dark" : "light") << scale << dark;
    }
}

/// Everything is on the screen or can be scrolled to, and no text is cut off.
void TestViewPopover::readable() {
    QFETCH(int, scale);
    QFETCH(bool, dark);
    theme().setMode(dark ? ColourMode::dark : ColourMode::light);
    LabWindow& w = openWindow({1024, 700}, scale);
    w.actions()[ActionId::view_settings].trigger();
    ViewPopover& view = popover();
    QTest::qWait(20);
    QVERIFY(w.screen()->availableGeometry().contains(view.frameGeometry()));
    const auto* area = view.findChild<QScrollArea*>();
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QVERIFY(scale == 300 || area->verticalScrollBar()->maximum() == 0);
    for (QWidget* each : area->widget()->findChildren<QWidget*>()) {
        if (!qobject_cast<QLabel*>(each) && !qobject_cast<QAbstractButton*>(each))
            continue;
        const QSize need = each->sizeHint();
        QVERIFY2(need.width() <= each->width() && need.height() <= each->height(),
                 qPrintable(each->accessibleName()));
        QVERIFY(area->widget()->rect().contains(QRect(each->mapTo(area->widget(), QPoint()), each->size())));
    }
    // Focused controls are scrolled into view.
    LabWindow::button(view, "viridis")->setFocus();
    for (int i = 0; i < 6; ++i) {
        QTest::keyClick(view.focusWidget(), Qt::Key_Tab);
        const QWidget* focused = view.focusWidget();
        QVERIFY(area->viewport()->rect().intersects(
            QRect(focused->mapTo(area->viewport(), QPoint()), focused->size())));
    }
    QCOMPARE(view.grab().toImage().pixelColor(5, 5).lightness() < 128, dark);
}

LAB_WINDOW_TEST(TestViewPopover)
#include "tst_view_popover.moc"
