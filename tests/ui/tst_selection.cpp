// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a held cell or token lights up on other views, and what is held no longer.
#include "ui/selection.h"

#include "tests/support/fatal_messages.h"
#include "ui/document/examples.h"

#include <QSignalSpy>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

using Lit = std::optional<Index>;

constexpr Lit none = std::nullopt;

/// The rows and columns that a stage's view lights.
struct Lines {
    Lit row, column;
    bool operator==(const Lines&) const = default;
};

Lines lit_on(const Selection& selection, StageId id) {
    const StageInfo& stage = info(id);
    return {selection.lit(stage.rows, stage.columns), selection.lit(stage.columns, stage.rows)};
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

// Cells are held in row 2, column 1.
void TestSelection::lit_data() {
    QTest::addColumn<std::optional<StageId>>("held"); // none: token 1 is held
    QTest::addColumn<StageId>("view");
    QTest::addColumn<Lines>("expected");
    using S = StageId;
    const auto row = [](std::optional<S> held, S view, Lit lit_row, Lit lit_column) {
        const char* from = held ? info(*held).name.data() : "a token";
        QTest::addRow("%s on %s", from, info(view).name.data()) << held << view << Lines{lit_row, lit_column};
    };
    row(S::weights, S::weights, 2, 1);
    row(S::weights, S::scores, 2, 1);
    row(S::weights, S::inputs, 2, none);
    row(S::weights, S::queries, 2, none);
    row(S::weights, S::keys, 1, none); // the key, not the query
    row(S::weights, S::values, 1, none);
    row(S::weights, S::head_outputs, 2, none);
    row(S::weights, S::output, 2, none);
    row(S::queries, S::queries, 2, 1);
    row(S::queries, S::keys, 2, 1); // the same token, the same feature
    row(S::queries, S::values, 2, none);
    row(S::queries, S::weights, 2, none); // as a query alone
    row(S::keys, S::weights, none, 2);    // as a key alone
    row(S::keys, S::queries, 2, 1);
    row(S::values, S::head_outputs, 2, 1);
    row(S::values, S::weights, none, 2);
    row(S::values, S::output, 2, none);
    row(S::output, S::concat, 2, none);
    row(S::output, S::weights, 2, none);
    row(std::nullopt, S::weights, 1, 1);
    row(std::nullopt, S::keys, 1, none);
    row(std::nullopt, S::output, 1, none);
}

void TestSelection::lit() {
    QFETCH(std::optional<StageId>, held);
    QFETCH(StageId, view);
    QFETCH(Lines, expected);
    Selection selection;
    QVERIFY(lit_on(selection, view) == Lines{});
    if (held)
        selection.toggleHeld({*held, 0, 2, 1});
    else
        selection.toggleHeldToken({1});
    QVERIFY(lit_on(selection, view) == expected);
    selection.release();
    QVERIFY(lit_on(selection, view) == Lines{});
}

void TestSelection::oneThingAtATime() {
    Selection selection;
    const QSignalSpy said(&selection, &Selection::heldChanged);
    const CellRef cell{StageId::weights, 0, 2, 1};
    selection.release(); // nothing is held: nothing to say
    QCOMPARE(said.count(), 0);
    selection.toggleHeld(cell);
    selection.toggleHeldToken({0});
    QVERIFY(!selection.held() && selection.heldToken() == HeldToken{0});
    selection.toggleHeld(cell);
    QVERIFY(selection.held() == cell && !selection.heldToken());
    selection.toggleHeld({StageId::weights, 0, 2, 2});
    QVERIFY(selection.held().has_value());
    selection.toggleHeld({StageId::weights, 0, 2, 2});
    QVERIFY(!selection.holdsAnything());
    QCOMPARE(said.count(), 5);
}

// In an example of one head and three tokens.
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
    selection.toggleHeld(cell);
    selection.fit(example("sky-is-blue"));
    QCOMPARE(selection.head(), HeadIndex(0));
    QCOMPARE(selection.held().has_value(), stays);
    QCOMPARE(selection.hovered().has_value(), stays);
}

QTEST_GUILESS_MAIN(TestSelection)
#include "tst_selection.moc"
