// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving that fails, or that is still running when the window closes.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/document/files/recovery.h"
#include "ui/text/short_text.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/title_strip.h"

#include <QDir>
#include <QLineEdit>
#include <QMessageBox>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

/// Makes writing to a folder fail until the returned function is called.
using Hindrance = std::function<std::function<void()>(const QString& folder)>;

/// Writing fails after the file has been started, as on a full disk.
std::function<void()> full_disk(const QString&) {
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit little = before;
    little.rlim_cur = 100;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    return [before, handler] {
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
    };
}

/// The superuser can write anywhere, so act as another user meanwhile.
std::function<void()> read_only(const QString& folder) {
    constexpr uid_t nobody = 65534;
    const uid_t user = geteuid();
    const auto forReading = QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther;
    QFile::setPermissions(folder, forReading);
    QFile::setPermissions(QFileInfo(folder).path(), forReading | QFile::WriteOwner);
    if (user == 0 && seteuid(nobody) != 0)
        qWarning("the superuser stays the superuser");
    return [folder, user] {
        if (user == 0 && seteuid(user) != 0)
            qFatal("nobody stays nobody");
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
}

std::function<void()> file_in_its_place(const QString& folder) {
    const QString aside = folder + " aside";
    QFile::rename(folder, aside);
    (void)write_file(folder.toStdString(), "a file");
    return [folder, aside] {
        QFile::remove(folder);
        QFile::rename(aside, folder);
    };
}

} // namespace

class TestSaving : public WindowTest {
    Q_OBJECT

private slots:
    void cannotBeSaved_data();
    void cannotBeSaved();
    void closedWhileSaving();
    void titleFollowsTheFile();
    void givenTitleStays_data();
    void givenTitleStays();
};

void TestSaving::cannotBeSaved_data() {
    QTest::addColumn<Hindrance>("hindrance");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a full disk") << Hindrance(full_disk) << "File too large";
    QTest::newRow("a folder for reading only") << Hindrance(read_only) << "Permission denied";
    QTest::newRow("no folder any more") << Hindrance(file_in_its_place) << "Not a directory";
}

/// The reason is shown, and neither the changes nor the old file are lost.
void TestSaving::cannotBeSaved() {
    QFETCH(Hindrance, hindrance);
    QFETCH(QString, reason);
    LabWindow& w = window();
    const QString folder = path("place");
    const std::string file = (folder + "/good.attn").toStdString();
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(!save(w.document(), QString::fromStdString(file)));
    const std::string before = read_file(file).value();
    setCausal(w.document(), true);
    // Wait for the recovery copy, which could not be written either afterwards.
    QTRY_VERIFY(!QDir(Recovery::standardFolder()).entryList({"*.recovery"}).isEmpty());
    const auto remove = hindrance(folder);
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    const bool said = QTest::qWaitFor([&] { return w.banner().isVisible(); });
    remove();
    QVERIFY(said);
    const QString text = w.banner().text();
    QVERIFY2(text.startsWith("The document is not saved.") && text.contains("good.attn: cannot be written") &&
                 text.endsWith(reason),
             qPrintable(text));
    QVERIFY2(!w.status().text().contains("Saving"), qPrintable(w.status().text()));
    QVERIFY(w.isWindowModified());
    QCOMPARE(w.document().file().toStdString(), file);
    QVERIFY(w.document().experiment().mask.causal && w.document().undoStack().canUndo());
    QCOMPARE(read_file(file).value(), before);
    QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden), QStringList{"good.attn"});

    w.press_key(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!w.isWindowModified());
    QVERIFY(!w.banner().isVisible());
    QCOMPARE(read_file(file).value(), write_experiment(w.document().experiment()));
}

void TestSaving::closedWhileSaving() {
    LabWindow& w = window();
    QVERIFY(!save(w.document(), path("closing.attn")));
    setCausal(w.document(), true);
    w.controller().save();
    w.close();
    QVERIFY(!w.findChild<QMessageBox*>()); // already saving, so nothing to ask
    QTRY_VERIFY(!w.isVisible());
    LabDocument saved;
    QVERIFY(!open(saved, path("closing.attn")));
    QVERIFY(saved.experiment().mask.causal);
}

/// A saved example is called by its file's name, in the title's field, after undo and when it is opened
/// again, until it is given a title.
void TestSaving::titleFollowsTheFile() {
    LabWindow& w = window();
    LabDocument& document = w.document();
    document.openExample("uniform");
    setCausal(document, true);
    const QString before = document.displayName();
    const QString folder = path("titles");
    QVERIFY(QDir().mkpath(folder));
    w.actions()[ActionId::describe].trigger();
    QCOMPARE(w.findChild<TitleStrip*>()->title().text(), before);
    QVERIFY(!save(document, folder + "/lesson.attn"));
    QCOMPARE(document.displayName(), QString("lesson"));
    QVERIFY(!document.isModified());
    QCOMPARE(w.findChild<TitleStrip*>()->title().text(), QString());
    document.undo();
    QCOMPARE(document.displayName(), QString("lesson"));
    document.redo();
    QVERIFY(!document.isModified());
    QVERIFY(!save(document, folder + "/again.attn"));
    QCOMPARE(document.displayName(), QString("again"));
    LabDocument opened;
    QVERIFY(!open(opened, folder + "/again.attn"));
    QCOMPARE(opened.displayName(), QString("again"));
    setTitle(document, "Mine");
    QVERIFY(!save(document, folder + "/third.attn"));
    QCOMPARE(document.displayName(), QString("Mine"));
}

void TestSaving::givenTitleStays_data() {
    const auto titleOfExample = QString::fromStdString(example("uniform").title);
    QTest::addColumn<QString>("title");
    QTest::addColumn<bool>("isSavedBefore");
    QTest::newRow("another") << QStringLiteral("Mine") << false;
    QTest::newRow("another, of a saved document") << QStringLiteral("Mine") << true;
    QTest::newRow("the example’s, of a saved document") << titleOfExample << true;
}

/// A title that is given is kept, as is that of a file that was opened.
void TestSaving::givenTitleStays() {
    QFETCH(QString, title);
    QFETCH(bool, isSavedBefore);
    LabWindow& w = window();
    LabDocument& document = w.document();
    document.openExample("uniform");
    if (isSavedBefore)
        QVERIFY(!save(document, path("other.attn")));
    w.actions()[ActionId::describe].trigger();
    QLineEdit& field = w.findChild<TitleStrip*>()->title();
    field.selectAll();
    QTest::keyClicks(&field, title);
    QCOMPARE(field.text(), title);
    QCOMPARE(document.experiment().title, title.toStdString());
    QVERIFY(!save(document, path("other.attn")));
    QCOMPARE(document.displayName(), shortText(title.toStdString()));
    LabDocument opened;
    QVERIFY(!open(opened, path("other.attn")));
    QVERIFY(!save(opened, path("copy.attn")));
    QCOMPARE(opened.experiment().title, title.toStdString());
}

LAB_WINDOW_TEST(TestSaving)
#include "tst_saving.moc"
