// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replacing parameters with matrices of other shapes, and the operations of a matrix's menu.
#include "core/base/number_format.h"
#include "core/edits/matrix_operations.h"
#include "core/edits/shapes.h"
#include "core/io/json_text.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <optional>

using namespace lab;
using namespace lab::test;

namespace {

using enum ProjectionKind;
using P = ParameterId;

Matrix random_matrix(RandomExperiments& random, Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (double& number : matrix.reshaped())
        number = random.number();
    return matrix;
}

/// The cells that were replaced, either the whole parameter or one head's block.
Matrix taken(const Experiment& e, P id, std::optional<HeadIndex> head) {
    const Matrix all = *parameter(e, id);
    if (!head)
        return all;
    const Columns columns = head_columns(all.cols(), split_of(e, id), e.heads, *head);
    return all.middleCols(columns.first, columns.count);
}

/// Whether the experiment can be resized for that shape, implemented independently of the code.
bool can_follow(const Experiment& e, P id, Index rows, Index columns, bool one_head) {
    const Index H = e.heads.count;
    const Index own = parameter(e, id)->rows();
    const bool is_identity = e.projection.kind == identity;
    const Split split = one_head ? Split::none : split_of(e, id);
    switch (id) {
    case P::W_Q:
    case P::W_K:
    case P::W_V:
        return columns % (split == Split::heads ? H : split == Split::groups ? e.heads.kv_count : 1) == 0;
    case P::W_O:
        return rows == own || (!is_identity && rows % H == 0);
    case P::g_Q:
    case P::g_K:
        return rows == 1 && (!is_identity || columns == parameter(e, id)->cols());
    case P::additive:
        return rows == own && columns == (split == Split::heads ? H : 1) * dimensions(e).n_k;
    case P::E:
    case P::X:
    case P::X_source:
    case P::position:
        return rows == own && (!is_identity || columns % H == 0);
    case P::sink:
        return rows == 1 && columns == parameter(e, id)->cols();
    default:
        return rows == own && columns % (split == Split::heads    ? H
                                         : split == Split::groups ? e.heads.kv_count
                                                                  : 1) ==
                                  0;
    }
}

/// Four heads in two groups, two words.
Experiment grouped(ProjectionKind kind) {
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"a", "b"}};
    e.heads = {4, kind == identity ? 4 : 2};
    e.projection.kind = kind;
    e.embedding.dimension = kind == identity ? 4 : 6;
    EmbeddingTable table;
    for (const char* token : {"a", "b"})
        table.set(token, {std::make_shared<const RowVector>(RowVector::Ones(e.embedding.dimension)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    Projection& p = e.projection;
    if (kind == linear) {
        p.W_Q = share(Matrix::Ones(6, 4));
        p.W_K = share(Matrix::Ones(6, 2));
        p.W_V = share(Matrix::Ones(6, 6));
        p.b_Q = share(Matrix::Ones(1, 4));
    } else if (kind == direct) {
        p.Q = share(Matrix::Ones(2, 4));
        p.K = share(Matrix::Ones(2, 2));
        p.V = share(Matrix::Ones(2, 6));
    }
    p.W_O = share(Matrix::Ones(kind == identity ? 4 : 12, 4));
    p.b_O = share(Matrix::Ones(1, 4));
    return e;
}

} // namespace

class TestMatrixOperations : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void anyShape();
    void follows_data();
    void follows();
    void refuses_data();
    void refuses();
    void unitRows_data();
    void unitRows();
    void rounds_data();
    void rounds();
    void rows();
};

/// Any matrix can replace any parameter: it is stored, sizes follow, and numbers that still fit are kept.
void TestMatrixOperations::anyShape() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Dimensions before = dimensions(e);
        for (const ParameterInfo& each : all_parameters()) {
            const MatrixPtr now = parameter(e, each.id);
            if (!now)
                continue;
            const bool splits = split_of(e, each.id) != Split::none;
            const auto head =
                splits && random.coin() ? std::optional(random.between(0, before.H - 1)) : std::nullopt;
            const Matrix own = taken(e, each.id, head);
            const Matrix matrix = random_matrix(random, random.coin() ? own.rows() : random.between(1, 9),
                                                random.coin() ? own.cols() : random.between(1, 9));
            const Result<Experiment> next = with_matrix(e, each.id, matrix, head);
            QCOMPARE(bool(next), can_follow(e, each.id, matrix.rows(), matrix.cols(), head.has_value()));
            if (!next) {
                QCOMPARE(next.error().place, std::string(each.name));
                QCOMPARE(next.error().found, shape_text(matrix.rows(), matrix.cols()));
                continue;
            }
            QCOMPARE(fault(next.value()), std::string());
            QVERIFY(same_bits(taken(next.value(), each.id, head), matrix));
            QCOMPARE(next.value().heads.count, before.H);
            QCOMPARE(next.value().heads.kv_count, before.G);
            QVERIFY(!next.value().origin || !next.value().origin->contains(std::string(each.name)));
            if (own.rows() == matrix.rows() && own.cols() == matrix.cols()) {
                const Index first =
                    head ? head_columns(now->cols(), split_of(e, each.id), e.heads, *head).first : 0;
                QCOMPARE(difference(next.value(), with_cells(e, each.id, 0, first, matrix)).value_or(""),
                         std::string());
                Experiment back = with_matrix(next.value(), each.id, own, head).value();
                back.origin = e.origin;
                QCOMPARE(difference(e, back).value_or(""), std::string());
            }
        }
    }
}

void TestMatrixOperations::follows_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("head"); // −1 for all
    QTest::addColumn<QString>("sizes");
    const auto add = [](const char* row, ProjectionKind kind, P id, int rows, int columns, int head,
                        const char* sizes) {
        QTest::newRow(row) << kind << id << rows << columns << head << QString(sizes);
    };
    add("queries of all heads", linear, P::W_Q, 5, 8, -1, "d_model 5 d_k 2 d_v 3 d_out 4");
    add("queries of one head", linear, P::W_Q, 3, 8, 1, "d_model 3 d_k 8 d_v 3 d_out 4");
    add("keys of all groups", linear, P::W_K, 6, 8, -1, "d_model 6 d_k 4 d_v 3 d_out 4");
    add("values of one head", linear, P::W_V, 6, 1, 3, "d_model 6 d_k 1 d_v 1 d_out 4");
    add("bias", linear, P::b_Q, 1, 20, -1, "d_model 6 d_k 5 d_v 3 d_out 4");
    add("bias of one head", linear, P::b_Q, 1, 2, 0, "d_model 6 d_k 2 d_v 3 d_out 4");
    add("output", linear, P::W_O, 8, 7, -1, "d_model 6 d_k 1 d_v 2 d_out 7");
    add("output's bias", linear, P::b_O, 1, 9, -1, "d_model 6 d_k 1 d_v 3 d_out 9");
    add("vectors", linear, P::E, 2, 5, -1, "d_model 5 d_k 1 d_v 3 d_out 4");
    add("vectors of identity", identity, P::E, 2, 8, -1, "d_model 8 d_k 2 d_v 2 d_out 4");
    add("output of identity", identity, P::W_O, 4, 5, -1, "d_model 4 d_k 1 d_v 1 d_out 5");
    add("given queries", direct, P::Q, 2, 8, -1, "d_model 6 d_k 2 d_v 3 d_out 4");
    add("given values", direct, P::V, 2, 8, -1, "d_model 6 d_k 1 d_v 4 d_out 4");
}

void TestMatrixOperations::follows() {
    QFETCH(ProjectionKind, kind);
    QFETCH(ParameterId, id);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, head);
    QFETCH(QString, sizes);
    const auto block = head < 0 ? std::nullopt : std::optional<HeadIndex>(head);
    const Experiment next = with_matrix(grouped(kind), id, Matrix::Constant(rows, columns, 2), block).value();
    QCOMPARE(fault(next), std::string());
    const Dimensions d = dimensions(next);
    QCOMPARE(
        QStringLiteral("d_model %1 d_k %2 d_v %3 d_out %4").arg(d.d_model).arg(d.d_k).arg(d.d_v).arg(d.d_out),
        sizes);
    QVERIFY(same_bits(taken(next, id, block), Matrix::Constant(rows, columns, 2)));
}

void TestMatrixOperations::refuses_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QString>("message");
    const auto add = [](const char* row, ProjectionKind kind, P id, int rows, int columns,
                        const char* message) {
        QTest::newRow(row) << kind << id << rows << columns << QString(message);
    };
    const char* const shape = ", expected a shape that the document can follow in";
    const auto refused = [&](const char* row, ProjectionKind kind, P id, int rows, int columns) {
        const std::string message = std::string(info(id).name) + ": " + shape_text(rows, columns) + shape;
        add(row, kind, id, rows, columns, message.c_str());
    };
    refused("heads", linear, P::W_Q, 6, 6);
    refused("groups", linear, P::W_V, 6, 3);
    refused("no rows", linear, P::W_Q, 0, 4);
    refused("no columns", linear, P::W_K, 6, 0);
    refused("a bias of two rows", linear, P::b_Q, 2, 4);
    refused("rows of output", linear, P::W_O, 6, 4);
    refused("rows of output of identity", identity, P::W_O, 8, 4);
    refused("more tokens", identity, P::E, 3, 4);
    refused("width of identity", identity, P::E, 2, 6);
    refused("given rows", direct, P::K, 3, 2);
    add("too large", linear, P::b_O, 1, 12'000'000,
        "b_O: 1 × 12000000, expected a smaller one: parameters that would take more than 1 GiB, at most 1 "
        "GiB");
}

void TestMatrixOperations::refuses() {
    QFETCH(ProjectionKind, kind);
    QFETCH(ParameterId, id);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(QString, message);
    const Result<Experiment> next = with_matrix(grouped(kind), id, Matrix::Ones(rows, columns), std::nullopt);
    QVERIFY(!next);
    QCOMPARE(QString::fromStdString(next.error().message()), message);
}

void TestMatrixOperations::unitRows_data() {
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("expected");
    QTest::newRow("ordinary") << "[[3, -4], [0.5, 0]]"
                              << "[[0.6, -0.8], [1, 0]]";
    QTest::newRow("zeros stay") << "[[0, 0], [0, 2]]"
                                << "[[0, 0], [0, 1]]";
    QTest::newRow("large") << "[[3e300, 4e300]]"
                           << "[[0.6, 0.8]]";
    QTest::newRow("small") << "[[3e-300, 4e-300]]"
                           << "[[0.6, 0.8]]";
    QTest::newRow("none") << "[]"
                          << "[]";
}

void TestMatrixOperations::unitRows() {
    QFETCH(QString, rows);
    QFETCH(QString, expected);
    const auto read = [](const QString& text) {
        const auto json = nlohmann::ordered_json::parse(text.toStdString());
        return json.empty() ? Matrix() : matrix_of(json);
    };
    QCOMPARE(beyond_tolerance(with_unit_rows(read(rows)), read(expected)).value_or(""), std::string());
}

void TestMatrixOperations::rounds_data() {
    QTest::addColumn<double>("number");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<double>("expected");
    QTest::newRow("two decimals") << 0.1249 << 2 << 0.12;
    QTest::newRow("negative") << -1.5 << 0 << -2.0;
    QTest::newRow("to zero, not below") << -0.004 << 2 << 0.0;
    QTest::newRow("as near as can be") << 0.30000000000000004 << 4 << 0.3;
    QTest::newRow("tens") << 1234.0 << 2 << 1234.0;
    QTest::newRow("beyond what there is") << 1e300 << 15 << 1e300;
    QTest::newRow("tiny") << 5e-324 << 15 << 0.0;
}

void TestMatrixOperations::rounds() {
    QFETCH(double, number);
    QFETCH(int, decimals);
    QFETCH(double, expected);
    QVERIFY(same_bits(rounded(Matrix::Constant(2, 3, number), decimals), Matrix::Constant(2, 3, expected)));
    QCOMPARE(std::signbit(rounded(number, decimals)), std::signbit(expected));
}

/// A matrix as JSON, bit for bit, also through a file.
void TestMatrixOperations::rows() {
    Matrix matrix{{1, -0.0, 0.1}, {5e-324, 1.7976931348623157e308, -3}};
    QVERIFY(same_bits(matrix_of(rows_json(matrix)), matrix));
    QVERIFY(same_bits(matrix_of(parse_json(to_text(rows_json(matrix))).value()), matrix));
    QVERIFY(rows_json(Matrix(0, 3)).is_array() && rows_json(Matrix(0, 3)).empty());
}

LAB_APPLESS_TEST(TestMatrixOperations)
#include "tst_matrix_operations.moc"
