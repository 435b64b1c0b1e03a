// SPDX-License-Identifier: GPL-3.0-or-later
//
// How precisely somebody wrote numbers, and arrays with a matrix for each head.
#include "core/analysis/agreement.h"
#include "core/io/csv.h"
#include "core/io/matrix_text.h"
#include "core/io/npy.h"
#include "core/io/stored_numbers.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace lab;
using namespace lab::test;

class TestPrintedArray : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void lastDigits_data();
    void lastDigits();
    void heads();
    void headsByColumns();
    void typesOfFloats_data();
    void typesOfFloats();
    void otherTypes();
    void notFinite();
    void tolerance();
};

namespace {

/// A .npy file.
std::string npy_file(const std::string& type, const std::string& shape, bool by_columns,
                     const std::string& data) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") +
                         ", 'shape': " + shape + ", }";
    header.resize(117, ' ');
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n' + data;
}

template<class T>
std::string bytes_of_numbers(std::initializer_list<T> numbers) {
    std::string bytes(numbers.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), std::data(numbers), bytes.size());
    return bytes;
}

} // namespace

void TestPrintedArray::lastDigits_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<double>>("units");
    QTest::newRow("as most") << "[[0.1, 0.1234], [1., 2]]" << QList{1e-4, 1e-4, 1e-4, 1e-4};
    QTest::newRow("at least two") << "[[1, 2.5]]" << QList{1e-2, 1e-2};
    QTest::newRow("with exponents") << "[[1.234e-05, 1.2e+02]]" << QList{1e-8, 1e-1};
    QTest::newRow("both") << "[[0.125, 1e-05]]" << QList{1e-3, 1e-7};
    QTest::newRow("−∞ has none") << "[[-inf, 0.125]]" << QList{0.0, 1e-3};
    QTest::newRow("in lines") << "0.1 0.123\n-0.5 2" << QList{1e-3, 1e-3, 1e-3, 1e-3};
    QTest::newRow("six significant digits")
        << "0.0103306 0.938179\n0.5 12.3457" << QList{1e-7, 1e-6, 1e-6, 1e-4};
    QTest::newRow("six significant digits, as many decimals")
        << "0.103306 0.938179 0.5" << QList{1e-6, 1e-6, 1e-6};
    QTest::newRow("four significant digits") << "0.1234 12.34" << QList{1e-4, 1e-4};
    QTest::newRow("a fraction is exact") << "1/3 0.333" << QList{0.0, 1e-3};
    QTest::newRow("of a type") << "tensor([[0.5000, 1.2500]], dtype=torch.bfloat16)"
                               << QList{1e-4 + 0.00390625, 1e-4 + 0.0078125};
    QTest::newRow("a common factor") << "1.0e+03 *\n1.2345 0.1\n-Inf 0" << QList{0.1, 0.1, 0.0, 0.1};
    QTest::newRow("Julia's powers of ten") << "1.25f-5 0.5" << QList{1e-7, 1e-2};
    QTest::newRow("decimal commas") << "0,1\t0,123" << QList{1e-3, 1e-3};
    QTest::newRow("percentages") << "25% 12.5%" << QList{1e-3, 1e-3};
    QTest::newRow("whole percentages") << "25% 12%" << QList{1e-2, 1e-2};
    QTest::newRow("three significant digits of a tibble")
        << "# A tibble: 2 × 3\n  a b c\n  <dbl> <dbl> <dbl>\n1 0.25 0.001 1234.\n2 12.3 0 100"
        << QList{1e-3, 1e-5, 1.0, 1e-1, 1e-3, 1.0};
    QTest::newRow("LaTeX") << "\\begin{pmatrix} 0.125 & -\\infty \\end{pmatrix}" << QList{1e-3, 0.0};
}

void TestPrintedArray::lastDigits() {
    QFETCH(QString, text);
    QFETCH(QList<double>, units);
    const Result<PrintedArray> read = read_printed_text(text.toStdString(), PastedNumbers::any);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QCOMPARE(read.value().heads, Index(0));
    QCOMPARE(read.value().last_digit.size(), Index(units.size()));
    for (Index i = 0; i < read.value().last_digit.size(); ++i)
        QCOMPARE(read.value().last_digit.data()[i], units[i]);
}

void TestPrintedArray::heads() {
    const char* text = "tensor([[[1., 2.], [3., 4.]], [[5., 6.], [7., 8.]]])";
    const PrintedArray read = read_printed_text(text, PastedNumbers::any).value();
    QCOMPARE(read.heads, Index(2));
    QCOMPARE(read.rows(), Index(2));
    QVERIFY(read.numbers_of(1) == (Matrix{{5, 6}, {7, 8}}));
    // One head is a matrix, and elsewhere three dimensions are refused.
    QCOMPARE(read_printed_text("[[[1, 2], [3, 4]]]", PastedNumbers::any).value().heads, Index(0));
    QVERIFY(!read_matrix_text(text));
    QVERIFY(!read_printed_text("[[[[1, 2]], [[1, 2]]], [[[1, 2]], [[1, 2]]]]", PastedNumbers::any));
}

/// The first dimension changes fastest.
void TestPrintedArray::headsByColumns() {
    const std::string numbers = bytes_of_numbers<double>({1, 5, 3, 7, 2, 6, 4, 8});
    const PrintedArray read =
        read_printed_npy(npy_file("<f8", "(2, 2, 2)", true, numbers), PastedNumbers::any).value();
    QVERIFY(read.numbers_of(0) == (Matrix{{1, 2}, {3, 4}}));
    QVERIFY(read.numbers_of(1) == (Matrix{{5, 6}, {7, 8}}));
    QVERIFY(!read_npy(npy_file("<f8", "(2, 2, 2)", true, numbers)));
    QVERIFY(!read_printed_npy(npy_file("<f8", "(2, 2, 3)", false, numbers), PastedNumbers::any));
    QVERIFY(!read_printed_npy(npy_file("<f8", "(2, 0, 2)", false, numbers), PastedNumbers::any));
}

void TestPrintedArray::typesOfFloats_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<double>("unit");
    const auto bytes = [](const std::string& numbers) { return QByteArray::fromStdString(numbers); };
    QTest::newRow("float64") << QByteArray("<f8") << bytes(bytes_of_numbers<double>({1.5})) << 0x1p-52;
    QTest::newRow("float32") << QByteArray("<f4") << bytes(bytes_of_numbers<float>({6})) << 0x1p-21;
    QTest::newRow("float16") << QByteArray("<f2") << bytes(bytes_of_numbers<std::uint16_t>({0x3c00}))
                             << 0x1p-10;
    QTest::newRow("float16 below the normal numbers")
        << QByteArray("<f2") << bytes(bytes_of_numbers<std::uint16_t>({1})) << 0x1p-24;
    QTest::newRow("integer") << QByteArray("<i4") << bytes(bytes_of_numbers<std::int32_t>({7})) << 0.0;
}

void TestPrintedArray::typesOfFloats() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, bytes);
    QFETCH(double, unit);
    const std::string file = npy_file(type.toStdString(), "(1, 1)", false, bytes.toStdString());
    QCOMPARE(read_printed_npy(file, PastedNumbers::any).value().last_digit(0, 0), unit);
}

/// Of the types that .npy does not have, and of numbers that have no next one.
void TestPrintedArray::otherTypes() {
    using Kind = NumberType::Kind;
    QCOMPARE(last_digit_of(1, {Kind::brain_float, 2}), std::ldexp(1.0, -7));
    QCOMPARE(last_digit_of(0, {Kind::brain_float, 2}), std::ldexp(1.0, -133));
    QCOMPARE(last_digit_of(-HUGE_VAL, {Kind::floating, 4}), 0.0);
    QCOMPARE(last_digit_of(1, {Kind::signed_integer, 4}), 0.0);
}

void TestPrintedArray::notFinite() {
    const Result<PrintedArray> table =
        read_printed_csv("nan,inf\n-inf,1\n", CsvKind::csv, PastedNumbers::any);
    QVERIFY2(table, table ? "" : table.error().message().c_str());
    QVERIFY(std::isnan(table.value().numbers(0, 0)));
    QCOMPARE(table.value().numbers(0, 1), HUGE_VAL);
    QCOMPARE(table.value().numbers(1, 0), -HUGE_VAL);
    QVERIFY(!read_csv("nan,1\n", CsvKind::csv));
    QVERIFY(!read_csv("inf,1\n", CsvKind::csv, PastedNumbers::finite_or_minus_infinity));
    const std::string file =
        npy_file("<f8", "(1, 2)", false, bytes_of_numbers<double>({-HUGE_VAL, std::nan("")}));
    QVERIFY(read_printed_npy(file, PastedNumbers::any));
    QVERIFY(!read_npy(file));
    const std::string heads =
        npy_file("<f8", "(2, 1, 2)", false, bytes_of_numbers<double>({1, 2, 3, HUGE_VAL}));
    QCOMPARE(read_printed_npy(heads, PastedNumbers::finite).error().place,
             std::string("head 1, row 0, column 1"));
}

/// Half of the last digit, or a millionth of the largest number.
void TestPrintedArray::tolerance() {
    QVERIFY(is_right(0.12, 0.125, Tolerance().at(0.01, 0.2)));
    QVERIFY(!is_right(0.12, 0.126, Tolerance().at(0.01, 0.2)));
    QVERIFY(is_right(100, 100.00009, Tolerance().at(0, 100)));
    QVERIFY(!is_right(100, 100.00011, Tolerance().at(0, 100)));
    QVERIFY(is_right(-HUGE_VAL, -HUGE_VAL, 0));
    QVERIFY(!is_right(-HUGE_VAL, HUGE_VAL, 1));
    QVERIFY(!is_right(-1e9, -HUGE_VAL, 1));
    QVERIFY(is_right(std::nan(""), std::nan(""), 0));
    QVERIFY(!is_right(std::nan(""), 0, 1));
}

LAB_APPLESS_TEST(TestPrintedArray)
#include "tst_printed_array.moc"
