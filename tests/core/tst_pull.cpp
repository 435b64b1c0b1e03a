// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise a number: the slopes, the strongest of them, why nothing pulls, and a step along them.
#include "core/describe/largest_term.h"
#include "core/describe/pull.h"
#include "core/edits/step_along.h"
#include "core/experiment/is_same.h"
#include "tests/core/gradients.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestPull : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomExperiments();
    void reasons_data();
    void reasons();
    void roundingIsNoPull();
    void nothingIsLeft();
    void nothingIsLeftOfALoss();
    void strongestFirst();
    void notFinite();
    void steps();
    void stepsThatOverflow();
    void whatStays();
    void largestTerm();
};

namespace {

PullOfCell pulled(const Experiment& e, const CellRef& cell) {
    const Trace trace = compute(e).value();
    return pull_of(e, trace.kept(), cell);
}

CellRef any_cell(const Experiment& e, RandomExperiments& random) {
    while (true) {
        const StageInfo& stage = all_stages()[static_cast<std::size_t>(
            random.between(0, static_cast<Index>(all_stages().size()) - 1))];
        if (!has_stage(e, stage.id))
            continue;
        const Dimensions d = dimensions(e);
        return {stage.id, stage.per_head ? random.between(0, d.H - 1) : 0,
                random.between(0, length(stage.rows, d) - 1),
                random.between(0, length(stage.columns, d) - 1)};
    }
}

QString text_in(const Said& said) {
    return said.phrase.empty() ? QString() : QString::fromStdString(text_of(said));
}

/// What is wrong with the slopes and with what is said where there are none.
QString pull_fault(const Experiment& e, const CellRef& cell, RandomExperiments& random) {
    const PullOfCell found = pulled(e, cell);
    const Truth truth(e);
    if (truth.oracle().depends_on_order())
        return {};
    const OraclePlace place{cell.stage, cell.head, cell.row, cell.column};
    if (found.nothing.phrase.empty() != (found.pull.count > 0))
        return "a reason, and a pull";
    if (found.pull.count == 0) {
        const QString said = text_in(found.nothing);
        return said == "No pull: a derivative is not a finite number"
                   ? QString()
                   : truth.fault_of_no_pull(place, {}, said);
    }
    if (const auto words = largest_term_words(Computed(e).of(cell))) {
        if (QString fault = truth.fault_of_largest_term(place, text_in(*words)); !fault.isEmpty())
            return fault;
    }
    if (const auto words = score_slope_words(e, cell)) {
        if (QString fault = truth.fault_of_score_slopes(place, text_in(*words)); !fault.isEmpty())
            return fault;
    }
    for (const auto& [id, why] : found.none) {
        if (QString fault = truth.fault_of_no_pull(place, id, text_in(why)); !fault.isEmpty())
            return fault;
    }
    for (const auto& [id, slopes] : found.pull.slopes) {
        const Index row = random.between(0, slopes.rows() - 1), column = random.between(0, slopes.cols() - 1);
        const double slope = slopes(row, column);
        const auto is = measured(e, cell, id, row, column);
        if (is && !(std::abs(*is - slope) <= 1e-4 * (1 + std::abs(*is))))
            return place_in(id, row, column, slope, *is);
        if (slopes.isZero(0) != found.none.contains(id))
            return "a reason, and a slope";
    }
    return {};
}

} // namespace

void TestPull::randomExperiments() {
    RandomExperiments random(71);
    for (int round = 0; round < many_experiments / 2; ++round) {
        const Experiment e = round % 2 == 0 ? telling_experiment(random) : random.next();
        QCOMPARE(pull_fault(e, any_cell(e, random), random), QString());
    }
}

void TestPull::reasons_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<int>("by"); // −1: of all
    QTest::addColumn<QString>("why");
    const auto none = [](Experiment&) {};
    const auto causal = [](Experiment& e) { e.mask.causal = true; };
    const auto sharp = [](Experiment& e) {
        e = with_text(e, "sky is blue"); // no word twice, so that one key gets everything
        e.scores.scale = 1e6;
    };
    const auto row = [](const char* name, const Edit& edit, const CellRef& cell, int by, const char* why) {
        QTest::newRow(name) << edit << cell << by << QString(why);
    };
    using enum StageId;
    const auto id = [](ParameterId each) { return static_cast<int>(each); };
    const CellRef weight{weights, 0, 1, 2};
    row("values of a weight", none, weight, id(ParameterId::W_V), "No pull: values come after the weights");
    row("their bias, of a score", none, {scores, 0, 1, 2}, id(ParameterId::b_V),
        "No pull: values come after the weights");
    row("values of a query", none, {queries, 0, 1, 2}, id(ParameterId::W_V),
        "No pull: the number is computed without W_V");
    row("keys of a query", none, {queries, 0, 1, 2}, id(ParameterId::W_K),
        "No pull: the number is computed without W_K");
    row("output weights of a weight", none, weight, id(ParameterId::W_O),
        "No pull: the number is computed without W_O");
    row("bias of the keys", none, weight, id(ParameterId::b_K), "No pull: the derivatives are practically 0");
    row(
        "overridden",
        [](Experiment& e) {
            e.overrides = {{StageId::weights, 0, 1, 2, 0.5, {}}};
        },
        weight, -1, "No pull: the number is overridden");
    row("hidden weight", causal, weight, -1, "No pull: the key is hidden from the query");
    row("hidden score", causal, {masked_scores, 0, 1, 2}, -1, "No pull: the key is hidden from the query");
    row("score before the mask", causal, {scores, 0, 1, 2}, -1, "");
    row("the only key", causal, {weights, 0, 0, 0}, -1,
        "No pull: only one key is visible to the query, so that its weight is 1");
    row(
        "the only key beside a sink",
        [](Experiment& e) {
            e.mask.causal = true;
            e.normalization.sink = share(Matrix{{0.5}});
        },
        {weights, 0, 0, 0}, -1, "");
    row("saturated to the last bit", sharp, {weights, 0, 1, 2}, -1, "No pull: the row is saturated");
    row("queries of a saturated row", sharp, {head_outputs, 0, 1, 0}, id(ParameterId::W_Q),
        "No pull: the row is saturated");
    row(
        "not finite",
        [](Experiment& e) {
            e.overrides = {{StageId::scores, 0, 1, 2, -infinity, {}}};
        },
        {scaled_scores, 0, 1, 2}, -1, "No pull: the number is not finite");
    row(
        "all is 0",
        [](Experiment& e) { // what is added to a row, softmax leaves out
            e.projection.W_Q = share(Matrix(Matrix::Zero(3, 8)));
            e.projection.b_Q = share(Matrix(Matrix::Zero(1, 8)));
            e.projection.W_K = share(Matrix(Matrix::Zero(3, 4)));
            e.projection.b_K = share(Matrix(Matrix::Zero(1, 4)));
        },
        weight, -1, "No pull: the derivative with respect to each parameter is 0");
}

void TestPull::reasons() {
    QFETCH(Edit, edit);
    QFETCH(CellRef, cell);
    QFETCH(int, by);
    QFETCH(QString, why);
    Experiment e = flowing_document();
    edit(e);
    const PullOfCell found = pulled(e, cell);
    const std::optional<ParameterId> id = by < 0 ? std::nullopt : std::optional(static_cast<ParameterId>(by));
    QCOMPARE(text_in(id ? found.none.at(*id) : found.nothing), why);
    QCOMPARE(found.pull.count == 0, !id && !why.isEmpty());
    if (!why.isEmpty()) {
        const OraclePlace place{cell.stage, cell.head, cell.row, cell.column};
        QCOMPARE(Truth(e).fault_of_no_pull(place, id, why), QString());
    }
}

/// Softmax leaves out a bias of the keys, and the sum of its terms is not quite 0.
void TestPull::roundingIsNoPull() {
    const Experiment e = flowing_document();
    const Trace trace = compute(e).value();
    const CellRef cell{StageId::weights, 0, 1, 2};
    const Gradients all = derivatives(e, trace.kept(), cell);
    QVERIFY(!all.at(ParameterId::b_K).isZero(0)); // else this tests nothing
    const Pull pull = pulled(e, cell).pull;
    QVERIFY(pull.slopes.at(ParameterId::b_K).isZero(0));
    Index count = 0;
    for (const auto& [id, slopes] : pull.slopes)
        count += (slopes.array() != 0).count();
    QCOMPARE(pull.count, count);
}

/// Of two keys that are the same each has half of the weight, whatever changes: slopes of 10⁻¹⁷ are rounding.
/// So they are where numbers are large, and where an output is made of equal values.
void TestPull::nothingIsLeft() {
    for (const double size : {1.0, 30.0}) {
        Experiment e = with_text(flowing_document(), "sky sky");
        e.mask = {};
        e.embedding.position.kind = PositionKind::none;
        e.scores.rotary = false;
        Matrix word = *e.embedding.table->find("sky")->values;
        EmbeddingTable table;
        table.set("sky", {std::make_shared<const RowVector>(RowVector(size * word.row(0))), false});
        e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
        const CellRef half{StageId::weights, 0, 1, 0};
        const Trace trace = compute(e).value();
        QCOMPARE(trace.stage(StageId::weights, 0)(1, 0), 0.5);
        double largest = 0;
        for (const auto& [id, slopes] : derivatives(e, trace.kept(), half))
            largest = std::max(largest, slopes.cwiseAbs().maxCoeff());
        if (largest == 0)
            continue; // where products are rounded before they are added, nothing is left at all
        const PullOfCell found = pulled(e, half);
        QCOMPARE(found.pull.count, Index(0));
        QCOMPARE(found.pull.largest, 0.0);
        const QString why = text_in(found.nothing);
        QCOMPARE(why, QString("No pull: nothing that can be changed here moves the number by more than its "
                              "rounding"));
        QCOMPARE(Truth(e).fault_of_no_pull({half.stage, half.head, half.row, half.column}, {}, why),
                 QString());
        QVERIFY(pulled(e, {StageId::output, 0, 1, 0}).pull.count > 0); // the values move it
    }
    // A weight that is small has small slopes, which count.
    Experiment sharp = with_text(flowing_document(), "sky is blue");
    sharp.scores.scale = 40;
    const Matrix weights = compute(sharp).value().stage(StageId::weights, 0);
    Index row = 0, column = 0;
    QVERIFY(weights.minCoeff(&row, &column) < 1e-9 && weights(row, column) > 0);
    const Pull pull = pulled(sharp, {StageId::weights, 0, row, column}).pull;
    QVERIFY(pull.count > 0 && pull.largest < 1e-3);
}

/// At its smallest, a loss has slopes of rounding, and a little off it real ones.
void TestPull::nothingIsLeftOfALoss() {
    const Experiment e = flowing_document();
    const Trace trace = compute(e).value();
    for (const bool of_output : {false, true}) {
        for (const double off : {0.0, 1e-6}) {
            Matrix wanted = of_output ? trace.stage(StageId::output, 0) : trace.stage(StageId::weights, 0);
            wanted(1, 0) += off;
            const Target loss = of_output ? Target(WantedOutput{wanted}) : Target(WantedWeights{0, wanted});
            const Gradients by = gradient(e, loss).value().by;
            const PullOfLoss found = pull_of_loss(e, loss, by).value();
            const Pull& pull = found.pull;
            QCOMPARE(pull.count > 0, off > 0);
            QCOMPARE(
                text_in(found.nothing),
                off > 0
                    ? QString()
                    : QString("No pull: nothing that may change lowers the loss by more than its rounding"));
            for (const auto& [id, slopes] : by) {
                QVERIFY(off > 0 || pull.slopes.at(id).isZero(0));
                QVERIFY(off == 0 ||
                        (pull.slopes.at(id) + slopes).cwiseAbs().maxCoeff() <= 1e-12 * pull.largest);
            }
        }
    }
}

void TestPull::strongestFirst() {
    const Pull pull =
        *pull_of({{ParameterId::E, Matrix{{3, -4}, {0, 4}}}, {ParameterId::W_Q, Matrix{{-4.5}}}});
    QCOMPARE(pull.largest, 4.5);
    QVERIFY(pull.where == (ParameterCell{ParameterId::W_Q, 0, 0}));
    QCOMPARE(pull.count, Index(4));
    QVERIFY(std::abs(pull.length - std::sqrt(9 + 16 + 16 + 20.25)) < 1e-12);
    const std::vector<ParameterCell> all = strongest(pull, 10);
    QCOMPARE(all.size(), std::size_t(4));
    QVERIFY(all[0] == pull.where && all[1] == (ParameterCell{ParameterId::E, 0, 1}) &&
            all[2] == (ParameterCell{ParameterId::E, 1, 1}) &&
            all[3] == (ParameterCell{ParameterId::E, 0, 0}));
    QVERIFY(strongest(pull, 2) == std::vector<ParameterCell>(all.begin(), all.begin() + 2));
}

void TestPull::notFinite() {
    QVERIFY(!pull_of({{ParameterId::E, Matrix{{1, nan_value}}}}));
    QVERIFY(!pull_of({{ParameterId::E, Matrix{{infinity}}}}));
    QVERIFY(!pull_of({{ParameterId::E, Matrix{{1.5e308, 1.5e308}}}})); // their length
    const auto tiny = pull_of({{ParameterId::E, Matrix{{3e-200, 4e-200}}}});
    QVERIFY(tiny && std::abs(tiny->length / 5e-200 - 1) < 1e-12);
    const auto nothing = pull_of({{ParameterId::E, Matrix{{0}}}});
    QVERIFY(nothing && nothing->count == 0 && nothing->length == 0);
}

/// A short step gains what the slope promised, and has the length that it was given.
void TestPull::steps() {
    RandomExperiments random(72);
    int taken = 0;
    for (int round = 0; round < many_experiments / 4; ++round) {
        const Experiment e = random.next();
        const CellRef cell = any_cell(e, random);
        const PullOfCell found = pulled(e, cell);
        if (found.pull.count == 0)
            continue;
        constexpr double step = 1e-6;
        const Experiment next = step_along(e, found.pull.slopes, found.pull.length, step).value();
        double squares = 0;
        for (const auto& [id, slopes] : found.pull.slopes) {
            const Matrix before = *parameter(e, id), after = *parameter(next, id);
            for (Index i = 0; i < slopes.size(); ++i) {
                const double moved = after.data()[i] - before.data()[i];
                squares += std::isnan(moved) ? 0 : moved * moved; // −∞ stays
                QVERIFY(slopes.data()[i] != 0 || std::isnan(moved) || moved == 0);
            }
        }
        QVERIFY(std::abs(std::sqrt(squares) / step - 1) < 1e-6);
        const double promised = step * found.pull.length;
        const double came = value_with(next, cell) - found.value;
        const double rounding = 1e-14 * (1 + std::abs(found.value));
        const double back =
            found.value -
            value_with(step_along(e, found.pull.slopes, found.pull.length, -step).value(), cell);
        if (std::abs(came - back) > 0.05 * promised + rounding)
            continue; // at a kink
        QVERIFY2(std::abs(came - promised) <= 0.05 * promised + rounding,
                 qPrintable(QString("%1, promised %2").arg(came).arg(promised)));
        ++taken;
    }
    QVERIFY(taken > 5);
}

void TestPull::stepsThatOverflow() {
    Experiment e = flowing_document();
    e.projection.b_O = share(Matrix{{1.7e308, 0, 0}});
    const auto next =
        step_along(e, {{ParameterId::b_O, Matrix{{1, 0, 0}}}}, 1, std::numeric_limits<double>::max());
    QVERIFY(!next);
    QCOMPARE(next.error().place, std::string("b_O"));
}

/// Words whose vectors do not move stay seeded, and parameters without slopes as they were drawn.
void TestPull::whatStays() {
    const Experiment e = with_text(flowing_document(), "grass is green");
    Matrix towards = Matrix::Zero(3, e.embedding.dimension);
    towards(1, 0) = 2;
    const Experiment next = step_along(e, {{ParameterId::E, towards}}, 2, 0.5).value();
    for (const char* word : {"grass", "green"})
        QVERIFY(next.embedding.table->find(word)->values == e.embedding.table->find(word)->values);
    QVERIFY(!next.embedding.table->find("is")->seeded);
    QCOMPARE((*next.embedding.table->find("is")->values)(0),
             (*e.embedding.table->find("is")->values)(0) + 0.5);
    QVERIFY(is_same(step_along(e, {{ParameterId::E, Matrix(0 * towards)}}, 1, 0.5).value(), e));
}

/// The feature that counts most, and nothing where none does.
void TestPull::largestTerm() {
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"sky", "is"}};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix{{1, 0.5}, {2, 1}});
    e.projection.K = share(Matrix{{0.25, -2}, {1, 2}});
    e.projection.V = share(Matrix{{1}, {2}});
    const auto said = [&](StageId stage, Index row, Index column) {
        const auto words = largest_term_words(Computed(e).of({stage, 0, row, column}));
        return words ? QString::fromStdString(text_of(*words)) : QString();
    };
    for (const StageId stage : {StageId::scores, StageId::scaled_scores, StageId::weights})
        QCOMPARE(said(stage, 0, 0),
                 QString("the largest term of the score is that of feature 2, where query and "
                         "key have opposite signs: −1.000"));
    QCOMPARE(said(StageId::scores, 0, 1), QString()); // both terms are 1
    QCOMPARE(said(StageId::head_outputs, 0, 0), QString());
    QCOMPARE(said(StageId::queries, 0, 0), QString());
    e.overrides = {{StageId::scores, 0, 0, 0, 0.5, {}}};
    QCOMPARE(said(StageId::weights, 0, 0), QString());
    QVERIFY(said(StageId::weights, 1, 0).contains("opposite"));
}

LAB_GUILESS_TEST(TestPull)
#include "tst_pull.moc"
