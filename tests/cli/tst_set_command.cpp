// SPDX-License-Identifier: GPL-3.0-or-later
//
// Black-box tests of `attention-lab set`: setting matrices from files, and its error messages.
#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/import_cases.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <limits>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

/// X is the identity, so Q = W_Q. Also contains a key that the program does not know.
constexpr const char* document = R"({"format": "attention-lab", "version": 1, "licence": "CC0",
    "sequence": {"tokenizer": "whitespace", "text": "a b"},
    "embedding": {"table": {"a": [1, 0], "b": [0, 1]}},
    "projection": {"kind": "linear", "W_Q": [[9, 9], [9, 9]], "W_K": [[1, 0], [0, 1]], "W_V": [[1], [2]]}})";
constexpr const char* direct = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a"},
    "projection": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}})";

/// A hand-written .npy file: two rows of two doubles.
QByteArray npy(double a, double b, double c, double d) {
    QByteArray header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";
    header = header.leftJustified(117, ' ') + '\n';
    QByteArray bytes("\x93NUMPY\x01\x00\x76\x00", 10);
    bytes += header;
    for (const double value : {a, b, c, d}) {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        bytes.append(raw, sizeof value);
    }
    return bytes;
}

} // namespace

class TestSetCommand : public QObject {
    Q_OBJECT

private slots:
    void init();
    void kindsOfFiles_data();
    void kindsOfFiles();
    void severalTogether();
    void stored_data();
    void stored();
    void floatMasks_data();
    void floatMasks();
    void outputMayBeTheInput();
    void whatIsNotSetStays();
    void misuse_data();
    void misuse();
    void badInput_data();
    void badInput();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const;
    QByteArray read(const QString& name) const;
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files); }
    /// One stage of head 0, as `compute` outputs it for a document.
    Matrix computed(const QString& name, const QString& stage) const;
    /// Runs `set` with FOLDER replaced by the test's folder.
    Run set(QStringList arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSetCommand::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    write("doc.attn", document);
    write("direct.attn", direct);
    write("q.csv", "1,2\n3,4\n");
}

void TestSetCommand::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray TestSetCommand::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

Matrix TestSetCommand::computed(const QString& name, const QString& stage) const {
    const Run run = run_program({"compute", path(name), "--stage", stage});
    const Json stages = Json::parse(run.out.toStdString()).at("stages");
    return matrix_of(stages.at(stage.toStdString()).at(0));
}

Run TestSetCommand::set(QStringList arguments) const {
    arguments.replaceInStrings("FOLDER", m_folder->path());
    return run_program(QStringList{"set"} + arguments);
}

#define VERIFY_SET(call, exit_code, errors)                                                                  \
    do {                                                                                                     \
        const Run each = (call);                                                                             \
        QCOMPARE(QString::fromUtf8(each.err), QString(errors));                                              \
        QCOMPARE(each.code, exit_code);                                                                      \
        QCOMPARE(each.out, QByteArray());                                                                    \
    } while (false)

void TestSetCommand::kindsOfFiles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("npy") << "m.npy" << npy(1, 2, 3, 4);
    QTest::newRow("csv") << "m.csv" << QByteArray("1,2\n3,4\n");
    QTest::newRow("labelled csv") << "m.csv" << QByteArray(",x,y\na,1,2\nb,3,4\n");
    QTest::newRow("tsv") << "m.tsv" << QByteArray("1\t2\r\n3\t4\r\n");
    QTest::newRow("upper case") << "M.CSV" << QByteArray("1,2\n3,4\n");
    QTest::newRow("NumPy's print") << "m.txt" << QByteArray("[[1. 2.]\n [3. 4.]]\n");
    QTest::newRow("PyTorch's print") << "m.txt" << QByteArray("tensor([[1., 2.],\n        [3., 4.]])\n");
    QTest::newRow("a batch of one") << "m.txt" << QByteArray("tensor([[[1., 2.],\n         [3., 4.]]])\n");
    QTest::newRow("a Python list") << "m.txt" << QByteArray("[[1, 2], [3, 4]]");
    QTest::newRow("LaTeX") << "m.txt" << QByteArray("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}");
    QTest::newRow("a spreadsheet's block") << "m.txt" << QByteArray("1\t2\n3\t4\n");
}

void TestSetCommand::kindsOfFiles() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    write(name, bytes);
    VERIFY_SET(set({"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/" + name, "-o", "FOLDER/out.attn"}), 0, "");
    QCOMPARE(read("doc.attn"), QByteArray(document));
    Json expected = Json::parse(document);
    expected["projection"]["W_Q"] = Json::parse("[[1, 2], [3, 4]]");
    const auto differs = difference(read_experiment(read("out.attn").toStdString()).value(),
                                    read_experiment(expected.dump()).value());
    QVERIFY2(!differs, differs.value_or("").c_str());
    QVERIFY(same_bits(computed("out.attn", "queries"), Matrix{{1, 2}, {3, 4}}));
}

// Sets everything at once: another d_k, the vector of a token whose name contains "=", a bias, positions and
// a mask.
void TestSetCommand::severalTogether() {
    write("q1.txt", "[[1], [2]]");
    write("k1.tsv", "3\n4\n");
    write("bias.txt", "[10.]");
    write("positions.csv", "100,0\n0,100\n");
    write("mask.csv", "1,0\n1,1\n");
    write("x.npy", npy(1, 1, 2, 2));
    write("other.csv", "5,6\n");
    VERIFY_SET(set({"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/q1.txt", "--matrix", "W_K=FOLDER/k1.tsv",
                    "--matrix=b_Q=FOLDER/bias.txt", "--matrix", "position=FOLDER/positions.csv", "--matrix",
                    "mask=FOLDER/mask.csv", "--matrix", "X=FOLDER/x.npy", "--matrix",
                    "embedding:x=y=FOLDER/other.csv", "-o", "FOLDER/out.attn"}),
               0, "");
    // X = [[101, 1], [2, 102]], Q = X (1, 2)ᵀ + 10, K = X (3, 4)ᵀ
    QVERIFY(same_bits(computed("out.attn", "queries"), Matrix{{113}, {216}}));
    QVERIFY(same_bits(computed("out.attn", "keys"), Matrix{{307}, {414}}));
    QCOMPARE(computed("out.attn", "weights")(0, 1), 0.0);
    const Json table = Json::parse(read("out.attn").toStdString()).at("embedding").at("table");
    QCOMPARE(table.dump(), std::string(R"({"a":[1,1],"b":[2,2],"x=y":[5,6]})"));
}

/// How the matrix after an option is read, and that alone.
void TestSetCommand::stored_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<Matrix>("q");
    QTest::addColumn<Matrix>("k");
    const Matrix plain{{1, 2}, {3, 4}};
    const Matrix turned{{1, 3}, {2, 4}};
    const QStringList q{"--matrix", "W_Q=FOLDER/q.csv"}, k{"--matrix", "W_K=FOLDER/q.csv"};
    QTest::newRow("as they are") << q + k << plain << plain;
    QTest::newRow("linear") << QStringList{"--linear"} + q + k << turned << plain;
    QTest::newRow("transposed") << q + QStringList{"--transpose"} + k << plain << turned;
    QTest::newRow("both") << QStringList{"--linear"} + q + QStringList{"--transpose"} + k << turned << turned;
    QTest::newRow("npz") << QStringList{"--matrix", "W_Q=FOLDER/a.npz:layer.q"} + k << plain << plain;
    QTest::newRow("safetensors") << QStringList{"--linear", "--matrix", "W_Q=FOLDER/a.safetensors:q.weight"} +
                                        k
                                 << turned << plain;
}

void TestSetCommand::stored() {
    QFETCH(QStringList, options);
    QFETCH(Matrix, q);
    QFETCH(Matrix, k);
    const std::string numbers = floats({1, 2, 3, 4});
    write("a.npz",
          QByteArray::fromStdString(zip_archive({{"layer.q.npy", npy_file("<f4", "(1, 2, 2)", numbers)}})));
    write("a.safetensors", QByteArray::fromStdString(safetensors({{"q.weight", "F32", "[2,2]", numbers}})));
    VERIFY_SET(set(QStringList{"FOLDER/doc.attn", "-o", "FOLDER/out.attn"} + options), 0, "");
    QVERIFY(same_bits(computed("out.attn", "queries"), q));
    QVERIFY(same_bits(computed("out.attn", "keys"), k));
}

/// Masks whose −∞ hides, from each kind of file; with added scores they are those.
void TestSetCommand::floatMasks_data() {
    QTest::addColumn<QString>("data");
    QTest::addColumn<QByteArray>("bytes");
    const double hidden = -std::numeric_limits<double>::infinity();
    QTest::newRow("npy") << "m.npy" << npy(0, hidden, 0, 0);
    QTest::newRow("csv") << "m.csv" << QByteArray("0,-inf\n0,0\n");
    QTest::newRow("tsv") << "m.tsv" << QByteArray("0\t-inf\n0\t0\n");
    QTest::newRow("PyTorch's print") << "m.txt" << QByteArray("tensor([[0., -inf],\n        [0., 0.]])\n");
    QTest::newRow("LaTeX") << "m.txt"
                           << QByteArray("\\begin{pmatrix} 0 & -\\infty \\\\ 0 & 0 \\end{pmatrix}");
    QTest::newRow("npz") << "m.npz:m"
                         << QByteArray::fromStdString(zip_archive(
                                {{"m.npy", npy_file("<f4", "(2, 2)", floats({0, -HUGE_VALF, 0, 0}))}}));
    QTest::newRow("safetensors") << "m.safetensors:m"
                                 << QByteArray::fromStdString(
                                        safetensors({{"m", "F32", "[2,2]", floats({0, -HUGE_VALF, 0, 0})}}));
}

void TestSetCommand::floatMasks() {
    QFETCH(QString, data);
    QFETCH(QByteArray, bytes);
    write(data.section(':', 0, 0), bytes);
    const auto masked = [&](const char* file) {
        return set({QString("FOLDER/") + file, "--matrix", "mask=FOLDER/" + data, "-o", "FOLDER/out.attn"});
    };
    VERIFY_SET(masked("doc.attn"), 0, "");
    Json out = Json::parse(read("out.attn").toStdString());
    QCOMPARE(out.at("mask").at("custom").dump(), std::string("[[1,0],[1,1]]"));
    Json added = Json::parse(document);
    added["scores"]["additive"] = Json::parse("[[1, 2], [3, 4]]");
    write("added.attn", QByteArray::fromStdString(added.dump()));
    VERIFY_SET(masked("added.attn"), 0, "");
    out = Json::parse(read("out.attn").toStdString());
    QVERIFY(!out.contains("mask") || !out.at("mask").contains("custom"));
    QCOMPARE(out.at("scores").at("additive").dump(), std::string("[[0,\"-inf\"],[0,0]]"));
    // The other way round: what is true hides.
    write("hidden.safetensors",
          QByteArray::fromStdString(safetensors({{"m", "BOOL", "[2,2]", std::string("\0\1\0\0", 4)}})));
    VERIFY_SET(set({"FOLDER/doc.attn", "--mask-hidden", "--matrix", "mask=FOLDER/hidden.safetensors:m", "-o",
                    "FOLDER/out.attn"}),
               0, "");
    out = Json::parse(read("out.attn").toStdString());
    QCOMPARE(out.at("mask").at("custom").dump(), std::string("[[1,0],[1,1]]"));
}

void TestSetCommand::outputMayBeTheInput() {
    const QStringList before = files();
    VERIFY_SET(set({"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/q.csv", "-o", "FOLDER/doc.attn"}), 0, "");
    QVERIFY(same_bits(computed("doc.attn", "queries"), Matrix{{1, 2}, {3, 4}}));
    QCOMPARE(files(), before);
}

void TestSetCommand::whatIsNotSetStays() {
    VERIFY_SET(set({"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/q.csv", "-o", "FOLDER/out.attn"}), 0, "");
    const Json after = Json::parse(read("out.attn").toStdString());
    QCOMPARE(after.at("licence").get<std::string>(), std::string("CC0"));
    QVERIFY(after.at("projection").at("W_K") == Json::parse(document).at("projection").at("W_K"));
}

void TestSetCommand::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const QString& message) {
        QTest::newRow(name) << arguments << message;
    };
    const auto matrix = [](const char* argument) {
        return QStringList{"FOLDER/doc.attn", "-o", "FOLDER/out.attn", "--matrix", argument};
    };
    const QString names = "; there are W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O, Q, K, V, position, mask, X, "
                          "X_source, g_Q, g_K, sink, additive, embedding:TOKEN";
    const auto before = [](const QStringList& options, const char* argument) {
        return QStringList{"FOLDER/doc.attn", "-o", "FOLDER/out.attn"} + options +
               QStringList{"--matrix", argument};
    };
    const QString kinds = " does not end with .npy, .csv, .tsv, .txt, .md or .tex";
    const QString needed = "set needs --matrix NAME=DATA and -o OUT";
    row("no file", {"--matrix", "W_Q=FOLDER/q.csv", "-o", "FOLDER/out.attn"}, "set takes one file");
    row("two files", {"FOLDER/doc.attn", "FOLDER/q.csv", "--matrix", "W_Q=FOLDER/q.csv", "-o", "o"},
        "set takes one file");
    row("no matrix", {"FOLDER/doc.attn", "-o", "FOLDER/out.attn"}, needed);
    row("no output", {"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/q.csv"}, needed);
    row("output with an empty name", {"FOLDER/doc.attn", "--matrix", "W_Q=FOLDER/q.csv", "-o", ""}, needed);
    row("unknown option", matrix("W_Q=FOLDER/q.csv") + QStringList{"--head", "0"}, "Unknown option 'head'.");
    row("no =", matrix("W_Q"), "--matrix \"W_Q\" is no NAME=DATA");
    row("empty", matrix(""), "--matrix \"\" is no NAME=DATA");
    row("no name", matrix("=q.csv"), "--matrix \"=q.csv\" is no NAME=DATA");
    row("no data", matrix("W_Q="), "--matrix \"W_Q=\" is no NAME=DATA");
    row("unknown name", matrix("W=q.csv"), "there is no matrix \"W\"" + names);
    row("E", matrix("E=q.csv"), "there is no matrix \"E\"" + names);
    row("no token", matrix("embedding:=q.csv"), "there is no matrix \"embedding:\"" + names);
    row("split at the first =", matrix("w=x=1.csv"), "there is no matrix \"w\"" + names);
    row("twice", matrix("X=FOLDER/q.csv") + QStringList{"--matrix", "X=FOLDER/q.csv"},
        "--matrix gives \"X\" twice");
    row("unknown extension", matrix("X=x.xlsx"), "\"x.xlsx\"" + kinds);
    row("no extension", matrix("X=csv"), "\"csv\"" + kinds);
    row("no array", matrix("X=a.npz"), "\"a.npz\" has arrays with names: which one, as in a.npz:NAME");
    row("an array without a name", matrix("X=a.npz:"),
        "\"a.npz:\" has arrays with names: which one, as in a.npz:NAME");
    row("linear and transposed", before({"--linear", "--transpose"}, "W_Q=FOLDER/q.csv"),
        "--linear and --transpose before \"W_Q\" would undo each other");
    row("linear bias", before({"--linear"}, "b_Q=FOLDER/q.csv"),
        "--linear is for weights, and \"b_Q\" has none");
    row("hidden weights", before({"--mask-hidden"}, "W_Q=FOLDER/q.csv"),
        "--mask-hidden is for mask, and not for \"W_Q\"");
    row("nothing after it", matrix("W_Q=FOLDER/q.csv") + QStringList{"--transpose"},
        "--transpose stands before the --matrix that it is for");
}

void TestSetCommand::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const QStringList before = files();
    VERIFY_SET(set(arguments), 2, "attention-lab: " + message + "\nTry 'attention-lab set --help'.\n");
    QCOMPARE(files(), before);
}

void TestSetCommand::badInput_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("matrix");
    QTest::addColumn<QString>("message");
    QTest::newRow("no document") << "none.attn"
                                 << "W_Q=FOLDER/q.csv"
                                 << "FOLDER/none.attn: cannot be read: No such file or directory";
    QTest::newRow("a faulty document") << "q.csv"
                                       << "W_Q=FOLDER/q.csv"
                                       << "FOLDER/q.csv: *";
    QTest::newRow("no data") << "doc.attn"
                             << "W_Q=FOLDER/none.csv"
                             << "FOLDER/none.csv: cannot be read: No such file or directory";
    QTest::newRow("a folder") << "doc.attn"
                              << "W_Q=FOLDER/folder.csv"
                              << "FOLDER/folder.csv: is a folder, expected a file";
    QTest::newRow("words in csv") << "doc.attn"
                                  << "W_Q=FOLDER/words.csv"
                                  << "FOLDER/words.csv: line 2, column 3: *\"four\"*, expected *";
    QTest::newRow("ragged txt") << "doc.attn"
                                << "W_Q=FOLDER/ragged.txt"
                                << "FOLDER/ragged.txt: line 2, column *, expected *";
    QTest::newRow("not finite npy") << "doc.attn"
                                    << "W_Q=FOLDER/nan.npy"
                                    << "FOLDER/nan.npy: row 1, column 0: nan, expected a finite number";
    QTest::newRow("no npy") << "doc.attn"
                            << "W_Q=FOLDER/text.npy"
                            << "FOLDER/text.npy: *";
    QTest::newRow("a misfit") << "doc.attn"
                              << "W_K=FOLDER/three.csv"
                              << "FOLDER/doc.attn: projection.W_K: 3 × 2, expected 2 × 2 (d_model × "
                                 "kv_count·d_k)";
    QTest::newRow("rows of one token") << "doc.attn"
                                       << "X=FOLDER/three.csv"
                                       << "FOLDER/doc.attn: X: 3 rows, expected 2, one for each token";
    QTest::newRow("without effect") << "direct.attn"
                                    << "W_Q=FOLDER/q.csv"
                                    << "FOLDER/direct.attn: projection.W_Q: not used, since projection.kind "
                                       "is \"direct\", expected \"linear\"";
    QTest::newRow("a mask of halves") << "doc.attn"
                                      << "mask=FOLDER/halves.csv"
                                      << "FOLDER/doc.attn: mask.custom[0][1]: 0.5, expected 0 or 1";
    QTest::newRow("a mask of other numbers")
        << "doc.attn"
        << "mask=FOLDER/added.csv"
        << "FOLDER/doc.attn: mask[1][0]: 0.5 beside -inf, expected 0 or -inf, "
           "since the document has no added scores (scores.additive)";
    QTest::newRow("-inf among weights") << "doc.attn"
                                        << "W_Q=FOLDER/added.csv"
                                        << "FOLDER/added.csv: line 1, column 3: *, expected a finite number";
    QTest::newRow("no such array") << "doc.attn"
                                   << "W_Q=FOLDER/some.safetensors:q"
                                   << "FOLDER/some.safetensors: no array \"q\", expected a, b";
    for (const char* data : {"heads.npy", "heads.npz:m", "heads.safetensors:m"})
        QTest::addRow("a mask for each head, %s", data)
            << "doc.attn" << QStringLiteral("mask=FOLDER/%1").arg(data)
            << QStringLiteral(
                   "FOLDER/%1: *an array of shape (2, 2, 2), expected two dimensions, after leading "
                   "ones of 1")
                   .arg(QString(data).section(':', 0, 0));
    QTest::newRow("integers")
        << "doc.attn"
        << "W_Q=FOLDER/some.safetensors:a"
        << "FOLDER/some.safetensors: a: the type \"I8\", expected F16, BF16, F32 or F64";
}

void TestSetCommand::badInput() {
    QFETCH(QString, file);
    QFETCH(QString, matrix);
    QFETCH(QString, message);
    write("words.csv", "1,2\n3,four\n");
    write("ragged.txt", "[[1, 2], \n[3]]");
    write("nan.npy", npy(1, 2, std::numeric_limits<double>::quiet_NaN(), 4));
    write("text.npy", "1,2\n3,4\n");
    write("three.csv", "1,2\n3,4\n5,6\n");
    write("halves.csv", "1,0.5\n1,1\n");
    write("added.csv", "0,-inf\n0.5,0\n");
    write("some.safetensors", QByteArray::fromStdString(safetensors(
                                  {{"a", "I8", "[4]", "1234"}, {"b", "F32", "[1]", floats({1})}})));
    const QByteArray heads = QByteArray::fromStdString(npy_file("|b1", "(2, 2, 2)", std::string(8, 1)));
    write("heads.npy", heads);
    write("heads.npz", QByteArray::fromStdString(zip_archive({{"m.npy", heads.toStdString()}})));
    write("heads.safetensors",
          QByteArray::fromStdString(safetensors({{"m", "BOOL", "[2,2,2]", std::string(8, 1)}})));
    QVERIFY(QDir(m_folder->path()).mkdir("folder.csv"));
    const QStringList before = files();
    QStringList options{"FOLDER/" + file, "--matrix", matrix, "-o", "FOLDER/out.attn"};
    if (const QByteArray row = QTest::currentDataTag(); row.contains("for each head")) {
        // True hides or shows: it is refused alike.
        QStringList hidden = options;
        hidden.insert(1, "--mask-hidden");
        QCOMPARE(set(hidden).err, set(options).err);
    }
    const Run run = set(options);
    const QString expected = "attention-lab: " + message.replace("FOLDER", m_folder->path()) + '\n';
    const QString actual = QString::fromUtf8(run.err);
    // A star matches any text: the readers' messages have tests of their own.
    const QStringList parts = expected.split('*');
    qsizetype at = 0;
    for (const QString& part : parts) {
        const qsizetype found = actual.indexOf(part, at);
        QVERIFY2(found >= 0 && (at > 0 || found == 0), run.err.constData());
        at = found + part.size();
    }
    QVERIFY2(actual.endsWith(parts.last()) && actual.count('\n') == 1, run.err.constData());
    QCOMPARE(run.code, 1);
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(files(), before);
}

LAB_GUILESS_TEST(TestSetCommand)
#include "tst_set_command.moc"
