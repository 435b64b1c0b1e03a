// SPDX-License-Identifier: GPL-3.0-or-later
//
// Custom masks, and which rule hides a cell.
#include "core/edits/masks.h"
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/masks.h"
#include "core/stages/01_tokens.h"
#include "core/stages/06_masked_scores.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestMasks : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void padding();
    void paintedAndCleared();
    void paintsWhatIsThere();
    void rules_data();
    void rules();
    void rulesAreTheStages();
    void travelsWithTokens();
};

namespace {

Experiment three_tokens() {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    return with_text(e, "a b c");
}

/// One to five random blocks painted into the mask.
Experiment painted(Experiment e, RandomExperiments& random) {
    const auto n_q = static_cast<Index>(e.sequence.tokens.size());
    const auto n_k = static_cast<Index>(key_tokens(e).size());
    for (Index left = random.between(1, 5); left > 0; --left) {
        Block cells{random.between(0, n_q - 1), random.between(0, n_k - 1)};
        cells.rows = random.between(1, n_q - cells.row);
        cells.columns = random.between(1, n_k - cells.column);
        e = with_visibility(e, cells, random.coin());
    }
    return e;
}

} // namespace

void TestMasks::padding() {
    const Experiment e = three_tokens();
    const Experiment both = with_padding(with_padding(e, 2, true), 0, true);
    QCOMPARE(both.mask.padding, (std::vector<TokenIndex>{0, 2}));
    QVERIFY(is_padding(both.mask, 2) && !is_padding(both.mask, 1));
    QVERIFY(is_same(with_padding(both, 2, true), both));
    QVERIFY(is_same(with_padding(with_padding(both, 2, false), 0, false), e));
    QVERIFY(!has_mask(e.mask) && has_mask(both.mask));
}

void TestMasks::paintedAndCleared() {
    const Experiment e = three_tokens();
    const Experiment one = with_visibility(e, {0, 2}, false);
    Matrix wanted = Matrix::Ones(3, 3);
    wanted(0, 2) = 0;
    QVERIFY(*one.mask.custom == wanted);
    const Experiment column = with_visibility(one, {0, 1, 3, 1}, false);
    wanted.col(1).setZero();
    QVERIFY(*column.mask.custom == wanted);
    // A mask that hides nothing is removed.
    const Experiment none = with_visibility(column, {0, 1, 3, 2}, true);
    QVERIFY(!none.mask.custom);
    QVERIFY(is_same(none, e));
}

void TestMasks::paintsWhatIsThere() {
    RandomExperiments random(21);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Experiment after = painted(e, random);
        QCOMPARE(fault(after), std::string());
    }
}

void TestMasks::rules_data() {
    QTest::addColumn<bool>("causal");
    QTest::addColumn<int>("window");
    QTest::addColumn<bool>("padded");
    QTest::addColumn<bool>("painted");
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("rules");
    QTest::newRow("nothing") << false << 0 << false << false << 2 << "";
    QTest::newRow("causal") << true << 0 << false << false << 2 << "causal";
    QTest::newRow("causal, itself") << true << 0 << false << false << 1 << "";
    QTest::newRow("window") << false << 1 << false << false << 0 << "window 1";
    QTest::newRow("window, near enough") << false << 2 << false << false << 0 << "";
    QTest::newRow("padding") << false << 0 << true << false << 2 << "padding of key 3";
    QTest::newRow("padding of another") << false << 0 << true << false << 0 << "";
    QTest::newRow("painted") << false << 0 << false << true << 2 << "custom mask";
    QTest::newRow("all") << true << 1 << true << true << 2
                         << "causal, window 1, padding of key 3, custom mask";
}

void TestMasks::rules() {
    QFETCH(bool, causal);
    QFETCH(int, window);
    QFETCH(bool, padded);
    QFETCH(bool, painted);
    QFETCH(int, key);
    Experiment e = with_padding(three_tokens(), 2, padded);
    if (painted)
        e = with_visibility(e, {1, 2}, false);
    e.mask.causal = causal;
    if (window > 0)
        e.mask.window = window;
    QStringList names;
    for (const MaskRule* rule : hiding_rules(e, 1, key))
        names += QString::fromStdString(text_of(rule->words(e.mask, key)));
    QTEST(names.join(", "), "rules");
}

/// hiding_rules() names a rule exactly where the stage hides the cell.
void TestMasks::rulesAreTheStages() {
    RandomExperiments random(22);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = painted(random.next(), random);
        const auto n_q = static_cast<Index>(e.sequence.tokens.size());
        const auto n_k = static_cast<Index>(key_tokens(e).size());
        Matrix masked = Matrix::Zero(n_q, n_k);
        lab::masked_scores(Matrix(masked), e.mask, first_positions(e), {0, 0, n_q, n_k}, masked);
        for (Index query = 0; query < n_q; ++query) {
            for (Index key = 0; key < n_k; ++key)
                QCOMPARE(!hiding_rules(e, query, key).empty(), is_hidden(masked(query, key)));
        }
    }
}

/// Painted cells follow their tokens when a word is inserted before them and removed again.
void TestMasks::travelsWithTokens() {
    RandomExperiments random(23);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        if (e.sequence.tokenizer != Tokenizer::whitespace)
            continue;
        e = painted(e, random);
        random.add_override(e);
        const TokenIndex key = random.between(0, static_cast<Index>(key_tokens(e).size()) - 1);
        e = with_padding(e, key, !is_padding(e.mask, key));
        const Experiment longer = with_text(e, "neverseen " + e.sequence.text);
        QCOMPARE(fault(longer), std::string());
        if (e.mask.custom) {
            const Index shift = e.source ? 0 : 1;
            QVERIFY(longer.mask.custom->bottomRightCorner(e.mask.custom->rows(), e.mask.custom->cols()) ==
                    *e.mask.custom);
            QVERIFY(longer.mask.custom->row(0).minCoeff() == 1);
            QCOMPARE(is_padding(longer.mask, key + shift), is_padding(e.mask, key));
        }
        QCOMPARE(longer.overrides.size(), e.overrides.size());
        QCOMPARE(difference(e, with_text(longer, e.sequence.text)).value_or(""), std::string());
    }
}

LAB_GUILESS_TEST(TestMasks)
#include "tst_masks.moc"
