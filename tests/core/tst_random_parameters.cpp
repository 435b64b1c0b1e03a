// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters drawn as in a notebook, compared with PyTorch's and NumPy's own numbers and with a hand-written
// draw order.
#include "core/edits/added_scores.h"
#include "core/edits/random_parameters.h"
#include "core/edits/sentence.h"
#include "core/edits/shapes.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

using enum DrawScope;
using P = ParameterId;

constexpr Generator pytorch = Generator::pytorch;
constexpr Generator numpy = Generator::numpy;
constexpr Distribution uniform = Distribution::uniform;
constexpr Distribution normal = Distribution::normal;
constexpr Distribution linear_layer = Distribution::linear;

/// The six words of the notebook in three dimensions, with zero weights.
Experiment notebook() {
    Experiment e;
    e.sequence = make_sequence("Your journey starts with one step");
    const Matrix vectors{{0.43, 0.15, 0.89}, {0.55, 0.87, 0.66}, {0.57, 0.85, 0.64},
                         {0.22, 0.58, 0.33}, {0.77, 0.25, 0.10}, {0.05, 0.80, 0.55}};
    e.embedding.dimension = 3;
    EmbeddingTable table;
    for (Index i = 0; i < 6; ++i)
        table.set(e.sequence.tokens[std::size_t(i)],
                  {std::make_shared<const RowVector>(vectors.row(i)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Zero(3, 2));
    return e;
}

/// Four heads in two groups, with every parameter that can be drawn: d_model 3, d_k 2, d_v 1, d_out 5.
Experiment grouped() {
    Experiment e = notebook();
    e.heads = {4, 2};
    Projection& p = e.projection;
    p.W_Q = share(Matrix::Zero(3, 8));
    p.W_K = share(Matrix::Zero(3, 4));
    p.W_V = share(Matrix::Zero(3, 2));
    p.b_Q = share(Matrix::Zero(1, 8));
    p.b_V = share(Matrix::Zero(1, 2));
    p.W_O = share(Matrix::Zero(4, 5));
    p.b_O = share(Matrix::Zero(1, 5));
    e.scores.qk_norm = QkNorm{QkNormKind::rms, 1e-6, share(Matrix::Ones(1, 2)), share(Matrix::Ones(1, 2))};
    return with_position(e, PositionKind::learned).value();
}

/// A drawn matrix and the parameter columns that it fills.
struct Draw {
    P id;
    Index first, count;
};

/// What a scope draws in grouped(), in notebook order, written out by hand.
std::vector<Draw> draws(DrawScope scope, bool in_layers) {
    constexpr Draw W_Q{P::W_Q, 0, 8}, W_K{P::W_K, 0, 4}, W_V{P::W_V, 0, 2}, b_Q{P::b_Q, 0, 8},
        b_V{P::b_V, 0, 2};
    constexpr Draw W_O{P::W_O, 0, 5}, b_O{P::b_O, 0, 5};
    switch (scope) {
    case one:
        return in_layers ? std::vector{W_Q, b_Q} : std::vector{W_Q};
    case projection:
        return in_layers ? std::vector{W_Q, b_Q, W_K, W_V, b_V} : std::vector{W_Q, W_K, W_V, b_Q, b_V};
    case with_output:
        return in_layers ? std::vector{W_Q, b_Q, W_K, W_V, b_V, W_O, b_O}
                         : std::vector{W_Q, W_K, W_V, b_Q, b_V, W_O, b_O};
    case head_by_head:
        break;
    }
    std::vector<Draw> all;
    for (Index head = 0; head < 4; ++head) {
        const Draw w_q{P::W_Q, 2 * head, 2}, b_q{P::b_Q, 2 * head, 2};
        const Draw w_k{P::W_K, head, 2}, w_v{P::W_V, head / 2, 1}, b_v{P::b_V, head / 2, 1};
        const bool first = head % 2 == 0; // the first head of its group
        if (in_layers)
            all.insert(all.end(), {w_q, b_q});
        else
            all.push_back(w_q);
        if (first && in_layers)
            all.insert(all.end(), {w_k, w_v, b_v});
        else if (first)
            all.insert(all.end(), {w_k, w_v, b_q, b_v});
        else if (!in_layers)
            all.push_back(b_q);
    }
    return all;
}

/// The same experiment, drawn in the order of draws().
Experiment drawn_by_hand(Experiment e, const RandomSource& source, DrawScope scope) {
    RandomMatrices random(source);
    const bool in_layers = source.distribution == linear_layer;
    for (const auto& [id, first, count] : draws(scope, in_layers)) {
        const Index rows = parameter(e, id)->rows();
        const Index inputs = id == P::b_O ? 4 : 3;
        Matrix numbers;
        if (!in_layers)
            numbers = random.next({rows, count});
        else if (is_bias(id))
            numbers = random.next_linear_bias(inputs, count);
        else
            numbers = random.next({count, rows}).transpose();
        e = with_cells(e, id, 0, first, numbers);
    }
    return e;
}

} // namespace

class TestRandomParameters : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void notebooks_data();
    void notebooks();
    void ownDraws_data();
    void ownDraws();
    void byHand_data();
    void byHand();
    void single_data();
    void single();
    void anyExperiment();
    void drawnAgain();
    void originIsDropped();
    void damagedOrigin_data();
    void damagedOrigin();
    void refuses_data();
    void refuses();
};

void TestRandomParameters::notebooks_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<DrawScope>("scope");
    QTest::addColumn<Json>("output");
    QTest::newRow("torch.rand, 123") << RandomSource{pytorch, 123, uniform} << projection
                                     << Json::parse("[[0.2996, 0.8053], [0.3061, 0.8210]]");
    for (const DrawScope scope : {projection, head_by_head, with_output})
        QTest::addRow("torch.nn.Linear, 789, %d", int(scope))
            << RandomSource{pytorch, 789, linear_layer} << scope
            << Json::parse("[[-0.0739, 0.0713], [-0.0748, 0.0703], [-0.0749, 0.0702], "
                           "[-0.0760, 0.0685], [-0.0763, 0.0679], [-0.0754, 0.0693]]");
}

/// Outputs printed by two well-known notebooks.
void TestRandomParameters::notebooks() {
    QFETCH(RandomSource, source);
    QFETCH(DrawScope, scope);
    QFETCH(Json, output);
    const Experiment e = with_random(notebook(), P::W_Q, source, scope).value();
    const Matrix expected = matrix_of(output);
    const Matrix actual = compute(e).value().stage(StageId::output).topRows(expected.rows());
    QVERIFY((actual - expected).cwiseAbs().maxCoeff() <= 0.5e-4);
}

void TestRandomParameters::ownDraws_data() {
    QTest::addColumn<Json>("draw");
    const Json all = Json::parse(read_file(LAB_TEST_DATA "/random-generators.json").value());
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::addRow("%zu", i) << all[i];
}

/// The first matrix drawn by PyTorch or NumPy, as W_Q.
void TestRandomParameters::ownDraws() {
    QFETCH(Json, draw);
    const RandomSource source{generators.at(draw.at("generator")), draw.at("seed"),
                              distributions.at(draw.at("distribution"))};
    const bool in_layers = source.distribution == linear_layer;
    Matrix expected = matrix_of(draw.at("matrices").at(0));
    if (in_layers)
        expected.transposeInPlace();
    Experiment e = with_size(notebook(), Size::d_model, expected.rows()).value();
    e = with_size(e, Size::d_k, expected.cols()).value();
    const Experiment next = with_random(e, P::W_Q, source, one).value();
    QVERIFY((*next.projection.W_Q - expected).cwiseAbs().maxCoeff() <=
            (source.distribution == normal ? 2e-6 : 0));
}

void TestRandomParameters::byHand_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<DrawScope>("scope");
    for (const RandomSource& source : {RandomSource{pytorch, 5, uniform},
                                       {pytorch, 6, normal},
                                       {pytorch, 7, linear_layer},
                                       {numpy, 8, uniform},
                                       {numpy, 9, normal}}) {
        for (const DrawScope scope : {one, projection, with_output, head_by_head})
            QTest::addRow("%d %d, %d", int(source.generator), int(source.distribution), int(scope))
                << source << scope;
    }
}

/// Parameters are drawn in the documented order and nothing else changes.
void TestRandomParameters::byHand() {
    QFETCH(RandomSource, source);
    QFETCH(DrawScope, scope);
    const Experiment next = with_random(grouped(), P::W_Q, source, scope).value();
    QCOMPARE(fault(next), std::string());
    QCOMPARE(difference_but_origin(next, drawn_by_hand(grouped(), source, scope)), std::string());
    std::set<std::string> made;
    for (const Draw& draw : draws(scope, source.distribution == linear_layer))
        made.insert(std::string(info(draw.id).name));
    QCOMPARE(next.origin->size(), made.size());
    for (const std::string& name : made)
        QVERIFY(next.origin->contains(name));
}

void TestRandomParameters::single_data() {
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<bool>("of_linear");
    for (const ParameterInfo& each : all_parameters())
        QTest::newRow(each.name.data()) << each.id << (each.name.starts_with("W_"));
}

/// Drawing one matrix alone works for every parameter.
void TestRandomParameters::single() {
    QFETCH(ParameterId, id);
    QFETCH(bool, of_linear);
    QCOMPARE(can_be_linear(id), of_linear);
    Experiment e = grouped();
    e.normalization.sink = share(Matrix::Zero(1, e.heads.count));
    if (id == P::Q || id == P::K || id == P::V) {
        e.projection.kind = ProjectionKind::direct;
        e.projection.Q = share(Matrix::Zero(6, 8));
        e.projection.K = share(Matrix::Zero(6, 4));
        e.projection.V = share(Matrix::Zero(6, 2));
    }
    if (is_given_input(id)) {
        e.embedding.inputs = InputKind::rows;
        e.source = e.sequence;
        e.embedding.X = e.embedding.X_source = share(Matrix::Zero(6, 3));
    }
    e = with_bias(e, P::b_K, true);
    e = with_added_scores(e, true);
    const MatrixPtr before = parameter(e, id);
    const RandomSource source{numpy, 4, normal};
    const Experiment next = with_random(e, id, source, one).value();
    QCOMPARE(fault(next), std::string());
    QVERIFY(same_bits(*parameter(next, id), RandomMatrices(source).next({before->rows(), before->cols()})));
    QCOMPARE(difference_but_origin(next, with_cells(e, id, 0, 0, *parameter(next, id))), std::string());
    QCOMPARE(bool(with_random(e, id, {pytorch, 4, linear_layer}, one)), of_linear);
}

/// The origin of drawn parameters is saved, also to a file, and drawing again reproduces them bit for bit.
void TestRandomParameters::anyExperiment() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments / 4; ++round) {
        Experiment e = random.next(ProjectionKind::linear);
        const RandomSource source{pytorch, std::uint64_t(round) << 31, Distribution(round % 3)};
        const DrawScope scope = DrawScope(random.between(0, 3));
        const Experiment next = with_random(e, P::W_V, source, scope).value();
        QCOMPARE(fault(next), std::string());
        const Experiment read = read_experiment(write_experiment(next)).value();
        QCOMPARE(difference(next, read).value_or(""), std::string());
        for (const ParameterInfo& each : all_parameters()) {
            const bool is_changed =
                parameter(next, each.id) && !same_bits(*parameter(e, each.id), *parameter(next, each.id));
            if (!is_changed && each.id != P::W_V)
                continue;
            const Drawn made = drawn(read, each.id).value();
            QCOMPARE(made.source.generator, source.generator);
            QCOMPARE(made.source.seed, source.seed);
            QCOMPARE(made.source.distribution, source.distribution);
            QCOMPARE(made.scope, scope);
            if (scope != one || each.id == P::W_V) // a bias cannot be redrawn without its weights
                QCOMPARE(difference(next, with_random(read, each.id, made.source, made.scope).value())
                             .value_or(""),
                         std::string());
        }
    }
}

void TestRandomParameters::drawnAgain() {
    const Experiment e = with_random(grouped(), P::W_Q, {numpy, 4294967295, normal}, with_output).value();
    QVERIFY(!drawn(e, P::E));
    QVERIFY(!drawn(e, P::b_K));
    const Experiment other = with_random(e, P::W_K, {pytorch, 1, linear_layer}, one).value();
    QCOMPARE(drawn(other, P::W_K)->scope, one);
    QCOMPARE(drawn(other, P::W_V)->scope, with_output);
    const Drawn made = drawn(other, P::W_V).value();
    QCOMPARE(difference(with_random(other, P::W_V, made.source, made.scope).value(), e).value_or(""),
             std::string());
}

void TestRandomParameters::originIsDropped() {
    const Experiment e = with_random(grouped(), P::W_Q, {numpy, 1, normal}, with_output).value();
    const Experiment edited = with_cell(e, P::W_K, 0, 0, 1);
    QVERIFY(!drawn(edited, P::W_K) && drawn(edited, P::W_Q) && drawn(edited, P::W_V));
    const Experiment wider = with_size(e, Size::d_k, 3).value();
    QVERIFY(!drawn(wider, P::W_Q) && !drawn(wider, P::W_K) && !drawn(wider, P::b_Q) && drawn(wider, P::W_V));
    QVERIFY(!drawn(with_bias(e, P::b_V, false), P::b_V));
    QVERIFY(!drawn(with_output_weights(e, false), P::W_O) && !drawn(with_output_weights(e, false), P::b_O));
}

void TestRandomParameters::damagedOrigin_data() {
    QTest::addColumn<std::string>("origin");
    QTest::addColumn<bool>("is_known");
    QTest::addColumn<DrawScope>("scope");
    const auto add = [](const char* origin, bool is_known, DrawScope scope = one) {
        QTest::newRow(origin) << std::string(origin) << is_known << scope;
    };
    add(R"({"generator": "numpy", "seed": 1, "distribution": "normal"})", true);
    add(R"({"generator": "numpy", "seed": 1, "distribution": "normal", "drawn": "head by head"})", true,
        head_by_head);
    add(R"({"generator": "numpy", "seed": 1, "distribution": "normal", "drawn": "by lot"})", true);
    add(R"({"generator": "numpy", "seed": 1, "distribution": "normal", "drawn": 3})", true);
    add(R"({"generator": "numpy", "seed": 1})", false);
    add(R"({"generator": "numpy", "distribution": "normal"})", false);
    add(R"({"seed": 1, "distribution": "normal"})", false);
    add("{}", false);
}

/// The origin in a file may be incomplete.
void TestRandomParameters::damagedOrigin() {
    QFETCH(std::string, origin);
    QFETCH(bool, is_known);
    QFETCH(DrawScope, scope);
    Experiment e = grouped();
    e.origin = std::make_shared<const Json>(Json::parse(R"({"W_Q": )" + origin + "}"));
    e = read_experiment(write_experiment(e)).value();
    QCOMPARE(drawn(e, P::W_Q).has_value(), is_known);
    if (is_known)
        QCOMPARE(drawn(e, P::W_Q)->scope, scope);
    const Experiment next = with_random(e, P::W_K, {numpy, 1, normal}, one).value();
    QVERIFY(next.origin->at("W_Q") == e.origin->at("W_Q"));
}

void TestRandomParameters::refuses_data() {
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<QString>("message");
    QTest::newRow("linear of vectors")
        << P::E << RandomSource{pytorch, 1, linear_layer}
        << QStringLiteral("distribution: linear, for E, expected uniform or normal; linear draws weights");
    QTest::newRow("linear of a bias")
        << P::b_Q << RandomSource{pytorch, 1, linear_layer}
        << QStringLiteral("distribution: linear, for b_Q, expected uniform or normal; linear draws weights");
    QTest::newRow("linear of NumPy")
        << P::W_Q << RandomSource{numpy, 1, linear_layer}
        << QStringLiteral("distribution: linear of NumPy, expected uniform or normal; linear is PyTorch's");
    QTest::newRow("seed") << P::W_Q << RandomSource{numpy, 4294967296, normal}
                          << QStringLiteral("seed: 4294967296, expected a whole number from 0 to 4294967295");
    QTest::newRow("no tokens") << P::E << RandomSource{numpy, 1, normal}
                               << QStringLiteral("shape: 0 × 3, expected 1 × 1 or larger");
}

void TestRandomParameters::refuses() {
    QFETCH(ParameterId, id);
    QFETCH(RandomSource, source);
    QFETCH(QString, message);
    const Result<Experiment> next = with_random(with_text(grouped(), ""), id, source, one);
    QVERIFY(!next);
    QCOMPARE(QString::fromStdString(next.error().message()), message);
}

LAB_APPLESS_TEST(TestRandomParameters)
#include "tst_random_parameters.moc"
