// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board fills its page: cells are as large as fit, enlarging takes nothing away, and a gesture changes no
// size.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/actions.h"

#include <QScrollBar>

using namespace lab;
using namespace lab::test;

namespace {

/// The visible cards together, as a share of the page.
double covered(const LabWindow& w) {
    double area = 0;
    for (const StageInfo& stage : all_stages()) {
        const StageCard& card = *w.board().card(stage.id);
        if (card.isVisible())
            area += card.width() * card.height();
    }
    const QSize page = w.board().viewport()->size();
    return area / page.width() / page.height();
}

QSizeF cell(const LabWindow& w, StageId id) {
    return w.heatmap(id).cellRect({0, 0}).size();
}

bool isInSight(const LabWindow& w, StageId id) {
    const StageCard& card = *w.board().card(id);
    return w.board().viewport()->rect().contains(
        QRect(card.mapTo(w.board().viewport(), QPoint()), card.size()));
}

QString sentence(int words) {
    QStringList list;
    for (int i = 0; i < words; ++i)
        list += QStringLiteral("w%1").arg(i);
    return list.join(' ');
}

} // namespace

class TestBoardFills : public WindowTest {
    Q_OBJECT

private slots:
    void fills();
    void everythingInSight_data();
    void everythingInSight();
    void enlargingTakesNothingAway_data();
    void enlargingTakesNothingAway();
    void aGestureChangesNoSize();
};

/// Three words take half of a large page at least, with all of it in sight.
void TestBoardFills::fills() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    QTest::qWait(20);
    QVERIFY2(covered(w) >= 0.5, qPrintable(QString::number(covered(w))));
    QVERIFY(!w.board().verticalScrollBar()->isVisible());
    QVERIFY(!w.board().horizontalScrollBar()->isVisible());
    QVERIFY(cell(w, StageId::weights).height() <= 64);
    // A smaller page has smaller cells, and a larger one larger ones again.
    const double large = cell(w, StageId::weights).height();
    w.resize(1024, 700);
    QTRY_VERIFY(cell(w, StageId::weights).height() < large);
    w.resize(1600, 1000);
    QTRY_COMPARE(cell(w, StageId::weights).height(), large);
}

void TestBoardFills::everythingInSight_data() {
    QTest::addColumn<int>("words");
    QTest::addColumn<QSize>("size");
    for (const int words : {1, 2, 3, 4, 6}) {
        for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(1920, 1080)})
            QTest::addRow("%d words, %d × %d", words, size.width(), size.height()) << words << size;
    }
}

/// Filling never makes the board larger than the page.
void TestBoardFills::everythingInSight() {
    QFETCH(int, words);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().setText(sentence(words));
    QTest::qWait(20);
    for (const StageInfo& stage : all_stages()) {
        if (w.board().card(stage.id)->isVisible())
            QVERIFY2(isInSight(w, stage.id), stage.name.data());
    }
    // The three of a row stay together.
    const int top = w.board().card(StageId::queries)->y();
    QCOMPARE(w.board().card(StageId::keys)->y(), top);
    QCOMPARE(w.board().card(StageId::values)->y(), top);
}

void TestBoardFills::enlargingTakesNothingAway_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    for (const char* example : {"sky-is-blue", "two-heads", "twelve-heads"}) {
        for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)})
            QTest::addRow("%s, %d × %d", example, size.width(), size.height()) << example << size;
    }
}

/// Ctrl + never makes a cell smaller or a number vanish. The weights stay in sight.
void TestBoardFills::enlargingTakesNothingAway() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().openExample(example);
    QTest::qWait(20);
    for (int scale = theme().scale(); scale < 300; scale = theme().scale()) {
        const QSizeF before = cell(w, StageId::weights);
        const Density density = w.board().density();
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
        QTest::qWait(5);
        const QSizeF after = cell(w, StageId::weights);
        const QByteArray at = QByteArray::number(theme().scale());
        QVERIFY2(after.width() >= before.width() && after.height() >= before.height(), at);
        QVERIFY2(w.board().density() <= density, at);
        const QRect page = w.board().viewport()->rect();
        const StageCard& weights = *w.board().card(StageId::weights);
        QVERIFY2(page.intersects(QRect(weights.mapTo(w.board().viewport(), QPoint()), weights.size())), at);
    }
}

/// Numbers that become wider while one is dragged change no size until it is released.
void TestBoardFills::aGestureChangesNoSize() {
    LabWindow& w = openWindow({1280, 800});
    w.document().openExample("sky-is-blue");
    QTest::qWait(20);
    const QSizeF before = cell(w, StageId::queries);
    const QRect card = w.board().card(StageId::weights)->geometry();
    for (const double value : {10.0, 1000.0, 123456.0, -1e8, 0.0, 1000.0}) {
        w.document().preview(ParameterId::W_Q, 0, 0, value);
        QCoreApplication::processEvents();
        QCOMPARE(cell(w, StageId::queries), before);
        QCOMPARE(w.board().card(StageId::weights)->geometry(), card);
    }
    w.document().commitPreview();
    QTRY_VERIFY(cell(w, StageId::queries).width() > before.width());
    w.document().undo();
    QTRY_COMPARE(cell(w, StageId::queries), before);
}

LAB_WINDOW_TEST(TestBoardFills)
#include "tst_board_fills.moc"
