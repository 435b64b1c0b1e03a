// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparing two experiments: which tokens and features correspond, and how their numbers changed.
#include "core/analysis/difference.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

class TestDifference : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void tokens_data();
    void tokens();
    void numbers_data();
    void numbers();
    void onlyPartners();
    void largest();
    void fewerChangesThanAskedFor();
    void headsStayApart();
    void withoutOutputWeights();
    void lacks();
    void withItself();
    void alongTokens();
};

namespace {

using Tokens = std::vector<std::string>;
using Pairs = std::vector<Alignment::Pair>;
using Indices = std::vector<Index>;

MatrixPtr row_of(std::initializer_list<double> numbers) {
    Matrix matrix(1, static_cast<Index>(numbers.size()));
    std::ranges::copy(numbers, matrix.data());
    return share(std::move(matrix));
}

Difference of_rows(const MatrixPtr& before, const MatrixPtr& now) {
    return difference_of({before, nullptr}, {now, nullptr},
                         {alignment_of(1, 1), alignment_of(before->cols(), now->cols())});
}

bool same_number(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// The stage, with the masked scores where they tell which cells are hidden.
StageNumbers numbers_of(const Trace& trace, StageId stage, HeadIndex head) {
    const bool has_hidden = stage == StageId::weights || stage == StageId::masked_scores;
    return {share(trace.stage(stage, head)),
            has_hidden ? share(trace.stage(StageId::masked_scores, head)) : nullptr};
}

} // namespace

void TestDifference::tokens_data() {
    QTest::addColumn<Tokens>("before");
    QTest::addColumn<Tokens>("now");
    QTest::addColumn<Pairs>("pairs");
    QTest::addColumn<Indices>("onlyBefore");
    QTest::addColumn<Indices>("onlyNow");
    const auto row = [](const char* name, const Tokens& before, const Tokens& now, const Pairs& pairs,
                        const Indices& onlyBefore, const Indices& onlyNow) {
        QTest::newRow(name) << before << now << pairs << onlyBefore << onlyNow;
    };
    row("the same", {"sky", "is"}, {"sky", "is"}, {{0, 0}, {1, 1}}, {}, {});
    row("inserted", {"sky", "is"}, {"the", "sky", "is"}, {{0, 1}, {1, 2}}, {}, {0});
    row("removed", {"sky", "is", "blue"}, {"sky", "blue"}, {{0, 0}, {2, 1}}, {1}, {});
    row("replaced", {"sky", "is", "blue"}, {"sky", "was", "blue"}, {{0, 0}, {2, 2}}, {1}, {1});
    row("twice", {"a", "a"}, {"a"}, {{0, 0}}, {1}, {});
    row("nothing in common", {"a"}, {"b", "c"}, {}, {0}, {0, 1});
    row("nothing", {}, {"b"}, {}, {}, {0});
}

void TestDifference::tokens() {
    QFETCH(Tokens, before);
    QFETCH(Tokens, now);
    QFETCH(Pairs, pairs);
    QFETCH(Indices, onlyBefore);
    QFETCH(Indices, onlyNow);
    const Alignment alignment = alignment_of(before, now);
    QVERIFY(alignment.pairs == pairs);
    QCOMPARE(alignment.only_before, onlyBefore);
    QCOMPARE(alignment.only_now, onlyNow);
    QCOMPARE(alignment.is_complete(), onlyBefore.empty() && onlyNow.empty());
}

void TestDifference::numbers_data() {
    QTest::addColumn<double>("before");
    QTest::addColumn<double>("now");
    QTest::addColumn<double>("difference");
    QTest::addColumn<bool>("hidden");
    const auto row = [](const char* name, double before, double now, double difference, bool hidden) {
        QTest::newRow(name) << before << now << difference << hidden;
    };
    row("more", 0.25, 0.75, 0.5, false);
    row("less", 0.75, -0.25, -1, false);
    row("hidden before and now", -infinity, -infinity, 0, true);
    row("hidden now", 0.5, -infinity, -infinity, false);
    row("hidden before", -infinity, 0.5, infinity, false);
    row("infinite before and now", infinity, infinity, 0, false);
    row("from one end to the other", infinity, -infinity, -infinity, false);
    row("no number any more", 1, nan_value, nan_value, false);
    row("a number at last", nan_value, 1, nan_value, false);
    row("no number", nan_value, nan_value, nan_value, false);
}

void TestDifference::numbers() {
    QFETCH(double, before);
    QFETCH(double, now);
    QFETCH(double, difference);
    QFETCH(bool, hidden);
    const MatrixPtr was = row_of({before});
    const MatrixPtr is = row_of({now});
    const Difference d = difference_of({was, was}, {is, is}, {alignment_of(1, 1), alignment_of(1, 1)});
    QVERIFY(same_number((*d.difference)(0, 0), difference));
    QVERIFY(same_number((*d.before)(0, 0), before) && same_number((*d.now)(0, 0), now));
    QCOMPARE((*d.hidden)(0, 0), hidden ? -infinity : 0.0);
    QCOMPARE(of_rows(was, is).hidden, MatrixPtr());
}

/// “sky is blue” to “the sky blue”: only cells whose row and column both have a partner are compared.
void TestDifference::onlyPartners() {
    Matrix before(3, 3);
    before << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    Matrix now(3, 3);
    now << 10, 20, 30, 40, 50, 60, 70, 80, 90;
    const Alignment tokens = alignment_of({"sky", "is", "blue"}, {"the", "sky", "blue"});
    const Difference d = difference_of({share(before), nullptr}, {share(now), nullptr}, {tokens, tokens});
    Matrix expected(2, 2);
    expected << 50 - 1, 60 - 3, 80 - 7, 90 - 9;
    QVERIFY(*d.difference == expected);
    QCOMPARE(d.alignment.rows.only_before, Indices{1});
    QCOMPARE(d.alignment.rows.only_now, Indices{0});
}

void TestDifference::largest() {
    const Difference d = of_rows(row_of({0, 0, 1, nan_value, nan_value, 5, 5, 2, 0}),
                                 row_of({0.25, -0.5, infinity, 1, nan_value, 5, 5.5, 1, 0.5}));
    // Non-finite changes come first, even if NaN is involved. Then by magnitude, ties in order.
    const std::vector<LargeChange> expected{{0, 2}, {0, 3}, {0, 7}, {0, 1}, {0, 6}, {0, 8}, {0, 0}};
    QVERIFY(largest_changes(d, 100) == expected);
    QVERIFY(largest_changes(d, 3) == std::vector<LargeChange>(expected.begin(), expected.begin() + 3));
}

void TestDifference::fewerChangesThanAskedFor() {
    QVERIFY(largest_changes(of_rows(row_of({1, nan_value, infinity}), row_of({1, nan_value, infinity})), 3)
                .empty());
    QVERIFY(largest_changes(of_rows(row_of({1}), row_of({2})), 0).empty());
    // Differences within rounding do not count: summation order may vary.
    QVERIFY(largest_changes(of_rows(row_of({0.1, 100}), row_of({std::nextafter(0.1, 1), 100})), 3).empty());
    QCOMPARE(largest_changes(of_rows(row_of({1e-20}), row_of({2e-20})), 3).size(), std::size_t(1));
    QVERIFY(largest_changes(of_rows(row_of({1, 2}), row_of({1, 3})), 3) ==
            (std::vector<LargeChange>{{0, 1}}));
}

/// When heads become narrower, a feature of the second head is not compared with one of the first.
void TestDifference::headsStayApart() {
    RandomExperiments random(41);
    Experiment two = random.plain(ProjectionKind::identity);
    while (two.heads.count != 2 || two.embedding.dimension < 4)
        two = random.plain(ProjectionKind::identity);
    Experiment one = two;
    one.heads = {1, 1};
    const Index d_v = dimensions(two).d_v;
    const Alignment columns = stage_alignment(two, one, StageId::concat).columns;
    QCOMPARE(columns.pairs.size(), std::size_t(d_v));
    QVERIFY((columns.pairs.back() == Alignment::Pair{d_v - 1, d_v - 1}));
    QCOMPARE(columns.only_before.front(), d_v);
    QCOMPARE(columns.only_now.front(), d_v);
}

void TestDifference::withoutOutputWeights() {
    RandomExperiments random(42);
    Experiment e = random.plain(ProjectionKind::identity);
    e.projection.W_O = e.projection.b_O = nullptr;
    const Index width = dimensions(e).d_out;
    Experiment with = e;
    with.projection.W_O = share(Matrix::Ones(width, width + 2));
    const Alignment columns = stage_alignment(e, with, StageId::output).columns;
    QCOMPARE(columns.pairs.size(), std::size_t(width));
    QCOMPARE(columns.only_now, (Indices{width, width + 1}));
    QVERIFY(columns.only_before.empty());
}

void TestDifference::lacks() {
    RandomExperiments random(43);
    const Experiment direct = random.plain(ProjectionKind::direct);
    QCOMPARE(lack_of(direct, StageId::inputs, 0), Lack::stage);
    QCOMPARE(lack_of(direct, StageId::weights, 0), Lack::nothing);
    QCOMPARE(lack_of(direct, StageId::weights, direct.heads.count), Lack::head);
    QCOMPARE(lack_of(direct, StageId::output, direct.heads.count), Lack::nothing);
    QCOMPARE(lack_of(random.plain(ProjectionKind::linear), StageId::source_inputs, 0), Lack::stage);
    Experiment empty = direct;
    empty.sequence = {};
    QCOMPARE(lack_of(empty, StageId::weights, 0), Lack::tokens);
}

void TestDifference::withItself() {
    RandomExperiments random(44);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Result<Trace> trace = compute(e);
        QVERIFY(trace);
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(e, stage.id))
                continue;
            const StageNumbers numbers = numbers_of(trace.value(), stage.id, 0);
            const Difference d = difference_of(numbers, numbers, stage_alignment(e, e, stage.id));
            QVERIFY(d.alignment.rows.is_complete() && d.alignment.columns.is_complete());
            QCOMPARE(d.difference->rows(), numbers.matrix->rows());
            QCOMPARE(d.difference->cols(), numbers.matrix->cols());
            QVERIFY(largest_changes(d, 1).empty());
            for (Index i = 0; i < d.difference->size(); ++i) {
                const double number = numbers.matrix->data()[i];
                QVERIFY(same_number(d.difference->data()[i], std::isnan(number) ? number : 0.0));
                if (numbers.masked)
                    QCOMPARE(d.hidden->data()[i] != 0, numbers.masked->data()[i] == -infinity);
            }
        }
    }
}

/// After typing into a sentence, partners are equal words and the difference is now − before.
void TestDifference::alongTokens() {
    RandomExperiments random(45);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.plain(random.coin() ? ProjectionKind::linear : ProjectionKind::direct);
        if (e.embedding.dimension == 0)
            continue;
        const Experiment other = with_text(e, e.sequence.text + " " + random.sentence());
        const Result<Trace> before = compute(e);
        const Result<Trace> now = compute(other);
        QVERIFY(before && now);
        const Difference d = difference_of(numbers_of(before.value(), StageId::weights, 0),
                                           numbers_of(now.value(), StageId::weights, 0),
                                           stage_alignment(e, other, StageId::weights));
        const Alignment& rows = d.alignment.rows;
        QCOMPARE(rows.pairs.size(), e.sequence.tokens.size());
        QCOMPARE(rows.only_now.size(), other.sequence.tokens.size() - e.sequence.tokens.size());
        for (const auto& [was, is] : rows.pairs)
            QCOMPARE(e.sequence.tokens[std::size_t(was)], other.sequence.tokens[std::size_t(is)]);
        for (Index row = 0; row < d.now->rows(); ++row) {
            for (Index column = 0; column < d.now->cols(); ++column) {
                const auto& r = rows.pairs[std::size_t(row)];
                const auto& c = d.alignment.columns.pairs[std::size_t(column)];
                QCOMPARE((*d.before)(row, column),
                         before.value().stage(StageId::weights)(r.before, c.before));
                QCOMPARE((*d.now)(row, column), now.value().stage(StageId::weights)(r.now, c.now));
                QVERIFY(std::abs((*d.before)(row, column) + (*d.difference)(row, column) -
                                 (*d.now)(row, column)) < 1e-15);
            }
        }
        const auto changes = largest_changes(d, 3);
        const double most = d.difference->size() > 0 ? d.difference->cwiseAbs().maxCoeff() : 0;
        QCOMPARE(changes.empty() ? 0.0 : std::abs((*d.difference)(changes[0].row, changes[0].column)), most);
    }
}

LAB_APPLESS_TEST(TestDifference)
#include "tst_difference.moc"
