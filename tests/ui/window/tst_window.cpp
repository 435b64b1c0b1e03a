// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window: files, questions before changes are lost, and appearance.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/bad_documents.h"
#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestWindow : public WindowTest {
    Q_OBJECT

private slots:
    void savedAndOpened();
    void title();
    void asksBeforeDiscarding_data();
    void asksBeforeDiscarding();
    void closing_data();
    void closing();
    void closingAndSaving_data();
    void closingAndSaving();
    void badFile();
    void editedMeanwhile();
    void sizes();
    void colours();
    void fullScreen();
    void undoAll();

private:
    void trigger(ActionId id) { window().actions()[id].trigger(); }
    void answer(QMessageBox::StandardButton button);
};

void TestWindow::answer(QMessageBox::StandardButton button) {
    auto* question = window().findChild<QMessageBox*>();
    QVERIFY(question && question->isVisible());
    QTest::mouseClick(question->button(button), Qt::LeftButton);
    QTRY_VERIFY(!window().findChild<QMessageBox*>());
}

void TestWindow::savedAndOpened() {
    LabWindow& w = window();
    w.type_sentence("the sea is blue");
    setCausal(w.document(), true);
    const std::string bytes = write_experiment(w.document().experimentToSave());
    w.press_key(Qt::Key_S, Qt::ControlModifier); // an example has no file
    auto* dialog = w.findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    QVERIFY(name->text().endsWith(".attn"));
    name->setText(path("saved"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(w.document().file(), path("saved.attn"));
    QVERIFY(!w.isWindowModified());

    w.controller().openExample("two-heads");
    QVERIFY(w.document().file().isEmpty());
    w.controller().openFile(path("saved.attn"));
    QTRY_COMPARE(w.document().file(), path("saved.attn"));
    QCOMPARE(write_experiment(w.document().experiment()), bytes);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea is blue"));
    setCausal(w.document(), false);
    w.activateWindow(); // as a window manager does when a dialog closes
    QVERIFY(QTest::qWaitForWindowActive(&w));
    w.press_key(Qt::Key_S, Qt::ControlModifier); // does not ask, as the file is known
    QTRY_VERIFY(!w.isWindowModified());
    LabDocument other;
    QVERIFY(!open(other, path("saved.attn")));
    QVERIFY(!other.experiment().mask.causal);
}

void TestWindow::title() {
    LabWindow& w = window();
    QVERIFY(w.windowTitle().startsWith("Sky is blue"));
    QVERIFY(!w.isWindowModified());
    setCausal(w.document(), true);
    QVERIFY(w.isWindowModified());
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!w.isWindowModified());
    w.press_key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(w.isWindowModified());
    QVERIFY(w.actions()[ActionId::undo].text().contains("Causal mask"));
    trigger(ActionId::revert);
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(w.status().text().contains("Undo brings the changes back"));
    trigger(ActionId::revert);
    QVERIFY(w.status().text().contains("Nothing to revert"));
    w.press_key(Qt::Key_Z, Qt::ControlModifier); // resetting is a single step, too
    QVERIFY(w.document().experiment().mask.causal);
}

void TestWindow::asksBeforeDiscarding_data() {
    QTest::addColumn<QMessageBox::StandardButton>("button");
    QTest::addColumn<bool>("goes_on");
    QTest::addColumn<bool>("saved");
    QTest::newRow("cancel") << QMessageBox::Cancel << false << false;
    QTest::newRow("discard") << QMessageBox::Discard << true << false;
    QTest::newRow("save") << QMessageBox::Save << true << true;
}

void TestWindow::asksBeforeDiscarding() {
    QFETCH(QMessageBox::StandardButton, button);
    QFETCH(bool, goes_on);
    QFETCH(bool, saved);
    LabWindow& w = window();
    QVERIFY(!save(w.document(), path("asked.attn")));
    w.controller().openExample("sky-is-blue"); // nothing unsaved, so no question
    QVERIFY(!w.findChild<QMessageBox*>());
    w.controller().openFile(path("asked.attn"));
    QTRY_COMPARE(w.document().file(), path("asked.attn"));
    setCausal(w.document(), true);
    w.controller().openExample("two-heads");
    QVERIFY(!w.document().file().isEmpty()); // unchanged until answered
    answer(button);
    QTRY_COMPARE(w.document().file().isEmpty(), goes_on);
    QCOMPARE(w.isWindowModified(), !goes_on);
    LabDocument file;
    QVERIFY(!open(file, path("asked.attn")));
    QCOMPARE(file.experiment().mask.causal, saved);
}

void TestWindow::closing_data() {
    QTest::addColumn<QMessageBox::StandardButton>("button");
    QTest::addColumn<bool>("closed");
    QTest::newRow("cancel") << QMessageBox::Cancel << false;
    QTest::newRow("discard") << QMessageBox::Discard << true;
}

void TestWindow::closing() {
    QFETCH(QMessageBox::StandardButton, button);
    QFETCH(bool, closed);
    LabWindow& w = window();
    setCausal(w.document(), true);
    w.close();
    QVERIFY(w.isVisible());
    answer(button);
    QCOMPARE(w.isVisible(), !closed);
    QVERIFY(w.document().experiment().mask.causal);
}

void TestWindow::closingAndSaving_data() {
    QTest::addColumn<bool>("has_file");
    QTest::addColumn<Qt::Key>("key"); // pressed in the file dialog
    QTest::addColumn<bool>("closed");
    QTest::newRow("its file is known") << true << Qt::Key_unknown << true;
    QTest::newRow("a file is chosen") << false << Qt::Key_Return << true;
    QTest::newRow("no file is chosen") << false << Qt::Key_Escape << false;
}

void TestWindow::closingAndSaving() {
    QFETCH(bool, has_file);
    QFETCH(Qt::Key, key);
    QFETCH(bool, closed);
    const QString file = path("closing.attn");
    QFile::remove(file);
    LabWindow& w = window();
    if (has_file)
        QVERIFY(!save(w.document(), file));
    setCausal(w.document(), true);
    w.close();
    answer(QMessageBox::Save);
    auto* dialog = w.findChild<QFileDialog*>();
    QCOMPARE(dialog != nullptr, !has_file);
    if (dialog) {
        QVERIFY(w.isVisible()); // still open until answered
        auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
        name->setText(file);
        QTest::keyClick(name, key);
        QTRY_VERIFY(!w.findChild<QFileDialog*>());
    }
    QTRY_COMPARE(w.isVisible(), !closed);
    QCOMPARE(w.isWindowModified(), !closed);
    QCOMPARE(QFile::exists(file), closed);
    LabDocument saved;
    QVERIFY(!closed || (!open(saved, file) && saved.experiment().mask.causal));
}

void TestWindow::badFile() {
    LabWindow& w = window();
    w.type_sentence("the sea");
    setCausal(w.document(), true);
    QVERIFY(!save(w.document(), path("good.attn")));
    const BadDocument bad = bad_documents().front();
    QVERIFY(!write_file(path("bad.attn").toStdString(), bad.text));
    w.controller().openFile(path("bad.attn"));
    QTRY_VERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains(QString::fromStdString(bad.message)), qPrintable(w.banner().text()));
    QVERIFY(w.banner().text().contains("bad.attn"));
    QCOMPARE(w.document().file(), path("good.attn"));
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
    QVERIFY(w.document().undoStack().canUndo());
    QVERIFY(w.press(w.button(w.banner(), "✕ close")));
    QVERIFY(!w.banner().isVisible());
    w.controller().openFile(path("bad.attn"));
    QTRY_VERIFY(w.banner().isVisible());
    w.controller().openFile(path("good.attn")); // success clears the error
    QTRY_VERIFY(!w.banner().isVisible());
}

/// Reading and writing take time. Edits made meanwhile are not lost.
void TestWindow::editedMeanwhile() {
    LabWindow& w = window();
    QVERIFY(!save(w.document(), path("first.attn")));
    w.controller().create(); // the changes of an example are kept without a question
    w.type_sentence("blue");
    w.document().noteSaved(w.document().experiment(), {});
    w.controller().openFile(path("first.attn"));
    QVERIFY(w.status().text().contains("first.attn"));
    w.type_sentence("the sea");
    QVERIFY(w.document().file().isEmpty());
    QTRY_VERIFY(w.findChild<QMessageBox*>());
    QVERIFY(w.document().file().isEmpty()); // unchanged until answered
    answer(QMessageBox::Cancel);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
    w.controller().openFile(path("first.attn"));
    answer(QMessageBox::Discard); // asks only once, not again after reading
    QTRY_COMPARE(w.document().file(), path("first.attn"));
    QVERIFY(!w.findChild<QMessageBox*>());

    w.controller().openFile(path("none.attn"));
    w.controller().openExample("two-heads"); // chosen later, so it wins
    QTest::qWait(50);
    QVERIFY(!w.banner().isVisible());
    QVERIFY(w.document().file().isEmpty());
}

void TestWindow::sizes() {
    LabWindow& w = window();
    std::vector<int> up;
    for (int i = 0; i < 12; ++i) {
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
        up.push_back(theme().scale());
        QCOMPARE(QApplication::font().pixelSize(), theme().font(TextRole::body).pixelSize());
    }
    QCOMPARE(up.front(), 110);
    QVERIFY(std::ranges::is_sorted(up));
    QCOMPARE(up.back(), 300);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(theme().scale(), 100);
    for (int i = 0; i < 4; ++i)
        w.press_key(Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(theme().scale(), 80);
    QVERIFY(!w.isWindowModified());
}

void TestWindow::colours() {
    LabWindow& w = window();
    const auto lightness = [&] { return w.grab().toImage().pixelColor(3, w.height() - 3).lightness(); };
    QVERIFY(lightness() > 200);
    trigger(ActionId::theme_dark);
    QVERIFY(theme().colours().dark);
    QVERIFY(w.actions()[ActionId::theme_dark].isChecked());
    QTRY_VERIFY(lightness() < 80);
    trigger(ActionId::theme_light);
    QTRY_VERIFY(lightness() > 200);
}

void TestWindow::fullScreen() {
    LabWindow& w = window();
    w.press_key(Qt::Key_F11);
    QVERIFY(w.isFullScreen());
    w.press_key(Qt::Key_F11);
    QVERIFY(!w.isFullScreen() && w.isVisible());
}

void TestWindow::undoAll() {
    LabWindow& w = window();
    const std::string opened = write_experiment(w.document().experiment());
    w.type_sentence("one two");
    setCausal(w.document(), true);
    w.document().setValue(ParameterId::W_V, 1, 1, 3);
    setNotation(w.document(), Notation::columns);
    for (int i = 0; i < 10; ++i)
        w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(write_experiment(w.document().experiment()), opened);
    QVERIFY(!w.isWindowModified());
    QVERIFY(!w.actions()[ActionId::undo].isEnabled());
    for (int i = 0; i < 10; ++i)
        w.press_key(Qt::Key_Y, Qt::ControlModifier);
    QVERIFY(w.document().experiment().notation == Notation::columns);
}

LAB_WINDOW_TEST(TestWindow)
#include "tst_window.moc"
