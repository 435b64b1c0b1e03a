// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random matrices from the command line.
#include "core/random/random_matrices.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

class TestRandomCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void draws_data();
    void draws();
    void layout();
    void negativeSeed();
    void minusZero();
    void longOutput();
    void help();
    void misuse_data();
    void misuse();
    void fullDisk();
};

namespace {

QStringList command(const char* generator, const char* seed, const char* distribution,
                    const QStringList& shapes) {
    QStringList arguments{"random", "--generator", generator, "--seed", seed, "--distribution", distribution};
    for (const QString& shape : shapes)
        arguments += {"--shape", shape};
    return arguments;
}

} // namespace

void TestRandomCommand::draws_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<std::vector<double>>("start");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("PyTorch uniform") << command("pytorch", "123", "uniform", {"3x2", "3x2", "3x2"})
                                     << std::vector{0.2961, 0.5166, 0.2517, 0.6886, 0.0740, 0.8665} << 5e-5;
    QTest::newRow("NumPy normal") << command("numpy", "42", "normal", {"4x8"})
                                  << std::vector{0.49671415, -0.1382643} << 5e-9;
}

void TestRandomCommand::draws() {
    QFETCH(QStringList, arguments);
    QFETCH(std::vector<double>, start);
    QFETCH(double, tolerance);
    const Run run = run_program(arguments);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const Json printed = Json::parse(run.out.toStdString());
    const Matrix first = matrix_of(printed.at(0));
    for (std::size_t i = 0; i < start.size(); ++i)
        QVERIFY(std::abs(first.data()[i] - start[i]) <= tolerance);

    // Every number reads back exactly as drawn.
    const RandomSource source{generators.at(arguments[2].toStdString()), arguments[4].toULongLong(),
                              distributions.at(arguments[6].toStdString())};
    RandomMatrices matrices(source);
    QCOMPARE(qsizetype(printed.size()), arguments.count("--shape"));
    for (const Json& json : printed) {
        const Matrix matrix = matrix_of(json);
        QVERIFY(same_bits(matrix, matrices.next({matrix.rows(), matrix.cols()})));
    }
    QCOMPARE(shape_text(first.rows(), first.cols()), arguments[8].replace("x", " × ").toStdString());
}

void TestRandomCommand::layout() {
    const Run run = run_program(command("pytorch", "0", "uniform", {"2x1", "1x2"}));
    QCOMPARE(run.out, QByteArray("[\n"
                                 "  [\n"
                                 "    [0.49625658988952637],\n"
                                 "    [0.7682217955589294]\n"
                                 "  ],\n"
                                 "  [\n"
                                 "    [0.08847743272781372, 0.13203048706054688]\n"
                                 "  ]\n"
                                 "]\n"));
}

void TestRandomCommand::negativeSeed() {
    const Run expected = run_program(command("pytorch", "4294967295", "normal", {"2x2"}));
    QCOMPARE(expected.code, 0);
    QCOMPARE(run_program(command("pytorch", "-1", "normal", {"2x2"})).out, expected.out);
    QCOMPARE(
        run_program({"random", "--generator=pytorch", "--seed=-1", "--distribution=normal", "--shape=2x2"})
            .out,
        expected.out);
}

/// With this seed the seventh uniform value is 0, so the normal values made from it are 0 and −0. Printed as
/// "-0", it would be read as an integer and lose its sign.
void TestRandomCommand::minusZero() {
    const Run run = run_program(command("pytorch", "1753191", "normal", {"4x4"}));
    QVERIFY2(run.out.contains("-0.0,") || run.out.contains("-0.0]"), run.out.constData());
    const Matrix printed = matrix_of(Json::parse(run.out.toStdString()).at(0));
    RandomMatrices matrices({Generator::pytorch, 1753191, Distribution::normal});
    QVERIFY(same_bits(printed, matrices.next({4, 4})));
}

/// The output is written in chunks. No number is lost between them.
void TestRandomCommand::longOutput() {
    const Run run = run_program(command("numpy", "1", "uniform", {"400x300", "1x120000"}));
    QCOMPARE(run.code, 0);
    QVERIFY(run.out.size() > 4'000'000);
    const Json printed = Json::parse(run.out.toStdString());
    RandomMatrices matrices({Generator::numpy, 1, Distribution::uniform});
    QVERIFY(same_bits(matrix_of(printed.at(0)), matrices.next({400, 300})));
    QVERIFY(same_bits(matrix_of(printed.at(1)), matrices.next({1, 120'000})));
}

void TestRandomCommand::help() {
    for (const QString option : {"--help", "-h"}) {
        const Run run = run_program({"random", option});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.err, QByteArray());
        QVERIFY2(run.out.startsWith("Usage: attention-lab random "), run.out.constData());
        for (const char* name : {"--generator", "--seed", "--distribution", "--shape"})
            QVERIFY2(run.out.contains(name), name);
    }
    const Run all = run_program({"--help"});
    QVERIFY2(all.out.contains("attention-lab random "), all.out.constData());
}

void TestRandomCommand::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QStringList good = command("pytorch", "1", "uniform", {"2x2"});
    const auto with = [&](const char* option, const QString& value) {
        QStringList arguments = good;
        arguments[arguments.indexOf(option) + 1] = value;
        return arguments;
    };
    const auto without = [&](const char* option) {
        QStringList arguments = good;
        arguments.remove(arguments.indexOf(option), 2);
        return arguments;
    };
    QTest::newRow("nothing") << QStringList{"random"} << "random needs --generator, once";
    for (const char* option : {"--generator", "--seed", "--distribution"}) {
        QTest::addRow("no %s", option) << without(option) << QString("random needs %1, once").arg(option);
        QTest::addRow("%s twice", option)
            << good + QStringList{option, "1"} << QString("random needs %1, once").arg(option);
    }
    QTest::newRow("no shape") << without("--shape") << "random needs --shape, at least once";
    QTest::newRow("no value") << good + QStringList{"--shape"} << "Missing value after '--shape'.";
    QTest::newRow("unknown option") << good + QStringList{"--size", "3"} << "Unknown option 'size'.";
    QTest::newRow("a file") << good + QStringList{"a.attn"}
                            << "random takes options alone, and no \"a.attn\"";
    QTest::newRow("unknown generator")
        << with("--generator", "jax") << "--generator: \"jax\", expected numpy or pytorch";
    QTest::newRow("unknown distribution")
        << with("--distribution", "Uniform")
        << "--distribution: \"Uniform\", expected linear or normal or uniform";
    QTest::newRow("linear of NumPy")
        << command("numpy", "1", "linear", {"2x2"})
        << "--distribution: linear of NumPy, expected uniform or normal; linear is "
           "PyTorch's";
    QTest::newRow("seed is a word") << with("--seed", "one")
                                    << "--seed: \"one\", expected a whole number of 64 bits";
    QTest::newRow("seed too large for NumPy")
        << command("numpy", "4294967296", "uniform", {"2x2"})
        << "--seed: \"4294967296\", expected a whole number from 0 to 4294967295";
    QTest::newRow("negative seed of NumPy") << command("numpy", "-1", "uniform", {"2x2"})
                                            << "--seed: \"-1\", expected a whole number from 0 to 4294967295";
    QTest::newRow("shape is a number")
        << with("--shape", "4")
        << "--shape: \"4\", expected ROWSxCOLUMNS, each a whole number from 1 to 1073741824";
    QTest::newRow("second shape is empty")
        << good + QStringList{"--shape", "2x0"}
        << "--shape: \"2x0\", expected ROWSxCOLUMNS, each a whole number from 1 to 1073741824";
    QTest::newRow("too large")
        << with("--shape", "65536x65536")
        << "--shape: 65536 × 65536, expected at most 1073741824 numbers (8 GiB) in all matrices together";
    QTest::newRow("line break")
        << with("--shape", "2\nx2")
        << "--shape: \"2\\nx2\", expected ROWSxCOLUMNS, each a whole number from 1 to "
           "1073741824";
}

void TestRandomCommand::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Run run = run_program(arguments);
    QCOMPARE(run.err,
             QString("attention-lab: %1\nTry 'attention-lab random --help'.\n").arg(message).toUtf8());
    QCOMPARE(run.code, 2);
    QCOMPARE(run.out, QByteArray());
}

void TestRandomCommand::fullDisk() {
    const Run run = run_program(command("pytorch", "1", "uniform", {"2x2"}), "/dev/full");
    QCOMPARE(run.code, 1);
    QCOMPARE(run.err, QByteArray("attention-lab: standard output: cannot be written: No space left on "
                                 "device\n"));
}

LAB_GUILESS_TEST(TestRandomCommand)
#include "tst_random_command.moc"
