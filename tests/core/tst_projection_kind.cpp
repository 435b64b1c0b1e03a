// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switching the kind of projection and back: what is parked as inactive, what is restored, and the initial
// values. Over 400 lines: the functions share the helpers that compare an experiment before and after.
#include "core/edits/projection_kind.h"
#include "core/edits/resize.h"
#include "core/edits/sentence.h"
#include "core/edits/shapes.h"
#include "core/edits/vectors.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

using enum ProjectionKind;

Experiment as(const Experiment& e, ProjectionKind kind) {
    return with_projection_kind(e, kind).value();
}

Experiment saved(const Experiment& e) {
    return read_experiment(write_experiment(e)).value();
}

JsonPtr shared(const std::string& text) {
    return std::make_shared<const Json>(Json::parse(text));
}

/// `parked`, as it is saved.
Json parked_of(const Experiment& e) {
    return Json::parse(write_experiment(e)).value("parked", Json::object());
}

/// As read from a document with that in it.
Experiment with_parked(const Experiment& e, const std::string& parked) {
    Json json = Json::parse(write_experiment(e));
    json["parked"] = Json::parse(parked);
    return read_experiment(json.dump()).value();
}

bool has_parked(const Experiment& e, ProjectionKind kind) {
    return std::ranges::any_of(e.inactive_projections,
                               [kind](const InactiveProjection& each) { return each.kind() == kind; });
}

/// The difference between an experiment and the result of switching there and back. Ignores overrides, whose
/// cells may have been dropped on the way, and the origin of a W_O that had another shape.
std::string difference_but_overrides(const Experiment& a, Experiment b) {
    b.overrides = a.overrides;
    b.origin = a.origin;
    b.normalization.sink = a.normalization.sink; // as many as there were heads meanwhile
    return difference(a, b).value_or("");
}

/// The first stage of both that differs by more than the golden tolerance.
std::string stage_difference(const Experiment& a, const Experiment& b) {
    const Trace x = compute(a).value();
    const Trace y = compute(b).value();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(a, stage.id) || !has_stage(b, stage.id))
            continue;
        for (HeadIndex head = 0; head < (stage.per_head ? a.heads.count : 1); ++head) {
            const Matrix& p = x.stage(stage.id, head);
            const Matrix& q = y.stage(stage.id, head);
            if (const auto cell = beyond_tolerance(q, p))
                return std::string(stage.name) + " " + *cell;
        }
    }
    return {};
}

/// "a b" with this many heads, linear, all numbers distinct.
Experiment numbered(Index heads, Index d_model, Index d_k, Index d_v, Index d_out) {
    Experiment e;
    e.sequence = make_sequence("a b");
    e.heads = {heads, heads};
    e.embedding.dimension = d_model;
    double last = 0;
    const auto matrix = [&](Index rows, Index columns) {
        Matrix next(rows, columns);
        for (double& number : next.reshaped<Eigen::RowMajor>())
            number = ++last / 64;
        return share(std::move(next));
    };
    Projection& p = e.projection;
    p.W_Q = matrix(d_model, heads * d_k);
    p.W_K = matrix(d_model, heads * d_k);
    p.W_V = matrix(d_model, heads * d_v);
    p.b_V = matrix(1, heads * d_v);
    p.W_O = matrix(heads * d_v, d_out);
    complete_vectors(e);
    return e;
}

} // namespace

class TestProjectionKind : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void anyToAny();
    void thereAndBack_data();
    void thereAndBack();
    void keepsTheNumbers();
    void takenUpInOtherSizes();
    void outputComesBack();
    void beginnings();
    void takesUpWhatAFileHolds();
    void damaged_data();
    void damaged();
    void headsThatDivide();
    void refuses();
    void withoutEmbedding();
    void withoutTokens();
    void originOfWhatIsGivenAnew();
};

/// Any switch gives a valid experiment or is refused with a reason.
void TestProjectionKind::anyToAny() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        for (int step = 0; step < 4; ++step) {
            const auto kind = static_cast<ProjectionKind>(random.between(0, 2));
            const Result<Experiment> next = with_projection_kind(e, kind);
            if (!next) {
                QCOMPARE(next.error().place, std::string("projection"));
                continue;
            }
            QCOMPARE(next.value().projection.kind, kind);
            QCOMPARE(fault(next.value()), std::string());
            QVERIFY(kind != e.projection.kind || is_same(e, next.value()));
            // No number is lost: it is still in place or has been parked.
            QVERIFY(e.projection.kind == kind || e.projection.kind == identity ||
                    has_parked(next.value(), e.projection.kind));
            e = next.value();
        }
    }
}

void TestProjectionKind::thereAndBack_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<ProjectionKind>("other");
    QTest::newRow("linear, identity") << linear << identity;
    QTest::newRow("linear, direct") << linear << direct;
    QTest::newRow("direct, linear") << direct << linear;
    QTest::newRow("direct, identity") << direct << identity;
    QTest::newRow("identity, linear") << identity << linear;
    QTest::newRow("identity, direct") << identity << direct;
}

/// Every matrix, bias and count comes back bit for bit, also through a file.
void TestProjectionKind::thereAndBack() {
    QFETCH(ProjectionKind, kind);
    QFETCH(ProjectionKind, other);
    RandomExperiments random(2);
    int done = 0;
    for (int round = 0; round < many_experiments / 4; ++round) {
        Experiment e = random.next(kind);
        complete_vectors(e);
        if (e.scores.additive.size() > 1) // those of heads that the other kind does not have are gone
            e.scores.additive.resize(1);
        if (!with_projection_kind(e, other))
            continue;
        ++done;
        const Experiment there = as(e, other);
        QCOMPARE(is_same(saved(there), there), true);
        Experiment back = as(there, kind);
        Experiment back_from_file = as(saved(there), kind);
        // Of fewer columns, fewer turn from then on.
        const Index d_k = std::min(dimensions(e).d_k, dimensions(there).d_k);
        if (e.scores.rotary && e.scores.rotary_dims > d_k) {
            QCOMPARE(back.scores.rotary_dims, d_k > 1 ? std::optional(d_k - d_k % 2) : std::nullopt);
            back.scores.rotary_dims = back_from_file.scores.rotary_dims = e.scores.rotary_dims;
        }
        // Of fewer pairs, fewer have a frequency of their own.
        const std::vector<double>& own = e.scores.rotary_frequencies;
        for (std::size_t pair = 0; pair < std::min(own.size(), static_cast<std::size_t>(d_k / 2)); ++pair)
            QCOMPARE(back.scores.rotary_frequencies.at(pair), own[pair]);
        back.scores.rotary_frequencies = back_from_file.scores.rotary_frequencies = own;
        // The matrices of the other kind are parked now.
        back.inactive_projections = back_from_file.inactive_projections = e.inactive_projections;
        if (e.embedding.dimension == 0) // the other kind needs token vectors
            back.embedding = back_from_file.embedding = e.embedding;
        QCOMPARE(difference_but_overrides(e, back), std::string());
        QCOMPARE(difference_but_overrides(e, back_from_file), std::string());
    }
    QVERIFY(done > many_experiments / 8);
}

void TestProjectionKind::keepsTheNumbers() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments; ++round) {
        for (const auto& [from, to] : {std::pair{identity, linear}, {linear, direct}, {identity, direct}}) {
            const Experiment e = random.next(from);
            const Result<Experiment> next = with_projection_kind(e, to);
            const bool has_infinite_inputs = std::ranges::any_of(e.overrides, [](const Override& each) {
                return each.stage <= StageId::source_inputs && std::isinf(each.value);
            });
            if (has_infinite_inputs) // 0 · ∞ is NaN
                QVERIFY(to == linear || !next);
            else
                QCOMPARE(stage_difference(e, next.value()), std::string());
        }
    }
}

/// Restored matrices are resized: numbers that still fit keep their place.
void TestProjectionKind::takenUpInOtherSizes() {
    const Experiment e = numbered(2, 4, 3, 3, 2);
    Experiment other = with_size(as(e, direct), Size::heads, 3).value();
    Experiment back = as(other, linear);
    QCOMPARE(fault(back), std::string());
    QVERIFY(same_bits(back.projection.W_Q->leftCols(6), *e.projection.W_Q));
    QVERIFY(same_bits(back.projection.b_V->leftCols(6), *e.projection.b_V));
    QVERIFY(same_bits(back.projection.W_O->topRows(6), *e.projection.W_O));
    QCOMPARE(back.heads.kv_count, Index{3});

    other = with_size(as(e, identity), Size::d_model, 6).value();
    back = as(other, linear);
    QCOMPARE(fault(back), std::string());
    QVERIFY(same_bits(back.projection.W_K->topRows(4), *e.projection.W_K));
    QCOMPARE(back.projection.W_K->rows(), Index{6});

    other = with_size(as(e, identity), Size::heads, 1).value();
    back = as(other, linear);
    QCOMPARE(fault(back), std::string());
    QVERIFY(same_bits(*back.projection.W_V, e.projection.W_V->leftCols(3)));
    QVERIFY(
        same_bits(*with_size(back, Size::heads, 2).value().projection.W_V,
                  resized(*e.projection.W_V, {1, 4, 1, 3},
                          seeded_matrix(0, ParameterId::W_V, {1, 4, 2, 3}, dimensions(e)), {1, 4, 2, 3})));
}

/// Rows of W_O without features in the other kind are parked. The remaining ones can be edited there.
void TestProjectionKind::outputComesBack() {
    const Experiment e = numbered(2, 4, 3, 3, 2);
    const Experiment narrow = as(e, identity); // two features per head
    const Matrix& all = *e.projection.W_O;
    QVERIFY(same_bits(narrow.projection.W_O->topRows(2), all.topRows(2)));
    QVERIFY(same_bits(narrow.projection.W_O->bottomRows(2), all.middleRows(3, 2)));
    Matrix edited = all;
    edited(3, 1) = -5;
    QVERIFY(same_bits(*as(with_cell(narrow, ParameterId::W_O, 2, 1, -5), linear).projection.W_O, edited));
    const Matrix back = *as(with_size(narrow, Size::d_out, 3).value(), linear).projection.W_O;
    QVERIFY(same_bits(back.leftCols(2), all));
    QVERIFY(!as(with_output_weights(narrow, false), linear).projection.W_O);
    const Experiment more = with_size(as(as(e, direct), identity), Size::d_out, 2).value();
    QVERIFY(same_bits(*as(as(more, direct), linear).projection.W_O, all));
}

void TestProjectionKind::beginnings() {
    RandomExperiments random(4);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment x = as(random.next(identity), linear);
        for (const MatrixPtr& matrix : {x.projection.W_Q, x.projection.W_K, x.projection.W_V})
            QVERIFY(matrix->isIdentity(0));
        const Experiment given = random.next(direct);
        const Experiment y = as(given, linear);
        const Dimensions d = dimensions(y);
        const Index d_model = given.embedding.dimension;
        QCOMPARE(d.d_model, d_model > 0 ? d_model : d.H * d.d_k);
        QCOMPARE(d.d_k, dimensions(given).d_k);
        QCOMPARE(d.G, dimensions(given).G);
        QVERIFY(same_bits(*y.projection.W_K,
                          seeded_matrix(y.embedding.seed, ParameterId::W_K, {1, d.d_model, d.G, d.d_k}, d)));
    }
}

/// A file says another kind but still contains the matrices of this one.
void TestProjectionKind::takesUpWhatAFileHolds() {
    const Experiment before = numbered(2, 4, 3, 3, 2);
    Experiment e = before;
    e.projection.kind = identity;
    e.projection.W_O = share(Matrix::Ones(4, 2));
    const Experiment back = as(e, linear);
    QVERIFY(same_bits(*back.projection.W_Q, *before.projection.W_Q));
    QVERIFY(same_bits(*back.projection.b_V, *before.projection.b_V));
    e.projection.W_K = share(Matrix::Ones(1, 3)); // the shapes no longer match
    const Experiment anew = as(e, linear);
    QCOMPARE(fault(anew), std::string());
    QVERIFY(anew.projection.W_Q->isIdentity(0));
    QVERIFY(!anew.projection.b_V);
}

void TestProjectionKind::damaged_data() {
    QTest::addColumn<std::string>("linear");
    const std::string W = R"("W_Q": [[1], [2]], "W_K": [[1], [2]], "W_V": [[1], [2]])";
    for (const char* text : {R"("W_Q")", "7", "null", "[1]", "{}", R"({"W_Q": [[1]], "W_V": [[1]]})"})
        QTest::newRow(text) << std::string(text);
    QTest::newRow("a matrix that is a text") << "{" + W + R"(, "W_O": "x"})";
    QTest::newRow("a bias of rows") << "{" + W + R"(, "b_Q": [[1]]})";
    QTest::newRow("a bias that is too wide") << "{" + W + R"(, "b_Q": [1, 2]})";
    QTest::newRow("ragged") << std::string(R"({"W_Q": [[1], [2, 3]], "W_K": [[1]], "W_V": [[1]]})");
    QTest::newRow("rows that differ") << std::string(R"({"W_Q": [[1]], "W_K": [[1], [2]], "W_V": [[1]]})");
    QTest::newRow("no columns") << std::string(R"({"W_Q": [[]], "W_K": [[]], "W_V": [[]]})");
    QTest::newRow("heads that do not divide") << "{" + W + R"(, "heads": {"count": 2}})";
    QTest::newRow("no heads") << "{" + W + R"(, "heads": {"count": 0}})";
    QTest::newRow("heads that are a text") << "{" + W + R"(, "heads": "two"})";
    QTest::newRow("W_O of other heads") << "{" + W + R"(, "W_O": [[1], [2]]})";
}

/// Damaged parked data is ignored. What is parked for another kind is preserved as it is.
void TestProjectionKind::damaged() {
    QFETCH(std::string, linear);
    Experiment e = numbered(1, 2, 2, 2, 2);
    e.projection.kind = identity;
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = e.projection.b_V = nullptr;
    const Experiment clean = with_parked(e, R"({"direct": )" + linear + R"(, "mine": 1})");
    const std::string parked = R"({"linear": )" + linear + R"(, "direct": )" + linear + R"(, "mine": 1})";
    e = with_parked(e, parked);
    QVERIFY(Json::parse(write_experiment(saved(e)))["parked"] == parked_of(e));
    QVERIFY(!inactive_projection(e, ProjectionKind::linear));
    QVERIFY(!inactive_projection(e, direct));
    QCOMPARE(difference(as(e, ProjectionKind::linear), as(clean, ProjectionKind::linear)).value_or(""),
             std::string());
    const Experiment there = saved(as(e, ProjectionKind::linear));
    QVERIFY(parked_of(there)["mine"] == 1);
    QVERIFY(parked_of(there)["direct"] == parked_of(e)["direct"]);
    QVERIFY(!parked_of(there).contains("linear"));
    QCOMPARE(fault(as(there, direct)), std::string());
}

/// Without weights the heads split the features of X, so their number must divide d_model.
void TestProjectionKind::headsThatDivide() {
    const Experiment e = numbered(3, 4, 1, 1, 1);
    const Experiment shared_out = as(e, identity);
    QCOMPARE(shared_out.heads.count, Index{2});
    Experiment back = as(shared_out, linear);
    back.inactive_projections.clear(); // W_O for fewer heads
    QCOMPARE(difference(e, back).value_or(""), std::string());
    const Experiment fewer = with_size(shared_out, Size::heads, 1).value();
    QCOMPARE(as(fewer, linear).heads.count, Index{1});
    QCOMPARE(as(as(e, direct), identity).heads.count, Index{2});
}

void TestProjectionKind::refuses() {
    const auto message = [](const Experiment& e, ProjectionKind kind) {
        const Result<Experiment> next = with_projection_kind(e, kind);
        return QString::fromStdString(next ? "nothing" : next.error().message());
    };
    Experiment e = numbered(2, 4, 2, 2, 2);
    e.overrides = {{StageId::inputs, 0, 0, 0, -std::numeric_limits<double>::infinity(), nullptr}};
    for (const Experiment& each : {e, as(e, identity)})
        QCOMPARE(message(each, direct),
                 QStringLiteral("projection: computed queries, keys or values that are not finite, expected "
                                "finite ones, since they would be given from now on"));
    e.overrides.front().stage = StageId::queries; // overrides are applied on top of given Q
    QCOMPARE(message(e, direct), QStringLiteral("nothing"));
    Experiment wide = as(numbered(1, 2, 2, 2, 2), identity);
    wide.inactive_projections.clear();
    wide = with_size(with_output_weights(wide, false), Size::d_model, 20'000).value();
    QCOMPARE(message(wide, linear), QStringLiteral("projection: parameters that would take more than 1 GiB, "
                                                   "expected at most 1 GiB"));
    QCOMPARE(message(wide, direct), QStringLiteral("nothing"));
}

/// `direct` needs no vectors and does not validate those that are there.
void TestProjectionKind::withoutEmbedding() {
    for (const char* embedding :
         {"{}", R"({"table": {"a": []}})", R"({"dimension": 5, "table": {"a": [1, 2]}})",
          R"({"dimension": 2, "table": {"a": [1, 2], "b": [1, 2, 3], "z": [1]},
                                      "position": {"kind": "learned"}})",
          R"({"dimension": 2, "position": {"kind": "learned", "table": [[1]]}})"}) {
        Json json = Json::parse(R"({"format": "attention-lab", "version": 1,
            "sequence": {"tokenizer": "whitespace", "text": "a b a"}, "heads": {"count": 2, "kv_count": 1},
            "projection": {"kind": "direct", "Q": [[1, 2], [3, 4], [5, 6]], "K": [[1], [2], [3]],
                           "V": [[1, 2, 3], [1, 2, 3], [4, 5, 6]]}})");
        json["embedding"] = Json::parse(embedding);
        const Experiment e = read_experiment(json.dump()).value();
        for (const ProjectionKind kind : {linear, identity}) {
            const Result<Experiment> next = with_projection_kind(e, kind);
            if (!next) {
                QVERIFY(kind == identity && e.embedding.dimension == 5);
                continue;
            }
            QCOMPARE(fault(next.value()), std::string());
            QCOMPARE(next.value().embedding.dimension, std::max<Index>(e.embedding.dimension, 2));
            if (const TokenVector* a = e.embedding.table->find("a"))
                QVERIFY(same_bits(next.value().embedding.table->find("a")->values->head(a->values->size()),
                                  *a->values));
            QVERIFY(same_bits(*as(next.value(), direct).projection.V, *e.projection.V));
        }
    }
}

void TestProjectionKind::withoutTokens() {
    RandomExperiments random(5);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next(round % 2 == 0 ? linear : direct);
        if (e.sequence.tokenizer == Tokenizer::manual)
            continue;
        e.overrides.clear();
        e = with_text(e, "");
        for (const ProjectionKind kind : {identity, direct, linear, identity, linear, direct}) {
            e = as(e, kind);
            QCOMPARE(fault(e), std::string());
            QCOMPARE(fault(saved(e)), std::string());
        }
        QCOMPARE(fault(with_text(e, "a b")), std::string());
    }
}

/// A document may contain the origin of a matrix that it does not have.
void TestProjectionKind::originOfWhatIsGivenAnew() {
    const std::string origin = R"({"generator": "numpy", "seed": 1, "distribution": "normal"})";
    Experiment e = as(numbered(2, 4, 2, 2, 2), direct);
    e.origin = shared(R"({"W_Q": )" + origin + R"(, "Q": )" + origin + R"(, "E": )" + origin + "}");
    const Experiment back = as(e, linear); // restored as parked, so with its origin
    QVERIFY(back.origin->contains("W_Q") && back.origin->contains("Q") && back.origin->contains("E"));
    e.inactive_projections.clear();
    const Experiment anew = as(e, linear);
    QVERIFY(!anew.origin->contains("W_Q") && anew.origin->contains("Q") && anew.origin->contains("E"));
}

LAB_APPLESS_TEST(TestProjectionKind)
#include "tst_projection_kind.moc"
