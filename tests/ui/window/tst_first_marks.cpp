// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hints of a first start: they point at what they name, cover nothing of it, are clicked through, and go.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/window/marks/callout.h"
#include "ui/window/marks/first_marks.h"
#include "ui/window/menu/actions.h"
#include "ui/window/present/presentation.h"

#include <QAccessible>
#include <QSettings>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

class TestFirstMarks : public WindowTest {
    Q_OBJECT

private slots:
    void onlyOnce();
    void places_data();
    void places();
    void moving();
    void clickedThrough();
    void followed();
    void doneBefore();
    void closed();
    void byKeyboard();
    void escape();
    void presenting();
    void escapeWithOthers();
    void anotherDocument();
    void forScreenReaders();
    void firstFreePlace();
    void nowhere();

private:
    /// As at a first start.
    LabWindow& open(QSize size = {1440, 900}, int scale = 100) {
        Preferences preferences;
        preferences.marksSeen = false;
        return openWindow(size, scale, preferences);
    }
    FirstMarks& marks() { return *window().firstMarks(); }
    bool appear() {
        return QTest::qWaitFor([this] { return callout(FirstMarks::type) && isShown(FirstMarks::type); });
    }
    Callout* callout(FirstMarks::Mark mark) { return marks().callout(mark); }
    bool isShown(FirstMarks::Mark mark) { return callout(mark) && callout(mark)->isVisible(); }
    QRect inWindow(const QWidget& widget, const QRect& part) {
        return {widget.mapTo(window().centralWidget(), part.topLeft()), part.size()};
    }
    QRect targetOf(FirstMarks::Mark mark) {
        LabWindow& w = window();
        switch (mark) {
        case FirstMarks::drag:
            return inWindow(w.grid(ParameterId::W_Q), w.grid(ParameterId::W_Q).cellsRect());
        case FirstMarks::click: {
            const QRect page = inWindow(*w.board().viewport(), w.board().viewport()->rect());
            for (const StageId id : {StageId::weights, StageId::scores}) {
                const StageCard& card = *w.board().card(id);
                const QRect shown = inWindow(card, card.rect()) & page;
                if (2 * shown.height() >= card.height())
                    return shown;
            }
            return inWindow(*w.board().card(StageId::queries), w.board().card(StageId::queries)->rect()) &
                   page;
        }
        default:
            return inWindow(w.sentence().line(), w.sentence().line().rect());
        }
    }

    static constexpr auto all = {FirstMarks::drag, FirstMarks::click, FirstMarks::type};
};

/// Not in a window whose preferences say that they were seen; otherwise until one of them was followed or
/// closed.
void TestFirstMarks::onlyOnce() {
    QVERIFY(!window().firstMarks());
    QSettings().clear();
    QVERIFY(!Preferences::load().marksSeen);
    open();
    QVERIFY(!callout(FirstMarks::drag)); // not before the window is painted
    QVERIFY(appear());
    QVERIFY(window().close());
    QVERIFY(!Preferences::load().marksSeen);
    open();
    QVERIFY(window().close()); // before they appeared
    QVERIFY(!Preferences::load().marksSeen);
    open();
    QVERIFY(appear());
    QTest::mouseClick(&callout(FirstMarks::drag)->closeButton(), Qt::LeftButton);
    QVERIFY(window().close());
    QVERIFY(Preferences::load().marksSeen);
}

void TestFirstMarks::places_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("allShown");
    QTest::newRow("as it opens") << QSize(1440, 900) << 100 << true;
    QTest::newRow("1280") << QSize(1280, 800) << 100 << true;
    QTest::newRow("small") << QSize(1024, 700) << 100 << false;
    QTest::newRow("smallest") << QSize(480, 360) << 100 << false;
    QTest::newRow("enlarged") << QSize(1440, 900) << 300 << false;
}

void TestFirstMarks::places() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(bool, allShown);
    open(size, scale);
    QTest::qWait(1000);
    QList<QRect> boxes;
    for (const FirstMarks::Mark mark : all) {
        QVERIFY(callout(mark));
        if (!isShown(mark)) {
            QVERIFY2(!allShown, qPrintable(callout(mark)->accessibleName()));
            continue;
        }
        const QRect box = callout(mark)->box();
        QVERIFY(window().centralWidget()->rect().contains(box));
        for (const FirstMarks::Mark other : all)
            QVERIFY(!box.intersects(targetOf(other)));
        QVERIFY(targetOf(mark).adjusted(-1, -1, 1, 1).contains(callout(mark)->tip()));
        QVERIFY(callout(mark)->geometry().contains(callout(mark)->tip()));
        for (const QRect& other : boxes)
            QVERIFY(!box.intersects(other));
        boxes += box;
        const auto& text = *callout(mark)->findChild<QLabel*>();
        QVERIFY(text.height() >= text.heightForWidth(text.width()));
        const QRect button = callout(mark)->closeButton().geometry();
        QVERIFY(box.contains(button));
        QVERIFY(!button.intersects(text.geometry().translated(callout(mark)->pos())));
    }
}

/// They stay beside their targets, and go while these are out of sight.
void TestFirstMarks::moving() {
    open();
    QVERIFY(appear());
    window().resize(1200, 760);
    QTRY_VERIFY(targetOf(FirstMarks::drag).adjusted(-1, -1, 1, 1).contains(callout(FirstMarks::drag)->tip()));
    window().actions()[ActionId::parameters].trigger();
    QTRY_VERIFY(!isShown(FirstMarks::drag));
    QVERIFY(!callout(FirstMarks::drag)->closeButton().isVisible());
    window().actions()[ActionId::parameters].trigger();
    QTRY_VERIFY(isShown(FirstMarks::drag));
    window().pages().open<StatisticsPage>();
    QTRY_VERIFY(!isShown(FirstMarks::click));
    QVERIFY(isShown(FirstMarks::type));
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(isShown(FirstMarks::click));
    theme().setScale(120);
    QTRY_VERIFY(targetOf(FirstMarks::type).adjusted(-1, -1, 1, 1).contains(callout(FirstMarks::type)->tip()));
}

void TestFirstMarks::clickedThrough() {
    open();
    QVERIFY(appear());
    for (const FirstMarks::Mark mark : all) {
        const QRect box = callout(mark)->box();
        const QWidget* hit = window().centralWidget()->childAt(box.left() + 3, box.center().y());
        QVERIFY(hit != callout(mark) && !callout(mark)->isAncestorOf(hit));
        QCOMPARE(window().centralWidget()->childAt(callout(mark)->closeButton().geometry().center()),
                 static_cast<QWidget*>(&callout(mark)->closeButton()));
    }
}

void TestFirstMarks::followed() {
    LabWindow& w = open();
    QVERIFY(appear());
    w.document().preview(ParameterId::W_Q, 0, 0, 0.5);
    QVERIFY(!callout(FirstMarks::drag));
    QVERIFY(isShown(FirstMarks::click) && isShown(FirstMarks::type));
    w.document().cancelPreview();
    w.click(StageId::scores, {0, 0});
    QVERIFY(!callout(FirstMarks::click));
    QVERIFY(isShown(FirstMarks::type));
    w.type_sentence("sky");
    QVERIFY(!callout(FirstMarks::type));
    w.type_sentence("sky is"); // nothing is left to go wrong
}

/// What was done before a hint appears needs none.
void TestFirstMarks::doneBefore() {
    LabWindow& w = open();
    w.document().setValue(ParameterId::E, 0, 0, 0.5);
    QVERIFY(appear());
    QVERIFY(!callout(FirstMarks::drag) && isShown(FirstMarks::click));
}

void TestFirstMarks::closed() {
    open();
    QVERIFY(appear());
    QTest::mouseClick(&callout(FirstMarks::click)->closeButton(), Qt::LeftButton);
    QVERIFY(!callout(FirstMarks::click));
    QVERIFY(isShown(FirstMarks::drag) && isShown(FirstMarks::type));
    QVERIFY(!window().selection().isInspecting());
}

/// The ✕ of each is reached by Tab, and keeps the focus while things move.
void TestFirstMarks::byKeyboard() {
    LabWindow& w = open();
    QVERIFY(appear());
    QToolButton& close = callout(FirstMarks::drag)->closeButton();
    for (int i = 0; i < 200 && w.focusWidget() != &close; ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), static_cast<QWidget*>(&close));
    marks().place();
    QCOMPARE(w.focusWidget(), static_cast<QWidget*>(&close));
    w.press_key(Qt::Key_Space);
    QVERIFY(!callout(FirstMarks::drag) && isShown(FirstMarks::click));
}

/// Escape ends the inspection first, then the hints.
void TestFirstMarks::escape() {
    LabWindow& w = open();
    QVERIFY(appear());
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting());
    QVERIFY(isShown(FirstMarks::drag) && isShown(FirstMarks::type));
    w.press_key(Qt::Key_Escape);
    for (const FirstMarks::Mark mark : all)
        QVERIFY(!callout(mark));
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    w.press_key(Qt::Key_Escape); // still ends the inspection
    QVERIFY(!w.selection().isInspecting());
}

/// A class does not see them. Afterwards those that were not closed are where they were.
void TestFirstMarks::presenting() {
    for (const bool early : {true, false}) { // before they appear, and while they are shown
        LabWindow& w = open();
        if (!early) {
            QVERIFY(appear());
            QTest::mouseClick(&callout(FirstMarks::click)->closeButton(), Qt::LeftButton);
        }
        w.press_key(Qt::Key_F5);
        QVERIFY(w.presentation().isRunning());
        if (early)
            QVERIFY(QTest::qWaitFor([this] { return callout(FirstMarks::type) != nullptr; }));
        for (const int page : {Qt::Key_2, Qt::Key_1}) {
            w.press_key(Qt::Key(page), Qt::ControlModifier);
            QTest::qWait(1);
            for (const FirstMarks::Mark mark : all)
                QVERIFY(!isShown(mark));
        }
        w.press_key(Qt::Key_Escape);
        QVERIFY(!w.presentation().isRunning());
        QVERIFY(appear());
        QTRY_VERIFY(isShown(FirstMarks::drag)); // each as soon as its target has its place
        QTRY_COMPARE(isShown(FirstMarks::click), early);
        QTRY_VERIFY(
            targetOf(FirstMarks::drag).adjusted(-1, -1, 1, 1).contains(callout(FirstMarks::drag)->tip()));
    }
}

/// They lie over the page: Escape closes them before it shows the other cards again or leaves an exercise.
void TestFirstMarks::escapeWithOthers() {
    LabWindow& w = open();
    QVERIFY(appear());
    w.document().coverCells({StageId::scores, 0, {0, 0, 1, 1}});
    w.document().setExercise(true);
    QVERIFY(w.document().cover().isExercise());
    w.board().showAlone(StageId::scores);
    QCoreApplication::processEvents();
    QVERIFY(marks().isShown());
    w.setFocus(); // and not the field of the exercise
    w.press_key(Qt::Key_Escape);
    for (const FirstMarks::Mark mark : all)
        QVERIFY(!callout(mark));
    QVERIFY(w.board().alone());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.board().alone());
    QVERIFY(w.document().cover().isExercise());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.document().cover().isExercise());
}

void TestFirstMarks::anotherDocument() {
    open();
    QVERIFY(appear());
    window().controller().openExample("uniform");
    for (const FirstMarks::Mark mark : all)
        QVERIFY(!callout(mark));
    open(); // before they appear
    window().controller().openExample("uniform");
    QTest::qWait(1000);
    for (const FirstMarks::Mark mark : all)
        QVERIFY(!callout(mark));
}

void TestFirstMarks::forScreenReaders() {
    open();
    QVERIFY(appear());
    for (const FirstMarks::Mark mark : all) {
        const QString text = callout(mark)->findChild<QLabel*>()->text();
        QVERIFY(!text.isEmpty());
        QCOMPARE(QAccessible::queryAccessibleInterface(callout(mark))->text(QAccessible::Name), text);
        QCOMPARE(callout(mark)->closeButton().accessibleName(), QString("Close the hint “%1”").arg(text));
    }
}

void TestFirstMarks::firstFreePlace() {
    const QRect room(0, 0, 400, 300), target(100, 100, 80, 40);
    const std::vector<QSize> sizes{{120, 20}, {70, 40}};
    const auto place = [&](const std::vector<QRect>& forbidden) {
        return placeCallout(target, sizes, 10, room, forbidden).value_or(CalloutPlace{}).box;
    };
    QCOMPARE(place({}), QRect(190, 100, 120, 20)); // right of it
    // The smaller box fits beside what is at the right.
    QCOMPARE(place({{262, 0, 100, 300}}), QRect(190, 100, 70, 40));
    QCOMPARE(place({{181, 0, 219, 300}}).top(), 150); // below
}

void TestFirstMarks::nowhere() {
    const QRect room(0, 0, 400, 300);
    QVERIFY(!placeCallout({0, 0, 400, 300}, {{50, 20}}, 10, room, {}));
    QVERIFY(!placeCallout({100, 100, 80, 40}, {{500, 20}}, 10, room, {}));
    QVERIFY(!placeCallout({100, 100, 80, 40}, {{50, 20}}, 10, room, {room}));
}

LAB_WINDOW_TEST(TestFirstMarks)
#include "tst_first_marks.moc"
