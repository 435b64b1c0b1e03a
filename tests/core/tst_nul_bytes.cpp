// SPDX-License-Identifier: GPL-3.0-or-later
//
// A NUL in a file or in pasted text ends nothing: it is refused, with its place, and what follows it is not
// dropped. Written as \u0000 in a text of a document it is a character like any other.
#include "core/io/csv.h"
#include "core/io/experiment_json.h"
#include "core/io/matrix_text.h"
#include "core/io/npy.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/import_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestNulBytes : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void documents_data();
    void documents();
    void headers();
    void members_data();
    void members();
    void arrays();
    void texts_data();
    void texts();
    void escaped();
};

namespace {

const std::string a_nul(1, '\0');
const std::string data_of_four = floats({1, 2, 3, 4});
const std::string nul_document = R"({"format": "attention-lab", "version": 1,
 "sequence": {"tokenizer": "manual", "tokens": ["a"]}, "embedding": {"table": {"a": [1]}},
 "projection": {"kind": "identity"}})";

template<class Value>
QString refusal_of(const Result<Value>& read) {
    return read ? QStringLiteral("accepted") : QString::fromStdString(read.error().message());
}

} // namespace

void TestNulBytes::documents_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("problem");
    const std::string end = "line 3, column 37: a NUL character, expected the end of the file";
    QTest::newRow("whole") << nul_document << std::string("accepted");
    QTest::newRow("at the end") << nul_document + a_nul << end;
    QTest::newRow("before more") << nul_document + a_nul + " and what nobody reads" << end;
    QTest::newRow("before a second") << nul_document + a_nul + nul_document << end;
    QTest::newRow("after a line") << nul_document + "\n" + a_nul
                                  << std::string("line 4, column 1: a NUL character, expected the end of "
                                                 "the file");
    QTest::newRow("first") << a_nul + nul_document
                           << std::string("line 1, column 1: a character that does not belong there, "
                                          "expected JSON");
    std::string within = nul_document;
    within.insert(within.find("lab\""), a_nul);
    QTest::newRow("in a text") << within
                               << std::string("line 1, column 23: a character that does not belong there, "
                                              "expected JSON");
}

void TestNulBytes::documents() {
    QFETCH(std::string, text);
    QFETCH(std::string, problem);
    QCOMPARE(refusal_of(read_experiment(text)), QString::fromStdString(problem));
}

void TestNulBytes::headers() {
    const std::string json = R"({"W":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}})";
    const auto read = [&](const std::string& header) {
        return refusal_of(read_safetensors(little_endian(header.size(), 8) + header + data_of_four));
    };
    QCOMPARE(read(json + "  "), QString("accepted"));
    const QString refused = "header: no JSON at byte 58, expected spaces alone after the JSON object";
    QCOMPARE(read(json + a_nul), refused);
    QCOMPARE(read(json + a_nul + R"({"V":{}})"), refused);
}

void TestNulBytes::members_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<QString>("array");
    QTest::newRow("plain") << std::string("W.npy") << QString("W");
    QTest::newRow("UTF-8") << std::string("Wü東 x.npy") << QString("Wü東 x");
    // libzip makes a blank of it; what follows is there.
    QTest::newRow("NUL") << "W" + a_nul + "x.npy" << QString("W x");
    QTest::newRow("NUL after the name") << "W.npy" + a_nul + "x.npy" << QString("W.npy x");
    QTest::newRow("escape") << std::string("W\x1b.npy") << QString();
    QTest::newRow("delete") << std::string("W\x7f.npy") << QString();
}

/// A name is read to its end, or refused.
void TestNulBytes::members() {
    QFETCH(std::string, name);
    QFETCH(QString, array);
    const Result<NamedArraysPtr> read =
        read_npz(zip_archive({{name, npy_file("<f4", "(2, 2)", data_of_four)}}));
    if (read)
        QCOMPARE(QString::fromStdString(read.value()->arrays().front().name), array);
    else
        QVERIFY2(array.isEmpty() && refusal_of(read).startsWith("the member \"W"),
                 qPrintable(refusal_of(read)));
}

void TestNulBytes::arrays() {
    QCOMPARE(refusal_of(read_npy(npy_file("<f4", "(2, 2)", data_of_four))), QString("accepted"));
    std::string header = npy_file("<f4", "(2, 2)", data_of_four);
    header[header.find('}') + 1] = '\0';
    QCOMPARE(refusal_of(read_npy(header)), QString("header: \"\uFFFD\", expected nothing after \"}\""));
    QVERIFY(!read_npy(npy_file("<f4", "(2, 2)", data_of_four) + a_nul));
}

void TestNulBytes::texts_data() {
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const std::string& text) { QTest::newRow(name) << text; };
    row("in a number", "1 2\n3 4" + a_nul + "5");
    row("at the end", "1 2\n3 4\n" + a_nul);
    row("before more", "1 2\n3 4\n" + a_nul + "\n5 6\n");
    row("commas", "1, 2\n3, 4" + a_nul);
    row("brackets", "[[1, 2], [3, 4]]" + a_nul + "[5]");
    row("LaTeX", "\\begin{bmatrix} 1 & 2 \\end{bmatrix}" + a_nul + "\\begin{bmatrix} 3 \\end{bmatrix}");
}

/// Pasted, in .txt files and in tables.
void TestNulBytes::texts() {
    QFETCH(std::string, text);
    QVERIFY(!read_matrix_text(text));
    QVERIFY(refusal_of(read_matrix_text(text)).startsWith("line "));
    QVERIFY(!read_csv(text, CsvKind::csv));
}

void TestNulBytes::escaped() {
    std::string text = nul_document;
    for (std::size_t at = text.find("\"a\""); at != std::string::npos; at = text.find("\"a\"", at + 1))
        text.insert(at + 2, "\\u0000b");
    const Result<Experiment> read = read_experiment(text);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    const std::string token = "a" + a_nul + "b";
    QCOMPARE(read.value().sequence.tokens, std::vector{token});
    QCOMPARE(read_experiment(write_experiment(read.value())).value().sequence.tokens, std::vector{token});
}

LAB_APPLESS_TEST(TestNulBytes)
#include "tst_nul_bytes.moc"
