// SPDX-License-Identifier: GPL-3.0-or-later
//
// “sea” looks most at “dog”, 0.500: what is said of an inspected token's weights, whatever these are.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/view_settings.h"
#include "ui/panels/sentence/token_row.h"
#include "ui/plots/heatmap/attention_words.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/head_strip.h"

#include <QLabel>

#include <cmath>
#include <functional>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

/// A document without vectors: its scores are the numbers added to 0, those of one matrix a head.
Experiment with_scores(std::vector<std::string> words, std::vector<Matrix> scores) {
    Experiment e;
    const auto queries = static_cast<Index>(words.size());
    const Index keys = scores.front().cols();
    const auto count = static_cast<Index>(scores.size());
    e.sequence = {Tokenizer::manual, {}, std::move(words)};
    e.heads = {count, count};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix(Matrix::Zero(queries, count)));
    e.projection.K = share(Matrix(Matrix::Zero(keys, count)));
    e.projection.V = share(Matrix(Matrix::Zero(keys, count)));
    for (Matrix& each : scores)
        e.scores.additive.push_back(share(std::move(each)));
    return e;
}

/// With softmax, rows that sum to 1 are the weights.
Matrix logarithms(const Matrix& weights) {
    return weights.array().log();
}

const Matrix usual{{0.3, 0.5, 0.2}, {0.1, 0.8, 0.1}, {0.25, 0.25, 0.5}};

Experiment three_words(const Matrix& weights = usual) {
    return with_scores({"sea", "dog", "sun"}, {logarithms(weights)});
}

/// The first word's weights; the others' are the usual ones.
Experiment sea_gives(const RowVector& weights) {
    Matrix all = usual;
    all.row(0) = weights;
    return three_words(all);
}

Experiment normalised(NormalizationKind kind, const RowVector& scores) {
    Matrix all = Matrix::Ones(3, 3);
    all.row(0) = scores;
    Experiment e = with_scores({"sea", "dog", "sun"}, {all});
    e.normalization.kind = kind;
    return e;
}

Experiment with_sink(Experiment e, double share) {
    e.normalization.sink = lab::share(Matrix{{std::log(share)}});
    return e;
}

Experiment overridden(Experiment e, Index row, Index column, double value) {
    e.overrides.push_back({StageId::weights, 0, row, column, value, {}});
    return e;
}

Experiment changed(Experiment e, const std::function<void(Experiment&)>& change) {
    change(e);
    return e;
}

Experiment two_sentences() {
    Experiment e =
        with_scores({"sea", "dog", "sun"}, {logarithms(Matrix{{0.4, 0.6}, {0.7, 0.3}, {0.8, 0.2}})});
    e.source = Sequence{Tokenizer::manual, {}, {"mer", "sea"}};
    return e;
}

/// How a token is inspected, and what is covered.
struct Inspection {
    TokenIndex token = 0;
    Looking looking = Looking::at;
    Side side = Side::sentence;
    HeadIndex head = 0;
    std::optional<StageBlock> covered = {};
    std::optional<Index> known = {}; ///< in a film
};

const Inspection looked_at{0, Looking::by};

} // namespace

Q_DECLARE_METATYPE(lab::Experiment)
Q_DECLARE_METATYPE(Inspection)

class TestAttentionWords : public WindowTest {
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void givesNothingAway_data();
    void givesNothingAway();
    void inTheStrip();

private:
    static void addUsual();
    static void addTies();
    static void addClose();
    static void addHidden();
    static void addNormalisers();
    static void addSinks();
    static void addOverridden();
    static void addCovered();
    static void addSentences();
    static void addSettings();
};

namespace {

void add(const char* name, const Experiment& experiment, const char* words,
         const Inspection& inspection = {}) {
    QTest::newRow(name) << experiment << inspection << QString::fromUtf8(words);
}

} // namespace

void TestAttentionWords::addUsual() {
    add("one is the largest", three_words(), "“sea” looks most at “dog”, 0.500");
    add("itself", three_words(), "“dog” looks most at itself, 0.800", {1});
    add("looked at", three_words(Matrix{{0.2, 0.3, 0.5}, {0.7, 0.2, 0.1}, {0.3, 0.3, 0.4}}),
        "“sea” is looked at most by “dog”, 0.700", looked_at);
    add("looked at by itself", three_words(), "“sea” is looked at most by itself, 0.300", looked_at);
    add("one token", with_scores({"sea"}, {Matrix{{2}}}), "“sea” sees only itself, 1.000");
}

void TestAttentionWords::addTies() {
    const RowVector tie{{0.4, 0.4, 0.2}};
    add("two of three", sea_gives(tie), "“sea” looks most, and equally, at itself and “dog”, 0.400 each");
    add("up to rounding", sea_gives(RowVector{{0.4, 0.4 * (1 + 1e-14), 0.2}}),
        "“sea” looks most, and equally, at itself and “dog”, 0.400 each");
    add("all of three", sea_gives(RowVector{{1, 1, 1}} / 3),
        "“sea” looks equally at itself, “dog” and “sun”, 0.333 each");
    add("all of five", with_scores({"a", "b", "c", "d", "e"}, {Matrix(Matrix::Zero(5, 5))}),
        "“a” looks equally at all 5 keys that it sees, 0.200 each");
    add("looked at by all of five", with_scores({"a", "b", "c", "d", "e"}, {Matrix(Matrix::Zero(5, 5))}),
        "“b” is looked at equally by all 5 queries that see it, 0.200 each", {1, Looking::by});
    Matrix four = Matrix::Constant(5, 5, 0.2);
    four.row(0) << 0.225, 0.225, 0.225, 0.225, 0.1;
    add("four of five", with_scores({"a", "b", "c", "d", "e"}, {logarithms(four)}),
        "“a” looks most, and equally, at itself and 3 others, 0.225 each");
    add("looked at by two", three_words(Matrix{{0.2, 0.3, 0.5}, {0.2, 0.3, 0.5}, {0.1, 0.5, 0.4}}),
        "“sea” is looked at most, and equally, by itself and “dog”, 0.200 each", looked_at);
}

/// What is not far below the largest weight is named, too.
void TestAttentionWords::addClose() {
    using enum NormalizationKind;
    const auto causal = [](Experiment& e) { e.mask.causal = true; };
    add("close", sea_gives(RowVector{{0.4, 0.42, 0.18}}),
        "“sea” looks most at “dog”, 0.420, closely followed by itself, 0.400");
    add("not close", sea_gives(RowVector{{0.37, 0.42, 0.21}}), "“sea” looks most at “dog”, 0.420");
    add("alike in all digits that are shown", sea_gives(RowVector{{0.40001, 0.4, 0.19999}}),
        "“sea” looks most at itself, 0.400, closely followed by “dog”, also 0.400");
    add("two equal ones are closer", sea_gives(RowVector{{0.33, 0.34, 0.33}}),
        "“sea” looks most at “dog”, 0.340, closely followed by itself and “sun”, 0.330 each");
    add("two are close", sea_gives(RowVector{{0.32, 0.35, 0.33}}),
        "“sea” looks most at “dog”, 0.350, closely followed by “sun”, 0.330, and 1 more");
    add("looked at, close", three_words(Matrix{{0.3, 0.3, 0.4}, {0.29, 0.31, 0.4}, {0.2, 0.4, 0.4}}),
        "“sea” is looked at most by itself, 0.300, closely followed by “dog”, 0.290", looked_at);
    add("repeated words are close",
        with_scores({"the", "cat", "the"},
                    {logarithms(Matrix{{0.2, 0.41, 0.39}, {0.3, 0.4, 0.3}, {0.6, 0.2, 0.2}})}),
        "“the” (1) looks most at “cat”, 0.410, closely followed by “the” (3), 0.390");
    add("a hidden key is not close", changed(three_words(Matrix::Constant(3, 3, 1.0 / 3)), causal),
        "“sea” sees only itself, 1.000");
    add("close, sigmoid", normalised(sigmoid, RowVector{{2, 2.1, -2}}),
        "“sea” looks most at “dog”, 0.891, closely followed by itself, 0.881");
    add("close, sum", normalised(sum, RowVector{{2, 1.9, 0.1}}),
        "“sea” looks most at itself, 0.500, closely followed by “dog”, 0.475");
    add("close, some below 0", normalised(sum, RowVector{{1, 0.99, -0.5}}),
        "“sea” gives its largest weight, 0.671, to itself; some are below 0");
    add("tiny weights", normalised(sigmoid, RowVector{{-20.01, -20, -30}}),
        "“sea” looks most at “dog”, 2.06e−09, closely followed by itself, 2.04e−09");
    add("the close one is overridden", overridden(three_words(), 0, 2, 0.49),
        "“sea” looks most at “dog”, 0.500, closely followed by “sun”, 0.490 (overridden)");
    add("the largest one is overridden", overridden(three_words(), 0, 2, 0.51),
        "“sea” looks most at “sun”, 0.510 (overridden), closely followed by “dog”, 0.500");
    add("close in columns",
        changed(sea_gives(RowVector{{0.4, 0.42, 0.18}}),
                [](Experiment& e) { e.notation = Notation::columns; }),
        "“sea” looks most at “dog”, 0.420, closely followed by itself, 0.400");
    add("close, and a sink takes more", with_sink(sea_gives(RowVector{{0.4, 0.42, 0.18}}), 1),
        "“sea” looks most at “dog”, 0.210, closely followed by itself, 0.200; the sink takes more, 0.500");
    add("many are close",
        with_scores(
            {"a", "b", "c", "d", "e"},
            {Matrix{{2.01, 2, 2, 2, 2}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}}),
        "“a” looks most at itself, 0.202, closely followed by “b” and 3 others, 0.200 each");
}

void TestAttentionWords::addHidden() {
    const auto causal = [](Experiment& e) { e.mask.causal = true; };
    const auto all = [](Experiment& e) { e.mask.padding = {0, 1, 2}; };
    add("one visible key", changed(three_words(), causal), "“sea” sees only itself, 1.000");
    add("one query sees it", changed(three_words(), causal), "“sun” is seen only by itself, 0.500",
        {2, Looking::by});
    add("two visible keys, alike", changed(three_words(Matrix::Constant(3, 3, 1.0 / 3)), causal),
        "“dog” looks equally at “sea” and itself, 0.500 each", {1});
    add("every key is hidden", changed(three_words(), all), "every key is hidden from “sea”");
    add("hidden from every query", changed(three_words(), all), "“sea” is hidden from every query",
        looked_at);
    add("by an added −∞",
        with_scores({"sea", "dog", "sun"}, {Matrix{{hidden, hidden, hidden}, {0, 0, 0}, {0, 0, 0}}}),
        "every key is hidden from “sea”");
}

void TestAttentionWords::addNormalisers() {
    using enum NormalizationKind;
    add("sum", normalised(sum, RowVector{{1, 2, 1}}), "“sea” looks most at “dog”, 0.500");
    add("sum with numbers below 0", normalised(sum, RowVector{{0.5, 1.5, -1}}),
        "“sea” gives its largest weight, 1.500, to “dog”; some are below 0");
    add("sum of 0", normalised(sum, RowVector{{0, 0, 0}}), "“sea”: not all weights that it gives are finite");
    add("sum of 0, looked at", normalised(sum, RowVector{{0, 0, 0}}),
        "“sea”: not all weights that it gets are finite", looked_at);
    add("sigmoid", normalised(sigmoid, RowVector{{0, 2, -2}}), "“sea” looks most at “dog”, 0.881");
    add("sigmoid, tiny", normalised(sigmoid, RowVector{{-30, -20, -30}}),
        "“sea” looks most at “dog”, 2.06e−09");
    add("sigmoid, all 0", normalised(sigmoid, RowVector{{-1000, -1000, -1000}}),
        "“sea” looks at nothing: all its weights are 0");
    Experiment nothing = normalised(sigmoid, RowVector{{0, 0, 0}});
    nothing.scores.additive = {share(Matrix(Matrix::Constant(3, 3, -1000)))};
    add("looked at by nothing", nothing, "nothing looks at “sea”: all its weights are 0", looked_at);
    add("sparsemax", normalised(sparsemax, RowVector{{0, 3, 0}}), "“sea” looks most at “dog”, 1.000");
    add("an overflow", normalised(softmax_naive, RowVector{{800, 800, 0}}),
        "“sea”: not all weights that it gives are finite");
}

void TestAttentionWords::addSinks() {
    add("a sink takes more", with_sink(three_words(), 1),
        "“sea” looks most at “dog”, 0.250; the sink takes more, 0.500");
    add("a sink takes as much", with_sink(three_words(), 0.5),
        "“sea” looks most at “dog”, 0.333; the sink takes as much, 0.333");
    add("a sink takes less", with_sink(three_words(), 0.25), "“sea” looks most at “dog”, 0.400");
    add("a sink is no query", with_sink(three_words(), 1), "“sea” is looked at most by itself, 0.150",
        looked_at);
    add("a sink takes all",
        changed(with_sink(three_words(), 1),
                [](Experiment& e) {
                    e.mask.padding = {0, 1, 2};
                }),
        "every key is hidden from “sea”; the sink takes 1.000");
    Inspection covered;
    covered.covered = StageBlock{StageId::masked_scores, 0, {0, 0, 1, 3}};
    add("what a sink takes is covered", with_sink(three_words(), 1), "“sea” looks most at “dog”, 0.250",
        covered);
}

void TestAttentionWords::addOverridden() {
    add("overridden", overridden(three_words(), 0, 1, 0.9), "“sea” looks most at “dog”, 0.900 (overridden)");
    add("another is overridden", overridden(three_words(), 0, 2, 0.4), "“sea” looks most at “dog”, 0.500");
    add("one of two is overridden", overridden(three_words(), 0, 0, 0.5),
        "“sea” looks most, and equally, at itself and “dog”, 0.500 each (1 of them overridden)");
    add("looked at, overridden", overridden(three_words(), 2, 0, 2),
        "“sea” is looked at most by “sun”, 2.000 (overridden)", looked_at);
    add("a hidden key has a weight",
        changed(overridden(three_words(), 0, 2, 0.7), [](Experiment& e) { e.mask.causal = true; }),
        "“sea” looks most at itself, 1.000");
    add("all below 0", overridden(overridden(overridden(three_words(), 0, 0, -3), 0, 1, -1), 0, 2, -2),
        "“sea” gives its largest weight, −1.000, to “dog”; some are below 0 (overridden)");
    add("the visible one below 0",
        changed(overridden(three_words(), 0, 0, -1), [](Experiment& e) { e.mask.causal = true; }),
        "“sea” gives its largest weight, −1.000, to itself; some are below 0 (overridden)");
}

void TestAttentionWords::addCovered() {
    const auto cover = [](Index row, Index column, Inspection inspection = {}) {
        inspection.covered = StageBlock{StageId::weights, 0, {row, column, 1, 1}};
        return inspection;
    };
    add("the largest is covered", three_words(), "“sea”: weights that it gives are covered", cover(0, 1));
    add("another is covered", three_words(), "“sea”: weights that it gives are covered", cover(0, 2));
    add("one of another token", three_words(), "“sea” looks most at “dog”, 0.500", cover(1, 1));
    add("what it gets is covered", three_words(), "“sea”: weights that it gets are covered",
        cover(1, 0, looked_at));
}

void TestAttentionWords::addSentences() {
    const Matrix weights{{0.1, 0.2, 0.7}, {0.3, 0.4, 0.3}, {0.6, 0.2, 0.2}};
    add("repeated words", with_scores({"the", "cat", "the"}, {logarithms(weights)}),
        "“the” (1) looks most at “the” (3), 0.700");
    add("positions of a later part",
        changed(with_scores({"the", "cat", "the"}, {logarithms(weights)}),
                [](Experiment& e) { e.sequence.offset = 4; }),
        "“the” (5) looks most at “the” (7), 0.700");
    add("two sentences", two_sentences(), "“sea” looks most at “sea”, 0.600");
    add("two sentences, whichever way one looks", two_sentences(), "“dog” looks most at “mer”, 0.700",
        {1, Looking::by});
    add("a key of the second sentence", two_sentences(), "“mer” is looked at most by “sun”, 0.800",
        {0, Looking::at, Side::source});
}

void TestAttentionWords::addSettings() {
    const Experiment two =
        with_scores({"sea", "dog", "sun"}, {logarithms(usual), logarithms(usual.rowwise().reverse())});
    add("the first of two heads", two, "in head 1, “dog” looks most at itself, 0.800", {1});
    add("the second of two heads", two, "in head 2, “sun” looks most at “sea”, 0.500",
        {2, Looking::at, Side::sentence, 1});
    add("columns", changed(three_words(), [](Experiment& e) { e.notation = Notation::columns; }),
        "“sea” looks most at “dog”, 0.500");
    add("dropout",
        changed(three_words(),
                [](Experiment& e) {
                    e.dropout = Dropout{0.5, 1};
                }),
        "before dropout, “sea” looks most at “dog”, 0.500");
    add("more decimals",
        changed(three_words(),
                [](Experiment& e) {
                    ViewSettings settings;
                    settings.decimals = 5;
                    e.view = withViewSettings(e, settings);
                }),
        "“sea” looks most at “dog”, 0.50000");
    Inspection film;
    film.known = 2;
    add("a film has not come to it", three_words(), "", film);
    film.known = 3;
    add("a film has come to it", three_words(), "“sea” looks most at “dog”, 0.500", film);
    film.looking = Looking::by;
    add("a film has not come to all queries", three_words(), "", film);
}

void TestAttentionWords::words_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<Inspection>("inspection");
    QTest::addColumn<QString>("words");
    addUsual();
    addTies();
    addClose();
    addHidden();
    addNormalisers();
    addSinks();
    addOverridden();
    addCovered();
    addSentences();
    addSettings();
}

void TestAttentionWords::words() {
    QFETCH(Experiment, experiment);
    QFETCH(Inspection, inspection);
    QFETCH(QString, words);
    LabDocument document;
    document.setFrame(60); // at once
    document.replace(experiment, {});
    Selection selection;
    QCOMPARE(attentionInWords(document, selection), QString());
    selection.setHead(inspection.head);
    selection.setLooking(inspection.looking);
    selection.setKnownWeights(inspection.known);
    selection.inspect(InspectedToken{inspection.token, inspection.side});
    if (inspection.covered)
        document.coverCells(*inspection.covered);
    QCOMPARE(attentionInWords(document, selection), words);
}

void TestAttentionWords::givesNothingAway_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::newRow("one is the largest") << three_words();
    QTest::newRow("ties") << sea_gives(RowVector{{0.4, 0.4, 0.2}});
    QTest::newRow("hidden") << changed(three_words(), [](Experiment& e) { e.mask.causal = true; });
    QTest::newRow("sink") << with_sink(three_words(), 1);
}

/// Where all weights of a token are covered, every row says the same.
void TestAttentionWords::givesNothingAway() {
    QFETCH(Experiment, experiment);
    LabDocument document;
    document.setFrame(60);
    document.replace(experiment, {});
    document.coverCells(StageBlock{StageId::weights, 0, {0, 0, 3, 3}});
    Selection selection;
    for (TokenIndex token = 0; token < 3; ++token) {
        selection.inspect(InspectedToken{token, Side::sentence});
        const QString name =
            QString::fromStdString(experiment.sequence.tokens[static_cast<std::size_t>(token)]);
        QCOMPARE(attentionInWords(document, selection),
                 QString("“%1”: weights that it gives are covered").arg(name));
    }
}

/// The strip says it of the token that was clicked, and follows edits, the shown head and the direction.
void TestAttentionWords::inTheStrip() {
    LabWindow& w = window();
    w.document().replace(
        with_scores({"sea", "dog", "sun"}, {logarithms(usual), logarithms(usual.rowwise().reverse())}), {});
    const auto said = [&] {
        for (const QLabel* label : w.heads().findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().startsWith("Inspecting"))
                return label->text();
        }
        return QString();
    };
    QTest::mouseClick(w.sentence().chips()[0], Qt::LeftButton);
    QTRY_COMPARE(said(), QString("Inspecting: in head 1, “sea” looks most at “dog”, 0.500"));
    w.selection().setHead(1);
    QTRY_COMPARE(said(), QString("Inspecting: in head 2, “sea” looks most at “dog”, 0.500"));
    w.selection().setLooking(Looking::by);
    QTRY_COMPARE(said(), QString("Inspecting: in head 2, “sea” is looked at most by “sun”, 0.500"));
    w.document().coverCells(StageBlock{StageId::weights, 1, {0, 0, 1, 3}});
    QTRY_COMPARE(said(), QString("Inspecting: in head 2, “sea”: weights that it gets are covered"));
    w.document().uncover();
    setNormalization(w.document(), NormalizationKind::sigmoid);
    QTRY_COMPARE(said(), QString("Inspecting: in head 2, “sea” is looked at most by “sun”, 0.333"));
    QTest::mouseClick(w.sentence().chips()[0], Qt::LeftButton);
    QTRY_COMPARE(said(), QString());
}

LAB_WINDOW_TEST(TestAttentionWords)
#include "tst_attention_words.moc"
