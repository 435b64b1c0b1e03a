// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening documents other than by the file dialog: a new one, a recent one, or one dropped on the window.
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/io/document_file.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/drops.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/examples.h"
#include "ui/document/files/recovery.h"
#include "ui/gallery/example_card.h"
#include "ui/gallery/gallery.h"
#include "ui/gallery/gallery_popup.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/recent_files.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"

#include <QDir>
#include <QDropEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>

#include <functional>

using namespace lab;
using namespace lab::test;

class TestOpening : public WindowTest {
    Q_OBJECT

private slots:
    void newDocument();
    void newAsksFirst_data();
    void newAsksFirst();
    void recentOnes();
    void recentOneIsGone();
    void recentSettings_data();
    void recentSettings();
    void dropped_data();
    void dropped();
    void droppedNothing();
    void droppedWhileAsked();
    void textIsStillText();
    void examplesDoNotAsk();
    void changedExamplesComeBack();
    void closingAsksAboutChangedExamples_data();
    void closingAsksAboutChangedExamples();
    void changedExamplesAreKept_data();
    void changedExamplesAreKept();
    void changedExamplesAreRecovered();
    void misspeltKeys();
    void documentsStillAsk_data();
    void documentsStillAsk();

private:
    QMenu& documentMenu(const QString& title);
    QMenu& recentMenu() { return documentMenu("Recent"); }
    QStringList changedExamples();
    void chooseExample(const QString& title);
    QStringList recentNames();
    /// Writes a document with that sentence to the test folder and returns its path.
    QString file(const QString& name, const QString& sentence);
    /// Sends drag and drop events to the widget, as the platform does. False if the drop is not accepted.
};

/// It is opened, and one line says which key was not used, until something else succeeds.
void TestOpening::misspeltKeys() {
    const QString right = file("right.attn", "blue"), wrong = file("wrong.attn", "green");
    QFile written(wrong);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    written.close();
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(
        QByteArray(text).replace(text.lastIndexOf('}'), 1, ", \"mask\": {\"casual\": true}, \"course\": 5}"));
    written.close();
    window().controller().openFile(wrong);
    auto* banner = window().findChild<Banner*>();
    QTRY_COMPARE(banner->text(), QString("mask.casual is no key of a document and was not used; did you mean "
                                         "\"causal\"?"));
    QVERIFY(banner->isVisible());
    QCOMPARE(window().document().experiment().sequence.text, std::string("green"));
    window().controller().openFile(right);
    QTRY_VERIFY(!banner->isVisible());
}

QMenu& TestOpening::documentMenu(const QString& title) {
    auto* button = window().findChild<QPushButton*>("documentMenu");
    emit button->menu()->aboutToShow();
    for (QAction* action : button->menu()->actions()) {
        if (action->text() == title)
            return *action->menu();
    }
    qFatal("there is no menu “%s”", qPrintable(title));
}

QStringList TestOpening::changedExamples() {
    QStringList names;
    for (const QAction* action : documentMenu("Changed examples").actions())
        names += action->text().section('\t', 0, 0);
    return names;
}

void TestOpening::chooseExample(const QString& title) {
    window().findChild<QAction*>("examples")->trigger();
    for (ExampleCard* card : window().findChild<GalleryPopup*>()->gallery().cards()) {
        if (card->text() != title)
            continue;
        card->click();
        window().activateWindow(); // as a window manager does when the gallery closes
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        return;
    }
    QFAIL(qPrintable(title));
}

QStringList TestOpening::recentNames() {
    QStringList names;
    for (const QAction* action : recentMenu().actions())
        names += action->text().section('\t', 0, 0);
    return names;
}

QString TestOpening::file(const QString& name, const QString& sentence) {
    LabDocument document;
    document.setText(sentence);
    if (write_file(path(name).toStdString(), write_experiment(document.experiment())))
        qWarning("cannot write %s", qPrintable(name));
    return path(name);
}

void TestOpening::newDocument() {
    LabWindow& w = window();
    w.board().setFocus();
    w.press_key(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(w.document().file().isEmpty());
    QVERIFY(!w.isWindowModified());
    QVERIFY(w.windowTitle().startsWith("Untitled"));
    const Experiment empty = w.document().experiment();
    QVERIFY(is_empty(empty));
    QCOMPARE(empty.embedding.dimension, Index{4});
    QCOMPARE(empty.heads.count, Index{1});
    QVERIFY(is_same(read_experiment(write_experiment(empty)).value(), empty));
    QCOMPARE(QApplication::focusWidget(), &w.sentence().line()); // focused, ready for typing
    QTest::keyClicks(QApplication::focusWidget(), "sea");
    QVERIFY(validate(w.document().experiment()).empty());
    QVERIFY(is_same(read_experiment(write_experiment(w.document().experiment())).value(),
                    w.document().experiment()));
    const StageView weights = w.document().completeView(StageId::weights);
    QCOMPARE(weights.matrix->size(), Index{1});
    const StageView output = w.document().completeView(StageId::output);
    QVERIFY(output.matrix->allFinite() && !output.matrix->isZero());
}

void TestOpening::newAsksFirst_data() {
    QTest::addColumn<QMessageBox::StandardButton>("answer");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("cancel") << QMessageBox::Cancel << "the sea";
    QTest::newRow("discard") << QMessageBox::Discard << "";
}

void TestOpening::newAsksFirst() {
    QFETCH(QMessageBox::StandardButton, answer);
    QFETCH(QString, sentence);
    LabWindow& w = window();
    w.controller().create();
    w.type_sentence("the sea");
    w.press_key(Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
    auto* question = w.findChild<QMessageBox*>();
    QVERIFY(question);
    QTest::mouseClick(question->button(answer), Qt::LeftButton);
    QTRY_COMPARE(w.sentence().line().text(), sentence);
}

void TestOpening::recentOnes() {
    QSettings().clear();
    LabWindow& w = window();
    QVERIFY(!recentMenu().isEnabled());
    QStringList expected;
    for (int i = 0; i < 9; ++i) {
        const QString name = QStringLiteral("a & b %1.attn").arg(i);
        w.controller().openFile(file(name, QString::number(i)));
        QTRY_COMPARE(w.sentence().line().text(), QString::number(i));
        expected.prepend(QString(name).replace("&", "&&"));
    }
    QCOMPARE(recentNames(), expected.mid(0, 8));
    w.controller().openExample("two-heads"); // an example has no file
    QCOMPARE(recentNames().size(), 8);
    QAction* third = recentMenu().actions().at(2);
    QCOMPARE(third->toolTip(), path("a & b 6.attn"));
    third->trigger();
    QTRY_COMPARE(w.document().file(), path("a & b 6.attn"));
    QCOMPARE(recentNames().constFirst(), QStringLiteral("a && b 6.attn"));
    QCOMPARE(recentNames().size(), 8); // no duplicates
    setCausal(w.document(), true);
    w.controller().save();
    QTRY_VERIFY(!w.isWindowModified());
    QCOMPARE(recentNames().constFirst(), QStringLiteral("a && b 6.attn"));
    openWindow({900, 600}); // as after a restart
    QCOMPARE(recentNames().size(), 8);
}

void TestOpening::recentOneIsGone() {
    QSettings().clear();
    const QString bad = path("bad.attn");
    QVERIFY(!write_file(bad.toStdString(), "no document"));
    addRecentFile(bad);
    addRecentFile(path("gone.attn"));
    LabWindow& w = window();
    recentMenu().actions().constFirst()->trigger();
    QTRY_VERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains("gone.attn") &&
                 w.banner().text().contains("moved, renamed or deleted"),
             qPrintable(w.banner().text()));
    QCOMPARE(recentNames(), QStringList{"bad.attn"});
    recentMenu().actions().constFirst()->trigger();
    QTRY_VERIFY(w.banner().text().contains("bad.attn"));
    QCOMPARE(recentNames(), QStringList{"bad.attn"}); // the file exists and may be repaired, so it stays
}

void TestOpening::recentSettings_data() {
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<QStringList>("files");
    QTest::newRow("none") << QVariant() << QStringList();
    QTest::newRow("one") << QVariant("/a.attn") << QStringList{"/a.attn"};
    QTest::newRow("empty ones") << QVariant(QStringList{"", "/a.attn", ""}) << QStringList{"/a.attn"};
    QTest::newRow("twice") << QVariant(QStringList{"/a.attn", "/b.attn", "/a.attn"})
                           << QStringList{"/a.attn", "/b.attn"};
    QTest::newRow("something else") << QVariant(QByteArray()) << QStringList();
}

void TestOpening::recentSettings() {
    QFETCH(QVariant, value);
    QFETCH(QStringList, files);
    QSettings().setValue("recentFiles", value);
    QCOMPARE(recentFiles(), files);
}

void TestOpening::dropped_data() {
    QTest::addColumn<QList<QUrl>>("urls");
    QTest::addColumn<QString>("sentence"); // of the opened document
    QTest::addColumn<QString>("message");  // or the error message
    const auto local = [this](const QString& name) { return QUrl::fromLocalFile(path(name)); };
    file("dropped.attn", "here it is");
    file("DROPPED.ATTN", "in capitals");
    if (write_file(path("picture.png").toStdString(), "") || write_file(path("bad.attn").toStdString(), ""))
        qWarning("cannot write");
    QDir().mkpath(path("folder.attn"));
    QTest::newRow("a document") << QList{local("dropped.attn")} << "here it is"
                                << "";
    QTest::newRow("capitals") << QList{local("DROPPED.ATTN")} << "in capitals"
                              << "";
    QTest::newRow("a picture") << QList{local("picture.png")} << ""
                               << "end in .attn";
    QTest::newRow("a folder") << QList{local("folder.attn")} << ""
                              << "is a folder";
    QTest::newRow("two") << QList{local("dropped.attn"), local("picture.png")} << ""
                         << "Drop one at a time";
    QTest::newRow("from the web") << QList{QUrl("https://example.org/a.attn")} << ""
                                  << "not a local file";
    QTest::newRow("no document inside") << QList{local("bad.attn")} << ""
                                        << "Can’t open";
    QTest::newRow("gone") << QList{local("gone.attn")} << ""
                          << "Can’t open";
}

void TestOpening::dropped() {
    QFETCH(QList<QUrl>, urls);
    QFETCH(QString, sentence);
    QFETCH(QString, message);
    LabWindow& w = window();
    QMimeData data;
    data.setUrls(urls);
    data.setText(urls.constFirst().toString()); // as file managers do
    const QList<QWidget*> everywhere{&w,
                                     &w.sentence().line(),
                                     w.board().card(StageId::weights),
                                     &w.heatmap(StageId::weights),
                                     w.grid(ParameterId::W_Q).viewport(),
                                     w.findChild<QPushButton*>("documentMenu")};
    for (QWidget* on : everywhere) {
        w.controller().openExample("sky-is-blue");
        w.banner().hide();
        QVERIFY(drop_data(on, data));
        if (message.isEmpty())
            QTRY_COMPARE(w.sentence().line().text(), sentence);
        else
            QTRY_VERIFY2(w.banner().text().contains(message), qPrintable(w.banner().text()));
        QCOMPARE(w.document().file(), message.isEmpty() ? urls.constFirst().toLocalFile() : QString());
        QVERIFY(!w.isWindowModified()); // and the name has not been inserted as text
    }
}

/// A list of files may be empty, or its source has gone since it offered them.
void TestOpening::droppedNothing() {
    LabWindow& w = window();
    class Gone : public QMimeData { // says what it has, and then has nothing
        QStringList formats() const override { return {"text/uri-list"}; }
        QVariant retrieveData(const QString&, QMetaType) const override { return {}; }
    };
    QMimeData empty, blank, unreadable;
    empty.setData("text/uri-list", {});
    blank.setData("text/uri-list", "\r\n\r\n");
    unreadable.setData("text/uri-list", "# a comment\r\nfile://[\r\n");
    Gone gone;
    for (const QMimeData* data : {&empty, &blank, &unreadable, static_cast<QMimeData*>(&gone)}) {
        QVERIFY(data->hasUrls());
        for (QWidget* on : {static_cast<QWidget*>(&w), static_cast<QWidget*>(&w.sentence().line()),
                            w.grid(ParameterId::W_Q).viewport()}) {
            w.banner().hide();
            QVERIFY(drop_data(on, *data));
            QVERIFY2(w.banner().isVisible() && w.banner().text().startsWith("No file arrived"),
                     qPrintable(w.banner().text()));
            QVERIFY(!w.isWindowModified());
        }
    }
}

void TestOpening::droppedWhileAsked() {
    LabWindow& w = window();
    w.controller().create();
    w.type_sentence("blue");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file("asked.attn", "the sea"))});
    QVERIFY(drop_data(&w, data));
    QCOMPARE(w.findChildren<QMessageBox*>().size(), 1); // asks like Open
    QVERIFY(!drop_data(&w, data));
    QCOMPARE(w.findChildren<QMessageBox*>().size(), 1);
    QTest::mouseClick(w.findChild<QMessageBox*>()->button(QMessageBox::Discard), Qt::LeftButton);
    QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
}

void TestOpening::textIsStillText() {
    LabWindow& w = window();
    w.sentence().line().clear();
    QMimeData data;
    data.setText("the sea");
    QVERIFY(drop_data(&w.sentence().line(), data));
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
}

/// Switching between edited examples does not ask about saving, and keeps the changes.
void TestOpening::examplesDoNotAsk() {
    LabWindow& w = window();
    QVERIFY(!documentMenu("Changed examples").isEnabled());
    const QString two = QString::fromStdString(example("two-heads").title);
    w.type_sentence("the sea");
    for (const QString& title : {two, QStringLiteral("Sky is blue"), two}) {
        chooseExample(title);
        QCOMPARE(w.document().displayName(), title);
        QVERIFY(!w.findChild<QMessageBox*>() && !w.isWindowModified());
        QVERIFY2(w.status().text().contains("Changed examples"), qPrintable(w.status().text()));
        w.document().setValue(ParameterId::W_Q, 0, 0, 7);
    }
    QTRY_COMPARE(changedExamples(), (QStringList{"Sky is blue", two, "Sky is blue"})); // newest first
}

void TestOpening::changedExamplesComeBack() {
    LabWindow& w = window();
    const Experiment original = w.document().experiment();
    w.type_sentence("the sea");
    const Experiment mine = w.document().experiment();
    chooseExample(QString::fromStdString(example("two-heads").title));
    QTRY_COMPARE(changedExamples().size(), 1);
    documentMenu("Changed examples").actions().constFirst()->trigger();
    QVERIFY(is_same(w.document().experiment(), mine));
    QVERIFY(w.isWindowModified());
    QTRY_VERIFY(changedExamples().isEmpty() && !documentMenu("Changed examples").isEnabled());
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(is_same(w.document().experiment(), original));
    QVERIFY(!w.isWindowModified());
}

void TestOpening::closingAsksAboutChangedExamples_data() {
    QTest::addColumn<QMessageBox::StandardButton>("answer");
    QTest::newRow("cancel") << QMessageBox::Cancel;
    QTest::newRow("discard") << QMessageBox::Discard;
}

void TestOpening::closingAsksAboutChangedExamples() {
    QFETCH(QMessageBox::StandardButton, answer);
    LabWindow& w = window();
    w.type_sentence("the sea");
    chooseExample(QString::fromStdString(example("two-heads").title));
    w.close();
    QVERIFY(w.isVisible());
    auto* question = w.findChild<QMessageBox*>();
    QVERIFY(question);
    QCOMPARE(question->text(), QStringLiteral("“Sky is blue” has unsaved changes."));
    QTest::mouseClick(question->button(answer), Qt::LeftButton);
    QTRY_COMPARE(w.isVisible(), answer == QMessageBox::Cancel);
    QTRY_COMPARE(changedExamples(), QStringList{"Sky is blue"});
}

/// The changes of other documents are not kept, so opening anything else asks.
/// While a changed example waits in the menu, the next start would offer it, should the program be ended.
void TestOpening::changedExamplesAreRecovered() {
    LabWindow& w = window();
    const auto offered = [] { // the sentences
        QStringList found;
        const QDir folder(Recovery::standardFolder());
        for (const QString& name : folder.entryList({"*.recovery"})) {
            const auto kept = load_experiment(folder.filePath(name).toStdString(), FileStart::note);
            found += kept ? QString::fromStdString(kept.value().sequence.text) : QString("?");
        }
        found.sort();
        return found;
    };
    QCOMPARE(offered(), QStringList());
    w.type_sentence("the sea");
    w.actions()[ActionId::create].trigger(); // before a copy has been written
    QVERIFY(!w.isWindowModified());
    QTRY_COMPARE(offered(), QStringList{"the sea"});
    w.controller().openExample("two-heads");
    w.type_sentence("the sky");
    QTRY_COMPARE(offered(), (QStringList{"the sea", "the sky"}));
    w.controller().openExample("uniform");
    QCOMPARE(offered(), (QStringList{"the sea", "the sky"}));
    w.controller().openChangedExample(0);
    w.type_sentence("the sea is deep");
    QTRY_COMPARE(offered(), (QStringList{"the sea is deep", "the sky"}));
    while (w.document().undoStack().canUndo())
        w.document().undo();
    QTRY_COMPARE(offered(), QStringList{"the sky"});
    w.controller().settleRecovery(); // as closing the window does, after asking
    QTRY_COMPARE(offered(), QStringList());
}

void TestOpening::documentsStillAsk_data() {
    using Act = std::function<void(LabWindow&)>;
    QTest::addColumn<Act>("before");
    QTest::addColumn<Act>("act");
    const Act edit = [](LabWindow& w) { w.type_sentence("the sea"); };
    const Act another = [](LabWindow& w) { w.controller().openExample("two-heads"); };
    QTest::newRow("a new document") << Act([edit](LabWindow& w) {
        w.controller().create();
        edit(w);
    }) << another;
    QTest::newRow("a file") << Act([this, edit](LabWindow& w) {
        w.controller().openFile(file("asks.attn", "blue"));
        QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("blue"));
        edit(w);
    }) << another;
}

/// The changes of an example are kept, whatever is opened next, if it can be opened.
void TestOpening::changedExamplesAreKept_data() {
    using Act = std::function<void(LabWindow&)>;
    QTest::addColumn<Act>("act");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a new document") << Act([](LabWindow& w) { w.controller().create(); }) << "";
    QTest::newRow("a file") << Act([this](LabWindow& w) {
        w.controller().openFile(file("asks.attn", "blue"));
    }) << "blue";
    QTest::newRow("weights") << Act([](LabWindow& w) { w.controller().openImported(example("two-heads")); })
                             << QString::fromStdString(example("two-heads").sequence.text);
    QTest::newRow("no file") << Act([this](LabWindow& w) {
        w.controller().openFile(path("none.attn"));
        QTRY_VERIFY(w.banner().isVisible());
    }) << "the sea";
}

void TestOpening::changedExamplesAreKept() {
    QFETCH(std::function<void(LabWindow&)>, act);
    QFETCH(QString, sentence);
    LabWindow& w = window();
    w.type_sentence("the sea");
    act(w);
    QTRY_COMPARE(w.sentence().line().text(), sentence);
    QVERIFY(!w.findChild<QMessageBox*>());
    const bool left = sentence != QStringLiteral("the sea");
    QTRY_COMPARE(changedExamples().size(), left ? 1 : 0);
    QCOMPARE(w.isWindowModified(), !left);
}

void TestOpening::documentsStillAsk() {
    QFETCH(std::function<void(LabWindow&)>, before);
    QFETCH(std::function<void(LabWindow&)>, act);
    LabWindow& w = window();
    before(w);
    act(w);
    QVERIFY(w.findChild<QMessageBox*>());
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
}

LAB_WINDOW_TEST(TestOpening)
#include "tst_opening.moc"
