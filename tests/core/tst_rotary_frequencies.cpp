// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rotary frequencies that a document gives itself: what they compute, how they are filled, how they follow
// other settings, and the version of such a document.
#include "core/edits/resize.h"
#include "core/edits/rotary_frequencies.h"
#include "core/engine/pipeline.h"
#include "core/experiment/rotation.h"
#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace lab;
using namespace lab::test;
using Frequencies = std::vector<double>;

namespace {

/// Two words, one head of d_k = `width`, rotated.
Experiment rotated(Index width) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "sky is"}, "projection": {"kind": "identity"},
        "scores": {"rotary": true, "rotary_base": 100}})");
    const auto row = [&](double first) {
        std::vector<double> numbers;
        for (Index i = 0; i < width; ++i)
            numbers.push_back(first + 0.25 * static_cast<double>(i));
        return numbers;
    };
    json["embedding"]["table"] = {{"sky", row(1)}, {"is", row(-2)}};
    return read_experiment(json.dump()).value();
}

} // namespace

class TestRotaryFrequencies : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void turnPairs();
    void ofTheBaseAreTheBase();
    void linear();
    void llama();
    void follow_data();
    void follow();
    void version();
};

/// A pair at position 1 turns by its own frequency, in both layouts; the columns that stay, stay.
void TestRotaryFrequencies::turnPairs() {
    for (const RotaryLayout layout : {RotaryLayout::interleaved, RotaryLayout::half}) {
        Experiment e = rotated(6);
        e.scores.rotary_layout = layout;
        e.scores.rotary_dims = 4;
        e.scores.rotary_frequencies = {0.5, -2};
        const Trace trace = compute(e).value();
        const RowVector x = trace.stage(StageId::inputs).row(1), q = trace.stage(StageId::queries).row(1);
        const bool is_half = layout == RotaryLayout::half;
        for (const Index pair : {0, 1}) {
            const Index a = is_half ? pair : 2 * pair, b = is_half ? pair + 2 : 2 * pair + 1;
            const double angle = pair == 0 ? 0.5 : -2;
            QCOMPARE(q(a), x(a) * std::cos(angle) - x(b) * std::sin(angle));
            QCOMPARE(q(b), x(a) * std::sin(angle) + x(b) * std::cos(angle));
        }
        QCOMPARE(q(4), x(4));
        QCOMPARE(q(5), x(5));
    }
}

void TestRotaryFrequencies::ofTheBaseAreTheBase() {
    Experiment e = rotated(6);
    const Matrix before = compute(e).value().stage(StageId::scores);
    e.scores.rotary_frequencies = frequencies_of_base(e);
    QCOMPARE(e.scores.rotary_frequencies.size(), std::size_t(3));
    e.scores.rotary_base = 7; // not used any more, nor by the filling
    QVERIFY(compute(e).value().stage(StageId::scores) == before);
    QCOMPARE(frequencies_of_base(e)[1], std::pow(7, -2.0 / 6));
}

void TestRotaryFrequencies::linear() {
    const Experiment e = rotated(4);
    QCOMPARE(linear_frequencies(e, 4), (Frequencies{0.25, 0.1 / 4}));
}

/// With the wavelengths 6.3, 199, 6283 and 198692: the first two turn more than 4 times within 8192
/// positions, the third 1.3 times, the last not once. The third is PyTorch's, of Hugging Face's own function.
void TestRotaryFrequencies::llama() {
    Experiment e = rotated(8);
    e.scores.rotary_base = 1e6;
    const Frequencies found = llama_frequencies(e);
    QCOMPARE(found.size(), std::size_t(4));
    const Frequencies plain = frequencies_of_base(e);
    QCOMPARE(found[0], plain[0]);
    QCOMPARE(found[1], plain[1]);
    const double turns = 8192 / (2 * std::acos(-1.0) / plain[2]), smooth = (turns - 1) / (4 - 1);
    QVERIFY(turns > 1 && turns < 4);
    QCOMPARE(found[2], (1 - smooth) * plain[2] / 8 + smooth * plain[2]);
    QCOMPARE(found[3], plain[3] / 8);
}

void TestRotaryFrequencies::follow_data() {
    QTest::addColumn<Frequencies>("before");
    QTest::addColumn<int>("dims"); // 0: all
    QTest::addColumn<bool>("rotary");
    QTest::addColumn<Frequencies>("after");
    QTest::newRow("as many") << Frequencies{3, 4} << 0 << true << Frequencies{3, 4};
    QTest::newRow("fewer columns turn") << Frequencies{3, 4} << 2 << true << Frequencies{3};
    QTest::newRow("more pairs") << Frequencies{3} << 0 << true << Frequencies{3, 0.1};
    QTest::newRow("none of its own") << Frequencies{} << 0 << true << Frequencies{};
    QTest::newRow("not rotated: kept") << Frequencies{3, 4, 5} << 0 << false << Frequencies{3, 4, 5};
}

/// Of a head with four columns and the base 100.
void TestRotaryFrequencies::follow() {
    QFETCH(Frequencies, before);
    QFETCH(int, dims);
    QFETCH(bool, rotary);
    QFETCH(Frequencies, after);
    Experiment e = rotated(4);
    e.scores.rotary = rotary;
    e.scores.rotary_frequencies = before;
    if (dims > 0)
        e.scores.rotary_dims = dims;
    fit_rotation(e);
    QCOMPARE(e.scores.rotary_frequencies, after);
}

/// It says version 2 for its own numbers alone, so that a program of version 1 refuses it.
void TestRotaryFrequencies::version() {
    Experiment e = rotated(4);
    const auto version = [](const Experiment& written) {
        return experiment_json(written).at("version").get<int>();
    };
    QCOMPARE(version(e), 1);
    Experiment with = e;
    with.scores.rotary_frequencies = {1, 2};
    QCOMPARE(version(with), 2);
    QCOMPARE(difference(read_experiment(write_experiment(with)).value(), with).value_or(""), std::string());
    e.snapshots = {{"with", std::make_shared<const Experiment>(with), nullptr}};
    QCOMPARE(version(e), 1);
    QCOMPARE(experiment_json(e).at("snapshots")[0].at("document").at("version").get<int>(), 2);
}

LAB_GUILESS_TEST(TestRotaryFrequencies)
#include "tst_rotary_frequencies.moc"
