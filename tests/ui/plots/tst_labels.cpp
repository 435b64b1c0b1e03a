// SPDX-License-Identifier: GPL-3.0-or-later
//
// The labels of matrices in the window: axes, words, head and formula. Covers both notations and every head,
// with the expected texts written out here.
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/card_note.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/head_strip.h"

#include <QLabel>
#include <QTextDocument>

#include <algorithm>

using namespace lab;
using namespace lab::test;

namespace {

/// The titles of the vertical and the horizontal axis.
struct Axes {
    QString down, right;
};

/// If tokens are rows. If they are columns, the axes are swapped.
Axes axes_in_rows(StageId id) {
    switch (id) {
    case StageId::scores:
    case StageId::scaled_scores:
    case StageId::masked_scores:
    case StageId::weights:
    case StageId::dropped_weights:
        return {"query", "key"};
    default:
        return {"token", "feature"};
    }
}

/// Repeated words are followed by their position.
QStringList words_of(const std::vector<std::string>& tokens) {
    QStringList words;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool alone = std::ranges::count(tokens, tokens[i]) == 1;
        words += QString::fromStdString(tokens[i]) + (alone ? QString() : QStringLiteral("(%1)").arg(i + 1));
    }
    return words;
}

/// "red(3)" becomes "“red” (3)", as in sentences.
QString quoted(const QString& word) {
    const qsizetype position = word.indexOf('(');
    return position < 0 ? QStringLiteral("“%1”").arg(word)
                        : QStringLiteral("“%1” %2").arg(word.left(position), word.mid(position));
}

/// The row labels if tokens are rows.
QStringList down_in_rows(const Experiment& experiment, StageId id) {
    const bool of_keys = id == StageId::keys || id == StageId::values || id == StageId::source_inputs;
    return words_of(of_keys ? key_tokens(experiment) : experiment.sequence.tokens);
}

QStringList right_in_rows(const Experiment& experiment, StageId id, Index columns) {
    if (axes_in_rows(id).right == "key")
        return words_of(key_tokens(experiment));
    QStringList features;
    for (Index i = 0; i < columns; ++i)
        features += QStringLiteral("d%1").arg(i + 1);
    return features;
}

Matrix golden_matrix(const Golden& golden, StageId id, HeadIndex head) {
    const auto& result = golden.result.at("stages").at(std::string(info(id).name));
    return matrix_of(info(id).per_head ? result.at(std::size_t(head)) : result);
}

struct CardFormula {
    StageId stage;
    const char* rows;
    const char* columns;
};

struct Document {
    const char* name;
    std::vector<CardFormula> formulas; ///< without subscript markers
};

const std::vector<Document>& documents() {
    using S = StageId;
    static const std::vector<Document> all{
        {"sky-is-blue",
         {{S::inputs, "X", "X"},
          {S::queries, "Q = X WQ", "Q = WQ X"},
          {S::keys, "K = X WK", "K = WK X"},
          {S::values, "V = X WV", "V = WV X"},
          {S::scores, "Q KT", "KT Q"},
          {S::scaled_scores, "Q KT / √dk", "KT Q / √dk"},
          {S::masked_scores, "no mask", "no mask"},
          {S::weights, "A = softmax of each row", "A = softmax of each column"},
          {S::head_outputs, "Z = A V", "Z = V A"},
          {S::output, "Y = Z", "Y = Z"}}},
        {"four-heads-output-biases",
         {{S::queries, "Q = X WQ + bQ", "Q = WQ X + bQ"},
          {S::values, "V = X WV + bV", "V = WV X + bV"},
          {S::concat, "heads side by side", "heads on top of each other"},
          {S::output, "Y = concat(Z) WO + bO", "Y = WO concat(Z) + bO"}}},
        {"cross",
         {{S::queries, "Q = X WQ", "Q = WQ X"},
          {S::source_inputs, "Xsource", "Xsource"},
          {S::keys, "K = Xsource WK", "K = WK Xsource"},
          {S::values, "V = Xsource WV", "V = WV Xsource"}}},
        {"grouped-query", {{S::output, "Y = concat(Z) WO", "Y = WO concat(Z)"}}},
        {"direct-two-heads-source",
         {{S::queries, "Q, given", "Q, given"}, {S::keys, "K, given", "K, given"}}},
        {"identity-two-heads-output", {{S::queries, "Q = X, the head’s part", "Q = X, the head’s part"}}},
        {"causal", {{S::masked_scores, "causal", "causal"}}},
        {"rotary", {{S::queries, "Q = X WQ, rotated by position", "Q = WQ X, rotated by position"}}},
        {"qk-norm-rms-no-gain", {{S::queries, "Q = X WQ, RMS norm", "Q = WQ X, RMS norm"}}},
        {"half-rotary", {{S::queries, "Q = X WQ, rotated, half layout", "Q = WQ X, rotated, half layout"}}},
        {"half-rotary-partial",
         {{S::keys, "K = X WK, first 4 features rotated, half layout",
           "K = WK X, first 4 features rotated, half layout"}}},
        {"interleaved-partial",
         {{S::queries, "Q = X WQ, first 2 features rotated by position",
           "Q = WQ X, first 2 features rotated by position"}}},
        {"alibi-three-heads", {}},
        {"unscaled", {{S::scaled_scores, "Q KT", "KT Q"}}},
        {"sparsemax", {{S::weights, "A = sparsemax of each row", "A = sparsemax of each column"}}},
        {"column-vectors-with-biases", {{S::keys, "K = X WK + bK", "K = WK X + bK"}}},
    };
    return all;
}

/// The card's full formula, from the tooltip if there is only room for the symbol.
QString formula_of(const StageCard& card) {
    QTextDocument plain;
    for (const QLabel* label : card.findChildren<QLabel*>()) {
        if (label->textFormat() == Qt::RichText)
            plain.setHtml(label->toolTip());
    }
    return plain.toPlainText();
}

bool has_label(const QWidget& parent, const QString& text) {
    for (const QLabel* label : parent.findChildren<QLabel*>()) {
        if (label->text() == text && !label->isHidden())
            return true;
    }
    return false;
}

} // namespace

class TestLabels : public WindowTest {
    Q_OBJECT

private slots:
    void axesAndWords_data();
    void axesAndWords();
    void formulas_data() { axesAndWords_data(); }
    void formulas();
    void headsOfTheExplanation();
    void notesEndAfterAWord();

private:
    const Document& open();
    void compareCard(StageCard& card, const Golden& golden, HeadIndex head);
};

void TestLabels::axesAndWords_data() {
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<Notation>("notation");
    for (std::size_t i = 0; i < documents().size(); ++i) {
        QTest::addRow("%s, rows", documents()[i].name) << i << Notation::rows;
        QTest::addRow("%s, columns", documents()[i].name) << i << Notation::columns;
    }
}

const Document& TestLabels::open() {
    QFETCH(std::size_t, index);
    QFETCH(Notation, notation);
    Experiment experiment = load_golden(documents()[index].name).experiment;
    experiment.notation = notation;
    window().document().replace(experiment, {});
    return documents()[index];
}

void TestLabels::compareCard(StageCard& card, const Golden& golden, HeadIndex head) {
    const Experiment& experiment = window().document().experiment();
    const StageId id = card.stage();
    const bool transposed = experiment.notation == Notation::columns;
    QVERIFY2(has_label(card, QString::fromUtf8(info(id).title.data())), info(id).title.data());
    const Axes axes = axes_in_rows(id);
    QCOMPARE(card.heatmap().content().axisNames(),
             QStringLiteral("%1 ↓  %2 →")
                 .arg(transposed ? axes.right : axes.down, transposed ? axes.down : axes.right));
    const Matrix expected = golden_matrix(golden, id, head);
    const QStringList down = down_in_rows(experiment, id);
    const QStringList right = right_in_rows(experiment, id, expected.cols());
    const Matrix shown = shown_values(card.heatmap());
    QCOMPARE(shown.rows(), transposed ? expected.cols() : expected.rows());
    QCOMPARE(shown.cols(), transposed ? expected.rows() : expected.cols());
    QAccessibleTableInterface& table = table_of(card.heatmap());
    for (int row = 0; row < table.rowCount(); ++row)
        QCOMPARE(table.rowDescription(row), (transposed ? right : down).value(row));
    for (int column = 0; column < table.columnCount(); ++column)
        QCOMPARE(table.columnDescription(column), (transposed ? down : right).value(column));
    for (Index i = 0; i < expected.rows(); ++i) {
        for (Index j = 0; j < expected.cols(); ++j) {
            const auto [y, x] = transposed ? std::pair(j, i) : std::pair(i, j);
            const double value = shown(y, x);
            QVERIFY2(value == expected(i, j) || std::abs(value - expected(i, j)) < 1e-9,
                     qPrintable(QStringLiteral("%1 %2").arg(value).arg(expected(i, j))));
            const QString name = shown_name(card.heatmap(), static_cast<int>(y), static_cast<int>(x));
            const QString of_row = QStringLiteral("%1 %2").arg(axes.down, quoted(down[i]));
            const QString of_column = axes.right == "feature"
                                          ? right[j]
                                          : QStringLiteral("%1 %2").arg(axes.right, quoted(right[j]));
            QVERIFY2(name.startsWith(of_row + ", " + of_column), qPrintable(name));
        }
    }
}

/// For every head, every visible card shows that head's numbers with the right words.
void TestLabels::axesAndWords() {
    const Document& document = open();
    const Golden golden = load_golden(document.name);
    LabWindow& w = window();
    const auto& pills = w.heads().heads();
    const HeadIndex heads = w.document().experiment().heads.count;
    QCOMPARE(HeadIndex(pills.size()), heads);
    for (HeadIndex head = 0; head < heads; ++head) {
        PillButton& pill = *pills[std::size_t(head)];
        QCOMPARE(pill.isVisible(), heads > 1);
        if (heads > 1) {
            QCOMPARE(pill.text(), QStringLiteral("Head %1").arg(head + 1));
            QTest::mouseClick(&pill, Qt::LeftButton);
            QVERIFY(pill.isChecked());
        }
        for (const StageInfo& stage : all_stages()) {
            StageCard& card = *w.board().card(stage.id);
            const bool says_something = stage.id != StageId::concat || heads > 1;
            QCOMPARE(card.isVisible(), says_something && has_stage(w.document().experiment(), stage.id));
            if (card.isVisible())
                compareCard(card, golden, head);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void TestLabels::formulas() {
    const Document& document = open();
    QFETCH(Notation, notation);
    for (const CardFormula& each : document.formulas) {
        const StageCard& card = *window().board().card(each.stage);
        QVERIFY(card.isVisible());
        QCOMPARE(formula_of(card), QString::fromUtf8(notation == Notation::rows ? each.rows : each.columns));
    }
}

/// ALiBi's slope and the heading of an explanation are those of the head.
void TestLabels::headsOfTheExplanation() {
    LabWindow& w = window();
    w.document().replace(load_golden("alibi-three-heads").experiment, {});
    QStringList slopes;
    for (HeadIndex head = 0; head < 3; ++head) {
        QTest::mouseClick(w.heads().heads()[std::size_t(head)], Qt::LeftButton);
        slopes += formula_of(*w.board().card(StageId::scaled_scores));
        w.click(StageId::weights, {1, 0});
        const QString text = w.explanation().browser().toPlainText();
        QVERIFY2(text.contains(QStringLiteral("ATTENTION WEIGHTS, HEAD %1").arg(head + 1)), qPrintable(text));
        w.press_key(Qt::Key_Escape);
    }
    QCOMPARE(slopes, (QStringList{"Q KT / √dk − 0.0625·|i − j|", "Q KT / √dk − 0.00390625·|i − j|",
                                  "Q KT / √dk − 0.25·|i − j|"}));
}

/// A note in a header that is too narrow ends after a word.
void TestLabels::notesEndAfterAWord() {
    const QFontMetrics metrics(theme().font(TextRole::small));
    const QString text = QStringLiteral("NaN first at “cats” → “mice”");
    QCOMPARE(elidedAfterWord(text, metrics, metrics.horizontalAdvance(text) + 1), text);
    const int narrow = metrics.horizontalAdvance(QStringLiteral("NaN first at “ca…"));
    QCOMPARE(elidedAfterWord(text, metrics, narrow), QStringLiteral("NaN first at …"));
    const int narrower = metrics.horizontalAdvance(QStringLiteral("Na…"));
    QVERIFY(elidedAfterWord(text, metrics, narrower).startsWith(QStringLiteral("N")));
}

LAB_WINDOW_TEST(TestLabels)
#include "tst_labels.moc"
