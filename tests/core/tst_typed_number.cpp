// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a single wrong number is: the one mistake that gives it, or nothing, and what comes out of the numbers
// that cards show.
#include "core/analysis/answer.h"
#include "core/analysis/diagnosis/typed_number.h"
#include "core/base/number_format.h"
#include "core/io/experiment_json.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <cmath>
#include <iterator>

using namespace lab;
using namespace lab::test;

namespace {

/// Three tokens, d_k = 2, a causal mask, and numbers that no two cells share.
constexpr const char* causal_document = R"({"format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "the sky is"},
  "embedding": {"table": {"the": [1.3, 0.42], "sky": [-0.71, 1.9], "is": [0.55, -1.17]}},
  "projection": {"kind": "linear", "W_Q": [[0.83, -0.36], [1.21, 0.57]], "W_K": [[-0.47, 1.11], [0.93, 0.29]],
                 "W_V": [[1.37, 0.61], [-0.23, 0.89]]},
  "mask": {"causal": true}})";

Experiment causal() {
    return read_experiment(causal_document).value();
}

double number(const Experiment& experiment, const CellRef& cell) {
    return MistakenTrace(experiment).stage(cell.stage, cell.head)(cell.row, cell.column);
}

double with_mistake(const Experiment& experiment, MistakeKind kind, const CellRef& cell) {
    MistakenTrace right(experiment);
    return MistakenTrace(right, {kind, {}, 0}).stage(cell.stage, cell.head)(cell.row, cell.column);
}

} // namespace

class TestTypedNumber : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void mistakes_data();
    void mistakes();
    void elsewhere_data();
    void elsewhere();
    void several();
    void nothing();
    void fromShown_data();
    void fromShown();
    void fromRestOfRow_data();
    void fromRestOfRow();
    void mostUsual();
    void quick();
    void anyDocument();
};

void TestTypedNumber::mistakes_data() {
    QTest::addColumn<MistakeKind>("kind");
    QTest::addColumn<CellRef>("cell");
    const CellRef weight{StageId::weights, 0, 1, 0}, output{StageId::head_outputs, 0, 2, 1};
    QTest::newRow("without the mask") << MistakeKind::without_mask << weight;
    QTest::newRow("not scaled") << MistakeKind::not_scaled << weight;
    QTest::newRow("a hidden score, without the mask")
        << MistakeKind::without_mask << CellRef{StageId::masked_scores, 0, 0, 1};
    QTest::newRow("masked with 0") << MistakeKind::masked_with_zero << weight;
    QTest::newRow("over queries") << MistakeKind::normalised_over_queries << weight;
    QTest::newRow("base 2") << MistakeKind::base_two << weight;
    QTest::newRow("keys for values") << MistakeKind::keys_for_values << output;
    QTest::newRow("unscaled scores, which are those before")
        << MistakeKind::not_scaled << CellRef{StageId::scaled_scores, 0, 2, 1};
    QTest::newRow("d_k, which is scaling twice")
        << MistakeKind::scaled_by_d_k << CellRef{StageId::scaled_scores, 0, 2, 1};
}

/// The mistake is found to the digits typed, and only where it is the only one.
void TestTypedNumber::mistakes() {
    QFETCH(MistakeKind, kind);
    QFETCH(CellRef, cell);
    const Experiment e = causal();
    const double wrong = with_mistake(e, kind, cell);
    QVERIFY(!is_right(wrong, 6, number(e, cell), 1));
    for (const int decimals : {4, 6}) {
        const auto found =
            TypedNumbers(e).mistake_of(cell, rounded(wrong, decimals), std::pow(10.0, -decimals));
        QVERIFY(found && found->mistake && found->cells.empty());
        QCOMPARE(found->mistake->kind, kind);
    }
}

void TestTypedNumber::elsewhere_data() {
    QTest::addColumn<CellRef>("asked");
    QTest::addColumn<CellRef>("of");
    const CellRef score{StageId::scores, 0, 2, 0};
    QTest::newRow("another row") << score << CellRef{StageId::scores, 0, 1, 0};
    QTest::newRow("another column") << score << CellRef{StageId::scores, 0, 2, 1};
    QTest::newRow("another stage") << CellRef{StageId::weights, 0, 2, 0} << CellRef{StageId::scores, 0, 2, 0};
    QTest::newRow("a query for a key") << CellRef{StageId::keys, 0, 1, 1} << CellRef{StageId::keys, 0, 0, 1};
}

void TestTypedNumber::elsewhere() {
    QFETCH(CellRef, asked);
    QFETCH(CellRef, of);
    const Experiment e = causal();
    const auto found = TypedNumbers(e).mistake_of(asked, rounded(number(e, of), 5), 1e-5);
    QVERIFY(found && !found->mistake);
    QCOMPARE(found->cells.size(), std::size_t{1});
    QVERIFY(found->cells.front() == of);
}

/// Where more than one mistake gives the number to its last digit, none is named.
void TestTypedNumber::several() {
    const Experiment e = causal();
    const CellRef cell{StageId::weights, 0, 1, 2}; // hidden: 0, as are two others of its column and row
    QVERIFY(!TypedNumbers(e).mistake_of({StageId::weights, 0, 2, 1}, 0, 1e-4));
    const double wrong = with_mistake(e, MistakeKind::without_mask, cell);
    QVERIFY(TypedNumbers(e).mistake_of(cell, wrong, 1e-6));
    QVERIFY(!TypedNumbers(e).mistake_of(cell, wrong, 10)); // so rough that all give it
}

void TestTypedNumber::nothing() {
    QVERIFY(!TypedNumbers(causal()).mistake_of({StageId::weights, 0, 2, 0}, 0.123456, 1e-6));
}

void TestTypedNumber::fromShown_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<int>("decimals"); // chosen; −1: none
    for (const StageId stage : {StageId::queries, StageId::scores, StageId::scaled_scores, StageId::weights,
                                StageId::head_outputs}) {
        for (const int decimals : {-1, 1, 2})
            QTest::addRow("%s, %d", info(stage).name.data(), decimals) << stage << decimals;
    }
}

/// What is computed by hand from rounded numbers, whatever the number itself is.
void TestTypedNumber::fromShown() {
    QFETCH(StageId, stage);
    QFETCH(int, decimals);
    const Experiment e = causal();
    const CellRef cell{stage, 0, 2, 1};
    const auto chosen = decimals < 0 ? std::nullopt : std::optional(decimals);
    const std::vector<double> shown = TypedNumbers(e).from_shown(cell, chosen);
    const int own = chosen.value_or(3);
    const auto roundedStage = [&](StageId of) {
        Matrix numbers = MistakenTrace(e).stage(of, 0);
        return Matrix(numbers.unaryExpr([&](double each) { return rounded(each, own); }));
    };
    double wanted = 0;
    switch (stage) {
    case StageId::queries:
        wanted = roundedStage(StageId::inputs).row(2).dot(e.projection.W_Q->col(1));
        break;
    case StageId::scores:
        wanted = roundedStage(StageId::queries).row(2).dot(roundedStage(StageId::keys).row(1));
        break;
    case StageId::scaled_scores:
        wanted = roundedStage(StageId::scores)(2, 1) / std::sqrt(2.0);
        break;
    case StageId::weights: {
        const Matrix scores = roundedStage(StageId::masked_scores);
        wanted = std::exp(scores(2, 1)) / scores.row(2).array().exp().sum();
        break;
    }
    default:
        wanted = roundedStage(StageId::weights).row(2).dot(roundedStage(StageId::values).col(1));
    }
    QVERIFY(std::ranges::any_of(shown, [&](double each) { return std::abs(each - wanted) < 1e-12; }));
    const double coarse = decimals < 0 ? 0.02 : 3 * std::pow(10.0, -decimals);
    for (const double each : shown)
        QVERIFY(std::abs(each - number(e, cell)) < coarse);
}

void TestTypedNumber::fromRestOfRow_data() {
    QTest::addColumn<QString>("changed");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<bool>("found");
    QTest::newRow("softmax") << "" << StageId::weights << true;
    QTest::newRow("sparsemax") << "sparsemax" << StageId::weights << true;
    QTest::newRow("scores") << "" << StageId::scores << false;
    QTest::newRow("sigmoid") << "sigmoid" << StageId::weights << false;
    QTest::newRow("a weight below 0") << "sum" << StageId::weights << false;
    QTest::newRow("sink") << "sink" << StageId::weights << false;
    QTest::newRow("override") << "override" << StageId::weights << false;
    QTest::newRow("many keys") << "many" << StageId::weights << false;
}

/// The other weights of a row as they are shown leave the rest of 1, where its row adds up to that.
void TestTypedNumber::fromRestOfRow() {
    QFETCH(QString, changed);
    QFETCH(StageId, stage);
    QFETCH(bool, found);
    Experiment e = causal();
    using Kind = NormalizationKind;
    if (changed == "sparsemax" || changed == "sigmoid" || changed == "sum")
        e.normalization.kind = changed == "sum"         ? Kind::sum
                               : changed == "sparsemax" ? Kind::sparsemax
                                                        : Kind::sigmoid;
    if (changed == "sink")
        e.normalization.sink = share(Matrix::Zero(1, 1));
    if (changed == "override")
        e.overrides.push_back({StageId::weights, 0, 2, 2, 0.75, {}});
    if (changed == "many")
        e.sequence.tokens.assign(400, "sky"); // each weight is shown as 0.003, and 399 of them are not 1
    const Index row = changed == "many" ? 399 : 2;
    const Matrix weights = MistakenTrace(e).stage(StageId::weights, 0);
    CellRef cell{stage, 0, row, 0};
    weights.row(row).maxCoeff(&cell.column);
    const std::vector<double> rests = TypedNumbers(e).from_rest_of_row(cell, {});
    QCOMPARE(!rests.empty(), found);
    const auto restOf = [&](int shown) {
        double rest = 1;
        for (Index column = 0; column < weights.cols(); ++column)
            rest -= column == cell.column ? 0 : rounded(weights(row, column), shown);
        return rest;
    };
    for (const double each : rests) {
        const bool isRest = std::ranges::any_of(
            std::array{2, 3, 4}, [&](int shown) { return std::abs(restOf(shown) - each) < 1e-12; });
        QVERIFY(isRest);
    }
}

/// A turned sign, and for a weight its score, are named also where something else gives the same number.
void TestTypedNumber::mostUsual() {
    Experiment e = causal();
    const CellRef score{StageId::scaled_scores, 0, 2, 0};
    // Another cell of its row has the number with the other sign.
    e.overrides.push_back({StageId::scaled_scores, 0, 2, 1, -number(e, score), {}});
    const auto turned = TypedNumbers(e).mistake_of(score, -number(e, score), 1e-6);
    QVERIFY(turned && turned->mistake && turned->mistake->kind == MistakeKind::sign_turned);
    const auto forgotten = TypedNumbers(e).mistake_of({StageId::weights, 0, 2, 0}, number(e, score), 1e-6);
    QVERIFY(forgotten && !forgotten->mistake && forgotten->cells.size() == 1);
    QVERIFY((forgotten->cells.front() == CellRef{StageId::scaled_scores, 0, 2, 0}));
}

/// A document of a lesson is; one with a thousand words is not.
void TestTypedNumber::quick() {
    QVERIFY(TypedNumbers::are_quick(causal()));
    std::string text = R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace",
      "text": ")";
    for (int i = 0; i < 1000; ++i)
        text += "a ";
    text += R"("}, "embedding": {"table": {"a": [1, 2]}}, "projection": {"kind": "identity"}})";
    QVERIFY(!TypedNumbers::are_quick(read_experiment(text).value()));
}

/// In every document the right number agrees with itself, and a mistake that is named gives the number.
void TestTypedNumber::anyDocument() {
    RandomExperiments random(77);
    int named = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Dimensions d = dimensions(e);
        const StageInfo& stage = all_stages()[static_cast<std::size_t>(random.between(2, 12))];
        if (!has_stage(e, stage.id))
            continue;
        const CellRef cell{stage.id, stage.per_head ? random.between(0, d.H - 1) : 0,
                           random.between(0, length(stage.rows, d) - 1),
                           random.between(0, length(stage.columns, d) - 1)};
        TypedNumbers numbers(e);
        QCOMPARE(numbers.from_shown(cell, {}).size(), std::size_t{8});
        for (const Mistake& each : possible_mistakes(e, {cell.stage, cell.head})) {
            if (affected_stages(each).none() || each.value != 0 || !is_common(each.kind))
                continue;
            MistakenTrace right(e), wrong(right, each);
            const Matrix mistaken = wrong.stage(cell.stage, cell.head);
            const double typed = mistaken(cell.row, cell.column);
            const auto found = numbers.mistake_of(cell, typed, 1e-9);
            if (!found || !found->mistake)
                continue;
            MistakenTrace again(right, *found->mistake);
            const double given = found->mistake->kind == MistakeKind::sign_turned
                                     ? -number(e, cell)
                                     : again.stage(cell.stage, cell.head)(cell.row, cell.column);
            QVERIFY(is_right(typed, 8, given, 1));
            ++named;
        }
    }
    QVERIFY(named > many_experiments / 8);
}

LAB_APPLESS_TEST(TestTypedNumber)
#include "tst_typed_number.moc"
