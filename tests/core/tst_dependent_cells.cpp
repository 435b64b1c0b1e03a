// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a number affects, compared with what changes when it becomes another: no cell that is not among those
// found, and something in every row and every column that the sentence names.
#include "core/describe/cells_in_words.h"
#include "core/describe/parameter_explanation.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestDependentCells : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void cellSets();
    void othersStay();
    void othersStayForACell();
    void namedOnesChange();
    void inWords_data();
    void inWords();
};

namespace {

using S = StageId;
using P = ParameterId;
constexpr double hidden_score = -HUGE_VAL;

const DependentMatrix* matrix_of(const std::vector<DependentMatrix>& all, StageId stage, HeadIndex head) {
    const auto found = std::ranges::find_if(
        all, [&](const DependentMatrix& each) { return each.stage == stage && each.head == head; });
    return found == all.end() ? nullptr : &*found;
}

bool is_kept(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) ||
           (std::isfinite(a) && std::abs(a - b) <= 1e-12 * std::abs(a));
}

template<class Does>
void for_each_matrix(const Experiment& e, const Does& does) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head)
            does(stage.id, head);
    }
}

/// A cell that differs and is neither among those found nor `except`.
std::string changed_besides(const Experiment& e, const Trace& before, const Trace& after,
                            const std::vector<DependentMatrix>& found, const std::optional<CellRef>& except) {
    std::string fault;
    for_each_matrix(e, [&](StageId stage, HeadIndex head) {
        const Matrix& was = before.stage(stage, head);
        const Matrix& is = after.stage(stage, head);
        const DependentMatrix* own = matrix_of(found, stage, head);
        const double noise = 1e-12 * was.array().isFinite().select(was.array().abs(), 0).maxCoeff();
        for (Index i = 0; i < was.rows(); ++i) {
            for (Index j = 0; j < was.cols(); ++j) {
                const bool may = (own && own->cells.contains(i, j)) || except == CellRef{stage, head, i, j};
                if (!may && !is_kept(was(i, j), is(i, j)) && !(std::abs(was(i, j) - is(i, j)) <= noise))
                    fault = std::string(info(stage).name) + " " + std::to_string(head) + " " +
                            std::to_string(i) + "," + std::to_string(j) + ": " + std::to_string(was(i, j)) +
                            " " + std::to_string(is(i, j));
            }
        }
    });
    return fault;
}

/// Infinite inputs are not considered: only scores are overridden with −∞.
void keep_finite(Experiment& e) {
    for (Override& each : e.overrides) {
        const bool may = each.stage == S::scaled_scores || each.stage == S::masked_scores;
        if (std::isinf(each.value) && !may)
            each.value = 0.5;
    }
}

/// Small numbers, so that no weight is 0 and no cap is reached; and a smaller ε, so that norms act.
void shrink(Experiment& e) {
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr numbers = parameter(e, each.id); numbers && numbers->size() > 0)
            e = with_cells(e, each.id, 0, 0, *numbers * 0.2);
    }
    for (Override& each : e.overrides)
        each.value *= 0.2;
    if (e.scores.qk_norm)
        e.scores.qk_norm->epsilon = 1e-6;
}

std::vector<ParameterCell> some_cells(const Experiment& e, RandomExperiments& random) {
    std::vector<ParameterCell> cells;
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr numbers = parameter(e, each.id); numbers && numbers->size() > 0)
            cells.push_back(
                {each.id, random.between(0, numbers->rows() - 1), random.between(0, numbers->cols() - 1)});
    }
    return cells;
}

QByteArray name(const ParameterCell& cell) {
    return QByteArray(info(cell.id).name.data()) + ' ' + QByteArray::number(qlonglong(cell.row)) + ',' +
           QByteArray::number(qlonglong(cell.column)) + ": ";
}

} // namespace

void TestDependentCells::cellSets() {
    CellSet cells(4, 130);
    QVERIFY(cells.is_empty() && cells.blocks().empty());
    cells.add({1, 60, 2, 70});
    cells.add(3, 0);
    QCOMPARE(cells.count(), Index(141));
    QVERIFY(cells.contains(2, 129) && !cells.contains(2, 59) && !cells.contains(0, 60));
    QVERIFY(cells.blocks() == (std::vector<Block>{{1, 60, 2, 70}, {3, 0, 1, 1}}));
    cells.remove(2, 64);
    QVERIFY(cells.blocks() ==
            (std::vector<Block>{{1, 60, 1, 70}, {2, 60, 1, 4}, {2, 65, 1, 65}, {3, 0, 1, 1}}));
    QVERIFY(cells.any_of_rows().list() == (std::vector<Index>{1, 2, 3}));
    QVERIFY(cells.any_of_columns().runs() == (std::vector<Columns>{{0, 1}, {60, 70}}));
}

void TestDependentCells::othersStay() {
    RandomExperiments random(2301);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        keep_finite(e);
        const Trace before = compute(e).value();
        for (const ParameterCell& cell : some_cells(e, random)) {
            const Trace after =
                compute(with_cell(e, cell.id, cell.row, cell.column, random.number())).value();
            const std::string fault =
                changed_besides(e, before, after, dependent_cells(e, cell), std::nullopt);
            QVERIFY2(fault.empty(), name(cell) + fault.c_str());
        }
    }
}

void TestDependentCells::othersStayForACell() {
    RandomExperiments random(2302);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        keep_finite(e);
        const Trace before = compute(e).value();
        for_each_matrix(e, [&](StageId stage, HeadIndex head) {
            const Matrix& matrix = before.stage(stage, head);
            const CellRef cell{stage, head, random.between(0, matrix.rows() - 1),
                               random.between(0, matrix.cols() - 1)};
            const Trace after = compute(with_override(e, cell, random.number())).value();
            const std::string fault = changed_besides(e, before, after, dependent_cells(e, cell), cell);
            QVERIFY2(fault.empty(), (std::string(info(stage).name) + ": " + fault).c_str());
        });
    }
}

/// Left out is what can cancel: the share of a sum in one dimension, a norm of one number, the product of a
/// normalised vector with itself, and sparsemax, which makes most weights 0.
void TestDependentCells::namedOnesChange() {
    RandomExperiments random(2303);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        const bool is_one = dimensions(e).d_k == 1;
        const bool has_norm = e.scores.qk_norm.has_value();
        if (e.normalization.kind == NormalizationKind::sparsemax || (has_norm && is_one) ||
            (e.normalization.kind == NormalizationKind::sum && is_one) ||
            (has_norm && e.projection.kind == ProjectionKind::identity))
            continue;
        keep_finite(e);
        shrink(e);
        const Trace before = compute(e).value();
        for (const ParameterCell& cell : some_cells(e, random)) {
            std::vector<Trace> after;
            for (const double value : {0.61, -0.27, 0.083})
                after.push_back(compute(with_cell(e, cell.id, cell.row, cell.column, value)).value());
            for (const DependentMatrix& each : dependent_cells(e, cell)) {
                const Matrix& was = before.stage(each.stage, each.head);
                if (was.array().isNaN().any())
                    continue;
                CellSet changed(was.rows(), was.cols());
                for (const Trace& trace : after) {
                    const Matrix& is = trace.stage(each.stage, each.head);
                    for (Index i = 0; i < was.rows(); ++i) {
                        for (Index j = 0; j < was.cols(); ++j) {
                            if (!is_kept(was(i, j), is(i, j)))
                                changed.add(i, j);
                        }
                    }
                }
                for (const CellGroup& group : groups_of(each).groups) {
                    const std::string where = std::string(info(each.stage).name) + " " +
                                              std::to_string(each.head) + ", " +
                                              text_of(cells_in_words(e, each));
                    PlaceSet columns(was.cols());
                    for (const Index row : group.rows.list()) {
                        QVERIFY2(changed.row(row).intersects(group.columns),
                                 name(cell) + where.c_str() + " row " + QByteArray::number(qlonglong(row)));
                        columns.add(changed.row(row));
                    }
                    PlaceSet missing = group.columns;
                    missing.remove(columns);
                    QVERIFY2(missing.is_empty(), name(cell) + where.c_str() + " column");
                }
            }
        }
    }
}

void TestDependentCells::inWords_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<ParameterCell>("cell");
    QTest::addColumn<QStringList>("words"); // one a stage
    // Four words, d_model 2, d_k 2, d_v 2.
    Experiment e;
    e.sequence = {Tokenizer::whitespace, "a b c d", {"a", "b", "c", "d"}};
    e.embedding.dimension = 2;
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(RowVector::Ones(2)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    for (MatrixPtr* each : {&e.projection.W_Q, &e.projection.W_K, &e.projection.W_V, &e.projection.W_O})
        *each = share(Matrix::Ones(2, 2));
    e.projection.b_K = share(Matrix::Ones(1, 2));
    const auto row = [](const char* title, const Experiment& experiment, const ParameterCell& cell,
                        const QStringList& words) { QTest::newRow(title) << experiment << cell << words; };
    const QString all_scores = "every token → every key",
                  cross = "“d” → every key; every token up to “c” → “d”";
    row("no mask", e, {P::E, 3, 0},
        {"Inputs: feature 1 of “d”", "Queries: every feature of “d”", "Keys: every feature of “d”",
         "Values: every feature of “d”", "Scores: " + cross, "Scaled scores: " + cross,
         "Masked scores: " + cross, "Attention weights: " + all_scores,
         "Head output: every feature of every token", "Output: every feature of every token"});
    Experiment causal = e;
    causal.mask.causal = true;
    const QStringList last{"Masked scores: “d” → every key", "Attention weights: “d” → every key",
                           "Head output: every feature of “d”", "Output: every feature of “d”"};
    row("causal, the last word", causal, {P::E, 3, 0}, last);
    row("causal, the second word", causal, {P::E, 1, 0},
        {"Masked scores: “b” → “a” and “b”; “c” and “d” → “b”",
         "Attention weights: every token from “b” on → every key, where not hidden",
         "Head output: every feature of every token from “b” on"});
    row("causal, a query weight", causal, {P::W_Q, 0, 1},
        {"Queries: feature 2 of every token", "Scores: " + all_scores,
         "Masked scores: " + all_scores + ", where not hidden",
         "Attention weights: every token from “b” on → every key, where not hidden",
         "Head output: every feature of every token from “b” on"});
    row("causal, a value weight", causal, {P::W_V, 0, 1},
        {"Values: feature 2 of every key", "Head output: feature 2 of every token",
         "Output: every feature of every token"});
    row("a bias of the keys", e, {P::b_K, 0, 1},
        {"Keys: feature 2 of every key", "Masked scores: " + all_scores});
    Experiment sink = causal;
    sink.normalization.sink = share(Matrix::Ones(1, 1));
    row("a sink", sink, {P::sink, 0, 0}, {"Attention weights: " + all_scores + ", where not hidden"});
    row("a bias of the keys, with a sink", sink, {P::b_K, 0, 1},
        {"Attention weights: " + all_scores + ", where not hidden"});
    Experiment padded = e;
    padded.mask.padding = {1};
    const QString seen = "“a”, “c” and “d”";
    row("a word that is padding", padded, {P::E, 1, 0},
        {"Masked scores: “b” → " + seen, "Attention weights: “b” → " + seen,
         "Head output: every feature of “b”"});
    row("a weight, with padding", padded, {P::W_K, 0, 0}, {"Attention weights: every token → " + seen});
    Experiment window = e;
    window.mask.window = 1;
    row("each sees itself alone", window, {P::W_Q, 0, 0},
        {"Masked scores: " + all_scores + ", where not hidden"});
    Experiment fixed = e;
    fixed.overrides = {{S::weights, 0, 0, 1, 0.5, nullptr}, {S::output, 0, 3, 1, 0, nullptr}};
    row("overrides", fixed, {P::W_Q, 0, 0},
        {"Attention weights: " + all_scores + ", where not overridden",
         "Output: every feature of every token, where not overridden"});
    Experiment cut = e;
    cut.overrides = {{S::masked_scores, 0, 2, 0, hidden_score, nullptr}};
    cut.mask.custom = share(Matrix{{1, 1, 1, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}});
    row("hidden by hand", cut, {P::W_Q, 0, 0},
        {"Masked scores: " + all_scores + ", where not hidden or overridden",
         "Attention weights: " + all_scores + ", where not hidden"});
    Experiment added = e;
    added.scores.additive = {
        share(Matrix{{0, 0, 0, 0}, {hidden_score, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}})};
    row("an added −∞", added, {P::W_Q, 0, 0}, {"Scaled scores: " + all_scores + ", where not hidden"});
    row("an added −∞ itself", added, {P::additive, 1, 0},
        {"Scaled scores: “b” → “a”", "Attention weights: “b” → every key"});
    Experiment rotary = e;
    rotary.scores.rotary = true;
    row("position 0 does not turn", rotary, {P::W_Q, 0, 0},
        {"Queries: every feature of every token from “b” on; feature 1 of “a”"});
    rotary.sequence.offset = 3;
    row("an offset", rotary, {P::W_Q, 0, 0}, {"Queries: every feature of every token"});
    row("a bias of the keys that turns", rotary, {P::b_K, 0, 0}, {"Attention weights: " + all_scores});
    Experiment sigmoid = causal;
    sigmoid.normalization.kind = NormalizationKind::sigmoid;
    row("each weight alone", sigmoid, {P::E, 1, 0},
        {"Attention weights: “b” → “a” and “b”; “c” and “d” → “b”"});
    Experiment dropped = e;
    dropped.dropout = Dropout{0.5, 3};
    row("dropout", dropped, {P::W_Q, 0, 0}, {"Weights after dropout: " + all_scores + ", where not dropped"});
    Experiment same = e;
    same.sequence = {Tokenizer::whitespace, "a a a", {"a", "a", "a"}};
    row("the same word everywhere", same, {P::W_Q, 0, 0}, {"Queries: feature 1 of every token"});
    Experiment none = e;
    none.mask.custom = share(Matrix{{1, 1, 1, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}});
    row("a query that sees nothing", none, {P::W_O, 0, 1}, {"Output: feature 2 of “a”, “c” and “d”"});
    row(
        "columns notation",
        [&] {
            Experiment columns = causal;
            columns.notation = Notation::columns;
            return columns;
        }(),
        {P::E, 3, 0}, last);
}

/// What the sentences say of some stages, and whether the output is among them.
void TestDependentCells::inWords() {
    QFETCH(Experiment, experiment);
    QFETCH(ParameterCell, cell);
    QFETCH(QStringList, words);
    const ParameterExplanation explanation = explain(experiment, cell);
    QStringList said;
    for (const auto& each : explanation.affects)
        said += QString::fromStdString(text_of(each.stage) + ": " + text_of(each.cells));
    for (const QString& each : words)
        QVERIFY2(said.contains(each), qPrintable(each + "\namong\n" + said.join('\n')));
    const QString title = QTest::currentDataTag();
    const bool ends = title == "a bias of the keys" || title == "each sees itself alone" ||
                      title == "the same word everywhere";
    QCOMPARE(explanation.reaches_output, !ends);
    QVERIFY2(!ends || !said.join('\n').contains("weights"), qPrintable(said.join('\n')));
}

LAB_APPLESS_TEST(TestDependentCells)
#include "tst_dependent_cells.moc"
