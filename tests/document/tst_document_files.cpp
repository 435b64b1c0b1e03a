// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents and their files: opening, saving, and what stays when either fails.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/bad_documents.h"
#include "tests/support/fatal_messages.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

std::string bytes(const LabDocument& document) {
    return write_experiment(document.experiment());
}

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
    QVERIFY(!document.save(path("good.attn")));
    document.setCausal(true);
    const std::string before = bytes(document);
    int signalled = 0;
    connect(&document, &LabDocument::changed, this, [&] { ++signalled; });
    connect(&document, &LabDocument::fileChanged, this, [&] { ++signalled; });

    put(path("bad.attn"), text);
    const std::optional<Error> error = document.open(path("bad.attn"));
    QVERIFY(error.has_value());
    QVERIFY2(error->message().find(message) != std::string::npos, error->message().c_str());
    QVERIFY2(error->message().find("bad.attn") != std::string::npos, error->message().c_str());
    QCOMPARE(bytes(document), before);
    QCOMPARE(document.file(), path("good.attn"));
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(document.isModified());
    QCOMPARE(signalled, 0);
}

void TestDocumentFiles::noFileChangesNothing() {
    LabDocument document;
    const std::string before = bytes(document);
    QVERIFY(document.open(path("none.attn")).has_value());
    QVERIFY(document.open(m_folder->path()).has_value());
    QCOMPARE(bytes(document), before);
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
    document.setCausal(true);
    QVERIFY(document.isModified());
    put(path("saved.attn"), "an older file");
    QVERIFY(!document.save(path("saved.attn")));
    QVERIFY(!document.isModified());
    QCOMPARE(document.file(), path("saved.attn"));
    // Nothing is left beside it that writing needed.
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"saved.attn"});

    LabDocument other;
    QVERIFY(!other.open(path("saved.attn")));
    QCOMPARE(bytes(other), bytes(document));
    QCOMPARE(other.file(), path("saved.attn"));
    QVERIFY(!other.isModified());
    QCOMPARE(other.undoStack().count(), 0);
}

void TestDocumentFiles::savingIsNoEdit() {
    LabDocument document;
    document.setCausal(true);
    QVERIFY(!document.save(path("saved.attn")));
    document.undo();
    QVERIFY(document.isModified()); // the file has the mask
    document.redo();
    QVERIFY(!document.isModified());
    // Letters typed before and after a save are two steps, or the saved state could not be gone back to.
    document.setText("sky");
    QVERIFY(!document.save(path("saved.attn")));
    document.setText("sk");
    document.undo();
    QVERIFY(!document.isModified());
    QCOMPARE(document.experiment().sequence.text, std::string("sky"));
}

void TestDocumentFiles::failedSaveKeepsAll() {
    LabDocument document;
    QVERIFY(!document.save(path("good.attn")));
    document.setCausal(true);
    const std::optional<Error> error = document.save(path("no folder/there.attn"));
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
    QVERIFY(!document.save(path("saved.attn")));
    QVERIFY(!document.isPreviewing());
    QVERIFY(!document.isModified());
    LabDocument other;
    QVERIFY(!other.open(path("saved.attn")));
    QCOMPARE((*parameter(other.experiment(), ParameterId::W_Q))(0, 0), 4.0);
}

void TestDocumentFiles::displayNames() {
    LabDocument document;
    QCOMPARE(document.displayName(), QStringLiteral("Sky is blue"));
    Experiment nameless = document.experiment();
    nameless.title.clear();
    put(path("a.b.attn"), write_experiment(nameless));
    QVERIFY(!document.open(path("a.b.attn")));
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
    QCOMPARE(names, files);
    QVERIFY(exampleText("none of them").isEmpty());
}

QTEST_GUILESS_MAIN(TestDocumentFiles)
#include "tst_document_files.moc"
