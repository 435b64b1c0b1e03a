// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resizing, and adding or removing biases and output weights: what is kept, what is new, and what is refused.
#include "core/edits/random_parameters.h"
#include "core/edits/resize.h"
#include "core/edits/sentence.h"
#include "core/edits/shapes.h"
#include "core/experiment/validate.h"
#include "core/random/seeded_vector.h"
#include "tests/core/shape_documents.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

using enum ProjectionKind;

/// The number of parts into which the rows and the columns of a parameter are split.
std::pair<Index, Index> parts_of(const Experiment& e, ParameterId id) {
    const bool rows = id == ParameterId::W_O && e.projection.kind != identity;
    const Split split = split_of(e, id);
    return {rows ? e.heads.count : 1, split == Split::heads    ? e.heads.count
                                      : split == Split::groups ? e.heads.kv_count
                                                               : 1};
}

/// The first number that changed although its position within its head still exists, as parameter, row and
/// column.
std::string moved(const Experiment& before, const Experiment& after) {
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr a = parameter(before, each.id);
        const MatrixPtr b = parameter(after, each.id);
        if (bool(a) != bool(b))
            return std::string(each.name) + " came or went";
        if (!a)
            continue;
        if (a->rows() == b->rows() && a->cols() == b->cols()) { // perhaps divided among other heads
            if (*a != *b)
                return std::string(each.name) + " changed";
            continue;
        }
        const auto [a_rows, a_columns] = parts_of(before, each.id);
        const auto [b_rows, b_columns] = parts_of(after, each.id);
        const Index rows = a->rows() / a_rows;
        const Index columns = a->cols() / a_columns;
        for (Index i = 0; i < a->rows(); ++i) {
            for (Index j = 0; j < a->cols(); ++j) {
                const bool stays = i / rows < b_rows && i % rows < b->rows() / b_rows &&
                                   j / columns < b_columns && j % columns < b->cols() / b_columns;
                if (stays && (*a)(i, j) != (*b)(i / rows * (b->rows() / b_rows) + i % rows,
                                                j / columns * (b->cols() / b_columns) + j % columns))
                    return std::string(each.name) + " " + shape_text(i, j);
            }
        }
    }
    return {};
}

/// Whether a free size can take that value, for the sizes that random experiments have.
bool is_possible(const Experiment& e, Size size, Index wanted) {
    const bool is_identity = e.projection.kind == identity;
    if (size == Size::kv_heads)
        return e.heads.count % wanted == 0;
    if (is_identity && size == Size::heads)
        return e.embedding.dimension % wanted == 0;
    return !is_identity || size != Size::d_model || wanted % e.heads.count == 0;
}

/// Whether d_k or d_v changes with that size.
bool has_following_widths(const Experiment& e, Size size) {
    const Dimensions d = dimensions(e);
    return e.projection.kind == linear && (size == Size::heads || size == Size::d_model) &&
           (d.H * d.d_k == d.d_model || d.H * d.d_v == d.d_model);
}

} // namespace

class TestShapes : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void sizes();
    void freeSizes_data();
    void freeSizes();
    void groups_data();
    void groups();
    void widthsFollow_data();
    void widthsFollow();
    void dividedAmongHeads();
    void refuses_data();
    void refuses();
    void newNumbers();
    void seededVectorsStaySeeded();
    void unusedMatricesStay();
    void biases();
    void outputWeights();
    void wideOutput();
};

/// Changes every free size: what is kept, what follows, and changing it back.
void TestShapes::sizes() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        for (const SizeInfo& each : all_sizes()) {
            const Index now = size_of(e, each.size);
            if (!is_free(e, each.size))
                continue;
            const Index wanted = random.between(1, 8);
            const Result<Experiment> next = with_size(e, each.size, wanted);
            QCOMPARE(bool(next), is_possible(e, each.size, wanted));
            QCOMPARE(difference(e, with_size(e, each.size, now).value()).value_or(""), std::string());
            if (!next)
                continue;
            QCOMPARE(size_of(next.value(), each.size), wanted);
            QCOMPARE(fault(next.value()), std::string());
            QCOMPARE(moved(e, next.value()), std::string());
            const Experiment back = with_size(next.value(), each.size, now).value();
            QCOMPARE(fault(back), std::string());
            // The number of groups is not always restored. With `identity`, and where widths follow, more
            // heads also mean narrower ones.
            const bool is_narrower = (e.projection.kind == identity && each.size == Size::heads) ||
                                     has_following_widths(e, each.size) ||
                                     has_following_widths(next.value(), each.size);
            if (wanted >= now && back.heads.kv_count == e.heads.kv_count && !is_narrower)
                QCOMPARE(difference_but_origin(e, back), std::string());
        }
    }
}

void TestShapes::freeSizes_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<std::string>("names");
    QTest::newRow("linear") << linear << std::string("d_model d_k d_v heads kv_heads ");
    QTest::newRow("identity") << identity << std::string("d_model heads ");
    QTest::newRow("direct") << direct << std::string("d_k d_v heads kv_heads ");
}

void TestShapes::freeSizes() {
    QFETCH(ProjectionKind, kind);
    QFETCH(std::string, names);
    for (const bool output : {false, true}) {
        const Experiment e = with_output_weights(model(kind, {2, 2}, 4, 2), output);
        std::string found;
        for (const SizeInfo& each : all_sizes())
            found += is_free(e, each.size) ? std::string(info(each.size).name) + " " : "";
        QCOMPARE(found, names + (output ? "d_out " : ""));
    }
}

void TestShapes::groups_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("kv_heads");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("expected");
    QTest::newRow("one a head") << 3 << 3 << 5 << 5;
    QTest::newRow("one a head, fewer") << 4 << 4 << 1 << 1;
    QTest::newRow("one head") << 1 << 1 << 4 << 4;
    QTest::newRow("one group") << 4 << 1 << 7 << 1;
    QTest::newRow("as many") << 4 << 2 << 6 << 2;
    QTest::newRow("as many as divide") << 6 << 3 << 8 << 2;
    QTest::newRow("more than heads") << 8 << 4 << 3 << 3;
}

void TestShapes::groups() {
    QFETCH(int, heads);
    QFETCH(int, kv_heads);
    QFETCH(int, wanted);
    QFETCH(int, expected);
    QCOMPARE(groups_for({heads, kv_heads}, wanted), Index(expected));
    const Experiment e = with_size(model(linear, {heads, kv_heads}, 2, 1), Size::heads, wanted).value();
    QCOMPARE(e.heads.kv_count, Index(expected));
}

void TestShapes::widthsFollow_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<QList<int>>("before"); // d_model, d_k, d_v, heads
    QTest::addColumn<Size>("size");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<QList<int>>("after"); // d_k, d_v
    const auto row = [](const char* name, ProjectionKind kind, const QList<int>& before, Size size,
                        int wanted, const QList<int>& after) {
        QTest::newRow(name) << kind << before << size << wanted << after;
    };
    row("more heads", linear, {8, 8, 8, 1}, Size::heads, 4, {2, 2});
    row("fewer heads", linear, {8, 2, 2, 4}, Size::heads, 2, {4, 4});
    row("heads that do not divide", linear, {8, 8, 8, 1}, Size::heads, 3, {8, 8});
    row("a wider model", linear, {8, 4, 4, 2}, Size::d_model, 12, {6, 6});
    row("a width that does not divide", linear, {8, 4, 4, 2}, Size::d_model, 9, {4, 4});
    row("d_k was set", linear, {8, 3, 4, 2}, Size::heads, 4, {3, 2});
    row("d_v was set", linear, {8, 4, 5, 2}, Size::d_model, 6, {3, 5});
    row("another size", linear, {8, 4, 4, 2}, Size::kv_heads, 1, {4, 4});
    row("given Q, K and V", direct, {8, 4, 4, 2}, Size::heads, 1, {4, 4});
}

/// d_k and d_v stay d_model / heads, unless somebody chose another.
void TestShapes::widthsFollow() {
    QFETCH(ProjectionKind, kind);
    QFETCH(QList<int>, before);
    QFETCH(Size, size);
    QFETCH(int, wanted);
    QFETCH(QList<int>, after);
    Experiment e = model(kind, {before[3], before[3]}, before[0], 2);
    Dimensions to = dimensions(e);
    to.d_k = before[1];
    to.d_v = before[2];
    e = with_sizes(e, to).value();
    const Dimensions now = dimensions(with_size(e, size, wanted).value());
    QCOMPARE((QList<int>{int(now.d_k), int(now.d_v)}), after);
}

/// Weights that keep their shape keep their numbers, and what is overridden in the concatenation stays. Those
/// that were drawn head by head were not drawn for these heads.
void TestShapes::dividedAmongHeads() {
    Experiment e = with_output_weights(with_size(model(linear, {1, 1}, 4, 4), Size::d_v, 4).value(), true);
    e.overrides.push_back({StageId::concat, 0, 0, 3, 7, {}});
    const Experiment next = with_size(e, Size::heads, 2).value();
    QCOMPARE(next.heads.count, Index{2});
    QCOMPARE(fault(next), std::string());
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O})
        QVERIFY(parameter(next, id) == parameter(e, id));
    QCOMPARE(next.overrides.size(), std::size_t(1));
    QCOMPARE(next.overrides.front().column, Index{3});
    const RandomSource source{Generator::numpy, 1, Distribution::uniform};
    for (const DrawScope scope : {DrawScope::projection, DrawScope::head_by_head}) {
        const Experiment random = with_random(e, ParameterId::W_Q, source, scope).value();
        QCOMPARE(bool(drawn(with_size(random, Size::heads, 2).value(), ParameterId::W_Q)),
                 scope == DrawScope::projection);
    }
}

void TestShapes::refuses_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<std::string>("size");
    QTest::addColumn<qint64>("wanted");
    QTest::addColumn<std::string>("expected");
    const Experiment plain = model(linear, {3, 3}, 4, 2);
    const Experiment same = model(identity, {2, 2}, 4, 2);
    const std::string whole = "a whole number from 1 to 100000";
    for (const SizeInfo& each : all_sizes()) {
        for (const qint64 wanted :
             {qint64{0}, qint64{-1}, qint64{100'001}, std::numeric_limits<qint64>::max()})
            QTest::addRow("%s %lld", each.name.data(), static_cast<long long>(wanted))
                << with_output_weights(plain, true) << std::string(each.name) << wanted << whole;
    }
    const auto add = [](const char* row, const Experiment& e, const char* size, qint64 wanted,
                        const std::string& expected) {
        QTest::newRow(row) << e << std::string(size) << wanted << expected;
    };
    add("groups", plain, "kv_heads", 2, "a divisor of the number of heads: 1, 3");
    add("heads of identity", same, "heads", 3, "a divisor of d_model: 1, 2, 4");
    add("d_model of identity", same, "d_model", 5, "a multiple of the number of heads, 2");
    const std::string parameters = "less: parameters that would take more than 1 GiB, at most 1 GiB";
    add("weights", model(linear, {1, 1}, 2000, 1), "d_k", 100'000, parameters);
    add("two of three weights", model(linear, {1, 1}, 2000, 1), "d_k", 40'000, parameters);
    add("output", with_output_weights(model(identity, {1, 1}, 2000, 1), true), "d_out", 100'000, parameters);
    add("vectors", model(linear, {100, 100}, 2, 1000), "d_model", 100'000, parameters);
    add("rows", model(direct, {1, 1}, 1, 1, 2000), "d_k", 100'000, parameters);
    add("stages", model(linear, {1, 1}, 1, 1, 3000), "heads", 100'000,
        "less: 3000 queries, 3000 keys and 100000 heads, whose stages take 22.7 GiB, at most 8.0 GiB");
}

void TestShapes::refuses() {
    QFETCH(Experiment, experiment);
    QFETCH(std::string, size);
    QFETCH(qint64, wanted);
    QFETCH(std::string, expected);
    const Result<Experiment> next = with_size(experiment, size_named(size), wanted);
    QVERIFY(!next);
    QCOMPARE(next.error().place, size);
    QCOMPARE(next.error().found, std::to_string(wanted));
    QCOMPARE(QString::fromStdString(next.error().expected), QString::fromStdString(expected));
}

/// New numbers are scaled so that products keep their magnitude. They differ by seed, name and head.
void TestShapes::newNumbers() {
    const Experiment e = model(linear, {2, 2}, 3, 2);
    const Matrix seeded = seeded_matrix(7, ParameterId::W_Q, {1, 400, 3, 100}, dimensions(e));
    QVERIFY(std::abs(seeded.array().square().mean() - 1.0 / 3) < 0.01);
    QVERIFY(std::abs(seeded.mean()) < 0.01);
    for (const double number : seeded.reshaped())
        QVERIFY(std::abs(number * 1e4 - std::round(number * 1e4)) < 1e-6);
    QVERIFY(!seeded.leftCols(100).isApprox(seeded.middleCols(100, 100)));
    QVERIFY(!seeded.isApprox(seeded_matrix(8, ParameterId::W_Q, {1, 400, 3, 100}, dimensions(e))));
    QVERIFY(!seeded.isApprox(seeded_matrix(7, ParameterId::W_K, {1, 400, 3, 100}, dimensions(e))));
}

/// Resizing an unedited vector gives the seeded vector of the new size. The same goes for positions.
void TestShapes::seededVectorsStaySeeded() {
    const Experiment e = with_position(model(linear, {1, 1}, 3, 2), PositionKind::learned).value();
    for (const Index wanted : {2, 9}) {
        const Embedding embedding = with_size(e, Size::d_model, wanted).value().embedding;
        QVERIFY(embedding.table->find("a")->seeded);
        QVERIFY(same_bits(*embedding.table->find("a")->values, seeded_token(embedding, "a")));
        for (Index row = 0; row < 2; ++row)
            QVERIFY(same_bits(embedding.position.table->row(row), seeded_position(embedding, row)));
    }
}

/// A file may contain unused matrices of another kind, in any shape.
void TestShapes::unusedMatricesStay() {
    Experiment e = model(identity, {2, 2}, 4, 2);
    e.projection.W_Q = e.projection.Q = e.projection.b_K = share(Matrix::Ones(1, 3));
    e.embedding.position.table = share(Matrix::Ones(1, 7));
    QCOMPARE(fault(e), std::string());
    const Experiment next = with_size(e, Size::d_model, 8).value();
    QCOMPARE(fault(next), std::string());
    QCOMPARE(next.projection.W_Q, e.projection.W_Q);
    QCOMPARE(next.projection.Q, e.projection.Q);
    QCOMPARE(next.projection.b_K, e.projection.b_K);
}

void TestShapes::biases() {
    RandomExperiments random(2);
    constexpr std::array biases{ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V, ParameterId::b_O};
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        for (const ParameterId id : biases) {
            const bool there = parameter(e, id) != nullptr;
            const bool possible =
                id == ParameterId::b_O ? e.projection.W_O != nullptr : e.projection.kind == linear;
            QCOMPARE(difference(e, with_bias(e, id, there)).value_or(""), std::string());
            if (!possible)
                continue;
            const Experiment other = with_bias(e, id, !there);
            QCOMPARE(parameter(other, id) != nullptr, !there);
            QCOMPARE(fault(other), std::string());
            if (!there)
                QCOMPARE(difference_but_origin(e, with_bias(other, id, false)), std::string());
        }
    }
}

void TestShapes::outputWeights() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const bool there = e.projection.W_O != nullptr;
        QCOMPARE(difference(e, with_output_weights(e, there)).value_or(""), std::string());
        const Experiment other = with_output_weights(e, !there);
        QCOMPARE(other.projection.W_O != nullptr, !there);
        QVERIFY(!other.projection.b_O);
        QCOMPARE(fault(other), std::string());
        if (there)
            continue;
        QCOMPARE(other.projection.W_O->cols(),
                 has_inputs(e) ? e.embedding.dimension : other.projection.W_O->rows());
        Experiment back = with_output_weights(other, false);
        back.overrides = e.overrides; // overrides of columns that the narrower output lacked are gone
        QCOMPARE(difference_but_origin(e, back), std::string());
    }
}

/// A square W_O would not fit into memory.
void TestShapes::wideOutput() {
    Experiment e = model(identity, {1, 1}, 100'000, 1, 1);
    e.overrides = {{StageId::output, 0, 0, 1, 7, nullptr}, {StageId::output, 0, 0, 90'000, 7, nullptr}};
    const Experiment next = with_output_weights(e, true);
    QCOMPARE(shape_text(next.projection.W_O->rows(), next.projection.W_O->cols()),
             std::string("100000 × 167"));
    QCOMPARE(fault(next), std::string());
    QCOMPARE(next.overrides.size(), std::size_t{1});
}

LAB_APPLESS_TEST(TestShapes)
#include "tst_shapes.moc"
