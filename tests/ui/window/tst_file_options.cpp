// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with options that the window cannot edit yet: it says so, displays them correctly and preserves
// them.
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/option_documents.h"
#include "ui/document/edits/option_edits.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/figure_export.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QLabel>
#include <QScrollBar>
#include <QTemporaryDir>

using namespace lab;
using namespace lab::test;

namespace {

/// The visible texts of a widget's labels.
QString said(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible())
            texts += label->text();
    }
    return texts.join(QLatin1Char('\n'));
}

QStringList chip_texts(const TokenRow& row) {
    QStringList texts;
    for (const PillButton* chip : row.chips())
        texts += chip->text();
    return texts;
}

/// The wrapped label texts that are cut off.
QStringList wrapped_and_clipped(const QWidget& widget) {
    QStringList problems;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible() && label->wordWrap() &&
            label->heightForWidth(label->width()) > label->height())
            problems += label->text();
    }
    return problems;
}

} // namespace

class TestFileOptions : public WindowTest {
    Q_OBJECT

private slots:
    void cardsSayWhatIsSet();
    void maskChoiceIsTrue();
    void twoSentences();
    void givenTokens();
    void emptySource();
    void refusedSentence();
    void notFinite();
    void weightsOfAnySize();
    void typedSavedReopened();
    void nothingIsCutOff_data();
    void nothingIsCutOff();

private:
    void open(const QString& document);
    QString file() const { return path(QStringLiteral("document.attn")); }
};

void TestFileOptions::open(const QString& document) {
    QVERIFY(!write_file(file().toStdString(), document.toStdString()));
    const auto error = test::open(window().document(), file());
    QVERIFY2(!error, error ? error->message().c_str() : "");
    QTest::qWait(10);
}

void TestFileOptions::cardsSayWhatIsSet() {
    LabWindow& w = window();
    open(every_option);
    const auto says = [&](StageId id, const char* text) {
        return said(*w.board().card(id)).contains(QString::fromUtf8(text));
    };
    QVERIFY(says(StageId::queries, "Also: 1 cell overridden"));
    QVERIFY(says(StageId::keys, "Also: shared by heads 1 to 2"));
    QVERIFY(says(StageId::masked_scores, "Also: padding of keys"));
    // Settings that have controls on the card are not repeated.
    for (const StageId id : {StageId::inputs, StageId::scaled_scores})
        QVERIFY(!says(id, "Also:"));
    QVERIFY(!says(StageId::head_outputs, "Also:"));
    w.selection().setHead(1);
    QVERIFY(says(StageId::scores, "“blue” → “is” = −∞"));
    // Nothing remains after opening another document.
    w.controller().openExample("sky-is-blue");
    QVERIFY(!said(w.board()).contains("Also:"));
}

void TestFileOptions::maskChoiceIsTrue() {
    LabWindow& w = window();
    open(two_sentences);
    StageCard& card = *w.board().card(StageId::masked_scores);
    const auto checked = [&] {
        QStringList names;
        for (const char* name : {"None", "Causal", "Window", "Padding", "Paint"}) {
            if (w.button(card, name)->isChecked())
                names += name;
        }
        return names.join(' ');
    };
    QCOMPARE(checked(), QStringLiteral("Window Padding"));
    QVERIFY(w.press(w.button(card, "Causal")));
    QVERIFY(w.document().experiment().mask.causal && w.document().experiment().mask.window);
    QCOMPARE(checked(), QStringLiteral("Causal Window Padding"));
    // All masks are removed in one step and restored in one step.
    const Experiment before = w.document().experiment();
    QVERIFY(w.press(w.button(card, "None")));
    QCOMPARE(checked(), QStringLiteral("None"));
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(checked(), QStringLiteral("Causal Window Padding"));
    w.document().undo();
    w.controller().openExample("sky-is-blue");
    QCOMPARE(checked(), QStringLiteral("None"));
    QVERIFY(w.press(w.button(card, "None")));
    QCOMPARE(checked(), QStringLiteral("None")); // stays checked
    QCOMPARE(w.document().undoStack().count(), 0);
}

void TestFileOptions::twoSentences() {
    LabWindow& w = window();
    QVERIFY(!w.sentence().source().isVisible());
    open(two_sentences);
    QVERIFY(w.sentence().source().isVisible());
    QCOMPARE(chip_texts(w.sentence().source().tokens()), (QStringList{"the", "blue sky", "<pad>", "<pad>"}));
    QCOMPARE(shown_name(w.heatmap(StageId::scores), 0, 1).left(28),
             QStringLiteral("query “le”, key “blue sky”: "));
    // An inspected cell highlights its query in one row of chips and its key in the other.
    w.click(StageId::scores, {0, 1});
    QVERIFY(w.sentence().chips()[0]->isChecked() && !w.sentence().chips()[1]->isChecked());
    QVERIFY(w.sentence().source().tokens().chips()[1]->isChecked() &&
            !w.sentence().source().tokens().chips()[0]->isChecked());
    // Typing only changes the queries.
    w.type_sentence("le grand ciel");
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).rows(), 3);
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).cols(), 4);
    QCOMPARE(chip_texts(w.sentence().source().tokens()).size(), 4);
    QCOMPARE(w.document().experiment().mask.padding, (std::vector<TokenIndex>{2, 3}));
}

void TestFileOptions::givenTokens() {
    LabWindow& w = window();
    open(given_tokens);
    QCOMPARE(chip_texts(w.sentence().tokens()), (QStringList{"New York", "is", "big"}));
    QVERIFY(w.sentence().line().isReadOnly());
    QVERIFY(w.sentence().tokens().heading().contains("listed in the document"));
    const Experiment before = w.document().experiment();
    w.type_sentence("something");
    QVERIFY(!difference(w.document().experiment(), before));
    QVERIFY(!w.document().isModified());
    w.controller().openExample("sky-is-blue");
    QVERIFY(!w.sentence().line().isReadOnly());
    QVERIFY(w.sentence().tokens().heading().isEmpty());
}

void TestFileOptions::emptySource() {
    LabWindow& w = window();
    w.click(StageId::queries, {0, 1});
    QVERIFY(w.selection().inspected());
    QString document = two_sentences;
    document.replace(R"(["the", "blue sky", "<pad>", "<pad>"])", "[]");
    document.replace(R"("padding": [2, 3])", R"("padding": [])");
    document.replace(document.indexOf("\"overrides\""), document.size(), R"("overrides": []})");
    open(document);
    QVERIFY(is_empty(w.document().experiment()));
    QVERIFY(!w.selection().isInspecting());
    QVERIFY2(said(w.board()).contains("second sentence"), qPrintable(said(w.board())));
    for (const StageInfo& stage : all_stages())
        QVERIFY(!w.board().card(stage.id)->isVisible());
    QVERIFY(!w.actions()[ActionId::export_figure].isEnabled());
    QGuiApplication::clipboard()->setText(QStringLiteral("mine"));
    w.figureExport().save(StageFigure{});
    w.figureExport().copy(StageFigure{});
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("mine"));
    QVERIFY(w.status().text().contains("the second sentence is empty"));
    w.type_sentence("ciel");
    w.press(w.sentence().chips().front());
    setNotation(w.document(), Notation::columns);
    w.document().setValue(ParameterId::W_Q, 0, 0, 9);
    while (w.document().undoStack().canUndo())
        w.document().undo();
    w.controller().openExample("sky-is-blue");
    QVERIFY(w.board().card(StageId::weights)->isVisible());
}

void TestFileOptions::refusedSentence() {
    LabWindow& w = window();
    Experiment experiment;
    experiment.sequence = {Tokenizer::whitespace, "a b", {"a", "b"}};
    experiment.projection.kind = ProjectionKind::identity;
    experiment.embedding.dimension = experiment.heads.count = experiment.heads.kv_count = 64;
    EmbeddingTable table;
    for (const char* token : {"a", "b"})
        table.set(token, {std::make_shared<const RowVector>(RowVector::Ones(64)), false});
    experiment.embedding.table = std::make_shared<const EmbeddingTable>(table);
    open(QString::fromStdString(write_experiment(experiment)));
    QGuiApplication::clipboard()->setText(QStringLiteral(" c").repeated(17000));
    w.sentence().line().setFocus();
    w.sentence().line().end(false);
    w.press_key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(w.sentence().problem().contains("17002 queries"), qPrintable(w.sentence().problem()));
    QCOMPARE(w.sentence().line().text(), QStringLiteral("a b"));
    QVERIFY(!difference(w.document().experiment(), experiment));
    QVERIFY(!w.document().isModified());
    // Further typing works and clears the message.
    w.press_key(Qt::Key_C);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("a bc"));
    QVERIFY(w.sentence().problem().isEmpty());
}

void TestFileOptions::notFinite() {
    LabWindow& w = window();
    open(given_tokens);
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    QVERIFY(std::isnan(weights(0, 1)));
    QVERIFY(said(*w.board().card(StageId::weights)).contains("NaN first at “New York” → "));
    QVERIFY(said(*w.board().card(StageId::output)).contains("NaN first at “New York”, d1"));
    QVERIFY(said(*w.board().card(StageId::masked_scores)).contains("Every key is hidden from “is”"));
    QVERIFY(!said(*w.board().card(StageId::scores)).contains("first at"));
    for (int key = 0; key < 3; ++key) {
        QVERIFY(shown_name(w.heatmap(StageId::weights), 1, key).endsWith("0 (hidden: custom mask)"));
        QVERIFY(w.heatmap(StageId::weights).content().isHidden({1, key}));
    }
}

void TestFileOptions::weightsOfAnySize() {
    LabWindow& w = window();
    const auto kind = [&] { return w.heatmap(StageId::weights).content().kind; };
    QVERIFY(kind() == ColourScale::Kind::sequential);
    QVERIFY(w.status().viewButton().text().contains("weights from 0 to 1"));
    open(two_sentences); // one weight is 1.5
    QVERIFY(kind() == ColourScale::Kind::diverging);
    QVERIFY(!w.status().viewButton().text().contains("weights from 0 to 1"));
    open(given_tokens); // NaN has its own colour
    QVERIFY(kind() == ColourScale::Kind::sequential);
}

void TestFileOptions::typedSavedReopened() {
    LabWindow& w = window();
    open(every_option);
    const Experiment opened = w.document().experiment();
    w.sentence().line().setFocus();
    w.sentence().line().home(false);
    QGuiApplication::clipboard()->setText(QStringLiteral("look ")); // if typed, its letters would join "the"
    w.press_key(Qt::Key_V, Qt::ControlModifier);
    const Experiment typed = w.document().experiment();
    QCOMPARE(typed.sequence.tokens.size(), 6U);
    QCOMPARE(typed.mask.padding, (std::vector<TokenIndex>{2, 5}));
    QCOMPARE(typed.overrides.front().row, 3);
    QVERIFY(said(*w.board().card(StageId::masked_scores)).contains("keys 3 “sky”, 6 “.”"));
    QVERIFY(!save(w.document(), file()));
    LabDocument reopened;
    QVERIFY(!test::open(reopened, file()));
    const auto differs = difference(reopened.experiment(), typed);
    QVERIFY2(!differs, differs ? differs->c_str() : "");
    w.document().undo();
    const auto undone = difference(w.document().experiment(), opened);
    QVERIFY2(!undone, undone ? undone->c_str() : "");
}

void TestFileOptions::nothingIsCutOff_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    const std::pair<const char*, const char*> documents[] = {
        {"every option", every_option}, {"two sentences", two_sentences}, {"given tokens", given_tokens}};
    for (const auto& [name, document] : documents) {
        for (const QSize size : {QSize(1024, 700), QSize(1600, 1000), QSize(480, 360)}) {
            for (const int scale : {80, 100, 300}) {
                if (size.width() < 500 && scale == 300)
                    continue; // two buttons do not fit into a bar of 160 points
                QTest::addRow("%s, %d × %d at %d", name, size.width(), size.height(), scale)
                    << QString(document) << size << scale;
            }
        }
    }
}

void TestFileOptions::nothingIsCutOff() {
    QFETCH(QString, document);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    theme().setScale(scale);
    window().resize(size);
    open(document);
    QTest::qWait(20);
    QStringList problems;
    for (const StageCard* card : window().findChildren<StageCard*>()) {
        if (card->isVisible())
            problems += wrapped_and_clipped(*card);
    }
    problems += wrapped_and_clipped(window().sentence());
    QVERIFY2(problems.isEmpty(), qPrintable("\n" + problems.join('\n')));
    QCOMPARE(window().sentence().tokens().horizontalScrollBar()->maximum(), 0);
}

LAB_WINDOW_TEST(TestFileOptions)
#include "tst_file_options.moc"
