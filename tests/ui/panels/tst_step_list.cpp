// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to try with an example, beside the board: ticked once done, and gone with the example.
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/examples.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/description/step_list.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/sentence/next_word_controls.h"
#include "ui/window/lesson_guide.h"

#include <QAccessible>

using namespace lab;
using namespace lab::test;

class TestStepList : public WindowTest {
    Q_OBJECT

private slots:
    void ticks();
    void whileDragged();
    void onAnotherPage();
    void head();
    void redrawn();
    void thereAndBack();
    void oneWordBack();
    void leaving();
    void reordered();
    void anotherExample();
    void fits_data();
    void fits();

private:
    StepList& steps() { return *window().findChild<StepList*>(); }
    DescriptionPanel& description() { return *window().findChild<DescriptionPanel*>(); }
    QList<QLabel*> labels();
    QLabel* label(std::size_t step) { return labels()[qsizetype(step) + 1]; } // after the heading
    bool isTicked(std::size_t step);
};

/// Those of the previous example are deleted later.
QList<QLabel*> TestStepList::labels() {
    QList<QLabel*> shown;
    for (QLabel* each : steps().findChildren<QLabel*>()) {
        if (each->isVisible())
            shown += each;
    }
    return shown;
}

/// Whether its mark is painted in the accent colour.
bool TestStepList::isTicked(std::size_t step) {
    const QImage all = steps().grab().toImage();
    const QLabel& text = *label(step);
    for (int y = text.y(); y < text.geometry().bottom(); ++y) {
        for (int x = 0; x < text.x(); ++x) {
            if (all.pixelColor(x, y) == theme().colours().accent)
                return true;
        }
    }
    return false;
}

void TestStepList::ticks() {
    LabDocument& document = window().document();
    QVERIFY(steps().isVisible() && steps().hasSteps());
    QVERIFY(!steps().isDone(0) && !steps().isDone(1));
    QVERIFY(!isTicked(0) && !isTicked(1));
    const QString text = label(0)->text();
    QCOMPARE(label(0)->accessibleName(), text);
    QCOMPARE(QAccessible::queryAccessibleInterface(label(0))->text(QAccessible::Name), text);
    const QRect place = description().geometry();
    setCausal(document, true);
    QVERIFY(!isTicked(0) && isTicked(1));
    document.setValue(ParameterId::W_Q, 0, 0, 2);
    QVERIFY(isTicked(0) && isTicked(1));
    QCOMPARE(label(0)->accessibleName(), QString("Done: %1").arg(text));
    QCOMPARE(label(0)->text(), text);
    QCOMPARE(description().geometry(), place); // nothing moves
    while (document.undoStack().canUndo())
        document.undo();
    QVERIFY(isTicked(0) && isTicked(1)); // it has been seen
}

void TestStepList::whileDragged() {
    window().document().preview(ParameterId::W_Q, 0, 0, 0.5);
    QVERIFY(steps().isDone(0));
    window().document().cancelPreview();
    QVERIFY(steps().isDone(0));
}

void TestStepList::onAnotherPage() {
    LabWindow& w = window();
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    QVERIFY(!w.board().isVisible());
    setCausal(w.document(), true);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(w.board().isVisible() && isTicked(1));
}

void TestStepList::head() {
    window().document().openExample("two-heads");
    QVERIFY(!steps().isDone(0));
    window().selection().setHead(1);
    QVERIFY(steps().isDone(0) && !steps().isDone(1));
}

/// New numbers in an exercise, and in one matrix, are not what a step asks for. Dragging one of them is.
void TestStepList::redrawn() {
    LabWindow& w = window();
    w.document().coverCells({StageId::weights, 0, {0, 0, 1, 1}});
    w.document().setExercise(true);
    const double before = w.value(ParameterId::W_Q);
    QVERIFY(LabWindow::press(LabWindow::button(*w.lessonGuide().panel(), "New numbers")));
    QVERIFY(w.value(ParameterId::W_Q) != before);
    QVERIFY(steps().hasSteps() && !steps().isDone(0) && !steps().isDone(1));
    setCausal(w.document(), true);
    QVERIFY(!steps().isDone(0) && steps().isDone(1));
    w.document().setValue(ParameterId::W_Q, 0, 1, 7);
    QVERIFY(!steps().isDone(0));
    w.document().setValue(ParameterId::W_Q, 0, 0, 7);
    QVERIFY(steps().isDone(0));
}

void TestStepList::thereAndBack() {
    LabDocument& document = window().document();
    document.openExample("numeric-decoder");
    QVERIFY(!steps().isDone(0));
    setCausal(document, false);
    QVERIFY(!steps().isDone(0));
    setCausal(document, true);
    QVERIFY(steps().isDone(0));
}

/// A step with a cache has other tokens then, and is still one of the same sentence.
void TestStepList::oneWordBack() {
    LabWindow& w = window();
    w.document().openExample("cache-step");
    QVERIFY(steps().isVisible() && !steps().isDone(0));
    QVERIFY(LabWindow::press(&w.sentence().nextWord().back()));
    QCOMPARE(w.document().experiment().sequence.tokens.front(), std::string("the"));
    QVERIFY(steps().isVisible() && steps().isDone(0) && isTicked(0));
    QVERIFY(LabWindow::press(&w.sentence().nextWord().next()));
    QVERIFY(steps().isVisible() && isTicked(0));
}

/// Other words, a description of one's own or a file make it a document of its own. The description is shown
/// whole then.
void TestStepList::leaving() {
    LabDocument& document = window().document();
    const auto shows = [&](const QString& begin) {
        for (const QLabel* each : description().findChildren<QLabel*>()) {
            if (each->isVisible() && each->text().contains(begin))
                return true;
        }
        return false;
    };
    QVERIFY(!shows("Try:") && shows("Three words"));
    window().type_sentence("sky is grey");
    QVERIFY(!steps().isVisible() && !steps().hasSteps());
    while (document.undoStack().canUndo())
        document.undo();
    QVERIFY(steps().isVisible());
    setDescription(document, "Mine.\nTry: anything.");
    QVERIFY(!steps().isVisible() && shows("Try: anything."));
    document.undo();
    QVERIFY(steps().isVisible() && !shows("Try:"));
    const int height = description().height();
    document.noteSaved(document.experiment(), path("sky.attn"));
    QVERIFY(!steps().isVisible() && shows("Try: drag"));
    QVERIFY(description().height() != height);
    QCOMPARE(description().height(), description().heightForWidth(description().width()));
}

/// Two swapped words are the same words, and a step of that example.
void TestStepList::reordered() {
    LabDocument& document = window().document();
    document.openExample("previous-word");
    setPosition(document, PositionKind::none);
    document.undo();
    QVERIFY(steps().isDone(0) && !steps().isDone(1));
    moveToken(document, Side::sentence, 4, 1);
    QVERIFY(steps().isVisible() && steps().isDone(1));
    QCOMPARE(description().height(), description().heightForWidth(description().width()));
}

void TestStepList::anotherExample() {
    LabDocument& document = window().document();
    setCausal(document, true);
    QVERIFY(steps().isDone(1));
    document.openExample("sky-is-blue");
    QVERIFY(steps().isVisible() && !steps().isDone(1));
    document.openExample("uniform");
    QVERIFY(label(0)->text().contains("Type 1"));
    document.replace(example("uniform"), path("own.attn"));
    QVERIFY(!steps().isVisible());
}

void TestStepList::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("as it opens") << QSize(1440, 900) << 100;
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("smallest") << QSize(480, 360) << 100;
    QTest::newRow("enlarged") << QSize(1024, 700) << 300;
}

/// No text is cut, whichever example is open, and in another size of text.
void TestStepList::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, 100);
    theme().setScale(scale);
    for (const QString& name : exampleNames()) {
        window().document().openExample(name);
        QCoreApplication::processEvents();
        QVERIFY(steps().isVisible());
        QVERIFY(description().rect().contains(steps().geometry()));
        for (const QLabel* each : labels()) {
            QVERIFY2(each->height() >= each->heightForWidth(each->width()), qPrintable(each->text()));
            QVERIFY2(steps().rect().contains(each->geometry()), qPrintable(each->text()));
        }
    }
}

LAB_WINDOW_TEST(TestStepList)
#include "tst_step_list.moc"
