// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backward pass option by option: finite differences of all numbers of all parameters, and zeros that
// meet infinity.
#include "core/engine/backward.h"
#include "core/experiment/validate.h"
#include "tests/core/gradients.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestGradientOptions : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyOption_data();
    void everyOption();
    void zeroMeetsInfinity_data();
    void zeroMeetsInfinity();
};

namespace {

/// What is wrong with a gradient, compared with finite differences of all numbers of all parameters.
QString fault_of_gradient(const Experiment& e, const Target& target, double tolerance,
                          int* compared = nullptr) {
    const Result<Gradient> found = gradient(e, target);
    if (!found)
        return QString::fromStdString(found.error().message());
    for (const auto& [id, numbers] : found.value().by) {
        for (Index row = 0; row < numbers.rows(); ++row) {
            for (Index column = 0; column < numbers.cols(); ++column) {
                const std::optional<double> slope = measured(e, target, id, row, column);
                if (slope && compared)
                    ++*compared;
                if (slope && !(std::abs(*slope - numbers(row, column)) <= tolerance * (1 + std::abs(*slope))))
                    return place_in(id, row, column, numbers(row, column), *slope);
            }
        }
    }
    return {};
}

/// A target of the whole output, which everything has a part in.
Target whole_output(const Experiment& e) {
    const Dimensions d = dimensions(e);
    Matrix wanted = some_matrix(d.n_q, d.d_out);
    wanted(1, 0) = nan_value;
    return WantedOutput{wanted};
}

void make_direct(Experiment& e) {
    e.projection = {};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(some_matrix(4, 8));
    e.projection.K = share(some_matrix(4, 4));
    e.projection.V = share(some_matrix(4, 2));
}

void make_identity(Experiment& e) {
    e.projection = {};
    e.projection.kind = ProjectionKind::identity;
    e.heads = {1, 1};
}

void give_rows(Experiment& e) {
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(some_matrix(4, 3));
    if (e.source)
        e.embedding.X_source = share(some_matrix(2, 3) * 0.5);
}

void add_sink(Experiment& e, Matrix sink) {
    e.normalization.sink = share(std::move(sink));
}

} // namespace

void TestGradientOptions::everyOption_data() {
    QTest::addColumn<Edit>("edit");
    const auto row = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit; };
    using enum NormalizationKind;
    const auto normalizer = [](NormalizationKind kind) {
        return [kind](Experiment& e) { e.normalization.kind = kind; };
    };
    const auto override_of = [](StageId stage, HeadIndex head, Index line, Index column, double value) {
        return [=](Experiment& e) { e = with_override(e, {stage, head, line, column}, value); };
    };
    row("plain", [](Experiment&) {});
    row("a position a token", [](Experiment& e) {
        e.embedding.position = {PositionKind::learned, share(some_matrix(7, 3))};
        e.sequence.offset = 2;
    });
    row("sinusoidal positions", [](Experiment& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    row("rows", give_rows);
    row("source", add_source);
    row("rows of a source", [](Experiment& e) {
        add_source(e);
        give_rows(e);
    });
    row("positions of a source", [](Experiment& e) {
        add_source(e);
        e.embedding.position = {PositionKind::learned, share(some_matrix(7, 3))};
        e.source->offset = 3;
    });
    row("direct", make_direct);
    row("identity", make_identity);
    row("no biases", [](Experiment& e) {
        e.projection.b_Q = e.projection.b_K = e.projection.b_V = e.projection.b_O = nullptr;
    });
    row("no W_O", [](Experiment& e) { e.projection.W_O = e.projection.b_O = nullptr; });
    row("keys of its own for each head", [](Experiment& e) {
        e.heads.kv_count = 2;
        e.projection.W_K = share(some_matrix(3, 8));
        e.projection.W_V = share(some_matrix(3, 4));
        e.projection.b_K = share(some_matrix(1, 8));
        e.projection.b_V = share(some_matrix(1, 4));
    });
    row("scale", [](Experiment& e) { e.scores.scale = -1.7; });
    row("rotary", [](Experiment& e) { e.scores.rotary = true; });
    row("rotary base", [](Experiment& e) {
        e.scores.rotary = true;
        e.scores.rotary_base = 3;
    });
    row("rotary frequencies", [](Experiment& e) {
        e.scores.rotary = true;
        e.scores.rotary_frequencies = {0.7, -2};
    });
    row("rotary halves", [](Experiment& e) {
        e.scores.rotary = true;
        e.scores.rotary_layout = RotaryLayout::half;
    });
    row("rotary dims", [](Experiment& e) {
        e.scores.rotary = true;
        e.scores.rotary_dims = 2;
    });
    row("rotary from other positions", [](Experiment& e) {
        add_source(e);
        e.scores.rotary = true;
        e.sequence.offset = 5;
        e.source->offset = 1;
    });
    row("root mean square", [](Experiment& e) { add_norm(e, QkNormKind::rms, 1e-6, false); });
    row("root mean square with a large epsilon",
        [](Experiment& e) { add_norm(e, QkNormKind::rms, 2, false); });
    row("length", [](Experiment& e) { add_norm(e, QkNormKind::l2, 1e-6, false); });
    row("length below epsilon", [](Experiment& e) { add_norm(e, QkNormKind::l2, 2, true); });
    row("gains", [](Experiment& e) { add_norm(e, QkNormKind::rms, 1e-6, true); });
    row("gains, rotary and a source", [](Experiment& e) {
        add_source(e);
        add_norm(e, QkNormKind::l2, 1e-6, true);
        e.scores.rotary = true;
    });
    row("gains of given rows", [](Experiment& e) {
        make_direct(e);
        add_norm(e, QkNormKind::rms, 1e-6, true);
    });
    row("softcap", [](Experiment& e) { e.scores.softcap = 0.6; });
    row("softcap and scale", [](Experiment& e) {
        e.scores.softcap = 0.6;
        e.scores.scale = 1.4;
    });
    row("alibi", [](Experiment& e) { e.scores.bias = ScoreBias::alibi; });
    row("added scores", [](Experiment& e) { add_scores(e, false); });
    row("added scores of each head", [](Experiment& e) { add_scores(e, true); });
    row("added scores after a softcap", [](Experiment& e) {
        add_scores(e, true);
        e.scores.softcap = 0.6;
    });
    row("causal", [](Experiment& e) { e.mask.causal = true; });
    row("window", [](Experiment& e) { e.mask.window = 2; });
    row("padding", [](Experiment& e) { e.mask.padding = {2}; });
    row("custom mask", [](Experiment& e) {
        e.mask.custom = share(Matrix{{1, 0, 1, 1}, {0, 0, 0, 0}, {1, 1, 0, 1}, {1, 1, 1, 0}});
    });
    row("temperature", [](Experiment& e) { e.normalization.temperature = 0.4; });
    row("naive softmax", normalizer(softmax_naive));
    row("sum", [](Experiment& e) {
        e.normalization.kind = sum;
        e.scores.additive = {share(Matrix::Constant(4, 4, 5))};
    });
    row("sparsemax", normalizer(sparsemax));
    row("sparsemax with temperature", [](Experiment& e) {
        e.normalization.kind = sparsemax;
        e.normalization.temperature = 0.4;
    });
    row("sigmoid", [](Experiment& e) {
        e.normalization.kind = sigmoid;
        e.normalization.bias = -0.8;
        e.normalization.temperature = 0.4;
    });
    row("a sink", [](Experiment& e) { add_sink(e, Matrix{{0.3}}); });
    row("a sink for each head", [](Experiment& e) { add_sink(e, Matrix{{0.3, -0.6}}); });
    row("a sink, naive, with temperature", [](Experiment& e) {
        add_sink(e, Matrix{{0.3, -0.6}});
        e.normalization.kind = softmax_naive;
        e.normalization.temperature = 0.4;
    });
    row("dropout", [](Experiment& e) { e.dropout = Dropout{0.4, 3}; });
    row("an overridden input", override_of(StageId::inputs, 0, 1, 1, 0.5));
    row("an overridden input of a source", [](Experiment& e) {
        add_source(e);
        e = with_override(e, {StageId::source_inputs, 0, 1, 1}, 0.5);
    });
    row("an overridden query", override_of(StageId::queries, 1, 2, 1, 0.5));
    row("an overridden key of one of the heads that share it", override_of(StageId::keys, 1, 2, 1, 0.5));
    row("an overridden value", override_of(StageId::values, 0, 2, 1, 0.5));
    row("an overridden query with rotary and norm", [](Experiment& e) {
        add_norm(e, QkNormKind::rms, 1e-6, true);
        e.scores.rotary = true;
        e = with_override(e, {StageId::queries, 0, 2, 1}, 0.5);
    });
    row("an overridden score", override_of(StageId::scores, 0, 2, 1, 0.5));
    row("an overridden score with a softcap", [](Experiment& e) {
        e.scores.softcap = 0.6;
        e = with_override(e, {StageId::scores, 0, 2, 1}, 0.5);
    });
    row("an overridden scaled score", override_of(StageId::scaled_scores, 0, 2, 1, 0.5));
    row("an overridden masked score", override_of(StageId::masked_scores, 0, 2, 1, 0.5));
    row("a key hidden by hand", override_of(StageId::masked_scores, 0, 2, 1, -infinity));
    row("an override lifts a mask", [](Experiment& e) {
        e.mask.causal = true;
        e = with_override(e, {StageId::masked_scores, 0, 0, 2}, 0.5);
    });
    row("an overridden weight", override_of(StageId::weights, 0, 2, 1, 0.5));
    row("an overridden weight beside a sink", [](Experiment& e) {
        add_sink(e, Matrix{{0.3}});
        e = with_override(e, {StageId::weights, 1, 2, 1}, 0.5);
    });
    row("an overridden dropped weight", [](Experiment& e) {
        e.dropout = Dropout{0.4, 3};
        e = with_override(e, {StageId::dropped_weights, 0, 2, 1}, 0.5);
    });
    row("an overridden head output", override_of(StageId::head_outputs, 1, 2, 1, 0.5));
    row("an overridden number of the concatenation", override_of(StageId::concat, 0, 2, 1, 0.5));
    row("an overridden output", override_of(StageId::output, 0, 2, 1, 0.5));
}

/// Of the whole output, of one number of it, of the weights of the second head, and of what a sink takes.
void TestGradientOptions::everyOption() {
    QFETCH(Edit, edit);
    Experiment e = flowing_document();
    edit(e);
    QVERIFY(validate(e).empty());
    const Dimensions d = dimensions(e);
    Matrix wanted = some_matrix(d.n_q, d.n_k).array() + 1.5;
    wanted.row(1).setConstant(nan_value);
    const HeadIndex last = e.heads.count - 1;
    const Matrix weights = compute(e).value().stage(StageId::weights, last);
    // Nothing is wanted of weights whose logarithm does not exist.
    wanted = (weights.array() > 0).select(wanted, 0);
    wanted.row(1).setConstant(nan_value);
    int compared = 0;
    std::vector<Target> targets{whole_output(e), CellRef{StageId::output, 0, 2, 0},
                                WantedWeights{last, wanted}};
    if (e.normalization.sink)
        targets.push_back(CellRef{StageId::weights, last, 2, d.n_k});
    for (const Target& target : targets)
        QCOMPARE(fault_of_gradient(e, target, 1e-7, &compared), QString());
    QVERIFY2(compared >= 27, qPrintable(QString::number(compared)));
}

/// A cell that is −∞ or NaN, as nothing that is wanted depends on it, changes nothing: each row makes it so
/// by one override, which is a finite number in the document that it is compared with.
void TestGradientOptions::zeroMeetsInfinity_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<Target>("target");
    Matrix weights = Matrix::Constant(4, 4, nan_value);
    weights.row(0) << 0.5, 0.2, 0, 0.3;
    weights.row(3) << 0.1, 0.2, 0, 0.7;
    Matrix of_source = Matrix::Constant(4, 2, nan_value);
    of_source.row(0) << 0.5, 0.5;
    of_source.row(3) << 0.1, 0.9;
    Matrix output = Matrix::Constant(4, 3, nan_value);
    output.row(0) << 0.5, -0.5, 1;
    output.row(3) << 0.1, 0.9, nan_value;
    Matrix second_feature = Matrix::Constant(4, 4, nan_value);
    second_feature.col(1) << 1, 2, 3, 4;
    const auto row = [](const char* name, const CellRef& cell, const Target& target, const Edit& edit) {
        QTest::newRow(name) << edit << cell << target;
    };
    const CellRef input{StageId::inputs, 0, 2, 1}, query{StageId::queries, 0, 2, 1};
    row("a hidden token", input, WantedWeights{0, weights}, [](Experiment& e) { e.mask.padding = {2}; });
    row("a hidden token with a norm", input, WantedWeights{0, weights}, [](Experiment& e) {
        e.mask.padding = {2};
        add_norm(e, QkNormKind::rms, 1e-6, true);
    });
    row("a hidden token with rotary", input, WantedWeights{0, weights}, [](Experiment& e) {
        e.mask.padding = {2};
        e.scores.rotary = true;
    });
    row("a query for nothing", input, WantedWeights{0, of_source}, add_source);
    row("its output", input, WantedOutput{output}, add_source);
    row("its output with a softcap", input, WantedOutput{output}, [](Experiment& e) {
        add_source(e);
        e.scores.softcap = 0.6;
    });
    row("its output with sparsemax", query, WantedOutput{output}, [](Experiment& e) {
        add_source(e);
        e.normalization.kind = NormalizationKind::sparsemax;
    });
    row("a value's other feature", {StageId::values, 0, 1, 0}, WantedOutput{second_feature},
        [](Experiment& e) { e.projection.W_O = e.projection.b_O = nullptr; });
}

void TestGradientOptions::zeroMeetsInfinity() {
    QFETCH(Edit, edit);
    QFETCH(CellRef, cell);
    QFETCH(Target, target);
    Experiment e = flowing_document();
    edit(e);
    const Experiment broken = with_override(e, cell, -infinity);
    QVERIFY(first_not_finite(compute(broken).value()));
    const Result<Gradient> found = gradient(broken, target);
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    const Result<Gradient> expected = gradient(with_override(e, cell, 0.5), target);
    for (const auto& [id, numbers] : expected.value().by)
        QVERIFY2(((found.value().by.at(id) - numbers).array().abs() <= 1e-12).all(), info(id).name.data());
}

LAB_GUILESS_TEST(TestGradientOptions)
#include "tst_gradient_options.moc"
