// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving to what keeps nothing (pipes, devices), to write-protected files, and to files that cannot be
// replaced.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "tests/support/leftovers.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/window/menu/recent_files.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"

#include <QFileDialog>
#include <QMessageBox>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

namespace {

/// An open descriptor, and its name.
class Stream {
public:
    explicit Stream(int descriptor) : m_descriptor(descriptor) {}
    ~Stream() { ::close(m_descriptor); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    bool becomes(int other) const { return ::dup2(m_descriptor, other) == other; }
    QString name() const { return QStringLiteral("/dev/fd/%1").arg(m_descriptor); }

private:
    int m_descriptor;
};

/// The end of a pipe that these bytes come out of.
int piped(const std::string& bytes) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    const bool written = ::write(ends[1], bytes.data(), bytes.size()) == ssize_t(bytes.size());
    ::close(ends[1]);
    return written ? ends[0] : -1;
}

} // namespace

class TestSavePlaces : public WindowTest {
    Q_OBJECT

private slots:
    void openedFromAStream_data();
    void openedFromAStream();
    void quitAfterAStream();
    void becomesAPipe();
    void chosenDevice();
    void protectedFile_data();
    void protectedFile();
    void protectedWhenClosing();
    void writtenInPlace();

private:
    fs::path file() const { return path("x.attn").toStdString(); }
    /// Those of the test before.
    void removeFiles() const;
    /// Saves a document to the file and opens it.
    void openFile();
    void save() { window().press_key(Qt::Key_S, Qt::ControlModifier); }
    QFileDialog* dialog() { return window().findChild<QFileDialog*>(); }
    QMessageBox* question() { return window().findChild<QMessageBox*>(); }
    void choose(const QString& file);
    bool answer(const QString& text) {
        return question() && LabWindow::press(LabWindow::button(*question(), text));
    }
    std::string shown() { return write_experiment(window().document().experiment()); }
};

void TestSavePlaces::removeFiles() const {
    for (const char* name : {"x.attn", "y.attn", "other.attn"})
        fs::remove(path(name).toStdString());
}

void TestSavePlaces::openFile() {
    removeFiles();
    LabDocument document;
    QVERIFY(!test::save(document, path("x.attn")));
    window().controller().openFile(path("x.attn"));
    QTRY_COMPARE(window().document().file(), path("x.attn"));
}

void TestSavePlaces::choose(const QString& file) {
    QTRY_VERIFY(dialog() && dialog()->isVisible());
    QFileDialog* open = dialog();
    emit open->fileSelected(file);
    open->close();
    QTRY_VERIFY(dialog() != open);
}

void TestSavePlaces::openedFromAStream_data() {
    QTest::addColumn<bool>("isPipe");  ///< otherwise a file, as in `attention-lab /dev/stdin < x.attn`
    QTest::addColumn<bool>("isInput"); ///< by the name of the standard input
    for (const bool isInput : {false, true}) {
        QTest::addRow("a pipe%s", isInput ? ", standard input" : "") << true << isInput;
        QTest::addRow("a file%s", isInput ? ", standard input" : "") << false << isInput;
    }
}

/// The document has no file, so that it is saved to one that is asked for.
void TestSavePlaces::openedFromAStream() {
    QFETCH(bool, isPipe);
    QFETCH(bool, isInput);
    removeFiles();
    LabDocument document;
    document.setText("the sea is theirs");
    QVERIFY(!test::save(document, path("x.attn")));
    const std::string before = read_file(file()).value();
    const Stream stream(isPipe ? piped(before) : ::open(file().c_str(), O_RDONLY | O_CLOEXEC));
    LabWindow& w = window();
    const QStringList recent = recentFiles();
    const Stream input(::dup(STDIN_FILENO));
    QVERIFY(!isInput || stream.becomes(STDIN_FILENO));
    w.controller().openFile(isInput ? QStringLiteral("/dev/stdin") : stream.name());
    const bool opened = QTest::qWaitFor([&] { return w.sentence().line().text() == "the sea is theirs"; });
    QVERIFY(input.becomes(STDIN_FILENO));
    QVERIFY(opened);
    QVERIFY(w.document().file().isEmpty() && !w.isWindowModified());
    QCOMPARE(recentFiles(), recent);
    QCOMPARE(w.document().displayName(), QString("Untitled")); // the file was called x, and had no title
    setCausal(w.document(), true);
    save();
    QVERIFY(dialog());
    QVERIFY(w.isWindowModified());
    choose(path("y.attn"));
    QTRY_COMPARE(w.status().text(), QStringLiteral("Saved y.attn"));
    QVERIFY(!w.isWindowModified());
    QCOMPARE(read_file(path("y.attn").toStdString()).value(), shown());
    QCOMPARE(read_file(file()).value(), before);
    setCausal(w.document(), false);
    w.controller().save(); // it has a file now
    QTRY_VERIFY(!w.isWindowModified());
    QVERIFY(!dialog());
}

void TestSavePlaces::quitAfterAStream() {
    removeFiles();
    const Stream stream(piped(shown()));
    LabWindow& w = window();
    w.document().setText("another");
    w.document().undo();
    w.controller().openFile(stream.name());
    QTRY_VERIFY(w.document().exampleName().isEmpty());
    setCausal(w.document(), true);
    const std::string mine = shown();
    w.close();
    QVERIFY(w.isVisible());
    QVERIFY(answer("Save") || answer("&Save"));
    QVERIFY(w.isVisible());
    choose(path("y.attn"));
    QTRY_VERIFY(!w.isVisible());
    QCOMPARE(read_file(path("y.attn").toStdString()).value(), mine);
}

/// Nothing is written to a pipe that has taken the file's place.
void TestSavePlaces::becomesAPipe() {
    openFile();
    LabWindow& w = window();
    setCausal(w.document(), true);
    fs::remove(file());
    QCOMPARE(::mkfifo(file().c_str(), 0600), 0);
    const Stream reader(::open(file().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)); // so that nothing blocks
    save();
    QTRY_VERIFY(dialog());
    QVERIFY2(w.banner().text().startsWith("The document is not saved.") &&
                 w.banner().text().contains("is a pipe or a device"),
             qPrintable(w.banner().text()));
    QVERIFY(w.isWindowModified());
    choose(path("y.attn"));
    QTRY_VERIFY(!w.isWindowModified());
    QVERIFY(!w.banner().isVisible());
    QCOMPARE(read_file(path("y.attn").toStdString()).value(), shown());
    QVERIFY(fs::is_fifo(file()));
}

/// A device that is chosen in the dialog takes nothing, and the dialog comes again.
void TestSavePlaces::chosenDevice() {
    openFile();
    LabWindow& w = window();
    setCausal(w.document(), true);
    w.controller().saveAs();
    choose(QStringLiteral("/dev/null"));
    QTRY_VERIFY(w.banner().text().contains("/dev/null: is a pipe or a device"));
    QTRY_VERIFY(dialog());
    QVERIFY(w.isWindowModified());
    QCOMPARE(w.document().file(), path("x.attn"));
    choose(path("y.attn"));
    QTRY_VERIFY(!w.isWindowModified());
    QCOMPARE(w.document().file(), path("y.attn"));
}

void TestSavePlaces::protectedFile_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<bool>("isOther"); ///< chosen by Save as, not the document's own
    for (const char* each : {"Save anyway", "Save as…", "Cancel"}) {
        QTest::addRow("%s", each) << each << false;
        QTest::addRow("another one, %s", each) << each << true;
    }
}

void TestSavePlaces::protectedFile() {
    QFETCH(QString, answer);
    QFETCH(bool, isOther);
    openFile();
    LabWindow& w = window();
    const QString target = path(isOther ? "other.attn" : "x.attn");
    const fs::path written = target.toStdString();
    if (isOther)
        QVERIFY(!write_file(written, "old"));
    const std::string before = read_file(written).value();
    fs::permissions(written, fs::perms(0444));
    setCausal(w.document(), true);
    if (isOther) {
        w.controller().saveAs();
        choose(target);
    } else {
        save();
    }
    QTRY_VERIFY(question());
    const QString name = QFileInfo(target).fileName();
    QCOMPARE(question()->text(), "“" + name + "” is write-protected.");
    QVERIFY2(!w.status().text().contains("Saving"), qPrintable(w.status().text()));
    QCOMPARE(read_file(written).value(), before);
    QVERIFY(this->answer(answer) || this->answer("&" + answer));
    QTRY_VERIFY(!question());
    if (answer == "Save anyway") {
        QTRY_COMPARE(w.status().text(), "Saved " + name);
        QCOMPARE(w.document().file(), target);
        QCOMPARE(read_file(written).value(), shown());
        QCOMPARE(fs::status(written).permissions(), fs::perms(0444));
        QVERIFY(!w.isWindowModified());
        return;
    }
    QCOMPARE(read_file(written).value(), before);
    QVERIFY(w.isWindowModified());
    QVERIFY(!w.banner().isVisible());
    if (answer == "Cancel") {
        QVERIFY(!dialog());
        return;
    }
    choose(path("y.attn"));
    QTRY_COMPARE(w.document().file(), path("y.attn"));
    QCOMPARE(read_file(written).value(), before);
}

/// What waits for the answer goes on afterwards.
void TestSavePlaces::protectedWhenClosing() {
    openFile();
    LabWindow& w = window();
    fs::permissions(file(), fs::perms(0444));
    setCausal(w.document(), true);
    const std::string mine = shown();
    w.close();
    QVERIFY(answer("Save") || answer("&Save"));
    QTRY_VERIFY(question() && question()->text().contains("write-protected"));
    QVERIFY(w.isVisible());
    QVERIFY(answer("Save anyway"));
    QTRY_VERIFY(!w.isVisible());
    QCOMPARE(read_file(file()).value(), mine);
}

void TestSavePlaces::writtenInPlace() {
    openFile();
    LabWindow& w = window();
    fs::create_hard_link(file(), path("other.attn").toStdString());
    setCausal(w.document(), true);
    save();
    QTRY_COMPARE(w.status().text(), QStringLiteral("Saved x.attn, written into the old file because it has "
                                                   "other names (hard links)"));
    QVERIFY(!w.isWindowModified() && !w.banner().isVisible());
    QCOMPARE(read_file(path("other.attn").toStdString()).value(), shown());
    QCOMPARE(all_names(path({})).filter("attn").size(), 2);
}

LAB_WINDOW_TEST(TestSavePlaces)
#include "tst_save_places.moc"
