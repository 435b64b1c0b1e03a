// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether wanted weights may come out of a head: verdicts checked by construction, by singular values and by
// fits, and each condition of each rule.
#include "core/analysis/fit.h"
#include "core/analysis/reachable.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/validate.h"
#include "tests/core/gradients.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <QTest>

using namespace lab;
using namespace lab::test;
Q_DECLARE_METATYPE(lab::Reachable)

class TestReachable : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void byConstruction();
    void causalNeedsItsRectangles();
    void noFitBeatsTheSmallestError();
    void rulesOfRank_data();
    void rulesOfRank();
    void zeros_data();
    void zeros();
    void lookAlike_data();
    void lookAlike();
    void whatIsThereIsNeverRefused();
};

namespace {

Matrix random_numbers(RandomExperiments& random, Index rows, Index columns) {
    Matrix numbers(rows, columns);
    for (double& number : numbers.reshaped())
        number = random.number();
    return numbers;
}

/// One linear head without anything else: n different words of so many features.
Experiment linear_head(RandomExperiments& random, Index n, Index d_model, Index d_k) {
    Experiment e;
    e.embedding.dimension = d_model;
    e.sequence.tokenizer = Tokenizer::manual;
    EmbeddingTable table;
    for (Index i = 0; i < n; ++i) {
        e.sequence.tokens.push_back("w" + std::to_string(i));
        const Matrix vector = random_numbers(random, 1, d_model);
        table.set(e.sequence.tokens.back(), {std::make_shared<const RowVector>(vector.row(0)), false});
    }
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.projection.W_Q = share(random_numbers(random, d_model, d_k));
    e.projection.W_K = share(random_numbers(random, d_model, d_k));
    e.projection.W_V = share(random_numbers(random, d_model, 2));
    return e;
}

/// Weights whose scores have that rank, apart from a number added to each row.
Matrix weights_of_rank(RandomExperiments& random, Index n_q, Index n_k, Index rank) {
    Matrix weights = random_numbers(random, n_q, rank) * random_numbers(random, n_k, rank).transpose();
    weights = weights.array().exp();
    return weights.array().colwise() / weights.rowwise().sum().array();
}

/// ln A, each row without its mean.
Matrix centred_logs(const Matrix& weights) {
    const Matrix logs = weights.array().log();
    return logs.colwise() - logs.rowwise().mean();
}

/// The singular values of ln A, by another algorithm than the one that is tested.
Eigen::VectorXd singular_values_of(const Matrix& weights) {
    const Eigen::MatrixXd logs = centred_logs(weights);
    return Eigen::JacobiSVD<Eigen::MatrixXd>(logs).singularValues();
}

/// The experiment with W_Q and W_K that give the scores over τ whose softmax these weights are, as near as
/// its d_k allows.
Experiment built(Experiment e, const Matrix& weights) {
    const Trace trace = compute(e).value();
    const Dimensions d = dimensions(e);
    const auto inverse = [&](StageId inputs) -> Eigen::MatrixXd {
        return Eigen::MatrixXd(trace.stage(inputs)).completeOrthogonalDecomposition().pseudoInverse();
    };
    const Eigen::MatrixXd logs = centred_logs(weights);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(logs, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Index rank = std::min(d.d_k, svd.singularValues().size());
    const double factor = e.normalization.temperature * std::sqrt(static_cast<double>(d.d_k));
    const Eigen::VectorXd values = svd.singularValues().head(rank) * factor;
    Matrix W_Q = Matrix::Zero(d.d_model, d.d_k), W_K = W_Q;
    W_Q.leftCols(rank) = inverse(StageId::inputs) * svd.matrixU().leftCols(rank) * values.asDiagonal();
    W_K.leftCols(rank) = inverse(inputs_of(e, StageId::keys)) * svd.matrixV().leftCols(rank);
    e.projection.W_Q = share(W_Q);
    e.projection.W_K = share(W_K);
    return e;
}

/// How far the scaled scores over τ are from those of the weights, apart from a number added to each row.
double error_of(const Experiment& e, const Matrix& weights) {
    const Matrix scores = compute(e).value().stage(StageId::scaled_scores) / e.normalization.temperature;
    const Matrix off = scores - Matrix(weights.array().log());
    return (off.colwise() - off.rowwise().mean()).norm();
}

} // namespace

/// Random targets: those that are said to be reachable come out of weights that are built for them; for the
/// others the nearest scores are off by what is said, and no less.
void TestReachable::byConstruction() {
    RandomExperiments random(81);
    int yes = 0, no = 0;
    for (int round = 0; round < 500; ++round) {
        const Index n = random.between(2, 7), d_model = n + random.between(0, 3), d_k = random.between(1, 4);
        Experiment e = linear_head(random, n, d_model, d_k);
        e.normalization.temperature = static_cast<double>(random.between(1, 12)) / 4;
        if (random.coin()) // other words than these, as many or fewer
            e.source =
                Sequence{Tokenizer::manual,
                         "",
                         {e.sequence.tokens.begin(), e.sequence.tokens.begin() + random.between(2, n)}};
        const Index n_k = dimensions(e).n_k;
        const Matrix wanted = weights_of_rank(random, n, n_k, random.between(1, n_k));
        const Eigen::VectorXd values = singular_values_of(wanted);
        const Index rank = (values.array() > 1e-9 * std::max(1.0, values(0))).count();
        const Reachability found = reachable(e, {0, wanted});
        QCOMPARE(found.d_k_needed.value_or(0), rank);
        QCOMPARE(found.verdict, rank <= d_k ? Reachable::yes : Reachable::no);
        const Experiment nearest = built(e, wanted);
        if (found.verdict == Reachable::yes) {
            ++yes;
            QVERIFY((compute(nearest).value().stage(StageId::weights) - wanted).cwiseAbs().maxCoeff() < 1e-7);
            QCOMPARE(*found.smallest_error, 0.0);
            QCOMPARE(text_of(found.why), "this needs d_k " + std::to_string(rank) + ", the head has " +
                                             std::to_string(d_k) + ": there are W_Q and W_K that give it");
            continue;
        }
        ++no;
        const double expected = values.tail(values.size() - d_k).norm();
        QVERIFY(std::abs(*found.smallest_error - expected) <= 1e-9 * expected);
        QVERIFY(std::abs(error_of(nearest, wanted) - expected) <= 1e-6 * (1 + expected));
        QVERIFY(error_of(e, wanted) >= expected * (1 - 1e-9)); // nor are any others nearer
        QCOMPARE(text_of(found.why),
                 "this needs d_k " + std::to_string(rank) + ", the head has " + std::to_string(d_k));
    }
    QVERIFY2(yes > 100 && no > 100, qPrintable(QString("%1 yes, %2 no").arg(yes).arg(no)));
}

/// A head's own causal weights are never refused; of random ones, the ranks of the rectangles are what is
/// said.
void TestReachable::causalNeedsItsRectangles() {
    RandomExperiments random(82);
    int no = 0;
    for (int round = 0; round < 500; ++round) {
        const Index n = random.between(2, 8), d_k = random.between(1, 3);
        Experiment e = linear_head(random, n, n, d_k);
        e.mask.causal = true;
        QCOMPARE(reachable(e, {0, compute(e).value().stage(StageId::weights)}).verdict, Reachable::unknown);
        Matrix wanted = weights_of_rank(random, n, n, n);
        wanted = wanted.triangularView<Eigen::Lower>();
        Index needed = 0;
        for (Index row = 0; row < n; ++row) {
            const Eigen::VectorXd values = singular_values_of(wanted.block(row, 0, n - row, row + 1));
            needed = std::max<Index>(needed, (values.array() > 1e-9 * std::max(1.0, values(0))).count());
        }
        const Reachability found = reachable(e, {0, wanted});
        QCOMPARE(found.verdict, needed > d_k ? Reachable::no : Reachable::unknown);
        QVERIFY(!found.smallest_error);
        QCOMPARE(found.d_k_needed.value_or(0), needed > d_k ? needed : 0);
        no += needed > d_k ? 1 : 0;
    }
    QVERIFY2(no > 50 && no < 450, qPrintable(QString::number(no)));
    // With the rows from other positions, more keys are visible to each.
    Experiment e = linear_head(random, 2, 4, 1);
    e.source = Sequence{Tokenizer::manual, "", {"w0", "w1", "w0"}, 0};
    e.source->tokens.back() = "w2";
    Experiment more = linear_head(random, 3, 4, 1);
    e.embedding.table = more.embedding.table;
    e.mask.causal = true;
    e.sequence.offset = 2;
    const Matrix wanted{{0.2, 0.3, 0.5}, {0.6, 0.1, 0.3}};
    QCOMPARE(reachable(e, {0, wanted}).verdict, Reachable::no);
    e.sequence.offset = 0; // the first query sees one key, the second two
    QCOMPARE(reachable(e, {0, wanted}).verdict, Reachable::unknown);
}

void TestReachable::noFitBeatsTheSmallestError() {
    RandomExperiments random(83);
    for (int round = 0; round < 20; ++round) {
        const Experiment e = linear_head(random, 4, 5, 1);
        const Matrix wanted = weights_of_rank(random, 4, 4, 3);
        const Reachability found = reachable(e, {0, wanted});
        QCOMPARE(found.verdict, Reachable::no);
        Fit fit = Fit::make(e, WantedWeights{0, wanted}, {{ParameterId::W_Q, ParameterId::W_K}}).value();
        for (int step = 0; step < 150; ++step)
            QVERIFY(!fit.step());
        QVERIFY(error_of(fit.experiment(), wanted) >= *found.smallest_error * (1 - 1e-9));
    }
}

/// What the rank says nothing about: each row changes one condition of the same document, whose target needs
/// d_k 2 where the head has 1.
void TestReachable::rulesOfRank_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Reachable>("verdict");
    const auto row = [](const char* name, Reachable verdict, const Edit& edit) {
        QTest::newRow(name) << edit << verdict;
    };
    const auto unknown = [&](const char* name, const Edit& edit) { row(name, Reachable::unknown, edit); };
    row("as it is", Reachable::no, [](Experiment&) {});
    row("temperature", Reachable::no, [](Experiment& e) { e.normalization.temperature = 3; });
    row("positions", Reachable::no,
        [](Experiment& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    row("naive", Reachable::no,
        [](Experiment& e) { e.normalization.kind = NormalizationKind::softmax_naive; });
    row("another scale", Reachable::no, [](Experiment& e) { e.scores.scale = -2; });
    row("enough features", Reachable::yes, [](Experiment& e) {
        e.projection.W_Q = share(Matrix::Ones(3, 2));
        e.projection.W_K = share(Matrix::Ones(3, 2));
    });
    unknown("no scale", [](Experiment& e) { e.scores.scale = 0; });
    unknown("window", [](Experiment& e) { e.mask.window = 5; });
    unknown("padding", [](Experiment& e) { e.mask.padding = {0}; });
    unknown("custom mask", [](Experiment& e) { e.mask.custom = share(Matrix::Ones(3, 3)); });
    unknown("rotary", [](Experiment& e) { e.scores.rotary = true; });
    unknown("norm", [](Experiment& e) { e.scores.qk_norm = QkNorm{}; });
    unknown("softcap", [](Experiment& e) { e.scores.softcap = 2; });
    unknown("alibi", [](Experiment& e) { e.scores.bias = ScoreBias::alibi; });
    unknown("added scores", [](Experiment& e) { e.scores.additive = {share(Matrix::Ones(3, 3))}; });
    unknown("query bias", [](Experiment& e) { e.projection.b_Q = share(Matrix::Ones(1, 1)); });
    unknown("key bias", [](Experiment& e) { e.projection.b_K = share(Matrix::Ones(1, 1)); });
    unknown("value bias", [](Experiment& e) { e.projection.b_V = share(Matrix::Ones(1, 2)); });
    unknown("output bias", [](Experiment& e) {
        e.projection.W_O = share(Matrix::Ones(2, 2));
        e.projection.b_O = share(Matrix::Ones(1, 2));
    });
    unknown("override", [](Experiment& e) { e = with_override(e, {StageId::values, 0, 0, 0}, 1); });
    unknown("dropout", [](Experiment& e) { e.dropout = Dropout{0.1, 1}; });
    unknown("sink", [](Experiment& e) { e.normalization.sink = share(Matrix::Ones(1, 1)); });
    unknown("sparsemax", [](Experiment& e) { e.normalization.kind = NormalizationKind::sparsemax; });
    unknown("sum", [](Experiment& e) { e.normalization.kind = NormalizationKind::sum; });
    unknown("sigmoid", [](Experiment& e) { e.normalization.kind = NormalizationKind::sigmoid; });
    unknown("keys that heads share", [](Experiment& e) {
        e.heads = {2, 1};
        e.projection.W_Q = share(Matrix::Ones(3, 2));
    });
    unknown("identity", [](Experiment& e) {
        e.projection = {};
        e.projection.kind = ProjectionKind::identity;
    });
    unknown("inputs of lower rank", [](Experiment& e) {
        e.embedding.inputs = InputKind::rows;
        e.embedding.X = share(Matrix{{1, 2, 3}, {0, 1, 5}, {1, 3, 8}});
    });
    const Matrix full{{1, 0, 3}, {0, 2, 1}, {5, 0, 1}}, lower{{1, 2, 3}, {0, 1, 5}, {1, 3, 8}};
    const auto cross = [](const Matrix& X, const Matrix& X_source) {
        return [=](Experiment& e) {
            e.source = e.sequence;
            e.embedding.inputs = InputKind::rows;
            e.embedding.X = share(X);
            e.embedding.X_source = share(X_source);
        };
    };
    row("two sentences", Reachable::no, cross(full, full));
    unknown("queries of lower rank", cross(lower, full));
    unknown("keys of lower rank", cross(full, lower));
    unknown("fewer features than words", [](Experiment& e) {
        e.embedding.inputs = InputKind::rows;
        e.embedding.dimension = 2;
        e.embedding.table = std::make_shared<const EmbeddingTable>();
        e.embedding.X = share(Matrix{{1, 2}, {0, 1}, {1, 3}});
        e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Ones(2, 1));
    });
}

void TestReachable::rulesOfRank() {
    QFETCH(Edit, edit);
    RandomExperiments random(84);
    Experiment e = linear_head(random, 3, 3, 1);
    edit(e);
    QVERIFY(validate(e).empty());
    const Matrix wanted{{0.2, 0.3, 0.5}, {0.6, 0.1, 0.3}, {0.1, 0.8, 0.1}};
    QTEST(reachable(e, {0, wanted}).verdict, "verdict");
    Matrix with_any = wanted;
    with_any(1, 1) = nan_value;
    QCOMPARE(reachable(e, {0, with_any}).verdict, Reachable::unknown); // every cell must be given
}

void TestReachable::zeros_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<bool>("refused");
    const auto row = [](const char* name, bool refused, const Edit& edit) {
        QTest::newRow(name) << edit << refused;
    };
    row("softmax", true, [](Experiment&) {});
    row("naive", true, [](Experiment& e) { e.normalization.kind = NormalizationKind::softmax_naive; });
    row("with a sink", true, [](Experiment& e) { e.normalization.sink = share(Matrix::Ones(1, 1)); });
    row("with biases, positions and rotary", true, [](Experiment& e) {
        e.projection.b_Q = share(Matrix::Ones(1, 2));
        e.embedding.position.kind = PositionKind::sinusoidal;
        e.scores.rotary = true;
    });
    row("another key is hidden", true, [](Experiment& e) { e.mask.padding = {0}; });
    row("a mask that is lifted", true, [](Experiment& e) {
        e.mask.causal = true;
        e = with_override(e, {StageId::masked_scores, 0, 1, 2}, 0);
    });
    row("sparsemax", false, [](Experiment& e) { e.normalization.kind = NormalizationKind::sparsemax; });
    row("sum", false, [](Experiment& e) { e.normalization.kind = NormalizationKind::sum; });
    row("hidden by the mask", false, [](Experiment& e) { e.mask.causal = true; });
    row("hidden by an added score", false, [](Experiment& e) {
        Matrix added = Matrix::Zero(3, 3);
        added(1, 2) = -infinity;
        e.scores.additive = {share(added)};
    });
    row("hidden by hand", false, [](Experiment& e) {
        e = with_override(e, {StageId::masked_scores, 0, 1, 2}, -infinity);
    });
    row("a weight of 0 by hand", false, [](Experiment& e) {
        e = with_override(e, {StageId::weights, 0, 1, 2}, 0);
    });
}

/// A weight of 0 for the last key, wanted of the second query alone.
void TestReachable::zeros() {
    QFETCH(Edit, edit);
    QFETCH(bool, refused);
    RandomExperiments random(85);
    Experiment e = linear_head(random, 3, 4, 2);
    edit(e);
    QVERIFY(validate(e).empty());
    Matrix wanted = Matrix::Constant(3, 3, nan_value);
    wanted.row(1) << 0.5, 0.5, 0;
    const Reachability found = reachable(e, {0, wanted});
    QCOMPARE(found.verdict, refused ? Reachable::no : Reachable::unknown);
    if (refused)
        QCOMPARE(text_of(found.why),
                 std::string("“w1” should have weight 0 for “w2”, but softmax never gives exactly 0 to a key "
                             "that is not hidden: mask it"));
}

void TestReachable::lookAlike_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Matrix>("wanted");
    QTest::addColumn<QString>("why"); // empty: unknown
    const auto row = [](const char* name, const Matrix& wanted, const char* why, const Edit& edit = {}) {
        QTest::newRow(name) << (edit ? edit : [](Experiment&) {}) << wanted << QString::fromUtf8(why);
    };
    const double any = nan_value;
    const char* const queries =
        "“the” (1) and “the” (3) look alike, so that their weights are in the same ratio "
        "among the keys that both see: add positions";
    const char* const keys =
        "“the” (1) and “the” (3) look alike, so that “cat” gives both the same weight: add positions";
    // Words: the cat the.
    const Matrix two_rows{{0.2, 0.6, 0.2}, {any, any, any}, {0.3, 0.4, 0.3}};
    const Matrix two_keys{{any, any, any}, {0.2, 0.5, 0.3}, {any, any, any}};
    row("queries", two_rows, queries);
    row("keys", two_keys, keys);
    row("the same", Matrix{{0.2, 0.6, 0.2}, {0.3, 0.4, 0.3}, {0.2, 0.6, 0.2}}, "");
    row("the same ratio", Matrix{{0.2, 0.6, any}, {any, any, any}, {0.1, 0.3, any}}, "");
    row("not both wanted", Matrix{{0.2, 0.6, any}, {any, any, any}, {any, 0.1, 0.9}}, "");
    const auto edited = [&](const char* name, bool refused, const Edit& edit) {
        row(qPrintable(QString("%1: queries").arg(name)), two_rows, refused ? queries : "", edit);
        row(qPrintable(QString("%1: keys").arg(name)), two_keys, refused ? keys : "", edit);
    };
    using enum NormalizationKind;
    for (const NormalizationKind kind : {softmax_naive, sum, sparsemax, sigmoid})
        edited(lab::normalizer(kind).name, true, [kind](Experiment& e) { e.normalization.kind = kind; });
    edited("norm", true, [](Experiment& e) { e.scores.qk_norm = QkNorm{}; });
    edited("biases", true, [](Experiment& e) { e.projection.b_K = share(Matrix::Ones(1, 2)); });
    edited("identity", true, [](Experiment& e) {
        e.projection = {};
        e.projection.kind = ProjectionKind::identity;
    });
    edited("given rows", false, [](Experiment& e) {
        e.embedding.inputs = InputKind::rows;
        e.embedding.X = share(some_matrix(3, 4));
    });
    edited("learned positions", false, [](Experiment& e) {
        e.embedding.position = {PositionKind::learned, share(some_matrix(3, 4))};
    });
    edited("learned positions that are alike", false, [](Experiment& e) {
        e.embedding.position = {PositionKind::learned, share(Matrix::Ones(3, 4))};
    });
    edited("sinusoidal positions", false,
           [](Experiment& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    edited("rotary", false, [](Experiment& e) { e.scores.rotary = true; });
    edited("alibi", false, [](Experiment& e) { e.scores.bias = ScoreBias::alibi; });
    edited("added scores", false, [](Experiment& e) { e.scores.additive = {share(some_matrix(3, 3))}; });
    edited("an override", false, [](Experiment& e) { e = with_override(e, {StageId::keys, 0, 0, 0}, 1); });
    edited("dropout", false, [](Experiment& e) { e.dropout = Dropout{0.1, 1}; });
    edited("direct", false, [](Experiment& e) {
        e.projection = {};
        e.projection.kind = ProjectionKind::direct;
        e.projection.Q = e.projection.K = e.projection.V = share(some_matrix(3, 2));
    });
    const Edit causal = [](Experiment& e) { e.mask.causal = true; };
    row("the second of both keys is hidden", two_keys, "", causal);
    row("one key that both see", Matrix{{1, 0, 0}, {any, any, any}, {0.3, 0.4, 0.3}}, "", causal);
    const Edit hides_first = [](Experiment& e) {
        e.mask.custom = share(Matrix{{0, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    };
    const Matrix of_common{{any, 0.6, 0.2}, {any, any, any}, {any, 0.6, 0.3}};
    row("among keys that both see", of_common, queries, hides_first);
    row("of sparsemax, which subtracts another threshold", of_common, "", [hides_first](Experiment& e) {
        hides_first(e);
        e.normalization.kind = sparsemax;
    });
}

void TestReachable::lookAlike() {
    QFETCH(Edit, edit);
    QFETCH(Matrix, wanted);
    QFETCH(QString, why);
    RandomExperiments random(86);
    Experiment e = linear_head(random, 2, 4, 2);
    e.sequence.tokenizer = Tokenizer::whitespace;
    e = with_text(e, "the cat the");
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(random_numbers(random, 1, 4).row(0)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    edit(e);
    QVERIFY(validate(e).empty());
    const Reachability found = reachable(e, {0, wanted});
    QCOMPARE(found.verdict, why.isEmpty() ? Reachable::unknown : Reachable::no);
    if (!why.isEmpty())
        QCOMPARE(QString::fromStdString(text_of(found.why)), why);
}

/// The weights that a document has are reachable, whatever its options are.
void TestReachable::whatIsThereIsNeverRefused() {
    RandomExperiments random(87);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const HeadIndex head = random.between(0, e.heads.count - 1);
        Matrix weights = compute(e).value().stage(StageId::weights, head);
        // What cannot be wanted, or is 0 by rounding alone.
        weights = (weights.array() > 0 && weights.array() < 1e9).select(weights, nan_value);
        const WantedWeights target{head, weights};
        if (!problem_of_target(e, target))
            QVERIFY2(reachable(e, target).verdict != Reachable::no,
                     text_of(reachable(e, target).why).c_str());
    }
}

LAB_APPLESS_TEST(TestReachable)
#include "tst_reachable.moc"
