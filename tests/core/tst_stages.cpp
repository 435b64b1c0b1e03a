// SPDX-License-Identifier: GPL-3.0-or-later
//
// Properties of every stage, for any numbers.
#include "core/describe/not_finite.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "core/experiment/parameter.h"
#include "core/stages/01_tokens.h"
#include "core/stages/05_scaled_scores.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "tests/support/weigh.h"

#include <QFileInfo>
#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr int random_rounds = 300;

/// A B + b, written as textbook loops.
Matrix product(const Matrix& a, const Matrix& b, const MatrixPtr& bias = nullptr) {
    Matrix result(a.rows(), b.cols());
    for (Index i = 0; i < a.rows(); ++i) {
        for (Index j = 0; j < b.cols(); ++j) {
            result(i, j) = bias ? (*bias)(0, j) : 0;
            for (Index k = 0; k < a.cols(); ++k)
                result(i, j) += a(i, k) * b(k, j);
        }
    }
    return result;
}

/// All heads' queries, keys or values side by side: the projection before it is split into heads.
Matrix projected(const Experiment& e, const Matrix& x, ParameterId weights, ParameterId bias,
                 ParameterId given) {
    switch (e.projection.kind) {
    case ProjectionKind::linear:
        return product(x, *projection_matrix(e.projection, weights), projection_matrix(e.projection, bias));
    case ProjectionKind::identity:
        return x;
    case ProjectionKind::direct:
        return *projection_matrix(e.projection, given);
    }
    return {};
}

Matrix block(const Matrix& matrix, HeadIndex block, Index blocks) {
    const Index width = matrix.cols() / blocks;
    return matrix.middleCols(block * width, width);
}

ProjectionKind any_kind(RandomExperiments& random) {
    return ProjectionKind(random.between(0, 2));
}

/// Softmax of each row with the default options.
Matrix soft(const Matrix& masked_scores) {
    return weigh(masked_scores, {});
}

} // namespace

#define VERIFY_NEAR(actual, expected) QCOMPARE(near(actual, expected), std::string())

class TestStages : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void tableIsConsistent();
    void equation_data();
    void equation();
    void weights();
    void causalFirstRowIsTheFirstValue();
    void defaultScale();
    void softmaxOfLength_data();
    void softmaxOfLength();
    void softmaxRowsAreIndependent();
    void notebookNumbers();
    void notes_data();
    void notes();
    void goldenNotes_data();
    void goldenNotes();
};

void TestStages::tableIsConsistent() {
    QCOMPARE(all_stages().size(), std::size_t(StageId::output) + 1);
    std::set<std::string_view> names;
    std::size_t at = 0;
    for (const StageInfo& stage : all_stages()) {
        QCOMPARE(std::size_t(stage.id), at++);
        QCOMPARE(&info(stage.id), &stage);
        QVERIFY(names.insert(stage.name).second);
        QCOMPARE(stage_named(stage.name), std::optional(stage.id));
        QVERIFY(!stage.title.empty());
        const QString file = QString::fromUtf8(stage.file.data(), qsizetype(stage.file.size()));
        QVERIFY2(QFileInfo::exists(QStringLiteral(LAB_SOURCE_DIR "/core/stages/%1.cpp").arg(file)),
                 stage.file.data());
        for (const StageId read : stage.reads)
            QVERIFY2(read < stage.id, stage.name.data());
    }
    QVERIFY(!stage_named("attention"));
    QVERIFY(!stage_named(""));

    for (const char* name : {"cross", "dropout"}) {
        const Golden golden = load_golden(name);
        std::vector<std::string> expected, actual;
        for (const StageInfo& stage : all_stages()) {
            if (has_stage(golden.experiment, stage.id))
                expected.emplace_back(stage.name);
        }
        for (const auto& [key, matrix] : golden.result.at("stages").items())
            actual.push_back(key);
        QVERIFY2(actual == expected, name);
    }
}

void TestStages::equation_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::newRow("linear") << ProjectionKind::linear;
    QTest::newRow("identity") << ProjectionKind::identity;
    QTest::newRow("direct") << ProjectionKind::direct;
}

// Each stage recomputed from the one before with independent loops, including shapes, heads and groups.
void TestStages::equation() {
    QFETCH(ProjectionKind, kind);
    RandomExperiments random(1);
    for (int round = 0; round < random_rounds; ++round) {
        const Experiment e = random.plain(kind);
        const Index H = e.heads.count;
        const Index G = e.heads.kv_count;
        const Trace t = compute(e).value();
        if (kind != ProjectionKind::direct) {
            for (std::size_t i = 0; i < t.tokens.size(); ++i)
                QVERIFY(same_bits(t.stage(StageId::inputs).row(Index(i)),
                                  *e.embedding.table->find(t.tokens[i])->values));
        }
        const Matrix q =
            projected(e, t.stage(StageId::inputs), ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q);
        const Matrix k =
            projected(e, t.stage(StageId::inputs), ParameterId::W_K, ParameterId::b_K, ParameterId::K);
        const Matrix v =
            projected(e, t.stage(StageId::inputs), ParameterId::W_V, ParameterId::b_V, ParameterId::V);
        const Index width_v = v.cols() / G;
        for (HeadIndex h = 0; h < H; ++h) {
            const HeadIndex group = h * G / H;
            VERIFY_NEAR(t.stage(StageId::queries, h), block(q, h, H));
            VERIFY_NEAR(t.stage(StageId::keys, h), block(k, group, G));
            VERIFY_NEAR(t.stage(StageId::values, h), block(v, group, G));
            QVERIFY(same_bits(t.stage(StageId::keys, h), t.stage(StageId::keys, group * (H / G))));
            VERIFY_NEAR(t.stage(StageId::scores, h),
                        product(t.stage(StageId::queries, h), t.stage(StageId::keys, h).transpose()));
            const Index d_k = q.cols() / H;
            const double scale = e.scores.scale.value_or(1 / std::sqrt(double(d_k)));
            VERIFY_NEAR(t.stage(StageId::scaled_scores, h), t.stage(StageId::scores, h) * scale);
            VERIFY_NEAR(t.stage(StageId::head_outputs, h),
                        product(t.stage(StageId::weights, h), t.stage(StageId::values, h)));
            QVERIFY(same_bits(t.stage(StageId::concat).middleCols(h * width_v, width_v),
                              t.stage(StageId::head_outputs, h)));
        }
        QCOMPARE(t.stage(StageId::concat).cols(), H * width_v);
        const Projection& p = e.projection;
        VERIFY_NEAR(t.stage(StageId::output),
                    p.W_O ? product(t.stage(StageId::concat), *p.W_O, p.b_O) : t.stage(StageId::concat));
        const Dimensions d = dimensions(e);
        QCOMPARE(d.d_k, t.stage(StageId::keys).cols());
        QCOMPARE(d.d_v, width_v);
        QCOMPARE(d.d_out, t.stage(StageId::output).cols());
        QCOMPARE(d.n_q, t.stage(StageId::output).rows());
    }
}

void TestStages::weights() {
    RandomExperiments random(2);
    for (int round = 0; round < random_rounds; ++round) {
        const Experiment e = random.plain(any_kind(random));
        const Trace t = compute(e).value();
        for (HeadIndex head = 0; head < t.heads(); ++head) {
            const Matrix& weights = t.stage(StageId::weights, head);
            const Matrix& masked = t.stage(StageId::masked_scores, head);
            for (Index i = 0; i < weights.rows(); ++i) {
                QVERIFY(std::abs(weights.row(i).sum() - 1) < 1e-12);
                for (Index j = 0; j < weights.cols(); ++j) {
                    const bool hidden = e.mask.causal && j > i;
                    QCOMPARE(is_hidden(masked(i, j)), hidden);
                    if (hidden) {
                        QVERIFY(weights(i, j) == 0);
                        continue;
                    }
                    QCOMPARE(masked(i, j), t.stage(StageId::scaled_scores, head)(i, j));
                    QVERIFY(weights(i, j) > 0);
                    const double ratio = std::exp(masked(i, j) - masked(i, 0));
                    QVERIFY(std::abs(weights(i, j) - ratio * weights(i, 0)) <= 1e-12 * weights(i, j));
                }
            }
        }
    }
}

void TestStages::causalFirstRowIsTheFirstValue() {
    RandomExperiments random(3);
    for (int round = 0; round < random_rounds; ++round) {
        Experiment e = random.plain(ProjectionKind::direct);
        e.mask.causal = true;
        const Trace t = compute(e).value();
        for (HeadIndex head = 0; head < t.heads(); ++head)
            QVERIFY(t.stage(StageId::head_outputs, head).row(0) == t.stage(StageId::values, head).row(0));
    }
    const Trace decoder = compute(load_golden("numeric-decoder").experiment).value();
    QVERIFY(decoder.stage(StageId::output).row(0) == decoder.stage(StageId::values).row(0));
}

void TestStages::defaultScale() {
    QCOMPARE(scale_factor({}, 1), 1.0);
    QCOMPARE(scale_factor({}, 4), 0.5);
    QCOMPARE(scale_factor({}, 2), 1 / std::sqrt(2.0));
    QCOMPARE(scale_factor({-3.0}, 4), -3.0);
    QCOMPARE(scale_factor({0.0}, 4), 0.0);
}

void TestStages::softmaxOfLength_data() {
    QTest::addColumn<Index>("length");
    // SIMD processes several numbers at a time, so every remainder is tested.
    for (Index length = 1; length <= 17; ++length)
        QTest::addRow("%d", int(length)) << length;
}

void TestStages::softmaxOfLength() {
    QFETCH(Index, length);
    RandomExperiments random(std::uint64_t(length) + 100);
    Matrix row(1, length);
    for (double& score : row.reshaped())
        score = 3 * random.number();
    const Matrix plain = soft(row);
    QVERIFY(std::abs(plain.sum() - 1) < 1e-15 * double(length));
    for (const double offset : {-1e6, -700.0, 0.0, 800.0, 1e6})
        QVERIFY(soft(row.array() + offset).isApprox(plain, 1e-9));
    QVERIFY(soft(Matrix::Constant(1, length, -infinity)) == Matrix::Zero(1, length));
    QVERIFY(soft(Matrix::Constant(1, length, 1e300)).isApproxToConstant(1 / double(length), 1e-15));
    // The difference of two scores may overflow.
    Matrix far = Matrix::Constant(1, length, -1.7e308);

    for (Index at = 0; at < length; ++at) {
        far(at) = 1.7e308;
        QVERIFY(soft(far)(at) == 1 && soft(far).sum() == 1);
        far(at) = -1.7e308;

        Matrix hidden = row;
        hidden(at) = -infinity;
        const Matrix rest = soft(hidden);
        QVERIFY(rest(at) == 0 && !std::signbit(rest(at)));
        if (length > 1)
            QVERIFY((rest * (1 - plain(at)) + Matrix(hidden.array().isInf().select(plain, 0.0)))
                        .isApprox(plain, 1e-12));

        for (const double broken : {nan_value, infinity}) {
            Matrix scores = hidden;
            const Index elsewhere = (at + 1) % length;
            scores(elsewhere) = broken;
            const Matrix weights = soft(scores);
            for (Index key = 0; key < length; ++key) {
                if (key == at && key != elsewhere)
                    QVERIFY(weights(key) == 0);
                else
                    QVERIFY2(std::isnan(weights(key)), qPrintable(QString::number(key)));
            }
        }
    }
}

void TestStages::softmaxRowsAreIndependent() {
    Matrix scores(5, 3);
    scores << 1, 2, 3, nan_value, 0, 0, -infinity, -infinity, -infinity, infinity, -infinity, 0, -1e300,
        1e300, 1e300;
    Matrix expected(5, 3);
    const double sum = std::exp(1) + std::exp(2) + std::exp(3);
    expected << std::exp(1) / sum, std::exp(2) / sum, std::exp(3) / sum, nan_value, nan_value, nan_value, 0,
        0, 0, nan_value, 0, nan_value, 0, 0.5, 0.5;
    VERIFY_NEAR(soft(scores), expected);
    QCOMPARE(soft(Matrix(0, 0)).size(), 0);
    QCOMPARE(soft(Matrix(2, 0)).rows(), 2);
}

void TestStages::notebookNumbers() {
    const Trace t = compute(load_golden("sky-is-blue").experiment).value();
    QString printed;
    for (const double value : t.stage(StageId::output).reshaped<Eigen::RowMajor>())
        printed += QString::number(value, 'f', 4) + ' ';
    QCOMPARE(printed, QStringLiteral("0.1460 0.1802 0.1543 0.1757 0.1535 0.1761 "));
}

void TestStages::notes_data() {
    QTest::addColumn<double>("query");
    QTest::addColumn<double>("value");
    QTest::addColumn<std::vector<std::string>>("expected");
    using Notes = std::vector<std::string>;
    QTest::newRow("nothing") << 1.0 << 1.0 << Notes{};
    QTest::newRow("overflow")
        << 1e200 << 1.0 << Notes{"first number that is not finite: scores of head 1, row 0, column 0 is inf"};
    QTest::newRow("overflow to -inf")
        << -1e200 << 1.0
        << Notes{"masked_scores of head 1, row 0: every score is -inf, by an overflow that began in scores "
                 "of head 1, row 0, column 0, so all its weights are 0",
                 "first number that is not finite: scores of head 1, row 0, column 0 is -inf"};
    QTest::newRow("output") << 1.0 << 1.7e308
                            << Notes{"first number that is not finite: output, row 0, column 0 is inf"};
}

void TestStages::notes() {
    QFETCH(double, query);
    QFETCH(double, value);
    QFETCH(std::vector<std::string>, expected);
    Experiment e;
    e.sequence = make_sequence("a");
    e.heads = {2, 1};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix{{1.0, query}});
    e.projection.K = share(Matrix{{std::abs(query)}});
    e.projection.V = share(Matrix{{value}});
    e.projection.W_O = share(Matrix{{1.0}, {1.0}});
    QCOMPARE(lab::notes(e, compute(e).value()), expected);
}

void TestStages::goldenNotes_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::vector<std::string>>("expected");
    using Notes = std::vector<std::string>;
    QTest::newRow("capped") << std::string("scores-overflow") << Notes{};
    QTest::newRow("not capped")
        << std::string("scores-overflow-uncapped")
        << Notes{"first number that is not finite: scaled_scores of head 0, row 0, column 0 is -inf"};
    QTest::newRow("hidden by what is added")
        << std::string("additive-hides")
        << Notes{
               "masked_scores of head 0, row 2: every key is hidden, so all its weights are 0",
               "first number that is not finite: scaled_scores of head 0, row 0, column 1 is -inf, from the "
               "added scores"};
}

/// A cap makes what overflowed finite, and an added −∞ is no overflow.
void TestStages::goldenNotes() {
    QFETCH(std::string, name);
    QFETCH(std::vector<std::string>, expected);
    const Experiment e = load_golden(name).experiment;
    QCOMPARE(lab::notes(e, compute(e).value()), expected);
}

LAB_APPLESS_TEST(TestStages)
#include "tst_stages.moc"
