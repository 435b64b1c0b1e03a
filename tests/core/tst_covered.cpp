// SPDX-License-Identifier: GPL-3.0-or-later
//
// Covered numbers: how they are written, which cells give them away, and that no explanation and no caption
// of the film does.
#include "core/analysis/answer.h"
#include "core/analysis/same_numbers.h"
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/base/summary.h"
#include "core/describe/explain.h"
#include "core/engine/pipeline.h"
#include "core/film/caption.h"
#include "core/io/explanation_text.h"
#include "core/io/matrix_writer.h"
#include "tests/support/covered_search.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<StageBlock> every_stage(const Experiment& e) {
    const Dimensions d = dimensions(e);
    std::vector<StageBlock> all;
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(e, stage.id))
            continue;
        for (HeadIndex head = 0; head < (stage.per_head ? d.H : 1); ++head)
            all.push_back({stage.id, head, {0, 0, length(stage.rows, d), length(stage.columns, d)}});
    }
    return all;
}

/// A trace in which some cells are covered, and those with the same numbers.
Trace covered(const Experiment& e, Trace trace, const StageBlock& block) {
    for (const StageBlock& each : same_numbers(e, block)) {
        Matrix& matrix = trace.stage(each.stage, each.head);
        for (Index row = each.block.row; row < each.block.row + each.block.rows; ++row) {
            for (Index column = each.block.column; column < each.block.column + each.block.columns; ++column)
                matrix(row, column) = covered_number();
        }
    }
    return trace;
}

/// Every number that is shown although something is covered, parameters included, as it may be searched for.
std::set<std::string> shown_traces(const Experiment& e, const Trace& trace) {
    std::set<std::string> shown;
    const auto add = [&](const Matrix& matrix) {
        for (const double number : matrix.reshaped())
            shown.insert(trace_of(number));
    };
    for (const StageBlock& each : every_stage(e))
        add(trace.stage(each.stage, each.head));
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(e, each.id))
            add(*matrix);
    }
    return shown;
}

} // namespace

class TestCovered : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void written();
    void passedOn();
    void summaries();
    void sameNumbers();
    void givenAway();
    void cappedAt1();
    void copies_data();
    void copies();
    void answers_data();
    void answers();
    void answersFromFiles();
    void fewerDecimals_data();
    void fewerDecimals();
    void firstQueryIsTheInput();
};

void TestCovered::written() {
    const double covered = covered_number();
    QCOMPARE(display(covered, 3), std::string("?"));
    QCOMPARE(brief(-covered), std::string("?"));
    QCOMPARE(shortest(covered), std::string("?"));
    QCOMPARE(brief(std::nan("")), std::string("NaN"));
    const Matrix one = Matrix::Constant(1, 1, covered);
    for (const MatrixNotation notation :
         {MatrixNotation::tsv, MatrixNotation::html, MatrixNotation::numpy, MatrixNotation::pytorch,
          MatrixNotation::python, MatrixNotation::latex, MatrixNotation::markdown}) {
        const std::string text = write_matrix(one, notation);
        QVERIFY2(text.find('?') != std::string::npos, text.c_str());
        QVERIFY2(text.find("nan") == std::string::npos && text.find("NaN") == std::string::npos,
                 text.c_str());
    }
    QVERIFY(has_covered(one) && !has_covered(Matrix::Constant(2, 2, std::nan(""))));
}

/// What is computed from a covered number is covered, too.
void TestCovered::passedOn() {
    Matrix a = Matrix::Random(5, 7);
    a(2, 3) = covered_number();
    const Matrix product = a * Matrix::Random(7, 3);
    for (Index column = 0; column < 3; ++column)
        QVERIFY(is_covered(product(2, column)) && !is_covered(product(1, column)));
    QVERIFY(is_covered(a.sum()) && is_covered(0.5 - a(2, 3)) && is_covered(std::exp(a(2, 3) / 3)));
}

void TestCovered::summaries() {
    Matrix matrix(1, 4);
    matrix << -1, covered_number(), 2, covered_number();
    MatrixSummary summary = summarize(matrix);
    QVERIFY(!summary.first_fault && !summary.first_not_finite);
    QCOMPARE(summary.finite, (Extremes{-1, 2}));
    matrix(0, 3) = std::nan("");
    summary = summarize(matrix);
    QCOMPARE(summary.first_fault, (MatrixSummary::Place{0, 3}));
}

/// Where tokens and positions tell all rows apart, cells with the same number are those that give each other
/// away, and the other way round.
void TestCovered::sameNumbers() {
    RandomExperiments random(20261125);
    int checked = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const std::set<std::string> words(e.sequence.tokens.begin(), e.sequence.tokens.end());
        const Result<Trace> trace = compute(e);
        if (!trace || !e.overrides.empty())
            continue;
        // A weight of 1, as of an only key, makes the output a copy of a value.
        bool has_ones = false;
        for (HeadIndex head = 0; head < trace.value().heads(); ++head)
            has_ones |= (trace.value().stage(StageId::weights, head).array() == 1).any();
        const bool repeats = words.size() < e.sequence.tokens.size() || e.source || has_ones;
        for (const StageBlock& each : every_stage(e)) {
            const CellRef cell{each.stage, each.head, random.between(0, each.block.rows - 1),
                               random.between(0, each.block.columns - 1)};
            const double number = trace.value().stage(cell.stage, cell.head)(cell.row, cell.column);
            const Trace rest =
                covered(e, trace.value(), {cell.stage, cell.head, {cell.row, cell.column, 1, 1}});
            QVERIFY(is_covered(rest.stage(cell.stage, cell.head)(cell.row, cell.column)));
            if (repeats || trace_of(number).empty())
                continue;
            for (const StageBlock& other : every_stage(e)) {
                const Matrix& matrix = rest.stage(other.stage, other.head);
                const bool mirrors = e.projection.kind == ProjectionKind::identity;
                const bool isSquare = info(other.stage).columns == Axis::key_token;
                for (Index row = 0; row < matrix.rows(); ++row) {
                    for (Index column = 0; column < matrix.cols(); ++column) {
                        if (matrix(row, column) != number || (mirrors && isSquare))
                            continue;
                        QFAIL(qPrintable(QStringLiteral("%1 and %2 hold %3")
                                             .arg(info(cell.stage).name.data(), info(other.stage).name.data())
                                             .arg(number, 0, 'g', 17)));
                    }
                }
            }
            ++checked;
        }
    }
    QVERIFY(checked > many_experiments / 4);
}

/// Searches the explanations and captions of all cells for the numbers of those that are covered.
void TestCovered::givenAway() {
    RandomExperiments random(42);
    int searched = 0;
    for (int i = 0; i < many_experiments / 8; ++i) {
        const Experiment e = random.next();
        const Result<Trace> trace = compute(e);
        if (!trace || !e.overrides.empty() || dimensions(e).n_q * dimensions(e).n_k > 40)
            continue;
        const std::vector<StageBlock> stages = every_stage(e);
        StageBlock block =
            stages[static_cast<std::size_t>(random.between(0, static_cast<Index>(stages.size()) - 1))];
        if (random.coin())
            block.block = {random.between(0, block.block.rows - 1), 0, 1, block.block.columns};
        const Trace rest = covered(e, trace.value(), block);
        const auto reader = [&](StageId id, HeadIndex head) -> const Matrix& { return rest.stage(id, head); };
        const std::set<std::string> shown = shown_traces(e, rest);
        std::set<std::string> wanted;
        const Matrix& original = trace.value().stage(block.stage, block.head);
        for (Index row = 0; row < block.block.rows; ++row) {
            for (Index column = 0; column < block.block.columns; ++column) {
                const double number = original(block.block.row + row, block.block.column + column);
                if (const std::string text = trace_of(number); !text.empty() && !shown.contains(text))
                    wanted.merge(long_traces_of(number));
            }
        }
        const auto search = [&](const std::string& text, const std::string& where) {
            for (const std::string& each : wanted)
                QVERIFY2(text.find(each) == std::string::npos,
                         (each + " of " + std::string(info(block.stage).name) + " given away by " + where +
                          ": " + text)
                             .c_str());
            QVERIFY2(text.find("NaN") == std::string::npos || first_not_finite(trace.value()),
                     (std::string(info(block.stage).name) + ", " + where + ": " + text).c_str());
            ++searched;
        };
        for (const StageBlock& each : stages) {
            for (Index row = 0; row < each.block.rows; ++row) {
                for (Index column = 0; column < each.block.columns; ++column) {
                    const Explanation explanation = explain(e, reader, {each.stage, each.head, row, column});
                    const std::string where = "the explanation of " + std::string(info(each.stage).name);
                    search(write_text(explanation), where);
                    search(write_markdown(explanation), where);
                    search(write_latex(explanation), where);
                    if (QTest::currentTestFailed())
                        return;
                }
            }
        }
        const Film film(e, {.grain = FilmGrain::term});
        for (FilmPlace place = 1; place <= film.size(); ++place) {
            search(caption(e, reader, film.step(place), 9).text, "the film");
            if (QTest::currentTestFailed())
                return;
        }
    }
    QVERIFY(searched > 1000);
}

/// The tangent of a softcap of 1 is the score itself.
void TestCovered::cappedAt1() {
    RandomExperiments random(44);
    Experiment e = random.plain(ProjectionKind::identity);
    for (const double cap : {1.0, 3.0}) {
        e.scores.softcap = cap;
        const Dimensions d = dimensions(e);
        const Trace whole = compute(e).value();
        const Trace rest = covered(e, whole, {StageId::scaled_scores, 0, {0, 0, d.n_q, d.n_k}});
        const auto reader = [&](StageId id, HeadIndex head) -> const Matrix& { return rest.stage(id, head); };
        const Matrix& scores = whole.stage(StageId::scaled_scores);
        int searched = 0;
        for (Index key = 0; key < d.n_k; ++key) {
            const std::string text = write_text(explain(e, reader, {StageId::scaled_scores, 0, 0, key}));
            for (const double number : {scores(0, key), scores(0, key) / cap}) {
                const std::string trace = trace_of(number);
                QVERIFY2(trace.empty() || text.find(trace) == std::string::npos, text.c_str());
                searched += trace.empty() ? 0 : 1;
            }
        }
        QVERIFY(searched > 0);
    }
}

void TestCovered::copies_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<bool>("rotary");
    QTest::addColumn<QString>("stages"); // that only pass on parameters
    const auto row = [](const char* name, ProjectionKind kind, bool positions, bool rotary,
                        const char* stages) {
        QTest::newRow(name) << static_cast<int>(kind) << positions << rotary << QString(stages);
    };
    row("linear", ProjectionKind::linear, false, false, "inputs");
    row("linear, positions", ProjectionKind::linear, true, false, "");
    row("identity", ProjectionKind::identity, false, false, "inputs queries keys values");
    row("identity, positions", ProjectionKind::identity, true, false, "");
    row("direct", ProjectionKind::direct, false, false, "queries keys values");
    row("direct, rotary", ProjectionKind::direct, false, true, "values");
}

void TestCovered::copies() {
    QFETCH(int, kind);
    QFETCH(bool, positions);
    QFETCH(bool, rotary);
    QFETCH(QString, stages);
    RandomExperiments random(7);
    Experiment e = random.plain(static_cast<ProjectionKind>(kind));
    if (positions)
        e.embedding.position.kind = PositionKind::sinusoidal;
    e.scores.rotary = rotary;
    QStringList found;
    for (const StageBlock& each : every_stage(e)) {
        if (each.head == 0 && copies_parameters(e, each.stage))
            found += QString::fromUtf8(info(each.stage).name.data());
    }
    QCOMPARE(found.join(' '), stages);
}

void TestCovered::answers_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("number");
    QTest::addColumn<double>("largest");
    QTest::addColumn<bool>("right");
    QTest::newRow("two decimals") << "0.34" << 0.3441 << 1.0 << true;
    QTest::newRow("half of the last digit") << "0.12" << 0.125 << 1.0 << true;
    QTest::newRow("more than that") << "0.12" << 0.1251 << 1.0 << false;
    QTest::newRow("one decimal counts as two") << "0.3" << 0.3441 << 1.0 << false;
    QTest::newRow("one decimal, right") << "0.3" << 0.3041 << 1.0 << true;
    QTest::newRow("three") << "0.344" << 0.3441 << 1.0 << true;
    QTest::newRow("three, wrong") << "0.345" << 0.3441 << 1.0 << false;
    QTest::newRow("whole") << "2" << 2.004 << 3.0 << true;
    QTest::newRow("decimal comma") << "0,34" << 0.3441 << 1.0 << true;
    QTest::newRow("a minus sign") << "−1.5" << -1.5 << 2.0 << true;
    QTest::newRow("an exponent") << "1.5e-3" << 0.0015 << 1.0 << true;
    QTest::newRow("an exponent, wrong") << "1.5e-3" << 0.0017 << 1.0 << false;
    QTest::newRow("a large stage") << "20000.00" << 20000.02 << 3e4 << true;
    QTest::newRow("a large stage, wrong") << "20000.00" << 20000.04 << 3e4 << false;
    QTest::newRow("minus infinity") << "-inf" << -inf << 1.0 << true;
    QTest::newRow("its sign") << "−∞" << -inf << 1.0 << true;
    QTest::newRow("infinity for a number") << "-inf" << -3.0 << 1.0 << false;
    QTest::newRow("a number for infinity") << "-3" << -inf << 1.0 << false;
    QTest::newRow("NaN is never right") << "0" << std::nan("") << 1.0 << false;
}

void TestCovered::answers() {
    QFETCH(QString, typed);
    QFETCH(double, number);
    QFETCH(double, largest);
    QFETCH(bool, right);
    const auto answer = read_answer(typed.toStdString());
    QVERIFY(answer && answer->numbers.size() == 1);
    QCOMPARE(is_right(answer->numbers(0, 0), answer->decimals, number, largest), right);
    const auto block = read_answer("0.25\t1\n-inf\t0.1234");
    QVERIFY(block && block->numbers.rows() == 2 && block->numbers.cols() == 2);
    QCOMPARE(block->decimals, 4);
    QCOMPARE(block->numbers(1, 0), -inf);
    QVERIFY(!read_answer("about 3") && !read_answer(""));
    for (const char* mixed : {"0.1, 0.2 0.3", "0.1 0.2, 0.3", "0,1, 0,2 0,3", "0.1, 0.2, 0.3"}) {
        const auto row = read_answer(mixed);
        QVERIFY2(row && row->numbers.rows() == 1 && row->numbers.cols() == 3, mixed);
        QCOMPARE(row->numbers(0, 2), 0.3);
    }
    QVERIFY(!read_answer("0.1, , 0.2 0.3") && !read_answer("0.1, 0.2 x"));
}

/// An array is as exact as its least exact number, and of several heads it is the first.
void TestCovered::answersFromFiles() {
    PrintedArray array{Matrix{{0.25, 4.5}}, Matrix{{1e-4, 1e-3}}};
    QCOMPARE(answer_of(array).decimals, 3);
    QCOMPARE(answer_of(array).numbers(0, 1), 4.5);
    array.last_digit.setConstant(0.1);
    QCOMPARE(answer_of(array).decimals, 2);
    array.last_digit.setZero();
    QCOMPARE(answer_of(array).decimals, 12);
    const PrintedArray heads{Matrix{{1.0}, {2.0}}, Matrix::Zero(2, 1), 2};
    QVERIFY(answer_of(heads).numbers == Matrix{{1.0}});
}

void TestCovered::fewerDecimals_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("number");
    QTest::addColumn<int>("right"); // 0: to none
    QTest::newRow("a trailing zero") << "0.1310" << 0.13147 << 3;
    QTest::newRow("most") << "0.131479" << 0.1314759 << 5;
    QTest::newRow("two") << "0.1379" << 0.1355 << 2;
    QTest::newRow("none") << "0.1310" << 0.1411 << 0;
    QTest::newRow("no fewer than two") << "0.35" << 0.3441 << 0;
    QTest::newRow("zero says nothing") << "0.0012" << 0.0034 << 0;
    QTest::newRow("negative") << "-0.1310" << -0.13147 << 3;
    QTest::newRow("infinity") << "-inf" << 0.5 << 0;
    QTest::newRow("of infinity") << "0.131" << -inf << 0;
}

void TestCovered::fewerDecimals() {
    QFETCH(QString, typed);
    QFETCH(double, number);
    QFETCH(int, right);
    const auto answer = read_answer(typed.toStdString());
    QVERIFY(answer && !is_right(answer->numbers(0, 0), answer->decimals, number, 1));
    QCOMPARE(right_decimals(answer->numbers(0, 0), answer->decimals, number, 1).value_or(0), right);
}

/// Rotary positions leave position 0 as it is: its query is the input, and the next one's is not.
void TestCovered::firstQueryIsTheInput() {
    Experiment e = load_golden("two-heads").experiment;
    e.projection = {};
    e.projection.kind = ProjectionKind::identity;
    e.scores.rotary = true;
    const Dimensions d = dimensions(e);
    QVERIFY(d.d_k > 1 && d.n_q > 1);
    const auto queries_like_input = [&](Index row) {
        const std::vector<StageBlock> same = same_numbers(e, {StageId::inputs, 0, {row, 0, 1, d.d_model}});
        return std::ranges::count_if(same, [&](const StageBlock& each) {
            return each.stage == StageId::queries && each.block == Block{row, 0, 1, d.d_k};
        });
    };
    QCOMPARE(Index(queries_like_input(0)), d.H);
    QCOMPARE(Index(queries_like_input(1)), Index(0));
}

LAB_APPLESS_TEST(TestCovered)
#include "tst_covered.moc"
