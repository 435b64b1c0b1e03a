// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computing a few rows at a time gives the same numbers as compute(), and streaming the result writes the
// same text.
#include "core/base/number_format.h"
#include "core/describe/explained_rows.h"
#include "core/describe/not_finite.h"
#include "core/engine/pipeline.h"
#include "core/engine/streamed_trace.h"
#include "core/io/explanation_text.h"
#include "core/io/json_text.h"
#include "core/io/result_json.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

/// All golden experiments, and random ones with overrides, every kind of mask and normaliser, overflows and
/// NaN.
std::vector<Experiment> experiments() {
    std::vector<Experiment> all;
    std::size_t index = 0;
    for (const std::string& name : golden_names()) {
        if (in_sample(index++, 1))
            all.push_back(load_golden(name).experiment);
    }
    RandomExperiments random(19);
    for (int i = 0; i < (is_optimised || is_exhaustive ? 60 : 20); ++i) {
        Experiment e = random.next();
        if (i % 4 == 0) {
            constexpr double huge[] = {1e200, -1e200, -std::numeric_limits<double>::infinity()};
            random.add_override(e);
            e.overrides.back().value = huge[i / 4 % 3];
        }
        all.push_back(std::move(e));
    }
    return all;
}

/// More rows than are computed at a time. The last ones contain an overflow and a typed −∞.
Experiment long_experiment() {
    constexpr std::array words{"sky", "is", "blue"};
    Experiment e;
    e.sequence.tokenizer = Tokenizer::manual;
    while (e.sequence.tokens.size() < 2 * rows_at_a_time + 2)
        e.sequence.tokens.push_back(words[e.sequence.tokens.size() % words.size()]);
    e.projection.kind = ProjectionKind::identity;
    e.heads = {2, 2};
    e.embedding.dimension = 4;
    EmbeddingTable table;
    for (const char* word : words)
        table.set(word, {std::make_shared<const RowVector>(RowVector::Random(4)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    const Index last = static_cast<Index>(e.sequence.tokens.size()) - 1;
    for (Index key = 0; key <= last; ++key)
        e.overrides.push_back({StageId::masked_scores, 0, last, key, -HUGE_VAL, {}});
    for (const Index feature : {0, 1}) // their products overflow
        e.overrides.push_back({StageId::queries, 0, last - 1, feature, 1e308, {}});
    for (Index key = 0; key <= last; ++key)
        e.overrides.push_back({StageId::scores, 1, last - 2, key, -1e308, {}});
    e.scores.scale = 1e10;
    return e;
}

/// Calls `check` for every stage of every head.
void each_stage(const Experiment& e, const std::function<void(StageId, HeadIndex)>& check) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head)
            check(stage.id, head);
    }
}

Matrix gathered(const StreamedTrace& trace, StageId id, HeadIndex head, const Matrix& expected) {
    Matrix all(expected.rows(), expected.cols());
    Index next = 0;
    trace.each_row(id, head, [&](ConstMatrixRef rows) {
        all.middleRows(next, rows.rows()) = rows;
        next += rows.rows();
        return true;
    });
    return next == all.rows() ? all : Matrix();
}

Json number_json(double value) {
    return std::isfinite(value) ? Json(value) : Json(shortest(value));
}

Json rows_of(const Matrix& matrix) {
    Json rows = Json::array();
    for (Index i = 0; i < matrix.rows(); ++i) {
        rows.push_back(Json::array());
        for (const double value : matrix.row(i))
            rows.back().push_back(number_json(value));
    }
    return rows;
}

/// The same, asked for some rows at a time.
Matrix read_in_parts(const StreamedTrace& trace, StageId id, HeadIndex head, const Matrix& expected) {
    constexpr Index some = 5;
    StreamedRows rows(trace, id);
    Matrix all(expected.rows(), expected.cols());
    for (Index first = 0; first < all.rows(); first += some)
        rows.read(head, first, all.middleRows(first, std::min(some, all.rows() - first)));
    return all;
}

/// The result built as one JSON value and written at once.
std::string whole_result(const Experiment& e, const Trace& trace, std::span<const StageId> wanted) {
    Json result{{"format", "attention-lab-result"}, {"version", 1}, {"tokens", trace.tokens}};
    if (e.source)
        result["source_tokens"] = trace.source_tokens;
    each_stage(e, [&](StageId id, HeadIndex head) {
        if (!wanted.empty() && std::ranges::find(wanted, id) == wanted.end())
            return;
        Json& json = result["stages"][std::string(info(id).name)];
        if (info(id).per_head)
            json.push_back(rows_of(trace.stage(id, head)));
        else
            json = rows_of(trace.stage(id));
    });
    result["notes"] = notes(e, trace);
    return to_text(result);
}

std::string text_of(const Experiment& e, const StreamedTrace& trace, std::span<const StageId> wanted) {
    std::string text;
    write_result(e, trace, wanted, [&](std::string_view piece) {
        text += piece;
        return true;
    });
    return text;
}

} // namespace

class TestStreamedTrace : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void sameNumbers_data();
    void sameNumbers();
    void sameText();
    void stopsEarly();
    void sameExplanations();
};

void TestStreamedTrace::sameNumbers_data() {
    QTest::addColumn<double>("kept");
    QTest::addColumn<qint64>("rows");
    QTest::newRow("kept") << 1e9 << qint64{rows_at_a_time};
    QTest::newRow("as many rows as compute() takes") << 0.0 << qint64{rows_at_a_time};
    for (const qint64 rows : {1, 3, 7})
        QTest::newRow(qPrintable(QStringLiteral("%1 rows").arg(rows))) << 0.0 << rows;
}

void TestStreamedTrace::sameNumbers() {
    QFETCH(double, kept);
    QFETCH(qint64, rows);
    std::vector<Experiment> told = experiments();
    told.push_back(long_experiment());
    for (const Experiment& e : told) {
        const Trace expected = compute(e).value();
        const StreamedTrace trace(e, kept, rows);
        each_stage(e, [&](StageId id, HeadIndex head) {
            const Matrix& matrix = expected.stage(id, head);
            const Matrix actual = gathered(trace, id, head, matrix);
            QVERIFY(same_bits(read_in_parts(trace, id, head, matrix), actual));
            // A single row uses another multiplication function, with another summation order.
            if (rows == rows_at_a_time)
                QVERIFY(same_bits(actual, matrix));
            const auto wrong = beyond_tolerance(actual, matrix);
            QVERIFY2(!wrong, wrong.value_or("").c_str());
        });
        QCOMPARE(notes(trace), notes(e, expected));
    }
}

void TestStreamedTrace::sameText() {
    constexpr std::array some{StageId::output, StageId::scores};
    for (const Experiment& e : experiments()) {
        const Trace whole = compute(e).value();
        for (const double kept : {0.0, 1e9}) {
            const StreamedTrace trace(e, kept);
            QCOMPARE(text_of(e, trace, {}), whole_result(e, whole, {}));
            QCOMPARE(text_of(e, trace, some), whole_result(e, whole, some));
        }
    }
}

void TestStreamedTrace::stopsEarly() {
    Experiment e = load_golden("sky-is-blue").experiment;
    const StreamedTrace trace(e, 0);
    int pieces = 0;
    write_result(e, trace, {}, [&](std::string_view) { return ++pieces > 1; });
    QCOMPARE(pieces, 1);
}

// Explaining a cell computed on its own gives the same text as explaining it from the full trace.
void TestStreamedTrace::sameExplanations() {
    RandomExperiments random(7);
    std::vector<Experiment> told = experiments();
    told.push_back(long_experiment());
    for (const Experiment& e : told) {
        const Trace whole = compute(e).value();
        const StageReader matrix = [&](StageId id, HeadIndex head) -> const Matrix& {
            return whole.stage(id, head);
        };
        each_stage(e, [&](StageId id, HeadIndex head) {
            const Matrix& all = whole.stage(id, head);
            const CellRef cell{id, head, random.between(0, all.rows() - 1),
                               random.between(0, all.cols() - 1)};
            QCOMPARE(write_markdown(explain(e, cell)), write_markdown(explain(e, matrix, cell)));
            const CellRef last{id, head,
                               all.rows() - 1 - random.between(0, std::min<Index>(all.rows() - 1, 2)), 0};
            QCOMPARE(write_markdown(explain(e, last)), write_markdown(explain(e, matrix, last)));
        });
    }
}

LAB_APPLESS_TEST(TestStreamedTrace)
#include "tst_streamed_trace.moc"
