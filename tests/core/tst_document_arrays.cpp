// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of documents as files: which there are, and that our own readers read back what was written.
#include "core/engine/pipeline.h"
#include "core/io/csv.h"
#include "core/io/data_file.h"
#include "core/io/experiment_json.h"
#include "core/io/npy.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QTest>

#include <cstdlib>
#include <set>
#include <stdexcept>

using namespace lab;
using namespace lab::test;

namespace {

/// A small document; `more` is added to its keys.
Experiment document(const char* more = "") {
    const std::string text = R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a b a"})" +
                             std::string(more) + "}";
    const Result<Experiment> read = read_experiment(text);
    if (!read)
        throw std::runtime_error(read.error().message());
    return read.value();
}

constexpr const char* plain_document = R"(, "embedding": {"table": {"a": [1, 2], "b": [3, 4]}},
    "projection": {"kind": "identity"})";
constexpr const char* direct = R"(, "heads": {"count": 2}, "projection": {"kind": "direct",
    "Q": [[1, 2], [3, 4], [5, 6]], "K": [[1, 2], [3, 4], [5, 6]], "V": [[1, 2], [3, 4], [5, 6]]})";

std::string names_of(const Experiment& experiment) {
    std::string names;
    for (const DocumentArray& array : arrays_of(experiment))
        names += (names.empty() ? "" : " ") + std::string(array.name);
    return names;
}

std::string bytes_of_data(const Experiment& experiment, const DocumentArray& array,
                          std::optional<HeadIndex> head, DataFormat format) {
    std::string bytes;
    write_data(DocumentArrays(experiment), experiment, array, head, format, [&](std::string_view piece) {
        bytes += piece;
        return true;
    });
    return bytes;
}

std::string npz_of(const Experiment& experiment) {
    std::string bytes;
    const Result<NpzFile> file = all_data(experiment);
    if (file)
        file.value().write([&](std::string_view piece) {
            bytes += piece;
            return true;
        });
    return bytes;
}

/// The matrix that a file should hold.
Matrix expected_matrix(const Experiment& e, const Trace& trace, const DocumentArray& array, HeadIndex head) {
    if (array.kind == ArrayKind::stage)
        return trace.stage(array.stage, head);
    if (array.kind == ArrayKind::mask)
        return *e.mask.custom;
    if (is_per_head(e, array))
        return *e.scores.additive[static_cast<std::size_t>(head)];
    if (const MatrixPtr matrix = parameter(e, array.parameter))
        return *matrix;
    // Inputs by token, and sinusoidal positions, are no parameters that are edited.
    Matrix whole;
    const NumberArray numbers = DocumentArrays(e).numbers(array);
    whole.resize(numbers.rows, numbers.columns);
    numbers.read(0, whole);
    return whole;
}

/// What is wrong with a file as read back; numbers that are not finite are refused by our readers.
std::string problem_of_file(const Result<Matrix>& read, const Matrix& expected) {
    if (!expected.allFinite())
        return read ? "numbers that are not finite were read" : "";
    if (!read)
        return read.error().message();
    return same_bits(read.value(), expected) ? "" : "other numbers";
}

std::string problem_of_document(const Experiment& e) {
    const Result<Trace> trace = compute(e);
    for (const DocumentArray& array : arrays_of(e)) {
        for (HeadIndex head = 0; !is_text(array) && head < (is_per_head(e, array) ? e.heads.count : 1);
             ++head) {
            const Matrix expected = expected_matrix(e, trace.value(), array, head);
            const auto file = [&](DataFormat format) { return bytes_of_data(e, array, head, format); };
            const std::string problems[] = {
                problem_of_file(read_npy(file(DataFormat::npy)), expected),
                problem_of_file(read_csv(file(DataFormat::csv), CsvKind::csv), expected),
                problem_of_file(read_csv(file(DataFormat::tsv), CsvKind::tsv), expected)};
            for (const std::string& problem : problems) {
                if (!problem.empty())
                    return std::string(array.name) + ": " + problem;
            }
        }
    }
    return {};
}

} // namespace

class TestDocumentArrays : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void headers_data();
    void headers();
    void numbersOfNpy();
    void texts();
    void names_data();
    void names();
    void shapes_data();
    void shapes();
    void allNamesOnce();
    void readBack_data();
    void readBack();
    void readBackRandomOnes();
    void inputsArePositionsAndRows();
    void notation();
    void manyRowsInPieces();
    void npzIsTheSameEverywhere();
    void npzStops();
    void textsTooWide();
};

void TestDocumentArrays::headers_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("header");
    QTest::addRow("number") << "()" << 128;
    QTest::addRow("row") << "(3,)" << 128;
    QTest::addRow("matrix") << "(2, 3)" << 128;
    QTest::addRow("heads") << "(12, 345, 6789)" << 128;
}

void TestDocumentArrays::headers() {
    QFETCH(QString, shape);
    QFETCH(int, header);
    std::vector<Index> sizes;
    for (const QString& size : shape.mid(1).chopped(1).split(',', Qt::SkipEmptyParts))
        sizes.push_back(size.toInt());
    NumberArray array{sizes, 1, 1, [](Index, MatrixRef numbers) { numbers.setConstant(1.5); }};
    const std::string bytes = npy_bytes(std::move(array))->next();
    QCOMPARE(int(bytes.size()), header);
    const std::string begin = std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
                              "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape.toStdString() +
                              ", }";
    QVERIFY2(bytes.starts_with(begin), bytes.c_str());
    QVERIFY(bytes.ends_with(" \n"));
}

void TestDocumentArrays::numbersOfNpy() {
    NumberArray array{{2, 2}, 2, 2, [](Index first, MatrixRef numbers) {
                          for (Index i = 0; i < numbers.rows(); ++i)
                              numbers.row(i) << static_cast<double>(first + i), -0.5;
                      }};
    std::string bytes;
    const TakeBytes take = [&](std::string_view piece) {
        bytes += piece;
        return true;
    };
    write_npy(array, take);
    QCOMPARE(npy_bytes(array)->size(), std::uint64_t(bytes.size()));
    const std::string half("\0\0\0\0\0\0\xe0\xbf", 8), one("\0\0\0\0\0\0\xf0\x3f", 8);
    QCOMPARE(bytes.substr(128), std::string(8, '\0') + half + one + half);
}

void TestDocumentArrays::texts() {
    const std::vector<std::string> words{"a", "", "\xf0\x9f\x98\x80\xc3\xa9"}; // an emoji, é
    const auto file = npy_bytes(words);
    std::string bytes;
    for (std::string piece = file->next(); !piece.empty(); piece = file->next())
        bytes += piece;
    QCOMPARE(file->size(), std::uint64_t(bytes.size()));
    QVERIFY(bytes.find("'descr': '<U2'") != std::string::npos);
    QVERIFY(bytes.find("'shape': (3,), }") != std::string::npos);
    QCOMPARE(bytes.substr(128), std::string("a\0\0\0\0\0\0\0", 8) + std::string(8, '\0') +
                                    std::string("\x00\xf6\x01\x00\xe9\0\0\0", 8));
    QVERIFY(npy_bytes(std::vector<std::string>{""})->next().find("'<U1'") != std::string::npos);
}

void TestDocumentArrays::names_data() {
    QTest::addColumn<std::string>("more");
    QTest::addColumn<QString>("names");
    const QString stages =
        "queries keys values scores scaled_scores masked_scores weights head_outputs concat output";
    const auto row = [](const char* name, const std::string& more, const QString& names) {
        QTest::newRow(name) << more << names;
    };
    row("plain", plain_document, "tokens E E_tokens X inputs " + stages);
    row("direct", direct, "tokens Q K V " + stages);
    row("source", std::string(plain_document) + R"(, "source": {"tokenizer": "whitespace", "text": "b"})",
        "tokens source_tokens E E_tokens X X_source inputs source_inputs " + stages);
    row("mask and sink",
        std::string(plain_document) +
            R"(, "mask": {"custom": [[1, 1, 1], [1, 1, 1], [1, 1, 0]]}, "normalization": {"sink": 1})",
        "tokens E E_tokens X sink mask inputs " + stages);
    row("a sink that is not used",
        std::string(plain_document) + R"(, "normalization": {"kind": "sum", "sink": 1})",
        "tokens E E_tokens X inputs " + stages);
    row("rows",
        R"(, "embedding": {"inputs": "rows", "X": [[1, 2], [3, 4], [5, 6]], "position": {"kind": "sinusoidal"}},
            "projection": {"kind": "identity"}, "dropout": {"rate": 0.5, "generator": "pytorch", "seed": 1})",
        "tokens X position inputs queries keys values scores scaled_scores masked_scores weights "
        "dropped_weights "
        "head_outputs concat output");
    const std::string far = R"(, "embedding": {"table": {"a": [1, 2], "b": [3, 4]},
        "position": {"kind": "sinusoidal"}}, "projection": {"kind": "identity"})";
    row("sinusoidal", far, "tokens E E_tokens X position inputs " + stages);
}

void TestDocumentArrays::names() {
    QFETCH(std::string, more);
    QFETCH(QString, names);
    QCOMPARE(QString::fromStdString(names_of(document(more.c_str()))), names);
}

void TestDocumentArrays::shapes_data() {
    QTest::addColumn<std::string>("more");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<QList<int>>("shape");
    const std::string one = plain_document, two = direct;
    const auto added = [](const char* matrices) {
        return R"(, "scores": {"additive": )" + std::string(matrices) + "}";
    };
    const char* shared = R"([[0, 0, 0], [0, "-inf", 0], [0, 0, 1]])";
    const std::string each = std::string("[") + shared + ", " + shared + "]";
    QTest::newRow("inputs") << one << std::string("inputs") << QList{3, 2};
    QTest::newRow("stage") << two << std::string("weights") << QList{2, 3, 3};
    QTest::newRow("output") << two << std::string("output") << QList{3, 2};
    QTest::newRow("projection") << two << std::string("Q") << QList{3, 2};
    QTest::newRow("E") << one << std::string("E") << QList{2, 2};
    QTest::newRow("X") << one << std::string("X") << QList{3, 2};
    QTest::newRow("added, shared") << two + added(shared) << std::string("additive") << QList{3, 3};
    QTest::newRow("added, by head") << two + added(each.c_str()) << std::string("additive") << QList{2, 3, 3};
    QTest::newRow("sink") << two + R"(, "normalization": {"sink": 1})" << std::string("sink") << QList<int>{};
    QTest::newRow("sinks") << two + R"(, "normalization": {"sink": [1, 2]})" << std::string("sink")
                           << QList{2};
    QTest::newRow("gains") << two + R"(, "scores": {"qk_norm": {"kind": "rms", "g_Q": [3]}})"
                           << std::string("g_Q") << QList{1};
    QTest::newRow("dropout") << one + R"(, "dropout": {"rate": 0.5, "generator": "pytorch", "seed": 1})"
                             << std::string("dropped_weights") << QList{1, 3, 3};
}

void TestDocumentArrays::shapes() {
    QFETCH(std::string, more);
    QFETCH(std::string, name);
    QFETCH(QList<int>, shape);
    const Experiment e = document(more.c_str());
    const DocumentArray array = *array_named(name);
    QVERIFY(has_array(e, array));
    const DocumentArrays arrays(e);
    const NumberArray whole = arrays.numbers(array);
    QCOMPARE(QList<int>(whole.shape.begin(), whole.shape.end()), shape);
    QCOMPARE(arrays.numbers(array, 0).shape.size(), is_per_head(e, array) ? 2 : whole.shape.size());
}

void TestDocumentArrays::allNamesOnce() {
    std::set<std::string_view> seen;
    for (const DocumentArray& array : all_arrays()) {
        QVERIFY2(seen.insert(array.name).second, array.name.data());
        QCOMPARE(array_named(array.name).has_value(), !is_text(array));
    }
    QVERIFY(seen.size() > all_parameters().size() + all_stages().size());
    QVERIFY(!array_named("all") && !array_named("") && !array_named("w_q"));
    QVERIFY(array_names().starts_with("E, X, X_source, W_Q, "));
    QVERIFY(array_names().ends_with(", mask, inputs, source_inputs, queries, keys, values, scores, "
                                    "scaled_scores, masked_scores, weights, dropped_weights, head_outputs, "
                                    "concat, output"));
}

void TestDocumentArrays::readBack_data() {
    QTest::addColumn<Experiment>("experiment");
    for (const std::string& name : golden_names())
        QTest::newRow(("golden " + name).c_str()) << load_golden(name).experiment;
    for (const QString& each : exampleNames())
        QTest::newRow(qPrintable("example " + each)) << example(each);
}

void TestDocumentArrays::readBack() {
    QFETCH(Experiment, experiment);
    QCOMPARE(problem_of_document(experiment).c_str(), "");
}

void TestDocumentArrays::readBackRandomOnes() {
    RandomExperiments random(77);
    for (int i = 0; i < std::min(many_experiments, 300); ++i) {
        Experiment e = random.next();
        if (i % 5 == 0)
            random.add_override(e);
        const std::string problem = problem_of_document(e);
        QVERIFY2(problem.empty(), (std::to_string(i) + ": " + problem).c_str());
    }
}

/// X and the table of positions are what the inputs are made of, with positions from an offset on, too.
void TestDocumentArrays::inputsArePositionsAndRows() {
    RandomExperiments random(78);
    int with_positions = 0;
    for (int i = 0; i < 300; ++i) {
        Experiment e = random.next();
        e.overrides.clear();
        if (!has_inputs(e))
            continue;
        const Result<Trace> trace = compute(e);
        const auto matrix = [&](const char* name) {
            return expected_matrix(e, trace.value(), *array_named(name), 0);
        };
        const bool positions = has_array(e, *array_named("position"));
        QCOMPARE(positions, e.embedding.position.kind != PositionKind::none);
        with_positions += positions ? 1 : 0;
        Matrix sum = matrix("X");
        if (positions)
            sum += matrix("position").middleRows(e.sequence.offset, sum.rows());
        QCOMPARE(near(sum, trace.value().stage(StageId::inputs)).c_str(), "");
        if (!e.source)
            continue;
        Matrix source = matrix("X_source");
        if (positions)
            source += matrix("position").middleRows(e.source->offset, source.rows());
        QCOMPARE(near(source, trace.value().stage(StageId::source_inputs)).c_str(), "");
    }
    QVERIFY(with_positions > 20);
}

/// LaTeX and Markdown have tokens as columns where the document does, and say so; the others never.
void TestDocumentArrays::notation() {
    Experiment e = document(plain_document);
    const auto text = [&](DataFormat format) { return bytes_of_data(e, *array_named("X"), {}, format); };
    const std::string csv = "1,2\n3,4\n1,2\n";
    const std::string npy = text(DataFormat::npy);
    QCOMPARE(text(DataFormat::csv), csv);
    QCOMPARE(text(DataFormat::tsv), std::string("1\t2\n3\t4\n1\t2\n"));
    QCOMPARE(text(DataFormat::tex),
             std::string("\\begin{bmatrix}\n1 & 2 \\\\\n3 & 4 \\\\\n1 & 2\n\\end{bmatrix}\n"));
    e.notation = Notation::columns;
    QCOMPARE(text(DataFormat::csv), csv);
    QCOMPARE(text(DataFormat::npy), npy);
    QCOMPARE(text(DataFormat::tex),
             std::string("% Attention Lab: each token is a column\n\\begin{bmatrix}\n1 & 3 & 1 \\\\\n2 & 4 & "
                         "2\n\\end{bmatrix}\n"));
    QCOMPARE(text(DataFormat::md),
             std::string("<!-- Attention Lab: each token is a column -->\n\n"
                         "|  |  |  |\n| ---: | ---: | ---: |\n| 1 | 3 | 1 |\n| 2 | 4 | 2 |\n"));
}

void TestDocumentArrays::manyRowsInPieces() {
    constexpr Index rows = 100'000, columns = 3;
    const NumberArray array{{rows, columns}, rows, columns, [](Index first, MatrixRef numbers) {
                                for (Index i = 0; i < numbers.rows(); ++i)
                                    numbers.row(i).setConstant(static_cast<double>(first + i));
                            }};
    std::string bytes;
    int pieces = 0;
    write_npy(array, [&](std::string_view piece) {
        bytes += piece;
        ++pieces;
        return true;
    });
    QVERIFY(pieces > 3);
    const Result<Matrix> read = read_npy(bytes);
    QVERIFY(read);
    QCOMPARE(read.value().rows(), rows);
    for (Index row = 0; row < rows; ++row)
        QVERIFY(read.value()(row, columns - 1) == static_cast<double>(row));
    pieces = 0;
    write_npy(array, [&](std::string_view) { return ++pieces < 2; });
    QCOMPARE(pieces, 2);
}

void TestDocumentArrays::npzIsTheSameEverywhere() {
    const Experiment e = example("two-heads");
    const std::string bytes = npz_of(e);
    QVERIFY(bytes.starts_with("PK\x03\x04"));
    for (const char* zone : {"America/New_York", "Asia/Kolkata", "UTC"}) {
        qputenv("TZ", zone);
        ::tzset();
        QVERIFY(npz_of(e) == bytes);
    }
    qunsetenv("TZ");
    ::tzset();
    for (const DocumentArray& array : arrays_of(e))
        QVERIFY2(bytes.find(std::string(array.name) + ".npy") != std::string::npos, array.name.data());
}

/// What reading the numbers throws comes through libzip.
void TestDocumentArrays::npzStops() {
    NumberArray array{{1}, 1, 1, [](Index, MatrixRef) { throw std::bad_alloc(); }};
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                             static_cast<void>(NpzFile::make({{"a", [&] { return npy_bytes(array); }}})));
}

void TestDocumentArrays::textsTooWide() {
    Experiment e;
    e.projection.kind = ProjectionKind::direct;
    e.sequence.tokenizer = Tokenizer::manual;
    e.sequence.tokens.assign(2000, "a");
    e.sequence.tokens.front() = std::string(200'000, 'a');
    e.projection.Q = e.projection.K = e.projection.V = share(Matrix::Zero(2000, 1));
    const Result<NpzFile> made = all_data(e);
    QVERIFY(!made);
    QCOMPARE(made.error().place.c_str(), "tokens");
}

LAB_APPLESS_TEST(TestDocumentArrays)
#include "tst_document_arrays.moc"
