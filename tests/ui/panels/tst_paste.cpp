// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pastes that ask a question: the choices and the result.
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/window/import/import_sheet.h"

#include <QAbstractButton>

using namespace lab;
using namespace lab::test;

using P = ParameterId;
using Does = std::function<void(LabWindow&)>;

class TestPaste : public WindowTest {
    Q_OBJECT

private slots:
    void choices_data();
    void choices();
    void commas_data();
    void commas();
    void notBeforeTheAnswer();
    void byTheMenu();
    void makesTokens_data();
    void makesTokens();
    void wordsStayWords();
    void namedParameters();
    void namedLayer();
    void cancelled_data();
    void cancelled();
    void closedByOthers_data();
    void closedByOthers();
    void partOfTheEmbeddings();
    void turnedAround();
    void allHeadsAtOnce();
    void oneHeadAlone();
    void refused_data();
    void refused();
    void once();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    int steps() { return window().document().undoStack().index(); }
    PasteStrip& strip(P id) { return window().parameters().section(id)->pasteStrip(); }
    void undo() { window().press_key(Qt::Key_Z, Qt::ControlModifier); }
};

void TestPaste::choices_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Does>("before");
    QTest::addColumn<P>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("question");
    QTest::addColumn<QStringList>("choices");
    const auto row = [](const char* what, const char* name, const Does& before, P id, const char* text,
                        const char* question, const QStringList& choices) {
        QTest::newRow(what) << name << before << id << text << QString::fromUtf8(question) + " Resize?"
                            << choices;
    };
    const auto heads = [](Index count, Index groups) {
        return [=](LabWindow& w) {
            setSize(w.document(), Size::heads, count);
            setSize(w.document(), Size::kv_heads, groups);
        };
    };
    const Does nothing = [](LabWindow&) {};
    row("wider keys", "sky-is-blue", nothing, P::W_Q, "1 2 3\n4 5 6", "2 × 3 numbers; W_Q is 2 × 2.",
        {"d_k 2 → 3", "transposed: d_model 2 → 3"});
    row("both", "sky-is-blue", nothing, P::W_V, "1 2 3 4\n4 5 6 4\n7 8 9 4", "3 × 4 numbers; W_V is 2 × 2.",
        {"d_model 2 → 3, d_v 2 → 4", "transposed: d_model 2 → 4, d_v 2 → 3"});
    row("vectors", "sky-is-blue", nothing, P::E, "1 2 3\n4 5 6\n7 8 9", "3 × 3 numbers; E is 3 × 2.",
        {"d_model 2 → 3"});
    row("fewer features", "journey-self-attention-v1", nothing, P::E, "1 2\n3 4\n5 6\n1 2\n3 4\n5 6",
        "6 × 2 numbers; E is 6 × 3.", {"fill a part", "d_model 3 → 2"});
    row("one of three heads", "sky-is-blue", heads(3, 3), P::W_Q, "1 2 3\n4 5 6",
        "2 × 3 numbers; W_Q is 2 × 2.",
        {"d_k 2 → 1", "head 1 alone: d_k 2 → 3", "head 1 alone: transposed: d_model 2 → 3"});
    row("a group that all share", "sky-is-blue", heads(3, 1), P::W_K, "1 2 3\n4 5 6",
        "2 × 3 numbers; W_K is 2 × 2.", {"d_k 2 → 3", "transposed: d_model 2 → 3"});
    row("output weights", "sky-is-blue", [](LabWindow& w) { setOutputWeights(w.document(), true); }, P::W_O,
        "1 2 3\n4 5 6", "2 × 3 numbers; W_O is 2 × 2.", {"d_out 2 → 3", "transposed: d_v 2 → 3"});
    row("columns", "sky-is-blue", [](LabWindow& w) { setNotation(w.document(), Notation::columns); }, P::W_Q,
        "1 2 3\n4 5 6", "2 × 3 numbers; W_Q is 2 × 2.", {"d_model 2 → 3", "transposed: d_k 2 → 3"});
    row("beside a bias", "sky-is-blue", [](LabWindow& w) { setBiases(w.document(), true); }, P::W_Q,
        "1 2 3\n4 5 6", "2 × 3 numbers; W_Q is 2 × 2 + b.",
        {"transposed, with the bias", "d_k 2 → 3", "transposed: d_model 2 → 3"});
    row("queries that are given", "sky-is-blue", [](LabWindow& w) { choose_kind(w, "Direct"); }, P::Q,
        "1 2 3\n4 5 6\n7 8 9", "3 × 3 numbers; Q is 3 × 2.", {"d_k 2 → 3"});
}

/// Each choice resizes as announced, in one undoable step.
void TestPaste::choices() {
    QFETCH(QString, name);
    QFETCH(Does, before);
    QFETCH(P, id);
    QFETCH(QString, text);
    QFETCH(QString, question);
    QFETCH(QStringList, choices);
    LabWindow& w = window();
    w.controller().openExample(name);
    before(w);
    const int first = steps();
    const Experiment old = experiment();
    for (const QString& choice : choices) {
        paste_into(w, id, text);
        QCOMPARE(strip(id).question(), question);
        QCOMPARE(asked(w, id), choices);
        QVERIFY(strip(id).choices().front()->hasFocus());
        answer(w, id, choice);
        QVERIFY(!strip(id).isVisible());
        QVERIFY(w.grid(id).hasFocus());
        QCOMPARE(steps(), first + 1);
        QVERIFY(document().undoStack().undoText().startsWith(QString::fromUtf8(info(id).name.data())));
        QVERIFY2(sizesText(old, experiment()).isEmpty() || choice.endsWith(sizesText(old, experiment())),
                 qPrintable(sizesText(old, experiment())));
        QCOMPARE(disagreement(w).empty() || experiment().notation == Notation::columns, true);
        undo();
        QCOMPARE(difference(experiment(), old).value_or(""), std::string());
    }
}

void TestPaste::commas_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("choices");
    QTest::addColumn<QList<double>>("first"); // the first row after each choice
    QTest::newRow("one or two") << "1,5" << QStringList{"1.5", "1  5"} << QList<double>{1.5, -0.384, 1, 5};
    QTest::newRow("thousands") << "1,234" << QStringList{"1.234", "1  234", "1234"}
                               << QList<double>{1.234, -0.384, 1, 234, 1234, -0.384};
}

void TestPaste::commas() {
    QFETCH(QString, text);
    QFETCH(QStringList, choices);
    QFETCH(QList<double>, first);
    LabWindow& w = window();
    for (int i = 0; i < choices.size(); ++i) {
        paste_into(w, P::W_Q, text);
        QCOMPARE(strip(P::W_Q).question(),
                 QStringLiteral("These commas are ambiguous. Which reading is meant?"));
        QCOMPARE(asked(w, P::W_Q), choices);
        const auto is_there = [&](int which) {
            return w.value(P::W_Q, 0, 0) == first[2 * which] && w.value(P::W_Q, 0, 1) == first[2 * which + 1];
        };
        for (int tabs = 0; tabs < i; ++tabs)
            w.press_key(Qt::Key_Tab);
        QCOMPARE(steps(), 0);
        QCOMPARE(w.value(P::W_Q), -0.0271); // not before it is chosen
        w.press_key(Qt::Key_Return);
        QVERIFY(is_there(i));
        QVERIFY(!document().isPreviewing() && !strip(P::W_Q).isVisible());
        QCOMPARE(steps(), 1);
        undo();
        QCOMPARE(w.value(P::W_Q), -0.0271);
        QVERIFY(!w.isWindowModified());
    }
}

/// Neither the focus nor the pointer on a choice changes anything.
void TestPaste::notBeforeTheAnswer() {
    LabWindow& w = window();
    w.controller().openExample("journey-self-attention-v1");
    const Experiment before = experiment();
    paste_into(w, P::E, "1 2\n3 4\n5 6\n1 2\n3 4\n5 6");
    QCOMPARE(asked(w, P::E).front(), QStringLiteral("fill a part"));
    QVERIFY(strip(P::E).choices().front()->hasFocus());
    for (PillButton* button : strip(P::E).choices()) {
        QEnterEvent enter(QPointF(2, 2), QPointF(2, 2), QPointF(button->mapToGlobal(QPoint(2, 2))));
        QApplication::sendEvent(button, &enter);
        QVERIFY(!document().isPreviewing());
        QVERIFY(is_same(experiment(), before));
    }
    QCOMPARE(steps(), 0);
}

void TestPaste::byTheMenu() {
    LabWindow& w = window();
    QGuiApplication::clipboard()->setText("1 2\n3 4");
    choose_for(w, P::W_K, "Paste"); // nothing is selected: the whole matrix
    Matrix expected(2, 2);
    expected << 1, 2, 3, 4;
    QVERIFY(same_bits(matrix_of(w, P::W_K), expected));
    QGuiApplication::clipboard()->setText("7");
    select_cell(w, P::W_K, 1, 1);
    choose_for(w, P::W_K, "Paste");
    expected(1, 1) = 7;
    QVERIFY(same_bits(matrix_of(w, P::W_K), expected));
}

void TestPaste::makesTokens_data() {
    QTest::addColumn<bool>("inSentence"); // that is where the keyboard is
    QTest::addColumn<QString>("text");
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<QStringList>("choices");
    QTest::addColumn<int>("chosen");
    QTest::addColumn<QStringList>("tokens");
    QTest::addColumn<QList<double>>("last"); // row of X
    const QStringList both{QStringLiteral("each row a token: 2 tokens, d_model 4 → 3"),
                           QStringLiteral("each column a token: 3 tokens, d_model 4 → 2")};
    const QStringList two{"1", "2"}, three{"1", "2", "3"};
    for (const bool inSentence : {false, true}) {
        const char* where = inSentence ? "in the sentence" : "on the page";
        QTest::addRow("rows, %s", where)
            << inSentence << "1 2 3\n4 5 6" << Notation::rows << both << 0 << two << QList<double>{4, 5, 6};
        QTest::addRow("columns, %s", where)
            << inSentence << "[[1, 2, 3],\n [4, 5, 6]]" << Notation::columns << QStringList{both[1], both[0]}
            << 0 << three << QList<double>{3, 6};
    }
    QTest::newRow("the other way round")
        << false << "1 2 3\n4 5 6" << Notation::rows << both << 1 << three << QList<double>{3, 6};
    QTest::newRow("of the width that there is")
        << false << "1 2 3 4" << Notation::rows
        << QStringList{"each row a token: 1 token",
                       QStringLiteral("each column a token: 4 tokens, d_model 4 → 1")}
        << 0 << QStringList{"1"} << QList<double>{1, 2, 3, 4};
}

/// In a document without tokens, after asking, as one step.
void TestPaste::makesTokens() {
    QFETCH(bool, inSentence);
    QFETCH(QString, text);
    QFETCH(Notation, notation);
    QFETCH(QStringList, choices);
    QFETCH(int, chosen);
    QFETCH(QStringList, tokens);
    QFETCH(QList<double>, last);
    LabWindow& w = window();
    w.controller().create();
    setNotation(document(), notation);
    const Experiment before = experiment();
    const int first = steps();
    QGuiApplication::clipboard()->setText(text);
    const auto paste = [&] {
        QWidget& place = inSentence ? static_cast<QWidget&>(w.sentence().line()) : w.board();
        place.setFocus();
        w.press_key(Qt::Key_V, Qt::ControlModifier);
        return w.centralWidget()->findChild<PasteStrip*>("paste", Qt::FindDirectChildrenOnly);
    };
    PasteStrip* asking = paste();
    QVERIFY(asking && asking->isVisible());
    QVERIFY2(asking->question().endsWith("numbers. Make tokens of them?"), qPrintable(asking->question()));
    QStringList offered;
    for (const PillButton* each : asking->choices())
        offered += each->text();
    QCOMPARE(offered, choices);
    QVERIFY(is_same(experiment(), before));
    w.press_key(Qt::Key_Escape);
    QVERIFY(!asking->isVisible());
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(paste(), asking);
    QTest::mouseClick(asking->choices()[std::size_t(chosen)], Qt::LeftButton);
    QVERIFY(!asking->isVisible());
    QCOMPARE(steps(), first + 1);
    QStringList made;
    for (const std::string& each : experiment().sequence.tokens)
        made += QString::fromStdString(each);
    QCOMPARE(made, tokens);
    const Matrix& X = *parameter(experiment(), P::X);
    for (qsizetype i = 0; i < last.size(); ++i)
        QCOMPARE(X(X.rows() - 1, i), last[i]);
    QCOMPARE(X.cols(), Index(last.size()));
    undo();
    QVERIFY(is_same(experiment(), before));
}

/// A line of numbers is a sentence like others; what is no matrix is refused elsewhere, and says why.
void TestPaste::wordsStayWords() {
    LabWindow& w = window();
    w.controller().create();
    QGuiApplication::clipboard()->setText("1 2 3");
    w.sentence().line().setFocus();
    w.press_key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(experiment().sequence.tokens.size(), std::size_t(3));
    QVERIFY(!parameter(experiment(), P::X));
    undo();
    QGuiApplication::clipboard()->setText("some words");
    w.board().setFocus();
    w.press_key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(w.status().text().startsWith(QStringLiteral("Can’t paste this as numbers")),
             qPrintable(w.status().text()));
    QVERIFY(experiment().sequence.tokens.empty());
}

/// Several arrays with names, of which there is no complete layer.
void TestPaste::namedParameters() {
    LabWindow& w = window();
    const Experiment before = experiment();
    paste_into(w, P::W_V,
               "W_Q = tensor([[1., 2.],\n        [3., 4.]])\nW_K = [[5, 6], [7, 8]]  # keys\nfoo = [[1]]\n");
    QCOMPARE(strip(P::W_V).question(),
             QStringLiteral("Replace W_Q (2 × 2), W_K (2 × 2), as in X W? Not used: foo."));
    QCOMPARE(asked(w, P::W_V), QStringList{"Replace"});
    QVERIFY(is_same(experiment(), before));
    answer(w, P::W_V, "Replace");
    QCOMPARE(w.value(P::W_Q, 1, 0), 3.0);
    QCOMPARE(w.value(P::W_K, 1, 1), 8.0);
    QCOMPARE(steps(), 1);
    undo();
    QVERIFY(is_same(experiment(), before));
    paste_into(w, P::W_V, "W_Q = [[1, 2], [3, 4]]\nW_K = [[5, 6], [7]]");
    QVERIFY2(problem(w, P::W_V).contains(QStringLiteral("W_K, line 2")), qPrintable(problem(w, P::W_V)));
    paste_into(w, P::W_V, "a = [[1, 2]]\nb = [[5, 6]]");
    QVERIFY2(problem(w, P::W_V).startsWith("None of these names is known: a, b"),
             qPrintable(problem(w, P::W_V)));
    paste_into(w, P::W_V, "W_Q = [[1, 2, 3], [3, 4, 5]]\nW_O = [[5, 6]]");
    QVERIFY2(problem(w, P::W_V).startsWith(QStringLiteral("Can’t replace W_Q, W_O.")),
             qPrintable(problem(w, P::W_V)));
    QVERIFY(is_same(experiment(), before));
}

/// A complete layer is shown in the import sheet first.
void TestPaste::namedLayer() {
    const QString layer = "import torch\nX = [[1, 2], [3, 4], [5, 6]]\nW_Q = [[1, 0, 0],\n       [0, 1, 0]]\n"
                          "W_K = [[1, 0, 0], [0, 1, 0]]\nW_V = [[2, 0, 0], [0, 2, 0]]\nQ = X @ W_Q\n";
    for (const bool isEmpty : {false, true}) {
        LabWindow& w = openWindow({1440, 900});
        if (isEmpty) {
            w.controller().create();
            QGuiApplication::clipboard()->setText(layer);
            w.board().setFocus();
            w.press_key(Qt::Key_V, Qt::ControlModifier);
        } else {
            paste_into(w, P::W_Q, layer);
        }
        auto* sheet = w.findChild<ImportSheet*>();
        QVERIFY(sheet && sheet->isVisible());
        QAbstractButton* replace = LabWindow::button(*sheet, "Replace parameters");
        QTRY_VERIFY(replace->isEnabled());
        QVERIFY(!w.document().undoStack().canUndo());
        replace->click();
        QCOMPARE(w.value(P::W_V, 1, 1), 2.0);
        QCOMPARE(w.value(P::X, 2, 1), 6.0);
        QCOMPARE(w.document().undoStack().count(), 1);
    }
}

void TestPaste::cancelled_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("byKey");
    for (const bool key : {true, false}) {
        QTest::addRow("shown, %s", key ? "Escape" : "Cancel") << "1,5" << key;
        QTest::addRow("not shown, %s", key ? "Escape" : "Cancel") << "1 2 3\n4 5 6" << key;
    }
}

void TestPaste::cancelled() {
    QFETCH(QString, text);
    QFETCH(bool, byKey);
    LabWindow& w = window();
    const Experiment before = experiment();
    paste_into(w, P::W_Q, text);
    QVERIFY(strip(P::W_Q).isVisible());
    if (byKey)
        w.press_key(Qt::Key_Escape);
    else
        QVERIFY(w.press(w.button(strip(P::W_Q), "Cancel")));
    QVERIFY(!strip(P::W_Q).isVisible() && strip(P::W_Q).choices().empty());
    QVERIFY(!document().isPreviewing());
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(steps(), 0);
    QVERIFY(w.grid(P::W_Q).hasFocus());
}

void TestPaste::closedByOthers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Does>("edit");
    const auto row = [](const char* what, const Does& edit) {
        QTest::addRow("%s, shown", what) << "1,5" << edit;
        QTest::addRow("%s, not shown", what) << "1 2 3\n4 5 6" << edit;
    };
    row("a size", [](LabWindow& w) { type_size(w, Size::d_v, "3"); });
    row("the sentence", [](LabWindow& w) { w.type_sentence("sea"); });
    row("the mask", [](LabWindow& w) { press(w, StageId::masked_scores, "Causal"); });
    row("another number", [](LabWindow& w) { paste_into(w, P::W_K, "7"); });
    row("the same grid", [](LabWindow& w) { paste_into(w, P::W_Q, "7", 1, 1); });
    row("the example", [](LabWindow& w) { w.document().openExample("two-heads"); });
}

void TestPaste::closedByOthers() {
    QFETCH(QString, text);
    QFETCH(Does, edit);
    LabWindow& w = window();
    const double before = w.value(P::W_Q);
    paste_into(w, P::W_Q, text);
    QVERIFY(strip(P::W_Q).isVisible());
    edit(w);
    QVERIFY(!strip(P::W_Q).isVisible());
    QVERIFY(!document().isPreviewing());
    QVERIFY(w.value(P::W_Q) == before || experiment().heads.count == 2); // the preview is gone
    while (document().undoStack().canUndo())
        undo();
    QVERIFY(!w.isWindowModified());
}

void TestPaste::partOfTheEmbeddings() {
    LabWindow& w = window();
    w.press_key(Qt::Key_N, Qt::ControlModifier);
    w.type_sentence("Your journey starts with one step");
    const Matrix before = matrix_of(w, P::E);
    QCOMPARE(before.cols(), Index{4});
    const QString numbers = "1 2 3\n4 5 6\n7 8 9\n1 2 3\n4 5 6\n7 8 9";
    paste_into(w, P::E, numbers);
    QCOMPARE(asked(w, P::E), (QStringList{"fill a part", QStringLiteral("d_model 4 → 3")}));
    answer(w, P::E, "fill a part");
    QCOMPARE(matrix_of(w, P::E)(5, 2), 9.0);
    QVERIFY(same_bits(matrix_of(w, P::E).col(3), before.col(3)));
    undo();
    // If cells are selected, only they are replaced.
    select_cell(w, P::E, 0, 0);
    QTest::mouseClick(w.grid(P::E).viewport(), Qt::LeftButton, Qt::ShiftModifier, w.cell_of(P::E, 5, 2));
    QTest::keyClick(&w.grid(P::E), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(!strip(P::E).isVisible());
    QVERIFY(same_bits(matrix_of(w, P::E).col(3), before.col(3)));
    undo();
    paste_into(w, P::E, numbers, 0, 1); // also when starting at another cell
    QVERIFY(same_bits(matrix_of(w, P::E).col(0), before.col(0)));
}

void TestPaste::turnedAround() {
    LabWindow& w = window();
    paste_into(w, P::W_Q, "1 2 3\n4 5 6");
    answer(w, P::W_Q, QStringLiteral("transposed: d_model 2 → 3"));
    QVERIFY(w.status().text().startsWith("Transposed 2 × 3 numbers to fit"));
    Matrix expected(3, 2);
    expected << 1, 4, 2, 5, 3, 6;
    QVERIFY(same_bits(matrix_of(w, P::W_Q), expected));
    QCOMPARE(matrix_of(w, P::E).cols(), Index{3});
    QCOMPARE(matrix_of(w, P::W_K).rows(), Index{3});
    QCOMPARE(matrix_of(w, P::W_K)(1, 0), -0.1162);
    // It is 3 × 2 now, so there is nothing to ask.
    paste_into(w, P::W_K, "1 2 3\n4 5 6");
    QVERIFY(same_bits(matrix_of(w, P::W_K), expected));
    QVERIFY(w.status().text().contains("transposed"));
    QCOMPARE(steps(), 2);
}

void TestPaste::allHeadsAtOnce() {
    LabWindow& w = window();
    setSize(document(), Size::heads, 3);
    paste_into(w, P::W_Q, "1 2 3 4 5 6\n7 8 9 10 11 12");
    QCOMPARE(w.value(P::W_Q, 1, 5), 12.0);
    QCOMPARE(w.value(P::W_Q, 0, 0), 1.0);
    QCOMPARE(steps(), 2);
    QVERIFY2(w.status().text().contains("2 × 6 numbers set in W_Q of all heads"),
             qPrintable(w.status().text()));
    QVERIFY(!strip(P::W_Q).isVisible());
}

void TestPaste::oneHeadAlone() {
    LabWindow& w = window();
    setSize(document(), Size::heads, 3);
    w.selection().setHead(1);
    const Matrix before = matrix_of(w, P::W_Q);
    paste_into(w, P::W_Q, "1 2 3\n4 5 6");
    answer(w, P::W_Q, QStringLiteral("head 2 alone: d_k 2 → 3"));
    const Matrix now = matrix_of(w, P::W_Q);
    QCOMPARE(now.cols(), Index{9});
    Matrix expected(2, 3);
    expected << 1, 2, 3, 4, 5, 6;
    QVERIFY(same_bits(now.middleCols(3, 3), expected));
    for (const Index head : {0, 2}) // the others keep their numbers
        QVERIFY(same_bits(now.middleCols(3 * head, 2), before.middleCols(2 * head, 2)));
    QCOMPARE(matrix_of(w, P::W_K).cols(), Index{9});
}

void TestPaste::refused_data() {
    QTest::addColumn<P>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("too few rows")
        << P::E << "1 2 3\n4 5 6\n"
        << "2 × 3 numbers don’t fit here: E has 6 × 4. It needs a vector for each of "
           "the 6 different tokens";
    QTest::newRow("too many rows") << P::E << "1 2\n3 4\n5 6\n7 8\n9 1\n2 3\n4 5"
                                   << "7 × 2 numbers don’t fit";
    QTest::newRow("nothing") << P::W_Q << ""
                             << "The clipboard has no numbers: copy some first";
    QTest::newRow("white space") << P::W_Q << " \n\t"
                                 << "The clipboard has no numbers";
    QTest::newRow("words") << P::W_Q << "some words"
                           << "Can’t paste this as numbers";
    QTest::newRow("given") << P::Q << "1 2 3\n4 5 6"
                           << "don’t fit here: Q has 6 × 4. It needs a vector for each of the 6 tokens";
}

void TestPaste::refused() {
    QFETCH(P, id);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    LabWindow& w = window();
    w.controller().create();
    w.type_sentence("Your journey starts with one step");
    if (id == P::Q)
        choose_kind(w, "Direct");
    const Experiment before = experiment();
    const int first = steps();
    paste_into(w, id, text, 3, 3);
    QVERIFY2(problem(w, id).contains(reason), qPrintable(problem(w, id)));
    QVERIFY2(w.status().text().contains(reason), qPrintable(w.status().text()));
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(steps(), first);
    QVERIFY(!strip(id).isVisible());
}

/// Pasting again replaces the question.
void TestPaste::once() {
    LabWindow& w = window();
    paste_into(w, P::W_Q, "1 2 3\n4 5 6");
    paste_into(w, P::W_Q, "9 8 7 6\n5 4 3 2");
    QCOMPARE(asked(w, P::W_Q),
             (QStringList{QStringLiteral("d_k 2 → 4"), QStringLiteral("transposed: d_model 2 → 4")}));
    w.press_key(Qt::Key_Return);
    QCOMPARE(w.value(P::W_Q, 0, 3), 6.0);
    QCOMPARE(steps(), 1);
}

LAB_WINDOW_TEST(TestPaste)
#include "tst_paste.moc"
