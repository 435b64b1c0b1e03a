// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an inspected cell or token highlights in other views, and when inspection ends.
#include "tests/support/test_program.h"
#include "ui/selection/selection.h"

#include "tests/support/fatal_messages.h"
#include "ui/document/examples.h"

#include <QSignalSpy>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

using Lit = std::optional<Index>;

constexpr Lit none = std::nullopt;

/// The highlighted row and column of a stage's view.
struct Lines {
    Lit row, column;
    bool operator==(const Lines&) const = default;
};

Lines lit_on(const Selection& selection, StageId id) {
    return {selection.lit(info(id).rows), selection.lit(info(id).columns)};
}

} // namespace

class TestSelection : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void lit_data();
    void lit();
    void oneThingAtATime();
    void fit_data();
    void fit();
};

// Inspects token 1, with one sentence or two.
void TestSelection::lit_data() {
    QTest::addColumn<Side>("side");
    QTest::addColumn<bool>("cross");
    QTest::addColumn<StageId>("view");
    QTest::addColumn<Lines>("expected");
    using S = StageId;
    QTest::newRow("weights") << Side::sentence << false << S::weights << Lines{1, 1};
    QTest::newRow("keys") << Side::sentence << false << S::keys << Lines{1, none};
    QTest::newRow("output") << Side::sentence << false << S::output << Lines{1, none};
    QTest::newRow("weights of two") << Side::sentence << true << S::weights << Lines{1, none};
    QTest::newRow("keys of two") << Side::sentence << true << S::keys << Lines{none, none};
    QTest::newRow("weights, the second sentence") << Side::source << true << S::weights << Lines{none, 1};
    QTest::newRow("values, the second sentence") << Side::source << true << S::values << Lines{1, none};
    QTest::newRow("queries, the second sentence") << Side::source << true << S::queries << Lines{none, none};
}

void TestSelection::lit() {
    QFETCH(Side, side);
    QFETCH(bool, cross);
    QFETCH(StageId, view);
    QFETCH(Lines, expected);
    Selection selection;
    Experiment experiment = example("sky-is-blue");
    if (cross)
        experiment = with_source(experiment, true);
    selection.fit(experiment);
    QVERIFY(lit_on(selection, view) == Lines{});
    selection.toggleInspectedToken({1, side});
    QVERIFY(lit_on(selection, view) == expected);
    selection.clearInspected();
    QVERIFY(lit_on(selection, view) == Lines{});
}

void TestSelection::oneThingAtATime() {
    Selection selection;
    const QSignalSpy said(&selection, &Selection::inspectedChanged);
    const CellRef cell{StageId::weights, 0, 2, 1};
    selection.clearInspected(); // nothing inspected, so no signal
    QCOMPARE(said.count(), 0);
    selection.toggleInspected(cell);
    selection.toggleInspectedToken({0});
    QVERIFY(!selection.inspected() && selection.inspectedToken() == InspectedToken{0});
    selection.toggleInspected(cell);
    QVERIFY(selection.inspected() == cell && !selection.inspectedToken());
    selection.toggleInspected({StageId::weights, 0, 2, 2});
    QVERIFY(selection.inspected().has_value());
    selection.toggleInspected({StageId::weights, 0, 2, 2});
    QVERIFY(!selection.isInspecting());
    QCOMPARE(said.count(), 5);
    // A parameter can be inspected along with a cell. Clicking it again leaves only the cell.
    const ParameterCell number{ParameterId::W_Q, 0, 0};
    selection.toggleInspected(cell);
    selection.inspect(number);
    selection.inspect(number);
    QVERIFY(selection.inspected() == cell && selection.inspectedParameter() == number);
    QCOMPARE(said.count(), 7);
    selection.toggleInspected(cell);
    QVERIFY(selection.inspected() == cell && !selection.inspectedParameter());
    selection.inspect(number);
    selection.clearInspected();
    QVERIFY(!selection.isInspecting());
}

// With one head and three tokens.
void TestSelection::fit_data() {
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<bool>("stays");
    QTest::newRow("last cell") << CellRef{StageId::weights, 0, 2, 2} << true;
    QTest::newRow("no such row") << CellRef{StageId::weights, 0, 3, 2} << false;
    QTest::newRow("no such column") << CellRef{StageId::weights, 0, 2, 3} << false;
    QTest::newRow("no such head") << CellRef{StageId::weights, 1, 2, 2} << false;
}

void TestSelection::fit() {
    QFETCH(CellRef, cell);
    QFETCH(bool, stays);
    Selection selection;
    selection.setHead(1);
    selection.setHovered(cell);
    selection.toggleInspected(cell);
    selection.fit(example("sky-is-blue"));
    QCOMPARE(selection.head(), HeadIndex(0));
    QCOMPARE(selection.inspected().has_value(), stays);
    QCOMPARE(selection.hovered().has_value(), stays);
    selection.clearInspected();
    selection.inspect(ParameterCell{ParameterId::W_Q, cell.head > 0 ? 2 : 0, cell.column > 2 ? 2 : 0});
    selection.fit(example("sky-is-blue"));
    QCOMPARE(selection.inspectedParameter().has_value(), cell.head == 0 && cell.column < 3);
}

LAB_GUILESS_TEST(TestSelection)
#include "tst_selection.moc"
