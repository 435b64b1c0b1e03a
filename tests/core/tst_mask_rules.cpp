// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds for every rule of the table in core/experiment/mask_rules.h, so that a new one needs no test of
// these. It has to occur in RandomExperiments.
#include "core/experiment/masks.h"
#include "core/stages/06_masked_scores.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

Matrix hidden_by(const MaskRule& rule, const Experiment& e, const Block& at) {
    Matrix cells = Matrix::Zero(at.rows, at.columns);
    rule.hide(e.mask, first_positions(e), at, cells);
    return cells;
}

} // namespace

class TestMaskRules : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void every_data();
    void every();
    void togetherTheyAreTheStage();
};

void TestMaskRules::every_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < mask_rules().size(); ++i)
        QTest::newRow(mask_rules()[i].name.data()) << i;
}

/// It hides the same keys whatever part is computed, is named among the rules and among those that hide a
/// key, and hides some keys and not others. It hides other keys of later queries just if it reads positions.
void TestMaskRules::every() {
    QFETCH(std::size_t, index);
    const MaskRule& rule = mask_rules()[index];
    QVERIFY(!rule.is_set(Mask{}));
    RandomExperiments random(31);
    std::set<double> seen;
    bool depends_on_positions = false;
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        if (!rule.is_set(e.mask))
            continue;
        Mask removed = e.mask;
        rule.remove(removed);
        QCOMPARE(rules_of(removed).size(), rules_of(e.mask).size() - 1);
        QVERIFY(!rule.is_set(removed));
        QVERIFY(has_mask(e.mask) &&
                text_of(mask_words(e.mask)).find(text_of(rule.words(e.mask, {}))) != std::string::npos);
        const Dimensions d = dimensions(e);
        const Matrix whole = hidden_by(rule, e, {0, 0, d.n_q, d.n_k});
        FirstPositions later = first_positions(e);
        ++later.query;
        Matrix of_later = Matrix::Zero(d.n_q, d.n_k);
        rule.hide(e.mask, later, {0, 0, d.n_q, d.n_k}, of_later);
        depends_on_positions = depends_on_positions || of_later != whole;
        const Block part{d.n_q / 3, d.n_k / 2, d.n_q - d.n_q / 3, d.n_k - d.n_k / 2};
        QVERIFY(hidden_by(rule, e, part) == whole.block(part.row, part.column, part.rows, part.columns));
        for (Index query = 0; query < d.n_q; ++query) {
            for (Index key = 0; key < d.n_k; ++key) {
                const auto rules = hiding_rules(e, query, key);
                QVERIFY(whole(query, key) == 0 || is_hidden(whole(query, key)));
                QCOMPARE(std::ranges::count(rules, &rule) == 1, is_hidden(whole(query, key)));
                if (!is_hidden(whole(query, key)))
                    continue;
                const std::string reasons = text_of(*rules_words(e, query, key));
                QVERIFY(reasons.find(text_of(rule.words(e.mask, first_positions(e).key + key))) !=
                        std::string::npos);
            }
        }
        for (const double cell : whole.reshaped())
            seen.insert(cell);
    }
    QCOMPARE(seen.size(), std::size_t(2));
    QCOMPARE(depends_on_positions, rule.reads_positions);
}

/// A score stays as it is unless one of the rules hides its key.
void TestMaskRules::togetherTheyAreTheStage() {
    RandomExperiments random(32);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Dimensions d = dimensions(e);
        const Matrix scores = Matrix::Random(d.n_q, d.n_k);
        Matrix expected = scores;
        for (const MaskRule* rule : rules_of(e.mask))
            expected += hidden_by(*rule, e, {0, 0, d.n_q, d.n_k});
        Matrix masked = scores;
        lab::masked_scores(scores, e.mask, first_positions(e), {0, 0, d.n_q, d.n_k}, masked);
        QVERIFY(masked == expected);
    }
}

LAB_GUILESS_TEST(TestMaskRules)
#include "tst_mask_rules.moc"
