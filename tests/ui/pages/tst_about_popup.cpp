// SPDX-License-Identifier: GPL-3.0-or-later
//
// “What is this?” in the menu of a card.
#include "tests/support/test_program.h"
#include "ui/pages/explore/about_popup.h"

#include "tests/support/lab_window.h"
#include "tests/ui/pages/cards_by_hand.h"

using namespace lab;
using namespace lab::test;

class TestAboutPopup : public WindowTest {
    Q_OBJECT

private slots:
    void ofEachCard_data();
    void ofEachCard();
    void fits_data();
    void fits();

private:
    /// Chooses the entry in the menu of the card.
    AboutPopup* ask(StageId stage);
};

AboutPopup* TestAboutPopup::ask(StageId stage) {
    StageCard& card = *window().board().card(stage);
    QContextMenuEvent event(QContextMenuEvent::Mouse, {3, 3}, card.mapToGlobal(QPoint(3, 3)));
    QApplication::sendEvent(&card, &event);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu)
        return nullptr;
    choose(menu, QStringLiteral("What is this?"));
    return qobject_cast<AboutPopup*>(QApplication::activePopupWidget());
}

void TestAboutPopup::ofEachCard_data() {
    QTest::addColumn<StageId>("stage");
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::output})
        QTest::newRow(std::string(info(id).name).c_str()) << id;
}

void TestAboutPopup::ofEachCard() {
    QFETCH(StageId, stage);
    AboutPopup* popup = ask(stage);
    QVERIFY(popup);
    const StageAbout about = stageAbout(window().document().experiment(), stage);
    QVERIFY(popup->text().startsWith(about.lead));
    for (const QString& each : about.rest)
        QVERIFY(popup->text().contains(each));
    QVERIFY(popup->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!QApplication::activePopupWidget());
}

void TestAboutPopup::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("usual") << QSize(1200, 800) << 100;
    QTest::newRow("small") << QSize(700, 500) << 100;
    QTest::newRow("three times as large") << QSize(780, 580) << 300;
}

/// On the screen, all of it, or scrolled.
void TestAboutPopup::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, scale);
    const AboutPopup* popup = ask(StageId::weights);
    QVERIFY(popup);
    QVERIFY(window().screen()->availableGeometry().contains(popup->geometry()));
    for (const QLabel* each : popup->findChildren<QLabel*>())
        QVERIFY(each->height() >= each->heightForWidth(each->width()));
}

LAB_WINDOW_TEST(TestAboutPopup)
#include "tst_about_popup.moc"
