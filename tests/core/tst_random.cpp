// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random matrices, compared with those drawn by PyTorch and NumPy.
#include "core/io/file.h"
#include "core/random/random_matrices.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace lab;
using namespace lab::test;
using Shapes = std::vector<Shape>;
using Json = nlohmann::ordered_json;

namespace {

/// Tolerance for PyTorch's normal values, whose float32 arithmetic differs between processors.
constexpr double pytorch_normal_tolerance = 2e-6;

std::vector<Matrix> draw(const RandomSource& source, const Shapes& shapes) {
    RandomMatrices matrices(source);
    std::vector<Matrix> drawn;
    for (const Shape& shape : shapes)
        drawn.push_back(matrices.next(shape));
    return drawn;
}

/// All numbers in the order they were drawn.
RowVector joined(const std::vector<Matrix>& matrices) {
    std::vector<double> numbers;
    for (const Matrix& matrix : matrices)
        numbers.insert(numbers.end(), matrix.data(), matrix.data() + matrix.size());
    return Eigen::Map<const RowVector>(numbers.data(), Index(numbers.size()));
}

RowVector row(const RandomSource& source, Index size) {
    return draw(source, {{1, size}}).front();
}

/// The 16 normal values that PyTorch makes from 16 uniform ones, in double precision.
RowVector normal_run(const RowVector& uniform) {
    RowVector normal(16);
    for (Index j = 0; j < 8; ++j) {
        const double radius = std::sqrt(-2 * std::log(1 - uniform[j]));
        normal[j] = radius * std::cos(2 * std::numbers::pi * uniform[j + 8]);
        normal[j + 8] = radius * std::sin(2 * std::numbers::pi * uniform[j + 8]);
    }
    return normal;
}

bool close(const RowVector& a, const RowVector& b, double tolerance) {
    return a.size() == b.size() && (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

} // namespace

class TestRandom : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void draws_data();
    void draws();
    void wellKnown_data();
    void wellKnown();
    void onwardFromMatrixToMatrix_data();
    void onwardFromMatrixToMatrix();
    void pytorchNormalCounts_data();
    void pytorchNormalCounts();
    void keptValue();
    void pytorchIsFloat32_data();
    void pytorchIsFloat32();
    void linearBounds();
    void pytorchSeeds_data();
    void pytorchSeeds();
    void readsSeeds_data();
    void readsSeeds();
    void readsShapes_data();
    void readsShapes();
    void refusals_data();
    void refusals();
};

void TestRandom::draws_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<Json>("expected");
    const Json draws = Json::parse(read_file(LAB_TEST_DATA "/random-generators.json").value());
    for (std::size_t i = 0; i < draws.size(); ++i) {
        const Json& draw = draws[i];
        const auto generator = draw.at("generator").get<std::string>();
        const auto distribution = draw.at("distribution").get<std::string>();
        const auto seed = draw.at("seed").get<std::uint64_t>();
        QTest::addRow("%zu: %s %s, seed %llu", i, generator.c_str(), distribution.c_str(),
                      static_cast<unsigned long long>(seed))
            << RandomSource{generators.at(generator), seed, distributions.at(distribution)}
            << draw.at("matrices");
    }
}

void TestRandom::draws() {
    QFETCH(RandomSource, source);
    QFETCH(Json, expected);
    const bool is_approximate =
        source.generator == Generator::pytorch && source.distribution == Distribution::normal;
    RandomMatrices matrices(source);
    QVERIFY(!expected.empty());
    for (const Json& json : expected) {
        const Matrix matrix = matrix_of(json);
        const Matrix drawn = matrices.next({matrix.rows(), matrix.cols()});
        if (is_approximate)
            QVERIFY((drawn - matrix).cwiseAbs().maxCoeff() <= pytorch_normal_tolerance);
        else
            QVERIFY(same_bits(drawn, matrix));
    }
}

void TestRandom::wellKnown_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<int>("count");
    QTest::addColumn<std::vector<double>>("start");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("torch.rand(4), seed 0") << RandomSource{Generator::pytorch, 0, Distribution::uniform} << 4
                                           << std::vector{0.4963, 0.7682, 0.0885, 0.1320} << 5e-5;
    QTest::newRow("torch.rand(6), seed 123")
        << RandomSource{Generator::pytorch, 123, Distribution::uniform} << 6
        << std::vector{0.2961, 0.5166, 0.2517, 0.6886, 0.0740, 0.8665} << 5e-5;
    QTest::newRow("torch.randn(9), seed 0") << RandomSource{Generator::pytorch, 0, Distribution::normal} << 9
                                            << std::vector{1.5410, -0.2934, -2.1788} << 5e-5;
    QTest::newRow("torch.randn(16), seed 0") << RandomSource{Generator::pytorch, 0, Distribution::normal}
                                             << 16 << std::vector{-1.1258, -1.1524, -0.2506} << 5e-5;
    QTest::newRow("np.random.randn(4), seed 42")
        << RandomSource{Generator::numpy, 42, Distribution::normal} << 4
        << std::vector{0.49671415, -0.1382643, 0.64768854, 1.52302986} << 5e-9;
}

void TestRandom::wellKnown() {
    QFETCH(RandomSource, source);
    QFETCH(int, count);
    QFETCH(std::vector<double>, start);
    QFETCH(double, tolerance);
    const RowVector drawn = row(source, count);
    for (std::size_t i = 0; i < start.size(); ++i)
        QVERIFY(std::abs(drawn[Index(i)] - start[i]) <= tolerance);
}

void TestRandom::onwardFromMatrixToMatrix_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<Shapes>("shapes");
    const Shapes odd{{1, 1}, {3, 5}, {16, 1}, {1, 3}};
    QTest::newRow("PyTorch uniform") << RandomSource{Generator::pytorch, 7, Distribution::uniform} << odd;
    QTest::newRow("NumPy uniform") << RandomSource{Generator::numpy, 7, Distribution::uniform} << odd;
    QTest::newRow("NumPy normal") << RandomSource{Generator::numpy, 7, Distribution::normal} << odd;
    QTest::newRow("PyTorch normal, fewer than 16")
        << RandomSource{Generator::pytorch, 7, Distribution::normal} << Shapes{{1, 1}, {3, 3}, {1, 5}};
    QTest::newRow("PyTorch normal, whole runs of 16")
        << RandomSource{Generator::pytorch, 7, Distribution::normal} << Shapes{{4, 4}, {2, 16}, {16, 1}};
    QTest::newRow("PyTorch linear, as wide as each other")
        << RandomSource{Generator::pytorch, 7, Distribution::linear} << Shapes{{1, 35}, {2, 35}};
}

/// Matrices continue the generator's state, so drawing all numbers as one matrix gives the same sequence.
void TestRandom::onwardFromMatrixToMatrix() {
    QFETCH(RandomSource, source);
    QFETCH(Shapes, shapes);
    const RowVector numbers = joined(draw(source, shapes));
    QVERIFY(same_bits(joined(draw(source, shapes)), numbers));
    const bool is_linear = source.distribution == Distribution::linear;
    const Index columns = is_linear ? shapes.front().columns : 1;
    QVERIFY(same_bits(joined(draw(source, {{numbers.size() / columns, columns}})), numbers));
    ++source.seed;
    QVERIFY(!same_bits(joined(draw(source, shapes)), numbers));
}

void TestRandom::pytorchNormalCounts_data() {
    QTest::addColumn<int>("count");
    for (const int count : {15, 16, 17, 31, 32, 33, 40})
        QTest::addRow("%d", count) << count;
}

/// From 16 values on, PyTorch fills whole runs of 16, then redraws the last 16 values. Later draws continue
/// after them.
void TestRandom::pytorchNormalCounts() {
    QFETCH(int, count);
    const RandomSource source{Generator::pytorch, 5, Distribution::normal};
    const std::vector<Matrix> drawn = draw(source, {{1, count}, {4, 4}});
    const RowVector uniform = row({source.generator, source.seed, Distribution::uniform}, count + 64);
    RowVector expected(count);
    Index used = count;
    if (count < 16) {
        for (int i = 0; i < count; ++i)
            expected[i] = draw(source, Shapes(std::size_t(count), {1, 1}))[std::size_t(i)](0, 0);
        used = Index{2} * (count + 1); // four draws per pair of values
    } else {
        for (Index begin = 0; begin + 16 <= count; begin += 16)
            expected.segment(begin, 16) = normal_run(uniform.segment(begin, 16));
        if (count % 16 != 0) {
            expected.tail(16) = normal_run(uniform.segment(count, 16));
            used += 16;
        }
    }
    QVERIFY(close(drawn[0], expected, pytorch_normal_tolerance));
    QVERIFY(close(joined({drawn[1]}), normal_run(uniform.segment(used, 16)), pytorch_normal_tolerance));
}

/// A pair's unused second value survives drawing a matrix of 16 and becomes the fourth value. Reseeding
/// discards it.
void TestRandom::keptValue() {
    const RandomSource source{Generator::pytorch, 9, Distribution::normal};
    const RowVector four = row(source, 4);
    const std::vector<Matrix> drawn = draw(source, {{1, 3}, {4, 4}, {1, 1}, {1, 1}});
    QVERIFY(same_bits(drawn[0], Matrix(four.head(3))));
    QCOMPARE(drawn[2](0, 0), four[3]);
    QVERIFY(drawn[3](0, 0) != four[3]);
    QVERIFY(same_bits(row(source, 4), four));
}

void TestRandom::pytorchIsFloat32_data() {
    QTest::addColumn<Distribution>("distribution");
    for (const auto& [name, distribution] : distributions)
        QTest::newRow(name.c_str()) << distribution;
}

void TestRandom::pytorchIsFloat32() {
    QFETCH(Distribution, distribution);
    for (const double number : joined(draw({Generator::pytorch, 1, distribution}, {{3, 4}, {20, 7}})))
        QCOMPARE(number, double(float(number)));
}

/// The bound depends on the number of columns, and some numbers come close to it.
void TestRandom::linearBounds() {
    for (const Index inputs : {1, 4, 100}) {
        const RandomSource source{Generator::pytorch, 3, Distribution::linear};
        const Matrix weight = draw(source, {{1000, inputs}}).front();
        const double bound = 1 / std::sqrt(double(inputs));
        QVERIFY(weight.cwiseAbs().maxCoeff() <= bound * (1 + 1e-7));
        QVERIFY(weight.maxCoeff() > 0.98 * bound);
        QVERIFY(weight.minCoeff() < -0.98 * bound);
    }
}

void TestRandom::pytorchSeeds_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::uint64_t>("low");
    QTest::newRow("-1") << std::string("-1") << std::uint64_t{4294967295};
    QTest::newRow("2^32") << std::string("4294967296") << std::uint64_t{0};
    QTest::newRow("2^32 + 5") << std::string("4294967301") << std::uint64_t{5};
    QTest::newRow("smallest") << std::string("-9223372036854775808") << std::uint64_t{0};
    QTest::newRow("largest") << std::string("18446744073709551615") << std::uint64_t{4294967295};
}

/// PyTorch uses the low 32 bits of the seed.
void TestRandom::pytorchSeeds() {
    QFETCH(std::string, text);
    QFETCH(std::uint64_t, low);
    const Result<std::uint64_t> seed = read_seed(text, Generator::pytorch);
    QVERIFY(bool(seed));
    for (const auto& [name, distribution] : distributions)
        QVERIFY(same_bits(row({Generator::pytorch, seed.value(), distribution}, 5),
                          row({Generator::pytorch, low, distribution}, 5)));
}

void TestRandom::readsSeeds_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("of_numpy");
    QTest::addColumn<bool>("of_pytorch");
    const auto add = [](const char* text, bool of_numpy, bool of_pytorch) {
        QTest::newRow(*text ? text : "empty") << std::string(text) << of_numpy << of_pytorch;
    };
    add("0", true, true);
    add("4294967295", true, true);
    add("4294967296", false, true);
    add("-1", false, true);
    add("-9223372036854775808", false, true);
    add("18446744073709551615", false, true);
    for (const char* text : {"", "-", "--1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "seed",
                             "-9223372036854775809", "18446744073709551616"})
        add(text, false, false);
}

void TestRandom::readsSeeds() {
    QFETCH(std::string, text);
    QFETCH(bool, of_numpy);
    QFETCH(bool, of_pytorch);
    const auto numpy = read_seed(text, Generator::numpy);
    const auto pytorch = read_seed(text, Generator::pytorch);
    QCOMPARE(bool(numpy), of_numpy);
    QCOMPARE(bool(pytorch), of_pytorch);
    if (!numpy)
        QCOMPARE(numpy.error().message(),
                 "seed: \"" + text + "\", expected a whole number from 0 to 4294967295");
    if (!pytorch)
        QCOMPARE(pytorch.error().message(), "seed: \"" + text + "\", expected a whole number of 64 bits");
}

void TestRandom::readsShapes_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("is_shape");
    for (const char* text : {"3x2", "003x2", "3x1073741824"})
        QTest::newRow(text) << std::string(text) << true;
    for (const char* text : {"", "x", "3", "3x", "x2", "3x2x1", "3X2", "3 x 2", "-3x2", "+3x2", "3.0x2",
                             "0x2", "3x0", "axb", "3x1073741825", "99999999999999999999x1"})
        QTest::newRow(*text ? text : "empty") << std::string(text) << false;
}

void TestRandom::readsShapes() {
    QFETCH(std::string, text);
    QFETCH(bool, is_shape);
    const Result<Shape> shape = read_shape(text);
    QCOMPARE(bool(shape), is_shape);
    if (is_shape) {
        QCOMPARE(shape.value().rows, Index{3});
        QCOMPARE(shape.value().columns, text.ends_with('4') ? most_random_numbers : Index{2});
    } else {
        QCOMPARE(shape.error().message(),
                 "shape: \"" + text + "\", expected ROWSxCOLUMNS, each a whole number from 1 to 1073741824");
    }
}

void TestRandom::refusals_data() {
    QTest::addColumn<RandomSource>("source");
    QTest::addColumn<Shapes>("shapes");
    QTest::addColumn<std::string>("message");
    const RandomSource pytorch{Generator::pytorch, 0, Distribution::linear};
    const std::string too_large = ", expected at most 1073741824 numbers (8 GiB) in all matrices together";
    const Index half = most_random_numbers / 2;
    const Index huge = std::numeric_limits<Index>::max();
    QTest::newRow("linear of NumPy") << RandomSource{Generator::numpy, 0, Distribution::linear}
                                     << Shapes{{1, 1}}
                                     << std::string("distribution: linear of NumPy, expected uniform or "
                                                    "normal; linear is PyTorch's");
    QTest::newRow("seed of NumPy")
        << RandomSource{Generator::numpy, std::uint64_t{1} << 32, Distribution::uniform} << Shapes{{1, 1}}
        << std::string("seed: 4294967296, expected a whole number from 0 to 4294967295");
    QTest::newRow("no rows") << pytorch << Shapes{{1, 1}, {0, 2}}
                             << std::string("shape: 0 × 2, expected 1 × 1 or larger");
    QTest::newRow("negative") << pytorch << Shapes{{1, -2}}
                              << std::string("shape: 1 × -2, expected 1 × 1 or larger");
    QTest::newRow("overflow") << pytorch << Shapes{{huge, huge}}
                              << "shape: 9223372036854775807 × 9223372036854775807" + too_large;
    QTest::newRow("to 0 by overflow") << pytorch << Shapes{{Index{1} << 32, Index{1} << 32}}
                                      << "shape: 4294967296 × 4294967296" + too_large;
    QTest::newRow("one more") << pytorch << Shapes{{2, half}, {1, 1}} << "shape: 1 × 1" + too_large;
    QTest::newRow("together") << pytorch << Shapes{{1, half}, {half, 1}, {1, 2}}
                              << "shape: 1 × 2" + too_large;
    QTest::newRow("8 GiB") << pytorch << Shapes{{half, 1}, {1, half}} << std::string();
    QTest::newRow("no shapes") << pytorch << Shapes{} << std::string();
}

void TestRandom::refusals() {
    QFETCH(RandomSource, source);
    QFETCH(Shapes, shapes);
    QFETCH(std::string, message);
    const std::optional<Error> problem = refusal(source, shapes);
    QCOMPARE(problem ? problem->message() : std::string(), message);
}

LAB_APPLESS_TEST(TestRandom)
#include "tst_random.moc"
