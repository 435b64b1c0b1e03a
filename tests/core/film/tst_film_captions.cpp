// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the steps of films say: every sentence, every number, and where "=" and "≈" stand, against an oracle
// of plain loops. A seeded sample of the steps; with LAB_EXHAUSTIVE set, every one.
#include "core/describe/equation.h"
#include "core/describe/not_finite.h"
#include "core/describe/stage_description.h"
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "core/film/film_operands.h"
#include "tests/core/film/film_cases.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/film_truth.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

using namespace lab;
using namespace lab::test;

Q_DECLARE_METATYPE(lab::ShownPart)

class TestFilmCaptions : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void trueCaptions_data() { add_film_cases(); }
    void trueCaptions();
    void telling();
    void said_data();
    void said();
    void signs_data();
    void signs();
    void sources_data() { add_film_cases(); }
    void sources();
};

namespace {

using S = StageId;

constexpr FilmPlace most_steps = 1'000'000'000; ///< all of them

Caption caption_of(const Experiment& e, const Trace& trace, const FilmStep& step, int decimals) {
    return caption(e, stages_of(trace), step, decimals);
}

/// Of some steps of every grain.
QString fault_of(const Experiment& e, RandomExperiments& random, FilmPlace sampled) {
    const FilmTruth truth(e);
    if (truth.oracle().depends_on_order())
        return {};
    const Trace trace = compute(e).value();
    for (const FilmGrain grain : film_grains) {
        const Film film(e, {film_orders[random.between(0, 1)], grain});
        for (FilmPlace place = 1; place <= film.size(); ++place) {
            if (random.between(1, film.size()) > sampled)
                continue;
            const FilmStep step = film.step(place);
            const int decimals = int(random.between(1, 4));
            const QString fault = truth.fault_of(step, caption_of(e, trace, step, decimals), decimals);
            if (!fault.isEmpty())
                return QStringLiteral("grain %1, step %2, stage %3: %4")
                    .arg(int(grain))
                    .arg(place)
                    .arg(int(step.scene.stage))
                    .arg(fault);
        }
    }
    return {};
}

void collect_holes(const Formula& formula, std::vector<Formula>& holes) {
    if (formula.kind == Formula::Kind::hole)
        holes.push_back(formula);
    for (const Formula& part : formula.parts)
        collect_holes(part, holes);
}

} // namespace

void TestFilmCaptions::trueCaptions() {
    QFETCH(Experiment, experiment);
    RandomExperiments random(24);
    const QString fault = fault_of(experiment, random, is_exhaustive ? most_steps : 150);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

/// Some steps of many experiments with what happens rarely.
void TestFilmCaptions::telling() {
    RandomExperiments random(25);
    const int rounds = is_exhaustive ? 6 * truth_rounds() : 20 * truth_rounds();
    for (int round = 0; round < rounds; ++round) {
        const Experiment e = telling_experiment(random);
        const QString fault = fault_of(e, random, is_exhaustive ? 40 : 8);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
    }
}

void TestFilmCaptions::said_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("grain");
    QTest::addColumn<Index>("number"); // of the scene's step
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* example, S stage, FilmGrain grain, Index number,
                        const char* text) {
        QTest::newRow(name) << QString(example) << int(stage) << int(grain) << number
                            << QString::fromUtf8(text);
    };
    const char* const journey = "journey-self-attention-v1";
    row("the mock", journey, S::scores, FilmGrain::cell, 12,
        "“starts” looks at “Your”: 0.7198 × 0.9697 + 1.3343 × 0.6775 = 1.6020");
    row("a term", "sky-is-blue", S::scores, FilmGrain::term, 2,
        "“sky” looks at “is”, term 1 of 2: 0.2261 × 0.0550 = 0.0124");
    row("about", "sky-is-blue", S::weights, FilmGrain::cell, 5,
        "How much “sky” looks at “blue”: 1.0000 ÷ 2.7613 ≈ 0.3622");
    row("the largest", "sky-is-blue", S::weights, FilmGrain::cell, 0,
        "Subtract the largest score, 0.0551, so that no power overflows: −0.2017 − 0.0551 = −0.2568, 0.0427 "
        "− 0.0551 ≈ −0.0123, 0.0551 − 0.0551 = 0.0000");
    row("powers", "sky-is-blue", S::weights, FilmGrain::cell, 1,
        "Raise e to each: e^−0.2568 = 0.7735, e^−0.0123 ≈ 0.9877, e^0.0000 = 1.0000");
    row("their sum", "sky-is-blue", S::weights, FilmGrain::cell, 2,
        "They add up to 2.7613: 0.7735 + 0.9877 + 1.0000 ≈ 2.7613");
    row("a row", "sky-is-blue", S::scores, FilmGrain::row, 1,
        "“is” is compared with every key: S_is = Q_is K^T");
    row("columns", "column-vectors-with-biases", S::queries, FilmGrain::row, 1,
        "The query of “x2”: its input times the weights: Q_x2 = W_Q X_x2 + b_Q");
    row("a stage", "sky-is-blue", S::scores, FilmGrain::stage, 0,
        "Every query is compared with every key: S = Q K^T");
    row("a head", "two-heads", S::weights, FilmGrain::row, 2,
        "Head 1 · The scores of “x3” become weights: A_x3 = softmax(masked_x3)");
    row("causal", "numeric-decoder", S::masked_scores, FilmGrain::cell, 1, "“a” may not look at “b”: causal");
}

void TestFilmCaptions::said() {
    QFETCH(QString, example);
    QFETCH(int, stage);
    QFETCH(int, grain);
    QFETCH(Index, number);
    const Experiment e = film_example(example);
    const Trace trace = compute(e).value();
    const Film film(e, {FilmOrder::by_stage, FilmGrain(grain)});
    const FilmPlace place = film.begin({S(stage), 0, ScenePart::whole}) + number + 1;
    QTEST(QString::fromStdString(caption_of(e, trace, film.step(place), 4).text), "text");
}

void TestFilmCaptions::signs_data() {
    QTest::addColumn<ShownPart>("part");
    QTest::addColumn<QString>("text");
    const Equation e(1);
    const auto row = [](const char* name, const ShownPart& part, const char* text) {
        QTest::newRow(name) << part << QString::fromUtf8(text);
    };
    const auto n = [&](double value) { return e.number(value); };
    row("a negative factor", e.times(n(2), n(-3)), "2.0 × (−3.0)");
    row("at the beginning", e.times(n(-2), n(3)), "−2.0 × 3.0");
    row("a negative divisor", e.over(n(2), n(-3)), "2.0 ÷ (−3.0)");
    row("shown as zero", e.times(n(2), n(-0.01)), "2.0 × 0.0");
    row("squares", e.sum({e.squared(n(-2)), e.squared(n(3))}), "(−2.0)² + 3.0²");
    row("terms", e.sum({e.times(n(-2), n(3)), e.times(n(-4), n(-5)), n(-6)}),
        "−2.0 × 3.0 + (−4.0) × (−5.0) + (−6.0)");
    row("a small setting", e.plus(n(1), Equation::exactly(1e-6)), "1.0 + 0.000001");
    row("a power of ten", e.over(n(1), Equation::exactly(1e-12)), "1.0 ÷ 10⁻¹²");
    row("a smaller setting", e.over(n(1), Equation::exactly(1.5e-9)), "1.0 ÷ (1.5 × 10⁻⁹)");
}

/// Two signs never stand side by side.
void TestFilmCaptions::signs() {
    QFETCH(ShownPart, part);
    QTEST(QString::fromStdString(plain(part.formula, 1)), "text");
}

/// The numbers in a caption that come from a matrix are those that stand there, and of a sum that is not cut
/// short, those that the step computes with.
void TestFilmCaptions::sources() {
    QFETCH(Experiment, experiment);
    RandomExperiments random(26);
    const Trace trace = compute(experiment).value();
    const Film film(experiment, {FilmOrder::by_stage, FilmGrain::cell});
    for (FilmPlace place = 1; place <= film.size(); ++place) {
        if (!is_exhaustive && random.between(1, film.size()) > 150)
            continue;
        const FilmStep step = film.step(place);
        std::vector<Formula> holes;
        collect_holes(caption_of(experiment, trace, step, 2).numbers, holes);
        Index operands = 0;
        for (const Formula& hole : holes) {
            if (!hole.source)
                continue;
            double value = 0;
            if (const auto* cell = std::get_if<CellRef>(&*hole.source)) {
                value = trace.stage(cell->stage, cell->head)(cell->row, cell->column);
                operands += cell->stage != step.scene.stage;
            } else {
                const auto& its = std::get<ParameterCell>(*hole.source);
                value = value_at(experiment, its.id, its.row, its.column);
                ++operands;
            }
            QVERIFY(value == hole.value || (std::isnan(value) && std::isnan(hole.value)));
        }
        if (step.phase != RowPhase::none || step.scene.stage == S::weights ||
            step.scene.part == ScenePart::normalized || step.scene.part == ScenePart::rotated)
            continue;
        Index read = 0;
        const Operands all = operands_of(experiment, step);
        for (const StageBlock& each : all.stages)
            read += each.block.rows * each.block.columns;
        for (const ParameterBlock& each : all.parameters)
            read += each.block.rows * each.block.columns;
        const bool is_short = terms_of(experiment, step.scene, step.columns.first) <= 6;
        const bool is_hidden = step.scene.stage == S::masked_scores && operands == 0;
        const bool is_dropped = step.scene.stage == S::dropped_weights && operands == 0;
        if (is_short && !is_hidden && !is_dropped)
            QCOMPARE(operands, read);
    }
}

LAB_APPLESS_TEST(TestFilmCaptions)
#include "tst_film_captions.moc"
