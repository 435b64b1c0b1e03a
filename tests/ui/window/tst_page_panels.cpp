// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters and explanation open and close on each page on its own, at every width.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_controls.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/window/all_pages.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

#include <QSettings>
#include <QTextBrowser>

using namespace lab;
using namespace lab::test;

namespace {

/// The pages beside which the explanation is open at first.
const QStringList explaining{"pageExplore"};

/// What the window shows, and whether the actions say so.
struct Shown {
    bool parameters, explanation;
    bool operator==(const Shown&) const = default;
};

Shown shown(const LabWindow& w) {
    const Shown shown{w.parameters().isVisible(), w.explanation().isVisible()};
    return w.actions()[ActionId::parameters].isChecked() == shown.parameters ? shown : Shown{};
}

} // namespace

class TestPagePanels : public WindowTest {
    Q_OBJECT

private slots:
    void openAndClose_data();
    void openAndClose();
    void eachPageOnItsOwn();
    void remembered();
    void explainsOnOtherPages();
    void operandsOpenTheParameters();
    void saysWhatToClick_data();
    void saysWhatToClick();
    void filmAboveTheExplanation_data();
    void filmAboveTheExplanation();
};

void TestPagePanels::openAndClose_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("page");
    for (const QSize size : {QSize(600, 700), QSize(1024, 700), QSize(1440, 900)}) {
        for (const PageInfo& each : allPages())
            QTest::addRow("%s, %d wide", each.name, size.width()) << size << each.name;
    }
}

void TestPagePanels::openAndClose() {
    QFETCH(QSize, size);
    QFETCH(QString, page);
    LabWindow& w = openWindow(size);
    w.click(StageId::scores, {0, 0}); // where the explanation has no column, it is shown on demand
    w.pages().open(page);
    const QAction& parameters = w.actions()[ActionId::parameters];
    const QAction& explanation = w.actions()[ActionId::explanation];
    QCOMPARE(explanation.isChecked(), explaining.contains(page));
    for (int i = 0; i < 2; ++i) {
        const bool before = parameters.isChecked();
        QCOMPARE(w.parameters().isVisible(), before);
        w.press_key(Qt::Key_F9);
        QVERIFY(parameters.isChecked() != before);
        QCOMPARE(w.parameters().isVisible(), !before);
    }
    for (int i = 0; i < 2; ++i) {
        const bool before = explanation.isChecked();
        QTRY_COMPARE(w.explanation().isVisible(), before);
        w.press_key(Qt::Key_F8);
        QVERIFY(explanation.isChecked() != before);
        QTRY_COMPARE(w.explanation().isVisible(), !before);
    }
}

void TestPagePanels::eachPageOnItsOwn() {
    LabWindow& w = openWindow({1440, 900});
    QCOMPARE(shown(w), (Shown{true, true}));
    w.press_key(Qt::Key_F9);
    QCOMPARE(shown(w), (Shown{false, true}));
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(shown(w), (Shown{false, false}));
    w.press_key(Qt::Key_F8);
    w.press_key(Qt::Key_F9);
    QCOMPARE(shown(w), (Shown{true, true}));
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(shown(w), (Shown{false, true}));
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(shown(w), (Shown{true, true}));
}

void TestPagePanels::remembered() {
    QSettings().clear();
    LabWindow& w = openWindow({1440, 900});
    w.press_key(Qt::Key_F8);
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    w.press_key(Qt::Key_F9);
    w.close();
    Preferences loaded = Preferences::load();
    loaded.geometry.clear(); // Qt 6.8 makes the window as narrow as the test's screen
    MainWindow next(theme(), loaded);
    next.resize(1440, 900);
    next.show();
    QVERIFY(next.parameters().isVisible() && !next.explanation().isVisible());
    next.pages().open("pageHeads");
    QVERIFY(next.parameters().isVisible() && !next.explanation().isVisible());
    next.pages().open("pageLinks"); // never changed
    QVERIFY(!next.parameters().isVisible() && !next.explanation().isVisible());
}

/// A number that is clicked in Heads or Compare is explained beside it.
void TestPagePanels::explainsOnOtherPages() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    w.press_key(Qt::Key_F8);
    MatrixHeatmap& second = w.headsPage().card(1).heatmap();
    QTRY_VERIFY(second.content().mapping().rows > 1);
    QTest::mouseClick(&second, Qt::LeftButton, {}, second.cellRect({1, 0}).center().toPoint());
    const CellRef cell{StageId::weights, 1, 1, 0};
    QVERIFY(w.selection().inspected() == cell);
    QTRY_VERIFY(w.explanation().explanation() && w.explanation().explanation()->cell == cell);
    QVERIFY(w.explanation().isVisible());
    QVERIFY(w.headsPage().isVisible());
}

/// Where the parameters are closed, an operand that is one of them opens them.
void TestPagePanels::operandsOpenTheParameters() {
    for (const int width : {600, 1440}) {
        LabWindow& w = openWindow({width, 900});
        if (width == 1440)
            w.press_key(Qt::Key_F9);
        QVERIFY(!w.parameters().isVisible());
        w.click(StageId::queries, {0, 0});
        emit w.explanation().sourceFollowed(ParameterCell{ParameterId::W_Q, 0, 0});
        QVERIFY(w.parameters().isVisible());
        QVERIFY(w.actions()[ActionId::parameters].isChecked());
    }
}

void TestPagePanels::saysWhatToClick_data() {
    QTest::addColumn<QString>("page");
    for (const PageInfo& each : allPages())
        QTest::newRow(each.name) << each.name;
}

/// Where the explanation covers the page, it comes when it is asked for, even if there is nothing to explain
/// yet.
void TestPagePanels::saysWhatToClick() {
    QFETCH(QString, page);
    LabWindow& w = openWindow({1024, 700});
    const auto isShown = [&] { return w.explanation().isVisible(); };
    w.pages().open(page);
    QVERIFY(!isShown());
    if (explaining.contains(page))
        w.press_key(Qt::Key_F8);
    QVERIFY(!isShown());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(isShown());
    QVERIFY(w.explanation().findChild<QTextBrowser*>()->toPlainText().contains("Click any number"));
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    QTRY_VERIFY(isShown());
    w.selection().clearInspected();
    QVERIFY(!isShown());
    w.press_key(Qt::Key_F8);
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(isShown());
    w.press_key(Qt::Key_F8);
    QVERIFY(!isShown());
    w.press_key(Qt::Key_F8);
    w.press_key(page == "pageExplore" ? Qt::Key_3 : Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!isShown());
}

void TestPagePanels::filmAboveTheExplanation_data() {
    QTest::addColumn<QString>("example");
    for (const char* example : {"journey-trainable", "two-heads", "twelve-heads"})
        QTest::newRow(example) << QString(example);
}

/// The scene gives way: what plays the film and what it says stay in sight.
void TestPagePanels::filmAboveTheExplanation() {
    QFETCH(QString, example);
    LabWindow& w = openWindow({1024, 700});
    w.document().openExample(example);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    const auto& page = w.pages().get<PlayPage>();
    const int before = page.scene().height();
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(w.explanation().isVisible());
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    QTRY_VERIFY(w.explanation().explanation());
    const int top = w.explanation().mapTo(&w, QPoint()).y();
    for (const QWidget* each :
         {static_cast<QWidget*>(&page.captionView()), static_cast<QWidget*>(&page.controls()),
          static_cast<QWidget*>(&page.scene())}) {
        const QRect area(each->mapTo(&w, QPoint()), each->size());
        QVERIFY2(area.bottom() <= top && !each->visibleRegion().isEmpty(),
                 qPrintable(each->accessibleName()));
    }
    QVERIFY(page.scene().height() < before);
    w.press_key(Qt::Key_F8);
    QCOMPARE(page.scene().height(), before);
}

LAB_WINDOW_TEST(TestPagePanels)
#include "tst_page_panels.moc"
