// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document's description is only shown with the sentence and notation that it was written for.
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/example_steps.h"
#include "ui/document/examples.h"
#include "ui/widgets/fold_header.h"

using namespace lab;
using namespace lab::test;

class TestDescription : public WindowTest {
    Q_OBJECT

private slots:
    void everyExample_data();
    void everyExample();
    void anotherSentence();
    void numbersAreNoOtherSentence();
    void ownWords();

private:
    FoldHeader& about() { return *window().board().findChild<FoldHeader*>(); }
    QLabel* description() {
        const std::string text = window().document().experiment().description;
        for (QLabel* each : window().board().findChildren<QLabel*>()) {
            // Without what is listed as steps, see tst_step_list.cpp.
            if (each->text().toStdString() == text || each->text().toStdString() == withoutTry(text))
                return each;
        }
        return nullptr;
    }
};

void TestDescription::everyExample_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// In the other notation the description is folded under an explanatory heading.
void TestDescription::everyExample() {
    QFETCH(QString, name);
    LabDocument& document = window().document();
    document.openExample(name);
    QVERIFY(description() && description()->isVisible());
    QVERIFY(!about().isVisible());
    const Notation before = document.experiment().notation;
    setNotation(document, before == Notation::rows ? Notation::columns : Notation::rows);
    QVERIFY(!description()->isVisible());
    QVERIFY(about().isVisible());
    QCOMPARE(about().text(), QStringLiteral("About the document as opened"));
    window().board().ensureWidgetVisible(&about());
    QVERIFY(window().press(&about()));
    QVERIFY(description()->isVisible());
    QVERIFY(description()->y() >= about().geometry().bottom());
    setNotation(document, before);
    QVERIFY(description()->isVisible() && !about().isVisible());
}

void TestDescription::anotherSentence() {
    window().document().openExample("sky-is-blue");
    QVERIFY(description()->isVisible());
    window().type_sentence("the sky is blue");
    QVERIFY(!description()->isVisible() && about().isVisible());
    while (window().document().undoStack().canUndo())
        window().document().undo();
    QVERIFY(description()->isVisible() && !about().isVisible());
    // A second sentence changes the keys.
    QVERIFY(window().press(&window().sentence().addSource()));
    QVERIFY(!description()->isVisible() && about().isVisible());
}

/// Editing numbers, as "Try:" suggests, leaves the description visible.
void TestDescription::numbersAreNoOtherSentence() {
    window().document().openExample("sky-is-blue");
    window().document().setValue(ParameterId::W_Q, 0, 0, 2);
    QVERIFY(description()->isVisible() && !about().isVisible());
}

/// A description edited afterwards refers to the current sentence.
void TestDescription::ownWords() {
    window().document().openExample("sky-is-blue");
    window().type_sentence("one two");
    QVERIFY(about().isVisible());
    setDescription(window().document(), "Two words.");
    QVERIFY(description()->isVisible() && !about().isVisible());
}

LAB_WINDOW_TEST(TestDescription)
#include "tst_description.moc"
