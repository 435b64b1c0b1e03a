// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adding and removing overrides of computed cells.
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/overrides.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
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
    void byCell();
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
/// Looked up among many, as override_of() finds them one by one.
void TestCellOverrides::byCell() {
    Experiment e = two_tokens();
    RandomExperiments random(42);
    constexpr std::array stages{StageId::inputs, StageId::scores, StageId::weights, StageId::output};
    constexpr HeadIndex heads = 3;
    constexpr Index rows = 4, columns = 5;
    for (int i = 0; i < 90; ++i)
        e.overrides.push_back({stages[static_cast<std::size_t>(random.between(0, 3))],
                               random.between(0, heads - 1),
                               random.between(0, rows - 1),
                               random.between(0, columns - 1),
                               static_cast<double>(i),
                               {}});
    const OverridesByCell by_cell(e);
    for (const StageId stage : stages) {
        std::size_t of_stage = 0;
        for (HeadIndex head = 0; head < heads; ++head) {
            std::size_t of_head = 0;
            for (Index row = 0; row < rows; ++row) {
                std::size_t of_row = 0;
                for (Index column = 0; column < columns; ++column) {
                    const Override* found = override_of(e, {stage, head, row, column});
                    QCOMPARE(by_cell.find({stage, head, row, column}), found);
                    of_row += found ? 1 : 0;
                }
                QCOMPARE(by_cell.of_row(stage, head, row).size(), of_row);
                of_head += of_row;
            }
            QCOMPARE(by_cell.of(stage, head).size(), of_head);
            QVERIFY(std::ranges::equal(by_cell.of(stage, head), overrides_in_force(e, stage, head)));
            of_stage += of_head;
        }
        QCOMPARE(overrides_in_force(e, stage).size(), of_stage);
    }
}

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
