// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line around cells that are not a rectangle, and that it is drawn.
#include "core/experiment/cell_set.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/plots/heatmap/cell_outline.h"

using namespace lab;
using namespace lab::test;

class TestCellOutline : public WindowTest {
    Q_OBJECT

private slots:
    void separatesTheCells();
    void underACausalMask();
};

/// Between two cells, one of which is among them, there is a line, and nowhere else.
void TestCellOutline::separatesTheCells() {
    constexpr Index rows = 7, columns = 5;
    for (unsigned pattern = 1; pattern < 4000; pattern += 37) {
        CellSet cells(rows, columns);
        for (Index i = 0; i < rows * columns; ++i) {
            if ((pattern * 2654435761U >> (i % 32) & 1U) != 0)
                cells.add(i / columns, i % columns);
        }
        std::vector<QLineF> lines = outlineOf(cells.blocks());
        const auto has = [&](Index row, Index column) {
            return row >= 0 && column >= 0 && row < rows && column < columns && cells.contains(row, column);
        };
        const auto lineAt = [&](QPointF middle) {
            return std::ranges::count_if(lines, [&](const QLineF& line) {
                const QRectF box = QRectF(line.p1(), line.p2()).normalized().adjusted(-0.1, -0.1, 0.1, 0.1);
                return box.contains(middle);
            });
        };
        for (Index row = 0; row <= rows; ++row) {
            for (Index column = 0; column <= columns; ++column) {
                const auto x = double(column), y = double(row);
                QCOMPARE(lineAt({x, y + 0.5}), std::ptrdiff_t(has(row, column - 1) != has(row, column)));
                QCOMPARE(lineAt({x + 0.5, y}), std::ptrdiff_t(has(row - 1, column) != has(row, column)));
            }
        }
    }
}

/// The frames of a query weight leave out what is hidden, in both notations, and are seen.
void TestCellOutline::underACausalMask() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    Experiment e = w.document().experiment();
    e.mask.causal = true;
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        e.notation = notation;
        w.document().replace(e, {});
        MatrixHeatmap& weights = w.heatmap(StageId::weights);
        w.selection().clearInspected();
        QVERIFY(weights.marks().dependents.empty());
        const QImage without = weights.grab().toImage();
        w.selection().inspect(ParameterCell{ParameterId::W_Q, 0, 0});
        QVERIFY(weights.marks().dependents == (std::vector<Block>{{1, 0, 1, 2}, {2, 0, 1, 3}}));
        QVERIFY(weights.grab().toImage() != without);
        QVERIFY(w.heatmap(StageId::output).marks().dependents == (std::vector<Block>{{1, 0, 2, 2}}));
    }
}

LAB_WINDOW_TEST(TestCellOutline)
#include "tst_cell_outline.moc"
