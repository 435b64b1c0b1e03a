// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mistakes are named: every one, alone and in pairs, made by the Oracle in all examples, golden documents and
// random experiments.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace lab;
using namespace lab::test;

namespace {

/// Of mistakes that differ in their value alone and give the same numbers, one is claimed.
bool is_said(const Claim& claim, const std::vector<Mistake>& mistakes) {
    return std::ranges::equal(claim.mistakes, mistakes, [](const Mistake& a, const Mistake& b) {
        return a.kind == b.kind && a.stage == b.stage && a.head == b.head;
    });
}

bool has(const std::vector<Claim>& claims, const std::vector<Mistake>& mistakes) {
    return std::ranges::any_of(claims, [&](const Claim& each) { return is_said(each, mistakes); });
}

/// A mask on the weights cannot be seen in the scores, which are without one, and what is rounded before it
/// is used is right itself.
bool can_be_seen(const std::vector<Mistake>& mistakes, const Asked& asked) {
    StageId stage = asked.stage;
    for (const Mistake& each : mistakes)
        stage = each.kind == MistakeKind::other_stage ? each.stage : stage;
    return std::ranges::none_of(mistakes, [&](const Mistake& each) {
        return (each.kind == MistakeKind::rounded_on_the_way && each.stage == stage) ||
               (stage == StageId::masked_scores && (each.kind == MistakeKind::weights_masked ||
                                                    each.kind == MistakeKind::weights_masked_and_normalised));
    });
}

/// What became of mistakes that were made.
struct Tally {
    int named = 0;     ///< as the first
    int mentioned = 0; ///< after another one that gives the same numbers
    int explained = 0; ///< by fewer mistakes, which give the same numbers
    int no_difference = 0;
    int missed = 0;
    std::string first_missed;

    int claimable() const { return named + mentioned + missed; }
    void miss(const std::string& name) {
        ++missed;
        if (first_missed.empty())
            first_missed = name;
    }
};

void report(const char* what, const Tally& tally) {
    qInfo(
        "%s: %d named first, %d mentioned after others that agree as well, %d explained by fewer, %d made no "
        "difference, %d missed %s",
        what, tally.named, tally.mentioned, tally.explained, tally.no_difference, tally.missed,
        tally.first_missed.c_str());
}

bool has_shape(const Matrix& numbers, const Matrix& right) {
    return numbers.rows() == right.rows() && numbers.cols() == right.cols();
}

/// Whether what the mistake makes is right in another arrangement: columns for rows where the document shows
/// columns, heads side by side in another stage. Numbers that only copy what was rounded are right, too.
bool is_right_otherwise(const Diagnosis& diagnosis, const Mistake& mistake) {
    const auto& arrangement = diagnosis.arrangement;
    return diagnosis.is_right && !arrangement.empty() &&
           (mistake.kind == MistakeKind::rounded_on_the_way ||
            std::ranges::find(arrangement, Arrangement::fewer_digits) == arrangement.end());
}

/// Whether no cell differs that is a number in both: NaN alone tells no mistakes apart.
bool is_alike_but_for_nan(Matrix numbers, const Matrix& expected) {
    if (!has_shape(numbers, expected))
        return false;
    for (Index i = 0; i < numbers.size(); ++i) {
        if (std::isnan(numbers.data()[i]) || std::isnan(expected.data()[i]))
            numbers.data()[i] = expected.data()[i];
    }
    return is_alike(numbers, expected);
}

/// Hands in numbers with one mistake.
void make_alone(const Experiment& e, DocumentJudge& judge, const Asked& asked, const Oracle& right,
                const Oracle& wrong, const Mistake& mistake, Tally& tally) {
    const Matrix numbers = handed_in(wrong, asked, {mistake});
    const Matrix expected = numbers_of(right, asked.stage, asked.head);
    const auto diagnosis = judge.judge(asked, exactly(numbers));
    if (has_shape(numbers, expected) && is_alike(numbers, expected)) {
        ++tally.no_difference;
        if (!diagnosis->is_right || !diagnosis->claims.empty())
            tally.miss("a mistake is claimed that makes no difference: " + names_of({mistake}));
        return;
    }
    if (!diagnosis->claims.empty() && is_said(diagnosis->claims.front(), {mistake}))
        ++tally.named;
    else if (has(diagnosis->claims, {mistake}) || diagnosis->more_claims > 0)
        ++tally.mentioned;
    else if (is_mute(numbers) || is_alike_but_for_nan(numbers, expected) ||
             (diagnosis->may_be_chance && telling_numbers(numbers) == 0))
        ++tally.no_difference; // few cells of 0 and 1 tell nothing
    else if (is_right_otherwise(*diagnosis, mistake))
        ++tally.explained;
    else
        tally.miss(names_of({mistake}) + " in " + std::string(info(asked.stage).name) + ", " +
                   shape_text(numbers.rows(), numbers.cols()) +
                   ", said: " + text_of(diagnosis_words(e, *diagnosis, naming_in_files)));
}

void make_each_alone(RandomExperiments& random, const Experiment& e, Tally& tally) {
    const Oracle right(e);
    if (depends_on_rounding(e, right))
        return;
    DocumentJudge judge(e);
    const Asked asked = any_asked(random, e);
    for (const Mistake& mistake : possible_mistakes(e, asked)) {
        if (mistake.kind == MistakeKind::other_head_order)
            continue;
        const Oracle wrong = mistaken_oracle(e, {mistake});
        if (depends_on_rounding(e, wrong))
            continue;
        // A stage that the mistake reaches, most often.
        Asked its = asked;
        const StageSet affected = affected_stages(mistake);
        for (int tries = 0; tries < 20 && affected.any(); ++tries) {
            its = any_asked(random, e);
            if (affected.test(static_cast<std::size_t>(its.stage)))
                break;
        }
        if ((mistake.kind == MistakeKind::other_stage && mistake.stage == its.stage) ||
            !can_be_seen({mistake}, its))
            continue;
        make_alone(e, judge, its, right, wrong, mistake, tally);
    }
}

void make_pair(RandomExperiments& random, const Experiment& e, Tally& tally) {
    const Asked asked = any_asked(random, e);
    std::vector<Mistake> possible = possible_mistakes(e, asked);
    std::erase_if(possible, [](const Mistake& each) { return !is_common(each.kind); });
    const auto pick = [&] {
        return static_cast<std::size_t>(random.between(0, static_cast<Index>(possible.size()) - 1));
    };
    const auto [first, second] = std::minmax({pick(), pick()});
    const std::vector<Mistake> both{possible[first], possible[second]};
    if (exclude_each_other(both[0].kind, both[1].kind) || !can_be_seen(both, asked) ||
        std::ranges::any_of(both,
                            [](const Mistake& each) { return each.kind == MistakeKind::other_head_order; }))
        return;
    const Oracle right(e), wrong = mistaken_oracle(e, both);
    if (depends_on_rounding(e, right) || depends_on_rounding(e, wrong))
        return;
    const Matrix numbers = handed_in(wrong, asked, both);
    const Matrix expected = numbers_of(right, asked.stage, asked.head);
    if (is_mute(numbers) || (has_shape(numbers, expected) && is_alike(numbers, expected))) {
        ++tally.no_difference;
        return;
    }
    for (const Mistake& one : both) {
        const Matrix alone = handed_in(mistaken_oracle(e, {one}), asked, {one});
        if (has_shape(alone, numbers) && is_alike(alone, numbers)) {
            ++tally.no_difference;
            return;
        }
    }
    const auto diagnosis = judge(e, asked, exactly(numbers));
    if (!diagnosis->claims.empty() && is_said(diagnosis->claims.front(), both))
        ++tally.named;
    else if (!diagnosis->claims.empty() && diagnosis->claims.front().mistakes.size() == 1)
        ++tally.explained;
    else if (has(diagnosis->claims, both) || diagnosis->more_claims > 0)
        ++tally.mentioned;
    else
        tally.miss(names_of(both) + " in " + std::string(info(asked.stage).name) + ", " +
                   shape_text(numbers.rows(), numbers.cols()) +
                   ", said: " + text_of(diagnosis_words(e, *diagnosis, naming_in_files)));
}

/// A number of those that are fitted.
double any_value(RandomExperiments& random, MistakeKind kind) {
    const double part = 0.1 * static_cast<double>(random.between(1, 5));
    switch (kind) {
    case MistakeKind::dropout_left_on:
        return part;
    case MistakeKind::small_stand_in:
    case MistakeKind::stand_in_added:
        return -10 * part;
    default:
        return 0.05 + 6 * part;
    }
}

bool is_fitted_to(const Claim& claim, const Mistake& mistake) {
    return claim.mistakes.size() == 1 && claim.mistakes.front().kind == mistake.kind &&
           std::abs(claim.mistakes.front().value - mistake.value) <= 1e-3 * std::abs(mistake.value);
}

/// Hands in numbers with a mistake whose number is fitted.
void make_fitted(RandomExperiments& random, const Experiment& e, Mistake mistake, Tally& tally) {
    mistake.value = any_value(random, mistake.kind);
    Asked asked{StageId::weights, random.between(0, e.heads.count - 1)};
    if (mistake.kind != MistakeKind::dropout_left_on && random.coin())
        asked.stage = StageId::head_outputs;
    const Oracle right(e), wrong = mistaken_oracle(e, {mistake});
    if (depends_on_rounding(e, right) || depends_on_rounding(e, wrong))
        return;
    const Matrix numbers = handed_in(wrong, asked, {mistake});
    const Matrix expected = numbers_of(right, asked.stage, asked.head);
    constexpr Index least_telling_cells = 12;
    if (is_mute(numbers) || is_alike(numbers, expected) ||
        (numbers.array() != expected.array()).count() < least_telling_cells) {
        ++tally.no_difference;
        return;
    }
    const auto diagnosis = judge(e, asked, exactly(numbers));
    const std::vector<Claim>& claims = diagnosis->claims;
    if (!claims.empty() && is_fitted_to(claims.front(), mistake))
        ++tally.named;
    else if (std::ranges::any_of(claims, [&](const Claim& each) { return is_fitted_to(each, mistake); }))
        ++tally.mentioned;
    else if (!claims.empty() || diagnosis->may_be_chance)
        ++tally.explained;
    else
        tally.miss(names_of({mistake}) + " in " + std::string(info(asked.stage).name) + ", " +
                   shape_text(numbers.rows(), numbers.cols()) +
                   ", said: " + text_of(diagnosis_words(e, *diagnosis, naming_in_files)));
}

} // namespace

class TestMistakes : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void theSameKeys();
    void eachAloneInDocuments();
    void eachAloneInRandomExperiments();
    void withNumbersThatAreFitted();
    void pairs();
    void scaleAndSign();
    void headsInAnotherOrder();
};

/// The Oracle's table is in the order of MistakeKind, and 25 mistakes at most are looked for two at a time.
void TestMistakes::theSameKeys() {
    int common = 0;
    for (std::size_t i = 0; i < mistake_kinds; ++i) {
        const auto kind = static_cast<MistakeKind>(i);
        const std::string name = names_of({Mistake{kind}});
        QCOMPARE(name.substr(0, name.find(' ')), std::string(key_of(kind)));
        common += is_common(kind) ? 1 : 0;
    }
    QVERIFY2(common <= 25, qPrintable(QString::number(common)));
}

/// A qInfo() is not fatal, but the rest is.
void TestMistakes::eachAloneInDocuments() {
    RandomExperiments random(1);
    Tally tally;
    const std::vector<Experiment> documents = shipped_experiments();
    for (std::size_t i = 0; i < documents.size(); ++i) {
        for (int round = is_exhaustive ? 5 : in_sample(i, 2) ? 1 : 0; round > 0; --round)
            make_each_alone(random, documents[i], tally);
    }
    report("One mistake, documents", tally);
    QVERIFY(tally.named > 500);
    QVERIFY2(tally.missed * 100 <= tally.claimable(), tally.first_missed.c_str());
}

void TestMistakes::eachAloneInRandomExperiments() {
    RandomExperiments random(2);
    Tally tally;
    for (int i = 0; i < many_experiments / (is_exhaustive ? 1 : 8); ++i)
        make_each_alone(random, random.next(), tally);
    report("One mistake, random experiments", tally);
    QVERIFY2(tally.missed * 100 <= tally.claimable(), tally.first_missed.c_str());
}

void TestMistakes::withNumbersThatAreFitted() {
    RandomExperiments random(13);
    Tally tally;
    std::vector<Experiment> all = shipped_experiments();
    for (int i = 0; i < many_experiments / 4; ++i)
        all.push_back(random.next());
    for (const Experiment& e : all) {
        for (const Mistake& mistake : fitted_mistakes(e))
            make_fitted(random, e, mistake, tally);
    }
    report("One mistake with a number that is fitted", tally);
    QVERIFY(tally.named > 100);
    QVERIFY2(tally.missed * 20 <= tally.claimable(), tally.first_missed.c_str());
}

void TestMistakes::pairs() {
    RandomExperiments random(3);
    Tally tally;
    const std::vector<Experiment> documents = shipped_experiments();
    for (int i = 0; i < 2 * many_experiments; ++i) {
        const auto at = static_cast<std::size_t>(random.between(0, static_cast<Index>(documents.size()) - 1));
        make_pair(random, random.coin() ? random.next() : documents[at], tally);
    }
    report("Two mistakes", tally);
    QVERIFY(tally.named > many_experiments / 8);
    QVERIFY2(tally.missed * 20 <= tally.claimable(), tally.first_missed.c_str());
}

/// The sign is looked for with other mistakes.
void TestMistakes::scaleAndSign() {
    const Experiment e = load_golden("two-heads").experiment;
    const std::vector<Mistake> both{Mistake{MistakeKind::not_scaled}, Mistake{MistakeKind::sign_turned}};
    const Asked asked{StageId::head_outputs, 1};
    const auto diagnosis = judge(e, asked, exactly(handed_in(mistaken_oracle(e, both), asked, both)));
    QCOMPARE(diagnosis->claims.size(), std::size_t(1));
    QCOMPARE(names_of(diagnosis->claims.front().mistakes), names_of(both));
}

void TestMistakes::headsInAnotherOrder() {
    RandomExperiments random(4);
    int count = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        const Index heads = e.heads.count;
        if (heads < 2 || e.heads.kv_count < heads)
            continue;
        std::vector<Matrix> turned;
        std::vector<HeadIndex> order;
        for (HeadIndex head = 0; head < heads; ++head) {
            order.push_back((head + 1) % heads);
            turned.push_back(numbers_of(oracle, StageId::values, order.back()));
        }
        const auto diagnosis = judge(e, {StageId::values, 0}, exactly(turned));
        QCOMPARE(diagnosis->claims.size(), std::size_t(1));
        QVERIFY(diagnosis->claims.front().mistakes.front().kind == MistakeKind::other_head_order);
        QVERIFY(diagnosis->claims.front().head_order == order);
        ++count;
        // Side by side in the concatenation, too.
        const Matrix concat = numbers_of(oracle, StageId::concat, 0);
        const Index width = concat.cols() / heads;
        Matrix blocks(concat.rows(), concat.cols());
        for (HeadIndex head = 0; head < heads; ++head)
            blocks.middleCols(head * width, width) =
                concat.middleCols(order[static_cast<std::size_t>(head)] * width, width);
        if (depends_on_rounding(e, oracle) || is_alike(blocks, concat) || is_mute(concat))
            continue;
        const auto of_concat = judge(e, {StageId::concat, 0}, exactly(blocks));
        QVERIFY(std::ranges::any_of(of_concat->claims, [](const Claim& each) {
            return each.mistakes.front().kind == MistakeKind::other_head_order;
        }));
    }
    QVERIFY(count > 3);
}

LAB_APPLESS_TEST(TestMistakes)
#include "tst_mistakes.moc"
