// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is added to the scaled scores: adding, sharing and filling it, and its numbers as a parameter.
#include "core/edits/added_scores.h"
#include "core/edits/resize.h"
#include "core/edits/sentence.h"
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double hiding_number = -std::numeric_limits<double>::infinity();

/// Two heads, "a b c".
Experiment two_headed() {
    Experiment e;
    e.embedding.dimension = 4;
    e.heads = {2, 2};
    e.projection.kind = ProjectionKind::identity;
    return with_text(e, "a b c");
}

Index added_width(const Experiment& e) {
    return parameter(e, ParameterId::additive)->cols();
}

} // namespace

class TestAddedScores : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void presentAndShared();
    void cellsOfHeads();
    void mayHold();
    void buckets_data();
    void buckets();
    void filledWithBuckets();
    void knowsBuckets();
    void painted();
    void tooMany();
};

void TestAddedScores::presentAndShared() {
    const Experiment none = two_headed();
    QVERIFY(!parameter(none, ParameterId::additive) && !is_read(none, ParameterId::additive));
    const Experiment zeros = with_added_scores(none, true);
    QVERIFY(parameter(zeros, ParameterId::additive)->isZero(0) && is_read(zeros, ParameterId::additive));
    QCOMPARE(added_width(zeros), Index(3));
    QCOMPARE(split_of(zeros, ParameterId::additive), Split::none);
    const Experiment each = with_added_scores_per_head(zeros);
    QCOMPARE(added_width(each), Index(6));
    QCOMPARE(split_of(each, ParameterId::additive), Split::heads);
    QCOMPARE(fault(each), std::string());
    const Experiment changed = with_cell(each, ParameterId::additive, 1, 5, 7);
    QVERIFY((*with_shared_added_scores(changed, 1).scores.additive.front())(1, 2) == 7);
    QVERIFY(with_shared_added_scores(changed, 0).scores.additive.front()->isZero(0));
    QVERIFY(is_same(with_added_scores(changed, true), changed));
    QVERIFY(is_same(with_added_scores(changed, false), none));
}

/// The numbers of all heads stand side by side.
void TestAddedScores::cellsOfHeads() {
    const Experiment each = with_added_scores_per_head(with_added_scores(two_headed(), true));
    const Experiment e = with_cells(each, ParameterId::additive, 0, 2, Matrix{{1, hiding_number}, {3, 4}});
    QVERIFY(same_bits(*e.scores.additive[0], Matrix{{0, 0, 1}, {0, 0, 3}, {0, 0, 0}}));
    QVERIFY(same_bits(*e.scores.additive[1], Matrix{{hiding_number, 0, 0}, {4, 0, 0}, {0, 0, 0}}));
    QCOMPARE(value_at(e, ParameterId::additive, 1, 3), 4.0);
    QCOMPARE(value_at(e, ParameterId::additive, 0, 3), hiding_number);
    const auto its = head_feature(e, ParameterId::additive, 4);
    QVERIFY(its && its->first_head == 1 && its->feature == 1);
    QVERIFY(!head_feature(with_added_scores(two_headed(), true), ParameterId::additive, 1));
    // The other head's matrix is still the same one.
    const Experiment first = with_cell(each, ParameterId::additive, 0, 0, 5);
    QCOMPARE(first.scores.additive[1], each.scores.additive[1]);
}

void TestAddedScores::mayHold() {
    QVERIFY(may_hold(ParameterId::additive, Matrix{{1, hiding_number}}));
    QVERIFY(!may_hold(ParameterId::additive, Matrix{{-hiding_number}}));
    QVERIFY(!may_hold(ParameterId::additive, Matrix{{std::numeric_limits<double>::quiet_NaN()}}));
    QVERIFY(!may_hold(ParameterId::W_Q, Matrix{{hiding_number}}));
    QVERIFY(may_hold(ParameterId::W_Q, Matrix{{1e308}}));
}

// The numbers of the rule that T5's code applies.
void TestAddedScores::buckets_data() {
    QTest::addColumn<int>("distance");
    QTest::addColumn<int>("both_ways");
    QTest::addColumn<int>("one_way");
    const int rows[][3] = {{0, 0, 0},      {-1, 1, 1},      {-7, 7, 7},    {-8, 8, 8},    {-11, 8, 11},
                           {-12, 9, 12},   {-15, 9, 15},    {-16, 10, 16}, {-17, 10, 16}, {-20, 10, 17},
                           {-23, 11, 18},  {-32, 12, 21},   {-64, 14, 26}, {-91, 15, 29}, {-127, 15, 31},
                           {-128, 15, 31}, {-5000, 15, 31}, {1, 17, 0},    {8, 24, 0},    {16, 26, 0},
                           {500, 31, 0}};
    for (const auto& [distance, both_ways, one_way] : rows)
        QTest::addRow("%d", distance) << distance << both_ways << one_way;
}

void TestAddedScores::buckets() {
    QFETCH(int, distance);
    QFETCH(int, both_ways);
    QFETCH(int, one_way);
    QCOMPARE(t5_bucket(distance, true), Index(both_ways));
    QCOMPARE(t5_bucket(distance, false), Index(one_way));
}

/// One number for each distance while these have buckets of their own; another one for each head and seed.
void TestAddedScores::filledWithBuckets() {
    const Experiment zeros = with_added_scores(two_headed(), true);
    const Experiment e = with_t5_buckets(with_added_scores_per_head(zeros));
    QCOMPARE(fault(e), std::string());
    const Matrix& first = *e.scores.additive[0];
    QCOMPARE(first(0, 1), first(1, 2));
    QCOMPARE(first(1, 0), first(2, 1));
    QVERIFY(first(0, 1) != first(1, 0) && first(0, 1) != first(0, 2) && first(0, 0) != first(0, 1));
    QVERIFY(first != *e.scores.additive[1]);
    QVERIFY(is_same(with_t5_buckets(e), e));
    QVERIFY(!is_same(with_t5_buckets(with_seed(e, 5)), with_seed(e, 5)));
    Experiment causal = zeros;
    causal.mask.causal = true;
    const Matrix one_way = *with_t5_buckets(causal).scores.additive[0];
    QCOMPARE(one_way(0, 1), one_way(0, 0)); // what comes later shares a bucket
    QVERIFY(one_way(1, 0) != one_way(0, 0));
}

void TestAddedScores::knowsBuckets() {
    const Experiment none = two_headed();
    QVERIFY(!has_t5_buckets(none));
    const Experiment zeros = with_added_scores_per_head(with_added_scores(none, true));
    QVERIFY(!has_t5_buckets(zeros));
    const Experiment filled = with_t5_buckets(zeros);
    QVERIFY(has_t5_buckets(filled));
    QVERIFY(!has_t5_buckets(with_cell(filled, ParameterId::additive, 2, 5, 7)));
    Experiment causal = filled;
    causal.mask.causal = true;
    QVERIFY(!has_t5_buckets(causal));
    QVERIFY(has_t5_buckets(with_t5_buckets(causal)));
}

void TestAddedScores::painted() {
    const Experiment none = two_headed();
    const Experiment one = with_painted_scores(none, 1, {0, 1, 2, 1}, hiding_number);
    QCOMPARE(one.scores.additive.size(), std::size_t(1)); // for all heads
    QVERIFY(*one.scores.additive.front() ==
            (Matrix{{0, hiding_number, 0}, {0, hiding_number, 0}, {0, 0, 0}}));
    const Experiment each = with_added_scores_per_head(with_added_scores(none, true));
    const Experiment second = with_painted_scores(each, 1, {2, 2}, 3);
    QVERIFY(second.scores.additive[0]->isZero(0));
    QVERIFY(*second.scores.additive[1] == (Matrix{{0, 0, 0}, {0, 0, 0}, {0, 0, 3}}));
}

/// Their numbers count among the parameters, whose limit is 1 GiB.
void TestAddedScores::tooMany() {
    Experiment e = two_headed();
    QVERIFY(!too_many_added_scores(e, 2));
    e.sequence.tokens.assign(9000, "a");
    QVERIFY(!too_many_added_scores(e, 1));
    const auto problem = too_many_added_scores(e, 2);
    QVERIFY(problem);
    QCOMPARE(problem->found, std::string("162000000 added scores"));
}

LAB_GUILESS_TEST(TestAddedScores)
#include "tst_added_scores.moc"
