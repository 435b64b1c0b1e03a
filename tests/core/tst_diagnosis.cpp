// SPDX-License-Identifier: GPL-3.0-or-later
//
// Right numbers are called right however they are written, and no mistake is claimed of random ones; how long
// that takes.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/io/matrix_text.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>
#include <cmath>

using namespace lab;
using namespace lab::test;

class TestDiagnosis : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void rightNumbers();
    void rightInSingle();
    void randomNumbers();
    void ofAnotherDocument();
    void zerosAndOnes();
    void randomLines();
    void typosInRightNumbers();
    void stopped();
    void fast();
};

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
                const auto diagnosis = judge(e, asked, read.value());
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
        QVERIFY(judge(e, asked, exactly(numbers))->is_right);
        ++count;
        const int decimals = static_cast<int>(random.between(3, 8));
        const std::string text = bracketed(numbers, "%.*f", decimals);
        QVERIFY2(judge(e, asked, read_printed_text(text, PastedNumbers::any).value())->is_right,
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
        const auto diagnosis = judge(e, asked, read_printed_text(text, PastedNumbers::any).value());
        QVERIFY2(diagnosis->claims.empty() && !diagnosis->near,
                 (text + " " + text_of(diagnosis_words(e, *diagnosis, naming_in_files))).c_str());
        ++count;
    }
    qInfo("Random numbers: %d, none diagnosed", count);
}

/// The document with other numbers in all its parameters.
Experiment redrawn(RandomExperiments& random, Experiment e) {
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr old = parameter(e, each.id);
        if (!old)
            continue;
        Matrix numbers(old->rows(), old->cols());
        for (double& number : numbers.reshaped())
            number = random.number();
        if (may_hold(each.id, numbers))
            e = with_cells(e, each.id, 0, 0, numbers);
    }
    return e;
}

/// Right numbers of another document of the same shape are no mistake.
void TestDiagnosis::ofAnotherDocument() {
    RandomExperiments random(14);
    int count = 0;
    for (int i = 0; i < many_experiments + many_experiments / 5; ++i) {
        Experiment e = random.next();
        e.overrides.clear();
        const Experiment other = redrawn(random, e);
        const Oracle here(e), there(other);
        const Asked asked = any_asked(random, e);
        const Matrix numbers = numbers_of(there, asked.stage, asked.head);
        // A single number may be the same in both: what a softcap lets through at most.
        constexpr std::size_t least = 3;
        if (telling_numbers(numbers) < least || is_alike(numbers, numbers_of(here, asked.stage, asked.head)))
            continue;
        const auto diagnosis = judge(e, asked, printed(numbers, static_cast<int>(random.between(4, 8))));
        if (diagnosis->is_right) // to all decimals: weights of 0 and 1
            continue;
        QVERIFY2(diagnosis->claims.empty() && !diagnosis->near,
                 (text_of(diagnosis_words(e, *diagnosis, naming_in_files)) + " " +
                  std::string(info(asked.stage).name) + " " + bracketed(numbers, "%.*f", 4))
                     .c_str());
        ++count;
    }
    qInfo("Right numbers of another document: %d, none diagnosed", count);
    QVERIFY(2 * count > many_experiments);
}

/// Where scores are large, each row of weights is 0 but for a 1, and so it is after most mistakes.
void TestDiagnosis::zerosAndOnes() {
    RandomExperiments random(15);
    Experiment e = six_tokens();
    e.sequence.tokens.resize(3);
    e.embedding.X = share(Matrix(e.embedding.X->topRows(3)));
    e.projection.W_Q = share(Matrix(1e4 * *e.projection.W_Q));
    const Dimensions d = dimensions(e);
    for (int i = 0; i < many_experiments; ++i) {
        Matrix weights = Matrix::Zero(d.n_q, d.n_k);
        for (Index row = 0; row < d.n_q; ++row)
            weights(row, random.between(0, d.n_k - 1)) = 1;
        const auto diagnosis = judge(e, {StageId::weights, 0}, printed(weights, 4));
        if (!diagnosis->is_right)
            QVERIFY2(diagnosis->claims.empty() && !diagnosis->near,
                     text_of(diagnosis_words(e, *diagnosis, naming_in_files)).c_str());
    }
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
        const auto diagnosis = judge(e, asked, read_printed_text(text, PastedNumbers::any).value());
        // A weight of the only key is 1 in any case.
        const bool is_sure = diagnosis->line && !diagnosis->line->may_be_chance;
        QVERIFY2(!is_sure, (text + " " + text_of(diagnosis_words(e, *diagnosis, naming_in_files))).c_str());
        ++count;
    }
    qInfo("Random rows and columns: %d, none recognised", count);
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
        const auto diagnosis = judge(e, asked, printed(numbers, static_cast<int>(random.between(2, 8))));
        if (diagnosis->is_right || numbers.size() < 12)
            continue;
        QVERIFY2(!diagnosis->near, text_of(diagnosis_words(e, *diagnosis, naming_in_files)).c_str());
        ++count;
    }
    qInfo("Right numbers with typos: %d, none explained by a mistake", count);
}

void TestDiagnosis::stopped() {
    const Experiment e = load_golden("two-heads").experiment;
    std::stop_source source;
    source.request_stop();
    const Matrix numbers = Matrix::Ones(2, 2);
    QVERIFY(!judge(e, {StageId::weights, 0}, exactly(numbers), {}, source.get_token()));
    QVERIFY(!what_is_this(e, exactly(numbers), source.get_token()));
    QVERIFY(!where_is(e, {StageId::weights, 0}, 1, 0.1, source.get_token()));
}

/// 64 tokens and 12 heads of 64 features each.
void TestDiagnosis::fast() {
    RandomExperiments random(9);
    const Index tokens = is_optimised ? 64 : 16;
    const Index d_model = is_exhaustive ? 768 : 96; // how long it takes is told, not tested
    Experiment e;
    for (Index i = 0; i < tokens; ++i)
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
    e.embedding.X = numbers(tokens, d_model);
    for (MatrixPtr* each : {&e.projection.W_Q, &e.projection.W_K, &e.projection.W_V, &e.projection.W_O})
        *each = numbers(d_model, d_model);
    for (MatrixPtr* each : {&e.projection.b_Q, &e.projection.b_K, &e.projection.b_V})
        *each = numbers(1, d_model);
    e.mask.causal = true;
    for (const auto& [stage, columns] :
         {std::pair(StageId::weights, tokens), std::pair(StageId::output, d_model)}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto diagnosis = judge(e, {stage, 3}, exactly(*numbers(tokens, columns)));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        qInfo("%d tokens, 12 heads, %s: %.2f s%s", static_cast<int>(tokens),
              std::string(info(stage).name).c_str(), taken.count(),
              diagnosis->left_out_pairs ? ", pairs left out" : "");
        QVERIFY(diagnosis->claims.empty());
        const auto before = std::chrono::steady_clock::now();
        const PrintedArray unknown = exactly(*numbers(tokens, columns));
        const auto found = what_is_this(e, unknown);
        QVERIFY(found->as.empty() && !found->nearly);
        const std::chrono::duration<double> search = std::chrono::steady_clock::now() - before;
        qInfo("of an unknown stage: %.2f s", search.count());
    }
}

LAB_APPLESS_TEST(TestDiagnosis)
#include "tst_diagnosis.moc"
