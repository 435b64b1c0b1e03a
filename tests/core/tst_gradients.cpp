// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backward pass: PyTorch's gradients, finite differences, what is refused, and that it does not matter
// where the numbers come from.
#include "core/engine/backward.h"
#include "core/engine/live_trace.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/gradient_file.h"
#include "tests/core/gradients.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace lab;
using namespace lab::test;

class TestGradients : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void pytorch_data();
    void pytorch();
    void lossesOfRandomExperiments();
    void whatIsKeptDoesNotMatter();
    void liveEqualsFull();
    void onSeveralThreads_data();
    void onSeveralThreads();
    void hiddenPassesNothingOn();
    void hiddenValueThatIsInfinite();
    void rowsAreDividedByTheirSum();
    void saturatedRow();
    void refusals_data();
    void refusals();
};

namespace {

namespace fs = std::filesystem;
const fs::path golden_folder = fs::path(LAB_TEST_DATA) / "gradients";

/// All numbers of a value, in order; of an object, by its keys in the order of `like`.
void append_numbers(const Json& value, const Json& like, std::vector<double>& numbers) {
    if (value.is_number())
        numbers.push_back(value.get<double>());
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
        append_numbers(value[i], i < like.size() ? like[i] : value[i], numbers);
    for (const auto& [key, part] : like.items()) {
        if (value.is_object())
            append_numbers(value.at(key), part, numbers);
    }
}

/// Whether lists within lists are as long, and objects have the same keys.
bool same_shape(const Json& a, const Json& b) {
    if (a.is_number() || b.is_number())
        return a.is_number() && b.is_number();
    if (a.type() != b.type() || a.size() != b.size())
        return false;
    if (a.is_object())
        return std::ranges::all_of(a.items(), [&](const auto& each) {
            return b.contains(each.key()) && same_shape(each.value(), b.at(each.key()));
        });
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same_shape(a[i], b[i]))
            return false;
    }
    return true;
}

double largest_number(const Json& value) {
    std::vector<double> numbers;
    append_numbers(value, value, numbers);
    double largest = 0;
    for (const double number : numbers)
        largest = std::max(largest, std::abs(number));
    return largest;
}

/// What is wrong with an array of the gradient: |a − b| may be 1e-9 of the largest number of `wanted`. What
/// is 0 but for rounding, as all derivatives by b_K are with softmax, has no such number: for it, `rounding`
/// is allowed.
QString fault_of_array(const Json& actual, const Json& wanted, double rounding) {
    if (!same_shape(actual, wanted))
        return "another shape";
    std::vector<double> a, b;
    append_numbers(actual, wanted, a);
    append_numbers(wanted, wanted, b);
    const double allowed = std::max(1e-9 * largest_number(wanted), rounding);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!(std::abs(a[i] - b[i]) <= allowed))
            return QString("number %1 is %2, should be %3")
                .arg(i)
                .arg(a[i], 0, 'g', 17)
                .arg(b[i], 0, 'g', 17);
    }
    return {};
}

} // namespace

void TestGradients::pytorch_data() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(golden_folder)) {
        QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
        ++count;
    }
    QCOMPARE(count, 130);
}

void TestGradients::pytorch() {
    QFETCH(QString, path);
    const Json golden = Json::parse(read_file(path.toStdString()).value());
    const Experiment e = read_experiment(golden.at("document").dump()).value();
    const Result<Gradient> found = gradient(e, target_from(golden.at("target"), dimensions(e)));
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    const Json written = Json::parse(gradient_json(e, found.value()));
    QVERIFY(written.at("format") == "attention-lab-gradient" && written.at("version") == 1);
    QCOMPARE(fault_of_array(written.at("value"), golden.at("value"), 0), QString());
    const Json& wanted = golden.at("gradients");
    QCOMPARE(written.at("gradients").size(), wanted.size());
    for (const auto& [key, numbers] : wanted.items()) {
        const QString fault =
            fault_of_array(written.at("gradients").at(key), numbers, 1e-13 * largest_number(wanted));
        QVERIFY2(fault.isEmpty(), qPrintable(QString::fromStdString(key) + ": " + fault));
    }
}

/// One random number of each parameter, of both losses.
void TestGradients::lossesOfRandomExperiments() {
    RandomExperiments random(62);
    int compared = 0;
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Dimensions d = dimensions(e);
        const Trace trace = compute(e).value();
        const HeadIndex head = random.between(0, d.H - 1);
        Matrix weights = Matrix::Constant(d.n_q, d.n_k, nan_value);
        Matrix output = Matrix::Constant(d.n_q, d.d_out, nan_value);
        for (Index row = 0; row < d.n_q; ++row) {
            for (Index key = 0; key < d.n_k; ++key) {
                const double weight = trace.stage(StageId::weights, head)(row, key);
                if (weight > 1e-6 && weight < 1e6)
                    weights(row, key) = std::abs(random.number()) + 0.1;
            }
            for (Index feature = 0; feature < d.d_out; ++feature) {
                if (random.coin() && std::abs(trace.stage(StageId::output)(row, feature)) < 1e6)
                    output(row, feature) = random.number();
            }
        }
        for (const Target& target : {Target(WantedWeights{head, weights}), Target(WantedOutput{output})}) {
            const Result<Gradient> found = gradient(e, target);
            for (const auto& [id, numbers] : found ? found.value().by : Gradients{}) {
                const Index row = random.between(0, numbers.rows() - 1);
                const Index column = random.between(0, numbers.cols() - 1);
                const std::optional<double> slope = measured(e, target, id, row, column);
                if (!slope)
                    continue;
                ++compared;
                QVERIFY2(std::abs(*slope - numbers(row, column)) <= 1e-4 * (1 + std::abs(*slope)),
                         qPrintable(place_in(id, row, column, numbers(row, column), *slope)));
            }
        }
    }
    QVERIFY2(compared > 4 * many_experiments, qPrintable(QString::number(compared)));
}

namespace {

/// A random target of an experiment: a cell, or a wanted output.
Target random_target(const Experiment& e, RandomExperiments& random) {
    const Dimensions d = dimensions(e);
    if (random.between(0, 4) == 0)
        return WantedOutput{some_matrix(d.n_q, d.d_out)};
    const auto stages = static_cast<Index>(all_stages().size());
    const StageInfo* stage = nullptr;
    do
        stage = &all_stages()[static_cast<std::size_t>(random.between(0, stages - 1))];
    while (!has_stage(e, stage->id));
    return CellRef{stage->id, stage->per_head ? random.between(0, d.H - 1) : 0,
                   random.between(0, length(stage->rows, d) - 1),
                   random.between(0, length(stage->columns, d) - 1)};
}

/// Where two results differ in a bit, if they do.
QString bitwise_difference(const Result<Gradient>& a, const Result<Gradient>& b) {
    if (!a || !b)
        return bool(a) == bool(b) ? QString() : "one of them fails";
    if (!same_bits(Matrix::Constant(1, 1, a.value().value), Matrix::Constant(1, 1, b.value().value)))
        return "value";
    if (a.value().by.size() != b.value().by.size())
        return "how many";
    for (const auto& [id, numbers] : a.value().by) {
        if (!same_bits(numbers, b.value().by.at(id)))
            return info(id).name.data();
    }
    return {};
}

} // namespace

/// All stages, none of them, or any: the same to the last bit.
void TestGradients::whatIsKeptDoesNotMatter() {
    RandomExperiments random(63);
    const FindKept nothing = [](StageId, HeadIndex) -> std::optional<StageRows> { return std::nullopt; };
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Trace trace = compute(e).value();
        const Target target = random_target(e, random);
        const Result<Gradient> full = gradient(e, trace.kept(), target);
        QCOMPARE(bitwise_difference(full, gradient(e, nothing, target)), QString());
        QCOMPARE(bitwise_difference(full, gradient(e, target)), QString());
        const auto hidden_stages = static_cast<unsigned>(random.between(0, (1 << 13) - 1));
        const FindKept some = [&](StageId id, HeadIndex head) -> std::optional<StageRows> {
            return (hidden_stages >> static_cast<unsigned>(id) & 1U) != 0 ? std::nullopt
                                                                          : trace.kept()(id, head);
        };
        QCOMPARE(bitwise_difference(full, gradient(e, some, target)), QString());
    }
}

namespace {

/// Where two results differ by more than rounding: a live trace takes other rows at once than a whole
/// computation, which may round a product differently.
QString difference_but_rounding(const Result<Gradient>& a, const Result<Gradient>& b) {
    if (!a || !b)
        return bool(a) == bool(b) ? QString() : "one of them fails";
    double largest = 0;
    for (const auto& [id, numbers] : a.value().by)
        largest = std::max(largest, numbers.array().abs().maxCoeff());
    if (!std::isfinite(largest))
        return {};
    for (const auto& [id, numbers] : a.value().by) {
        if (!((numbers - b.value().by.at(id)).array().abs() <= 1e-9 * largest).all())
            return info(id).name.data();
    }
    return {};
}

} // namespace

/// After edits, with some stages of some heads viewed, in a budget that keeps everything or next to nothing.
void TestGradients::liveEqualsFull() {
    RandomExperiments random(64);
    for (int round = 0; round < many_experiments / 2; ++round) {
        Experiment e = random.next();
        LiveTrace live(random.coin() ? usual_kept_bytes : 1.0);
        live.update(e, Change{Field::everything, {}});
        for (int edit = 0; edit < 4; ++edit) {
            const Target target = random_target(e, random);
            for (int views = 0; views < 3; ++views) {
                const auto stage = static_cast<StageId>(random.between(0, 12));
                if (has_stage(e, stage))
                    live.view(stage, info(stage).per_head ? random.between(0, e.heads.count - 1) : 0);
            }
            const Trace trace = compute(e).value();
            QCOMPARE(
                difference_but_rounding(gradient(e, trace.kept(), target), gradient(e, live.kept(), target)),
                QString());
            e.normalization.temperature += 0.25;
            live.update(e, Change{Field::normalization, {}});
        }
    }
}

void TestGradients::onSeveralThreads_data() {
    QTest::addColumn<Index>("tokens");
    QTest::addColumn<Index>("heads");
    QTest::newRow("rows of a head") << Index(300) << Index(2);
    QTest::newRow("heads") << Index(240) << Index(4);
}

/// Large enough for several threads, which take different heads and rows: added scores that heads share get
/// what each of them would get by itself. The same each time.
void TestGradients::onSeveralThreads() {
    QFETCH(Index, tokens);
    QFETCH(Index, heads);
    Experiment e;
    e.sequence.tokenizer = Tokenizer::manual;
    for (Index i = 0; i < tokens; ++i)
        e.sequence.tokens.push_back("w" + std::to_string(i));
    e.heads = {heads, heads};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = e.projection.K = share(some_matrix(tokens, 4 * heads));
    e.projection.V = share(some_matrix(tokens, 2 * heads));
    e.scores.additive = {share(some_matrix(tokens, tokens))};
    Experiment of_each_head = e;
    of_each_head.scores.additive.resize(static_cast<std::size_t>(heads), e.scores.additive.front());
    const Target target = WantedOutput{some_matrix(tokens, 2 * heads) * 2};
    const Gradient own = gradient(of_each_head, target).value();
    Matrix sum = Matrix::Zero(tokens, tokens);
    for (HeadIndex head = 0; head < heads; ++head)
        sum += own.by.at(ParameterId::additive).middleCols(head * tokens, tokens);
    for (int round = 0; round < 10; ++round) {
        const Gradient shared = gradient(e, target).value();
        QCOMPARE(shared.value, own.value);
        QVERIFY(same_bits(shared.by.at(ParameterId::additive), sum));
        QVERIFY(shared.by.at(ParameterId::V).isApprox(own.by.at(ParameterId::V), 1e-12));
        QVERIFY(shared.by.at(ParameterId::K).isApprox(own.by.at(ParameterId::K), 1e-12));
    }
    for (const ParameterId id : {ParameterId::Q, ParameterId::K, ParameterId::V, ParameterId::additive}) {
        const Matrix& numbers = own.by.at(id);
        for (const Index row : {Index(0), tokens - 41, tokens - 1}) {
            const std::optional<double> slope = measured(of_each_head, target, id, row, 1);
            QVERIFY(slope);
            QVERIFY2(std::abs(*slope - numbers(row, 1)) <= 1e-4 * numbers.cwiseAbs().maxCoeff(),
                     qPrintable(place_in(id, row, 1, numbers(row, 1), *slope)));
        }
    }
}

/// −∞ stays what it is, whatever the parameters are.
void TestGradients::hiddenPassesNothingOn() {
    Experiment e = flowing_document();
    add_scores(e, false);
    e.mask.causal = true;
    const Trace trace = compute(e).value();
    for (const CellRef& cell :
         {CellRef{StageId::scaled_scores, 1, 1, 2}, CellRef{StageId::masked_scores, 0, 1, 2},
          CellRef{StageId::masked_scores, 0, 0, 1}}) {
        for (const auto& [id, numbers] : derivatives(e, trace.kept(), cell))
            QVERIFY2(numbers.isZero(0), info(id).name.data());
    }
    // A score that a rule hides is a number before that.
    QVERIFY(!derivatives(e, trace.kept(), {StageId::scaled_scores, 0, 0, 1}).at(ParameterId::W_Q).isZero(0));
}

/// The value of a hidden key makes head outputs NaN, as 0 · ∞ is. Their derivatives are those with any other
/// value, as its weight is 0.
void TestGradients::hiddenValueThatIsInfinite() {
    Experiment e = flowing_document();
    e.mask.padding = {2};
    const CellRef value{StageId::values, 0, 2, 0}, of{StageId::head_outputs, 0, 1, 0};
    const Experiment broken = with_override(e, value, -infinity), whole = with_override(e, value, 0.5);
    const Trace trace = compute(broken).value(), other = compute(whole).value();
    QVERIFY(std::isnan(trace.stage(of.stage)(of.row, of.column)));
    const Gradients expected = derivatives(whole, other.kept(), of);
    for (const auto& [id, numbers] : derivatives(broken, trace.kept(), of))
        QVERIFY2(((numbers - expected.at(id)).array().abs() <= 1e-12).all(), info(id).name.data());
}

void TestGradients::rowsAreDividedByTheirSum() {
    const Experiment e = flowing_document();
    Matrix shares = Matrix::Constant(4, 4, nan_value);
    shares.row(1) << 0.25, 0.5, 0.25, 0;
    shares.row(2) << 0.5, nan_value, nan_value, 0.5;
    Matrix numbers = shares;
    numbers.row(1) *= 8;
    numbers.row(2) *= 0.125;
    QCOMPARE(
        bitwise_difference(gradient(e, WantedWeights{0, shares}), gradient(e, WantedWeights{0, numbers})),
        QString());
}

/// A weight that is 1 but for rounding: its derivative is what is left for the others, not 0.
void TestGradients::saturatedRow() {
    Experiment e;
    e.projection.kind = ProjectionKind::direct;
    e.sequence = {Tokenizer::manual, "", {"a", "b"}};
    e.projection.Q = share(Matrix{{1}, {1}});
    e.projection.K = share(Matrix{{40}, {0}});
    e.projection.V = share(Matrix{{1}, {2}});
    e.scores.scale = 1;
    const double slope = std::exp(-40.0);
    const auto by_keys = [&](const Target& target) {
        return gradient(e, target).value().by.at(ParameterId::K);
    };
    for (const Index key : {0, 1})
        QCOMPARE(near(by_keys(CellRef{StageId::weights, 0, 0, key}) * (key == 0 ? 1 : -1) / slope,
                      Matrix{{1}, {-1}}),
                 std::string());
}

void TestGradients::refusals_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Target>("target");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const Target& target, const char* message, const Edit& edit = {}) {
        QTest::newRow(name) << (edit ? edit : [](Experiment&) {}) << target << QString(message);
    };
    const auto weights = [](double number) {
        Matrix wanted = Matrix::Constant(4, 4, nan_value);
        wanted.row(1).setConstant(0.25);
        wanted(1, 2) = number;
        return WantedWeights{1, wanted};
    };
    const auto output = [](double number) {
        Matrix wanted = Matrix::Constant(4, 3, nan_value);
        wanted(1, 2) = number;
        return WantedOutput{wanted};
    };
    const Edit causal = [](Experiment& e) { e.mask.causal = true; };
    const Edit no_queries = [](Experiment& e) {
        add_source(e);
        e = with_override(e, {StageId::inputs, 0, 1, 1}, -infinity);
    };
    row("a hidden score", CellRef{StageId::masked_scores, 1, 1, 2},
        "cell 1,2 of masked_scores, head 1: -inf, because the key is hidden, expected a finite number",
        causal);
    row("an added -inf", CellRef{StageId::scaled_scores, 0, 1, 2},
        "cell 1,2 of scaled_scores, head 0: -inf, because the key is hidden, expected a finite number",
        [](Experiment& e) { add_scores(e, false); });
    row("no number", CellRef{StageId::output, 0, 1, 2}, "cell 1,2 of output: nan, expected a finite number",
        no_queries);
    row("an overridden query", CellRef{StageId::queries, 0, 1, 2},
        "cell 1,2 of queries, head 0: -inf, expected a finite number", [](Experiment& e) {
            e = with_override(e, {StageId::queries, 0, 1, 2}, -infinity);
        });
    row("a hidden weight", weights(0.5),
        "cell 1,2 of weights, head 1: 0, because the key is hidden, expected a weight above 0, since the "
        "target "
        "wants 0.5",
        causal);
    row("a weight of 0", weights(0.5),
        "cell 1,2 of weights, head 1: 0, expected a weight above 0, since the target wants 0.5",
        [](Experiment& e) {
            e = with_override(e, {StageId::weights, 1, 1, 2}, 0);
        });
    row("a negative weight", weights(0.5),
        "cell 1,2 of weights, head 1: -0.5, expected a weight above 0, since the target wants 0.5",
        [](Experiment& e) {
            e = with_override(e, {StageId::weights, 1, 1, 2}, -0.5);
        });
    row("an output that is none", output(0.5), "cell 1,2 of output: nan, expected a finite number",
        no_queries);
    row("a loss that overflows", output(1e200), "loss: inf, expected a finite number");
    row("another shape", WantedWeights{0, Matrix::Ones(3, 4)},
        "target: 3 × 4, expected 4 × 4, as the weights");
    row("another shape of the output", WantedOutput{Matrix::Ones(4, 4)},
        "target: 4 × 4, expected 4 × 3, as the output");
    row("below 0", weights(-0.5), "target, cell 1,2: -0.5, expected a number from 0");
    row("infinite", weights(infinity), "target, cell 1,2: inf, expected a finite number");
    row("an infinite output", output(-infinity), "target, cell 1,2: -inf, expected a finite number");
    row("nothing wanted", output(nan_value), "target: no number, expected at least one cell that is wanted");
    row("no weights", WantedWeights{0, Matrix::Zero(4, 4)},
        "target, row 0: a sum of 0, expected weights with a finite sum above 0, or none in this row");
    row("a sum that overflows", WantedWeights{0, Matrix::Constant(4, 4, 1e308)},
        "target, row 0: a sum of inf, expected weights with a finite sum above 0, or none in this row");
}

void TestGradients::refusals() {
    QFETCH(Edit, edit);
    QFETCH(Target, target);
    QFETCH(QString, message);
    Experiment e = flowing_document();
    edit(e);
    const Result<Gradient> found = gradient(e, target);
    QVERIFY(!found);
    QCOMPARE(QString::fromStdString(found.error().message()), message);
}

LAB_GUILESS_TEST(TestGradients)
#include "tst_gradients.moc"
