// SPDX-License-Identifier: GPL-3.0-or-later
//
// Black-box tests of `attention-lab export --data`: what NumPy reads, and error messages.
#include "core/analysis/head_patterns.h"
#include "core/engine/streamed_trace.h"
#include "core/io/data_file.h"
#include "core/io/experiment_json.h"
#include "core/io/result_json.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/python.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>

using namespace lab;
using namespace lab::test;

namespace {

/// Two heads, no source; scaled scores that differ from cell to cell.
constexpr const char* two_direct_heads = R"({"format": "attention-lab", "version": 1, "notation": "columns",
    "sequence": {"tokenizer": "whitespace", "text": "a b"}, "heads": {"count": 2}, "scores": {"scale": 1},
    "projection": {"kind": "direct", "Q": [[1, 2], [3, 4]], "K": [[1, 0], [0.5, 1]], "V": [[1, 2], [3, 4]]},
    "mask": {"causal": true}})";

} // namespace

class TestExportData : public QObject {
    Q_OBJECT

private slots:
    void init();
    void writes_data();
    void writes();
    void headStatistics();
    void numpyReads();
    void outputMayBeAnything();
    void misuse_data();
    void misuse();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QByteArray read(const QString& name) const;
    void write(const QString& name, const QByteArray& bytes) const;
    void addByProcess(const QString& name, const QByteArray& text, bool files) const;
    void addDirectly(const QString& name, const Experiment& experiment) const;
    void addFiles(const QString& name, const Experiment& experiment) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestExportData::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    write("document.attn", two_direct_heads);
}

QByteArray TestExportData::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestExportData::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

void TestExportData::writes_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("out");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("parameter") << "Q"
                               << "Q.csv" << QStringList() << QByteArray("1,2\n3,4\n");
    QTest::newRow("tabs") << "Q"
                          << "Q.tsv" << QStringList() << QByteArray("1\t2\n3\t4\n");
    QTest::newRow("capitals") << "Q"
                              << "Q.CSV" << QStringList() << QByteArray("1,2\n3,4\n");
    QTest::newRow("notation of tex") << "Q"
                                     << "Q.tex" << QStringList()
                                     << QByteArray(
                                            "% Attention Lab: each token is a column\n\\begin{bmatrix}\n1 & "
                                            "3 \\\\\n2 & 4\n\\end{bmatrix}\n");
    QTest::newRow("notation of md") << "Q"
                                    << "Q.md" << QStringList()
                                    << QByteArray("<!-- Attention Lab: each token is a column -->\n\n|  |  "
                                                  "|\n| ---: | ---: |\n| 1 | 3 |\n| 2 | 4 |\n");
    QTest::newRow("first head") << "scores"
                                << "S.csv" << QStringList() << QByteArray("1,0.5\n3,1.5\n");
    QTest::newRow("second head") << "scores"
                                 << "S.csv" << QStringList{"--head", "1"} << QByteArray("0,2\n0,4\n");
    QTest::newRow("-inf") << "masked_scores"
                          << "M.csv" << QStringList() << QByteArray("1,-inf\n3,1.5\n");
    QTest::newRow("-inf in tex") << "masked_scores"
                                 << "M.tex" << QStringList()
                                 << QByteArray("% Attention Lab: each token is a column\n\\begin{bmatrix}\n1 "
                                               "& 3 \\\\\n-\\infty & 1.5\n\\end{bmatrix}\n");
}

/// A line a head, the numbers of the program's own analysis; in every format.
void TestExportData::headStatistics() {
    const Experiment e = read_experiment(two_direct_heads).value();
    const std::vector<HeadPattern> heads = head_patterns(StreamedTrace(e));
    QCOMPARE(heads.size(), std::size_t(2));
    const auto written = [&](const QString& out) {
        const Run run =
            run_program({"export", path("document.attn"), "--data", "head-statistics", "-o", path(out)});
        return run.code == 0 && run.err.isEmpty() ? read(out) : run.err;
    };
    const QList<QByteArray> lines = written("heads.csv").split('\n');
    QCOMPARE(lines.size(), qsizetype(4)); // the last one is empty
    QCOMPARE(lines[0], QByteArray("head,entropy_bits,from_uniform,to_previous,to_same,to_first"));
    for (qsizetype head = 0; head < 2; ++head) {
        const QList<QByteArray> cells = lines[head + 1].split(',');
        const HeadPattern& pattern = heads[static_cast<std::size_t>(head)];
        const std::array expected{static_cast<double>(head), pattern.entropy, pattern.from_uniform,
                                  pattern.to_previous,       pattern.to_same, pattern.to_first};
        QCOMPARE(cells.size(), qsizetype(6));
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(cells[static_cast<qsizetype>(i)].toDouble(), expected[i]);
    }
    const Run standard = run_program(
        {"export", path("document.attn"), "--data", "head-statistics", "-o", "-", "--format", "csv"});
    QCOMPARE(standard.out, lines.join('\n'));
    QByteArray tabs = lines.join('\n');
    QCOMPARE(written("heads.tsv"), tabs.replace(',', '\t'));
    QVERIFY(written("heads.md").startsWith("| head | entropy_bits |"));
    QVERIFY(written("heads.tex").contains("head & entropy\\_bits & "));
    QVERIFY(written("heads.npy").contains("'shape': (2, 5)"));
}

void TestExportData::writes() {
    QFETCH(QString, name);
    QFETCH(QString, out);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, text);
    const Run run =
        run_program(QStringList{"export", path("document.attn"), "--data", name, "-o", path(out)} + options);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.code, 0);
    QCOMPARE(read(out), text);
}

/// A folder of a document with what the program makes of it.
void TestExportData::addByProcess(const QString& name, const QByteArray& text, bool files) const {
    QVERIFY(QDir(m_folder->path()).mkdir(name));
    write(name + "/document.attn", text);
    const QString file = path(name + "/document.attn");
    const Run computed = run_program({"compute", file, "-o", path(name + "/result.json")});
    QCOMPARE(computed.err + QByteArray::number(computed.code), QByteArray("0"));
    const Run all = run_program({"export", file, "--data", "all", "-o", path(name + "/all.npz")});
    QCOMPARE(all.err + QByteArray::number(all.code), QByteArray("0"));
    const Result<Experiment> experiment = read_experiment(text.toStdString());
    for (const DocumentArray& array : arrays_of(experiment.value())) {
        for (const char* suffix : {".npy", ".csv", ".tsv"}) {
            const QString array_name = QString::fromUtf8(array.name.data(), qsizetype(array.name.size()));
            const QString out = path(name + '/' + array_name + suffix);
            if (!files || (array.name != "weights" && array.name != "W_Q" && array.name != "b_Q"))
                continue;
            const Run one = run_program({"export", file, "--data", array_name, "-o", out});
            QCOMPARE(one.err + QByteArray::number(one.code), QByteArray("0"));
        }
    }
    if (!files)
        addFiles(name, experiment.value());
}

/// Every array as files of its own.
void TestExportData::addFiles(const QString& name, const Experiment& experiment) const {
    const DocumentArrays arrays(experiment);
    for (const DocumentArray& array : arrays_of(experiment)) {
        for (const char* suffix : {".npy", ".csv", ".tsv"}) {
            const std::string out = path(name).toStdString() + "/" + std::string(array.name) + suffix;
            if (is_text(array))
                continue;
            std::ofstream file(out, std::ios::binary); // write_file() waits for the disk
            write_data(arrays, experiment, array, {}, *data_format(out), [&](std::string_view piece) {
                return static_cast<bool>(
                    file.write(piece.data(), static_cast<std::streamsize>(piece.size())));
            });
            QVERIFY(file.good());
        }
    }
}

/// The same with the functions that the program calls: starting it takes longer than the work.
void TestExportData::addDirectly(const QString& name, const Experiment& made) const {
    QVERIFY(QDir(m_folder->path()).mkdir(name));
    const std::string text = write_experiment(made);
    write(name + "/document.attn", QByteArray::fromStdString(text));
    const Result<Experiment> read = read_experiment(text);
    const Experiment& experiment = read.value();
    const StreamedTrace trace(experiment);
    QVERIFY(!write_file(path(name + "/result.json").toStdString(),
                        [&](const TakeBytes& take) { write_result(experiment, trace, {}, take); }));
    const Result<NpzFile> all = all_data(experiment);
    QVERIFY(all);
    QVERIFY(!write_file(path(name + "/all.npz").toStdString(),
                        [&](const TakeBytes& take) { all.value().write(take); }));
    addFiles(name, experiment);
}

void TestExportData::numpyReads() {
    if (python_with_numpy().isEmpty())
        QSKIP("There is no NumPy here.");
    std::size_t count = 0;
    QVERIFY(QDir(m_folder->path()).mkdir("all"));
    const auto next = [&](const QString& name) { return "all/" + name + QString::number(++count); };
    for (const QString& each : exampleNames()) {
        const QString folder = next("example-" + each + '-');
        if (each == "two-heads" || in_sample(count, 4))
            addByProcess(folder, exampleText(each), each == "two-heads");
        else
            addDirectly(folder, example(each));
    }
    for (const std::string& name : golden_names()) {
        const QString folder = next("golden-" + QString::fromStdString(name) + '-');
        const Golden golden = load_golden(name);
        if (in_sample(count, 8))
            addByProcess(folder, QByteArray::fromStdString(golden.document), false);
        else
            addDirectly(folder, golden.experiment);
    }
    RandomExperiments random(79);
    for (int i = 0; i < (is_exhaustive ? 300 : 60); ++i) {
        Experiment e = random.next();
        if (i % 4 == 0)
            random.add_override(e);
        addDirectly(next("random-"), e);
    }
    if (QTest::currentTestFailed())
        return;
    const Run run = run_python("cli/check_data.py", {path("all")});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QVERIFY2(run.out.startsWith(QByteArray::number(qulonglong(count)) + " documents, "), run.out);
}

/// A pipe, and the document itself.
void TestExportData::outputMayBeAnything() {
    const QString file = path("document.attn");
    const QString link = path("link.csv");
    QVERIFY(QFile::link("/dev/null", link));
    QCOMPARE(run_program({"export", file, "--data", "Q", "-o", link}).code, 0);
    QVERIFY(QFile::rename(file, path("document.csv")));
    const QString csv = path("document.csv");
    QCOMPARE(run_program({"export", csv, "--data", "Q", "-o", csv}).code, 0);
    QCOMPARE(read("document.csv"), QByteArray("1,2\n3,4\n"));
}

void TestExportData::misuse_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QString& options, int code, const char* says) {
        QTest::newRow(name) << options.split(' ') << code << QByteArray(says);
    };
    row("unknown", "--data W -o OUT.csv", 2, "there are no data \"W\"; there are E, X, X_source, W_Q");
    row("texts", "--data tokens -o OUT.csv", 2, "there are no data \"tokens\"");
    row("other extension", "--data Q -o OUT.txt", 2, "does not end with .csv, .tsv, .npy, .tex or .md");
    row("all as csv", "--data all -o OUT.csv", 2, "does not end with .npz, which --data all needs");
    row("one as npz", "--data Q -o OUT.npz", 2, "is for --data all");
    row("all of a head", "--data all --head 1 -o OUT.npz", 2, "--head goes with one stage or parameter");
    row("no output", "--data Q", 2, "-o OUT");
    row("both", "--data Q --view weights -o OUT.csv", 2,
        "export needs --view NAME, --data NAME or --script KIND, and -o OUT");
    row("theme", "--data Q --theme dark -o OUT.csv", 2, "--theme goes with --view");
    row("head", "--data Q --head x -o OUT.csv", 2, "--head \"x\" is no whole number from 0");
    row("not computed", "--data dropped_weights -o OUT.csv", 1,
        "dropped_weights: not computed for this document, expected Q, K, V, queries, ");
    row("not used", "--data W_Q -o OUT.csv", 1,
        "W_Q: not used by this document, expected Q, K, V, queries, ");
    row("no such head", "--data weights --head 2 -o OUT.csv", 1,
        "head 2: not in this document, expected 0 to 1");
    row("no such head of a parameter", "--data Q --head 2 -o OUT.csv", 1, "head 2: not in this document");
    row("no folder", "--data Q -o none/OUT.csv", 1, "cannot be written: No such file or directory");
    row("no folder for all", "--data all -o none/OUT.npz", 1, "cannot be written: No such file or directory");
}

void TestExportData::misuse() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    for (QString& each : options) {
        if (each.contains("OUT"))
            each = path(each);
    }
    const Run run = run_program(QStringList{"export", path("document.attn")} + options);
    QVERIFY2(run.err.contains(says), run.err);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.err.count('\n'), code); // with a hint where the command line is at fault
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{"document.attn"});
}

LAB_GUILESS_TEST(TestExportData)
#include "tst_export_data.moc"
