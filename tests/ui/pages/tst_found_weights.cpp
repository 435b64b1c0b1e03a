// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights that were found and are not kept: whatever would lose them asks first, once.
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "core/io/document_file.h"
#include "tests/support/document_files.h"
#include "tests/support/drops.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/examples.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/window/menu/actions.h"

#include <QMessageBox>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestFoundWeights : public WindowTest {
    Q_OBJECT

private slots:
    void asks_data();
    void asks();
    void savesOnce_data();
    void savesOnce();
    void withoutAnythingFound();
    void whenTheFileIsTakenOver();

private:
    FitRun& fit() { return window().pages().get<LearnPage>().fit(); }
    /// Takes two steps, and plays on.
    void find() {
        Matrix target = Matrix::Constant(3, 3, std::nan(""));
        target.row(1) << 0.05, 0.05, 0.9;
        window().pages().open<LearnPage>();
        QCOMPARE(fit().start(WantedWeights{0, target}, {{ParameterId::W_Q, ParameterId::W_K}, {}, 0.1}, 50),
                 QString());
        fit().step(1);
        fit().step(1);
        QVERIFY(window().document().fit().changes());
    }
    QList<QMessageBox*> questions() {
        QList<QMessageBox*> shown;
        for (auto* each : window().findChildren<QMessageBox*>()) {
            if (each->isVisible())
                shown += each;
        }
        return shown;
    }
    QAbstractButton* answer(const QString& text) {
        for (QAbstractButton* each : questions().constFirst()->buttons()) {
            if (QString(each->text()).remove('&') == text)
                return each;
        }
        return nullptr;
    }
    void openLesson() {
        const std::vector<LessonJson> steps{{{"text", "One."}}, {{"text", "Two."}}};
        window().document().replace(with_steps(steps), {});
    }
    /// Goes out by that door.
    void leave(const QString& by) {
        LabWindow& w = window();
        if (by == "a file")
            w.controller().openFile(path("other.attn"));
        else if (by == "a dropped file")
            QVERIFY(drop_file(&w, path("other.attn")));
        else if (by == "new")
            w.press_key(Qt::Key_N, Qt::ControlModifier);
        else if (by == "an example")
            w.controller().openExample("two-heads");
        else if (by == "closing")
            w.close();
        else if (by == "a lesson")
            w.actions()[ActionId::lesson].trigger();
        else if (by == "the next step")
            w.lesson().move(1);
        else
            w.actions()[ActionId::leave_lesson].trigger();
    }
};

void TestFoundWeights::asks_data() {
    QTest::addColumn<QString>("door");
    QTest::addColumn<QString>("button");
    for (const char* door : {"a file", "a dropped file", "new", "an example", "closing", "a lesson",
                             "the next step", "leaving the lesson"}) {
        for (const char* button : {"Cancel", "Discard", "Keep"})
            QTest::addRow("%s: %s", door, button) << QString(door) << QString(button);
    }
}

void TestFoundWeights::asks() {
    QFETCH(QString, door);
    QFETCH(QString, button);
    LabWindow& w = window();
    LabDocument& document = w.document();
    const bool isLesson = door.contains("lesson") || door == "the next step";
    Experiment other = example("two-heads");
    other.title = "other";
    QVERIFY(!save_experiment(path("other.attn").toStdString(), other));
    if (isLesson)
        openLesson();
    if (isLesson && door != "a lesson")
        w.actions()[ActionId::lesson].trigger();
    find();
    fit().setPlaying(true);
    const Experiment before = document.opened();
    leave(door);
    QCOMPARE(questions().size(), 1);
    QVERIFY(!fit().isPlaying());
    const Experiment found = document.experiment();
    QVERIFY(document.isFitting() && !is_same(found, before));
    const QString keep = door == "closing" ? "Keep weights and save" : "Keep";
    if (button == "Keep" && door == "closing") { // which asks for a file then: savesOnce()
        QVERIFY(answer(keep));
        return;
    }
    QVERIFY(LabWindow::press(answer(button)));
    if (button == "Cancel") {
        QVERIFY(document.isFitting() && w.isVisible());
        QVERIFY(is_same(document.experiment(), found));
        return;
    }
    QTRY_VERIFY(questions().isEmpty());
    if (door == "closing")
        QTRY_VERIFY(!w.isVisible());
    else
        QTRY_VERIFY(!document.isFitting());
    if (door == "a lesson")
        QVERIFY(w.lesson().isOn());
    else if (door == "the next step")
        QCOMPARE(w.lesson().current(), 1U);
    else if (isLesson)
        QVERIFY(!w.lesson().isOn());
    else if (door != "closing")
        QTRY_VERIFY(document.experiment().sequence.tokens != before.sequence.tokens);
    // What was kept is one edit of what it was found in.
    if (door == "a lesson" || door == "leaving the lesson") {
        if (door == "leaving the lesson")
            w.lesson().goTo(0);
        else
            w.lesson().leave();
        QCOMPARE(is_same(document.experiment().projection.W_Q, found.projection.W_Q), button == "Keep");
    } else if (door == "the next step") {
        w.lesson().move(-1);
        QCOMPARE(is_same(document.experiment().projection.W_Q, found.projection.W_Q), button == "Keep");
    } else {
        QCOMPARE(w.controller().changedExamples().entries().size(), button == "Keep" ? 1U : 0U);
    }
}

void TestFoundWeights::savesOnce_data() {
    QTest::addColumn<bool>("modified");
    QTest::addColumn<QString>("button");
    QTest::newRow("kept and saved") << false << "Keep weights and save";
    QTest::newRow("with edits") << true << "Keep weights and save";
    QTest::newRow("edits alone") << true << "Save without them";
    QTest::newRow("discarded") << true << "Discard";
}

/// One question is about both: what was found, and what is not saved.
void TestFoundWeights::savesOnce() {
    QFETCH(bool, modified);
    QFETCH(QString, button);
    LabWindow& w = window();
    LabDocument& document = w.document();
    const QString file = path("mine.attn");
    QVERIFY(!save(document, file));
    const Experiment saved = document.experiment();
    if (modified)
        setCausal(document, true);
    find();
    const Experiment found = document.experiment();
    QCOMPARE(document.isModified(), modified);
    w.close();
    QCOMPARE(questions().size(), 1);
    QCOMPARE(answer("Save without them") != nullptr, modified);
    QVERIFY(LabWindow::press(answer(button)));
    QTRY_VERIFY(!w.isVisible());
    const Experiment written = load_experiment(file.toStdString()).value();
    QCOMPARE(is_same(written.projection.W_Q, found.projection.W_Q), button.startsWith("Keep"));
    QCOMPARE(is_same(written.projection.W_Q, saved.projection.W_Q), !button.startsWith("Keep"));
    QCOMPARE(written.mask.causal, modified && button != "Discard");
}

/// At the step before the first one nothing has been found: nobody is asked.
void TestFoundWeights::withoutAnythingFound() {
    find();
    fit().goTo(0);
    window().controller().openExample("two-heads");
    QVERIFY(questions().isEmpty());
    QVERIFY(!window().document().isFitting());
}

void TestFoundWeights::whenTheFileIsTakenOver() {
    LabWindow& w = window();
    const QString file = path("theirs.attn");
    QVERIFY(!save(w.document(), file));
    find();
    const Experiment found = w.document().experiment();
    Experiment theirs = example("two-heads");
    QVERIFY(!save_experiment(file.toStdString(), theirs));
    w.controller().openTheirs();
    QCOMPARE(questions().size(), 1);
    QVERIFY(LabWindow::press(answer("Keep")));
    QTRY_COMPARE(w.document().experiment().sequence.tokens, theirs.sequence.tokens);
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), found)); // undo brings it back
}

LAB_WINDOW_TEST(TestFoundWeights)
#include "tst_found_weights.moc"
