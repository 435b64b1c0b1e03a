// SPDX-License-Identifier: GPL-3.0-or-later
//
// F6 goes from area to area of the window.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/window/all_pages.h"
#include "ui/window/check/check_panel.h"
#include "ui/window/check/number_check.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/presentation.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/snapshot_strip.h"
#include "ui/window/top_bar.h"

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestAreas : public WindowTest {
    Q_OBJECT

private slots:
    void round_data();
    void round();
    void goesBackToWhatHadIt();
    void fewKeysToTheWeights();
    void presenting();

private:
    /// The areas that F6 leads to, by their classes, until the first one comes again.
    QStringList goRound(Qt::KeyboardModifiers modifiers = {});
};

QStringList TestAreas::goRound(Qt::KeyboardModifiers modifiers) {
    LabWindow& w = window();
    const QList<QPair<QString, const QWidget*>> areas{{"bar", w.findChild<TopBar*>()},
                                                      {"sentence", &w.sentence()},
                                                      {"parameters", &w.parameters()},
                                                      {"heads", &w.heads()},
                                                      {"page", &w.pages()},
                                                      {"check", w.numberCheck().panel()},
                                                      {"explanation", &w.explanation()},
                                                      {"description", w.findChild<DescriptionPanel*>()},
                                                      {"snapshots", w.snapshotStrip()},
                                                      {"status", &w.status()}};
    QStringList found;
    for (int i = 0; i < 20; ++i) {
        w.press_key(Qt::Key_F6, modifiers);
        const QWidget* focused = w.focusWidget();
        QString name = "other";
        for (const auto& [each, area] : areas) {
            if (area && focused && (area == focused || area->isAncestorOf(focused))) {
                name = each;
                break;
            }
        }
        if (!focused || !focused->isVisible() || !focused->isEnabled())
            name = "hidden";
        if (found.contains(name))
            return found;
        found += name;
    }
    return found;
}

void TestAreas::round_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("more"); // the check and the strip of snapshots
    QTest::addColumn<QStringList>("areas");
    QTest::newRow("wide") << QSize(1600, 1000) << "pageExplore" << false
                          << QStringList{"page", "explanation", "description", "status",
                                         "bar",  "sentence",    "parameters"};
    QTest::newRow("everything") << QSize(1600, 1000) << "pageExplore" << true
                                << QStringList{"page",   "check", "explanation", "description", "snapshots",
                                               "status", "bar",   "sentence",    "parameters"};
    QTest::newRow("with a drawer") << QSize(780, 700) << "pageExplore" << false
                                   << QStringList{"page", "status", "bar", "sentence"};
    QTest::newRow("low") << QSize(780, 400) << "pageExplore" << false
                         << QStringList{"page", "status", "bar", "sentence"};
    for (const PageInfo& each : allPages().subspan(1))
        QTest::newRow(each.name) << QSize(1600, 1000) << each.name << false << QStringList{};
}

/// Forwards, and backwards the other way round.
void TestAreas::round() {
    QFETCH(QSize, size);
    QFETCH(QString, page);
    QFETCH(bool, more);
    QFETCH(QStringList, areas);
    LabWindow& w = openWindow(size);
    w.pages().open(page);
    if (more) {
        takeSnapshot(w.document());
        w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        w.press_key(Qt::Key_F4);
        QVERIFY(w.numberCheck().panel());
    }
    w.sentence().line().setFocus();
    if (w.parameters().isVisible())
        w.press_key(Qt::Key_F6); // to the parameters, which are then the last of the round
    const QStringList forwards = goRound();
    QVERIFY2(!forwards.contains("hidden") && !forwards.contains("other"), qPrintable(forwards.join(' ')));
    QVERIFY(forwards.contains("page") && forwards.contains("bar"));
    if (!areas.isEmpty())
        QCOMPARE(forwards, areas);
    QStringList backwards = goRound(Qt::ShiftModifier);
    std::ranges::reverse(backwards); // they begin with the last one and end with the first
    QCOMPARE(backwards, forwards);
}

void TestAreas::goesBackToWhatHadIt() {
    LabWindow& w = openWindow({1600, 1000});
    QWidget& weights = w.heatmap(StageId::weights);
    w.board().reveal(StageId::weights);
    weights.setFocus();
    w.press_key(Qt::Key_F6);
    QVERIFY(!weights.hasFocus());
    w.press_key(Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(weights.hasFocus());
    w.press_key(Qt::Key_F6, Qt::ShiftModifier);
    w.board().card(StageId::weights)->hide(); // what had it is not there any more
    w.press_key(Qt::Key_F6);
    QVERIFY(w.focusWidget() && w.focusWidget()->isVisible() && w.pages().isAncestorOf(w.focusWidget()));
}

/// From the sentence to the numbers of the page, which Tab alone reaches after dozens of controls.
void TestAreas::fewKeysToTheWeights() {
    LabWindow& w = openWindow({1600, 1000});
    w.sentence().line().setFocus();
    int keys = 0;
    for (; keys < 10 && !w.pages().isAncestorOf(w.focusWidget()); ++keys)
        w.press_key(Qt::Key_F6);
    QVERIFY2(keys <= 3, qPrintable(QString::number(keys)));
}

void TestAreas::presenting() {
    LabWindow& w = openWindow({1600, 1000});
    w.press_key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(w.presentation().isRunning());
    for (int i = 0; i < 3; ++i) {
        w.press_key(Qt::Key_F6);
        QVERIFY(w.focusWidget() && w.focusWidget()->isVisible() && w.pages().isAncestorOf(w.focusWidget()));
    }
    w.press_key(Qt::Key_F5);
}

LAB_WINDOW_TEST(TestAreas)
#include "tst_areas.moc"
