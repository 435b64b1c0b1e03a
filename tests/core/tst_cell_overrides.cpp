// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adding and removing overrides of computed cells.
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/overrides.h"
#include "core/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <limits>

using namespace lab;
using namespace lab::test;

class TestCellOverrides : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void theLastOneHolds();
    void keepsWhatItDoesNotKnow();
    void inOrder();
    void everyCellTakesIt();
    void thereAndBack();
};

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr CellRef weight_cell{StageId::weights, 0, 0, 1};

Experiment two_tokens() {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    return with_text(e, "a b");
}

} // namespace

void TestCellOverrides::theLastOneHolds() {
    Experiment e = two_tokens();
    e.overrides = {{StageId::weights, 0, 0, 1, 0.25, {}}, {StageId::weights, 0, 0, 1, 0.5, {}}};
    QCOMPARE(override_of(e, weight_cell)->value, 0.5);
    QCOMPARE(overrides_in_force(e).size(), std::size_t(1));
    QCOMPARE(overrides_in_force(e).front()->value, 0.5);
    const Experiment overridden = with_override(e, weight_cell, 0.75);
    QCOMPARE(overridden.overrides.size(), std::size_t(1));
    QCOMPARE(override_of(overridden, weight_cell)->value, 0.75);
    QVERIFY(without_override(e, weight_cell).overrides.empty());
    QVERIFY(!override_of(e, {StageId::weights, 0, 1, 1}));
}

void TestCellOverrides::keepsWhatItDoesNotKnow() {
    Experiment e = two_tokens();
    const auto note =
        std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json{{"note", "from the lecture"}});
    e.overrides = {{StageId::weights, 0, 0, 1, 0.25, note}};
    QVERIFY(override_of(with_override(e, weight_cell, 1), weight_cell)->unknown_keys == note);
}

void TestCellOverrides::inOrder() {
    Experiment e = two_tokens();
    e.overrides = {{StageId::output, 0, 1, 0, 1, {}},
                   {StageId::weights, 0, 1, 1, 2, {}},
                   {StageId::weights, 0, 0, 1, 3, {}},
                   {StageId::queries, 0, 0, 0, 4, {}}};
    std::vector<double> values;
    for (const Override* each : overrides_in_force(e))
        values.push_back(each->value);
    QCOMPARE(values, (std::vector<double>{4, 3, 2, 1}));
}

/// An override of a cell of any stage shows up in the trace, and can be removed again.
void TestCellOverrides::everyCellTakesIt() {
    RandomExperiments random(31);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        random.add_override(e);
        const CellRef cell = cell_of(e.overrides.back());
        const double value = random.coin() ? random.number() : minus_infinity;
        const Experiment overridden = with_override(e, cell, value);
        QCOMPARE(fault(overridden), std::string());
        const Result<Trace> trace = compute(overridden);
        QVERIFY(trace);
        const Matrix& matrix = trace.value().stage(cell.stage, cell.head);
        QCOMPARE(matrix(cell.row, cell.column), value);
        QVERIFY(!override_of(without_override(overridden, cell), cell));
        QVERIFY(without_overrides(overridden).overrides.empty());
    }
}

void TestCellOverrides::thereAndBack() {
    RandomExperiments random(32);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        Experiment other = e;
        random.add_override(other);
        const CellRef cell = cell_of(other.overrides.back());
        if (override_of(e, cell))
            continue;
        QCOMPARE(difference(e, without_override(with_override(e, cell, 1), cell)).value_or(""),
                 std::string());
    }
}

LAB_GUILESS_TEST(TestCellOverrides)
#include "tst_cell_overrides.moc"
