// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second sentence in the window: added, typed, tokenised, removed. The board and chips show queries of
// the first and keys of the second.
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "ui/panels/sentence/token_editor.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestSecondSentence : public WindowTest {
    Q_OBJECT

private slots:
    void added();
    void typed();
    void inspected();
    void inBothSentences();
    void splitInAnotherWay();
    void byHand();
    void emptied();
    void removed();
    void byKeyboard();
    void refusedInItsLine();
    void readable_data();
    void readable();

private:
    SentenceLine& source() { return window().sentence().source(); }
    void add() { QVERIFY(LabWindow::press(&window().sentence().addSource())); }
    void type(const QString& text);
    static QStringList words(const TokenRow& row);
    /// The visible texts of a widget's labels.
    static QString said(const QWidget& widget);
};

void TestSecondSentence::type(const QString& text) {
    source().line().setFocus();
    source().line().selectAll();
    if (text.isEmpty())
        QTest::keyClick(&source().line(), Qt::Key_Delete);
    else
        QTest::keyClicks(&source().line(), text);
}

QStringList TestSecondSentence::words(const TokenRow& row) {
    QStringList texts;
    for (const PillButton* chip : row.chips())
        texts += chip->text();
    return texts;
}

QString TestSecondSentence::said(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible())
            texts += label->text();
    }
    return texts.join(QLatin1Char('\n'));
}

/// It starts as a copy of the sentence, selected for typing over. No number changes.
void TestSecondSentence::added() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    QVERIFY(!source().isVisible());
    QVERIFY(!said(w.sentence()).contains("Queries from"));
    add();
    QVERIFY(source().isVisible());
    QVERIFY(!w.sentence().addSource().isVisible());
    QVERIFY(source().line().hasFocus());
    QCOMPARE(source().line().selectedText(), QStringLiteral("sky is blue"));
    QCOMPARE(words(source().tokens()), words(w.sentence().tokens()));
    QVERIFY2(said(w.sentence()).contains("Queries from"), qPrintable(said(w.sentence())));
    QVERIFY(said(source()).contains("Keys and values from"));
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::weights)), weights));
    QVERIFY(w.board().card(StageId::source_inputs)->isVisible());
    QCOMPARE(w.document().undoStack().count(), 1);
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!source().isVisible());
    QVERIFY(!difference(w.document().experiment(), before));
}

/// A token of the second sentence is highlighted as a key and never as a query.
void TestSecondSentence::inspected() {
    LabWindow& w = window();
    add();
    type("le ciel est bleu");
    QTest::mouseClick(source().tokens().chips()[3], Qt::LeftButton);
    QVERIFY(w.selection().inspectedToken() == (InspectedToken{3, Side::source}));
    QVERIFY(source().tokens().chips()[3]->isChecked());
    QVERIFY(!w.sentence().chips()[2]->isChecked());
    const auto marks = [&](StageId id) { return w.heatmap(id).marks(); };
    QVERIFY(marks(StageId::weights) == (HeatmapMarkSet{{}, 3, {}}));
    QVERIFY(marks(StageId::keys) == (HeatmapMarkSet{3, {}, {}}));
    QVERIFY(marks(StageId::source_inputs) == (HeatmapMarkSet{3, {}, {}}));
    for (const StageId id : {StageId::queries, StageId::inputs, StageId::output})
        QVERIFY(marks(id) == HeatmapMarkSet{});
    type("le"); // removes the token
    QVERIFY(!w.selection().isInspecting());
    QTest::mouseClick(w.sentence().chips()[1], Qt::LeftButton);
    QVERIFY(marks(StageId::weights) == (HeatmapMarkSet{1, {}, {}}));
    QVERIFY(marks(StageId::keys) == HeatmapMarkSet{});
    w.press(&w.sentence().removeSource());
    QVERIFY(w.selection().inspectedToken() == InspectedToken{1});
}

void TestSecondSentence::typed() {
    LabWindow& w = window();
    add();
    QTest::keyClicks(&source().line(), "le ciel"); // replaces the selection
    QCOMPARE(words(source().tokens()), (QStringList{"le", "ciel"}));
    QCOMPARE(words(w.sentence().tokens()), (QStringList{"sky", "is", "blue"}));
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    QCOMPARE(weights.rows(), Index(3));
    QCOMPARE(weights.cols(), Index(2));
    QVERIFY2(shown_name(w.heatmap(StageId::weights), 2, 1).startsWith("query “blue”, key “ciel”: "),
             qPrintable(shown_name(w.heatmap(StageId::weights), 2, 1)));
    QCOMPARE(shown_values(w.heatmap(StageId::queries)).rows(), Index(3));
    QCOMPARE(shown_values(w.heatmap(StageId::keys)).rows(), Index(2));
    QCOMPARE(w.grid(ParameterId::E).model()->rowCount(), 5); // words of both sentences
    w.click(StageId::scores, {0, 1});
    QVERIFY(w.sentence().chips()[0]->isChecked() && !w.sentence().chips()[1]->isChecked());
    QVERIFY(source().tokens().chips()[1]->isChecked() && !source().tokens().chips()[0]->isChecked());
}

void TestSecondSentence::inBothSentences() {
    LabWindow& w = window();
    const Experiment opened = w.document().experiment();
    add();
    type("the sea");
    w.type_sentence("stars");
    type("moon");
    const Experiment last = w.document().experiment();
    QCOMPARE(w.document().undoStack().count(), 4);
    for (const char* expected : {"stars|the sea", "sky is blue|the sea", "sky is blue|sky is blue"}) {
        w.press_key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(w.sentence().line().text() + "|" + source().line().text(), QString(expected));
    }
    w.document().undo();
    QVERIFY(!difference(w.document().experiment(), opened));
    for (int i = 0; i < 4; ++i)
        w.document().redo();
    QVERIFY(!difference(w.document().experiment(), last));
}

void TestSecondSentence::splitInAnotherWay() {
    LabWindow& w = window();
    add();
    type("ab c");
    source().tokenizer().menu()->actions()[2]->trigger();
    QCOMPARE(words(source().tokens()), (QStringList{"a", "b", "c"}));
    QCOMPARE(source().tokenizer().text(), QStringLiteral("Letters"));
    QCOMPARE(w.sentence().tokenizer().text(), QStringLiteral("Spaces"));
    QCOMPARE(words(w.sentence().tokens()), (QStringList{"sky", "is", "blue"}));
}

void TestSecondSentence::byHand() {
    LabWindow& w = window();
    add();
    source().tokenizer().menu()->actions()[3]->trigger();
    QVERIFY(source().line().isReadOnly() && !w.sentence().line().isReadOnly());
    QVERIFY(source().tokens().heading().contains("listed in the document"));
    QVERIFY(w.sentence().tokens().heading().isEmpty());
    // Chips can still be edited.
    QTest::mouseDClick(source().tokens().chips()[0], Qt::LeftButton);
    QTest::keyClicks(source().tokens().tokenEditor().editor(), "New York");
    QTest::keyClick(source().tokens().tokenEditor().editor(), Qt::Key_Return);
    QCOMPARE(words(source().tokens()), (QStringList{"New York", "is", "blue"}));
    QCOMPARE(words(w.sentence().tokens()), (QStringList{"sky", "is", "blue"}));
}

/// Without keys the board says what to do. Typing then computes results.
void TestSecondSentence::emptied() {
    LabWindow& w = window();
    add();
    type("");
    QVERIFY(source().tokens().chips().empty());
    QVERIFY(!w.board().card(StageId::weights)->isVisible());
    QVERIFY2(said(w.board()).contains("second sentence"), qPrintable(said(w.board())));
    QVERIFY(source().line().hasFocus());
    QVERIFY(!source().line().placeholderText().isEmpty());
    type("moon");
    QVERIFY(w.board().card(StageId::weights)->isVisible());
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).cols(), Index(1));
    type("");
    w.press(&w.sentence().removeSource());
    QVERIFY(w.board().card(StageId::weights)->isVisible());
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).cols(), Index(3));
}

void TestSecondSentence::removed() {
    LabWindow& w = window();
    add();
    type("moon");
    const Experiment before = w.document().experiment();
    QVERIFY(w.press(&w.sentence().removeSource()));
    QVERIFY(!source().isVisible());
    QVERIFY(w.sentence().addSource().isVisible() && w.sentence().addSource().hasFocus());
    QVERIFY(!w.board().card(StageId::source_inputs)->isVisible());
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).cols(), Index(3));
    QCOMPARE(w.document().undoStack().undoText(), QStringLiteral("Second sentence removed"));
    w.document().undo();
    QVERIFY(!difference(w.document().experiment(), before));
    QCOMPARE(source().line().text(), QStringLiteral("moon"));
}

void TestSecondSentence::byKeyboard() {
    LabWindow& w = window();
    w.sentence().addSource().setFocus();
    w.press_key(Qt::Key_Return);
    QVERIFY(w.document().experiment().source);
    QVERIFY(!w.sentence().removeSource().accessibleName().isEmpty());
    for (int i = 0; i < 3 && w.focusWidget() != &w.sentence().removeSource(); ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &w.sentence().removeSource());
    w.press_key(Qt::Key_Space);
    QVERIFY(!w.document().experiment().source);
}

void TestSecondSentence::refusedInItsLine() {
    LabWindow& w = window();
    Experiment large = w.document().experiment();
    large.projection.kind = ProjectionKind::identity;
    large.projection.W_O = large.projection.b_O = nullptr;
    w.document().replace(large, {});
    add();
    QString text = QStringLiteral("sky");
    w.document().setText(text + QStringLiteral(" a").repeated(19000)); // × 3 keys
    w.document().setText(text + QStringLiteral(" b").repeated(19000), Side::source);
    QVERIFY2(source().problem().contains("19001 keys"), qPrintable(source().problem()));
    QVERIFY(w.sentence().problem().isEmpty());
    QCOMPARE(source().line().text(), QStringLiteral("sky is blue"));
    w.press(&w.sentence().removeSource()); // would lead to as many keys
    QVERIFY(w.document().experiment().source);
    QVERIFY2(source().problem().contains("19001 keys"), qPrintable(source().problem()));
}

void TestSecondSentence::readable_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<double>("most"); // in points of height
    QTest::newRow("small") << QSize(1024, 700) << 100 << 172.0;
    QTest::newRow("large") << QSize(1600, 1000) << 100 << 172.0;
    QTest::newRow("narrow") << QSize(480, 700) << 100 << 300.0;
    QTest::newRow("far away") << QSize(1600, 1000) << 300 << 330.0;
}

/// The lines are wide enough to read, are left-aligned with each other, and leave room for the board.
void TestSecondSentence::readable() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(double, most);
    LabWindow& w = openWindow(size, scale);
    add();
    QTest::qWait(20);
    QLineEdit& first = w.sentence().line();
    QLineEdit& second = source().line();
    QVERIFY2(second.width() >= theme().px(220), qPrintable(QString::number(second.width())));
    QVERIFY(first.width() >= theme().px(220));
    QCOMPARE(second.mapTo(&w, QPoint()).x(), first.mapTo(&w, QPoint()).x());
    QTRY_VERIFY2(w.sentence().height() <= theme().px(most),
                 qPrintable(QString::number(w.sentence().height())));
    for (const QLabel* label : w.sentence().findChildren<QLabel*>()) {
        if (label->isVisible() && !label->wordWrap())
            QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
}

LAB_WINDOW_TEST(TestSecondSentence)
#include "tst_second_sentence.moc"
