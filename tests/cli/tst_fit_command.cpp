// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention-lab fit: the document and the losses that it writes, the line that it prints, and the errors.
#include "core/analysis/fit.h"
#include "core/base/number_format.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/core/gradients.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/python.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>

using namespace lab;
using namespace lab::test;

class TestFitCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void wantedWeights();
    void wantedOutput();
    void asTheWindow();
    void until();
    void paintedSky();
    void byPyTorch();
    void refusals_data();
    void refusals();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString document(const QString& name) const {
        return write(name + ".attn", QByteArray::fromStdString(load_golden(name.toStdString()).document));
    }
    QTemporaryDir m_folder;
};

namespace {

/// A target as a file, with nothing in cells where any number will do.
QByteArray csv_of(const Matrix& wanted) {
    QByteArray text;
    for (Index row = 0; row < wanted.rows(); ++row) {
        for (Index column = 0; column < wanted.cols(); ++column) {
            const double number = wanted(row, column);
            text += column > 0 ? "," : "";
            text += std::isnan(number) ? QByteArray() : QByteArray::fromStdString(shortest(number));
        }
        text += '\n';
    }
    return text;
}

/// The losses as they are written, and the fit after these steps.
QByteArray stepped(Fit& fit, int steps) {
    std::string lines = shortest(fit.loss()) + "\n";
    for (int step = 0; step < steps; ++step) {
        if (!fit.step())
            lines += shortest(fit.loss()) + "\n";
    }
    return QByteArray::fromStdString(lines);
}

} // namespace

/// With what is used if nothing else is said: W_Q and W_K, Adam, 0.1, 200 steps.
void TestFitCommand::wantedWeights() {
    const Experiment e = load_golden("two-heads").experiment;
    const Dimensions d = dimensions(e);
    Matrix wanted = Matrix::Constant(d.n_q, d.n_k, nan_value);
    wanted(1, 0) = 3;
    wanted(1, 2) = 1;
    QByteArray text;
    for (Index row = 0; row < d.n_q; ++row)
        text += (row == 1 ? "3,,1" : ",,") + QByteArray(int(d.n_k - 3), ',') + "\n";
    Fit fit = Fit::make(e, WantedWeights{1, wanted}, {{ParameterId::W_Q, ParameterId::W_K}}).value();
    const double before = fit.loss();
    const QByteArray losses = stepped(fit, 200);
    const Run run =
        run_program({"fit", document("two-heads"), "--loss", "weights", "--head", "1", "--target",
                     write("t.csv", text), "-o", path("fitted.attn"), "--losses", path("losses.csv")});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QCOMPARE(run.out,
             QByteArray::fromStdString("200 steps, loss " + shortest(before) + " before, " +
                                       shortest(fit.loss()) + " after, largest difference to the target " +
                                       shortest(fit.largest_difference()) + "\n"));
    QCOMPARE(read("losses.csv"), losses);
    QCOMPARE(read("fitted.attn"), QByteArray::fromStdString(write_experiment(fit.experiment())));
}

/// Its own parameters, optimiser, rate and steps; over the document itself.
void TestFitCommand::wantedOutput() {
    const Experiment e = load_golden("sink").experiment;
    const Dimensions d = dimensions(e);
    QByteArray text;
    for (Index row = 0; row < d.n_q; ++row)
        text += "1" + QByteArray(",1").repeated(int(d.d_out - 1)) + "\n";
    Fit fit = Fit::make(e, WantedOutput{Matrix::Ones(d.n_q, d.d_out)},
                        {{ParameterId::sink, ParameterId::E}, Optimiser::sgd, 0.02})
                  .value();
    stepped(fit, 1);
    const QString file = document("sink");
    const Run run =
        run_program({"fit", file, "--loss", "output", "--target", write("y.csv", text), "--parameters",
                     "sink, E", "--optimiser", "sgd", "--rate", "0.02", "--steps", "1", "-o", file});
    QCOMPARE(run.err, QByteArray());
    QVERIFY2(run.out.startsWith("1 step, loss "), run.out.constData());
    QCOMPARE(read("sink.attn"), QByteArray::fromStdString(write_experiment(fit.experiment())));
}

/// No step if the loss is small enough, and none after it is.
/// The page Learn takes the same steps for a wanted output.
void TestFitCommand::asTheWindow() {
    const Experiment e = load_golden("two-heads").experiment;
    const Dimensions d = dimensions(e);
    Matrix wanted = Matrix::Constant(d.n_q, d.d_out, nan_value);
    wanted(1, 0) = 0.5;
    QByteArray text;
    for (Index row = 0; row < d.n_q; ++row)
        text += (row == 1 ? "0.5" : "") + QByteArray(int(d.d_out - 1), ',') + "\n";
    LabDocument document;
    document.replace(e, {});
    FitRun run(document);
    QCOMPARE(run.start(WantedOutput{wanted}, {usual_parameters(e, WantedOutput{})}, 40), QString());
    for (int step = 0; step < 40; ++step)
        run.step(1);
    QByteArray losses;
    for (const double loss : run.losses())
        losses += QByteArray::fromStdString(shortest(loss) + "\n");
    const Run found =
        run_program({"fit", this->document("two-heads"), "--loss", "output", "--target",
                     write("output.csv", text), "--steps", "40", "--losses", path("window.csv")});
    QVERIFY2(found.code == 0, found.err.constData());
    QCOMPARE(read("window.csv"), losses);
    run.cancel();
}

void TestFitCommand::until() {
    const QStringList arguments{"fit",      document("sky-is-blue"),        "--loss", "weights",
                                "--target", write("t.csv", ",,\n,,1\n,,\n")};
    const Run none = run_program(arguments + QStringList{"--until", "100"});
    QVERIFY2(none.out.startsWith("0 steps, loss "), none.out.constData());
    const Run some = run_program(arguments + QStringList{"--until", "0.5", "--losses", path("l.csv")});
    const QList<QByteArray> losses = read("l.csv").trimmed().split('\n');
    QVERIFY(losses.size() > 2 && losses.size() < 200);
    QVERIFY(losses.last().toDouble() <= 0.5 && losses[losses.size() - 2].toDouble() > 0.5);
    QVERIFY2(some.out.startsWith(QByteArray::number(losses.size() - 1) + " steps, loss "),
             some.out.constData());
}

/// The same losses as PyTorch has on the exported programs: of the fits of tests/data, in turn with the
/// embeddings among what may change.
void TestFitCommand::byPyTorch() {
    if (!with_torch())
        QSKIP("there is no PyTorch; .ci/run --all installs it");
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(LAB_TEST_DATA "/fits")) {
        const QString name = QString::fromStdString(entry.path().stem().string());
        Json fit = Json::parse(read_file(entry.path().string()).value());
        const Experiment e = read_experiment(fit.at("document").dump()).value();
        const Json target = fit.at("target");
        const bool isOutput = target.at("loss") == "output";
        const Dimensions d = dimensions(e);
        const Matrix wanted = wanted_numbers(target.at("rows"), isOutput ? d.d_out : d.n_k);
        ++count;
        if (name[2].digitValue() % 2 == 0 && parameter(e, ParameterId::E))
            fit["parameters"].push_back("E");
        fit.erase("document");
        QStringList parameters;
        for (const Json& each : fit.at("parameters"))
            parameters += QString::fromStdString(each.get<std::string>());
        const QString file = write(name + ".attn", QByteArray::fromStdString(write_experiment(e)));
        QStringList arguments{"fit",          file,
                              "--loss",       isOutput ? "output" : "weights",
                              "--target",     write(name + ".target.csv", csv_of(wanted)),
                              "--steps",      "50",
                              "--rate",       QString::number(fit.at("rate").get<double>()),
                              "--optimiser",  QString::fromStdString(fit.at("optimiser").get<std::string>()),
                              "--losses",     path(name + ".csv"),
                              "--parameters", parameters.join(',')};
        if (!isOutput)
            arguments += {"--head", QString::number(target.at("head").get<int>())};
        const Run fitted = run_program(arguments);
        QVERIFY2(fitted.code == 0, fitted.err.constData());
        QCOMPARE(run_program({"export", file, "--script", "pytorch", "-o", path(name + ".py")}).code, 0);
        write(name + ".json", QByteArray::fromStdString(fit.dump()));
    }
    QProcess process;
    process.start(debian_python, {LAB_SOURCE_DIR "/tests/cli/run_fits.py", m_folder.path()});
    constexpr int patience = 300'000;
    QVERIFY(process.waitForFinished(patience));
    QCOMPARE(process.readAllStandardOutput() + process.readAllStandardError(),
             QByteArray::number(count) + " fits agree\n");
}

/// "is" looks at "blue": within 0.01 of it after at most 100 steps.
void TestFitCommand::paintedSky() {
    const Run run = run_program({"fit", document("sky-is-blue"), "--loss", "weights", "--target",
                                 write("t.csv", ",,\n0.05,0.05,0.9\n,,\n"), "--steps", "100"});
    const QRegularExpressionMatch off =
        QRegularExpression("target ([0-9.e-]+)\n$").match(QString::fromUtf8(run.out));
    QVERIFY2(off.hasMatch() && off.captured(1).toDouble() <= 0.01, run.out.constData());
}

void TestFitCommand::refusals_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& options, int code, const char* message) {
        QTest::newRow(name) << options << code << QString(message);
    };
    const QStringList fits{"--loss", "weights", "--target", "FOLDER/t.csv"};
    row("no loss", {"--target", "t.csv"}, 2, "fit needs --loss NAME and --target T");
    row("no target", {"--loss", "weights"}, 2, "fit needs --loss NAME and --target T");
    row("an unknown loss", {"--loss", "wits", "--target", "t.csv"}, 2,
        "there is no loss \"wits\"; there are weights, output");
    row("another format", {"--loss", "weights", "--target", "t.json"}, 2,
        "\"t.json\" does not end with .npy");
    row("half a head", fits + QStringList{"--head", "0.5"}, 2, "--head \"0.5\" is no whole number from 0");
    row("no parameter", fits + QStringList{"--parameters", "W_X"}, 2,
        "there is no parameter \"W_X\"; there are E, X, X_source, W_Q,");
    row("no parameters", fits + QStringList{"--parameters", ""}, 2,
        "there is no parameter \"\"; there are E,");
    row("twice", fits + QStringList{"--parameters", "W_Q,W_K,W_Q"}, 2, "--parameters names \"W_Q\" twice");
    row("an unknown optimiser", fits + QStringList{"--optimiser", "lion"}, 2,
        "there is no optimiser \"lion\"; there are adam, sgd");
    row("no rate", fits + QStringList{"--rate", "0"}, 2, "--rate \"0\" is no number above 0");
    row("an infinite rate", fits + QStringList{"--rate", "inf"}, 2, "--rate \"inf\" is no number above 0");
    row("no steps", fits + QStringList{"--steps", "0"}, 2, "--steps \"0\" is no whole number from 1");
    row("half a step", fits + QStringList{"--steps", "1.5"}, 2, "--steps \"1.5\" is no whole number from 1");
    row("until nothing", fits + QStringList{"--until", "x"}, 2, "--until \"x\" is no number above 0");
    row("no name", fits + QStringList{"-o", ""}, 2, "-o needs the name of a file");
    row("no name of losses", fits + QStringList{"--losses", ""}, 2, "--losses needs the name of a file");
    row("another head", fits + QStringList{"--head", "1"}, 1, "FILE: head 1: not in this document");
    row("a parameter that is not there", fits + QStringList{"--parameters", "b_Q"}, 1,
        "FILE: parameters: b_Q, which the document does not use, expected parameters of the document");
    row("nothing wanted", {"--loss", "weights", "--target", "FOLDER/any.csv"}, 1,
        "FOLDER/any.csv: target: no number, expected at least one cell that is wanted");
    row("a rate that is too large", fits + QStringList{"--rate", "1e200", "--optimiser", "sgd"}, 1,
        "FILE: step 1");
}

void TestFitCommand::refusals() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    write("t.csv", ",,\n0.05,0.05,0.9\n,,\n");
    write("any.csv", ",,\n,,\n,,\n");
    const QString file = document("sky-is-blue");
    for (QString& option : options)
        option.replace("FOLDER", m_folder.path());
    const Run run = run_program(QStringList{"fit", file} + options);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    const QString expected = message.replace("FILE", file).replace("FOLDER", m_folder.path());
    QVERIFY2(QString::fromUtf8(run.err).startsWith("attention-lab: " + expected), run.err.constData());
}

LAB_GUILESS_TEST(TestFitCommand)
#include "tst_fit_command.moc"
