// SPDX-License-Identifier: GPL-3.0-or-later
//
// Another program or window changes the open document's file. Nobody's changes are overwritten silently.
#include "core/experiment/is_same.h"
#include "core/io/document_file.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/files/recovery.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/widgets/card_header.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/strips/recovery_strip.h"

#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>

#include <filesystem>
#include <functional>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

namespace {

using Act = std::function<void(const fs::path&)>;

/// The document as changed by another program.
Experiment theirs() {
    LabDocument document;
    document.setText("the sea is theirs");
    return document.experiment();
}

void write_theirs(const fs::path& file) {
    QVERIFY(!save_experiment(file, theirs()));
}

} // namespace

class TestFileOnDisk : public WindowTest {
    Q_OBJECT

private slots:
    void noticed_data();
    void noticed();
    void changedDuringACheck();
    void saveAnyway();
    void saveAs();
    void openTheirs();
    void openTheirsThatIsNoDocument();
    void compare();
    void twoWindows();
    void ownSavesAreNotTheirs();
    void closingSavesNothingOver();
    void recoveredDocument();
    void otherDocumentHidesIt();
    void fits_data();
    void fits();

private:
    fs::path file() const { return path("open.attn").toStdString(); }
    std::string onDisk() const { return read_file(file()).value(); }
    /// The window with a document that was read from its file.
    LabWindow& open(QSize size = {1440, 900}, int scale = 100);
    /// Reactivates the window, as when switching back from another program.
    void comeBack(LabWindow& w);
    void save(LabWindow& w) { w.press_key(Qt::Key_S, Qt::ControlModifier); }
    bool press(const QString& text) { return LabWindow::press(button(text)); }
    QAbstractButton* button(const QString& text) { return LabWindow::button(window().fileStrip(), text); }
    QString said() { return window().fileStrip().text(); }
};

LabWindow& TestFileOnDisk::open(QSize size, int scale) {
    fs::remove_all(file());
    LabDocument document;
    if (save_experiment(file(), document.experiment()))
        qWarning("cannot write");
    LabWindow& w = openWindow(size, scale);
    w.controller().openFile(path("open.attn"));
    if (!QTest::qWaitFor([&] { return w.document().file() == path("open.attn"); }))
        qWarning("cannot open");
    return w;
}

void TestFileOnDisk::comeBack(LabWindow& w) {
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    w.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w));
}

void TestFileOnDisk::noticed_data() {
    QTest::addColumn<Act>("act");
    QTest::addColumn<QString>("said");
    QTest::addColumn<bool>("byFocus");
    const QString changed = "“open.attn” was changed by another program or window.";
    const QString missing = "“open.attn” was deleted or moved; the document is still open here.";
    const QString unreadable = "“open.attn” can no longer be read; another program may have changed it.";
    const auto rows = [](const char* name, const QString& said, const Act& act) {
        QTest::addRow("%s, by focus", name) << act << said << true;
        QTest::addRow("%s, before saving", name) << act << said << false;
    };
    rows("rewritten", changed, write_theirs);
    rows("no document any more", changed,
         [](const fs::path& file) { QVERIFY(!write_file(file, "not a document")); });
    rows("deleted", missing, [](const fs::path& file) { fs::remove(file); });
    rows("a link to another", changed, [](const fs::path& file) {
        fs::remove(file);
        write_theirs(file.parent_path() / "theirs.attn");
        fs::create_symlink("theirs.attn", file);
    });
    rows("a folder", unreadable, [](const fs::path& file) {
        fs::remove(file);
        fs::create_directory(file);
    });
    rows("nothing", {}, [](const fs::path&) {});
    rows("the same bytes", {},
         [](const fs::path& file) { QVERIFY(!write_file(file, read_file(file).value())); });
    rows("a link to the same bytes", {}, [](const fs::path& file) {
        fs::rename(file, file.parent_path() / "same.attn");
        fs::create_symlink("same.attn", file);
    });
}

void TestFileOnDisk::noticed() {
    QFETCH(Act, act);
    QFETCH(QString, said);
    QFETCH(bool, byFocus);
    LabWindow& w = open();
    setCausal(w.document(), true);
    act(file());
    const auto before = read_file(file());
    if (byFocus)
        comeBack(w);
    else
        save(w);
    if (said.isEmpty()) {
        if (!byFocus)
            QTRY_COMPARE(w.status().text(), QStringLiteral("Saved open.attn"));
        QTest::qWait(100);
        QVERIFY(!w.fileStrip().isVisible());
        QCOMPARE(w.isWindowModified(), byFocus);
        return;
    }
    QTRY_COMPARE(this->said(), said);
    if (!byFocus)
        QCOMPARE(w.status().text(), QStringLiteral("Not saved: choose above what to do with open.attn"));
    for (const char* name : {"Open theirs", "Compare"})
        QCOMPARE(button(name) != nullptr, said.endsWith("window."));
    save(w); // saving again changes nothing
    QTRY_VERIFY(!w.status().text().contains("Saving"));
    QVERIFY(w.fileStrip().isVisible() && w.isWindowModified());
    QCOMPARE(bool(read_file(file())), bool(before));
    QVERIFY(!before || onDisk() == before.value());
}

/// The file changes after a check has read it, and before its answer has arrived.
void TestFileOnDisk::changedDuringACheck() {
    LabWindow& w = open();
    QTest::qWait(50); // no check is under way
    w.controller().checkFile();
    QTest::qSleep(300); // read, not answered
    write_theirs(file());
    w.controller().checkFile();
    QTRY_COMPARE(said(), QStringLiteral("“open.attn” was changed by another program or window."));
}

void TestFileOnDisk::saveAnyway() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    for (const Act& act : {Act(write_theirs), Act([](const fs::path& file) { fs::remove(file); })}) {
        act(file());
        comeBack(w);
        QTRY_VERIFY(w.fileStrip().isVisible());
        QVERIFY(press("Save anyway"));
        QTRY_VERIFY(!w.fileStrip().isVisible());
        QCOMPARE(onDisk(), write_experiment(w.document().experiment()));
        QVERIFY(!w.isWindowModified());
    }
    setCausal(w.document(), false);
    save(w); // the file's content is known again
    QTRY_VERIFY(!w.isWindowModified());
    QVERIFY(!w.fileStrip().isVisible());
}

void TestFileOnDisk::saveAs() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    write_theirs(file());
    save(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QVERIFY(press("Save as…"));
    auto* dialog = w.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(path("another.attn"));
    dialog->close();
    QTRY_COMPARE(w.document().file(), path("another.attn"));
    QVERIFY(!w.fileStrip().isVisible());
    QCOMPARE(onDisk(), write_experiment(theirs()));
    comeBack(w);
    QTest::qWait(50);
    QVERIFY(!w.fileStrip().isVisible());
}

void TestFileOnDisk::openTheirs() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    const Experiment mine = w.document().experiment();
    write_theirs(file());
    comeBack(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QVERIFY(press("Open theirs"));
    QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("the sea is theirs"));
    QVERIFY(!w.isWindowModified() && !w.fileStrip().isVisible());
    QVERIFY(is_same(w.document().experiment(), theirs()));
    w.press_key(Qt::Key_Z, Qt::ControlModifier); // undo restores the local version
    QVERIFY(is_same(w.document().experiment(), mine));
    QVERIFY(w.isWindowModified());
    save(w); // the file was last read here
    QTRY_VERIFY(!w.isWindowModified());
    QCOMPARE(onDisk(), write_experiment(mine));
}

void TestFileOnDisk::openTheirsThatIsNoDocument() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    QVERIFY(!write_file(file(), "not a document"));
    save(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QVERIFY(press("Open theirs"));
    QTRY_VERIFY(w.banner().text().contains("Can’t open this document."));
    QVERIFY(w.fileStrip().isVisible() && w.isWindowModified());
    QVERIFY(w.document().experiment().mask.causal);
}

void TestFileOnDisk::compare() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    write_theirs(file());
    comeBack(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QVERIFY(press("Compare"));
    QTRY_VERIFY(w.compare().isVisible() && w.compare().cards().size() == 3);
    QCOMPARE(w.compare().cards().front()->header().title(), QStringLiteral("open"));
    QVERIFY(w.fileStrip().isVisible() && w.isWindowModified()); // comparing decides nothing
}

void TestFileOnDisk::twoWindows() {
    LabWindow& first = open();
    LabWindow second(theme());
    second.controller().openFile(path("open.attn"));
    QTRY_COMPARE(second.document().file(), path("open.attn"));
    setCausal(second.document(), true);
    save(second);
    QTRY_VERIFY(!second.isWindowModified());
    QTest::qWait(50);
    QVERIFY(!second.fileStrip().isVisible());
    first.activateWindow();
    QTRY_COMPARE(said(), QStringLiteral("“open.attn” was changed by another program or window."));
    QVERIFY(press("Open theirs"));
    QTRY_VERIFY(first.document().experiment().mask.causal);
    first.type_sentence("the sea");
    save(first);
    QTRY_VERIFY(!first.isWindowModified());
    setCausal(second.document(), false);
    second.controller().save();
    QTRY_VERIFY(second.fileStrip().isVisible());
    QCOMPARE(onDisk(), write_experiment(first.document().experiment()));
}

/// Own saves are never reported as changes, however saves and checks interleave.
void TestFileOnDisk::ownSavesAreNotTheirs() {
    LabWindow& w = open();
    for (int i = 0; i < 20; ++i) {
        w.document().setValue(ParameterId::W_Q, 0, 0, i);
        save(w);
        QEvent activation(QEvent::ActivationChange); // more frequent than from any window manager
        QApplication::sendEvent(&w, &activation);
        if (i % 4 == 0)
            QTest::qWait(1);
        QVERIFY(!w.fileStrip().isVisible());
    }
    QTRY_VERIFY(!w.controller().hasUnsaved());
    QVERIFY(!w.fileStrip().isVisible());
}

void TestFileOnDisk::closingSavesNothingOver() {
    LabWindow& w = open();
    setCausal(w.document(), true);
    write_theirs(file());
    w.close();
    auto* question = w.findChild<QMessageBox*>();
    QVERIFY(question);
    QTest::mouseClick(question->button(QMessageBox::Save), Qt::LeftButton);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QVERIFY(w.isVisible() && w.isWindowModified());
    QCOMPARE(onDisk(), write_experiment(theirs()));
}

/// The file was changed between the crash and the restart.
void TestFileOnDisk::recoveredDocument() {
    LabDocument document;
    FileContent content;
    QVERIFY(!save_experiment(file(), document.experiment(), {}, &content));
    document.setText("the sea is mine");
    {
        const auto kept = RecoveryFile::make(Recovery::standardFolder()).value();
        QVERIFY(!kept->write({"Sky is blue", path("open.attn"), content}, document.experiment()));
    }
    write_theirs(file());
    LabWindow& w = window();
    w.recovery().findAbandoned();
    QTRY_VERIFY(w.recoveryStrip().isVisible());
    QVERIFY(LabWindow::press(LabWindow::button(w.recoveryStrip(), "Open it")));
    QTRY_COMPARE(w.document().file(), path("open.attn"));
    save(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QCOMPARE(onDisk(), write_experiment(theirs()));
    QVERIFY(w.isWindowModified());
}

void TestFileOnDisk::otherDocumentHidesIt() {
    LabWindow& w = open();
    write_theirs(file());
    comeBack(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    w.controller().openExample("two-heads");
    QVERIFY(!w.fileStrip().isVisible());
    comeBack(w);
    QTest::qWait(50);
    QVERIFY(!w.fileStrip().isVisible());
    w.controller().openFile(path("open.attn"));
    QTRY_COMPARE(w.document().file(), path("open.attn"));
    comeBack(w);
    QTest::qWait(50);
    QVERIFY(!w.fileStrip().isVisible()); // not reported as changed
}

void TestFileOnDisk::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("wide") << QSize(1440, 900) << 100;
    QTest::newRow("narrow") << QSize(480, 700) << 100;
    QTest::newRow("enlarged") << QSize(1024, 900) << 300;
}

void TestFileOnDisk::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = open(size, scale);
    write_theirs(file());
    comeBack(w);
    QTRY_VERIFY(w.fileStrip().isVisible());
    QTest::qWait(50); // layouts settle
    QCOMPARE(w.size(), size);
    for (const char* name : {"Save anyway", "Save as…", "Open theirs", "Compare"}) {
        QVERIFY(button(name) && button(name)->focusPolicy() & Qt::TabFocus);
        const QRect shown(button(name)->mapTo(&w.fileStrip(), QPoint()), button(name)->size());
        QVERIFY2(w.fileStrip().rect().contains(shown), name);
        QVERIFY2(button(name)->width() >= button(name)->sizeHint().width(), name);
    }
    const auto* label = w.fileStrip().findChild<QLabel*>();
    QVERIFY(label->height() >= label->heightForWidth(label->width()));
    QVERIFY(label->width() >= 100);
}

LAB_WINDOW_TEST(TestFileOnDisk)
#include "tst_file_on_disk.moc"
