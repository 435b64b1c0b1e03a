// SPDX-License-Identifier: GPL-3.0-or-later
//
// The texts about settings that only the file can change, about formulas with them, and about non-finite
// numbers. Needs no window.
#include "core/io/experiment_json.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/option_documents.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"

#include <QApplication>
#include <nlohmann/json.hpp>

#include <QTest>
#include <QTextDocumentFragment>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

/// A document modified by a JSON merge patch.
Experiment patched(const char* document, const char* patch) {
    auto json = nlohmann::ordered_json::parse(document);
    json.merge_patch(nlohmann::ordered_json::parse(patch));
    const Result<Experiment> experiment = read_experiment(json.dump());
    if (!experiment)
        throw std::runtime_error(experiment.error().message());
    return experiment.value();
}

QString plain(const QString& html) {
    return QTextDocumentFragment::fromHtml(html).toPlainText();
}

constexpr const char* nothing = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"}, "embedding": {"table": {"a": [1, 2], "b": [3, 4]}},
    "projection": {"kind": "identity"}})";

} // namespace

class TestSettingTexts : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void settings_data();
    void settings();
    void formulas_data();
    void formulas();
    void operations_data();
    void operations();
    void sequences();
    void missing();
    void longTokens();
    void notes();
};

void TestSettingTexts::settings_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QString>("patch");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<HeadIndex>("head");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* document, const char* patch, StageId stage,
                        HeadIndex head, const char* text) {
        QTest::newRow(name) << QString(document) << QString(patch) << stage << head << QString(text);
    };
    using S = StageId;
    row("queries", every_option, "{}", S::queries, 0, "Also: 1 cell overridden: “sky”, d2 = −3");
    row("shared keys", every_option, "{}", S::keys, 1, "Also: shared by heads 1 to 2");
    row("shared values", every_option, "{}", S::values, 0, "Also: shared by heads 1 to 2");
    row("another head", every_option, "{}", S::scores, 0, "Also: 1 cell overridden in another head");
    row("a hidden score", every_option, "{}", S::scores, 1, "Also: 1 cell overridden: “blue” → “is” = −∞");
    row("masks", every_option, "{}", S::masked_scores, 0, "Also: padding of keys 2 “sky”, 5 “.”");
    row("padding of the source", two_sentences, R"({"mask": {"padding": [3, 1, 1]}})", S::masked_scores, 0,
        "Also: padding of keys 2 “blue sky”, 4 “<pad>”");
    row("much padding", two_sentences, R"({"mask": {"padding": [0, 1, 2, 3], "window": null}})",
        S::masked_scores, 0, "Also: padding of keys 1 “the”, 2 “blue sky”, 3 “<pad>” and 1 more");
    row("padding that begins later", two_sentences, R"({"source": {"offset": 4}})", S::masked_scores, 0,
        "Also: padding of keys 7 “<pad>”, 8 “<pad>”");
    row("causal alone", nothing, R"({"mask": {"causal": true}})", S::masked_scores, 0, "");
    row("weights", every_option, "{}", S::weights, 0,
        "Also: 1 cell overridden: “is” → “the” = 0.5; 1 cell overridden in another head");
    row("an overridden key", two_sentences, "{}", S::keys, 0, "Also: 1 cell overridden: “blue sky”, d1 = 3");
    row("many overrides", nothing,
        R"({"overrides": [{"stage": "output", "row": 0, "column": 0, "value": 1},
                          {"stage": "output", "row": 0, "column": 1, "value": 2},
                          {"stage": "output", "row": 1, "column": 0, "value": 3}]})",
        S::output, 0, "Also: 3 cells overridden: “a”, d1 = 1, “a”, d2 = 2 and 1 more");
    // Settings that have controls on the card are not repeated.
    constexpr const char* in_place = R"({"embedding": {"position": {"kind": "sinusoidal"}},
        "scores": {"scale": 3, "rotary": true, "rotary_base": 10, "bias": "alibi"},
        "mask": {"causal": true, "window": 2}, "normalization": {"kind": "sum", "temperature": 2}})";
    for (const StageInfo& stage : all_stages())
        QTest::addRow("in place in %s", stage.name.data())
            << QString(nothing) << QString(in_place) << stage.id << HeadIndex(0) << QString();
    for (const StageInfo& stage : all_stages())
        QTest::addRow("nothing for %s", stage.name.data())
            << QString(nothing) << QString("{}") << stage.id << HeadIndex(0) << QString();
}

void TestSettingTexts::settings() {
    QFETCH(QString, document);
    QFETCH(QString, patch);
    QFETCH(StageId, stage);
    QFETCH(HeadIndex, head);
    QFETCH(QString, text);
    const Experiment experiment = patched(qPrintable(document), qPrintable(patch));
    QCOMPARE(activeSettingsText(settingTexts(experiment, stage, head)), text);
}

void TestSettingTexts::formulas_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QString>("patch");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("operation");
    const auto row = [](const char* name, const char* document, const char* patch, StageId stage,
                        const char* formula, const char* operation) {
        QTest::newRow(name) << QString(document) << QString(patch) << stage << QString(formula)
                            << QString(operation);
    };
    constexpr const char* columns = R"({"notation": "columns"})";
    using S = StageId;
    row("plain inputs", nothing, "{}", S::inputs, "X", "");
    row("positions", every_option, "{}", S::inputs, "X = E + P", "");
    row("source inputs", two_sentences, "{}", S::source_inputs, "Xsource = E + P", "");
    row("queries", every_option, "{}", S::queries, "Q = X WQ + bQ, rotated by position", "WQ WK WV");
    row("queries in columns", every_option, columns, S::queries, "Q = WQ X + bQ, rotated by position",
        "WQ WK WV");
    row("cross queries", two_sentences, "{}", S::queries, "Q = X WQ, rotated by position", "WQ WK WV");
    row("normalised queries", two_sentences, R"({"scores": {"qk_norm": {"kind": "rms"}}})", S::queries,
        "Q = X WQ, RMS norm, rotated by position", "WQ WK WV");
    row("normalised keys", nothing, R"({"scores": {"qk_norm": {"kind": "l2"}}})", S::keys, "K = X, L2 norm",
        "");
    row("cross keys", two_sentences, "{}", S::keys, "K = Xsource WK, rotated by position", "");
    row("cross values", two_sentences, columns, S::values, "V = WV Xsource", "");
    row("identity", nothing, "{}", S::values, "V = X", "");
    row("a part of identity", nothing, R"({"heads": {"count": 2}})", S::keys, "K = X, the head’s part", "");
    row("scaled", nothing, "{}", S::scaled_scores, "Q KT / √dk", "÷ √2");
    row("a number and slopes", every_option, "{}", S::scaled_scores, "Q KT · 0.25 − 0.0625·|i − j|",
        "× 0.25\n+ ALiBi");
    row("in columns", every_option, columns, S::scaled_scores, "KT Q · 0.25 − 0.0625·|i − j|",
        "× 0.25\n+ ALiBi");
    row("a softcap", nothing, R"({"scores": {"softcap": 50}})", S::scaled_scores, "50 tanh(Q KT / √dk / 50)",
        "÷ √2\ncap 50");
    row("all that acts on a score", every_option, R"({"scores": {"softcap": 2.5, "additive":
            [[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]}})",
        S::scaled_scores, "2.5 tanh(Q KT · 0.25 / 2.5) − 0.0625·|i − j| + added",
        "× 0.25\ncap 2.5\n+ ALiBi\n+ added");
    row("a tiny scale", nothing, R"({"scores": {"scale": 0.000012}})", S::scaled_scores, "Q KT · 1.2e−05",
        "× 1.2e−05");
    row("not scaled", nothing, R"({"scores": {"scale": 1}})", S::scaled_scores, "Q KT", "× 1");
    row("masks", every_option, "{}", S::masked_scores, "causal, window 3, padding, custom", "mask");
    row("a window", nothing, R"({"mask": {"window": 2}})", S::masked_scores, "window 2", "mask");
    row("no mask", nothing, "{}", S::masked_scores, "no mask", "no mask");
    row("softmax", nothing, "{}", S::weights, "A = softmax of each row", "softmax");
    row("sparsemax", every_option, "{}", S::weights, "A = sparsemax of each row / τ", "sparsemax\nτ = 0.5");
    row("naive", given_tokens, columns, S::weights, "A = softmax without shift of each column / τ",
        "softmax without shift\nτ = 2");
    row("sigmoid", nothing, R"({"normalization": {"kind": "sigmoid"}})", S::weights,
        "A = sigmoid of each score", "sigmoid");
    row("sigmoid with a bias", nothing,
        R"({"normalization": {"kind": "sigmoid", "temperature": 2, "bias": -1}})", S::weights,
        "A = sigmoid of each score / τ + b", "sigmoid\nτ = 2\nb = −1");
    row("a sink", nothing, R"({"normalization": {"sink": 1}})", S::weights,
        "A = softmax of each row, with a sink", "softmax\n+ sink");
    row("a sink that is not used", every_option, R"({"normalization": {"sink": 1}})", S::weights,
        "A = sparsemax of each row / τ", "sparsemax\nτ = 0.5");
    row("sum", nothing, R"({"normalization": {"kind": "sum", "temperature": 2}})", S::weights,
        "A = each row divided by its sum", "÷ sum");
}

void TestSettingTexts::formulas() {
    QFETCH(QString, document);
    QFETCH(QString, patch);
    QFETCH(StageId, stage);
    QFETCH(QString, formula);
    QFETCH(QString, operation);
    const Experiment experiment = patched(qPrintable(document), qPrintable(patch));
    QCOMPARE(plain(formulaText(experiment, stage, 0)), formula);
    QCOMPARE(plain(operationText(experiment, stage)), operation);
}

void TestSettingTexts::operations_data() {
    QTest::addColumn<QString>("patch");
    QTest::addColumn<std::vector<StageId>>("shown");
    QTest::addColumn<StageId>("to");
    QTest::addColumn<QString>("text");
    using enum StageId;
    const auto row = [](const char* name, const char* patch, std::vector<StageId> shown, StageId to,
                        const char* text) {
        QTest::newRow(name) << QString(patch) << std::move(shown) << to << QString(text);
    };
    row("all shown", "{}", {scores, scaled_scores, masked_scores, weights}, weights, "softmax");
    row("no scaled scores", "{}", {scores, weights}, weights, "÷ √2\nsoftmax");
    row("with a mask", R"({"mask": {"causal": true}})", {scores, weights}, weights, "÷ √2\nmask\nsoftmax");
    row("not scaled", R"({"scores": {"scale": 1}})", {scores, weights}, weights, "softmax");
    row("capped alone", R"({"scores": {"scale": 1, "softcap": 5}})", {scores, weights}, weights,
        "× 1\ncap 5\nsoftmax");
    row("to the mask", R"({"mask": {"causal": true}})", {scores, masked_scores}, masked_scores, "÷ √2\nmask");
    row("no scores", "{}", {inputs, weights}, weights, "softmax");
    row("to the output", "{}", {scores, weights, output}, output, "· V");
    row("from the scores to the output", "{}", {scores, output}, output, "÷ √2\nsoftmax\n· V");
    row("to the scores", "{}", {queries, scores}, scores, "Q KT");
}

/// An arrow says all that lies between the cards that it joins.
void TestSettingTexts::operations() {
    QFETCH(const QString, patch);
    QFETCH(const std::vector<StageId>, shown);
    QFETCH(const StageId, to);
    QFETCH(const QString, text);
    const Experiment experiment = patched(nothing, patch.toUtf8().constData());
    QCOMPARE(plain(operationText(experiment, to, shown)), text);
}

void TestSettingTexts::sequences() {
    QCOMPARE(tokensSetting(patched(nothing, "{}").sequence), QString());
    const Experiment letters = patched(nothing, R"({"sequence": {"tokenizer": "characters", "text": "ab"}})");
    QCOMPARE(tokensSetting(letters.sequence), QString()); // shown by the button
    for (const Sequence& byHand :
         {patched(given_tokens, "{}").sequence, *patched(two_sentences, "{}").source})
        QVERIFY(tokensSetting(byHand).startsWith("Tokens are listed in the document"));
}

void TestSettingTexts::missing() {
    QVERIFY(emptyStateText(patched(nothing, R"({"sequence": {"text": ""}})")).contains("every word"));
    QVERIFY(emptyStateText(patched(nothing, R"({"sequence": {"tokenizer": "characters", "text": ""}})"))
                .contains("every character"));
    QVERIFY(emptyStateText(patched(given_tokens, R"({"sequence": {"tokens": []}, "mask": null,
                                                   "overrides": null})"))
                .contains("listed in the document"));
    QVERIFY(emptyStateText(patched(two_sentences, R"({"source": {"tokens": []}, "mask": null,
                                                    "overrides": null})"))
                .contains("listed in the document"));
    QVERIFY(
        emptyStateText(patched(two_sentences, R"({"source": {"tokenizer": "words", "text": ""}, "mask": null,
                                                    "overrides": null})"))
            .startsWith("The second sentence"));
}

void TestSettingTexts::longTokens() {
    QCOMPARE(quoted("sky"), QStringLiteral("“sky”"));
    QCOMPARE(quoted("a\nb"), QStringLiteral("“a b”"));
    QCOMPARE(quoted(QString(16, 'x')).size(), 18);
    QCOMPARE(quoted(QString(17, 'x')), QStringLiteral("“%1…”").arg(QString(15, 'x')));
}

void TestSettingTexts::notes() {
    const double infinity = HUGE_VAL;
    HeatmapContent content;
    QVERIFY(matrixWarnings(content, StageId::scores).isEmpty());
    content.rowLabels = content.columnLabels = QStringList{"a", "b", "c"};
    const auto notes_of = [&](const Matrix& matrix, StageId id) {
        content.matrix = share(matrix);
        content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
        content.masked = id == StageId::masked_scores ? content.matrix : nullptr;
        content.hiddenRows = content.masked ? content.summary->hidden_rows : std::vector<Index>();
        return matrixWarnings(content, id);
    };
    QVERIFY(notes_of(Matrix{{1, 2}, {3, 4}}, StageId::scores).isEmpty());
    QCOMPARE(notes_of(Matrix{{1, 2}, {NAN, infinity}}, StageId::weights),
             QStringList{"NaN first at “b” → “a”"});
    QCOMPARE(notes_of(Matrix{{1, -infinity}}, StageId::scaled_scores), QStringList{"−∞ first at “a” → “b”"});
    QCOMPARE(notes_of(Matrix{{1, infinity}}, StageId::queries), QStringList{"∞ first at “a”, b"});
    // Hidden cells are not an error, but fully hidden rows are mentioned.
    QVERIFY(notes_of(Matrix{{1, -infinity}}, StageId::masked_scores).isEmpty());
    QCOMPARE(notes_of(Matrix{{1, infinity}, {-infinity, -infinity}}, StageId::masked_scores),
             (QStringList{"∞ first at “a” → “b”", "Every key is hidden from “b”"}));
    QCOMPARE(notes_of(Matrix::Constant(3, 2, -infinity), StageId::masked_scores),
             QStringList{"Every key is hidden from “a”, “b” and 1 more"});
    // Rows of weights with overridden cells.
    content.overridden = {{0, 0}, {1, 1}, {2, 0}};
    QVERIFY(notes_of(Matrix{{0.5, 0.75}}, StageId::weights).isEmpty()); // as with a sigmoid
    content.rowsSumTo1 = true;
    QCOMPARE(notes_of(Matrix{{0.5, 0.75}, {0.25, 0.75}, {0, 0}}, StageId::weights),
             QStringList{"Overridden: the weights no longer sum to 1, for “a” to 1.25, for “c” to 0"});
    QVERIFY(notes_of(Matrix{{0.5, 0.75}}, StageId::scores).isEmpty());
    content.overridden.clear();
    QVERIFY(notes_of(Matrix{{0.5, 0.75}}, StageId::weights).isEmpty());
}

LAB_WINDOW_TEST(TestSettingTexts)
#include "tst_setting_texts.moc"
