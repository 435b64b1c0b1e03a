// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operands and dependents of a cell, compared with what is actually computed.
#include "core/describe/dependent_cells.h"
#include "core/describe/explain.h"
#include "core/describe/operands.h"
#include "core/describe/parameter_explanation.h"
#include "core/describe/sensitivity.h"
#include "core/edits/cell_overrides.h"
#include "core/engine/backward.h"
#include "core/engine/pipeline.h"
#include "core/experiment/normalizers.h"
#include "core/stages/08_dropped_weights.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lab;
using namespace lab::test;

class TestOperands : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asExplained_data();
    void asExplained();
    void read_data();
    void read();
    void cellsDependents();
    void parametersDependents();
    void reached();
    void sensitivities();
};

namespace {

/// Sets of numbers, each by kind (stage or parameter), id, head, row and column.
using CellList = std::set<std::array<Index, 5>>;

void add(CellList& places, Index kind, Index which, Index head, const Block& block) {
    for (Index i = 0; i < block.rows; ++i) {
        for (Index j = 0; j < block.columns; ++j)
            places.insert({kind, which, head, block.row + i, block.column + j});
    }
}

CellList places_of(const std::vector<StageBlock>& stages,
                   const std::vector<ParameterBlock>& parameters = {}) {
    CellList places;
    for (const StageBlock& each : stages)
        add(places, 0, static_cast<Index>(each.stage), each.head, each.block);
    for (const ParameterBlock& each : parameters)
        add(places, 1, static_cast<Index>(each.id), 0, each.block);
    return places;
}

CellList places_of(const std::vector<Source>& sources) {
    CellList places;
    for (const Source& source : sources) {
        if (const auto* cell = std::get_if<CellRef>(&source)) {
            add(places, 0, static_cast<Index>(cell->stage), cell->head, {cell->row, cell->column, 1, 1});
        } else {
            const auto& number = std::get<ParameterCell>(source);
            add(places, 1, static_cast<Index>(number.id), 0, {number.row, number.column, 1, 1});
        }
    }
    return places;
}

template<class Does>
void for_each_cell(const Experiment& e, const Trace& trace, const Does& does) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head) {
            const Matrix& matrix = trace.stage(stage.id, head);
            for (Index i = 0; i < matrix.rows(); ++i) {
                for (Index j = 0; j < matrix.cols(); ++j)
                    does(CellRef{stage.id, head, i, j});
            }
        }
    }
}

std::string name_of(const CellRef& cell) {
    return std::string(info(cell.stage).name) + " " + std::to_string(cell.head) + " " +
           std::to_string(cell.row) + "," + std::to_string(cell.column);
}

bool equal_or_nan(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// A cell that differs between two computations, is not among `places` and is not `except`.
std::string changed_elsewhere(const Experiment& e, const Trace& before, const Trace& after,
                              const CellList& places, const std::optional<CellRef>& except) {
    std::string found;
    for_each_cell(e, before, [&](const CellRef& cell) {
        const double old = before.stage(cell.stage, cell.head)(cell.row, cell.column);
        const double now = after.stage(cell.stage, cell.head)(cell.row, cell.column);
        if (!equal_or_nan(old, now) && cell != except &&
            !places.contains({0, static_cast<Index>(cell.stage), cell.head, cell.row, cell.column}))
            found = name_of(cell);
    });
    return found;
}

} // namespace

void TestOperands::asExplained_data() {
    QTest::addColumn<QString>("name");
    std::size_t index = 0;
    for (const std::string& name : golden_names()) {
        if (in_sample(index++, 1))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

/// For every cell, the highlighted operands are those that the explanation names; of a normalised row whose
/// numbers are sums, which have no name, also what the others are computed from.
void TestOperands::asExplained() {
    QFETCH(QString, name);
    const Experiment e = load_golden(name.toStdString()).experiment;
    const Trace trace = compute(e).value();
    const StageReader matrix = [&](StageId id, HeadIndex head) -> const Matrix& {
        return trace.stage(id, head);
    };
    std::string fault;
    for_each_cell(e, trace, [&](const CellRef& cell) {
        const Operands lit = operands(e, cell);
        const CellList places = places_of(lit.stages, lit.parameters);
        const CellList named = places_of(sources(explain(e, matrix, cell)));
        const bool has_sums = e.scores.qk_norm && e.projection.kind == ProjectionKind::linear &&
                              (cell.stage == StageId::queries || cell.stage == StageId::keys);
        if (has_sums ? !std::ranges::includes(places, named) : places != named)
            fault = name_of(cell);
    });
    QCOMPARE(QString::fromStdString(fault), QString());
}

void TestOperands::read_data() {
    asExplained_data();
}

/// A cell's stage reads a number if, and only if, the cell is among those that depend on that number, where
/// nothing is hidden. A value whose weight is dropped is read in vain; at position 0 a pair does not mix, and
/// a weight that is alone is always 1.
void TestOperands::read() {
    QFETCH(QString, name);
    Experiment e = load_golden(name.toStdString()).experiment;
    e.overrides.clear();
    e.mask = {};
    for (MatrixPtr& each : e.scores.additive)
        each = share(each->array().isFinite().select(*each, 0));
    const Trace trace = compute(e).value();
    const bool is_alone = dimensions(e).n_k == 1 && !sink_of(e.normalization, 0);
    const auto keeps = [&](const CellRef& cell) {
        const FirstPositions first = first_positions(e);
        return (cell.stage == StageId::weights && is_alone) ||
               (cell.stage == StageId::queries && first.query + cell.row == 0) ||
               (cell.stage == StageId::keys && first.key + cell.row == 0);
    };
    // Numbers, each with a cell that reads it or depends on it.
    std::set<std::pair<std::array<Index, 5>, std::array<Index, 5>>> read, depends;
    const auto place = [](const CellRef& cell) {
        return std::array<Index, 5>{0, Index(cell.stage), cell.head, cell.row, cell.column};
    };
    const auto add_dependents = [&](const std::array<Index, 5>& number, const std::vector<StageBlock>& all,
                                    const auto& is_direct) {
        for (const StageBlock& each : all) {
            if (!is_direct(each.stage))
                continue;
            for (const auto& cell : places_of({each}))
                depends.insert({number, cell});
        }
    };
    for_each_cell(e, trace, [&](const CellRef& cell) {
        const Operands own = read_by(e, cell);
        const bool drops = is_dropped(e, cell);
        for (const auto& number : places_of(own.stages, own.parameters)) {
            const bool is_unweighed =
                cell.stage == StageId::head_outputs && e.dropout && number[0] == 0 &&
                StageId(number[1]) == StageId::values &&
                is_dropped(e, {StageId::dropped_weights, cell.head, cell.row, number[3]});
            if (!drops && !keeps(cell) && !is_unweighed)
                read.insert({number, place(cell)});
        }
        add_dependents(place(cell), dependents(e, cell), [&](StageId stage) {
            const auto reads = info(stage).reads;
            const bool passes_dropout = cell.stage == StageId::weights && stage == StageId::head_outputs;
            return std::ranges::find(reads, cell.stage) != reads.end() && !(passes_dropout && e.dropout);
        });
    });
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr numbers = parameter(e, each.id);
        for (Index row = 0; numbers && row < numbers->rows(); ++row) {
            for (Index column = 0; column < numbers->cols(); ++column)
                add_dependents({1, Index(each.id), 0, row, column},
                               dependents(e, ParameterCell{each.id, row, column}), [&](StageId stage) {
                                   const auto fields = info(stage).fields;
                                   return std::ranges::find(fields, each.field) != fields.end();
                               });
        }
    }
    std::erase_if(depends, [&](const auto& each) {
        const auto& cell = each.second;
        return keeps({StageId(cell[1]), cell[2], cell[3], cell[4]});
    });
    std::string fault;
    const auto compare = [&](const auto& all, const auto& others, const char* what) {
        for (const auto& [number, cell] : all) {
            if (!others.contains({number, cell}))
                fault = std::string(what) + name_of({StageId(cell[1]), cell[2], cell[3], cell[4]}) + " of " +
                        std::to_string(number[0]) + " " + std::to_string(number[1]) + " " +
                        std::to_string(number[2]) + " " + std::to_string(number[3]) + "," +
                        std::to_string(number[4]);
        }
    };
    compare(read, depends, "only read: ");
    compare(depends, read, "only depends: ");
    QCOMPARE(QString::fromStdString(fault), QString());
}

void TestOperands::cellsDependents() {
    RandomExperiments random(77);
    for (int round = 0; round < many_experiments / 10; ++round) {
        const Experiment e = random.next();
        const Trace before = compute(e).value();
        std::vector<CellRef> cells;
        for_each_cell(e, before, [&](const CellRef& cell) { cells.push_back(cell); });
        const CellRef cell = cells[static_cast<std::size_t>(round * 7919) % cells.size()];
        const Trace after = compute(with_override(e, cell, 0.731)).value();
        QCOMPARE(changed_elsewhere(e, before, after, places_of(dependents(e, cell)), cell), std::string());
    }
}

void TestOperands::parametersDependents() {
    RandomExperiments random(78);
    for (int round = 0; round < many_experiments / 10; ++round) {
        const Experiment e = random.next();
        const Trace before = compute(e).value();
        for (const ParameterInfo& each : all_parameters()) {
            const MatrixPtr numbers = parameter(e, each.id);
            if (!numbers || numbers->size() == 0)
                continue;
            const ParameterCell cell{each.id, round % numbers->rows(), (round / 2) % numbers->cols()};
            const Trace after = compute(with_cell(e, cell.id, cell.row, cell.column, 0.377)).value();
            const std::string elsewhere =
                changed_elsewhere(e, before, after, places_of(dependents(e, cell)), {});
            QVERIFY2(elsewhere.empty(), (std::string(each.name) + ": " + elsewhere).c_str());
        }
    }
}

void TestOperands::reached() {
    const Experiment e = load_golden("sky-is-blue").experiment;
    const ParameterExplanation explanation = explain(e, ParameterCell{ParameterId::W_Q, 0, 1});
    QCOMPARE(explanation.title, std::string("Query weights"));
    QCOMPARE(plain(explanation.name), std::string("(W_Q)_1,2"));
    QCOMPARE(text_of(explanation.words),
             std::string("how much feature 1 of a token counts for feature 2 of the query"));
    QStringList said;
    for (const auto& each : explanation.affects)
        said += QString::fromStdString(text_of(each.stage) + ": " + text_of(each.cells));
    QCOMPARE(said.first(), QString("Queries: feature 2 of every token"));
    QVERIFY2(said.contains("Scores: every token → every key"), qPrintable(said.join('\n')));
    QCOMPARE(said.last(), QString("Output: every feature of every token"));
    // Numbered within the head that uses it.
    const Experiment heads = load_golden("two-heads").experiment;
    QCOMPARE(text_of(explain(heads, ParameterCell{ParameterId::W_K, 0, 5}).words),
             std::string("how much feature 1 of a token counts for feature 2 of the key, in head 2"));
    const ParameterExplanation of_word = explain(e, ParameterCell{ParameterId::E, 2, 0});
    QCOMPARE(text_of(of_word.words), std::string("feature 1 of the vector of “blue”"));
    QCOMPARE(text_of(of_word.affects.front().cells), std::string("feature 1 of “blue”"));
    QVERIFY(of_word.affects.front().first == Source(CellRef{StageId::inputs, 0, 2, 0}));
    const Experiment rows = load_golden("rows-repeated-words").experiment; // "… while cat cat while"
    const ParameterExplanation of_row = explain(rows, ParameterCell{ParameterId::X, 4, 1});
    QCOMPARE(plain(of_row.name), std::string("(X_rows)_cat(5),2"));
    QCOMPARE(text_of(of_row.words), std::string("feature 2 of the row given for “cat” (5)"));
    QVERIFY(of_row.affects.front().first == Source(CellRef{StageId::inputs, 0, 4, 1}));
}

void TestOperands::sensitivities() {
    const Experiment e = load_golden("two-heads").experiment;
    const Trace trace = compute(e).value();
    const CellRef of{StageId::output, 0, 1, 0};
    const Gradients all = derivatives(e, trace.kept(), of);
    for (const auto& [id, slopes] : all) {
        const auto answer = sensitivity_of(e, of, id);
        QVERIFY(answer && answer->of == of && answer->by == id);
        QVERIFY(answer->slopes == slopes);
    }
    QVERIFY(!sensitivity_of(e, of, ParameterId::position)); // this model has no position table
    QVERIFY(multiplications_of_sensitivity(e) > 0);
}

LAB_APPLESS_TEST(TestOperands)
#include "tst_operands.moc"
