// SPDX-License-Identifier: GPL-3.0-or-later
//
// `attention-lab import` as a process: every layout against the layer's own output, what it says, and hostile
// files, refused in one line and little memory.
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/import_cases.h"
#include "tests/support/process.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;
using Text = std::string;

namespace {

QString data_file(const Text& name) {
    return QString::fromStdString(import_data(name).string());
}

/// The most memory that any program started so far has had, in bytes. Not asked where a sanitizer takes more.
[[maybe_unused]] std::size_t most_memory() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

const Text npy_of_four = npy_file("<f4", "(4,)", floats({1, 2, 3, 4}));
/// A file whose middle is one character many times. It is never all in memory: a program that is started
/// counts what this one had.
struct LargeFile {
    Text start;
    char middle = ' ';
    std::size_t count = 0;
    Text end = {};
};
using MakeFile = LargeFile (*)();

/// A .safetensors file with that header.
LargeFile large_header(const Text& start, char middle, std::size_t count, const Text& end) {
    return {little_endian(start.size() + count + end.size(), 8) + start, middle, count, end};
}

constexpr std::size_t mebibytes = std::size_t{1} << 20;

} // namespace

class TestImportCommand : public QObject {
    Q_OBJECT

private slots:
    void init();
    void hostile_data();
    void hostile();
    void computesTheOutput_data();
    void computesTheOutput();
    void says();
    void misuse_data();
    void misuse();
    void badInput_data();
    void badInput();
    void outputMayBeThere();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void write(const QString& name, const Text& bytes) const { write(name, LargeFile{bytes}); }
    void write(const QString& name, const LargeFile& large) const;
    /// Runs `import` with FOLDER replaced by the test's folder.
    Run import(QStringList arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestImportCommand::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestImportCommand::write(const QString& name, const LargeFile& large) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto put = [&](const Text& bytes) {
        QCOMPARE(file.write(bytes.data(), qint64(bytes.size())), qint64(bytes.size()));
    };
    put(large.start);
    for (std::size_t left = large.count; left > 0; left -= std::min(left, mebibytes))
        put(Text(std::min(left, mebibytes), large.middle));
    put(large.end);
}

Run TestImportCommand::import(QStringList arguments) const {
    arguments.replaceInStrings("FOLDER", m_folder->path());
    return run_program(QStringList{"import"} + arguments);
}

/// Each row makes its file when it is run: they are large.
void TestImportCommand::hostile_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<MakeFile>("make");
    QTest::addColumn<QString>("message");
    std::size_t number = 0;
    const auto row = [&](const char* what, const char* name, MakeFile make, const char* message) {
        if (in_sample(number++, 1))
            QTest::newRow(what) << QString(name) << make << QString(message);
    };
    row(
        "a bomb of a gigabyte", "w.npz",
        [] {
            const Deflated bomb(npy_file("<f8", "(134217728,)", {}), 1024 * mebibytes);
            return LargeFile{zip_archive({{"W_Q.npy", bomb.bytes(), 0x40000000, 0, 8},
                                          {"W_K.npy", npy_of_four},
                                          {"W_V.npy", npy_of_four}})};
        },
        "W_Q: 134217728 numbers, expected at most 4000000 in a document");
    row(
        "more than its declared size", "w.npz",
        [] {
            const Text start = npy_file("<f4", "(4,)", {});
            const Deflated bomb(start, 512 * mebibytes);
            return LargeFile{zip_archive({{"W_Q.npy", bomb.bytes(), start.size() + 16, 0, 8},
                                          {"W_K.npy", npy_of_four},
                                          {"W_V.npy", npy_of_four}})};
        },
        "W_Q: damaged: ");
    row(
        "a header without an end", "w.npz",
        [] {
            return LargeFile{
                zip_archive({{"W_Q.npy", Deflated("\x93NUMPY", 512 * mebibytes).bytes(), 0x20000006, 0, 8},
                             {"W_K.npy", npy_of_four},
                             {"W_V.npy", npy_of_four}})};
        },
        "W_Q: header: version 0.0, expected 1.0, 2.0 or 3.0");
    row(
        "many members", "w.npz",
        [] {
            std::vector<ZipMember> members;
            for (int i = 0; i < 60'000; ++i)
                members.push_back({std::to_string(i) + ".npy", {}});
            return LargeFile{zip_archive(members)};
        },
        "no weights of attention under names that are known");
    row(
        "one layer in many", "w.npz",
        [] {
            std::vector<ZipMember> members;
            for (int i = 0; i < 20'000; ++i) {
                for (const char* name : {"W_Q", "W_K", "W_V"})
                    members.push_back({std::to_string(i) + "." + name + ".npy", npy_of_four});
            }
            return LargeFile{zip_archive(members)};
        },
        "20000 layers of attention, expected one of the prefixes 0, 1, 2");
    row(
        "a header of spaces", "w.safetensors", [] { return large_header("{", ' ', 99'000'000, {}); },
        "header: a text or spaces of 99000000 bytes, expected at most 16000000");
    row(
        "a deep header", "w.safetensors", [] { return large_header("{\"a\":", '[', 50'000'000, {}); },
        "header: an array, expected an object");
    row(
        "a long name", "w.safetensors", [] { return large_header("{\"", 'a', 99'000'000, "\":1}"); },
        "header: a text or spaces of 99000002 bytes, expected at most 16000000");
    row(
        "many tensors", "w.safetensors",
        [] {
            Text header = "{\"a\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
            for (int i = 0; i < 150'000; ++i)
                header +=
                    ",\"" + std::to_string(i) + "\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
            return LargeFile{safetensors(header + "}", {})};
        },
        "more than 100000 tensors, expected fewer");
    row(
        "a header longer than allowed", "w.safetensors",
        [] { return LargeFile{little_endian(100'000'001, 8) + "{"}; },
        "header: 100000001 bytes, expected at most 100000000, as a .safetensors file has");
}

void TestImportCommand::hostile() {
    QFETCH(QString, name);
    QFETCH(MakeFile, make);
    QFETCH(QString, message);
    write(name, make());
    const Run run = import({"FOLDER/" + name, "-o", "FOLDER/out.attn"});
    QCOMPARE(run.code, 1);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains(message.toUtf8()), run.err.constData());
    QVERIFY2(run.err.startsWith("attention-lab: " + path(name).toUtf8() + ": ") && run.err.count('\n') == 1,
             run.err.constData());
    QVERIFY(!QFile::exists(path("out.attn")));
#ifndef LAB_SANITIZES_ADDRESS
    QVERIFY2(most_memory() < 200 * mebibytes, qPrintable(QString::number(most_memory() / mebibytes)));
#endif
}

void TestImportCommand::computesTheOutput_data() {
    QTest::addColumn<std::size_t>("index");
    const std::vector<ImportCase> cases = import_cases();
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(cases[i].file.c_str()) << i;
}

void TestImportCommand::computesTheOutput() {
    QFETCH(std::size_t, index);
    const ImportCase from = import_cases()[index];
    QStringList arguments{data_file(from.file), "-o", "FOLDER/out.attn"};
    for (const Text& option : from.options)
        arguments += QString::fromStdString(option);
    const Run run = import(arguments);
    QVERIFY2(run.code == 0, run.err.constData());
    QCOMPARE(run.out, QByteArray());
    const Run computed = run_program({"compute", path("out.attn"), "--stage", "output"});
    QVERIFY2(computed.code == 0, computed.err.constData());
    const Matrix output = matrix_of(Json::parse(computed.out.toStdString()).at("stages").at("output"));
    const Matrix expected = matrix_of(from.output);
    QCOMPARE(output.rows(), expected.rows());
    QCOMPARE(output.cols(), expected.cols());
    QVERIFY((output - expected).cwiseAbs().maxCoeff() <= 1e-9 * expected.cwiseAbs().maxCoeff());
}

void TestImportCommand::says() {
    const Run run = import({data_file("meta-llama.npz"), "--kv-heads", "2", "-o", "FOLDER/out.attn"});
    QCOMPARE(run.code, 0);
    const QString at = "attention-lab: layers.0.attention.";
    QCOMPARE(QString::fromUtf8(run.err), "attention-lab: named as wq, wk and wv, below layers.0.attention\n" +
                                             at + "wq.weight (8 × 8, float16) is W_Q, transposed\n" + at +
                                             "wk.weight (4 × 8, float16) is W_K, transposed\n" + at +
                                             "wv.weight (4 × 8, float16) is W_V, transposed\n" + at +
                                             "wo.weight (8 × 8, float16) is W_O, transposed\n"
                                             "attention-lab: hidden_states (1 × 5 × 8, float16) is X\n"
                                             "attention-lab: every array is used\n"
                                             "attention-lab: 4 heads, 2 key/value heads\n"
                                             "attention-lab: names do not tell positions, rotary, masks, "
                                             "scale or normaliser: set what the model "
                                             "has\n");
}

void TestImportCommand::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const QString& message) {
        QTest::newRow(name) << arguments << message;
    };
    const auto bare = [](const QStringList& more) {
        return QStringList{data_file("bare.npz"), "-o", "FOLDER/out.attn"} + more;
    };
    row("no file", {"-o", "FOLDER/out.attn"}, "import takes one file of arrays");
    row("two files", {"a.npz", "b.npz", "-o", "o"}, "import takes one file of arrays");
    row("no output", {"a.npz"}, "import needs -o OUT");
    row("extension", {"a.csv", "-o", "o"}, "\"a.csv\" does not end with .npz or .safetensors");
    row("no heads", bare({"--heads", "0"}), "--heads: \"0\", expected a whole number from 1 to 1000000");
    row("half a head", bare({"--kv-heads", "0.5"}),
        "--kv-heads: \"0.5\", expected a whole number from 1 to 1000000");
    row("twice", bare({"--prefix", "a", "--prefix", "b"}), "--prefix is given twice");
    row("no value", bare({"--set", "scores.rotary"}),
        "--set: \"scores.rotary\", expected KEY=VALUE, as scores.rotary=true");
    row("no key", bare({"--set", "=1"}), "--set: the key \"\", expected one as scores.rotary");
    row("an unknown key", bare({"--set", "scores.rotory=true"}),
        "--set: scores.rotory: an unknown key, expected one that the manual lists under Document format");
    row("a wrong value", bare({"--set", "mask.window=0"}),
        "--set: mask.window: 0, expected a whole number from 1");
    row("unknown option", bare({"--layer", "3"}), "Unknown option 'layer'.");
}

void TestImportCommand::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Run run = import(arguments);
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + message + "\nTry 'attention-lab import --help'.\n");
    QCOMPARE(run.code, 2);
    QVERIFY(!QFile::exists(path("out.attn")));
}

void TestImportCommand::badInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const QString& message) {
        QTest::newRow(name) << arguments << message;
    };
    row("no such file", {"FOLDER/none.npz"}, "FOLDER/none.npz: cannot be read: No such file or directory");
    row("a folder", {"FOLDER/folder.npz"}, "FOLDER/folder.npz: is a folder, expected a file");
    row("a pickle", {"FOLDER/model.pt"},
        "FOLDER/model.pt: a pickle, which could run any program when it is opened, expected a .safetensors "
        "or .npz "
        "file; in Python: safetensors.torch.save_file(model.state_dict(), \"model.safetensors\")");
    row("an index", {"FOLDER/model.safetensors.index.json"},
        "FOLDER/model.safetensors.index.json: an index of several files, expected one of the .safetensors "
        "files "
        "beside it: its \"weight_map\" says which one holds the layer");
    row("other tokens", {data_file("bare.npz"), "--tokens", "a b"},
        data_file("bare.npz") + ": tokens: 2 tokens, expected 6, one for each row of inputs");
    row("another prefix", {data_file("nanogpt.npz"), "--prefix", "h.0.attn"},
        data_file("nanogpt.npz") +
            ": no layer of attention below the prefix \"h.0.attn\", expected one of the prefixes "
            "transformer.h.0.attn");
}

void TestImportCommand::badInput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    QVERIFY(QDir(m_folder->path()).mkdir("folder.npz"));
    const Run run = import(arguments + QStringList{"-o", "FOLDER/out.attn"});
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + message.replace("FOLDER", m_folder->path()) + '\n');
    QCOMPARE(run.code, 1);
    QVERIFY(!QFile::exists(path("out.attn")));
}

void TestImportCommand::outputMayBeThere() {
    write("out.attn", "old");
    QCOMPARE(import({data_file("bare.npz"), "-o", "FOLDER/out.attn"}).code, 0);
    QCOMPARE(run_program({"compute", path("out.attn"), "--stage", "weights"}).code, 0);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

LAB_GUILESS_TEST(TestImportCommand)
#include "tst_import_command.moc"
