// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sink takes of each query, beside the weights: a column or a row set apart, or the end of a bar.
#include "core/engine/pipeline.h"
#include "core/stages/07_weights.h"
#include "tests/support/figures.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/card_note.h"
#include "ui/window/status_line.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestSinkColumn : public WindowTest {
    Q_OBJECT

private slots:
    void besideTheCells_data();
    void besideTheCells();
    void endsTheBars_data();
    void endsTheBars();
    void onlyWhereItTakesPart();
    void explained_data();
    void explained();
    void byKeyboard_data();
    void byKeyboard();
    void forScreenReaders_data();
    void forScreenReaders();
    void forEachHead();
    void nothingIsSaidOfSums();
    void takesEverything();
    void framedWithItsRow_data();
    void framedWithItsRow();

private:
    MatrixHeatmap& weights() { return window().heatmap(StageId::weights); }
    QString explanation_text() {
        return window().explanation().browser().toPlainText().replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    }
    /// The cell after those of the keys.
    StoredCell sink(Index query) { return {query, weights().content().matrix->cols()}; }
};

void TestSinkColumn::besideTheCells_data() {
    QTest::addColumn<Notation>("notation");
    QTest::newRow("rows") << Notation::rows;
    QTest::newRow("columns") << Notation::columns;
}

/// The shares follow their rows, do not overlap the keys, and say in words what they are.
void TestSinkColumn::besideTheCells() {
    QFETCH(Notation, notation);
    LabDocument& document = window().document();
    setNotation(document, notation);
    const QSize before = weights().sizeHint();
    QVERIFY(weights().content().sinkShares.empty());
    setSink(document, 0.5);
    QCoreApplication::processEvents();
    const HeatmapContent& content = weights().content();
    QCOMPARE(content.sinkShares.size(), std::size_t(content.matrix->rows()));
    const bool isColumn = notation == Notation::rows;
    const QSize after = weights().sizeFor(weights().metrics().density, weights().form());
    QVERIFY(isColumn ? after.width() > before.width() || after != before : after != before);
    const QRectF cells = weights().axisRect()->rect();
    for (Index query = 0; query < content.matrix->rows(); ++query) {
        const double share = content.sinkShares[std::size_t(query)];
        QVERIFY(share > 0 && std::abs(content.matrix->row(query).sum() + share - 1) < 1e-12);
        const QRectF place = weights().sinkRect(query);
        const QRectF last = weights().gridRect({query, content.matrix->cols() - 1});
        QVERIFY(isColumn ? place.left() >= last.right() + weights().metrics().sinkGap - 0.5
                         : place.top() >= last.bottom() + weights().metrics().sinkGap - 0.5);
        QVERIFY(!place.intersects(cells.adjusted(0, 0, -2, -2)));
        QVERIFY(QRectF(weights().rect()).adjusted(-1, -1, 1, 1).contains(place));
        QVERIFY(weights().numberAt(place.center()) == sink(query));
        QVERIFY(!weights().cellAt(place.center()));
        QVERIFY(content.describe(sink(query)).contains("the sink takes "));
    }
}

void TestSinkColumn::endsTheBars_data() {
    besideTheCells_data();
}

/// Bars are 1 long with it.
void TestSinkColumn::endsTheBars() {
    QFETCH(Notation, notation);
    LabDocument& document = window().document();
    setNotation(document, notation);
    setSink(document, 1);
    QCoreApplication::processEvents();
    const QSize size = weights().sizeHint();
    weights().setBars(true);
    QCOMPARE(weights().sizeHint(), size);
    const HeatmapContent& content = weights().content();
    QVERIFY(barSpan(content) == (Extremes{0, 1}));
    for (Index query = 0; query < content.matrix->rows(); ++query) {
        const auto segment = sinkSegment(content, query);
        QVERIFY(segment && std::abs(segment->high - 1) < 1e-12);
        QVERIFY(std::abs(segment->low - barSegments(content, query).back().high) < 1e-12);
        const QRectF place = weights().sinkRect(query);
        QVERIFY(weights().barRect(query).adjusted(-1, -1, 1, 1).contains(place));
        QVERIFY(weights().numberAt(place.center()) == sink(query));
    }
    // Next to nothing is left for the sink, and no digits are added to say so.
    setSink(document, -15);
    QCoreApplication::processEvents();
    QCOMPARE(barEndText(weights().content(), 0, true), QStringLiteral("Σ 1.00"));
}

/// With another normaliser the sink is kept and not shown.
void TestSinkColumn::onlyWhereItTakesPart() {
    LabDocument& document = window().document();
    setSink(document, 1);
    setNormalization(document, NormalizationKind::sparsemax);
    QCoreApplication::processEvents();
    QVERIFY(weights().content().sinkShares.empty());
    QVERIFY(weights().metrics().sinkRoom.isNull());
    QVERIFY(window().heatmap(StageId::masked_scores).content().sinkShares.empty());
    setNormalization(document, NormalizationKind::softmax_naive);
    QCoreApplication::processEvents();
    QVERIFY(!weights().content().sinkShares.empty());
}

void TestSinkColumn::explained_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<bool>("bars");
    QTest::newRow("cells in rows") << Notation::rows << false;
    QTest::newRow("cells in columns") << Notation::columns << false;
    QTest::newRow("bars in rows") << Notation::rows << true;
    QTest::newRow("bars in columns") << Notation::columns << true;
}

/// A click on what the sink takes explains it, and marks what it is made from.
void TestSinkColumn::explained() {
    QFETCH(Notation, notation);
    QFETCH(bool, bars);
    LabDocument& document = window().document();
    setNotation(document, notation);
    setSink(document, 1);
    QCoreApplication::processEvents();
    weights().setBars(bars);
    window().board().reveal(StageId::weights);
    const StoredCell cell = sink(1);
    const QPoint place = weights().cellRect(cell).center().toPoint();
    QTest::mouseMove(&weights(), place);
    QVERIFY2(window().status().text().contains("the sink takes "), qPrintable(window().status().text()));
    QTest::mouseClick(&weights(), Qt::LeftButton, {}, place);
    const CellRef ref{StageId::weights, 0, cell.row, cell.column};
    QVERIFY(window().selection().inspected() == ref);
    QVERIFY(weights().marks().inspected == cell);
    const auto& operands = window().selection().linked().operands;
    QVERIFY(operands ==
            (std::vector<StageBlock>{
                {StageId::masked_scores, 0, {cell.row, 0, 1, weights().content().matrix->cols()}}}));
    QVERIFY(window().selection().linked().parameters ==
            (std::vector<ParameterBlock>{{ParameterId::sink, {0, 0, 1, 1}}}));
    QVERIFY(window().selection().linked().dependents.empty());
    QTRY_VERIFY(explanation_text().contains("no key, no value"));
    QVERIFY2(explanation_text().contains("the sink"), qPrintable(explanation_text()));
    weights().grab(); // the mark
    // It is gone with the sink.
    setSink(document, {});
    QVERIFY(!window().selection().inspected());
}

void TestSinkColumn::byKeyboard_data() {
    besideTheCells_data();
}

/// The cursor goes on from the last key; nothing can be typed there.
void TestSinkColumn::byKeyboard() {
    QFETCH(Notation, notation);
    LabDocument& document = window().document();
    setNotation(document, notation);
    setSink(document, 1);
    QCoreApplication::processEvents();
    weights().setFocus(Qt::TabFocusReason);
    weights().setCursorCell({1, weights().content().matrix->cols() - 1});
    const auto along = notation == Notation::rows ? Qt::Key_Right : Qt::Key_Down;
    const auto back = notation == Notation::rows ? Qt::Key_Left : Qt::Key_Up;
    QTest::keyClick(&weights(), along);
    QVERIFY(weights().cursor() == sink(1));
    QTest::keyClick(&weights(), along);
    QVERIFY(weights().cursor() == sink(1));
    weights().grab();
    const int steps = document.undoStack().index();
    QTest::keyClick(&weights(), Qt::Key_F2);
    QTest::keyClick(&weights(), Qt::Key_Delete);
    QCOMPARE(document.undoStack().index(), steps);
    QVERIFY(!weights().findChild<QLineEdit*>());
    QTest::keyClick(&weights(), Qt::Key_Return);
    QVERIFY(window().selection().inspected() == (CellRef{StageId::weights, 0, 1, sink(1).column}));
    QTest::keyClick(&weights(), back);
    QVERIFY(weights().cursor() == (StoredCell{1, sink(1).column - 1}));
    QTest::keyClick(&weights(), along);
    setSink(document, {}); // and with it the cell of the cursor
    QCoreApplication::processEvents();
    QVERIFY(weights().content().has(weights().cursor()));
}

void TestSinkColumn::forScreenReaders_data() {
    besideTheCells_data();
}

void TestSinkColumn::forScreenReaders() {
    QFETCH(Notation, notation);
    setNotation(window().document(), notation);
    setSink(window().document(), 1);
    QCoreApplication::processEvents();
    const bool isColumn = notation == Notation::rows;
    const auto keys = int(weights().content().matrix->cols());
    QAccessibleInterface* card = QAccessible::queryAccessibleInterface(&weights());
    QAccessibleTableInterface* table = card->tableInterface();
    QCOMPARE(isColumn ? table->columnCount() : table->rowCount(), keys + 1);
    QCOMPARE(isColumn ? table->columnDescription(keys) : table->rowDescription(keys), QString("sink"));
    QAccessibleInterface* cell = isColumn ? table->cellAt(1, keys) : table->cellAt(keys, 1);
    QVERIFY(cell && cell->isValid());
    QVERIFY2(cell->text(QAccessible::Name).contains("the sink takes "),
             qPrintable(cell->text(QAccessible::Name)));
    QVERIFY(cell->text(QAccessible::Value).toDouble() > 0);
    const QPoint where = cell->rect().center();
    QVERIFY(card->childAt(where.x(), where.y()) == cell);
}

/// One score for all heads becomes one for each and back, each one undo step.
void TestSinkColumn::forEachHead() {
    LabDocument& document = window().document();
    document.openExample(QStringLiteral("two-heads"));
    const Index heads = document.experiment().heads.count;
    setSinkForEachHead(document, true);
    QVERIFY(!document.experiment().normalization.sink);
    setSink(document, -2);
    const int steps = document.undoStack().index();
    setSink(document, -2);
    setSinkForEachHead(document, false);
    QCOMPARE(document.undoStack().index(), steps);
    setSinkForEachHead(document, true);
    QVERIFY(*document.experiment().normalization.sink == Matrix::Constant(1, heads, -2));
    document.setValue(ParameterId::sink, 0, 1, 3);
    QVERIFY(document.undoStack().undoText().startsWith("sink[2] −2 → 3"));
    setSinkForEachHead(document, false);
    QVERIFY(*document.experiment().normalization.sink == (Matrix{{-2}}));
    QCOMPARE(document.undoStack().index(), steps + 3);
    document.undo();
    QVERIFY((*document.experiment().normalization.sink)(0, 1) == 3);
}

/// An override is not blamed for sums that would be below 1, or above it, without it.
void TestSinkColumn::nothingIsSaidOfSums() {
    LabDocument& document = window().document();
    Experiment experiment = document.experiment();
    experiment.overrides.push_back({StageId::weights, 0, 0, 0, 0.9, nullptr});
    document.replace(experiment, {});
    const auto said = [this] {
        QCoreApplication::processEvents();
        return matrixWarnings(weights().content(), StageId::weights).join(' ').contains("no longer sum to 1");
    };
    QVERIFY(said());
    setSink(document, 1);
    QVERIFY(!said());
    setSink(document, {});
    QVERIFY(said());
    setNormalization(document, NormalizationKind::sigmoid);
    QVERIFY(!said());
}

/// Where every key is hidden, a sink is no fault, and the formula stays.
void TestSinkColumn::takesEverything() {
    LabDocument& document = window().document();
    const auto tokens = static_cast<Index>(document.experiment().sequence.tokens.size());
    for (TokenIndex key = 0; key < tokens; ++key)
        setPadding(document, key, true);
    QCoreApplication::processEvents();
    const auto warns = [this] {
        return matrixWarnings(weights().content(), StageId::weights)
            .join(' ')
            .contains("Nothing to attend to");
    };
    QVERIFY(warns() && sinkRemark(weights().content()).isEmpty());
    setSink(document, 1);
    QCoreApplication::processEvents();
    QVERIFY(!warns());
    const QString said = sinkRemark(weights().content());
    QVERIFY2(said.startsWith("The sink takes everything of “"), qPrintable(said));
    // On a card with room for notes, and on one without.
    StageCard& card = *window().board().card(StageId::weights);
    const auto note = card.findChild<CardNote*>();
    for (const QSize size : {QSize(2000, 1400), QSize(1024, 700)}) {
        window().resize(size);
        QTest::qWait(20);
        bool isInTip = false, hasFormula = false;
        for (const QLabel* each : card.findChild<CardHeader*>()->findChildren<QLabel*>()) {
            isInTip = isInTip || (each != note && each->toolTip().contains(said));
            hasFormula = hasFormula || (each->isVisible() && !each->text().isEmpty() &&
                                        each->toolTip().contains("softmax"));
        }
        QVERIFY(isInTip != note->toolTip().contains(said));
        QVERIFY(hasFormula);
    }
    // Weights that are not 0 are none of the sink's.
    Experiment e = document.experiment();
    for (Index row = 0; row < tokens; ++row)
        e.overrides.push_back({StageId::weights, 0, row, 0, 0.5, nullptr});
    document.replace(e, {});
    QCoreApplication::processEvents();
    QVERIFY(sinkRemark(weights().content()).isEmpty());
}

void TestSinkColumn::framedWithItsRow_data() {
    explained_data();
}

/// What a row of weights is made from changes what the sink takes, too.
void TestSinkColumn::framedWithItsRow() {
    QFETCH(Notation, notation);
    QFETCH(bool, bars);
    LabDocument& document = window().document();
    setNotation(document, notation);
    setSink(document, 1);
    QCoreApplication::processEvents();
    weights().setBars(bars);
    const auto whole = [&] { return weights().grab().toImage(); };
    const auto edge = [&](const QImage& image, Index query) {
        const QRectF cell = weights().sinkRect(query);
        int inked = 0;
        for (int y = int(cell.top()); y < int(cell.bottom()); ++y) {
            for (int x = int(cell.left()); x < int(cell.right()); ++x)
                inked += image.pixelColor(x, y) == theme().colours().inspected;
        }
        return inked;
    };
    QCOMPARE(edge(whole(), 1), 0);
    window().selection().inspect(CellRef{StageId::masked_scores, 0, 1, 0});
    QCoreApplication::processEvents();
    QVERIFY(!weights().marks().dependents.empty());
    QVERIFY(edge(whole(), 1) > 5);
    QCOMPARE(edge(whole(), 2), 0);
}

LAB_WINDOW_TEST(TestSinkColumn)
#include "tst_sink_column.moc"
