// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations of numbers: the named operands combine to the number, in every stage and with every option.
#include "core/base/number_format.h"
#include "core/describe/dependent_cells.h"
#include "core/describe/explanation.h"
#include "core/describe/operands.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/io/explanation_text.h"
#include "core/stages/07_weights.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestExplain : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void goldenCells_data();
    void goldenCells();
    void randomCells();
    void theSumForSky();
    void namesInColumns();
    void sameWords();
    void shares_data();
    void shares();
    void sinkIsALineOfTheShares_data();
    void sinkIsALineOfTheShares();
    void sinkHasACell();
    void spoiltRows_data();
    void spoiltRows();
    void fixedByHand();
    void hiddenCells();
    void plainMarkdown();
};

namespace {

double value_of(const Experiment& e, const Trace& trace, const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source))
        return trace.stage(cell->stage, cell->head)(cell->row, cell->column);
    const auto& parameter = std::get<ParameterCell>(source);
    return value_at(e, parameter.id, parameter.row, parameter.column);
}

bool are_same(double a, double b, double magnitude) {
    return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 1e-12 * magnitude;
}

/// Of the row of a sink's cell.
double sink_share(const Computed& computed, const CellRef& cell) {
    const Matrix masked = computed.trace.stage(StageId::masked_scores, cell.head).row(cell.row);
    return sink_shares(masked, computed.experiment.normalization, cell.head).front();
}

/// What is wrong with a cell's explanation, or an empty string.
std::string fault_of(const Computed& computed, const CellRef& cell) {
    const Explanation explanation = computed.of(cell);
    const std::string name = text_of(explanation.stage) + ": " + text_of(explanation.place);
    const Matrix& stage = computed.trace.stage(cell.stage, cell.head);
    const double value =
        cell.column < stage.cols() ? stage(cell.row, cell.column) : sink_share(computed, cell);
    if (explanation.steps.empty() || text_of(explanation.words).empty() || text_of(explanation.place).empty())
        return name + ": nothing is said";
    double summed = 0; // sum of magnitudes, the scale of the rounding error
    for (const Term& term : explanation.steps.back().terms)
        summed += std::abs(term.value);
    const double result = explanation.steps.back().result;
    if (!are_same(explanation.value, value, cell.column < stage.cols() ? 0 : std::abs(value)) ||
        !are_same(result, value, std::max(summed, std::abs(value))))
        return name + ": another number, " + shortest(result) + " for " + shortest(value);
    for (const ExplanationStep& step : explanation.steps) {
        double magnitude = 0;
        const auto check = [&](const Operand& operand) {
            return !operand.source ||
                   are_same(operand.value, value_of(computed.experiment, computed.trace, *operand.source), 0);
        };
        for (const Term& term : step.terms) {
            magnitude += std::abs(term.value);
            if (!std::ranges::all_of(term.factors, check))
                return name + ": an operand has another value, " + text_of(step.title);
        }
        for (const Share& share : step.shares) {
            magnitude += std::abs(share.part);
            if (!check(share.score))
                return name + ": a score has another value";
        }
        if (step.sink && !check(step.sink->score))
            return name + ": the sink has another value";
        if (step.kind == ExplanationKind::normalizer) // its result is a share of the sum
            magnitude = std::max(1.0, std::abs(step.result));
        if (!are_same(recombined(step), step.result, magnitude))
            return name + ": the operands lead elsewhere, " + text_of(step.title) + ", " +
                   shortest(recombined(step)) + " for " + shortest(step.result);
    }
    return {};
}

/// The first fault of any cell.
std::string fault_of(const Experiment& experiment) {
    const Computed computed(experiment);
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            const Matrix& matrix = computed.trace.stage(stage.id, head);
            for (Index row = 0; row < matrix.rows(); ++row) {
                const bool has_sink = is_sink_share(experiment, {stage.id, head, row, matrix.cols()});
                for (Index column = 0; column < matrix.cols() + (has_sink ? 1 : 0); ++column) {
                    if (std::string fault = fault_of(computed, {stage.id, head, row, column}); !fault.empty())
                        return fault;
                }
            }
        }
    }
    return {};
}

Experiment sky() {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    return with_text(e, "sky is blue");
}

} // namespace

void TestExplain::goldenCells_data() {
    QTest::addColumn<QString>("name");
    std::size_t index = 0;
    for (const std::string& name : golden_names()) {
        if (in_sample(index++, 1))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestExplain::goldenCells() {
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(fault_of(load_golden(name.toStdString()).experiment)), QString());
}

void TestExplain::randomCells() {
    RandomExperiments random(41);
    for (int round = 0; round < many_experiments / 10; ++round)
        QCOMPARE(QString::fromStdString(fault_of(random.next())), QString());
}

/// The weighted sum, with words as indices.
void TestExplain::theSumForSky() {
    const Computed computed(sky());
    const Explanation explanation = computed.of({StageId::head_outputs, 0, 0, 0});
    QCOMPARE(explanation.steps.size(), std::size_t(1));
    const ExplanationStep& step = explanation.steps.front();
    QCOMPARE(step.terms.size(), std::size_t(3));
    const std::vector<std::string> words{"sky", "is", "blue"};
    for (std::size_t key = 0; key < 3; ++key) {
        const Term& term = step.terms[key];
        QCOMPARE(term.name, words[key]);
        QCOMPARE(term.factors[0].symbol, std::string("A"));
        QCOMPARE(term.factors[0].index, "sky," + words[key]);
        QCOMPARE(term.factors[1].symbol, std::string("V"));
        QCOMPARE(term.factors[1].index, words[key] + ",1");
        QVERIFY(term.factors[1].source == Source(CellRef{StageId::values, 0, static_cast<Index>(key), 0}));
    }
    QCOMPARE(step.terms.back().sum, explanation.value);
    QCOMPARE(sources(explanation).size(), std::size_t(6));
}

void TestExplain::namesInColumns() {
    Experiment e = sky();
    e.notation = Notation::columns;
    const Computed computed(e);
    const ExplanationStep step = computed.of({StageId::head_outputs, 0, 0, 1}).steps.front();
    QCOMPARE(step.index, std::string("2,sky"));
    QCOMPARE(step.terms[1].factors[0].index, std::string("is,sky"));
    QCOMPARE(step.terms[1].factors[1].index, std::string("2,is"));
}

/// Repeated words are told apart by their positions.
void TestExplain::sameWords() {
    const Computed computed(with_text(sky(), "the cat the dog"));
    const Explanation explanation = computed.of({StageId::weights, 0, 2, 0});
    QCOMPARE(text_of(explanation.stage) + ": " + text_of(explanation.place),
             std::string("Attention weights: “the” (3) → “the” (1)"));
    QCOMPARE(explanation.steps.back().index, std::string("the(3),the(1)"));
}

void TestExplain::shares_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<double>("score");
    QTest::addColumn<double>("shift");
    QTest::addColumn<QString>("words");
    QTest::newRow("softmax") << NormalizationKind::softmax << 2.0 << 2.0 << "m = 2 its largest";
    QTest::newRow("naive") << NormalizationKind::softmax_naive << 2.0 << 0.0 << "";
    QTest::newRow("naive overflows") << NormalizationKind::softmax_naive << 800.0 << 0.0
                                     << "more than a double";
    QTest::newRow("sum") << NormalizationKind::sum << 2.0 << 0.0 << "";
    QTest::newRow("sparsemax") << NormalizationKind::sparsemax << 2.0 << 1.0 << "t = 1 is the threshold";
    QTest::newRow("sigmoid") << NormalizationKind::sigmoid << 2.0 << 0.0
                             << "each weight is computed alone; the row need not add up to 1";
}

/// The shares of a row with one large score.
void TestExplain::shares() {
    QFETCH(NormalizationKind, kind);
    QFETCH(double, score);
    QFETCH(QString, words);
    Experiment e = sky();
    e.normalization.kind = kind;
    e = with_override(e, {StageId::masked_scores, 0, 0, 0}, score);
    e = with_override(e, {StageId::masked_scores, 0, 0, 1}, 0.5);
    e = with_override(e, {StageId::masked_scores, 0, 0, 2}, -1);
    const ExplanationStep step = Computed(e).of({StageId::weights, 0, 0, 0}).steps.back();
    QCOMPARE(step.shares.size(), std::size_t(3));
    QTEST(step.shift, "shift");
    const std::string said = text_of(step.words);
    QVERIFY2(QString::fromStdString(said).contains(words), said.c_str());
}

void TestExplain::sinkIsALineOfTheShares_data() {
    QTest::addColumn<double>("sink");
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("words");
    QTest::newRow("as large as they are")
        << 1.0 << 0.25
        << "m = 1 the largest of them and the sink: subtracting m prevents "
           "overflow; the weights are unchanged; the row adds up to 0.7500; "
           "the sink takes 0.2500";
    QTest::newRow("above") << 40.0 << 1.0 << "the row adds up to 0.0000; the sink takes 1.0000";
    QTest::newRow("far below")
        << -1e300 << 0.0
        << "the row adds up to 1.0000, its entropy is 1.585 bits of at most 1.585; the "
           "sink takes 0.0000";
}

void TestExplain::sinkIsALineOfTheShares() {
    QFETCH(double, sink);
    QFETCH(double, share);
    QFETCH(QString, words);
    Experiment e = sky();
    e.normalization.sink = lab::share(Matrix{{sink}});
    for (Index key = 0; key < 3; ++key)
        e = with_override(e, {StageId::masked_scores, 0, 0, key}, 1);
    const Explanation explanation = Computed(e).of({StageId::weights, 0, 0, 0});
    const ExplanationStep& step = explanation.steps.back();
    QVERIFY(step.sink && step.sink->key == "sink" && std::abs(step.sink->weight - share) < 1e-12);
    const std::string said = text_of(step.words);
    QVERIFY2(QString::fromStdString(said).contains(words), said.c_str());
    const Source source = ParameterCell{ParameterId::sink, 0, 0};
    QVERIFY(std::ranges::count(sources(explanation), source) == 1);
    QCOMPARE(QString::fromStdString(text_of(explanation.words)).contains("the sink takes"), share > 0);
}

/// As the cell after those of the keys: exp(sink/τ − m), over the sum of all.
void TestExplain::sinkHasACell() {
    Experiment e = sky();
    e.heads = {1, 1};
    e.normalization = {NormalizationKind::softmax, 2, 0, lab::share(Matrix{{3}})};
    for (Index key = 0; key < 3; ++key)
        e = with_override(e, {StageId::masked_scores, 0, 1, key}, static_cast<double>(key));
    const CellRef cell{StageId::weights, 0, 1, 3};
    QVERIFY(has_cell(e, cell) && is_sink_share(e, cell));
    const Explanation explanation = Computed(e).of(cell);
    const double parts = std::exp(-1.5) + std::exp(-1.0) + std::exp(-0.5) + 1;
    QVERIFY(std::abs(explanation.value - 1 / parts) < 1e-15);
    QCOMPARE(QString::fromStdString(text_of(explanation.place)), QString("“is” → the sink"));
    QCOMPARE(QString::fromStdString(text_of(explanation.words)),
             QString("the sink takes 45.5 % of the attention of “is”; no key, no value"));
    QCOMPARE(explanation.steps.size(), std::size_t(1)); // no key that the query is compared with
    const ExplanationStep& step = explanation.steps.back();
    QCOMPARE(recombined(step), explanation.value);
    double others = 0;
    for (const Share& each : step.shares)
        others += each.weight;
    QVERIFY(std::abs(1 - others - explanation.value) < 1e-15);
    QCOMPARE(QString::fromStdString(plain(step.rule)),
             QString("A_is,sink = e^(sink/τ − m) / (Σ_j e^(z_j/τ − m) + e^(sink/τ − m))"));
    QCOMPARE(QString::fromStdString(plain(step.numbers, 2)),
             QString("e^0.00 / (e^−1.50 + e^−1.00 + e^−0.50 + e^0.00)"));
    QVERIFY(QString::fromStdString(text_of(step.words))
                .endsWith("the sink takes 0.4551: what the row leaves of 1"));
    const Operands read = operands(e, cell);
    QVERIFY(read.stages == (std::vector<StageBlock>{{StageId::masked_scores, 0, {1, 0, 1, 3}}}));
    QVERIFY(read.parameters == (std::vector<ParameterBlock>{{ParameterId::sink, {0, 0, 1, 1}}}));
    QVERIFY(dependents(e, cell).empty());
    // Without a sink in the softmax there is no such cell.
    e.normalization.kind = NormalizationKind::sum;
    QVERIFY(!has_cell(e, cell));
}

void TestExplain::spoiltRows_data() {
    QTest::addColumn<NormalizationKind>("kind");
    using enum NormalizationKind;
    for (const NormalizationKind kind : {softmax, softmax_naive, sum, sparsemax, sigmoid})
        QTest::addRow("%d", static_cast<int>(kind)) << kind;
}

/// An overflowing score makes every weight of its row NaN, and the explanations say so.
void TestExplain::spoiltRows() {
    QFETCH(NormalizationKind, kind);
    Experiment e = sky();
    e.normalization.kind = kind;
    e.scores.scale = 1e300;
    e = with_override(e, {StageId::scores, 0, 0, 0}, 1e300);
    QVERIFY(std::isnan(Computed(e).trace.stage(StageId::weights)(0, 1)));
    QCOMPARE(QString::fromStdString(fault_of(e)), QString());
    // Also when the overflow only happens in the division by the temperature.
    e = sky();
    e.normalization = {kind, 1e-300};
    e = with_override(e, {StageId::masked_scores, 0, 0, 0}, 1e20);
    for (Index key = 0; key < 3; ++key)
        e = with_override(e, {StageId::masked_scores, 0, 1, key}, -1e20);
    QCOMPARE(QString::fromStdString(fault_of(e)), QString());
}

void TestExplain::fixedByHand() {
    const CellRef cell{StageId::scores, 0, 1, 2};
    const Experiment e = sky();
    const double before = Computed(e).of(cell).value;
    const Explanation explanation = Computed(with_override(e, cell, 7)).of(cell);
    QCOMPARE(explanation.value, 7.0);
    QCOMPARE(explanation.steps.size(), std::size_t(2));
    QVERIFY(explanation.steps.back().kind == ExplanationKind::overridden);
    QCOMPARE(explanation.steps.front().result, before);
    QCOMPARE(text_of(explanation.steps.back().words), "computed value: " + brief(before));
}

void TestExplain::hiddenCells() {
    Experiment e = sky();
    e.mask.causal = true;
    e.mask.padding = {2};
    const Computed computed(e);
    const Explanation hidden = computed.of({StageId::weights, 0, 0, 2});
    QCOMPARE(text_of(hidden.words), std::string("“blue” is hidden from “sky”: causal, and padding of key 3"));
    QCOMPARE(
        text_of(hidden.steps[2].words),
        std::string("hidden: causal, and padding of key 3; a causal mask hides what comes after the query"));
    QVERIFY(text_of(hidden.steps[3].words).starts_with("a hidden key weighs exactly 0"));
    QCOMPARE(text_of(computed.of({StageId::masked_scores, 0, 1, 0}).steps.back().words),
             std::string("not hidden by any rule"));
    QVERIFY(text_of(computed.of({StageId::weights, 0, 0, 0}).words)
                .starts_with("“sky” gives 100.0 % of its attention"));
}

/// Words of the sentence are not interpreted as Markdown.
void TestExplain::plainMarkdown() {
    const Computed computed(with_text(sky(), "a|b *c*"));
    const std::string text = write_markdown(computed.of({StageId::weights, 0, 0, 1}));
    QVERIFY(text.find("a\\|b") != std::string::npos);
    QVERIFY(text.find("\\*c\\*") != std::string::npos);
    QVERIFY(text.find("a|b") == std::string::npos);
    QVERIFY2(text.find("| term | from | times | product | sum so far |") != std::string::npos, text.c_str());
}

LAB_GUILESS_TEST(TestExplain)
#include "tst_explain.moc"
