// SPDX-License-Identifier: GPL-3.0-or-later
//
// What follows sizes besides the parameters: overrides, rotated columns, sinks, added scores.
#include "core/analysis/variants.h"
#include "core/edits/resize.h"
#include "core/experiment/validate.h"
#include "tests/core/shape_documents.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;
using enum ProjectionKind;

class TestFollowSizes : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void overridesTravel_data();
    void overridesTravel();
    void rotatedColumns_data();
    void rotatedColumns();
    void sinksFollowHeads_data();
    void sinksFollowHeads();
    void addedScoresOfHeads();
};

void TestFollowSizes::overridesTravel_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<int>("head");
    QTest::addColumn<int>("column");
    QTest::addColumn<std::string>("size");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("now"); // −1 where it is gone
    const auto add = [](const char* row, ProjectionKind kind, StageId stage, int head, int column,
                        const char* size, int wanted, int now) {
        QTest::newRow(row) << kind << stage << head << column << std::string(size) << wanted << now;
    };
    add("inputs stay", linear, StageId::inputs, 0, 2, "d_model", 3, 2);
    add("inputs go", linear, StageId::inputs, 0, 2, "d_model", 2, -1);
    add("queries stay", linear, StageId::queries, 1, 1, "d_k", 2, 1);
    add("queries go", direct, StageId::queries, 1, 1, "d_k", 1, -1);
    add("a head goes", direct, StageId::scores, 1, 1, "heads", 1, -1);
    add("values go", direct, StageId::values, 0, 1, "d_v", 1, -1);
    add("values are not queries", direct, StageId::values, 0, 1, "d_k", 1, 1);
    add("concat moves", linear, StageId::concat, 0, 3, "d_v", 3, 4);
    add("concat moves back", linear, StageId::concat, 0, 2, "d_v", 1, 1);
    add("concat goes", linear, StageId::concat, 0, 3, "d_v", 1, -1);
    add("concat's head goes", direct, StageId::concat, 0, 2, "heads", 1, -1);
    add("concat of wider heads", linear, StageId::concat, 0, 2, "heads", 1, 2);
    add("output moves", direct, StageId::output, 0, 3, "d_v", 3, 4);
    add("heads of identity", identity, StageId::queries, 1, 1, "heads", 4, -1);
}

void TestFollowSizes::overridesTravel() {
    QFETCH(ProjectionKind, kind);
    QFETCH(StageId, stage);
    QFETCH(int, head);
    QFETCH(int, column);
    QFETCH(std::string, size);
    QFETCH(int, wanted);
    QFETCH(int, now);
    Experiment e = model(kind, {2, 2}, 4, 2);
    e.overrides = {{stage, head, 1, column, 7, nullptr}};
    QCOMPARE(fault(e), std::string());
    const Experiment next = with_size(e, size_named(size), wanted).value();
    QCOMPARE(fault(next), std::string());
    QCOMPARE(next.overrides.size(), std::size_t(now < 0 ? 0 : 1));
    if (now >= 0) {
        QCOMPARE(next.overrides[0].column, Index(now));
        QCOMPARE(next.overrides[0].row, Index(1));
        QCOMPARE(next.overrides[0].head, Index(head));
    }
}

void TestFollowSizes::rotatedColumns_data() {
    QTest::addColumn<bool>("rotary");
    QTest::addColumn<Index>("columns");
    QTest::addColumn<Index>("d_k");
    QTest::addColumn<std::optional<Index>>("expected");
    QTest::newRow("fit") << true << Index(4) << Index(5) << std::optional<Index>(4);
    QTest::newRow("one too few") << true << Index(4) << Index(3) << std::optional<Index>(2);
    QTest::newRow("an even number") << true << Index(6) << Index(4) << std::optional<Index>(4);
    QTest::newRow("no pair") << true << Index(4) << Index(1) << std::optional<Index>();
    QTest::newRow("not rotated") << false << Index(4) << Index(3) << std::optional<Index>(4);
}

/// No more columns turn than there are.
void TestFollowSizes::rotatedColumns() {
    QFETCH(bool, rotary);
    QFETCH(Index, columns);
    QFETCH(Index, d_k);
    Experiment e = model(linear, {2, 1}, 3, 6);
    e.scores.rotary = rotary;
    e.scores.rotary_dims = columns;
    const Experiment next = with_size(e, Size::d_k, d_k).value();
    QTEST(next.scores.rotary_dims, "expected");
    QCOMPARE(fault(next), std::string());
}

void TestFollowSizes::sinksFollowHeads_data() {
    QTest::addColumn<Matrix>("before");
    QTest::addColumn<int>("heads");
    QTest::addColumn<Matrix>("after");
    QTest::newRow("more") << Matrix{{1, 2}} << 4 << Matrix{{1, 2, 2, 2}};
    QTest::newRow("fewer") << Matrix{{1, 2, 3, 4}} << 2 << Matrix{{1, 2}};
    QTest::newRow("one") << Matrix{{1, 2, 3, 4}} << 1 << Matrix{{1}};
    QTest::newRow("shared") << Matrix{{1}} << 4 << Matrix{{1}};
}

/// Added heads have the sink of the last one. Also where heads are another way to split the same columns.
void TestFollowSizes::sinksFollowHeads() {
    QFETCH(Matrix, before);
    QFETCH(int, heads);
    QFETCH(Matrix, after);
    for (const ProjectionKind kind : {linear, identity, direct}) {
        const Index count = before.cols() == 1 ? 2 : before.cols();
        Experiment e = model(kind, {count, count}, 4, 4);
        e.normalization.sink = share(before);
        const Experiment next = with_size(e, Size::heads, heads).value();
        QVERIFY(validate(next).empty());
        QVERIFY(same_bits(*next.normalization.sink, after));
        for (const Variant& variant : variants_of(e, Variation::heads).list) {
            if (variant.experiment.heads.count == heads)
                QVERIFY(same_bits(*variant.experiment.normalization.sink, after));
        }
    }
}

/// Those of heads that remain stay, and nothing is added for new heads. One matrix is for all heads.
void TestFollowSizes::addedScoresOfHeads() {
    Experiment e = model(linear, {2, 2}, 4, 2);
    const auto tokens = static_cast<Index>(e.sequence.tokens.size());
    const auto constant = [tokens](double value) {
        return share(Matrix(Matrix::Constant(tokens, tokens, value)));
    };
    e.scores.additive = {constant(1), constant(2)};
    const auto with_heads = [](const Experiment& from, Index heads) {
        return with_size(from, Size::heads, heads).value();
    };
    const Experiment three = with_heads(e, 3);
    QCOMPARE(three.scores.additive.size(), std::size_t(3));
    QVERIFY(*three.scores.additive[1] == *constant(2) && three.scores.additive[2]->isZero(0));
    const Experiment one = with_heads(e, 1);
    QCOMPARE(one.scores.additive.size(), std::size_t(1));
    QVERIFY(*one.scores.additive[0] == *constant(1));
    QCOMPARE(with_heads(one, 4).scores.additive.size(), std::size_t(1));
}

LAB_APPLESS_TEST(TestFollowSizes)
#include "tst_follow_sizes.moc"
