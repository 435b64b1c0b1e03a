// SPDX-License-Identifier: GPL-3.0-or-later
//
// Black-box tests of the program: what it prints and writes, and its error messages.
#include "core/experiment/stage.h"
#include "core/io/experiment_json.h"
#include "tests/support/bad_documents.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* hint = "Try 'attention-lab %1--help'.\n";

/// The error message printed for a problem with the input.
QByteArray complaint(const QString& text) {
    return QStringLiteral("attention-lab: %1\n").arg(text).toUtf8();
}

QStringList stages_of(const QByteArray& result) {
    QStringList names;
    const Json json = Json::parse(result.toStdString());
    for (const auto& [name, matrix] : json.at("stages").items())
        names.append(QString::fromStdString(name));
    return names;
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void init();
    void computesExamples_data();
    void computesExamples();
    void computesGolden_data();
    void computesGolden();
    void stages_data();
    void stages();
    void outputMayBeTheInput();
    void outputToPipe();
    void notes();
    void listsExamples();
    void help_data();
    void help();
    void misuse_data();
    void misuse();
    void badInput_data();
    void badInput();
    void badDocument_data();
    void badDocument();
    void complaintIsOneLine();
    void fullDisk();
    void withoutSubcommand_data();
    void withoutSubcommand();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const;
    QByteArray read(const QString& name) const;
    /// Writes an example and returns its path.
    QString exampleFile(const QString& name) const;
    /// Fails the test unless the program's result matches the golden one, stage by stage.
    static void expectStages(const Golden& golden, const Json& result);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCommandLine::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

QString TestCommandLine::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

QByteArray TestCommandLine::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

QString TestCommandLine::exampleFile(const QString& name) const {
    return write(name + QStringLiteral(".attn"), exampleText(name));
}

#define VERIFY_RUN(call, exit_code, output, errors)                                                          \
    do {                                                                                                     \
        const Run each = (call);                                                                             \
        QCOMPARE(each.err, QByteArray(errors));                                                              \
        QCOMPARE(each.code, exit_code);                                                                      \
        QCOMPARE(each.out, QByteArray(output));                                                              \
    } while (false)

void TestCommandLine::computesExamples_data() {
    QTest::addColumn<QString>("name");
    std::size_t number = 0;
    for (const QString& name : exampleNames()) {
        if (in_sample(number++, 1))
            QTest::newRow(qPrintable(name)) << name;
    }
}

void TestCommandLine::expectStages(const Golden& golden, const Json& result) {
    const Json& stages = result.at("stages");
    const auto wrong = contradiction(golden.experiment, golden.result, [&](StageId id, HeadIndex head) {
        const Json& value = stages.at(std::string(info(id).name));
        return matrix_of(info(id).per_head ? value.at(std::size_t(head)) : value);
    });
    QVERIFY2(!wrong, wrong.value_or("").c_str());
    QVERIFY(result.at("tokens") == golden.result.at("tokens"));
}

// Typical use: write the example, then compute it once to standard output and once to a file.
void TestCommandLine::computesExamples() {
    QFETCH(QString, name);
    const QString file = path(QStringLiteral("example.attn"));
    VERIFY_RUN(run_program({"examples", name, "-o", file}), 0, "", "");
    QCOMPARE(read("example.attn"), exampleText(name));
    const Run run = run_program({"compute", file});
    VERIFY_RUN(run, 0, run.out, "");
    VERIFY_RUN(run_program({"compute", "-o", path("result.json"), file}), 0, "", "");
    QCOMPARE(read("result.json"), run.out);

    const Json result = Json::parse(run.out.toStdString());
    QCOMPARE(result.at("format").get<std::string>(), std::string("attention-lab-result"));
    QCOMPARE(result.at("version").get<int>(), 1);
    QVERIFY(result.at("notes").empty());
    if (exampleNames(ExampleGroup::notebooks).contains(name))
        expectStages(load_golden(name.toStdString()), result);
}

void TestCommandLine::computesGolden_data() {
    QTest::addColumn<std::string>("name");
    std::size_t number = 0;
    for (const std::string& name : golden_names()) { // all of them are computed by the test golden
        if (in_sample(number++, 4))
            QTest::newRow(name.c_str()) << name;
    }
}

// Every golden document through the command line: file in, JSON out.
void TestCommandLine::computesGolden() {
    QFETCH(std::string, name);
    const Golden golden = load_golden(name);
    const QString file = write("document.attn", QByteArray::fromStdString(golden.document));
    const Run run = run_program({"compute", file});
    VERIFY_RUN(run, 0, run.out, "");
    const Json result = Json::parse(run.out.toStdString());
    QVERIFY(result.value("source_tokens", Json()) == golden.result.value("source_tokens", Json()));
    expectStages(golden, result);
    QStringList expected;
    for (const auto& [stage, matrix] : golden.result.at("stages").items())
        expected.append(QString::fromStdString(stage));
    QCOMPARE(stages_of(run.out), expected);
}

void TestCommandLine::stages_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("one") << QStringList{"--stage", "weights"} << QStringList{"weights"};
    QTest::newRow("with =") << QStringList{"--stage=output"} << QStringList{"output"};
    QTest::newRow("in the order of the computation")
        << QStringList{"--stage", "output", "--stage", "inputs"} << QStringList{"inputs", "output"};
    QTest::newRow("twice") << QStringList{"--stage", "keys", "--stage", "keys"} << QStringList{"keys"};
}

void TestCommandLine::stages() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, expected);
    const QString file = exampleFile("two-heads");
    const Run run = run_program(QStringList{"compute", file} + arguments);
    VERIFY_RUN(run, 0, run.out, "");
    QCOMPARE(stages_of(run.out), expected);
    Json all = Json::parse(run_program({"compute", file}).out.toStdString());
    for (const StageInfo& stage : all_stages()) {
        if (!expected.contains(QString::fromUtf8(stage.name.data(), qsizetype(stage.name.size()))))
            all.at("stages").erase(std::string(stage.name));
    }
    QCOMPARE(Json::parse(run.out.toStdString()).dump(), all.dump());
}

void TestCommandLine::outputMayBeTheInput() {
    const QString file = exampleFile("sky-is-blue");
    const QByteArray expected = run_program({"compute", file}).out;
    VERIFY_RUN(run_program({"compute", file, "-o", file}), 0, "", "");
    QCOMPARE(read("sky-is-blue.attn"), expected);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
}

void TestCommandLine::outputToPipe() {
    const QString file = exampleFile("sky-is-blue");
    const QByteArray expected = run_program({"compute", file}).out;
    // Like /dev/stdout, but a link that the program may safely overwrite.
    QVERIFY(QFile::link("/proc/self/fd/1", path("stdout")));
    VERIFY_RUN(run_program({"compute", file, "-o", path("stdout")}), 0, expected, "");
}

void TestCommandLine::notes() {
    const QString file = write("overflow.attn", R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a"}, "embedding": {"table": {"a": [1e200]}},
        "projection": {"kind": "identity"}})");
    const Run run = run_program({"compute", file, "--stage", "scores"});
    VERIFY_RUN(run, 0, run.out, "");
    const Json result = Json::parse(run.out.toStdString());
    QCOMPARE(result.at("stages").at("scores").dump(), std::string(R"([[["inf"]]])"));
    const std::string note = "first number that is not finite: scores of head 0, row 0, column 0 is inf";
    QCOMPARE(result.at("notes").get<std::vector<std::string>>(), std::vector{note});
}

void TestCommandLine::listsExamples() {
    QByteArray expected;
    for (const QString& name : exampleNames() + lessonNames())
        expected += name.toUtf8() + '\t' + QByteArray::fromStdString(example(name).title) + '\n';
    VERIFY_RUN(run_program({"examples"}), 0, expected, "");
}

void TestCommandLine::help_data() {
    QTest::addColumn<QString>("command");
    QTest::newRow("compute") << QStringLiteral("compute");
    QTest::newRow("set") << QStringLiteral("set");
    QTest::newRow("examples") << QStringLiteral("examples");
}

void TestCommandLine::help() {
    QFETCH(QString, command);
    for (const QString option : {"--help", "-h"}) {
        const Run run = run_program({command, option});
        VERIFY_RUN(run, 0, run.out, "");
        QVERIFY2(run.out.startsWith("Usage: attention-lab " + command.toUtf8() + ' '), run.out.constData());
    }
}

void TestCommandLine::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString stageNames =
        "inputs, source_inputs, queries, keys, values, scores, scaled_scores, masked_scores, weights, "
        "dropped_weights, head_outputs, concat, output";
    QTest::newRow("no file") << QStringList{"compute"} << "compute takes one file";
    QTest::newRow("two files") << QStringList{"compute", "a", "b"} << "compute takes one file";
    QTest::newRow("varied as JSON") << QStringList{"compute", "a", "--vary", "mask.causal=true"}
                                    << "--vary needs -o OUT.npz or --npy";
    QTest::newRow("arrays in two ways") << QStringList{"compute", "a", "--npy", "-o", "b.npz"}
                                        << "--npy and -o OUT.npz are two ways to write arrays";
    QTest::newRow("unknown option") << QStringList{"compute", "FILE", "--stages", "weights"}
                                    << "Unknown option 'stages'.";
    QTest::newRow("unknown stage") << QStringList{"compute", "FILE", "--stage", "attention"}
                                   << "there is no stage \"attention\"; there are " + stageNames;
    QTest::newRow("empty stage") << QStringList{"compute", "FILE", "--stage", ""}
                                 << "there is no stage \"\"; there are " + stageNames;
    QTest::newRow("stage without a name")
        << QStringList{"compute", "FILE", "--stage"} << "Missing value after '--stage'.";
    QTest::newRow("output without a name")
        << QStringList{"compute", "FILE", "-o"} << "Missing value after '-o'.";
    QTest::newRow("output with an empty name")
        << QStringList{"compute", "FILE", "-o", ""} << "-o needs the name of a file";
    QTest::newRow("example without a file")
        << QStringList{"examples", "sky-is-blue"} << "to write an example, give its name and -o OUT";
    QTest::newRow("file without an example")
        << QStringList{"examples", "-o", "OUT"} << "to write an example, give its name and -o OUT";
    QTest::newRow("two examples") << QStringList{"examples", "sky-is-blue", "two-heads", "-o", "OUT"}
                                  << "to write an example, give its name and -o OUT";
    QTest::newRow("unknown option of examples") << QStringList{"examples", "-x"} << "Unknown option 'x'.";
}

void TestCommandLine::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    arguments.replaceInStrings("FILE", exampleFile("sky-is-blue"));
    arguments.replaceInStrings("OUT", path("out"));
    const Run run = run_program(arguments);
    VERIFY_RUN(run, 2, "", complaint(message) + QString(hint).arg(arguments.front() + ' ').toUtf8());
    QVERIFY(!QFile::exists(path("out")));
}

void TestCommandLine::badInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("no such file") << QStringList{"compute", "FOLDER/none.attn"}
                                  << "FOLDER/none.attn: cannot be read: No such file or directory";
    QTest::newRow("a folder") << QStringList{"compute", "FOLDER"} << "FOLDER: is a folder, expected a file";
    QTest::newRow("output to nowhere")
        << QStringList{"compute", "FOLDER/sky-is-blue.attn", "-o", "FOLDER/none/out"}
        << "FOLDER/none/out: cannot be written: No such file or directory";
    QTest::newRow("output to a folder") << QStringList{"compute", "FOLDER/sky-is-blue.attn", "-o", "FOLDER"}
                                        << "FOLDER: is a folder, expected a file to write";
    QTest::newRow("no inputs")
        << QStringList{"compute", "FOLDER/direct.attn", "--stage", "inputs"}
        << "FOLDER/direct.attn: stage inputs: not computed for this document, expected "
           "another stage";
    QTest::newRow("no tokens in the source")
        << QStringList{"compute", "FOLDER/empty-source.attn"}
        << "FOLDER/empty-source.attn: source: no tokens, expected at least one";
    QTest::newRow("no tokens") << QStringList{"compute", "FOLDER/empty.attn"}
                               << "FOLDER/empty.attn: sequence: no tokens, expected at least one";
    QTest::newRow("unknown example")
        << QStringList{"examples", "sky", "-o", "FOLDER/out"}
        << "example: \"sky\", expected a name that 'attention-lab examples' lists";
    QTest::newRow("example to nowhere") << QStringList{"examples", "sky-is-blue", "-o", "FOLDER/none/out"}
                                        << "FOLDER/none/out: cannot be written: No such file or directory";
}

void TestCommandLine::badInput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    exampleFile("sky-is-blue");
    write("direct.attn", R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a"},
        "projection": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}})");
    write("empty.attn", R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": " "}, "embedding": {"dimension": 1},
        "projection": {"kind": "identity"}})");
    write("empty-source.attn", R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a"}, "source": {"tokenizer": "whitespace", "text": ""},
        "embedding": {"dimension": 1, "table": {"a": [1]}}, "projection": {"kind": "identity"}})");
    const QStringList before = QDir(m_folder->path()).entryList(QDir::Files);
    arguments.replaceInStrings("FOLDER", m_folder->path());
    const Run run = run_program(arguments);
    VERIFY_RUN(run, 1, "", complaint(message.replace("FOLDER", m_folder->path())));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), before);
}

void TestCommandLine::badDocument_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    std::size_t number = 0;
    for (const BadDocument& bad : bad_documents()) { // all of them are read by the test document_files
        if (in_sample(number++, 8))
            QTest::newRow(bad.name.c_str())
                << QByteArray::fromStdString(bad.text) << QString::fromStdString(bad.message);
    }
}

void TestCommandLine::badDocument() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const QString file = write("bad.attn", text);
    VERIFY_RUN(run_program({"compute", file, "-o", path("out")}), 1, "", complaint(file + ": " + message));
    QVERIFY(!QFile::exists(path("out")));
}

void TestCommandLine::complaintIsOneLine() {
    const QString file = path("two\nlines\x1b[31m");
    VERIFY_RUN(run_program({"compute", file}), 1, "",
               complaint(path("two\\nlines\\x1B[31m") + ": cannot be read: No such file or directory"));
}

void TestCommandLine::fullDisk() {
    VERIFY_RUN(run_program({"compute", exampleFile("sky-is-blue")}, "/dev/full"), 1, "",
               complaint("standard output: cannot be written: No space left on device"));
}

void TestCommandLine::withoutSubcommand_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("version") << QStringList{"--version"} << 0 << QByteArray("attention-lab ");
    QTest::newRow("help") << QStringList{"--help"} << 0 << QByteArray("compute FILE");
    QTest::newRow("unknown option") << QStringList{"--colour"} << 2 << QByteArray("Unknown option 'colour'");
    QTest::newRow("two files") << QStringList{"a", "b"} << 2 << QByteArray("one file can be opened");
    QTest::newRow("window") << QStringList() << 1 << QByteArray("display: none");
}

/// Without a display, whatever needs no window still works. The rest fails with a message.
void TestCommandLine::withoutSubcommand() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        qunsetenv(name);
    const Run run = run_program(arguments);
    QCOMPARE(run.code, code);
    QVERIFY2((code == 0 ? run.out : run.err).contains(says), run.err.constData());
}

LAB_GUILESS_TEST(TestCommandLine)
#include "tst_command_line.moc"
