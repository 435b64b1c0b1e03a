// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card of the weights after dropout.
#include "core/experiment/overrides.h"
#include "core/stages/08_dropped_weights.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/override_edits.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/selection/selection.h"

#include <QImage>
#include <QMenu>
#include <QPainter>

#include <limits>

using namespace lab;
using namespace lab::test;

class TestDropoutCard : public WindowTest {
    Q_OBJECT

private slots:
    void comesAndGoes();
    void largeSeeds();
    void droppedCellsAreCrossedOut();
    void nothingIsInspectedThatIsGone();
    void overridesGoWithIt();
    void aCross();

private:
    StageCard& card() { return *window().board().card(StageId::dropped_weights); }
};

void TestDropoutCard::comesAndGoes() {
    LabWindow& w = window();
    const QRect weights = w.board().card(StageId::weights)->geometry();
    QVERIFY(!card().isVisible());
    choose_on(w, StageId::weights, "Dropout");
    QVERIFY(card().isVisible());
    QVERIFY(field(w, "Dropout rate")->isVisible());
    QCOMPARE(field(w, "Dropout rate")->text(), QStringLiteral("0.1"));
    enter(w, "Dropout rate", "0.5");
    QTest::keyClick(field(w, "Seed of the dropout"), Qt::Key_Up);
    QCOMPARE(w.document().experiment().dropout->seed, std::uint64_t(1));
    QCOMPARE(w.document().undoStack().undoText(), QStringLiteral("Dropout seed 1"));
    QCOMPARE(disagreement(w), std::string());
    choose_on(w, StageId::weights, "Dropout");
    QVERIFY(!card().isVisible());
    QVERIFY(!w.document().experiment().dropout);
    QCOMPARE(w.board().card(StageId::weights)->geometry(), weights);
}

/// Seeds beyond what a double holds exactly are shown, typed and stepped as they are.
void TestDropoutCard::largeSeeds() {
    LabWindow& w = window();
    setDropout(w.document(), Dropout{0.5, 9007199254740993});
    const auto seed = [&] { return w.document().experiment().dropout->seed; };
    NumberField& line = *field(w, "Seed of the dropout");
    QCOMPARE(line.text(), QStringLiteral("9007199254740993"));
    QTRY_VERIFY(line.width() > line.fontMetrics().horizontalAdvance(line.text()));
    QTest::keyClick(&line, Qt::Key_Up);
    QCOMPARE(seed(), std::uint64_t(9007199254740994));
    enter(w, "Seed of the dropout", "18446744073709551615");
    QCOMPARE(seed(), std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(w.document().undoStack().undoText(), QStringLiteral("Dropout seed 18446744073709551615"));
    QTest::keyClick(&line, Qt::Key_Up); // there is none after it
    QCOMPARE(seed(), std::numeric_limits<std::uint64_t>::max());
    for (const char* refused : {"18446744073709551616", "-1", "1.5", "many"}) {
        enter(w, "Seed of the dropout", refused);
        QCOMPARE(seed(), std::numeric_limits<std::uint64_t>::max());
        QTest::keyClick(&line, Qt::Key_Escape);
    }
}

void TestDropoutCard::droppedCellsAreCrossedOut() {
    LabWindow& w = window();
    w.document().replace(load_golden("dropout").experiment, {});
    const Experiment& e = w.document().experiment();
    const HeatmapContent& content = w.heatmap(StageId::dropped_weights).content();
    const Dimensions d = dimensions(e);
    const Matrix kept = kept_weights(*e.dropout, d, 0, {0, 0, d.n_q, d.n_k});
    int dropped = 0;
    for (Index row = 0; row < d.n_q; ++row) {
        for (Index column = 0; column < d.n_k; ++column) {
            const bool isHidden = column > row;
            const bool isDropped = kept(row, column) == 0;
            const QString said = content.describe({row, column});
            QCOMPARE(content.isDropped({row, column}), isDropped && !isHidden);
            QCOMPARE(said.endsWith("(dropped)"), isDropped && !isHidden);
            QCOMPARE(said.endsWith("(hidden: causal; dropped as well, but it weighs 0 either way)"),
                     isDropped && isHidden);
            QCOMPARE(said.endsWith("(hidden: causal)"), !isDropped && isHidden);
            dropped += content.isDropped({row, column});
        }
    }
    QVERIFY(dropped > 0);
    // A hidden key whose weight is overridden weighs something, unless it is dropped.
    const bool isKept = kept(0, 1) != 0;
    previewOverride(w.document(), {StageId::weights, 0, 0, 1}, 0.5);
    w.document().commitPreview();
    const HeatmapContent& now = w.heatmap(StageId::dropped_weights).content();
    QCOMPARE(now.isDropped({0, 1}), !isKept);
    QCOMPARE(now.describe({0, 1}).endsWith("(dropped)"), !isKept);
    QVERIFY(!w.heatmap(StageId::weights).content().kept);
}

void TestDropoutCard::nothingIsInspectedThatIsGone() {
    LabWindow& w = window();
    setDropout(w.document(), Dropout{0.5, 3});
    w.click(StageId::dropped_weights, {1, 1});
    QVERIFY((w.selection().inspected() == CellRef{StageId::dropped_weights, 0, 1, 1}));
    w.document().undo();
    QVERIFY(!w.selection().inspected());
    w.document().redo();
    QCOMPARE(disagreement(w), std::string());
}

void TestDropoutCard::overridesGoWithIt() {
    LabWindow& w = window();
    setDropout(w.document(), Dropout{0.5, 3});
    const CellRef cell{StageId::dropped_weights, 0, 1, 0};
    previewOverride(w.document(), cell, 0.25);
    w.document().commitPreview();
    QVERIFY(override_of(w.document().experiment(), cell));
    QVERIFY(!w.heatmap(StageId::dropped_weights).content().isDropped({1, 0}));
    QCOMPARE(disagreement(w), std::string());
    setDropout(w.document(), Dropout{0.5, 4});
    QVERIFY(override_of(w.document().experiment(), cell));
    setDropout(w.document(), std::nullopt);
    QVERIFY(w.document().experiment().overrides.empty());
    w.document().undo();
    QVERIFY(override_of(w.document().experiment(), cell));
}

/// From corner to corner, in both directions, and nowhere else.
void TestDropoutCard::aCross() {
    QImage image(60, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCross(painter, theme(), QRectF(image.rect()), Qt::black);
    painter.end();
    const auto isInk = [&](int x, int y) { return qGray(image.pixel(x, y)) < 250; };
    QVERIFY(isInk(30, 20) && isInk(15, 10) && isInk(45, 10) && isInk(15, 29) && isInk(45, 29));
    QVERIFY(!isInk(30, 5) && !isInk(30, 35) && !isInk(5, 20) && !isInk(55, 20));
}

LAB_WINDOW_TEST(TestDropoutCard)
#include "tst_dropout_card.moc"
