// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and saving documents, and what stays unchanged when either fails.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/bad_documents.h"
#include "tests/support/document_bytes.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/stuck_disk.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"

#include <QDir>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

void put(const QString& file, const std::string& text) {
    QVERIFY(!write_file(file.toStdString(), text));
}

} // namespace

class TestDocumentFiles : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_folder.reset(); }
    void badFilesChangeNothing_data();
    void badFilesChangeNothing();
    void noFileChangesNothing();
    void savedIsTheSame_data();
    void savedIsTheSame();
    void savingIsNoEdit();
    void editedWhileSaving();
    void orderOfThings();
    void stuckReader();
    void leftSave_data();
    void leftSave();
    void leftBeforeItBegan();
    void failedSaveKeepsAll();
    void savingCommitsThePreview();
    void displayNames();
    void examplesAreTheFolder();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDocumentFiles::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestDocumentFiles::badFilesChangeNothing_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("message");
    for (const BadDocument& each : bad_documents())
        QTest::newRow(each.name.c_str()) << each.text << each.message;
}

void TestDocumentFiles::badFilesChangeNothing() {
    QFETCH(std::string, text);
    QFETCH(std::string, message);
    LabDocument document;
    QVERIFY(!save(document, path("good.attn")));
    setCausal(document, true);
    const std::string before = saved_bytes(document);
    int signalled = 0;
    connect(&document, &LabDocument::changed, this, [&] { ++signalled; });
    connect(&document, &LabDocument::fileChanged, this, [&] { ++signalled; });

    put(path("bad.attn"), text);
    const std::optional<Error> error = open(document, path("bad.attn"));
    QVERIFY(error.has_value());
    QVERIFY2(error->message().find(message) != std::string::npos, error->message().c_str());
    QVERIFY2(error->message().find("bad.attn") != std::string::npos, error->message().c_str());
    QCOMPARE(saved_bytes(document), before);
    QCOMPARE(document.file(), path("good.attn"));
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(document.isModified());
    QCOMPARE(signalled, 0);
}

void TestDocumentFiles::noFileChangesNothing() {
    LabDocument document;
    const std::string before = saved_bytes(document);
    QVERIFY(open(document, path("none.attn")).has_value());
    QVERIFY(open(document, m_folder->path()).has_value());
    QCOMPARE(saved_bytes(document), before);
    QVERIFY(document.file().isEmpty());
}

void TestDocumentFiles::savedIsTheSame_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestDocumentFiles::savedIsTheSame() {
    QFETCH(QString, name);
    LabDocument document;
    document.openExample(name);
    document.setText("one two three two one");
    setCausal(document, !document.experiment().mask.causal);
    QVERIFY(document.isModified());
    put(path("saved.attn"), "an older file");
    QVERIFY(!save(document, path("saved.attn")));
    QVERIFY(!document.isModified());
    QCOMPARE(document.file(), path("saved.attn"));
    // No temporary files are left.
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"saved.attn"});

    LabDocument other;
    QVERIFY(!open(other, path("saved.attn")));
    QCOMPARE(saved_bytes(other), saved_bytes(document));
    QCOMPARE(other.file(), path("saved.attn"));
    QVERIFY(!other.isModified());
    QCOMPARE(other.undoStack().count(), 0);
}

void TestDocumentFiles::savingIsNoEdit() {
    LabDocument document;
    setCausal(document, true);
    QVERIFY(!save(document, path("saved.attn")));
    document.undo();
    QVERIFY(document.isModified()); // the file has the mask
    document.redo();
    QVERIFY(!document.isModified());
    // Typing before and after a save makes two steps, so that undo can return to the saved state.
    document.setText("sky");
    QVERIFY(!save(document, path("saved.attn")));
    document.setText("sk");
    document.undo();
    QVERIFY(!document.isModified());
    QCOMPARE(document.experiment().sequence.text, std::string("sky"));
}

/// The document is written as it was when saving was requested. Later edits are unsaved.
void TestDocumentFiles::editedWhileSaving() {
    LabDocument document;
    DocumentFiles files(document);
    setCausal(document, true);
    files.save(path("saved.attn"), [](const auto&) {});
    const std::string asked = saved_bytes(document);
    document.setText("sky");
    QTRY_VERIFY(!files.isSaving());
    QVERIFY(document.isModified());
    document.undo();
    QVERIFY(!document.isModified()); // equals what was written
    LabDocument other;
    QVERIFY(!open(other, path("saved.attn")));
    QCOMPARE(saved_bytes(other), asked);
    files.save(path("saved.attn"), [](const auto&) {});
    document.setText("skies");
    document.undo();
    QTRY_VERIFY(!files.isSaving());
    QVERIFY(!document.isModified()); // undone before the save finished
    files.save(path("saved.attn"), [](const auto&) {});
    document.preview(ParameterId::W_Q, 0, 0, 4);
    QTRY_VERIFY(!files.isSaving());
    QVERIFY(!document.isModified()); // a preview does not count as an edit yet
    document.commitPreview();
    QVERIFY(document.isModified());
}

/// Only the last of several read requests is answered. Pending writes are always completed.
void TestDocumentFiles::orderOfThings() {
    LabDocument document;
    QVERIFY(!save(document, path("a.attn")));
    setCausal(document, true);
    QStringList read;
    {
        DocumentFiles files(document);
        for (const char* name : {"a.attn", "none.attn", "b.attn"}) {
            if (name == std::string("b.attn"))
                files.save(path(name), [](const auto&) {});
            files.read(reader_of(path(name)), [&read, name](const Result<Experiment>& result) {
                read += QString(name) + (result && result.value().mask.causal ? " causal" : "");
            });
        }
        QTRY_COMPARE(read, QStringList{"b.attn causal"});
        files.read(reader_of(path("a.attn")), [&read](const auto&) { read += "forgotten"; });
        files.forgetReading();
        setCausal(document, false);
        files.save(path("b.attn"), [](const auto&) {});
    }
    QCOMPARE(read.size(), 1);
    QVERIFY(!open(document, path("b.attn")));
    QVERIFY(!document.experiment().mask.causal);
}

/// A reader that never ends, as of a disk that is gone: saving, looking at the file and reading another one
/// do not wait for it, and neither does the end.
void TestDocumentFiles::stuckReader() {
    const auto gate = std::make_shared<QSemaphore>();
    LabDocument document;
    QStringList done;
    {
        DocumentFiles files(document);
        const auto stuck = [&] {
            files.read(
                [gate](const std::stop_token&) -> Result<Experiment> {
                    gate->acquire();
                    return Error{"gone.attn", {}, "cannot be read", {}};
                },
                [&](const auto&) { done += "stuck"; });
        };
        stuck();
        files.save(path("a.attn"), [&](const auto&) { done += "saved"; });
        QTRY_COMPARE(done, QStringList{"saved"});
        files.checkFile([&](OnDisk found) { done += found == OnDisk::unchanged ? "unchanged" : "changed"; });
        QTRY_COMPARE(done.size(), 2);
        files.read(reader_of(path("a.attn")), [&](const auto& read) { done += read ? "read" : "not read"; });
        QTRY_COMPARE(done, (QStringList{"saved", "unchanged", "read"}));
        stuck();
    }
    gate->release(2);
    QTRY_VERIFY(!FileTasks::areLeft());
    QCOMPARE(done.size(), 3);
}

void TestDocumentFiles::leftSave_data() {
    using Act = std::function<void(LabDocument&, DocumentFiles&, const QString& other)>;
    QTest::addColumn<Act>("meanwhile");
    QTest::addColumn<bool>("noted"); // that the document is saved
    QTest::newRow("nothing") << Act([](LabDocument&, DocumentFiles&, const QString&) {}) << true;
    QTest::newRow("another document") << Act([](LabDocument& document, DocumentFiles&, const QString&) {
        document.openExample("two-heads");
    }) << false;
    QTest::newRow("saved elsewhere") << Act([](LabDocument&, DocumentFiles& files, const QString& other) {
        files.save(other, [](const auto&) {});
        QTRY_VERIFY(!files.isSaving());
    }) << false;
}

/// Nobody waits for a disk that does not answer. If it answers later, the file is complete.
void TestDocumentFiles::leftSave() {
    QFETCH(std::function<void(LabDocument&, DocumentFiles&, const QString&)>, meanwhile);
    QFETCH(bool, noted);
    QVERIFY(QDir().mkpath(path("gone")));
    const QString file = path("gone/a.attn");
    put(file, "what was there");
    LabDocument document;
    DocumentFiles files(document);
    setCausal(document, true);
    const std::string mine = saved_bytes(document);
    StuckDisk disk(path("gone"));
    int ended = 0, written = 0;
    connect(&files, &DocumentFiles::savingEnded, this, [&] { ++ended; });
    files.save(file, [&](const SaveResult& result) { written += result.isDone() ? 1 : 0; });
    QTRY_COMPARE(disk.waiting(), 1);
    QVERIFY(files.isSaving());
    files.leaveSaving();
    QCOMPARE(ended, 1);
    QVERIFY(!files.isSaving() && files.isLeft(file) && document.isModified());
    QCOMPARE(read_file(file.toStdString()).value(), std::string("what was there"));

    meanwhile(document, files, path("elsewhere.attn"));
    const QString now = document.file();
    disk.answer();
    QTRY_VERIFY(!files.isLeft(file));
    QCOMPARE(written, 1);
    QCOMPARE(read_file(file.toStdString()).value(), mine);
    QCOMPARE(document.file(), noted ? file : now);
    QVERIFY(!document.isModified());
    QCOMPARE(document.exampleName().isEmpty(), now != QString() || noted);
}

/// Two saves are asked for and left: the second, which waits for the first, is not written any more.
/// Otherwise it might be written before the first, which would then replace it.
void TestDocumentFiles::leftBeforeItBegan() {
    QVERIFY(QDir().mkpath(path("gone")));
    const QString file = path("gone/a.attn");
    LabDocument document;
    DocumentFiles files(document);
    setCausal(document, true);
    const std::string first = saved_bytes(document);
    StuckDisk disk(path("gone"));
    QStringList errors;
    const auto note = [&](const SaveResult& result) {
        errors += result.isDone() ? "written" : "not written";
    };
    files.save(file, note);
    document.setText("sky");
    files.save(file, note);
    QTRY_COMPARE(disk.waiting(), 1);
    files.leaveSaving();
    QTRY_COMPARE(errors, QStringList{"not written"});
    QVERIFY(files.isLeft(file));
    disk.answer();
    QTRY_COMPARE(errors.size(), 2);
    QVERIFY(!files.isLeft(file));
    QCOMPARE(read_file(file.toStdString()).value(), first);
    QVERIFY(document.isModified());
}

void TestDocumentFiles::failedSaveKeepsAll() {
    LabDocument document;
    QVERIFY(!save(document, path("good.attn")));
    setCausal(document, true);
    const std::optional<Error> error = save(document, path("no folder/there.attn"));
    QVERIFY(error.has_value());
    QVERIFY2(error->message().find("there.attn") != std::string::npos, error->message().c_str());
    QVERIFY(document.isModified());
    QCOMPARE(document.file(), path("good.attn"));
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(!QFileInfo::exists(path("no folder")));
}

void TestDocumentFiles::savingCommitsThePreview() {
    LabDocument document;
    document.preview(ParameterId::W_Q, 0, 0, 4);
    QVERIFY(!save(document, path("saved.attn")));
    QVERIFY(!document.isPreviewing());
    QVERIFY(!document.isModified());
    LabDocument other;
    QVERIFY(!open(other, path("saved.attn")));
    QCOMPARE((*parameter(other.experiment(), ParameterId::W_Q))(0, 0), 4.0);
}

void TestDocumentFiles::displayNames() {
    LabDocument document;
    QCOMPARE(document.displayName(), QStringLiteral("Sky is blue"));
    Experiment nameless = document.experiment();
    nameless.title.clear();
    put(path("a.b.attn"), write_experiment(nameless));
    QVERIFY(!open(document, path("a.b.attn")));
    QCOMPARE(document.displayName(), QStringLiteral("a.b"));
}

void TestDocumentFiles::examplesAreTheFolder() {
    const QDir folder(QStringLiteral(LAB_SOURCE_DIR "/resources/examples"));
    QStringList names = exampleNames();
    names.sort();
    QStringList files;
    for (const QFileInfo& file : folder.entryInfoList({"*.attn"}, QDir::Files, QDir::Name)) {
        files += file.completeBaseName();
        QCOMPARE(QString::fromUtf8(exampleText(file.completeBaseName())),
                 QString::fromStdString(read_file(file.filePath().toStdString()).value()));
    }
    files.sort(); // sort by name without the extension
    QCOMPARE(names, files);
    QVERIFY(exampleText("none of them").isEmpty());
}

LAB_GUILESS_TEST(TestDocumentFiles)
#include "tst_document_files.moc"
