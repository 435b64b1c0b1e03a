// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks every statement in explanations and notes against an oracle of plain loops. With LAB_EXHAUSTIVE set,
// on many more experiments and on all of their cells.
#include "core/analysis/statistics.h"
#include "core/base/number_format.h"
#include "core/describe/explanation.h"
#include "core/describe/not_finite.h"
#include "core/describe/operands.h"
#include "core/describe/rounding_error.h"
#include "core/describe/sensitivity.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestTruth : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void explanations();
    void resultNotes();
    void hiddenAgrees();
    void origins_data();
    void origins();
    void formulaOfInfinity();
    void noShareOfOtherSums();
    void rounding_data();
    void rounding();
    void statisticsOfZero();
    void saturation();
    void saturationBySink();
    void powers_data();
    void powers();
};

namespace {

using S = StageId;

/// Two words, where the first score is q·k.
Experiment pairs(double q, double k) {
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"sky", "is"}};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix{{q}, {1}});
    e.projection.K = share(Matrix{{k}, {2}});
    e.projection.V = share(Matrix{{1}, {2}});
    return e;
}

QString fault_of(const Computed& computed, const Truth& truth, const CellRef& cell) {
    const Explanation explanation = computed.of(cell);
    const OraclePlace at{cell.stage, cell.head, cell.row, cell.column};
    if (QString fault = truth.fault_of_words(at, QString::fromStdString(text_of(explanation.words)));
        !fault.isEmpty())
        return fault;
    if (chain_to(computed.experiment, cell).back() != cell)
        return "the explanation is of another cell";
    // The last steps belong to the cell itself. Cells whose value is carried over have their own explanation.
    const ExplanationStep& last = explanation.steps.back();
    const bool overridden = last.kind == ExplanationKind::overridden;
    if (overridden) {
        if (QString fault = truth.fault_of_step(at, true, {}, QString::fromStdString(text_of(last.words)));
            !fault.isEmpty())
            return fault;
    }
    const std::size_t before = explanation.steps.size() - (overridden ? 2 : 1);
    const bool normalizes =
        computed.experiment.scores.qk_norm && (cell.stage == S::queries || cell.stage == S::keys);
    for (std::size_t i = 0; normalizes && i < before; ++i) {
        const ExplanationStep& step = explanation.steps[i];
        if (QString fault = truth.fault_of_norm_step(at, QString::fromStdString(text_of(step.title)),
                                                     QString::fromStdString(text_of(step.words)));
            !fault.isEmpty())
            return fault;
    }
    for (std::size_t i = 0; cell.stage == S::scaled_scores && i < before; ++i) {
        const ExplanationStep& step = explanation.steps[i];
        const QString fault =
            step.stage != S::scaled_scores
                ? QString()
                : truth.fault_of_scaling_step(at, QString::fromStdString(text_of(step.title)),
                                              QString::fromStdString(text_of(step.words)));
        if (!fault.isEmpty())
            return fault;
    }
    const ExplanationStep& own = explanation.steps[before];
    if (overridden && own.stage != S::masked_scores && own.stage != S::weights)
        return {}; // its sum is that of the computed value, not of the override
    return truth.fault_of_step(at, false, QString::fromStdString(text_of(own.title)),
                               QString::fromStdString(text_of(own.words)));
}

/// Checks what the sink takes of each row.
QString fault_of_sinks(const Computed& computed, const Truth& truth) {
    const Dimensions d = dimensions(computed.experiment);
    for (HeadIndex head = 0; head < d.H; ++head) {
        for (Index row = 0; row < d.n_q; ++row) {
            const CellRef cell{S::weights, head, row, d.n_k};
            if (!is_sink_share(computed.experiment, cell))
                continue;
            const Explanation explanation = computed.of(cell);
            const QString fault = truth.fault_of_sink(
                head, row, explanation.value, QString::fromStdString(text_of(explanation.words)),
                QString::fromStdString(text_of(explanation.steps.back().words)));
            if (!fault.isEmpty())
                return QStringLiteral("sink of head %1, %2: %3").arg(head).arg(row).arg(fault);
        }
    }
    return {};
}

/// Checks all cells, or a few of each matrix when not exhaustive, since explanations are slow.
QString fault_of(const Experiment& e, RandomExperiments& random) {
    const Computed computed(e);
    const Truth truth(e);
    if (truth.oracle().depends_on_order())
        return {};
    if (QString fault = fault_of_sinks(computed, truth); !fault.isEmpty())
        return fault;
    constexpr Index sampled = 6;
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head) {
            const Matrix& matrix = computed.trace.stage(stage.id, head);
            for (Index row = 0; row < matrix.rows(); ++row) {
                for (Index column = 0; column < matrix.cols(); ++column) {
                    if (!is_exhaustive && random.between(1, matrix.size()) > sampled)
                        continue;
                    const QString fault = fault_of(computed, truth, {stage.id, head, row, column});
                    if (!fault.isEmpty())
                        return QStringLiteral("%1 of head %2, %3, %4: %5")
                            .arg(stage.name.data())
                            .arg(head)
                            .arg(row)
                            .arg(column)
                            .arg(fault);
                }
            }
        }
    }
    return {};
}

} // namespace

void TestTruth::explanations() {
    RandomExperiments random(19);
    for (int round = 0; round < truth_rounds(); ++round) {
        const QString fault = fault_of(telling_experiment(random), random);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
    }
}

void TestTruth::resultNotes() {
    RandomExperiments random(20);
    for (int round = 0; round < 4 * truth_rounds(); ++round) {
        const Experiment e = telling_experiment(random);
        const Truth truth(e);
        if (truth.oracle().depends_on_order())
            continue;
        for (const std::string& note : notes(e, compute(e).value())) {
            const QString fault = truth.fault_of_result_note(QString::fromStdString(note));
            QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
        }
    }
}

/// The fast whole-matrix function agrees with the oracle.
void TestTruth::hiddenAgrees() {
    RandomExperiments random(21);
    int overflows = 0;
    for (int round = 0; round < 4 * truth_rounds(); ++round) {
        const Experiment e = telling_experiment(random);
        const Oracle oracle(e);
        if (oracle.depends_on_order())
            continue;
        const Trace trace = compute(e).value();
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            const std::optional<Matrix> found = hidden_scores(e, stages_of(trace), head);
            const Matrix& hidden = found ? *found : trace.stage(StageId::masked_scores, head);
            overflows += found ? 1 : 0;
            for (Index q = 0; q < hidden.rows(); ++q) {
                for (Index k = 0; k < hidden.cols(); ++k)
                    QVERIFY2(is_hidden(hidden(q, k)) == oracle.is_hidden(head, q, k),
                             qPrintable(QString::number(round)));
            }
        }
    }
    QVERIFY(overflows > 0);
}

void TestTruth::origins_data() {
    QTest::addColumn<double>("key");
    QTest::addColumn<int>("stage"); // the overridden stage, or −1 for none
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("causal");
    QTest::addColumn<QString>("words"); // of the weight of “sky” for “sky”, or for “is” with a mask
    const auto row = [](const char* name, double key, int stage, double value, bool causal,
                        const char* words) {
        QTest::newRow(name) << key << stage << value << causal << QString::fromUtf8(words);
    };
    row("overflow", -1e200, -1, 0, false,
        "the score of “sky” for “sky” is −∞: overflow that began in Scores, “sky” → “sky”; so its weight is "
        "0");
    row("mask", 1, -1, 0, true, "“is” is hidden from “sky”: causal");
    row("masked score", 1, int(S::masked_scores), -infinity, false,
        "“sky” is hidden from “sky”: a −∞ override in Masked scores, “sky” → “sky”");
    row("score", 1, int(S::scores), -infinity, false,
        "“sky” is hidden from “sky”: a −∞ override in Scores, “sky” → “sky”");
    row("query", 1, int(S::queries), -infinity, false,
        "“sky” is hidden from “sky”: a −∞ override in Queries, “sky”, feature 1");
    row("typed over an overflow", -1e200, int(S::scaled_scores), -infinity, false,
        "“sky” is hidden from “sky”: a −∞ override in Scaled scores, “sky” → “sky”");
}

void TestTruth::origins() {
    QFETCH(double, key);
    QFETCH(int, stage);
    QFETCH(double, value);
    QFETCH(bool, causal);
    Experiment e = pairs(1e200, key);
    e.mask.causal = causal;
    if (stage >= 0)
        e = with_override(e, {static_cast<StageId>(stage), 0, 0, 0}, value);
    QTEST(QString::fromStdString(text_of(Computed(e).of({S::weights, 0, 0, causal ? 1 : 0}).words)), "words");
}

/// The formula shows the ∞ − ∞ that causes the NaN.
void TestTruth::formulaOfInfinity() {
    const Computed computed(pairs(1e200, 1e200));
    const ExplanationStep step = computed.of({S::weights, 0, 0, 0}).steps.back();
    QVERIFY(std::isinf(step.shift) && std::isnan(step.result));
    QVERIFY2(plain(step.numbers).find("∞ − ∞") != std::string::npos, plain(step.numbers).c_str());
    const std::string words = text_of(step.words);
    QVERIFY2(
        words.starts_with("the score of “sky” is ∞, overflow that began in Scores, “sky” → “sky”; m = ∞, "
                          "and ∞ − m is NaN: every visible weight of the row is NaN"),
        words.c_str());
}

/// Percentages are only given if the row sums to 1.
void TestTruth::noShareOfOtherSums() {
    Experiment e = pairs(1, 1);
    e.normalization.kind = NormalizationKind::sum;
    e = with_override(e, {S::weights, 0, 0, 0}, 0.98);
    e = with_override(e, {S::weights, 0, 0, 1}, 0.68);
    QCOMPARE(
        text_of(Computed(e).of({S::weights, 0, 0, 0}).words),
        std::string("the weight of “sky” for “sky” is 0.98, the largest of its row; the row sums to 1.66"));
    e = with_override(e, {S::weights, 0, 0, 1}, -0.38);
    QCOMPARE(
        text_of(Computed(e).of({S::weights, 0, 0, 1}).words),
        std::string("the weight of “is” for “sky” is −0.38, the smallest of its row; the row sums to 0.6"));
    // Hidden cells are not ranked either.
    e = pairs(1, 1);
    e.mask.causal = true;
    QCOMPARE(text_of(Computed(e).of({S::masked_scores, 0, 0, 1}).words),
             std::string("“is” is hidden from “sky”: causal"));
}

void TestTruth::rounding_data() {
    QTest::addColumn<double>("last"); // added to 0.1 and 0.2, or alone if positive
    QTest::addColumn<bool>("rounds");
    QTest::newRow("0.1 + 0.2 - 0.3") << -0.3 << true;
    QTest::newRow("a number of its own") << -0.3 + 1e-12 << false;
    QTest::newRow("tiny, and alone") << 1e-200 << false;
}

void TestTruth::rounding() {
    QFETCH(double, last);
    QFETCH(bool, rounds);
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"a"}};
    e.projection.kind = ProjectionKind::direct;
    const bool alone = last > 0;
    e.projection.Q = share(alone ? Matrix{{0, 0, last}} : Matrix{{0.1, 0.2, last}});
    e.projection.K = share(Matrix{{1, 1, 1}});
    e.projection.V = share(Matrix{{1}});
    const Computed computed(e);
    QVERIFY(computed.trace.stage(StageId::scores)(0, 0) != 0);
    QCOMPARE(is_zero_within_rounding(e, stages_of(computed.trace), {S::scores, 0, 0, 0}), rounds);
    // Values derived from rounding noise are rounding noise too.
    QCOMPARE(computed.of({S::scaled_scores, 0, 0, 0}).rounding, rounds);
    const std::string words = text_of(computed.of({S::scores, 0, 0, 0}).steps.back().words);
    QCOMPARE(words.starts_with("0 within rounding, computed as "), rounds);
    // An override is never rounding noise, however small.
    e = with_override(e, {S::scores, 0, 0, 0}, 1e-17);
    QVERIFY(!Computed(e).of({S::scores, 0, 0, 0}).rounding);
}

void TestTruth::statisticsOfZero() {
    const MatrixStatistics zero = statistics_of(Matrix{{0.1, 0.2, -0.3}});
    QVERIFY(zero.mean != 0 && zero.mean_is_rounding && !zero.variance_is_rounding);
    const MatrixStatistics equal = statistics_of(Matrix{{0.1, 0.1, 0.1}});
    QVERIFY(!equal.mean_is_rounding && (equal.variance == 0 || equal.variance_is_rounding));
    QVERIFY(!statistics_of(Matrix{{1e-20, 3e-20}}).mean_is_rounding);
    const std::vector<RowSum> sums = row_sums(Matrix{{0.1, 0.2, -0.3}, {1e-20, 0, 0}});
    QVERIFY(sums[0].is_rounding && !sums[1].is_rounding);
}

/// Where the largest weight rounds to 1, the gradient is not 0 but follows from the other weights.
void TestTruth::saturation() {
    Experiment e = pairs(500, 1); // scores 500 and 1000
    const auto of = [&](StageId stage) { return sensitivity_of(e, {stage, 0, 0, 0}, ParameterId::K); };
    const auto found = of(S::weights);
    QVERIFY(found && found->saturation);
    QCOMPARE(found->saturation->key, Index(1));
    const double others = std::exp(-500.0);
    QVERIFY(std::abs(found->saturation->gradient / others - 1) < 1e-9);
    QVERIFY(std::abs(found->slopes(0, 0) / (500 * others) - 1) < 1e-9);
    QVERIFY(std::abs(found->slopes(1, 0) / (-500 * others) - 1) < 1e-9);
    // Also for the weight that is 1.
    const auto largest = sensitivity_of(e, {S::weights, 0, 0, 1}, ParameterId::K);
    QVERIFY(std::abs(largest->slopes(0, 0) / (-500 * others) - 1) < 1e-9);
    QVERIFY(std::abs(largest->slopes(1, 0) / (500 * others) - 1) < 1e-9);
    QCOMPARE(text_of(saturation_words(e, *found->saturation)),
             std::string(
                 "softmax is saturated: “is” has all of the weight of “sky” to double precision, so that its "
                 "gradient is practically 0, about 7 × 10⁻²¹⁸"));
    e.projection.Q = share(Matrix{{5000}, {1}});
    QVERIFY(
        text_of(saturation_words(e, *of(S::weights)->saturation)).ends_with("practically 0, below 10⁻³⁰⁸"));
    // V is not affected by the softmax, and with one visible key no weight can change.
    QVERIFY(!sensitivity_of(e, {S::output, 0, 0, 0}, ParameterId::V)->saturation);
    QVERIFY(sensitivity_of(e, {S::output, 0, 0, 0}, ParameterId::K)->saturation);
    e.mask.causal = true;
    QVERIFY(!of(S::weights)->saturation);
    QVERIFY(!sensitivity_of(pairs(1, 1), {S::weights, 0, 0, 0}, ParameterId::K)->saturation);
}

/// A sink far above every score has all of the weight; one visible key can lose its own to it.
void TestTruth::saturationBySink() {
    Experiment e = pairs(1, 1); // scores 1 and 2
    e.mask.causal = true;
    const auto by = [&](ParameterId id) { return sensitivity_of(e, {S::weights, 0, 0, 0}, id); };
    e.normalization.sink = share(Matrix{{101}});
    const auto found = by(ParameterId::sink);
    QVERIFY(found && found->saturation && !found->saturation->key);
    const double weight = std::exp(-100.0);
    QVERIFY(std::abs(found->saturation->gradient / weight - 1) < 1e-9);
    QVERIFY(std::abs(found->slopes(0, 0) / -weight - 1) < 1e-9);
    QVERIFY(text_of(saturation_words(e, *found->saturation))
                .starts_with("softmax is saturated: the sink has all of the weight of “sky” to double "));
    e.normalization.sink = share(Matrix{{-99}});
    const auto other = by(ParameterId::K);
    QVERIFY(other->saturation && other->saturation->key == Index(0));
    QVERIFY(std::abs(other->slopes(0, 0) / weight - 1) < 1e-9);
    e.normalization.sink = share(Matrix{{1}});
    QVERIFY(!by(ParameterId::sink)->saturation);
    QVERIFY(std::abs(by(ParameterId::sink)->slopes(0, 0) + 0.25) < 1e-12);
    e.normalization.kind = NormalizationKind::sum;
    QVERIFY(!by(ParameterId::sink));
}

void TestTruth::powers_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("small") << 3.4e-215 << "3 × 10⁻²¹⁵";
    QTest::newRow("below 0") << -7e-10 << "−7 × 10⁻¹⁰";
    QTest::newRow("one digit") << 2e-9 << "2 × 10⁻⁹";
    QTest::newRow("one") << 1.0 << "1 × 10⁰";
    QTest::newRow("underflow") << 0.0 << "below 10⁻³⁰⁸";
    QTest::newRow("denormal") << 1e-310 << "below 10⁻³⁰⁸";
}

void TestTruth::powers() {
    QFETCH(double, value);
    QTEST(QString::fromStdString(power_of_ten(value)), "text");
}

LAB_GUILESS_TEST(TestTruth)
#include "tst_truth.moc"
