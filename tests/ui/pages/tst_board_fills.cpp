// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cells of the board are as large as the page allows.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/panels/description/description_panel.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QScrollBar>

using namespace lab;
using namespace lab::test;

namespace {

double cellHeight(const LabWindow& w, StageId id = StageId::weights) {
    return w.heatmap(id).metrics().cell.height();
}

} // namespace

class TestBoardFills : public WindowTest {
    Q_OBJECT

private slots:
    void growsWithTheWindow_data();
    void growsWithTheWindow();
    void asLargeAsFits();
    void staysWhileDragging();
    void enlargingTakesNothingAway_data();
    void enlargingTakesNothingAway();
    void weightsStayInSight();
    void opensAtTheTop();
    void description_data();
    void description();
};

void TestBoardFills::growsWithTheWindow_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<double>("leastAtLast"); // points of height
    QTest::newRow("three words") << "sky-is-blue" << 64.0;
    QTest::newRow("more words") << "two-heads-about-it" << 26.0;
    QTest::newRow("many heads") << "twelve-heads" << 20.0;
}

void TestBoardFills::growsWithTheWindow() {
    QFETCH(QString, example);
    QFETCH(double, leastAtLast);
    LabWindow& w = openWindow({1200, 700});
    w.document().openExample(example);
    double before = 0;
    std::size_t foldedBefore = 99;
    for (const QSize size :
         {QSize(1200, 700), QSize(1400, 900), QSize(1600, 1000), QSize(2200, 1300), QSize(3000, 2000)}) {
        w.resize(size);
        std::size_t folded = 0;
        for (const StageCard* card : w.board().findChildren<StageCard*>())
            folded += card->isVisible() && card->isThumbnail() ? 1 : 0;
        const double height = cellHeight(w);
        const QByteArray width = QByteArray::number(size.width());
        // Unfolded cards take some of the room.
        QVERIFY2(folded < foldedBefore || (folded == foldedBefore && height >= before), width);
        QVERIFY2(height <= theme().px(64) + 1, width);
        before = height;
        foldedBefore = folded;
    }
    QVERIFY(before >= leastAtLast);
}

/// With three words at 1600 × 1000 the cells are larger than at least, all of them are visible, and coming
/// back to a size gives the same cells.
void TestBoardFills::asLargeAsFits() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    QCOMPARE(w.board().card(StageId::weights)->cardSize().density, Density::digits);
    QVERIFY(w.board().card(StageId::weights)->cardSize().enlargement > 1.05);
    QCOMPARE(w.board().verticalScrollBar()->maximum(), 0);
    const StageCard& last = *w.board().card(StageId::output);
    QCOMPARE(last.visibleRegion().boundingRect().size(), last.size());
    double covered = 0;
    for (const StageCard* card : w.board().findChildren<StageCard*>())
        covered += card->isVisible() ? double(card->width()) * card->height() : 0;
    const QSize page = w.board().viewport()->size();
    QVERIFY(covered / page.width() / page.height() > 0.5);
    QCoreApplication::processEvents();
    const double height = cellHeight(w);
    for (const QSize other : {QSize(1100, 700), QSize(2000, 1200)}) {
        w.resize(other);
        QCoreApplication::processEvents();
        w.resize(1600, 1000);
        QCoreApplication::processEvents();
        QCOMPARE(cellHeight(w), height);
    }
    // One step more and it would not fit: all cards have the same look.
    for (const StageId id : {StageId::inputs, StageId::queries, StageId::scores, StageId::output})
        QCOMPARE(cellHeight(w, id), height);
}

void TestBoardFills::staysWhileDragging() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    const double height = cellHeight(w);
    for (const double value : {9.0, 99.0, 12345.0, -1e9}) {
        w.document().preview(ParameterId::W_Q, 0, 1, value);
        QCOMPARE(cellHeight(w), height);
        QCOMPARE(w.board().card(StageId::weights)->cardSize().density, Density::digits);
    }
    w.document().commitPreview();
    w.document().undo();
    QCOMPARE(cellHeight(w), height);
}

void TestBoardFills::enlargingTakesNothingAway_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    for (const char* example : {"sky-is-blue", "two-heads-about-it", "twelve-heads"}) {
        for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)})
            QTest::addRow("%s, %d", example, size.width()) << example << size;
    }
}

/// Ctrl + makes no cell smaller, and no number disappears.
void TestBoardFills::enlargingTakesNothingAway() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().openExample(example);
    double before = 0;
    bool numbers = false;
    for (int scale = 100; scale <= Theme::largestScale; scale += 25) {
        theme().setScale(scale);
        QCoreApplication::processEvents();
        const double height = cellHeight(w);
        const QByteArray where = QByteArray::number(scale) + " %: " + QByteArray::number(height);
        QVERIFY2(height >= before, where);
        QVERIFY2(!numbers || !isColourOnly(w.board().card(StageId::weights)->cardSize().density), where);
        before = height;
        numbers = !isColourOnly(w.board().card(StageId::weights)->cardSize().density);
    }
}

void TestBoardFills::weightsStayInSight() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    for (const int scale : {125, 150, 200, 300}) {
        theme().setScale(scale);
        QCoreApplication::processEvents();
        const StageCard& card = *w.board().card(StageId::weights);
        const QRect seen = card.visibleRegion().boundingRect();
        QVERIFY2(seen.height() > card.height() / 2 || seen.height() > w.board().viewport()->height() / 2,
                 qPrintable(QString::number(scale)));
    }
}

/// Also with the size of letters that somebody chose the last time.
void TestBoardFills::opensAtTheTop() {
    for (const int scale : {100, 200, 300}) {
        LabWindow& w = openWindow({1440, 900}, scale);
        QCOMPARE(w.board().verticalScrollBar()->value(), 0);
    }
}

void TestBoardFills::description_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1600, 1000), QSize(2400, 1400)})
        QTest::addRow("%d", size.width()) << size;
}

/// The description covers no card. Where the explanation has a column, it stands there; without that column
/// it stands on the board, and in a large window it is visible without scrolling.
void TestBoardFills::description() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    for (const char* example : {"sky-is-blue", "two-heads", "journey-trainable"}) {
        w.document().openExample(example);
        const auto& description = *w.findChild<DescriptionPanel*>();
        QVERIFY(description.isVisible());
        QCOMPARE(w.board().isAncestorOf(&description), size.width() < 1200);
        if (!w.board().isAncestorOf(&description)) {
            QCOMPARE(description.visibleRegion().boundingRect().size(), description.size());
            w.press_key(Qt::Key_F8);
        }
        QVERIFY(w.board().isAncestorOf(&description) && description.isVisible());
        for (const StageCard* card : w.board().findChildren<StageCard*>())
            QVERIFY(!card->isVisible() || !card->geometry().intersects(description.geometry()));
        QVERIFY(description.height() >= description.heightForWidth(description.width()));
        QVERIFY(w.board().widget()->rect().contains(description.geometry()));
        if (size.width() >= 2400 && example == QByteArray("sky-is-blue"))
            QCOMPARE(description.visibleRegion().boundingRect().size(), description.size());
        if (size.width() >= 1200)
            w.press_key(Qt::Key_F8);
    }
}

LAB_WINDOW_TEST(TestBoardFills)
#include "tst_board_fills.moc"
