// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with somebody's numbers: every mistake, alone and in pairs, made by the Oracle in all
// examples, golden documents and random experiments; right numbers however they are written; random numbers.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/io/document_file.h"
#include "core/io/matrix_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

/// Larger ones take the Oracle long.
constexpr Index most_cells = 4000;

bool is_small(const Experiment& e) {
    const Dimensions d = dimensions(e);
    return d.H * d.n_q * d.n_k <= most_cells && d.n_q * d.d_model * d.H * d.d_k <= 40 * most_cells;
}

std::vector<Experiment> shipped_experiments() {
    std::vector<Experiment> all;
    for (const auto& entry : std::filesystem::directory_iterator(LAB_SOURCE_DIR "/resources/examples"))
        all.push_back(load_experiment(entry.path()).value());
    for (const std::string& name : golden_names())
        all.push_back(load_golden(name).experiment);
    std::erase_if(all, [](const Experiment& e) { return is_empty(e) || !is_small(e); });
    return all;
}

/// Whether the matrices are the same for a diagnosis.
bool is_alike(const Matrix& a, const Matrix& b) {
    return agrees({a, Matrix::Zero(a.rows(), a.cols())}, b, {},
                  std::max(largest_magnitude(a), largest_magnitude(b)));
}

/// Nothing but numbers that say nothing: not finite, or 0.
bool is_mute(const Matrix& numbers) {
    return std::ranges::none_of(numbers.reshaped(), [](double x) { return std::isfinite(x) && x != 0; });
}

/// Whether the numbers depend on how sums were rounded: infinities, or scores divided by a sum that is 0 but
/// for rounding.
bool depends_on_rounding(const Experiment& e, const Oracle& oracle) {
    constexpr double most = 1e8;
    if (oracle.depends_on_order())
        return true;
    for (HeadIndex head = 0; head < e.heads.count; ++head) {
        if (largest_magnitude(numbers_of(oracle, StageId::weights, head)) > most ||
            numbers_of(oracle, StageId::weights, head).array().isInf().any())
            return true;
    }
    return false;
}

bool has(const std::vector<Claim>& claims, const std::vector<Mistake>& mistakes) {
    return std::ranges::any_of(claims, [&](const Claim& each) { return each.mistakes == mistakes; });
}

/// A mask on the weights cannot be seen in the scores, which are without one.
bool can_be_seen(const std::vector<Mistake>& mistakes, const Asked& asked) {
    StageId stage = asked.stage;
    for (const Mistake& each : mistakes)
        stage = each.kind == MistakeKind::other_stage ? each.stage : stage;
    return std::ranges::none_of(mistakes, [&](const Mistake& each) {
        return stage == StageId::masked_scores && (each.kind == MistakeKind::weights_masked ||
                                                   each.kind == MistakeKind::weights_masked_and_normalised);
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

StageId any_stage(RandomExperiments& random, const Experiment& e) {
    StageId stage = StageId::inputs;
    do
        stage = static_cast<StageId>(random.between(0, static_cast<Index>(StageId::output)));
    while (!has_stage(e, stage));
    return stage;
}

Asked any_asked(RandomExperiments& random, const Experiment& e) {
    const StageId stage = any_stage(random, e);
    return {stage, info(stage).per_head ? random.between(0, e.heads.count - 1) : 0};
}

bool has_shape(const Matrix& numbers, const Matrix& right) {
    return numbers.rows() == right.rows() && numbers.cols() == right.cols();
}

/// Hands in numbers with one mistake.
void make_alone(const Experiment& e, const Asked& asked, const Oracle& right, const Oracle& wrong,
                const Mistake& mistake, Tally& tally) {
    const Matrix numbers = handed_in(wrong, asked, {mistake});
    const Matrix expected = numbers_of(right, asked.stage, asked.head);
    const auto diagnosis = diagnose(e, asked, exactly(numbers));
    if (has_shape(numbers, expected) && is_alike(numbers, expected)) {
        ++tally.no_difference;
        if (!diagnosis->is_right || !diagnosis->claims.empty())
            tally.miss("a mistake is claimed that makes no difference: " + names_of({mistake}));
        return;
    }
    if (!diagnosis->claims.empty() && diagnosis->claims.front().mistakes == std::vector{mistake})
        ++tally.named;
    else if (has(diagnosis->claims, {mistake}) || diagnosis->more_claims > 0)
        ++tally.mentioned;
    else if (is_mute(numbers))
        ++tally.no_difference;
    else
        tally.miss(names_of({mistake}) + " in " + std::string(info(asked.stage).name) + ", " +
                   shape_text(numbers.rows(), numbers.cols()) +
                   ", said: " + text_of(diagnosis_words(e, *diagnosis, naming_in_files)));
}

void make_each_alone(RandomExperiments& random, const Experiment& e, Tally& tally) {
    const Oracle right(e);
    if (depends_on_rounding(e, right))
        return;
    const Asked asked = any_asked(random, e);
    for (const Mistake& mistake : possible_mistakes(e, asked)) {
        if (mistake.kind == MistakeKind::other_head_order)
            continue;
        const Oracle wrong = mistaken_oracle(e, {mistake});
        if (depends_on_rounding(e, wrong))
            continue;
        // A stage that the mistake reaches, most often.
        Asked its = asked;
        const StageSet affected = affected_stages(mistake.kind);
        for (int tries = 0; tries < 20 && affected.any(); ++tries) {
            its = any_asked(random, e);
            if (affected.test(static_cast<std::size_t>(its.stage)))
                break;
        }
        if ((mistake.kind == MistakeKind::other_stage && mistake.stage == its.stage) ||
            !can_be_seen({mistake}, its))
            continue;
        make_alone(e, its, right, wrong, mistake, tally);
    }
}

} // namespace

class TestDiagnosis : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void eachAloneInDocuments();
    void eachAloneInRandomExperiments();
    void pairs();
    void headsInAnotherOrder();
    void rightNumbers();
    void rightInSingle();
    void randomNumbers();
    void randomLines();
    void oneCellWrong();
    void typos_data();
    void typos();
    void typosInRightNumbers();
    void lines_data();
    void lines();
    void certainty();
    void words();
    void identified();
    void places();
    void placesByChance();
    void shareOfSink();
    void stopped();
    void fast();
};

/// A qInfo() is not fatal, but the rest is.
void TestDiagnosis::eachAloneInDocuments() {
    RandomExperiments random(1);
    Tally tally;
    for (const Experiment& e : shipped_experiments()) {
        for (int round = is_exhaustive ? 5 : 1; round > 0; --round)
            make_each_alone(random, e, tally);
    }
    report("One mistake, documents", tally);
    QVERIFY(tally.named > 500);
    QVERIFY2(tally.missed == 0, tally.first_missed.c_str());
}

void TestDiagnosis::eachAloneInRandomExperiments() {
    RandomExperiments random(2);
    Tally tally;
    for (int i = 0; i < many_experiments / (is_exhaustive ? 1 : 4); ++i)
        make_each_alone(random, random.next(), tally);
    report("One mistake, random experiments", tally);
    QVERIFY2(tally.missed == 0, tally.first_missed.c_str());
}

namespace {

void make_pair(RandomExperiments& random, const Experiment& e, Tally& tally) {
    const Asked asked = any_asked(random, e);
    const std::vector<Mistake> possible = possible_mistakes(e, asked);
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
    const auto diagnosis = diagnose(e, asked, exactly(numbers));
    if (!diagnosis->claims.empty() && diagnosis->claims.front().mistakes == both)
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

} // namespace

void TestDiagnosis::pairs() {
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

void TestDiagnosis::headsInAnotherOrder() {
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
        const auto diagnosis = diagnose(e, {StageId::values, 0}, exactly(turned));
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
        const auto of_concat = diagnose(e, {StageId::concat, 0}, exactly(blocks));
        QVERIFY(std::ranges::any_of(of_concat->claims, [](const Claim& each) {
            return each.mistakes.front().kind == MistakeKind::other_head_order;
        }));
    }
    QVERIFY(count > 3);
}

/// Printed with 3 to 17 decimals, with and without an exponent, and as Python writes them.
void TestDiagnosis::rightNumbers() {
    RandomExperiments random(5);
    int count = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        if (depends_on_rounding(e, oracle))
            continue;
        const Asked asked = any_asked(random, e);
        const Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
        for (int decimals = 3; decimals <= 17; ++decimals) {
            for (const char* format : {"%.*f", "%.*e", "%.*g"}) {
                if (format[3] == 'g' && decimals < 17)
                    continue; // Python's round trip alone
                const std::string text = bracketed(numbers, format, decimals);
                const Result<PrintedArray> read = read_printed_text(text, PastedNumbers::any);
                QVERIFY2(read, read ? "" : read.error().message().c_str());
                const auto diagnosis = diagnose(e, asked, read.value());
                QVERIFY2(diagnosis->is_right, text.c_str());
                ++count;
            }
        }
    }
    qInfo("Right numbers printed with 3 to 17 decimals: %d, all called right", count);
}

void TestDiagnosis::rightInSingle() {
    RandomExperiments random(6);
    int count = 0, printed = 0;
    for (int i = 0; i < 2 * many_experiments; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        if (depends_on_rounding(e, oracle))
            continue;
        const Asked asked = any_asked(random, e);
        const Matrix numbers = numbers_of(oracle, asked.stage, asked.head).cast<float>().cast<double>();
        if (!numbers.allFinite())
            continue;
        QVERIFY(diagnose(e, asked, exactly(numbers))->is_right);
        ++count;
        const int decimals = static_cast<int>(random.between(3, 8));
        const std::string text = bracketed(numbers, "%.*f", decimals);
        QVERIFY2(diagnose(e, asked, read_printed_text(text, PastedNumbers::any).value())->is_right,
                 text.c_str());
        ++printed;
    }
    qInfo("Right numbers in float32: %d, all called right; the same printed: %d", count, printed);
}

void TestDiagnosis::randomNumbers() {
    RandomExperiments random(7);
    int count = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const Asked asked = any_asked(random, e);
        const Dimensions d = dimensions(e);
        Matrix numbers(length(info(asked.stage).rows, d), length(info(asked.stage).columns, d));
        for (double& number : numbers.reshaped())
            number = random.number();
        const bool sums_to_one = numbers.cols() > 1 && random.coin();
        if (sums_to_one) {
            numbers = numbers.cwiseAbs();
            numbers.array().colwise() /= numbers.rowwise().sum().array().eval();
        }
        const int decimals = static_cast<int>(random.between(2, 8));
        const std::string text = bracketed(numbers, "%.*f", decimals);
        const auto diagnosis = diagnose(e, asked, read_printed_text(text, PastedNumbers::any).value());
        QVERIFY2(diagnosis->claims.empty() && !diagnosis->near,
                 (text + " " + text_of(diagnosis_words(e, *diagnosis, naming_in_files))).c_str());
        ++count;
    }
    qInfo("Random numbers: %d, none diagnosed", count);
}

/// The same for numbers that have the shape of a row or a column.
void TestDiagnosis::randomLines() {
    RandomExperiments random(10);
    int count = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const Asked asked = any_asked(random, e);
        const Dimensions d = dimensions(e);
        const bool is_row = random.coin();
        Matrix numbers(1, length(is_row ? info(asked.stage).columns : info(asked.stage).rows, d));
        for (double& number : numbers.reshaped())
            number = random.number();
        if (random.coin())
            numbers = numbers.cwiseAbs() / numbers.cwiseAbs().sum();
        const std::string text = bracketed(numbers, "%.*f", static_cast<int>(random.between(2, 8)));
        const auto diagnosis = diagnose(e, asked, read_printed_text(text, PastedNumbers::any).value());
        // A weight of the only key is 1 in any case.
        const bool is_sure = diagnosis->line && !diagnosis->line->may_be_chance;
        QVERIFY2(!is_sure, (text + " " + text_of(diagnosis_words(e, *diagnosis, naming_in_files))).c_str());
        ++count;
    }
    qInfo("Random rows and columns: %d, none recognised", count);
}

/// A single wrong cell is found and said.
void TestDiagnosis::oneCellWrong() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(e);
    Matrix numbers = numbers_of(oracle, StageId::weights, 1);
    numbers(1, 2) += 0.01;
    const auto diagnosis = diagnose(e, {StageId::weights, 1}, exactly(numbers));
    QVERIFY(!diagnosis->is_right);
    QVERIFY(diagnosis->claims.empty() && !diagnosis->near);
    QCOMPARE(diagnosis->right, numbers.size() - 1);
    QVERIFY((diagnosis->first_wrong->cell == CellRef{StageId::weights, 1, 1, 2}));
    const std::string words = text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    QVERIFY2(words.find("row 1 (“") != std::string::npos &&
                 words.find("”), column 2 (“") != std::string::npos,
             words.c_str());
    // Within a tolerance that is given, it is right.
    QVERIFY(diagnose(e, {StageId::weights, 1}, exactly(numbers), 0.011)->is_right);
    QVERIFY(!diagnose(e, {StageId::weights, 1}, exactly(numbers), 0.009)->is_right);
}

namespace {

/// Six tokens, so that weights have 36 cells.
Experiment six_tokens(bool causal = false) {
    Experiment e = load_experiment(LAB_SOURCE_DIR "/resources/examples/two-heads.attn").value();
    e.notation = Notation::rows;
    e.sequence.tokens.clear();
    e.sequence.tokenizer = Tokenizer::manual;
    RandomExperiments random(11);
    for (const char* token : {"Your", "journey", "starts", "with", "one", "step"})
        e.sequence.tokens.push_back(token);
    const Index d = dimensions(e).d_model;
    Matrix rows(6, d);
    for (double& number : rows.reshaped())
        number = 0.4 * random.number(); // so that no weight is almost 0 or 1
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(std::move(rows));
    e.mask = {};
    e.mask.causal = causal;
    return e;
}

PrintedArray printed(const Matrix& numbers, int decimals) {
    return read_printed_text(bracketed(numbers, "%.*f", decimals), PastedNumbers::any).value();
}

} // namespace

void TestDiagnosis::typos_data() {
    QTest::addColumn<bool>("causal");
    QTest::addColumn<int>("typos");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<bool>("found");
    QTest::addColumn<bool>("two"); // mistakes
    QTest::newRow("one typo") << false << 1 << 4 << true << false;
    QTest::newRow("one typo, three decimals") << false << 1 << 3 << true << false;
    QTest::newRow("three typos") << false << 3 << 4 << true << false;
    QTest::newRow("under a mask") << true << 1 << 4 << true << false;
    QTest::newRow("two mistakes") << true << 1 << 4 << true << true;
    QTest::newRow("as many as a third") << false << 12 << 4 << false << false;
}

/// A typo does not hide the mistake that explains the other numbers.
void TestDiagnosis::typos() {
    QFETCH(bool, causal);
    QFETCH(int, typos);
    QFETCH(int, decimals);
    QFETCH(bool, found);
    QFETCH(bool, two);
    const Experiment e = six_tokens(causal);
    const Asked asked{StageId::weights, 0};
    std::vector<Mistake> made{{MistakeKind::not_scaled, {}, 0}};
    if (two)
        made.push_back({MistakeKind::without_mask, {}, 0});
    Matrix numbers = numbers_of(mistaken_oracle(e, made), StageId::weights, 0);
    const double right = numbers(2, 1);
    for (int i = 0; i < typos; ++i)
        numbers(2 + (1 + i) / 6, (1 + i) % 6) += 0.0127 + 0.0013 * i;
    const auto diagnosis = diagnose(e, asked, printed(numbers, decimals));
    QVERIFY(diagnosis->claims.empty());
    const std::string words = text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    QVERIFY2(diagnosis->near.has_value() == found, words.c_str());
    if (!found)
        return;
    const NearClaim& near = *diagnosis->near;
    QVERIFY2(near.claim.mistakes == made, words.c_str());
    QCOMPARE(near.fitting, Index(36 - typos));
    QCOMPARE(near.as_good, Index(0));
    QVERIFY((near.first_other.cell == CellRef{StageId::weights, 0, 2, 1}));
    QVERIFY(std::abs(near.first_other.expected - right) < 1e-9);
    QVERIFY2(words.starts_with(std::to_string(36 - typos) + " of 36 fit this: "), words.c_str());
    const std::string place = "row 2 (“starts”), column 1 (“journey”)";
    QVERIFY2(words.find((typos == 1 ? "; look at " : "; look first at ") + place) != std::string::npos,
             words.c_str());
    QCOMPARE(words.find("No other single mistake that is known here fits as many") != std::string::npos,
             !two);
}

/// Typos in right numbers are no mistake, whatever stage they are in, and however rough.
void TestDiagnosis::typosInRightNumbers() {
    RandomExperiments random(12);
    int count = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        const Asked asked = any_asked(random, e);
        if (depends_on_rounding(e, oracle))
            continue;
        Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
        const double largest = largest_magnitude(numbers);
        for (Index typos = random.between(1, 3); typos > 0; --typos)
            numbers(random.between(0, numbers.rows() - 1), random.between(0, numbers.cols() - 1)) +=
                largest * (0.1 + std::abs(random.number()));
        const auto diagnosis = diagnose(e, asked, printed(numbers, static_cast<int>(random.between(2, 8))));
        if (diagnosis->is_right || numbers.size() < 12)
            continue;
        QVERIFY2(!diagnosis->near, text_of(diagnosis_words(e, *diagnosis, naming_in_files)).c_str());
        ++count;
    }
    qInfo("Right numbers with typos: %d, none explained by a mistake", count);
}

void TestDiagnosis::lines_data() {
    QTest::addColumn<bool>("row");
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("turned"); // a row written as a column
    QTest::addColumn<bool>("scaled");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("says");
    QTest::newRow("row") << true << 0 << false << true << 4
                         << "This is row 1 (“Your”) of the attention weights";
    QTest::newRow("column") << false << 5 << false << true << 4
                            << "This is column 6 (“step”) of the attention weights";
    QTest::newRow("row as a column") << true << 2 << true << true << 4
                                     << "This is row 3 (“starts”) of the attention weights";
    QTest::newRow("not scaled") << true << 0 << false << false << 4
                                << "This is row 1 (“Your”) of the attention weights, but for a mistake. The "
                                   "scores are not scaled: divide by √d_k = 2";
    QTest::newRow("too rough to be sure") << true << 0 << false << true << 0
                                          << "These numbers agree with row 1 (“Your”) of the attention "
                                             "weights, but so few and so rough ones may do so by chance";
}

/// A single row or column is recognised.
void TestDiagnosis::lines() {
    QFETCH(bool, row);
    QFETCH(int, index);
    QFETCH(bool, turned);
    QFETCH(bool, scaled);
    QFETCH(int, decimals);
    QFETCH(QString, says);
    const Experiment e = six_tokens();
    std::vector<Mistake> made;
    if (!scaled)
        made.push_back({MistakeKind::not_scaled, {}, 0});
    const Matrix all = numbers_of(mistaken_oracle(e, made), StageId::weights, 0);
    Matrix line = row ? Matrix(all.row(index)) : Matrix(all.col(index));
    if (turned)
        line = Matrix(line.transpose());
    PrintedArray given = printed(line, decimals == 0 ? 4 : decimals);
    const auto diagnosis = diagnose(e, {StageId::weights, 0}, given,
                                    decimals == 0 ? std::optional(largest_magnitude(all) / 4) : std::nullopt);
    const std::vector<Said> words = diagnosis_words(e, *diagnosis, naming_in_window(e));
    QCOMPARE(QString::fromStdString(text_of(words.front())), says);
    QVERIFY2(text_of(words.back()).ends_with("but the attention weights are 6 × 6"),
             text_of(words.back()).c_str());
    QVERIFY(!diagnosis->is_right);
}

/// What is said of how certain a diagnosis is.
void TestDiagnosis::certainty() {
    const auto said = [](bool causal, const std::vector<Mistake>& made, StageId stage, int decimals) {
        const Experiment e = six_tokens(causal);
        const Matrix numbers = handed_in(mistaken_oracle(e, made), {stage, 0}, made);
        const auto diagnosis = diagnose(e, {stage, 0}, printed(numbers, decimals));
        return text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    };
    const Mistake not_scaled{MistakeKind::not_scaled, {}, 0}, without_mask{MistakeKind::without_mask, {}, 0};
    const std::string alone = "All 36 numbers fit this, and no other single mistake that is known here does",
                      few = "Few digits were given";
    std::string words = said(false, {not_scaled}, StageId::weights, 4);
    QVERIFY2(words.find(alone) != std::string::npos && words.find(few) == std::string::npos, words.c_str());
    words = said(false, {not_scaled}, StageId::weights, 2);
    QVERIFY2(words.find(few) != std::string::npos, words.c_str());
    words = said(true, {not_scaled, without_mask}, StageId::weights, 4);
    QVERIFY2(words.find("All 36 numbers fit these two, and no others that are known here do") !=
                 std::string::npos,
             words.c_str());
    words = said(true, {without_mask}, StageId::masked_scores, 4);
    QVERIFY2(words.find("All 36 numbers fit each of these") != std::string::npos, words.c_str());
}

/// Files count from 0 and have queries in rows, the window counts from 1 in the document's notation.
void TestDiagnosis::words() {
    Experiment e = load_golden("two-heads").experiment;
    e.notation = Notation::columns;
    const Naming window = naming_in_window(e);
    const Asked asked{StageId::weights, 0};
    const auto said = [&](const Mistake& mistake, const Naming& naming) {
        return text_of(claim_words(e, asked, {{mistake}, {1, 0}}, naming));
    };
    const Mistake head{MistakeKind::other_head, {}, 1}, order{MistakeKind::other_head_order, {}, 0},
        queries{MistakeKind::normalised_over_queries, {}, 0};
    QCOMPARE(said(head, naming_in_files), std::string("This is head 1, not head 0"));
    QCOMPARE(said(head, window), std::string("This is head 2, not head 1"));
    QCOMPARE(said(order, naming_in_files), std::string("The heads are in another order: 1, 0"));
    QCOMPARE(said(order, window), std::string("The heads are in another order: 2, 1"));
    QVERIFY(said(queries, naming_in_files).ends_with("row by row"));
    QVERIFY(said(queries, window).ends_with("column by column"));
    Diagnosis wrong;
    wrong.asked = asked;
    wrong.cells = 36;
    wrong.right = 35;
    wrong.first_wrong = {{StageId::weights, 0, 1, 2}, 0.25, 0.5};
    QCOMPARE(text_of(diagnosis_words(e, wrong, window).front()),
             "35 of 36 cells agree; the first that does not is row 3 (“" + e.sequence.tokens[2] +
                 "”), column 2 (“" + e.sequence.tokens[1] + "”): it is 0.25, and should be 0.5");
    // Shapes are said as they are shown.
    wrong = {};
    wrong.asked = {StageId::output, 0};
    wrong.has_shape = false;
    wrong.rows = 2;
    wrong.columns = 7;
    const Dimensions d = dimensions(e);
    const auto shape = [](Index rows, Index columns) {
        return std::to_string(rows) + " × " + std::to_string(columns);
    };
    QCOMPARE(text_of(diagnosis_words(e, wrong, naming_in_files).front()),
             "These numbers are 2 × 7, but the outputs are " + shape(d.n_q, d.d_out));
    QCOMPARE(text_of(diagnosis_words(e, wrong, window).front()),
             "These numbers are 7 × 2, but the outputs are " + shape(d.d_out, d.n_q));
    const Mistake turned{MistakeKind::weights_transposed, {}, 0};
    QVERIFY(said(turned, naming_in_files).find("X·Wᵀ") != std::string::npos);
    QVERIFY(said(turned, window).find("Wᵀ·X") != std::string::npos);
    // Every mistake has its own sentence.
    std::set<std::string> all;
    for (const std::string& name : golden_names()) {
        const Experiment its = load_golden(name).experiment;
        if (is_empty(its))
            continue;
        for (const Mistake& each : possible_mistakes(its, asked)) {
            if (each.kind != MistakeKind::other_stage && each.kind != MistakeKind::other_head)
                all.insert(text_of(claim_words(its, asked, {{each}, {1, 0}}, naming_in_files)).substr(0, 44));
        }
    }
    QVERIFY(!all.contains(""));
    QVERIFY(all.size() >= mistake_kinds - 2);
}

void TestDiagnosis::identified() {
    RandomExperiments random(8);
    int mistaken = 0;
    for (int i = 0; i < many_experiments / 8; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        const Asked asked = any_asked(random, e);
        const Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
        if (depends_on_rounding(e, oracle))
            continue;
        const auto found = what_is_this(e, exactly(numbers));
        QVERIFY(std::ranges::any_of(*found, [&](const Identification& each) {
            return !each.claim && each.what.stage == asked.stage && each.what.head == asked.head;
        }));
        const Mistake sign{MistakeKind::sign_turned, {}, 0};
        if (is_mute(numbers) || numbers.size() < 2)
            continue;
        const auto turned = what_is_this(e, exactly(Matrix(-numbers)));
        QVERIFY(std::ranges::any_of(*turned, [&](const Identification& each) {
            return !each.claim || each.claim->mistakes.front() == sign;
        }));
        ++mistaken;
    }
    QVERIFY(mistaken > 3);
}

void TestDiagnosis::places() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(e);
    const double number = oracle.at(StageId::scaled_scores, 1, 2, 0).value;
    const auto found = where_is(e, {StageId::scaled_scores, 0}, number, 1e-12);
    QVERIFY(std::ranges::find(found->cells, CellRef{StageId::scaled_scores, 1, 2, 0}) != found->cells.end());
    const std::string words =
        text_of(place_words(e, {StageId::scaled_scores, 1, 2, 0}, number, naming_in_files));
    QVERIFY2(words.find("is the scaled score of") != std::string::npos, words.c_str());
    QVERIFY(words.ends_with("in head 1"));
    // The stage that was asked for comes first, wherever it is in the order.
    const double last = oracle.at(StageId::output, 0, 0, 0).value;
    const auto in_output = where_is(e, {StageId::output, 0}, last, 1e-12);
    QVERIFY((in_output->cells.front() == CellRef{StageId::output, 0, 0, 0}));
    const auto nowhere = where_is(e, {StageId::output, 0}, 1e9, 0.1);
    QCOMPARE(nowhere->count, Index(0));
}

/// A number of two digits may be in many places, one of nine may not.
void TestDiagnosis::placesByChance() {
    const Experiment e = six_tokens();
    const double number = numbers_of(Oracle(e), StageId::weights, 0)(0, 5);
    const Asked asked{StageId::weights, 0};
    QVERIFY(where_is(e, asked, number, 1e-2)->may_be_chance);
    QVERIFY(!where_is(e, asked, number, 1e-9)->may_be_chance);
    const CellRef cell{StageId::weights, 0, 0, 5};
    const auto said = [&](Likeness likeness) {
        return text_of(place_words(e, cell, 0.1799, naming_in_files, likeness));
    };
    QCOMPARE(said(Likeness::is),
             std::string("0.1799 is the attention weight of “step” for “Your”, in head 0"));
    QVERIFY(said(Likeness::is_also).starts_with("0.1799 is also the attention weight of “step”"));
    QCOMPARE(said(Likeness::by_chance_perhaps),
             std::string("0.1799 agrees with the attention weight of “step” for “Your”, in head 0, which may "
                         "be a coincidence"));
    // The nearest, where no cell has it.
    const auto nearest = where_is(e, asked, number + 0.000012, 1e-9);
    QCOMPARE(nearest->count, Index(0));
    QVERIFY(nearest->nearest == cell);
    const std::string words = text_of(nearest_words(e, *nearest, number + 0.000012, naming_in_files));
    QVERIFY2(
        words.starts_with("The nearest number of the attention weights is the attention weight of “step” "
                          "for “Your”, in head 0: ") &&
            words.ends_with(", which differs by 0.000012"),
        words.c_str());
}

void TestDiagnosis::shareOfSink() {
    Experiment e = load_golden("two-heads").experiment;
    e.normalization.sink = share(Matrix{{0.25, -0.75}});
    const double number = *Oracle(e).share_of_sink(1, 2);
    const CellRef cell{StageId::weights, 1, 2, Index(e.sequence.tokens.size())};
    const auto found = where_is(e, {StageId::weights, 1}, number, 1e-12);
    QCOMPARE(found->count, Index(1));
    QVERIFY(found->cells.front() == cell);
    QCOMPARE(text_of(place_words(e, cell, 0.25, naming_in_files)),
             "0.25 is what the sink takes of the attention of “" + e.sequence.tokens[2] + "”, in head 1");
}

void TestDiagnosis::stopped() {
    const Experiment e = load_golden("two-heads").experiment;
    std::stop_source source;
    source.request_stop();
    const Matrix numbers = Matrix::Ones(2, 2);
    QVERIFY(!diagnose(e, {StageId::weights, 0}, exactly(numbers), {}, source.get_token()));
    QVERIFY(!what_is_this(e, exactly(numbers), source.get_token()));
    QVERIFY(!where_is(e, {StageId::weights, 0}, 1, 0.1, source.get_token()));
}

/// 64 tokens and 12 heads of 64 features each.
void TestDiagnosis::fast() {
    RandomExperiments random(9);
    const Index d_model = is_optimised ? 768 : 96; // how long it takes is told, not tested
    Experiment e;
    for (int i = 0; i < 64; ++i)
        e.sequence.tokens.push_back(std::to_string(i));
    e.sequence.tokenizer = Tokenizer::manual;
    e.heads = {12, 12};
    e.embedding.dimension = d_model;
    e.embedding.inputs = InputKind::rows;
    const auto numbers = [&](Index rows, Index columns) {
        Matrix matrix(rows, columns);
        for (double& number : matrix.reshaped())
            number = random.number() / 16;
        return share(std::move(matrix));
    };
    e.embedding.X = numbers(64, d_model);
    for (MatrixPtr* each : {&e.projection.W_Q, &e.projection.W_K, &e.projection.W_V, &e.projection.W_O})
        *each = numbers(d_model, d_model);
    for (MatrixPtr* each : {&e.projection.b_Q, &e.projection.b_K, &e.projection.b_V})
        *each = numbers(1, d_model);
    e.mask.causal = true;
    for (const auto& [stage, columns] :
         {std::pair(StageId::weights, Index{64}), std::pair(StageId::output, d_model)}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto diagnosis = diagnose(e, {stage, 3}, exactly(*numbers(64, columns)));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        qInfo("64 tokens, 12 heads, %s: %.2f s%s", std::string(info(stage).name).c_str(), taken.count(),
              diagnosis->left_out_pairs ? ", pairs left out" : "");
        QVERIFY(diagnosis->claims.empty());
    }
}

LAB_APPLESS_TEST(TestDiagnosis)
#include "tst_diagnosis.moc"
