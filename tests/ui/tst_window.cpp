// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window around the numbers: files, questions before anything is lost, pictures, how it looks.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/bad_documents.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lab_window.h"
#include "ui/actions.h"
#include "ui/panels/banner.h"
#include "ui/panels/picture_dialog.h"
#include "ui/panels/status_line.h"
#include "ui/plots/view_export.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void cleanupTestCase() { m_theme.reset(); }
    void savedAndOpened();
    void title();
    void asksBeforeDiscarding_data();
    void asksBeforeDiscarding();
    void closing_data();
    void closing();
    void badFile();
    void pictureDialog();
    void refusedPicture_data();
    void refusedPicture();
    void copiedPicture();
    void sizes();
    void colours();
    void fullScreen();
    void undoAll();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void trigger(ActionId id) { m_window->actions()[id].trigger(); }
    void answer(QMessageBox::StandardButton button);

    QTemporaryDir m_folder;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<LabWindow> m_window;
};

void TestWindow::initTestCase() {
    keep_settings_in(path("settings"));
    m_theme = std::make_unique<Theme>();
    m_theme->applyToApplication();
}

void TestWindow::init() {
    make_messages_fatal();
    m_theme->setScale(100);
    m_theme->setMode(ColourMode::light);
    m_window = std::make_unique<LabWindow>(*m_theme);
}

void TestWindow::answer(QMessageBox::StandardButton button) {
    auto* question = m_window->findChild<QMessageBox*>();
    QVERIFY(question && question->isVisible());
    QTest::mouseClick(question->button(button), Qt::LeftButton);
    QTRY_VERIFY(!m_window->findChild<QMessageBox*>());
}

void TestWindow::savedAndOpened() {
    LabWindow& w = *m_window;
    w.type_sentence("the sea is blue");
    w.document().setCausal(true);
    const std::string bytes = write_experiment(w.document().experiment());
    w.press_key(Qt::Key_S, Qt::ControlModifier); // an example has no file yet
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
    QCOMPARE(write_experiment(w.document().experiment()), bytes);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea is blue"));
    w.document().setCausal(false);
    w.press_key(Qt::Key_S, Qt::ControlModifier); // no question: its file is known
    QVERIFY(!w.isWindowModified());
    LabDocument other;
    QVERIFY(!other.open(path("saved.attn")));
    QVERIFY(!other.experiment().mask.causal);
}

void TestWindow::title() {
    LabWindow& w = *m_window;
    QVERIFY(w.windowTitle().startsWith("Sky is blue"));
    QVERIFY(!w.isWindowModified());
    w.document().setCausal(true);
    QVERIFY(w.isWindowModified());
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!w.isWindowModified());
    w.press_key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(w.isWindowModified());
    QVERIFY(w.actions()[ActionId::undo].text().contains("Causal mask"));
    trigger(ActionId::reset);
    QVERIFY(!w.document().experiment().mask.causal);
    w.press_key(Qt::Key_Z, Qt::ControlModifier); // the way back is one step as well
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
    LabWindow& w = *m_window;
    QVERIFY(!w.document().save(path("asked.attn")));
    w.controller().openExample("sky-is-blue"); // nothing is unsaved: no question
    QVERIFY(!w.findChild<QMessageBox*>());
    w.controller().openFile(path("asked.attn"));
    w.document().setCausal(true);
    w.controller().openExample("two-heads");
    QVERIFY(!w.document().file().isEmpty()); // not before the answer
    answer(button);
    QCOMPARE(w.document().file().isEmpty(), goes_on);
    QCOMPARE(w.isWindowModified(), !goes_on);
    LabDocument file;
    QVERIFY(!file.open(path("asked.attn")));
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
    LabWindow& w = *m_window;
    w.document().setCausal(true);
    w.close();
    QVERIFY(w.isVisible());
    answer(button);
    QCOMPARE(w.isVisible(), !closed);
    QVERIFY(w.document().experiment().mask.causal);
}

void TestWindow::badFile() {
    LabWindow& w = *m_window;
    w.type_sentence("the sea");
    w.document().setCausal(true);
    QVERIFY(!w.document().save(path("good.attn")));
    const BadDocument bad = bad_documents().front();
    QVERIFY(!write_file(path("bad.attn").toStdString(), bad.text));
    w.controller().openFile(path("bad.attn"));
    QVERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains(QString::fromStdString(bad.message)), qPrintable(w.banner().text()));
    QVERIFY(w.banner().text().contains("bad.attn"));
    QCOMPARE(w.document().file(), path("good.attn"));
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
    QVERIFY(w.document().undoStack().canUndo());
    QVERIFY(w.press(w.button(w.banner(), "✕ close")));
    QVERIFY(!w.banner().isVisible());
    w.controller().openFile(path("bad.attn"));
    QVERIFY(w.banner().isVisible());
    w.controller().openFile(path("good.attn")); // what goes well takes the complaint away
    QVERIFY(!w.banner().isVisible());
}

void TestWindow::pictureDialog() {
    LabWindow& w = *m_window;
    w.press_key(Qt::Key_E, Qt::ControlModifier);
    auto* dialog = w.findChild<PictureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->fileLine().selectAll();
    QTest::keyClicks(&dialog->fileLine(), path("weights.png"));
    dialog->scaleBox().selectAll();
    QTest::keyClicks(&dialog->scaleBox(), "3");
    const QSize size = stagePictureSize(w.document(), StageId::weights, 0, *m_theme, 3);
    const QString said = QStringLiteral("%1 × %2 pixels").arg(size.width()).arg(size.height());
    bool shown = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        shown = shown || label->text() == said;
    QVERIFY(shown);
    auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    QTest::mouseClick(save, Qt::LeftButton);
    QTRY_VERIFY(!w.findChild<PictureDialog*>());
    const QImage image(path("weights.png"));
    QCOMPARE(image.size(), size);
    const std::string expected =
        png(stagePicture(w.document(), StageId::weights, 0, *m_theme, {3, false})).toStdString();
    QVERIFY(read_file(path("weights.png").toStdString()).value() == expected);
    QVERIFY(w.status().text().contains("weights.png"));
}

void TestWindow::refusedPicture_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("reason");
    QTest::newRow("another kind") << "weights.jpg"
                                  << "has to end with .png";
    QTest::newRow("no name") << ""
                             << "has to end with .png";
    QTest::newRow("no folder") << "none/weights.png"
                               << "weights.png";
}

void TestWindow::refusedPicture() {
    QFETCH(QString, file);
    QFETCH(QString, reason);
    LabWindow& w = *m_window;
    trigger(ActionId::export_weights);
    auto* dialog = w.findChild<PictureDialog*>();
    dialog->fileLine().setText(file.isEmpty() ? QString() : path(file));
    QTest::keyClick(&dialog->fileLine(), Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    bool shown = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        shown = shown || (label->isVisible() && label->text().contains(reason));
    QVERIFY(shown);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!w.findChild<PictureDialog*>());
}

void TestWindow::copiedPicture() {
    QGuiApplication::clipboard()->clear();
    LabWindow& w = *m_window;
    w.press_key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    QCOMPARE(QGuiApplication::clipboard()->image().size(),
             stagePictureSize(w.document(), StageId::weights, 0, *m_theme, 2));
    QVERIFY(w.status().text().contains("clipboard"));
}

void TestWindow::sizes() {
    LabWindow& w = *m_window;
    std::vector<int> up;
    for (int i = 0; i < 12; ++i) {
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
        up.push_back(m_theme->scale());
        QCOMPARE(QApplication::font().pixelSize(), m_theme->font(TextRole::body).pixelSize());
    }
    QCOMPARE(up.front(), 110);
    QVERIFY(std::ranges::is_sorted(up));
    QCOMPARE(up.back(), 300);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(m_theme->scale(), 100);
    for (int i = 0; i < 4; ++i)
        w.press_key(Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(m_theme->scale(), 80);
    QVERIFY(!w.isWindowModified());
}

void TestWindow::colours() {
    LabWindow& w = *m_window;
    const auto lightness = [&] { return w.grab().toImage().pixelColor(3, w.height() - 3).lightness(); };
    QVERIFY(lightness() > 200);
    trigger(ActionId::theme_dark);
    QVERIFY(m_theme->colours().dark);
    QVERIFY(w.actions()[ActionId::theme_dark].isChecked());
    QTRY_VERIFY(lightness() < 80);
    trigger(ActionId::theme_light);
    QTRY_VERIFY(lightness() > 200);
}

void TestWindow::fullScreen() {
    LabWindow& w = *m_window;
    w.press_key(Qt::Key_F11);
    QVERIFY(w.isFullScreen());
    w.press_key(Qt::Key_F11);
    QVERIFY(!w.isFullScreen() && w.isVisible());
}

void TestWindow::undoAll() {
    LabWindow& w = *m_window;
    const std::string opened = write_experiment(w.document().experiment());
    w.type_sentence("one two");
    w.document().setCausal(true);
    w.document().setValue(ParameterId::W_V, 1, 1, 3);
    w.document().setNotation(Notation::columns);
    for (int i = 0; i < 10; ++i)
        w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(write_experiment(w.document().experiment()), opened);
    QVERIFY(!w.isWindowModified());
    QVERIFY(!w.actions()[ActionId::undo].isEnabled());
    for (int i = 0; i < 10; ++i)
        w.press_key(Qt::Key_Y, Qt::ControlModifier);
    QVERIFY(w.document().experiment().notation == Notation::columns);
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
