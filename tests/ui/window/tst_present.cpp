// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the page alone on the whole screen, a card alone, and everything back as it was.
#include "core/experiment/is_same.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/pages/heads/heads_controls.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

#include <QPushButton>
#include <QSettings>

using namespace lab;
using namespace lab::test;

namespace {

constexpr std::array pageNames{"pageExplore", "pagePlay",       "pageHeads", "pageLinks",
                               "pageCompare", "pageStatistics", "pageLearn"};

/// What surrounds the page, and how the page is laid out.
struct AroundThePage {
    QHash<const QWidget*, QRect> visible;
    QList<QRect> cards; ///< if the board is shown
    int scale = 0;
    Qt::WindowStates state;
    QSize size;
    const QWidget* focus = nullptr;
};

/// What differs; empty: nothing.
QString difference(const AroundThePage& a, const AroundThePage& b) {
    QStringList found;
    if (a.visible.size() != b.visible.size())
        found += "how many are visible";
    else if (a.visible != b.visible)
        found += "what is visible, or where";
    if (a.cards != b.cards)
        found += "cards";
    if (a.scale != b.scale)
        found += "scale";
    if (a.state != b.state || a.size != b.size)
        found += "window";
    if (a.focus != b.focus)
        found += QStringLiteral("focus: %1 instead of %2")
                     .arg(a.focus ? a.focus->metaObject()->className() : "none",
                          b.focus ? b.focus->metaObject()->className() : "none");
    return found.join(", ");
}

AroundThePage aroundThePage(const LabWindow& w, const Theme& theme) {
    AroundThePage now{{}, {}, theme.scale(), w.windowState(), w.size(), w.focusWidget()};
    for (const QWidget* each : w.centralWidget()->findChildren<QWidget*>()) {
        const bool isPart = each->parentWidget() == w.centralWidget() ||
                            qobject_cast<const WindowLayout*>(each->parentWidget());
        if (isPart && each->isVisible())
            now.visible.insert(each, each->geometry());
    }
    for (const StageInfo& stage : all_stages()) {
        if (w.board().isVisible())
            now.cards += w.board().card(stage.id)->geometry();
    }
    return now;
}

} // namespace

class TestPresent : public PresentTest {
    Q_OBJECT

private slots:
    void outAndBack_data();
    void outAndBack();
    void whateverHappens();
    void button();
    void oneLevelBack();
    void aloneByKeyboard();
    void aloneUntilItEnds();
    void headsInTheMiddle_data();
    void headsInTheMiddle();
    void keyboardOnThePage();
};

void TestPresent::outAndBack_data() {
    QTest::addColumn<int>("page");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(600, 400), QSize(1024, 700), QSize(1440, 900)}) {
        for (int page = 0; page < static_cast<int>(pageNames.size()); ++page)
            QTest::addRow("page %d, %d wide", page + 1, size.width()) << page << size;
    }
}

void TestPresent::outAndBack() {
    QFETCH(int, page);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size, 110);
    w.document().openExample("two-heads");
    w.pages().open(pageNames[static_cast<std::size_t>(page)]);
    w.status().clearMessage(); // one of two lines would be gone afterwards
    QCoreApplication::processEvents();
    const AroundThePage before = aroundThePage(w, theme());
    const Experiment document = w.document().experiment();
    for (const bool byEscape : {false, true}) {
        Presentation& presentation = present();
        QVERIFY(presentation.isRunning() && w.isFullScreen());
        QCoreApplication::processEvents();
        QVERIFY(!w.centralWidget()->isVisible() && !w.findChild<TopBar*>()->isVisible());
        QVERIFY(!w.sentence().isVisible() && !w.parameters().isVisible());
        QVERIFY(w.heads().height() == 0 || !w.heads().stopInspecting().isVisible());
        const QWidget& shown = *w.pages().currentWidget();
        QVERIFY(shown.isVisible());
        QCOMPARE(shown.width(), w.width());
        QVERIFY(w.heads().height() + shown.height() + 2 * presentation.slide()->help().height() > w.height());
        QTRY_COMPARE(theme().scale(), presentedScale(w.height()));
        QCOMPARE(theme().chosenScale(), 110);
        w.press_key(byEscape ? Qt::Key_Escape : Qt::Key_F5);
        QVERIFY(!presentation.isRunning());
        QTRY_COMPARE(w.size(), size);
        QTRY_COMPARE(difference(aroundThePage(w, theme()), before), QString());
    }
    QVERIFY(is_same(document, w.document().experiment()) && !w.document().isModified());
}

/// Another theme, resolution, page and document, and panels opened and closed.
void TestPresent::whateverHappens() {
    QSettings().clear();
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    theme().setMode(ColourMode::dark);
    w.press_key(Qt::Key_F9);
    QTRY_VERIFY(w.parameters().isVisible());
    setScreen({1024, 768});
    w.press_key(Qt::Key_Plus, Qt::ControlModifier);
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    w.document().openExample("two-heads");
    QVERIFY(presentation.isRunning());
    QVERIFY(!w.sentence().isVisible());
    w.press_key(Qt::Key_F5);
    QVERIFY(!presentation.isRunning());
    QCOMPARE(theme().scale(), 100);
    theme().setMode(ColourMode::light);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    w.resize(1440, 900);
    QVERIFY(w.parameters().isVisible() && w.sentence().isVisible() && w.heads().isVisible());
    present();
    w.close(); // ends it, and the window is remembered as it was
    QVERIFY(!presentation.isRunning());
    const Preferences saved = Preferences::load();
    QCOMPARE(saved.scale, 100);
    QVERIFY(saved.panels.value("pageExplore", {true, true}).parameters);
}

void TestPresent::button() {
    LabWindow& w = openWindow({1440, 900});
    QVERIFY(LabWindow::press(w.findChild<QPushButton*>("presentButton")));
    QVERIFY(w.presentation().isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.presentation().isRunning());
}

void TestPresent::oneLevelBack() {
    LabWindow& w = openWindow({1440, 900});
    StageCard& card = *w.board().card(StageId::weights);
    const auto onTitle = [&card] {
        QTest::mouseDClick(&card, Qt::LeftButton, {}, {card.width() / 4, card.heatmap().y() / 2});
    };
    const QRect before = card.geometry();
    onTitle();
    QVERIFY(w.board().alone() == StageId::weights);
    QVERIFY(card.width() > before.width() || card.height() > before.height());
    QVERIFY(!w.board().card(StageId::values)->isVisible());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.board().alone());
    QCOMPARE(card.geometry(), before);
    Presentation& presentation = present();
    QCoreApplication::processEvents();
    onTitle();
    QVERIFY(w.board().alone() == StageId::weights);
    w.click(StageId::weights, {0, 0});
    QVERIFY(w.selection().isInspecting());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting() && w.board().alone() && presentation.isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.board().alone() && presentation.isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!presentation.isRunning());
}

void TestPresent::aloneByKeyboard() {
    LabWindow& w = openWindow({1440, 900});
    StageCard& card = *w.board().card(StageId::scores);
    if (card.isThumbnail())
        w.board().reveal(StageId::scores);
    card.setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Return);
    QVERIFY(w.board().alone() == StageId::scores);
    // Without scores there is no such card.
    w.document().openExample("sky-is-blue");
    w.type_sentence({});
    QVERIFY(!w.board().alone());
}

/// The window is as it was, even if presenting ends on another page.
void TestPresent::aloneUntilItEnds() {
    LabWindow& w = openWindow({1440, 900});
    for (const bool before : {false, true}) {
        if (before)
            w.board().showAlone(StageId::scores);
        Presentation& presentation = present();
        w.board().showAlone(StageId::weights);
        w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        w.press_key(Qt::Key_2, Qt::ControlModifier);
        w.press_key(Qt::Key_F5);
        QVERIFY(!presentation.isRunning());
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(w.board().alone() == (before ? std::optional(StageId::scores) : std::nullopt));
        QVERIFY(!w.actions()[ActionId::snapshot_strip].isChecked());
    }
    w.board().showAll();
}

void TestPresent::headsInTheMiddle_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("heads");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int heads : {1, 2, 4})
            QTest::addRow("%d heads, %dx%d", heads, size.width(), size.height()) << size << heads;
    }
}

/// All heads at once, in the middle; what is below them is no part of the first screen.
void TestPresent::headsInTheMiddle() {
    QFETCH(QSize, size);
    QFETCH(int, heads);
    LabWindow& w = openWindow({1440, 900});
    present();
    setScreen(size);
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    const auto& page = w.pages().get<HeadsPage>();
    for (const int count : {3, 6, 12, 24}) {
        Experiment e = presentedWords(count);
        e.heads = {heads, heads};
        w.document().replace(e, {});
        QCoreApplication::processEvents();
        const QWidget& view = *page.viewport();
        const auto placeOf = [&](const QWidget& card) {
            return QRect(card.mapTo(&view, QPoint()), card.size());
        };
        QRect all;
        for (HeadIndex head = 0; head < page.cardCount(); ++head)
            all |= placeOf(page.card(head));
        QVERIFY2(view.rect().contains(all), qPrintable(QString::number(count)));
        QVERIFY(std::abs(all.left() - (view.width() - 1 - all.right())) <= 1);
        const int above = all.top() - page.controls().mapTo(&view, QPoint(0, page.controls().height())).y();
        QVERIFY(std::abs(above - (view.height() - all.bottom())) <= theme().px(16));
        if (page.overHeads().isVisible())
            QTRY_VERIFY(placeOf(page.overHeads()).top() >= view.height());
    }
    w.press_key(Qt::Key_F5);
    QCoreApplication::processEvents();
    QCOMPARE(page.card(0).x(), 0);
}

/// Not on a button that would be framed in front of a class.
void TestPresent::keyboardOnThePage() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    present();
    w.pages().currentWidget()->setFocus();
    for (const Qt::Key key :
         {Qt::Key_4, Qt::Key_5, Qt::Key_4, Qt::Key_4, Qt::Key_2, Qt::Key_6, Qt::Key_1, Qt::Key_3}) {
        w.press_key(key, Qt::ControlModifier);
        QWidget* page = w.pages().currentWidget();
        QVERIFY2(w.focusWidget() == page || w.focusWidget() == page->focusProxy(),
                 page->metaObject()->className());
    }
}

LAB_WINDOW_TEST(TestPresent)
#include "tst_present.moc"
