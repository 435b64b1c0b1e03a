// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named arrays: what is read of .npz and .safetensors, and hostile ones, refused in one line each.
#include "core/io/array_files.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/import_cases.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <limits>

using namespace lab;
using namespace lab::test;
using Text = std::string;

namespace {

constexpr double hiding = -std::numeric_limits<double>::infinity();
const Text four = floats({1, 2, 3, 4});

/// Four numbers of the type, as W.
NamedArraysPtr tensor(const Text& type, const Text& bytes) {
    return read_safetensors(safetensors({{"W", type, "[2,2]", bytes}})).value();
}

Text unsigned_16(const std::vector<std::uint64_t>& numbers) {
    Text bytes;
    for (const std::uint64_t number : numbers)
        bytes += little_endian(number, 2);
    return bytes;
}

/// An archive with one array of four numbers, "W.npy".
Text one_array(const Text& npy) {
    return zip_archive({{"W.npy", npy}});
}

/// Opens and reads the array "W"; the first error.
Result<Matrix> first_error(const Result<NamedArraysPtr>& arrays, ArrayUse use = ArrayUse::numbers) {
    if (!arrays)
        return arrays.error();
    const ArrayInfo* array = arrays.value()->find("W");
    return array ? arrays.value()->read(*array, use) : Result<Matrix>(Error{{}, {}, "no W", {}});
}

Text padded(Text bytes, std::size_t size) {
    bytes.resize(size, ' ');
    return bytes;
}

/// What this process has read of files since it began, by Linux's count.
std::size_t bytes_read() {
    std::ifstream counts("/proc/self/io");
    Text name;
    std::size_t count = 0;
    while (counts >> name >> count)
        if (name == "rchar:")
            return count;
    return 0;
}

} // namespace

class TestNamedArrays : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void types_data();
    void types();
    void archives();
    void texts();
    void masks();
    void refusedTensors_data();
    void refusedTensors();
    void refusedArchives_data();
    void refusedArchives();
    void cutAnywhere();
    void byName_data();
    void byName();
    void places_data();
    void places();
    void readsOnlyWhatIsAskedFor();
};

void TestNamedArrays::types_data() {
    QTest::addColumn<Text>("type");
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Text>("name");
    const auto row = [](const char* type, const Text& bytes, const char* name) {
        QTest::newRow(type) << Text(type) << bytes << Text(name);
    };
    const auto doubles = [](const std::vector<double>& numbers) {
        Text bytes;
        for (const double number : numbers)
            bytes += little_endian(std::bit_cast<std::uint64_t>(number), 8);
        return bytes;
    };
    row("F64", doubles({1, -2, 0.5, 3}), "float64");
    row("F32", floats({1, -2, 0.5, 3}), "float32");
    row("F16", unsigned_16({0x3c00, 0xc000, 0x3800, 0x4200}), "float16");
    row("BF16", unsigned_16({0x3f80, 0xc000, 0x3f00, 0x4040}), "bfloat16");
}

void TestNamedArrays::types() {
    QFETCH(Text, type);
    QFETCH(Text, bytes);
    QFETCH(Text, name);
    const NamedArraysPtr arrays = tensor(type, bytes);
    QCOMPARE(arrays->arrays().front().type, name);
    QVERIFY(same_bits(arrays->read(arrays->arrays().front()).value(), Matrix{{1, -2}, {0.5, 3}}));
}

/// Stored and deflated, little and big endian, row-major and column-major: what numpy.savez has written.
void TestNamedArrays::archives() {
    const NamedArraysPtr arrays = open_arrays(import_data("given.npz")).value();
    QCOMPARE(arrays->arrays().size(), std::size_t(3));
    QCOMPARE(arrays->arrays()[0].name, Text("Q"));
    QCOMPARE(arrays->arrays()[2].type, Text("float32"));
    QCOMPARE(arrays->read(*arrays->find("V")).value().rows(), Index(5));
    const NamedArraysPtr small = read_npz(one_array(npy_file("<f4", "(1, 2, 2)", four))).value();
    QVERIFY(same_bits(small->read(*small->find("W")).value(), Matrix{{1, 2}, {3, 4}}));
    // Other members are nothing to us.
    QCOMPARE(read_npz(zip_archive({{"readme.txt", "hello"}, {"a/b.npy", npy_file("<f4", "(4,)", four)}}))
                 .value()
                 ->arrays()
                 .front()
                 .name,
             Text("a/b"));
    QVERIFY(read_npz(zip_archive({})).value()->arrays().empty());
}

void TestNamedArrays::texts() {
    Text bytes;
    for (const std::uint64_t code : {0x61U, 0x62U, 0U, 0x17cU, 0U, 0U, 0x20acU, 0x1f600U, 0x20U})
        bytes += little_endian(code, 4);
    const NamedArraysPtr arrays =
        read_npz(zip_archive({{"tokens.npy", npy_file("<U3", "(3,)", bytes)}})).value();
    const ArrayInfo& tokens = arrays->arrays().front();
    QVERIFY(tokens.is_text);
    QCOMPARE(arrays->read_texts(tokens).value(), (std::vector<Text>{"ab", "ż", "€😀 "}));
    QCOMPARE(arrays->read(tokens).error().message(), Text("tokens: texts, expected numbers"));
    const NamedArraysPtr wrong =
        read_npz(zip_archive({{"W.npy", npy_file("<U1", "(1,)", little_endian(0xd800, 4))}})).value();
    QCOMPARE(wrong->read_texts(wrong->arrays().front()).error().message(),
             Text("W: element 0: the number 55296 for a character, expected a Unicode code point"));
}

void TestNamedArrays::masks() {
    const auto read = [](const NamedArraysPtr& arrays, ArrayUse use) {
        return arrays->read(arrays->arrays().front(), use);
    };
    const NamedArraysPtr booleans = tensor("BOOL", Text("\x01\x00\x00\x01", 4));
    QVERIFY(same_bits(read(booleans, ArrayUse::mask).value(), Matrix{{1, 0}, {0, 1}}));
    QVERIFY(!read(booleans, ArrayUse::numbers));
    QVERIFY(
        same_bits(read(tensor("I8", "\xff\x01\x02\x03"), ArrayUse::mask).value(), Matrix{{-1, 1}, {2, 3}}));
    const Text hidden_one = floats({0, -HUGE_VALF, 1, 2});
    QVERIFY(same_bits(read(tensor("F32", hidden_one), ArrayUse::mask).value(), Matrix{{0, hiding}, {1, 2}}));
    QVERIFY(!read(tensor("F32", hidden_one), ArrayUse::numbers));
    QCOMPARE(read(tensor("F32", floats({0, HUGE_VALF, 1, 2})), ArrayUse::mask).error().message(),
             Text("W: row 0, column 1: inf, expected a finite number or -inf"));
    const NamedArraysPtr npz = read_npz(one_array(npy_file("<f4", "(2, 2)", hidden_one))).value();
    QVERIFY(read(npz, ArrayUse::mask) && !read(npz, ArrayUse::numbers));
}

void TestNamedArrays::refusedTensors_data() {
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* name, const Text& bytes, const char* message) {
        QTest::newRow(name) << bytes << Text(message);
    };
    const auto header = [](const char* text, const Text& data = four) {
        return safetensors(Text(text), data);
    };
    const char* not_ours = "no .safetensors file, expected one that safetensors.torch.save_file has written";
    row("empty", "", not_ours);
    row("a text", "1,2\n3,4\n",
        "header: 735261236894247985 bytes, expected at most 100000000, as a .safetensors file has");
    row("a ZIP archive", one_array(npy_file("<f4", "(4,)", four)),
        "a ZIP archive, as torch.save and numpy.savez write it, expected one that "
        "safetensors.torch.save_file has "
        "written");
    row("a long header", little_endian(100'000'001, 8),
        "header: 100000001 bytes, expected at most 100000000, as a .safetensors file has");
    row("a header that is cut", little_endian(50, 8) + "{}", "header: its end after 2 bytes, expected 50");
    row("no object", header("[]"), not_ours);
    row("no JSON", header("{\"W\""), "header: no JSON at byte 5, expected a JSON object");
    row("not UTF-8", header("{\"\xff\":1}"), "header: no JSON at byte 3, expected a JSON object");
    row("two objects", header("{}{}", {}), "header: no JSON at byte 3, expected a JSON object");
    row("a number for a tensor", header("{\"W\":1}"), "header: 1, expected an object");
    row("no dtype", header("{\"W\":{\"shape\":[2,2],\"data_offsets\":[0,16]}}"),
        "header: W: no dtype, expected dtype, shape and data_offsets");
    row("another key", header("{\"W\":{\"type\":\"F32\"}}"),
        "header: W: the key \"type\", expected dtype, shape and data_offsets");
    row("a key twice", header("{\"W\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}"),
        "header: W: dtype twice, expected it once");
    row("a negative size", header("{\"W\":{\"shape\":[-2]}}"),
        "header: W: -2, expected a whole number of at least 0");
    row("half a size", header("{\"W\":{\"shape\":[0.5]}}"),
        "header: W: 0.5, expected a whole number of at least 0");
    row("a nested shape", header("{\"W\":{\"shape\":[[2]]}}"),
        "header: W: an array, expected a whole number of at least 0");
    row("three offsets", header("{\"W\":{\"data_offsets\":[0,1,2]}}"),
        "header: W: more than two data_offsets, expected a beginning and an end");
    row("one offset", header("{\"W\":{\"data_offsets\":[0]}}"),
        "header: W: 1 data_offsets, expected a beginning and an end");
    row("metadata of numbers", header("{\"__metadata__\":{\"a\":1}}"),
        "header: __metadata__: 1, expected a text");
    row("a name with a line break", header("{\"a\\nb\":{}}"),
        "header: the name \"a�b\", expected one without control characters");
    row("a tensor twice",
        header("{\"W\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},"
               "\"W\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}"),
        "header: the tensor \"W\" twice, expected it once");
    row("a gap before", header("{\"W\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[4,16]}}"),
        "W: data_offsets 4 to 16, expected a beginning at 0, where the data before it ends");
    row("a gap after", header("{\"W\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}"),
        "data: 16 bytes, expected 12, as its header says");
    row("an overlap",
        header("{\"V\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
               "\"W\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[4,16]}}"),
        "W: data_offsets 4 to 16, expected a beginning at 8, where the data before it ends");
    row("an end before its beginning",
        header("{\"V\":{\"dtype\":\"U8\",\"shape\":[16],\"data_offsets\":[0,16]},"
               "\"W\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[16,8]}}"),
        "W: data_offsets 16 to 8, expected a beginning at 16, where the data before it ends");
    row("data that is cut", header("{\"W\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[0,20]}}"),
        "data: 16 bytes, expected 20, as its header says");
    row("a shape that does not agree",
        header("{\"W\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,16]}}"),
        "W: 16 bytes, expected 12 for 3 of F32");
    row("a shape that overflows",
        header("{\"W\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,16]}}"),
        "W: 16 bytes, expected the bytes for 4294967296 × 4294967296 of F32");
    row("bytes that overflow",
        header("{\"W\":{\"dtype\":\"F64\",\"shape\":[4611686018427387904],\"data_offsets\":[0,16]}}"),
        "W: 16 bytes, expected the bytes for 4611686018427387904 of F64");
    row("an unknown type", header("{\"W\":{\"dtype\":\"F4\",\"shape\":[32],\"data_offsets\":[0,16]}}"),
        "W: the type \"F4\", expected F16, BF16, F32 or F64");
    row("no numbers", header("{\"W\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", {}),
        "W: an array of shape (0,), expected at least one number");
    row("too many numbers",
        header("{\"W\":{\"dtype\":\"F16\",\"shape\":[4000001],\"data_offsets\":[0,8000002]}}",
               Text(8'000'002, '\0')),
        "W: 4000001 numbers, expected at most 4000000");
}

void TestNamedArrays::refusedTensors() {
    QFETCH(Text, bytes);
    QFETCH(Text, message);
    const Result<Matrix> result = first_error(read_safetensors(bytes));
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message()), QString::fromStdString(message));
}

void TestNamedArrays::refusedArchives_data() {
    QTest::addColumn<Text>("bytes");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* name, const Text& bytes, const char* message) {
        QTest::newRow(name) << bytes << Text(message);
    };
    const Text good = npy_file("<f4", "(4,)", four);
    row("a text", "1,2\n3,4\n", "no .npz file, expected an archive that numpy.savez has written");
    row("empty", "", "no .npz file, expected an archive that numpy.savez has written");
    row("encrypted", zip_archive({{"W.npy", good, 0, 1}}),
        "the member \"W.npy\", which is encrypted, expected an open one");
    row("a name twice", zip_archive({{"W.npy", good}, {"W.npy", good}}),
        "the member \"W.npy\" twice, expected it once");
    row("a parent folder", zip_archive({{"../W.npy", good}}),
        "the member \"../W.npy\", expected names of arrays");
    row("a parent folder within", zip_archive({{"a/../../W.npy", good}}),
        "the member \"a/../../W.npy\", expected names of arrays");
    row("an absolute path", zip_archive({{"/etc/W.npy", good}}),
        "the member \"/etc/W.npy\", expected names of arrays");
    row("another system's path", zip_archive({{"C:\\W.npy", good}}),
        "the member \"C:\\W.npy\", expected names of arrays");
    row("a line break", zip_archive({{"a\nb.npy", good}}),
        "the member \"a�b.npy\", expected names of arrays");
    row("torch.save", zip_archive({{"archive/data.pkl", "x"}}),
        "a pickle, which could run any program when it is opened, expected a .safetensors or .npz file; in "
        "Python: "
        "safetensors.torch.save_file(model.state_dict(), \"model.safetensors\")");
    row("Python objects", one_array(npy_file("|O", "(4,)", four)),
        "W: header: Python objects, which are pickled and could run any program, expected real numbers: f2, "
        "f4, f8, "
        "i1 to i8, u1 to u8 or b1; save an array of numbers, as np.asarray(a, dtype=float)");
    row("complex numbers", one_array(npy_file("<c16", "(4,)", four)),
        "W: header: the type \"<c16\", expected real numbers: f2, f4, f8, i1 to i8, u1 to u8 or b1");
    row("no .npy", one_array("hello"), "W: no .npy file, expected one that begins with \\x93NUMPY");
    row("fewer bytes", one_array(npy_file("<f4", "(5,)", four)),
        "W: data: 84 bytes, expected 88, for 5 of float32");
    row("more bytes", one_array(npy_file("<f4", "(3,)", four)),
        "W: data: 84 bytes, expected 80, for 3 of float32");
    row("too many numbers", one_array(npy_file("<f4", "(4000001,)", four)),
        "W: 4000001 numbers, expected at most 4000000");
    row("a shape that overflows", one_array(npy_file("<f4", "(4294967296, 4294967296)", four)),
        "W: 4294967296 × 4294967296 numbers, expected at most 4000000");
    row("texts too long", one_array(npy_file("<U1000001", "(1,)", four)),
        "W: header: the type \"<U1000001\", expected real numbers: f2, f4, f8, i1 to i8, u1 to u8 or b1");
    row("another compression", zip_archive({{"W.npy", good, 0, 0, 12}}),
        "W: compressed by method 12, expected stored or deflated, as by numpy.savez");
    row("not what deflate writes", zip_archive({{"W.npy", "\xff\xff\xff", 0, 0, 8}}),
        "W: damaged: Zlib error: data error, expected an archive that numpy.savez has written");
    Text spoilt = one_array(good);
    spoilt[spoilt.find("PK\x01\x02") - 1] ^= 1;
    row("a wrong sum", spoilt, "W: damaged: CRC error, expected an archive that numpy.savez has written");
    row("three dimensions", one_array(npy_file("<f4", "(2, 1, 2)", four)),
        "W: an array of shape (2, 1, 2), expected two dimensions, after leading ones of 1");
    row("nan", one_array(npy_file("<f4", "(1,)", floats({NAN}))),
        "W: row 0, column 0: nan, expected a finite number");
}

void TestNamedArrays::refusedArchives() {
    QFETCH(Text, bytes);
    QFETCH(Text, message);
    const Result<Matrix> result = first_error(read_npz(bytes));
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message()), QString::fromStdString(message));
}

/// Never a crash, and one line.
void TestNamedArrays::cutAnywhere() {
    const Text archive =
        zip_archive({{"W.npy", npy_file("<f4", "(4,)", four)}, {"V.npy", npy_file("<f4", "(4,)", four)}});
    const Text file = safetensors({{"W", "F32", "[2,2]", four}, {"V", "F32", "[4]", four}});
    const auto check = [](const Result<Matrix>& result) {
        QVERIFY(!result);
        QVERIFY(result.error().message().find('\n') == Text::npos);
    };
    for (std::size_t size = 0; size < file.size(); ++size)
        check(first_error(read_safetensors(file.substr(0, size))));
    for (std::size_t size = 0; size < archive.size(); ++size)
        check(first_error(read_npz(archive.substr(0, size))));
}

void TestNamedArrays::byName_data() {
    QTest::addColumn<Text>("file");
    QTest::addColumn<Text>("found");
    const auto row = [](const char* file, const char* found) {
        QTest::newRow(file) << Text(file) << Text(found);
    };
    const char* pickle = "a pickle, which could run any program when it is opened";
    for (const char* file : {"model.pt", "model.PTH", "pytorch_model.bin", "last.ckpt", "a.pkl"})
        row(file, pickle);
    row("model.safetensors.index.json", "an index of several files");
    row("model.json", "the extension \".json\"");
    row("model", "the extension \"\"");
    row("none.npz", "cannot be read: No such file or directory");
}

void TestNamedArrays::byName() {
    QFETCH(Text, file);
    QFETCH(Text, found);
    const Result<NamedArraysPtr> result = open_arrays(file);
    QVERIFY(!result);
    QCOMPARE(result.error().file, file);
    QCOMPARE(result.error().found, found);
}

void TestNamedArrays::places_data() {
    QTest::addColumn<Text>("text");
    QTest::addColumn<Text>("file");
    QTest::addColumn<Text>("array");
    const auto row = [](const char* text, const char* file, const char* array) {
        QTest::newRow(text) << Text(text) << Text(file) << Text(array);
    };
    row("a.npz:W", "a.npz", "W");
    row("a.npz:a.npz:b", "a.npz", "a.npz:b");
    row("b/A.SafeTensors:h.0.W", "b/A.SafeTensors", "h.0.W");
    row("a.npz", "a.npz", "");
    row("a.npy", "", "");
    row("c:/a.csv", "", "");
}

void TestNamedArrays::places() {
    QFETCH(Text, text);
    QFETCH(Text, file);
    QFETCH(Text, array);
    const std::optional<ArrayPlace> place = array_place(text);
    QCOMPARE(place.has_value(), !file.empty());
    if (place) {
        QCOMPARE(place->file, file);
        QCOMPARE(place->array, array);
    }
    const auto missing = read_array({import_data("given.npz").string(), "W"}, ArrayUse::numbers);
    QCOMPARE(missing.error().found, Text("no array \"W\""));
    QCOMPARE(missing.error().expected, Text("Q, K, V"));
}

/// Only the header and what is asked for are read: a checkpoint of 64 MiB whose layers are holes.
void TestNamedArrays::readsOnlyWhatIsAskedFor() {
    const QTemporaryDir folder;
    const Text path = folder.filePath("large.safetensors").toStdString();
    constexpr std::size_t width = 1024, layers = 16, bytes = width * width * 4;
    Text header = "{\"W\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}";
    for (std::size_t i = 0; i < layers; ++i)
        header += ",\"layer." + std::to_string(i) +
                  "\":{\"dtype\":\"F32\",\"shape\":[1024,1024],\"data_offsets\":[" +
                  std::to_string(16 + i * bytes) + "," + std::to_string(16 + (i + 1) * bytes) + "]}";
    const Text start = safetensors(padded(header + "}", 4096), four);
    std::ofstream(path, std::ios::binary) << start;
    std::filesystem::resize_file(path, start.size() + layers * bytes);
    const std::size_t before = bytes_read();
    const Result<NamedArraysPtr> arrays = open_arrays(path);
    const Result<Matrix> matrix = first_error(arrays);
    const std::size_t read = bytes_read() - before;
    QVERIFY2(matrix, matrix ? "" : matrix.error().message().c_str());
    QVERIFY2(read > 0 && read < bytes, std::to_string(read).c_str());
    // A file that becomes shorter is an error, and not the end of the program.
    std::filesystem::resize_file(path, start.size());
    const Result<Matrix> gone = arrays.value()->read(*arrays.value()->find("layer.3"));
    QVERIFY(!gone);
    QVERIFY2(gone.error().found.find("its end after") == 0, gone.error().message().c_str());
}

LAB_GUILESS_TEST(TestNamedArrays)
#include "tst_named_arrays.moc"
