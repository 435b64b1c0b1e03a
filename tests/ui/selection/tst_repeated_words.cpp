// SPDX-License-Identifier: GPL-3.0-or-later
//
// Repeated words of a sentence are shown with their positions everywhere in the window.
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/pages/compare/changes_list.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/sentence/token_row.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"

#include <QAccessible>
#include <QLabel>
#include <QListWidget>
#include <QRegularExpression>

#include <limits>

using namespace lab;
using namespace lab::test;

class TestRepeatedWords : public WindowTest {
    Q_OBJECT

private slots:
    void everyText_data();
    void everyText();
    void everyCell_data();
    void everyCell();
    void inHand();
    void statusLine();
    void compared();
    void ofTheSecondSentence();
    void cutShort();

private:
    /// Opens "the cat saw the other cat" in that notation, in a state in which the window names its words.
    void open(Notation notation);
    QStringList texts();
};

namespace {

const QString repeated = QStringLiteral("the cat saw the other cat");

/// Returns the text if it names a repeated word without its position, or another word with one.
QString problem(const QString& text) {
    static const QRegularExpression ambiguous(QStringLiteral("“(the|cat)”(?! \\([1-6]\\))"));
    static const QRegularExpression needless(QStringLiteral("“(saw|other)” ?\\("));
    for (const auto* each : {&ambiguous, &needless}) {
        if (each->match(text).hasMatch())
            return text;
    }
    return {};
}

} // namespace

void TestRepeatedWords::open(Notation notation) {
    window().document().openExample("same-word");
    Experiment e = window().document().experiment();
    e.description.clear(); // its wording is free
    e.notation = notation;
    window().document().replace(e, {});
    setCausal(window().document(), true);
    takeSnapshot(window().document());
    window().document().setValue(ParameterId::W_Q, 1, 1, -3);
    previewOverride(window().document(), {StageId::masked_scores, 0, 0, 0},
                    -std::numeric_limits<double>::infinity());
    window().document().commitPreview();
    previewOverride(window().document(), {StageId::weights, 0, 3, 0}, 0.9);
    window().document().commitPreview();
}

/// All visible texts, tooltips and accessibility texts.
QStringList TestRepeatedWords::texts() {
    QStringList all;
    for (const QWidget* each : window().findChildren<QWidget*>()) {
        if (!each->isVisible())
            continue;
        all << each->toolTip() << each->accessibleName() << each->accessibleDescription();
        if (const auto* label = qobject_cast<const QLabel*>(each))
            all << label->text();
        if (const auto* list = qobject_cast<const QListWidget*>(each)) {
            for (int row = 0; row < list->count(); ++row)
                all << list->item(row)->text();
        }
        if (QAccessibleInterface* said = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(each)))
            all << said->text(QAccessible::Name) << said->text(QAccessible::Description);
    }
    all << window().status().text() << window().explanation().browser().toPlainText();
    return all;
}

void TestRepeatedWords::everyText_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<Qt::Key>("page");
    const std::pair<const char*, Notation> notations[] = {{"rows", Notation::rows},
                                                          {"columns", Notation::columns}};
    for (const auto& [name, notation] : notations) {
        for (int page = 0; page < 6; ++page)
            QTest::addRow("%s, page %d", name, page + 1) << notation << Qt::Key(Qt::Key_1 + page);
    }
}

void TestRepeatedWords::everyText() {
    QFETCH(Notation, notation);
    QFETCH(Qt::Key, page);
    open(notation);
    window().press_key(page, Qt::ControlModifier);
    window().selection().inspect(CellRef{StageId::weights, 0, 5, 1});
    QTest::qWait(50);
    QStringList all = texts();
    QVERIFY(all.join('\n').contains("“cat” (6)"));
    window().selection().inspect(CellRef{StageId::output, 0, 3, 1});
    all += texts();
    window().selection().toggleInspectedToken(InspectedToken{1, Side::sentence});
    all += texts();
    for (const QString& text : all)
        QCOMPARE(problem(text), QString());
}

void TestRepeatedWords::everyCell_data() {
    QTest::addColumn<Notation>("notation");
    QTest::newRow("rows") << Notation::rows;
    QTest::newRow("columns") << Notation::columns;
}

/// No two cells of a card have the same description, and the axis labels are distinct, too.
void TestRepeatedWords::everyCell() {
    QFETCH(Notation, notation);
    open(notation);
    for (const StageId stage : {StageId::inputs, StageId::values, StageId::scores, StageId::weights}) {
        const HeatmapContent& content = window().heatmap(stage).content();
        QSet<QString> places;
        for (Index row = 0; row < content.matrix->rows(); ++row) {
            for (Index column = 0; column < content.matrix->cols(); ++column) {
                const QString text = content.describe({row, column});
                QCOMPARE(problem(text), QString());
                places += text.left(text.indexOf(':'));
            }
        }
        QCOMPARE(places.size(), content.matrix->size());
    }
    const HeatmapContent& weights = window().heatmap(StageId::weights).content();
    QVERIFY2(weights.describe({3, 1}).startsWith("query “the” (4), key “cat” (2): "),
             qPrintable(weights.describe({3, 1})));
    QAccessibleInterface* heatmap =
        QAccessible::queryAccessibleInterface(&window().heatmap(StageId::weights));
    QStringList rows, columns;
    for (int i = 0; i < 6; ++i) {
        rows += heatmap->tableInterface()->rowDescription(i);
        columns += heatmap->tableInterface()->columnDescription(i);
    }
    QCOMPARE(rows.join(' '), QStringLiteral("the(1) cat(2) saw the(4) other cat(6)"));
    QCOMPARE(columns, rows);
}

/// Undo texts name tokens unambiguously, and chips update when others are added or removed.
void TestRepeatedWords::inHand() {
    open(Notation::rows);
    const auto chip = [&](std::size_t which) { return window().sentence().tokens().chips()[which]; };
    QVERIFY2(chip(3)->toolTip().startsWith("Click to inspect “the” (4) everywhere"),
             qPrintable(chip(3)->toolTip()));
    QVERIFY(chip(2)->toolTip().startsWith("Click to inspect “saw” everywhere"));
    QTest::mouseClick(chip(5), Qt::LeftButton);
    QCOMPARE(problem(texts().join('\n')), QString());
    chip(3)->setFocus();
    QTest::keyClick(chip(3), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(window().document().undoStack().undoText(), QStringLiteral("“the” (4) moved"));
    chip(4)->setFocus();
    QTest::keyClick(chip(4), Qt::Key_Delete);
    QCOMPARE(window().document().undoStack().undoText(), QStringLiteral("“the” (5) removed"));
    // The remaining one is no longer repeated.
    QVERIFY2(chip(0)->toolTip().startsWith("Click to inspect “the” everywhere"),
             qPrintable(chip(0)->toolTip()));
    window().press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(chip(0)->toolTip().startsWith("Click to inspect “the” (1) everywhere"));
    setPadding(window().document(), 5, true);
    QCOMPARE(window().document().undoStack().undoText(), QStringLiteral("“cat” (6) is padding"));
}

void TestRepeatedWords::statusLine() {
    open(Notation::rows);
    MatrixHeatmap& weights = window().heatmap(StageId::weights);
    window().board().reveal(StageId::weights);
    QTest::mouseMove(&weights, weights.cellRect({4, 1}).center().toPoint());
    QTest::mouseMove(&weights, weights.cellRect({5, 1}).center().toPoint());
    QTRY_VERIFY2(window().status().text().contains("query “cat” (6), key “cat” (2)"),
                 qPrintable(window().status().text()));
    // During a drag the status bar names the largest change.
    QWidget* viewport = window().grid(ParameterId::W_K).viewport();
    const QPoint from = window().cell_of(ParameterId::W_K, 1, 1);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QTest::mouseMove(viewport, from + QPoint(40, 0));
    QTest::mouseMove(viewport, from + QPoint(80, 0));
    const QString said = window().status().text();
    QVERIFY2(said.contains("largest change: “cat” ("), qPrintable(said));
    QCOMPARE(problem(said), QString());
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(80, 0));
}

void TestRepeatedWords::compared() {
    open(Notation::rows);
    window().press_key(Qt::Key_5, Qt::ControlModifier);
    QVERIFY(!window().compare().changes().entries().empty());
    QString said;
    for (const PillButton* each : window().compare().changes().entries())
        said += each->text() + '\n';
    QVERIFY2(said.contains("“cat” ("), qPrintable(said));
    QCOMPARE(problem(said), QString());
    // Tokens without a partner, and the labels of those with one.
    window().type_sentence("the cat saw the cat");
    const QString lone = texts().filter("Only in").join('\n');
    QVERIFY2(lone.contains("“other”"), qPrintable(lone));
    const Labels& labels = window().compare().cards()[2]->heatmap().content().rowLabels;
    QCOMPARE(labels.value(4), QStringLiteral("cat(5)"));
}

void TestRepeatedWords::ofTheSecondSentence() {
    Experiment e = load_golden("cross").experiment;
    window().document().replace(e, {});
    const QString first = QString::fromStdString(e.sequence.tokens.front());
    window().document().setText(first + ' ' + first);
    const HeatmapContent& weights = window().heatmap(StageId::weights).content();
    QVERIFY(weights.rowLabels.quoted(1).endsWith("” (2)"));
    QVERIFY(!weights.columnLabels.quoted(1).endsWith(')')); // refers to the other sentence
}

/// The position stays when the word is elided.
void TestRepeatedWords::cutShort() {
    const std::string word = "incomprehensibilities";
    const Labels labels = tokenLabels({word, "a", word});
    const QFont font = theme().font(TextRole::small);
    const QString cut = labels.elided(2, font, theme().px(60));
    QVERIFY2(cut.endsWith(QStringLiteral("…(3)")), qPrintable(cut));
    QVERIFY(QFontMetricsF(font).horizontalAdvance(cut) <= theme().px(60));
    QCOMPARE(labels.elided(1, font, theme().px(60)), QStringLiteral("a"));
}

LAB_WINDOW_TEST(TestRepeatedWords)
#include "tst_repeated_words.moc"
