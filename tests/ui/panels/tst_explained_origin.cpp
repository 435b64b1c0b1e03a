// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the explanation says of where the vector of a word comes from, and of an inspected token.
#include "core/edits/dictionary.h"
#include "core/edits/input_kind.h"
#include "core/edits/random_parameters.h"
#include "core/edits/sentence.h"
#include "core/io/document_file.h"
#include "core/random/seeded_vector.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/explanation_by_hand.h"
#include "ui/document/edits/dictionary_edits.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/panels/sentence/token_row.h"

#include <QTemporaryDir>

using namespace lab;
using namespace lab::test;

class TestExplainedOrigin : public ExplanationTest {
    Q_OBJECT

private slots:
    void ofAnAddedWord();
    void ofANumberOfItsOwn_data();
    void ofANumberOfItsOwn();
    void ofGivenRows();
    void afterSaving();
    void ofAnInspectedToken();

private:
    void showNumber(const ParameterCell& number) {
        window().selection().clearInspected();
        window().selection().inspect(number);
    }
    static QString drawn(const QString& word, int seed = 0) {
        return QString("rawn at random for “%1”: a normal number of NumPy’s generator, seeded with the "
                       "document’s seed, %2, and the word")
            .arg(word)
            .arg(seed);
    }
    static QString other(const QString& word) {
        return QString(
                   "new word’s vector is drawn at random, from the document’s seed; here that of “%1” has "
                   "another number")
            .arg(word);
    }
};

/// The fourth one, after those of the example.
void TestExplainedOrigin::ofAnAddedWord() {
    window().document().openExample("sky-is-blue");
    window().type_sentence("sky is blue dog");
    const std::uint64_t seed = window().document().experiment().embedding.seed;
    const QString said = drawn("dog", static_cast<int>(seed));
    window().click(StageId::inputs, {3, 0});
    QVERIFY2(text().contains(said), qPrintable(text()));
    QVERIFY(!text().contains("another number"));
    QVERIFY(click(ParameterCell{ParameterId::E, 3, 0}));
    QVERIFY2(text().contains("feature 1 of the vector of “dog”"), qPrintable(text()));
    QVERIFY2(text().contains(said), qPrintable(text()));
    // The others are the example's.
    window().click(StageId::inputs, {0, 0});
    QVERIFY2(text().contains(other("sky")) && !text().contains("NumPy"), qPrintable(text()));
    showNumber({ParameterId::E, 0, 0});
    QVERIFY2(text().contains(other("sky")) && !text().contains("NumPy"), qPrintable(text()));
    // No longer once it is edited, while it is looked at.
    showNumber({ParameterId::E, 3, 0});
    QVERIFY2(text().contains(said), qPrintable(text()));
    setWordValue(window().document(), "dog", 0, 0.25);
    QVERIFY2(text().contains(other("dog")) && !text().contains("NumPy"), qPrintable(text()));
    window().document().undo();
    QVERIFY2(text().contains(said), qPrintable(text()));
    // Another seed draws other numbers.
    setSeed(window().document(), 7);
    showNumber({ParameterId::E, 3, 0});
    QVERIFY2(text().contains(drawn("dog", 7)), qPrintable(text()));
}

using Edit = std::function<Experiment(const Experiment&)>;

void TestExplainedOrigin::ofANumberOfItsOwn_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("word");
    QTest::newRow("edited") << Edit([](const Experiment& e) { return with_word_value(e, "dog", 0, 2); })
                            << "dog";
    QTest::newRow("pasted") << Edit([](const Experiment& e) {
        return with_cells(e, ParameterId::E, 0, 0, Matrix(Matrix::Constant(4, 2, 0.5)));
    }) << "dog";
    QTest::newRow("drawn by hand") << Edit([](const Experiment& e) {
        return with_random(e, ParameterId::E, {Generator::numpy, 1, Distribution::normal}, DrawScope::one)
            .value();
    }) << "dog";
    QTest::newRow("renamed") << Edit([](const Experiment& e) { return with_word_renamed(e, "dog", "cat"); })
                             << "cat";
}

/// Never called random, and the other number of its vector still is, if that was not touched.
void TestExplainedOrigin::ofANumberOfItsOwn() {
    QFETCH(Edit, edit);
    QFETCH(QString, word);
    Experiment e = with_text(window().document().experiment(), "sky is blue dog");
    e = edit(e);
    window().document().replace(e, {});
    window().selection().inspect(cell(StageId::inputs, 3, 0));
    QTRY_VERIFY(panel().explanation());
    QVERIFY2(text().contains(other(word)) && !text().contains("NumPy"), qPrintable(text()));
    showNumber({ParameterId::E, 3, 0});
    QVERIFY2(text().contains(other(word)) && !text().contains("NumPy"), qPrintable(text()));
    showNumber({ParameterId::E, 3, 1});
    QCOMPARE(text().contains(drawn("dog")), word == "dog" && e.embedding.table->find("dog")->values->coeff(
                                                                 1) == seeded_token(e.embedding, "dog")(1));
}

/// A row that is given is only called random if it was drawn for a new token.
void TestExplainedOrigin::ofGivenRows() {
    Experiment e = window().document().experiment();
    e = with_text(with_inputs_by_row(e), "sky is blue dog");
    window().document().replace(e, {});
    window().selection().inspect(cell(StageId::inputs, 3, 1));
    QTRY_VERIFY(panel().explanation());
    QVERIFY2(text().contains(drawn("dog")), qPrintable(text()));
    showNumber({ParameterId::X, 3, 1});
    QVERIFY2(text().contains(drawn("dog")), qPrintable(text()));
    for (const ParameterCell& number : {ParameterCell{ParameterId::X, 0, 0}, {ParameterId::W_Q, 0, 0}}) {
        showNumber(number);
        QVERIFY2(!text().contains("at random"), qPrintable(text()));
    }
}

/// The file keeps the numbers, and that is enough to know it.
void TestExplainedOrigin::afterSaving() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("dog.attn").toStdString();
    QVERIFY(!save_experiment(file, with_text(window().document().experiment(), "sky is blue dog")));
    window().document().replace(load_experiment(file).value(), {});
    showNumber({ParameterId::E, 3, 1});
    QVERIFY2(text().contains(drawn("dog")), qPrintable(text()));
}

/// A click on a token says first what it looks at; then how a number is explained.
void TestExplainedOrigin::ofAnInspectedToken() {
    LabWindow& w = window();
    w.document().openExample("two-heads");
    w.selection().clearInspected();
    const QString generic = text();
    QVERIFY(generic.startsWith("HOW A NUMBER IS COMPUTED"));
    const auto first = [&] { return text().section('\n', 0, 0); };
    QTest::mouseClick(w.sentence().chips()[0], Qt::LeftButton);
    const QString inOne = first();
    QVERIFY2(inOne.startsWith("In head 1, “") && inOne.endsWith('.'), qPrintable(inOne));
    QVERIFY2(inOne.contains(" looks "), qPrintable(inOne));
    QVERIFY(text().endsWith(generic));
    w.selection().setHead(1);
    QVERIFY2(first().startsWith("In head 2, “"), qPrintable(first()));
    w.selection().setLooking(Looking::by);
    QVERIFY2(first().contains("is looked at"), qPrintable(first()));
    w.selection().setLooking(Looking::at);
    w.document().coverCells(StageBlock{StageId::weights, 1, {0, 0, 1, 3}});
    QVERIFY2(first().contains("are covered"), qPrintable(first()));
    w.document().uncover();
    setCausal(w.document(), true);
    QVERIFY2(first().contains("sees only itself, 1.000."), qPrintable(first()));
    w.selection().setKnownWeights(0); // a film that has not come to it
    QCOMPARE(text(), generic);
    w.selection().setKnownWeights({});
    QVERIFY(first().startsWith("In head 2"));
    QTest::mouseClick(w.sentence().chips()[0], Qt::LeftButton);
    QCOMPARE(text(), generic);
}

LAB_WINDOW_TEST(TestExplainedOrigin)
#include "tst_explained_origin.moc"
