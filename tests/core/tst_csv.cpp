// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables in .csv and .tsv files: how they are read, and the messages when they are refused.
#include "core/base/number_format.h"
#include "core/io/csv.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>

using namespace lab;
using namespace lab::test;
using Text = std::string;

class TestCsv : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void accepted_data();
    void accepted();
    void emptyCells_data();
    void emptyCells();
    void refused_data();
    void refused() { check_refused(); }
    void refusedLabels_data();
    void refusedLabels() { check_refused(); }
    void randomMatricesComeBack_data();
    void randomMatricesComeBack();
    void nothingIsQuadratic_data();
    void nothingIsQuadratic();

private:
    static void check_refused();
};

void TestCsv::accepted_data() {
    QTest::addColumn<CsvKind>("kind");
    QTest::addColumn<Text>("text");
    QTest::addColumn<Matrix>("expected");
    const auto csv = [](const char* name, const Text& text, const Matrix& expected) {
        QTest::newRow(name) << CsvKind::csv << text << expected;
    };
    const auto tsv = [](const char* name, const Text& text, const Matrix& expected) {
        QTest::newRow(name) << CsvKind::tsv << text << expected;
    };
    const Matrix square{{1, 2}, {3, 4}};
    const Matrix decimals{{1.5, 2.25}, {3, -4.5}};
    csv("one number", "5", Matrix{{5}});
    csv("commas", "1,2\n3,4\n", square);
    csv("one row", "1,5", Matrix{{1, 5}});
    csv("one column", "1.5\n2.5", Matrix{{1.5}, {2.5}});
    csv("points", "1.5,2.25\n3,-4.5", decimals);
    csv("like a group", "1.234,5", Matrix{{1.234, 5}});
    csv("spaces", " 1 , 2 \n3, 4", square);
    csv("CR LF", "1,2\r\n3,4\r\n", square);
    csv("CR", "1,2\r3,4\r", square);
    csv("byte-order mark",
        "\xef\xbb\xbf"
        "1,2\n3,4",
        square);
    csv("empty lines around", "\r\n \n1,2\n3,4\n\n  \n", square);
    csv("exponents", "1.000e+00,2e-3", Matrix{{1, 0.002}});
    csv("minus signs", "\u22121,-2,+3", Matrix{{-1, -2, 3}});
    csv("semicolons", "1;2\n3;4", square);
    csv("semicolons, decimal commas", "1,5;2,25\n3;-4,5\n", decimals);
    csv("semicolons, points", "1.5;2.25\n3;-4.5\n", decimals);
    csv("tabs in .csv", "1,5\t2,25\n3\t-4,5", decimals);
    csv("tabs before semicolons", "a;b\tc\n1\t2", Matrix{{1, 2}});
    csv("quoted", "\"1\",\"2\"\n\"3\",4", square);
    csv("quoted, spaces around", " \"1\" , \" 2 \"\n3,4", square);
    csv("quoted, decimal commas", "\"1,5\",\"2,25\"\n3,\"-4,5\"", decimals);
    csv("quoted separators do not count", "\"a;b\",\"c\td\"\n1,2\n3,4", square);

    csv("header", "x,y\n1,2\n3,4", square);
    csv("header of one column", "x\n1\n2", Matrix{{1}, {2}});
    csv("header, one row", "x,y\n1,2", Matrix{{1, 2}});
    csv("labels", "sky,1,2\nis,3,4", square);
    csv("one label", "sky,1", Matrix{{1}});
    csv("header and labels", "token,x,y\nsky,1,2\nis,3,4", square);
    csv("empty corner", ",x,y\nsky,1,2\nis,3,4", square);
    csv("header, quoted", "\"x, the \"\"first\"\"\",\"y\r\nz\"\n1,2\n3,4", square);
    csv("header in another script", "Größe,Ωμέγα,幅\n1,2,3", Matrix{{1, 2, 3}});
    csv("special tokens", "<bos>,1,2\n[SEP],3,4", square);
    csv("names with digits", "d_0;e5\n1;2\n3;4", square);
    csv("index of a data frame", ",W\nq_0,1\nq_1,2\n", Matrix{{1}, {2}});
    csv("counted columns", ",0,1\nsky,1,2\nis,3,4", square);
    csv("counted rows and columns", ",0,1\n0,1,2\n1,3,4", square);
    csv("counted rows", ",x,y\n0,1,2\n1,3,4", square);
    csv("rows counted by R", "\"\",\"V1\",\"V2\"\n\"1\",1,2\n\"2\",3,4", square);
    csv("empty lines", "1,2\n\n3,4\n", square);
    csv("a comment of NumPy", "# x y\n1,2\n3,4\n", square);
    csv("labels need not be UTF-8",
        "Gr\xf6\xdf"
        "e,b\n1,2",
        Matrix{{1, 2}});

    tsv("tabs", "1\t2\n3\t4\n", square);
    tsv("decimal commas", "1,5\t2,25\n3\t-4,5", decimals);
    tsv("one column of decimal commas", "1,5\n2,25\n", Matrix{{1.5}, {2.25}});
    tsv("header and labels", "token\tx; y\tz, w\nsky\t1\t2\nis\t3\t4", square);
    tsv("quoted", "\"1\"\t2\n3\t4", square);
}

void TestCsv::accepted() {
    QFETCH(CsvKind, kind);
    QFETCH(Text, text);
    QFETCH(Matrix, expected);
    const Result<Matrix> matrix = read_csv(text, kind);
    QVERIFY2(matrix, matrix ? "" : matrix.error().message().c_str());
    QCOMPARE(shape_text(matrix.value().rows(), matrix.value().cols()),
             shape_text(expected.rows(), expected.cols()));
    QVERIFY2(same_bits(matrix.value(), expected), printed_list(matrix.value()).c_str());
}

namespace {

void add_csv_columns() {
    QTest::addColumn<CsvKind>("kind");
    QTest::addColumn<Text>("text");
    QTest::addColumn<Text>("message");
}

void csv(const char* name, const Text& text, const char* message) {
    QTest::newRow(name) << CsvKind::csv << text << Text(message);
}

void tsv(const char* name, const Text& text, const char* message) {
    QTest::newRow(name) << CsvKind::tsv << text << Text(message);
}

} // namespace

void TestCsv::emptyCells_data() {
    QTest::addColumn<Text>("text");
    QTest::addColumn<Matrix>("expected");
    const auto row = [](const char* name, const Text& text, const Matrix& expected) {
        QTest::newRow(name) << text << expected;
    };
    row("within", "1,,3\n4,5,6\n", Matrix{{1, nan_value, 3}, {4, 5, 6}});
    row("at the end", "1,2,\n4,5,\n", Matrix{{1, 2, nan_value}, {4, 5, nan_value}});
    row("at the beginning", ",2\n,5\n", Matrix{{nan_value, 2}, {nan_value, 5}});
    row("at the beginning of a count", ",0,1\n0,5,6\n", Matrix{{nan_value, 0, 1}, {0, 5, 6}});
    row("rows", ",\n3,4\n,\n", Matrix{{nan_value, nan_value}, {3, 4}, {nan_value, nan_value}});
    row("blanks and quotation marks", " ,\"\"\n3,4\n", Matrix{{nan_value, nan_value}, {3, 4}});
    row("tabs", "\t2\n3\t\n", Matrix{{nan_value, 2}, {3, nan_value}});
    row("beside nan", "nan,NaN\n,4\n", Matrix{{nan_value, nan_value}, {nan_value, 4}});
    row("below labels", ",a,b\nx,,2\ny,3,\n", Matrix{{nan_value, 2}, {3, nan_value}});
}

/// Only where they are allowed.
void TestCsv::emptyCells() {
    QFETCH(Text, text);
    QFETCH(Matrix, expected);
    const Result<Matrix> read = read_csv(text, CsvKind::csv, PastedNumbers::any_or_none);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QVERIFY(same_bits(read.value(), expected));
    if (!read_csv(text, CsvKind::csv, PastedNumbers::any))
        return;
    QCOMPARE(QTest::currentDataTag(), "at the beginning of a count"); // which is a header there
}

void TestCsv::refused_data() {
    add_csv_columns();
    csv("empty", "", "no numbers, expected a matrix");
    csv("blank", "\xef\xbb\xbf \r\n\n", "no numbers, expected a matrix");
    csv("UTF-16",
        Text("\xfe\xff\0"
             "1",
             4),
        "UTF-16 text, expected UTF-8");
    csv("header alone", "x,y\n", "labels and no numbers, expected a matrix");
    csv("labels alone", "sky\nis\nblue\n", "labels and no numbers, expected a matrix");
    csv("text", "1,2\n3,x", "line 2, column 3: \"x\", expected a number");
    csv("ragged", "1,2\n3", "line 2, column 1: a row of 1, expected 2 cells, as in the first row");
    csv("ragged with labels", "a,1,2\nb,3",
        "line 2, column 1: a row of 2, expected 3 cells, as in the first row");
    csv("shorter header", "x,y\na,1,2",
        "line 2, column 1: a row of 3, expected 2 cells, as in the first row");
    csv("empty cell", "1,,3", "line 1, column 3: an empty cell, expected a number");
    csv("empty last cell", "1,2,\n", "line 1, column 5: an empty cell, expected a number");
    csv("empty first cell", "1,2\n,4", "line 2, column 1: an empty cell, expected a number");
    csv("empty quoted cell", "1,\"\"", "line 1, column 3: an empty cell, expected a number");
    csv("one empty line", "1,2\n3,4\n\n5,6",
        "line 3, column 1: an empty line, expected a row of numbers: one matrix, with an empty line between "
        "all of its "
        "rows or none");
    csv("a row of nothing", "1,2\n,\n", "line 2, column 1: an empty cell, expected a number");
    csv("nan", "1,nan", "line 1, column 3: \"nan\", expected a finite number");
    csv("a first row of nan", "nan,nan\n1,2", "line 1, column 1: \"nan\", expected a finite number");
    csv("a first row of NA", "NA,NA\n1,2", "line 1, column 1: \"NA\", expected a number");
    csv("inf", "1,2\n-inf,3", "line 2, column 1: \"-inf\", expected a finite number");
    csv("overflow", "1,1e999",
        "line 1, column 3: \"1e999\", expected a number that a double can hold, from 4.9e-324 to 1.8e308");
    csv("abbreviated", "1,…",
        "line 1, column 3: an abbreviated print-out, expected all of its numbers, as after "
        "torch.set_printoptions(profile=\"full\") or np.set_printoptions(threshold=sys.maxsize)");

    csv("quote not closed", "1,2\n3,\"4",
        "line 2, column 3: a quotation mark that is not closed, expected its end");
    csv("text after a quote", "\"1\"2,3",
        "line 1, column 4: \"2\" after a quotation mark, expected the end of the cell");
    csv("quote in a cell", "1\"2\",3", "line 1, column 1: \"1\"2\"\", expected a number");
    csv("after a line break in quotes", "\"x\ny\",z\n1,a", "line 3, column 3: \"a\", expected a number");
    csv("columns are characters", "größe,2\nmaß,x", "line 2, column 5: \"x\", expected a number");

    csv("thousands or decimal", "1,234;5,678",
        "line 1, column 1: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
        "point");
    csv("thousands or decimal, quoted", "2,\"1,234\"",
        "line 1, column 3: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
        "point");
    csv("groups", "1.234,5;1", "line 1, column 1: \"1.234,5\", expected a number without group separators");
    csv("points and commas", "1.5;2\n2,5;1",
        "line 2, column 1: \"2,5\", expected a decimal point, as in the numbers before");

    tsv("commas in .tsv", "1,2,3", "line 1, column 1: \"1,2,3\", expected a number without group separators");
    tsv("semicolons in .tsv", "1;2", "line 1, column 1: \"1;2\", expected a number");
    tsv("empty cell", "1\t\t2", "line 1, column 3: an empty cell, expected a number");
    tsv("empty first cell", "1\t2\n\t3", "line 2, column 1: an empty cell, expected a number");
    tsv("thousands or decimal", "1,234\t1",
        "line 1, column 1: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
        "point");
}

void TestCsv::refusedLabels_data() {
    add_csv_columns();
    csv("header ends in a number", "x,y,3\n1,2,3",
        "line 1, column 5: \"3\", expected a label, as in the cells before");
    csv("header begins with a number", "1,y\n2,3", "line 1, column 3: \"y\", expected a number");
    csv("header with an empty cell", "x,,z\n1,2,3", "line 1, column 3: an empty cell, expected a number");
    csv("header of numbers", ",1,2\nsky,1,2",
        "line 1, column 1: an empty cell, expected a number or a label");
    csv("counted rows out of order", ",x\n0,1\n2,4",
        "line 3, column 1: \"2\", expected a label, as in the rows before");
    csv("empty corner, no labels", ",x\n1,2", "line 1, column 1: an empty cell, expected a label");
    csv("a label later", "1,2\nsky,4", "line 2, column 1: \"sky\", expected a number");
    csv("a label less", "sky,2\n3,4", "line 2, column 1: \"3\", expected a label, as in the rows before");
    csv("a label less after a header", "x,y\nsky,2\n,4",
        "line 3, column 1: an empty cell, expected a label, as in the rows before");
    csv("a second header", "x,y\nz,w\n1,2", "line 2, column 3: \"w\", expected a number");
    csv("not a label: currency", "€5,€6\n1,2", "line 1, column 1: \"€5\", expected a number");
    csv("not a label: accounting", "(5),(6)\n1,2", "line 1, column 1: \"(5)\", expected a number");
    csv("not a label: a fault of the spreadsheet", "#DIV/0!\n1",
        "line 1, column 1: \"#DIV/0!\", expected a number");
    csv("not a label: a date", "2024-01-02\n1", "line 1, column 1: \"2024-01-02\", expected a number");
    csv("not a label: a minus", "\u2212x\n1", "line 1, column 1: \"\u2212x\", expected a number");
    csv("Excel's separator line", "sep=;\n1;2", "line 1, column 6: an empty cell, expected a number");
}

void TestCsv::check_refused() {
    QFETCH(CsvKind, kind);
    QFETCH(Text, text);
    QFETCH(Text, message);
    const Result<Matrix> matrix = read_csv(text, kind);
    QVERIFY2(!matrix, matrix ? printed_list(matrix.value()).c_str() : "");
    // As C strings, so that QCOMPARE prints the difference.
    QCOMPARE(matrix.error().message().c_str(), message.c_str());
}

void TestCsv::randomMatricesComeBack_data() {
    QTest::addColumn<CsvKind>("kind");
    QTest::addColumn<Printer>("print");
    QTest::newRow("csv") << CsvKind::csv << &printed_csv;
    QTest::newRow("tsv") << CsvKind::tsv << &printed_tsv;
    QTest::newRow("tsv in .csv") << CsvKind::csv << &printed_tsv;
    QTest::newRow("decimal commas") << CsvKind::csv << &printed_with_decimal_commas;
}

void TestCsv::randomMatricesComeBack() {
    QFETCH(CsvKind, kind);
    QFETCH(Printer, print);
    PrintableMatrices random(8);
    for (int round = 0; round < 300; ++round) {
        const Matrix matrix = random.next();
        const Text text = print(matrix);
        // A single column has no separators, so the format cannot be detected.
        if (matrix.cols() == 1 && print != &printed_csv)
            continue;
        const Result<Matrix> back = read_csv(text, kind);
        QVERIFY2(back, (text + (back ? "" : back.error().message())).c_str());
        QVERIFY2(same_bits(back.value(), matrix), text.c_str());
    }
}

void TestCsv::nothingIsQuadratic_data() {
    QTest::addColumn<Text>("begin");
    QTest::addColumn<Text>("middle");
    QTest::newRow("rows") << Text("1") << Text("\n2");
    QTest::newRow("cells") << Text("1") << Text(",2");
    QTest::newRow("empty lines") << Text("1,2") << Text("\r\n");
    QTest::newRow("blanks") << Text("1,") << Text(" ");
    QTest::newRow("doubled quotation marks") << Text("\"") << Text("\"\"");
    QTest::newRow("quotation marks") << Text() << Text("\",");
}

void TestCsv::nothingIsQuadratic() {
    QFETCH(Text, begin);
    QFETCH(Text, middle);
    Text text = begin;
    while (text.size() < 1'000'000)
        text += middle;
    const auto start = std::chrono::steady_clock::now();
    const Result<Matrix> matrix = read_csv(text, CsvKind::csv);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    // Takes seconds even in a debug build. Quadratic parsing would take an hour.
    QVERIFY2(took.count() < 60, matrix ? "read" : matrix.error().message().c_str());
}

LAB_APPLESS_TEST(TestCsv)
#include "tst_csv.moc"
