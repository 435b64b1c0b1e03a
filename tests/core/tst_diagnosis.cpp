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
    void oneCellWrong();
    void words();
    void identified();
    void places();
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
        QVERIFY2(diagnosis->claims.empty(),
                 (text + " " + text_of(diagnosis_words(e, *diagnosis, naming_in_files))).c_str());
        ++count;
    }
    qInfo("Random numbers: %d, none diagnosed", count);
}

/// A single wrong cell is found and said.
void TestDiagnosis::oneCellWrong() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(e);
    Matrix numbers = numbers_of(oracle, StageId::weights, 1);
    numbers(1, 2) += 0.01;
    const auto diagnosis = diagnose(e, {StageId::weights, 1}, exactly(numbers));
    QVERIFY(!diagnosis->is_right);
    QVERIFY(diagnosis->claims.empty());
    QCOMPARE(diagnosis->right, numbers.size() - 1);
    QVERIFY((diagnosis->first_wrong->cell == CellRef{StageId::weights, 1, 1, 2}));
    const std::string words = text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    QVERIFY2(words.find("row 1, column 2") != std::string::npos, words.c_str());
    // Within a tolerance that is given, it is right.
    QVERIFY(diagnose(e, {StageId::weights, 1}, exactly(numbers), 0.011)->is_right);
    QVERIFY(!diagnose(e, {StageId::weights, 1}, exactly(numbers), 0.009)->is_right);
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
             std::string("35 of 36 cells agree; the first that does not is row 3, column 2: it is 0.25, and "
                         "should be 0.5"));
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
