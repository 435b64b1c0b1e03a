// SPDX-License-Identifier: GPL-3.0-or-later
//
// .npy files: how they are read, and the messages when they are refused. Also how a reader is chosen by file
// extension.
#include "core/io/matrix_file.h"
#include "core/io/npy.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>

using namespace lab;
using namespace lab::test;
using Text = std::string;
namespace fs = std::filesystem;

namespace {

/// A .npy file with this header and data, padded as NumPy does.
Text file(const Text& header, const Text& data, int version = 1) {
    const std::size_t length_size = version == 1 ? 2 : 4;
    Text padded = header;
    while ((8 + length_size + padded.size() + 1) % 64 != 0)
        padded += ' ';
    padded += '\n';
    Text out = "\x93NUMPY";
    out += static_cast<char>(version);
    out += '\0';
    for (std::size_t i = 0; i < length_size; ++i)
        out += static_cast<char>(padded.size() >> (8 * i) & 0xffU);
    return out + padded + data;
}

Text header(const Text& type, const Text& shape, bool by_columns = false) {
    return "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") +
           ", 'shape': " + shape + ", }";
}

Text npy(const Text& type, const Text& shape, const Text& data, bool by_columns = false) {
    return file(header(type, shape, by_columns), data);
}

/// The values as bytes in native order, or byte-swapped if `reversed`.
template<class T>
Text raw(const std::vector<T>& values, bool reversed = false) {
    static_assert(std::endian::native == std::endian::little);
    Text out;
    for (const T& value : values) {
        Text bytes(sizeof value, '\0');
        std::copy_n(reinterpret_cast<const char*>(&value), sizeof value, bytes.begin());
        if (reversed)
            std::ranges::reverse(bytes);
        out += bytes;
    }
    return out;
}

template<class T>
Text big_endian(const std::vector<T>& values) {
    return raw(values, true);
}

const Text two = raw<double>({1, 2});

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void accepted_data();
    void accepted();
    void refusedHeaders_data();
    void refusedHeaders() { check_refused(); }
    void refusedShapes_data();
    void refusedShapes() { check_refused(); }
    void refusedNumbers_data();
    void refusedNumbers() { check_refused(); }
    void refusedWhereverItIsCut();
    void randomMatricesComeBack();
    void everyHalf();
    void readByExtension_data();
    void readByExtension();
    void refusedFile_data();
    void refusedFile();
    void missingFile();

private:
    static void check_refused();
};

void TestNpy::accepted_data() {
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Matrix>("expected");
    const auto reads = [](const char* name, const Text& bytes, const Matrix& expected) {
        QTest::newRow(name) << bytes << expected;
    };
    const Matrix square{{1, 2}, {3, -4}};
    reads("<f8", npy("<f8", "(2, 2)", raw<double>({1, 2, 3, -4})), square);
    reads(">f8", npy(">f8", "(2, 2)", big_endian<double>({1, 2, 3, -4})), square);
    reads("<f4", npy("<f4", "(2, 2)", raw<float>({1, 2, 3, -4})), square);
    reads(">f4", npy(">f4", "(1, 2)", big_endian<float>({0.1F, -0.0F})), Matrix{{double(0.1F), -0.0}});
    reads("<f2", npy("<f2", "(4,)", raw<std::uint16_t>({0x3c00, 0xc000, 0x0001, 0x7bff})),
          Matrix{{1, -2, 0x1p-24, 65504}});
    reads(">f2", npy(">f2", "(2,)", big_endian<std::uint16_t>({0x3555, 0x8000})), Matrix{{0x1.554p-2, -0.0}});
    reads("|i1", npy("|i1", "(3,)", "\x01\xff\x80"), Matrix{{1, -1, -128}});
    reads("|u1", npy("|u1", "(3,)", "\x01\xff\x80"), Matrix{{1, 255, 128}});
    reads("<i2", npy("<i2", "(2, 1)", raw<std::int16_t>({-32768, 32767})), Matrix{{-32768}, {32767}});
    reads(">u2", npy(">u2", "(1, 2)", big_endian<std::uint16_t>({1, 65535})), Matrix{{1, 65535}});
    reads("<i4", npy("<i4", "(2,)", raw<std::int32_t>({-2147483647 - 1, 7})), Matrix{{-2147483648.0, 7}});
    reads("<u4", npy("<u4", "(2,)", raw<std::uint32_t>({4294967295U, 7})), Matrix{{4294967295.0, 7}});
    reads("<i8", npy("<i8", "(2,)", raw<std::int64_t>({-5, std::int64_t{1} << 53})), Matrix{{-5, 0x1p53}});
    reads(">i8", npy(">i8", "(1,)", big_endian<std::int64_t>({-3})), Matrix{{-3}});
    reads("<i8, beyond 2^53 but exact",
          npy("<i8", "(3,)",
              raw<std::int64_t>({INT64_MIN, (std::int64_t{1} << 53) + 2, -(std::int64_t{1} << 60)})),
          Matrix{{-0x1p63, 0x1p53 + 2, -0x1p60}});
    reads("<u8", npy("<u8", "(2,)", raw<std::uint64_t>({std::uint64_t{1} << 63, 0})), Matrix{{0x1p63, 0}});
    reads("|b1", npy("|b1", "(2, 2)", Text("\1\0\0\1", 4)), Matrix{{1, 0}, {0, 1}});
    reads("extremes", npy("<f8", "(3,)", raw<double>({5e-324, 1.7976931348623157e308, -0.0})),
          Matrix{{5e-324, 1.7976931348623157e308, -0.0}});

    const Text six = raw<double>({1, 2, 3, 4, 5, 6});
    reads("by rows", npy("<f8", "(2, 3)", six), Matrix{{1, 2, 3}, {4, 5, 6}});
    reads("by columns", npy("<f8", "(2, 3)", six, true), Matrix{{1, 3, 5}, {2, 4, 6}});
    reads("by columns, leading 1", npy("<f8", "(1, 2, 3)", six, true), Matrix{{1, 3, 5}, {2, 4, 6}});
    reads("by columns, one dimension", npy("<f8", "(2,)", two, true), Matrix{{1, 2}});
    reads("scalar", npy("<f8", "()", raw<double>({7})), Matrix{{7}});
    reads("one dimension", npy("<f8", "(2,)", two), Matrix{{1, 2}});
    reads("one row", npy("<f8", "(1, 2)", two), Matrix{{1, 2}});
    reads("one column", npy("<f8", "(2, 1)", two), Matrix{{1}, {2}});
    reads("leading dimensions of 1", npy("<f8", "(1, 1, 1, 2, 3)", six), Matrix{{1, 2, 3}, {4, 5, 6}});
    reads("(1, 1, n)", npy("<f8", "(1, 1, 2)", two), Matrix{{1, 2}});
    reads("Python 2", npy("<f8", "(2L, 3L)", six), Matrix{{1, 2, 3}, {4, 5, 6}});
    reads("trailing comma", npy("<f8", "(2, 3,)", six), Matrix{{1, 2, 3}, {4, 5, 6}});

    for (const int version : {1, 2, 3})
        QTest::addRow("version %d", version) << file(header("<f8", "(2,)"), two, version) << Matrix{{1, 2}};
    reads("any order", file("{'shape': (2,), 'descr': '<f8', 'fortran_order': False}", two), Matrix{{1, 2}});
    reads("any spacing", file(" { \"descr\" :\"<f8\",'fortran_order':False ,\n'shape':( 2 , ) , } ", two),
          Matrix{{1, 2}});
    // Byte for byte, with NumPy's padding.
    reads("as NumPy lays it out",
          Text("\x93NUMPY\x01\x00\x76\x00", 10) +
              "{'descr': '>f4', 'fortran_order': True, 'shape': (2, 1), }" + Text(59, ' ') + "\n" +
              Text("\x3f\x00\x00\x00\xbf\xc0\x00\x00", 8),
          Matrix{{0.5}, {-1.5}});
}

void TestNpy::accepted() {
    QFETCH(Text, bytes);
    QFETCH(Matrix, expected);
    const Result<Matrix> matrix = read_npy(bytes);
    QVERIFY2(matrix, matrix ? "" : matrix.error().message().c_str());
    QCOMPARE(shape_text(matrix.value().rows(), matrix.value().cols()),
             shape_text(expected.rows(), expected.cols()));
    QVERIFY2(same_bits(matrix.value(), expected), printed_list(matrix.value()).c_str());
}

namespace {

void add_npy_columns() {
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Text>("message");
}

void refuses_npy(const char* name, const Text& bytes, const Text& message) {
    QTest::newRow(name) << bytes << message;
}

} // namespace

void TestNpy::refusedHeaders_data() {
    add_npy_columns();
    refuses_npy("empty", "", "no .npy file, expected one that begins with \\x93NUMPY");
    refuses_npy("a text", "1,2\n", "no .npy file, expected one that begins with \\x93NUMPY");
    refuses_npy("version 4", file(header("<f8", "(2,)"), two, 4),
                "header: version 4.0, expected 1.0, 2.0 or 3.0");
    refuses_npy("version 1.1", Text("\x93NUMPY\x01\x01\x00\x00", 10),
                "header: version 1.1, expected 1.0, 2.0 or 3.0");
    refuses_npy("long header", file(header("<f8", "(2,)") + Text(10'000, ' '), two),
                "header: 10102 characters, expected at most 10000");
    refuses_npy("absurd header", Text("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12),
                "header: 4294967295 characters, expected at most 10000");

    const Text types = ", expected real numbers: f2, f4, f8, i1 to i8, u1 to u8 or b1";
    for (const char* type : {"<c16", "<U3", "<M8[ns]", "<f16", "=f8", "|f8", "f8", "<i3", "|V8", ""})
        QTest::addRow("type %s", type)
            << npy(type, "(2,)", two) << "header: the type \"" + Text(type) + '"' + types;
    refuses_npy("Python objects", npy("|O", "(2,)", two),
                "header: Python objects, which are pickled and could run any program" + types +
                    "; save an array of numbers, as np.asarray(a, dtype=float)");
    refuses_npy("records", file("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}", two),
                "header: an array of records" + types);
    refuses_npy("no text", file("{'descr': 8}", two), "header: \"8}\", expected a type in quotation marks");

    refuses_npy("no dictionary", file("[]", two), "header: \"[]\", expected \"{\"");
    refuses_npy("key twice", file("{'descr': '<f8', 'descr': '<f8'}", two),
                "header: \"descr\" twice, expected it once");
    refuses_npy("another key", file("{'desc': '<f8'}", two),
                "header: the key \"desc\", expected descr, fortran_order and shape");
    refuses_npy("no shape", file("{'descr': '<f8', 'fortran_order': False}", two),
                "header: no \"shape\", expected descr, fortran_order and shape");
    refuses_npy("no order", file("{'descr': '<f8', 'shape': (2,)}", two),
                "header: no \"fortran_order\", expected descr, fortran_order and shape");
    refuses_npy("order", file("{'fortran_order': 1}", two), "header: \"1}\", expected True or False");
    refuses_npy("shape", file("{'shape': [2]}", two), "header: \"[2]}\", expected a shape, such as (2, 3)");
    refuses_npy("shape of a negative", file("{'shape': (-1,)}", two),
                "header: \"-1,)}\", expected a number or \")\"");
    refuses_npy("shape without comma", file("{'shape': (2 3)}", two),
                "header: \"3)}\", expected \",\" or \")\"");
    refuses_npy("shape that is no tuple", file("{'shape': (2)}", two),
                "header: \"}\", expected a shape, such as (5,)");
    refuses_npy("after the dictionary",
                file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} x", two),
                "header: \"x\", expected nothing after \"}\"");
}

void TestNpy::refusedShapes_data() {
    add_npy_columns();
    refuses_npy("three dimensions", npy("<f8", "(2, 1, 1)", two),
                "header: an array of shape (2, 1, 1), expected two dimensions, after leading ones of 1");
    refuses_npy("no numbers", npy("<f8", "(0,)", ""),
                "header: an array of shape (0,), expected at least one number");
    refuses_npy("no rows", npy("<f8", "(0, 9223372036854775807)", ""),
                "header: an array of shape (0, 9223372036854775807), expected at least one number");
    refuses_npy("overflow", npy("<f8", "(4294967296, 4294967296)", two),
                "data: 16 bytes, expected 4294967296 × 4294967296 numbers of 8 bytes");
    refuses_npy("overflow to what is there", npy("|u1", "(9223372036854775807, 2)", Text(2, 'x')),
                "data: 2 bytes, expected 9223372036854775807 × 2 numbers of 1 byte");
    refuses_npy("overflow of one", npy("<f8", "(9223372036854775808,)", two),
                "header: the dimension \"9223372036854775808\", expected one that fits in memory");
    refuses_npy("overflow of 64 bits", npy("<f8", "(99999999999999999999,)", two),
                "header: the dimension \"99999999999999999999\", expected one that fits in memory");
    Text ones;
    for (int i = 0; i < 33; ++i)
        ones += "1,";
    refuses_npy("33 dimensions", npy("|u1", "(" + ones + ")", "x"),
                "header: more than 32 dimensions, expected two");
    refuses_npy("too short", npy("<f8", "(3,)", two), "data: 16 bytes, expected 1 × 3 numbers of 8 bytes");
    refuses_npy("too long", npy("<f8", "(1,)", two), "data: 16 bytes, expected 1 × 1 numbers of 8 bytes");
    refuses_npy("a byte too many", npy("<f8", "(2,)", two + "x"),
                "data: 17 bytes, expected 1 × 2 numbers of 8 bytes");
    refuses_npy("a number too many", npy("<f8", "(2, 2)", raw<double>({1, 2, 3, 4, 5})),
                "data: 40 bytes, expected 2 × 2 numbers of 8 bytes");
    refuses_npy("rows and columns exchanged", npy("<f8", "(3, 2)", raw<double>({1, 2, 3, 4})),
                "data: 32 bytes, expected 3 × 2 numbers of 8 bytes");
}

void TestNpy::refusedNumbers_data() {
    add_npy_columns();
    refuses_npy("nan", npy("<f8", "(2, 2)", raw<double>({1, 2, 3, std::nan("")})),
                "row 1, column 1: nan, expected a finite number");
    refuses_npy("inf", npy("<f8", "(2, 2)", raw<double>({1, infinity, 3, 4})),
                "row 0, column 1: inf, expected a finite number");
    refuses_npy("inf by columns", npy("<f8", "(2, 2)", raw<double>({1, infinity, 3, 4}), true),
                "row 1, column 0: inf, expected a finite number");
    refuses_npy("-inf, float", npy("<f4", "(1,)", raw<float>({-HUGE_VALF})),
                "row 0, column 0: -inf, expected a finite number");
    refuses_npy("inf, half", npy("<f2", "(2,)", raw<std::uint16_t>({0, 0x7c00})),
                "row 0, column 1: inf, expected a finite number");
    refuses_npy("nan, half", npy("<f2", "(2,)", raw<std::uint16_t>({0, 0xfe01})),
                "row 0, column 1: nan, expected a finite number");
    const Text exactly = ", expected an integer that a double holds exactly, as all up to 2⁵³";
    refuses_npy("2^53 + 1", npy("<i8", "(2,)", raw<std::int64_t>({0, (std::int64_t{1} << 53) + 1})),
                "row 0, column 1: 9007199254740993" + exactly);
    refuses_npy("-2^53 - 1", npy("<i8", "(1,)", raw<std::int64_t>({-(std::int64_t{1} << 53) - 1})),
                "row 0, column 0: -9007199254740993" + exactly);
    refuses_npy("2^64 - 1", npy("<u8", "(1,)", raw<std::uint64_t>({UINT64_MAX})),
                "row 0, column 0: 18446744073709551615" + exactly);
    refuses_npy("no boolean", npy("|b1", "(2,)", "\x01\x02"),
                "row 0, column 1: the boolean 2, expected 0 or 1");
}

void TestNpy::check_refused() {
    QFETCH(Text, bytes);
    QFETCH(Text, message);
    const Result<Matrix> matrix = read_npy(bytes);
    QVERIFY2(!matrix, matrix ? printed_list(matrix.value()).c_str() : "");
    // As C strings, so that QCOMPARE prints the difference.
    QCOMPARE(matrix.error().message().c_str(), message.c_str());
}

void TestNpy::refusedWhereverItIsCut() {
    for (const int version : {1, 2}) {
        const Text whole = file(header("<f8", "(2,)"), two, version);
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY2(!read_npy(std::string_view(whole).substr(0, size)), std::to_string(size).c_str());
        QVERIFY(read_npy(whole));
    }
}

void TestNpy::randomMatricesComeBack() {
    PrintableMatrices random(9);
    for (int round = 0; round < 300; ++round) {
        const Matrix matrix = random.next();
        const Matrix turned = matrix.transpose();
        const Text shape = "(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ")";
        const std::vector<double> by_rows(matrix.data(), matrix.data() + matrix.size());
        const std::vector<double> by_columns(turned.data(), turned.data() + turned.size());
        for (const Text& bytes : {npy("<f8", shape, raw(by_rows)), npy(">f8", shape, big_endian(by_rows)),
                                  npy("<f8", shape, raw(by_columns), true)}) {
            const Result<Matrix> back = read_npy(bytes);
            QVERIFY2(back && same_bits(back.value(), matrix), printed_list(matrix).c_str());
        }
    }
}

/// All 65,536 half floats, compared with Eigen's conversion.
void TestNpy::everyHalf() {
    for (int i = 0; i <= 0xffff; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        const float expected = Eigen::half_impl::half_to_float(Eigen::half_impl::raw_uint16_to_half(bits));
        const Result<Matrix> read = read_npy(npy("<f2", "()", raw<std::uint16_t>({bits})));
        QCOMPARE(bool(read), std::isfinite(expected));
        QVERIFY2(!read || same_bits(read.value(), Matrix{{double(expected)}}), std::to_string(i).c_str());
    }
}

namespace {

void write(const fs::path& path, const Text& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

void TestNpy::readByExtension_data() {
    QTest::addColumn<Text>("name");
    QTest::addColumn<Text>("bytes");
    QTest::newRow("npy") << Text("w.npy") << npy("<f8", "(2,)", two);
    QTest::newRow("csv") << Text("w.csv") << Text("1,2");
    QTest::newRow("tsv") << Text("w.tsv") << Text("a\tb\n1\t2");
    QTest::newRow("txt") << Text("w.txt") << Text("tensor([1., 2.])");
    QTest::newRow("capitals") << Text("W.CSV") << Text("1,2");
    QTest::newRow("two points") << Text("w.npy.Txt") << Text("1, 2");
}

void TestNpy::readByExtension() {
    QFETCH(Text, name);
    QFETCH(Text, bytes);
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / name;
    write(path, bytes);
    QVERIFY(has_matrix_extension(path));
    const Result<Matrix> matrix = read_matrix_file(path);
    QVERIFY2(matrix, matrix ? "" : matrix.error().message().c_str());
    QVERIFY(same_bits(matrix.value(), Matrix{{1, 2}}));
}

void TestNpy::refusedFile_data() {
    QTest::addColumn<Text>("name");
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Text>("message");
    const Text extensions = ", expected .npy, .csv, .tsv, .txt, .md or .tex";
    QTest::newRow("json") << Text("w.json") << Text("[[1]]") << "the extension \".json\"" + extensions;
    QTest::newRow("npz") << Text("w.npz") << Text("PK") << "the extension \".npz\"" + extensions;
    QTest::newRow("none") << Text("w") << Text("1") << "the extension \"\"" + extensions;
    QTest::newRow("hidden") << Text(".csv") << Text("1") << "the extension \"\"" + extensions;
    QTest::newRow("npy") << Text("w.npy") << Text("1")
                         << Text("no .npy file, expected one that begins with \\x93NUMPY");
    QTest::newRow("csv") << Text("w.csv") << Text("1,x")
                         << Text("line 1, column 3: \"x\", expected a number");
    QTest::newRow("tsv") << Text("w.tsv") << Text("1,2,3")
                         << Text("line 1, column 1: \"1,2,3\", expected a number without group separators");
    QTest::newRow("txt") << Text("w.txt") << Text("[1")
                         << Text("line 1, column 3: the end of the text, expected \"]\"");
}

void TestNpy::refusedFile() {
    QFETCH(Text, name);
    QFETCH(Text, bytes);
    QFETCH(Text, message);
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / name;
    write(path, bytes);
    QCOMPARE(has_matrix_extension(path), !message.starts_with("the extension"));
    const Result<Matrix> matrix = read_matrix_file(path);
    QVERIFY(!matrix);
    QCOMPARE(matrix.error().message(), path.string() + ": " + message);
}

void TestNpy::missingFile() {
    const Result<Matrix> matrix = read_matrix_file("/nowhere/w.csv");
    QVERIFY(!matrix);
    QCOMPARE(matrix.error().message(), Text("/nowhere/w.csv: cannot be read: No such file or directory"));
}

LAB_APPLESS_TEST(TestNpy)
#include "tst_npy.moc"
