// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Links page by mouse and keyboard: what is emphasised, inspected and hidden.
#include "tests/support/test_program.h"
#include "tests/ui/pages/links_by_hand.h"
#include "ui/document/view_settings.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/tab_switch.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"

#include <QHelpEvent>
#include <QToolTip>

using namespace lab;
using namespace lab::test;

class TestLinksMouse : public LinksTest {
    Q_OBJECT

private slots:
    void opens();
    void threshold();
    void thresholdOfNegativeWeights_data();
    void thresholdOfNegativeWeights();
    void pointerOnAToken();
    void pointerOnARibbon();
    void clicksHold_data();
    void clicksHold();
    void inspectedElsewhere();
    void keyboard();
    void twoLines();
    void lowWindow();
};

void TestLinksMouse::opens() {
    LabWindow& w = window();
    QVERIFY(w.board().isVisible() && !w.links().isVisible());
    QVERIFY(!w.heads().findChild<TabSwitch*>()->isVisible());
    QVERIFY(w.press(w.button(w, "Heads")));
    QVERIFY(w.headsPage().isVisible() && w.button(w, "Matrices")->isChecked());
    QVERIFY(w.press(w.button(w, "Links")));
    QVERIFY(!w.headsPage().isVisible() && w.links().isVisible());
    QVERIFY(w.button(w, "Heads")->isChecked() && w.button(w, "Links")->isChecked());
    QVERIFY(w.sentence().isVisible() && w.heads().isVisible());
    QVERIFY(w.press(w.button(w, "Explore")));
    QVERIFY(w.board().isVisible() && !w.links().isVisible());
    // The tab shows the page that was shown last, and pressed again the other.
    for (const bool links : {true, false, true}) {
        w.press_key(Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(w.links().isVisible(), links);
        QCOMPARE(w.headsPage().isVisible(), !links);
        QCOMPARE(w.button(w, "Links")->isChecked(), links);
        QCOMPARE(w.button(w, "Matrices")->isChecked(), !links);
        QVERIFY(w.button(w, "Heads")->isChecked());
    }
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.board().isVisible() && w.button(w, "Explore")->isChecked());
    // One tab stop, with the arrow keys inside it.
    w.button(w, "Explore")->setFocus();
    for (int tab = 0; tab < 3; ++tab)
        w.press_key(Qt::Key_Right);
    QVERIFY(w.links().isVisible());
    QCOMPARE(w.focusWidget(), w.button(w, "Heads"));
    w.button(w, "Links")->setFocus();
    w.press_key(Qt::Key_Left);
    QVERIFY(w.headsPage().isVisible());
    QCOMPARE(w.focusWidget(), w.button(w, "Matrices"));
    QVERIFY(!w.document().isModified());
}

void TestLinksMouse::threshold() {
    LabWindow& w = window();
    openGolden("causal");
    openLinks();
    QCOMPARE(w.links().findChild<NumberField*>()->number(), 0.2); // five keys
    QCOMPARE(scene().ribbons.size(), 6U);
    setThreshold("0.15");
    for (const LinkRibbon& each : scene().ribbons)
        QVERIFY(each.link.weight >= 0.15);
    QCOMPARE(scene().ribbons.size(), 9U);
    QCOMPARE(weaker(), QStringLiteral("6 weaker links hidden · show"));
    setThreshold("0.2");
    setThreshold("-1");
    QVERIFY2(w.status().text().contains("must be 0 or more"), qPrintable(w.status().text()));
    QCOMPARE(w.links().plot().scene().counts.threshold, 0.2);
    setThreshold("1.5");
    QVERIFY(scene().ribbons.empty());
    QVERIFY2(said().contains("No weight reaches 1.5 in magnitude"), qPrintable(said()));
    // The slider's left end is 0.
    auto* slider = w.links().findChild<LogSlider*>();
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    QCOMPARE(w.links().plot().scene().counts.threshold, 0.0);
    QCOMPARE(scene().ribbons.size(), 15U);
    QCOMPARE(weaker(), QString());
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(w.links().plot().scene().counts.threshold, 1.0);
    QCOMPARE(w.links().findChild<NumberField*>()->number(), 1.0);
    QCOMPARE(strong(), QStringLiteral("0→0"));
    // Cancelled during a drag.
    const QPoint knob(slider->width() - 8, slider->height() / 2);
    QTest::mousePress(slider, Qt::LeftButton, {}, knob);
    QTest::mouseMove(slider, knob - QPoint(30, 0));
    QVERIFY(w.links().plot().scene().counts.threshold < 0.5);
    QTest::keyClick(slider, Qt::Key_Escape);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, knob - QPoint(30, 0));
    QCOMPARE(w.links().plot().scene().counts.threshold, 1.0);
    QVERIFY(!w.document().isModified());
}

void TestLinksMouse::thresholdOfNegativeWeights_data() {
    QTest::addColumn<QString>("threshold");
    QTest::addColumn<std::size_t>("negative"); // ribbons of negative weights
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << "0" << std::size_t{6}
                         << "Dashed ribbons are weights below 0, as high as their magnitude";
    QTest::newRow("some") << "0.25" << std::size_t{4} << "weaker links hidden · show";
    QTest::newRow("none") << "9" << std::size_t{0} << "No weight reaches 9 in magnitude";
}

/// The threshold is one of magnitude, so the texts must not say that weights below it have no ribbon.
void TestLinksMouse::thresholdOfNegativeWeights() {
    QFETCH(QString, threshold);
    QFETCH(std::size_t, negative);
    QFETCH(QString, text);
    openGolden("sum-normalised");
    openLinks();
    setThreshold(threshold);
    const auto isNegative = [](const LinkRibbon& line) { return line.link.weight < 0; };
    QCOMPARE(std::size_t(std::ranges::count_if(scene().ribbons, isNegative)), negative);
    QVERIFY2((said() + weaker()).contains(text), qPrintable(said() + weaker()));
    QCOMPARE(window().links().findChild<LogSlider*>()->toolTip(),
             QStringLiteral("Weights smaller than this in magnitude have no ribbon"));
}

void TestLinksMouse::pointerOnAToken() {
    openGolden("causal");
    openLinks();
    showAll();
    QCOMPARE(strong().split(' ').size(), 15);
    moveTo(labelOf(LinkSide::query, 1));
    QCOMPARE(strong(), QStringLiteral("1→0 1→1"));
    // Numbers are shown at the other ends, also for hidden links, but not at the token itself.
    QCOMPARE(scene().numberAt({LinkSide::key, 0})->text, QStringLiteral("0.8090"));
    QVERIFY(!scene().numberAt({LinkSide::key, 0})->quiet);
    QCOMPARE(scene().numberAt({LinkSide::key, 2})->text, QStringLiteral("hidden"));
    QVERIFY(scene().numberAt({LinkSide::key, 2})->quiet);
    QVERIFY(!scene().numberAt({LinkSide::query, 0}));
    moveTo(labelOf(LinkSide::key, 3));
    QCOMPARE(strong(), QStringLiteral("3→3 4→3"));
    QCOMPARE(scene().numberAt({LinkSide::query, 3})->text, QStringLiteral("0.1726"));
    QVERIFY(plot().accessibleDescription().contains("key “a”: “a” 0.1726, “tail” 0.0016"));
    // Uses the chosen number of decimals.
    ViewSettings settings;
    settings.decimals = 1;
    setViewSettings(window().document(), settings);
    QCOMPARE(scene().numberAt({LinkSide::query, 3})->text, QStringLiteral("0.2"));
    moveTo({1, 1});
    QCOMPARE(strong().split(' ').size(), 15);
    QVERIFY(!window().selection().isInspecting());
}

void TestLinksMouse::pointerOnARibbon() {
    LabWindow& w = window();
    openGolden("cross");
    openLinks();
    showAll();
    const QPointF place = ribbon(0, 4)->middle(0.1, LinksLayout::columns);
    moveTo(place);
    QVERIFY((w.selection().hovered() == CellRef{StageId::weights, 0, 0, 4}));
    QCOMPARE(strong(), QStringLiteral("0→4"));
    QVERIFY2(w.status().text().contains("query “quiet”, key “on”: 0.93138"), qPrintable(w.status().text()));
    QHelpEvent help(QEvent::ToolTip, place.toPoint(), plot().mapToGlobal(place.toPoint()));
    QCoreApplication::sendEvent(&plot(), &help);
    QVERIFY2(QToolTip::text().startsWith("“quiet” → “on”: 0.931385"), qPrintable(QToolTip::text()));
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, place.toPoint());
    QVERIFY((w.selection().inspected() == CellRef{StageId::weights, 0, 0, 4}));
    moveTo({1, 1});
    QVERIFY(!w.selection().hovered());
    QCOMPARE(strong(), QStringLiteral("0→4")); // still inspected
    w.press_key(Qt::Key_Escape);
    QCOMPARE(strong().split(' ').size(), 15);
}

void TestLinksMouse::clicksHold_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<LinkSide>("side");
    QTest::addColumn<Side>("inspected");
    QTest::addColumn<QString>("lines");
    QTest::newRow("a query") << "causal" << LinkSide::query << Side::sentence << "1→0 1→1 2→1 3→1 4→1";
    QTest::newRow("a key") << "causal" << LinkSide::key << Side::sentence << "1→0 1→1 2→1 3→1 4→1";
    QTest::newRow("a query of two sentences")
        << "cross" << LinkSide::query << Side::sentence << "1→0 1→1 1→2 1→3 1→4";
    QTest::newRow("a key of two sentences") << "cross" << LinkSide::key << Side::source << "0→1 1→1 2→1";
}

void TestLinksMouse::clicksHold() {
    QFETCH(QString, name);
    QFETCH(LinkSide, side);
    QFETCH(Side, inspected);
    QFETCH(QString, lines);
    LabWindow& w = window();
    openGolden(name.toUtf8());
    openLinks();
    showAll();
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, labelOf(side, 1));
    QVERIFY((w.selection().inspectedToken() == InspectedToken{1, inspected}));
    moveTo({1, 1});
    QCOMPARE(strong(), lines);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, labelOf(side, 1));
    QVERIFY(!w.selection().isInspecting());
}

void TestLinksMouse::inspectedElsewhere() {
    LabWindow& w = window();
    w.click(StageId::weights, {2, 1});
    openLinks();
    showAll();
    QCOMPARE(strong(), QStringLiteral("2→1"));
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    w.click(StageId::queries, {1, 0});
    openLinks();
    QCOMPARE(strong(), QStringLiteral("1→0 1→1 1→2"));
    w.press(w.sentence().chips().front());
    QCOMPARE(strong(), QStringLiteral("0→0 0→1 0→2 1→0 2→0"));
}

void TestLinksMouse::keyboard() {
    LabWindow& w = window();
    openGolden("cross");
    openLinks();
    showAll();
    w.sentence().line().setFocus();
    for (int i = 0; i < 100 && w.focusWidget() != &plot(); ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &plot());
    QCOMPARE(plot().accessibleName(), QStringLiteral("Links of head 1"));
    QVERIFY(plot().cursor() == LinkToken{});
    QCOMPARE(strong(), QStringLiteral("0→0 0→1 0→2 0→3 0→4"));
    w.press_key(Qt::Key_Down);
    QVERIFY((plot().cursor() == LinkToken{LinkSide::query, 1}));
    QVERIFY2(
        plot().accessibleDescription().startsWith("query “over”: “on” 0.5744, “over” 0.2674, “mat” 0.0728"),
        qPrintable(plot().accessibleDescription()));
    // Across to its strongest link, along its links, and on to a key.
    const auto onLink = [this](TokenIndex query, TokenIndex key) {
        const std::optional<Link> link = plot().cursorLink();
        return link && link->query == query && link->key == key && !plot().cursor();
    };
    w.press_key(Qt::Key_Right);
    QVERIFY(onLink(1, 4));
    QCOMPARE(strong(), QStringLiteral("1→4"));
    QVERIFY((w.selection().hovered() == CellRef{StageId::weights, 0, 1, 4}));
    QVERIFY2(plot().accessibleDescription().startsWith("“over” → “on”: 0.574"),
             qPrintable(plot().accessibleDescription()));
    w.press_key(Qt::Key_Down); // already the last one
    QVERIFY(onLink(1, 4));
    w.press_key(Qt::Key_Up);
    QVERIFY(onLink(1, 3));
    w.press_key(Qt::Key_Return);
    QVERIFY((w.selection().inspected() == CellRef{StageId::weights, 0, 1, 3}));
    w.press_key(Qt::Key_Home);
    QVERIFY(onLink(1, 0));
    w.press_key(Qt::Key_Left);
    QVERIFY((plot().cursor() == LinkToken{LinkSide::query, 1}));
    QVERIFY(!w.selection().hovered());
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Right);
    QVERIFY((plot().cursor() == LinkToken{LinkSide::key, 4}));
    w.press_key(Qt::Key_Down); // already at the last one
    w.press_key(Qt::Key_Return);
    QVERIFY((w.selection().inspectedToken() == InspectedToken{4, Side::source}));
    w.press_key(Qt::Key_Left);
    QVERIFY(plot().cursorLink() && plot().cursorLink()->key == 4);
    w.press_key(Qt::Key_Left);
    QVERIFY(plot().cursor() && plot().cursor()->side == LinkSide::query);
    w.press_key(Qt::Key_Home);
    w.press_key(Qt::Key_Space);
    QVERIFY((w.selection().inspectedToken() == InspectedToken{0, Side::sentence}));
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting());
    w.sentence().line().setFocus();
    QVERIFY(!plot().cursor());
    QCOMPARE(strong().split(' ').size(), 15);
}

void TestLinksMouse::twoLines() {
    LabWindow& w = window();
    openGolden("cross");
    openLinks();
    const auto isLeftOf = [this](LinkToken a, LinkToken b) {
        return scene().geometry.label(a).right() < scene().geometry.label(b).left();
    };
    const auto isAbove = [this](LinkToken a, LinkToken b) {
        return scene().geometry.label(a).bottom() < scene().geometry.label(b).top() + 0.01;
    };
    const LinkToken query{LinkSide::query, 1}, key{LinkSide::key, 1}, next{LinkSide::key, 2};
    QVERIFY(isLeftOf(query, key) && isAbove(key, next));
    QVERIFY(w.press(w.button(w.links(), "Top to bottom")));
    QVERIFY(isAbove(query, key) && isLeftOf(key, next));
    plot().setFocus();
    moveTo({1, 1});
    w.press_key(Qt::Key_Home);
    w.press_key(Qt::Key_Down);
    QVERIFY(plot().cursorLink() && plot().cursorLink()->query == 0);
    w.press_key(Qt::Key_Down);
    w.press_key(Qt::Key_Home);
    w.press_key(Qt::Key_Right);
    QVERIFY((plot().cursor() == LinkToken{LinkSide::key, 1}));
    QVERIFY(w.press(w.button(w.links(), "Left to right")));
    QVERIFY(isLeftOf(query, key));
}

void TestLinksMouse::lowWindow() {
    LabWindow& w = openWindow({700, 400});
    for (const char* name : {"pageLinks", "pageExplore", "pageLinks"}) {
        w.sentence().line().setFocus();
        w.pages().open(name);
        const auto& page = *static_cast<const QScrollArea*>(w.pages().currentWidget());
        QVERIFY(page.isAncestorOf(&w.sentence()) && w.sentence().isVisible() && w.heads().isVisible());
        QCOMPARE(w.focusWidget(), &w.sentence().line());
    }
    QVERIFY(plot().mapTo(w.links().widget(), QPoint()).y() > w.sentence().height());
    w.resize(1440, 900);
    QVERIFY(!w.links().isAncestorOf(&w.sentence()) && w.sentence().isVisible());
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.board().isVisible() && w.sentence().isVisible());
}

LAB_WINDOW_TEST(TestLinksMouse)
#include "tst_links_mouse.moc"
