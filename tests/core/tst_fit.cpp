// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finding parameters for a loss: PyTorch's runs, and what stays as it is.
#include "core/analysis/fit.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/gradient_file.h"
#include "tests/core/gradients.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <filesystem>

using namespace lab;
using namespace lab::test;

class TestFit : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void pytorch_data();
    void pytorch();
    void othersStay();
    void addedScoresStayHidden();
    void usualOnes();
    void differences();
    void stopsWhereItBreaks();
    void refusals();
};

void TestFit::pytorch_data() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(LAB_TEST_DATA "/fits")) {
        QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
        ++count;
    }
    QCOMPARE(count, 25);
}

/// The losses of 50 steps, and the parameters after them.
void TestFit::pytorch() {
    QFETCH(QString, path);
    const Json golden = Json::parse(read_file(path.toStdString()).value());
    const Experiment e = read_experiment(golden.at("document").dump()).value();
    FitSettings settings{{},
                         golden.at("optimiser") == "sgd" ? Optimiser::sgd : Optimiser::adam,
                         golden.at("rate").get<double>()};
    for (const Json& name : golden.at("parameters"))
        settings.parameters.push_back(*parameter_with_gradient(name.get<std::string>()));
    Fit fit = Fit::make(e, target_from(golden.at("target"), dimensions(e)), settings).value();
    const Json& losses = golden.at("losses");
    QCOMPARE(losses.size(), 51U);
    for (std::size_t step = 0; step < losses.size(); ++step) {
        if (step > 0)
            QVERIFY(!fit.step());
        const double expected = losses[step].get<double>();
        QVERIFY2(std::abs(fit.loss() - expected) <= 1e-7 * std::abs(expected),
                 qPrintable(QString("step %1: %2, PyTorch has %3")
                                .arg(step)
                                .arg(fit.loss(), 0, 'g', 17)
                                .arg(expected, 0, 'g', 17)));
    }
    for (const auto& [name, numbers] : golden.at("after").items()) {
        const ParameterId id = *parameter_with_gradient(name);
        const Matrix expected = wanted_numbers(numbers, parameter(e, id)->cols());
        const Matrix found = *parameter(fit.experiment(), id);
        QVERIFY2(((found - expected).array().abs() <= 1e-6).all(), name.c_str());
    }
}

/// To the bit, with the document's other contents.
void TestFit::othersStay() {
    RandomExperiments random(71);
    int stepped = 0;
    for (int round = 0; round < many_experiments / 4; ++round) {
        const Experiment e = random.next();
        std::vector<ParameterId> there;
        for (const ParameterInfo& each : all_parameters()) {
            if (parameter(e, each.id) && is_read(e, each.id))
                there.push_back(each.id);
        }
        const ParameterId changed =
            there[static_cast<std::size_t>(random.between(0, static_cast<Index>(there.size()) - 1))];
        const Dimensions d = dimensions(e);
        Result<Fit> made = Fit::make(e, WantedOutput{Matrix::Ones(d.n_q, d.d_out)}, {{changed}});
        if (!made)
            continue;
        Fit fit = std::move(made).value();
        for (int step = 0; step < 3; ++step)
            stepped += fit.step() ? 0 : 1;
        for (const ParameterId id : there) {
            if (id != changed)
                QVERIFY(same_bits(*parameter(fit.experiment(), id), *parameter(e, id)));
        }
        // Only those numbers differ.
        const Experiment back = with_cells(fit.experiment(), changed, 0, 0, *parameter(e, changed));
        const auto other = difference(back, with_cells(e, changed, 0, 0, *parameter(e, changed)));
        QVERIFY2(!other, other ? other->c_str() : "");
    }
    QVERIFY(stepped > many_experiments / 4);
}

void TestFit::addedScoresStayHidden() {
    Experiment e = flowing_document();
    add_scores(e, true);
    Fit fit = Fit::make(e, WantedOutput{some_matrix(4, 3)}, {{ParameterId::additive}}).value();
    const double before = fit.loss();
    for (int step = 0; step < 5; ++step)
        QVERIFY(!fit.step());
    QVERIFY(fit.loss() < before);
    const Matrix& added = *fit.experiment().scores.additive.front();
    QVERIFY(added(1, 2) == -infinity);
    QVERIFY(added(1, 1) != (*e.scores.additive.front())(1, 1));
}

void TestFit::usualOnes() {
    using enum ParameterId;
    using Ids = std::vector<ParameterId>;
    Experiment e = flowing_document();
    const WantedWeights weights{0, {}};
    const WantedOutput output{{}};
    QVERIFY((usual_parameters(e, weights) == Ids{W_Q, W_K}));
    QVERIFY((usual_parameters(e, output) == Ids{W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O}));
    e.projection.b_K = nullptr;
    QVERIFY((usual_parameters(e, output) == Ids{W_Q, W_K, W_V, b_Q, b_V, W_O, b_O}));
    Experiment direct = e;
    direct.projection = {};
    direct.projection.kind = ProjectionKind::direct;
    direct.projection.Q = direct.projection.K = direct.projection.V = share(some_matrix(4, 2));
    QVERIFY((usual_parameters(direct, weights) == Ids{Q, K}));
    QVERIFY((usual_parameters(direct, output) == Ids{Q, K, V}));
    Experiment identity = e;
    identity.projection = {};
    identity.projection.kind = ProjectionKind::identity;
    QVERIFY(usual_parameters(identity, weights).empty());
}

/// Of the wanted cells alone, of weights to their share of the row.
void TestFit::differences() {
    const Experiment e = flowing_document();
    const Trace trace = compute(e).value();
    Matrix weights = Matrix::Constant(4, 4, nan_value);
    weights.row(2) << 3, 1, nan_value, 0;
    const auto a = trace.stage(StageId::weights, 1).row(2);
    const double expected = std::max({std::abs(a(0) - 0.75), std::abs(a(1) - 0.25), a(3)});
    QCOMPARE(largest_difference(trace, WantedWeights{1, weights}), expected);
    Matrix output = Matrix::Constant(4, 3, nan_value);
    output(1, 1) = 2;
    output(3, 0) = -1;
    const Matrix& y = trace.stage(StageId::output);
    QCOMPARE(largest_difference(trace, WantedOutput{output}),
             std::max(std::abs(y(1, 1) - 2), std::abs(y(3, 0) + 1)));
}

/// A rate that is too large: what was found before stays.
void TestFit::stopsWhereItBreaks() {
    const Experiment e = flowing_document();
    const WantedOutput far{Matrix::Constant(4, 3, 1e6)};
    Fit overflows = Fit::make(e, far, {{ParameterId::W_V}, Optimiser::sgd, 1e306}).value();
    const std::optional<Error> no_number = overflows.step();
    QVERIFY(no_number);
    QCOMPARE(no_number->message(), std::string("step 1: W_V would not be finite, expected a smaller rate"));
    Fit fit = Fit::make(e, WantedOutput{some_matrix(4, 3)},
                        {{ParameterId::W_V, ParameterId::W_O}, Optimiser::sgd, 1e160})
                  .value();
    const double before = fit.loss();
    std::optional<Error> problem = fit.step();
    QVERIFY(problem);
    QVERIFY2(problem->message().starts_with("step 1"), problem->message().c_str());
    QCOMPARE(fit.steps(), 0);
    QCOMPARE(fit.loss(), before);
    QVERIFY(same_bits(*fit.experiment().projection.W_O, *e.projection.W_O));
}

void TestFit::refusals() {
    const Experiment e = flowing_document();
    const auto message = [&](const Target& target, const std::vector<ParameterId>& parameters) {
        const Result<Fit> made = Fit::make(e, target, {parameters});
        return made ? std::string() : made.error().message();
    };
    const WantedOutput output{some_matrix(4, 3)};
    QCOMPARE(message(output, {}), std::string("parameters: none that may change, expected at least one"));
    QCOMPARE(message(output, {ParameterId::sink}),
             std::string(
                 "parameters: sink, which the document does not use, expected parameters of the document"));
    QCOMPARE(message(WantedOutput{Matrix::Constant(4, 3, nan_value)}, {ParameterId::W_Q}),
             std::string("target: no number, expected at least one cell that is wanted"));
    QCOMPARE(message(output, {ParameterId::W_Q}), std::string());
}

LAB_GUILESS_TEST(TestFit)
#include "tst_fit.moc"
