// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapshots stored in a document: taken, renamed, deleted, undone, saved, and unaffected by other edits.
#include "core/edits/snapshots.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/files/recovery.h"
#include "ui/document/view_settings.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestSnapshots : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void namesThatAreFree_data();
    void namesThatAreFree();
    void holdsTheStateAndNothingElse();
    void computesNothing();
    void renamed_data();
    void renamed();
    void undoneAndRedone();
    void staysWhatItWasWhileTheDocumentGoesOn();
    void endsWhatIsUnderTheHand();
    void typingDoesNotGoThroughIt();
    void survivesResetToOpened();
    void backToIt();
    void savedAndOpened();
    void recovered();
    void variants_data();
    void variants();

private:
    QString file(const char* name = "document.attn") const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

namespace {

/// Without the scenes of the first example.
class PlainDocument : public LabDocument {
public:
    PlainDocument() {
        Experiment plain = experiment();
        plain.snapshots.clear();
        replace(plain, {});
    }
};

QStringList names(const LabDocument& document) {
    QStringList all;
    for (const Snapshot& each : document.experiment().snapshots)
        all += QString::fromStdString(each.name);
    return all;
}

const Experiment& kept(const LabDocument& document, std::size_t which) {
    return *document.experiment().snapshots[which].experiment;
}

} // namespace

void TestSnapshots::namesThatAreFree_data() {
    QTest::addColumn<QStringList>("taken");
    QTest::addColumn<QString>("next");
    QTest::newRow("none") << QStringList() << "Snapshot 1";
    QTest::newRow("one") << QStringList{"Snapshot 1"} << "Snapshot 2";
    QTest::newRow("another name") << QStringList{"before"} << "Snapshot 2";
    QTest::newRow("the next one") << QStringList{"Snapshot 2"} << "Snapshot 3";
    QTest::newRow("out of order") << QStringList{"Snapshot 3", "x"} << "Snapshot 4";
}

void TestSnapshots::namesThatAreFree() {
    QFETCH(QStringList, taken);
    QFETCH(QString, next);
    PlainDocument document;
    Experiment e = document.experiment();
    for (const QString& name : taken)
        e.snapshots.push_back({name.toStdString(), std::make_shared<const Experiment>(), nullptr});
    document.replace(e, {});
    QCOMPARE(takeSnapshot(document), next);
    QCOMPARE(names(document), taken + QStringList{next});
}

/// For documents with any option: a snapshot has the same numbers, but contains no snapshots or view
/// settings.
void TestSnapshots::holdsTheStateAndNothingElse() {
    RandomExperiments random(61);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        PlainDocument document;
        document.replace(e, {});
        takeSnapshot(document);
        const Experiment& snapshot = kept(document, document.experiment().snapshots.size() - 1);
        QVERIFY(snapshot.snapshots.empty() && !snapshot.view);
        e.snapshots.clear();
        QVERIFY(is_same(snapshot, e));
        // It can be saved and read again. The reader would refuse nested snapshots.
        const Result<Experiment> read = read_experiment(write_experiment(document.experiment()));
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        QVERIFY(is_same(read.value(), document.experiment()));
    }
}

void TestSnapshots::computesNothing() {
    PlainDocument document;
    const StageView before = document.view(StageId::weights);
    QSignalSpy changes(&document, &LabDocument::changed);
    takeSnapshot(document);
    QCOMPARE(changes.size(), 1);
    QVERIFY(changes[0][0].value<Change>().field == Field::snapshots);
    QCOMPARE(document.cachedView(StageId::weights).revision, before.revision);
    QVERIFY(!document.cachedView(StageId::weights).stale);
}

void TestSnapshots::renamed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("now");
    QTest::addColumn<QString>("reason");
    QTest::newRow("another") << "with softmax"
                             << "with softmax"
                             << "";
    QTest::newRow("with white space") << "  a \n"
                                      << "a"
                                      << "";
    QTest::newRow("the same") << "Snapshot 1"
                              << "Snapshot 1"
                              << "";
    QTest::newRow("nothing") << " "
                             << "Snapshot 1"
                             << "A snapshot needs a name";
    QTest::newRow("of another") << " Snapshot 2"
                                << "Snapshot 1"
                                << "Another snapshot is named “Snapshot 2”";
}

void TestSnapshots::renamed() {
    QFETCH(QString, name);
    QFETCH(QString, now);
    QFETCH(QString, reason);
    PlainDocument document;
    takeSnapshot(document);
    takeSnapshot(document);
    const int steps = document.undoStack().count();
    QCOMPARE(renameSnapshot(document, 0, name), reason);
    QCOMPARE(names(document), (QStringList{now, "Snapshot 2"}));
    QCOMPARE(document.undoStack().count(), steps + (now == "Snapshot 1" ? 0 : 1));
}

void TestSnapshots::undoneAndRedone() {
    PlainDocument document;
    takeSnapshot(document);
    takeSnapshot(document);
    QVERIFY(renameSnapshot(document, 1, "b").isEmpty());
    removeSnapshot(document, 0);
    QCOMPARE(names(document), QStringList{"b"});
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Snapshot “Snapshot 1” deleted"));
    document.undo();
    QCOMPARE(names(document), (QStringList{"Snapshot 1", "b"}));
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Renamed snapshot “Snapshot 2” to “b”"));
    document.undo();
    document.undo();
    QCOMPARE(names(document), QStringList{"Snapshot 1"});
    document.undo();
    QVERIFY(names(document).isEmpty() && !document.isModified());
    for (int step = 0; step < 4; ++step)
        document.redo();
    QCOMPARE(names(document), QStringList{"b"});
    QVERIFY(document.isModified());
}

void TestSnapshots::staysWhatItWasWhileTheDocumentGoesOn() {
    PlainDocument document;
    const Experiment first = document.experiment();
    takeSnapshot(document);
    setCausal(document, true);
    takeSnapshot(document);
    document.setText("something else altogether");
    document.setValue(ParameterId::W_Q, 0, 0, 7);
    QVERIFY(is_same(kept(document, 0), first));
    QVERIFY(kept(document, 1).mask.causal && !is_same(kept(document, 1), document.experiment()));
    document.undo();
    document.undo();
    QCOMPARE(names(document), (QStringList{"Snapshot 1", "Snapshot 2"}));
    QVERIFY(is_same(kept(document, 0), first));
}

/// A drag in progress is committed as a step of its own and included in the snapshot.
void TestSnapshots::endsWhatIsUnderTheHand() {
    PlainDocument document;
    document.preview(ParameterId::W_Q, 0, 0, 5);
    takeSnapshot(document);
    QVERIFY(!document.isPreviewing());
    QCOMPARE(document.undoStack().count(), 2);
    QCOMPARE((*parameter(kept(document, 0), ParameterId::W_Q))(0, 0), 5.0);
}

void TestSnapshots::typingDoesNotGoThroughIt() {
    PlainDocument document;
    document.setText("a");
    takeSnapshot(document);
    document.setText("a b");
    QCOMPARE(document.undoStack().count(), 3);
    document.undo();
    QCOMPARE(document.experiment().sequence.text, std::string("a"));
    QCOMPARE(names(document), QStringList{"Snapshot 1"});
}

void TestSnapshots::survivesResetToOpened() {
    PlainDocument document;
    const Experiment opened = document.experiment();
    setCausal(document, true);
    takeSnapshot(document);
    document.revertToOpened();
    QVERIFY(!document.experiment().mask.causal);
    QCOMPARE(names(document), QStringList{"Snapshot 1"});
    QVERIFY(kept(document, 0).mask.causal);
    // If only snapshots have been taken, there is nothing to reset.
    const int steps = document.undoStack().count();
    document.revertToOpened();
    QCOMPARE(document.undoStack().count(), steps);
    // Nor does it bring back a deleted snapshot that was in the opened document.
    document.replace(document.experiment(), {});
    removeSnapshot(document, 0);
    document.revertToOpened();
    QVERIFY(names(document).isEmpty());
    document.undo();
    QCOMPARE(names(document), QStringList{"Snapshot 1"});
    QVERIFY(is_same(opened,
                    with_snapshot_restored(opened, {"", std::make_shared<const Experiment>(opened), {}})));
}

void TestSnapshots::backToIt() {
    PlainDocument document;
    const Experiment first = document.experiment();
    takeSnapshot(document);
    document.setText("another sentence");
    takeSnapshot(document);
    const Experiment second = document.experiment();
    goBackTo(document, Snapshot(document.experiment().snapshots[0]));
    QCOMPARE(names(document), (QStringList{"Snapshot 1", "Snapshot 2"}));
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Back to “Snapshot 1”"));
    Experiment back = document.experiment();
    back.snapshots.clear();
    QVERIFY(is_same(back, first));
    document.undo();
    QVERIFY(is_same(document.experiment(), second));
}

void TestSnapshots::savedAndOpened() {
    PlainDocument document;
    document.openExample("two-heads");
    takeSnapshot(document);
    setCausal(document, !document.experiment().mask.causal);
    takeSnapshot(document);
    QVERIFY(renameSnapshot(document, 1, "masked “today”").isEmpty());
    QVERIFY(!save(document, file()));
    QVERIFY(!document.isModified());
    LabDocument reopened;
    QVERIFY(!test::open(reopened, file()));
    QCOMPARE(names(reopened), (QStringList{"Snapshot 1", "masked “today”"}));
    const auto differs = difference(reopened.experiment(), document.experiment());
    QVERIFY2(!differs, differs ? differs->c_str() : "");
}

void TestSnapshots::recovered() {
    const QString folder = file("recovery");
    {
        PlainDocument document;
        Recovery recovery(document, nullptr, folder, std::chrono::milliseconds(20));
        takeSnapshot(document);
        QTRY_COMPARE(QDir(folder).entryList({"*.recovery"}).size(), 1);
    }
    const auto found = RecoveryFile::abandoned(folder);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front()->read().value().snapshots.size(), std::size_t(1));
}

void TestSnapshots::variants_data() {
    QTest::addColumn<Variation>("variation");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("undo");
    QTest::newRow("causal") << Variation::mask << "causal"
                            << "Mask: causal";
    QTest::newRow("sparsemax") << Variation::normalizer << "sparsemax"
                               << "Normaliser: sparsemax";
    QTest::newRow("positions") << Variation::positions << "sinusoidal"
                               << "Positions: sinusoidal";
    QTest::newRow("temperature") << Variation::temperature << "τ = 4"
                                 << "Temperature: τ = 4";
    QTest::newRow("scale") << Variation::scale << "not scaled"
                           << "Scale: not scaled";
    QTest::newRow("the same") << Variation::mask << "no mask"
                              << "";
    QTest::newRow("none") << Variation::mask << "nonsense"
                          << "";
}

void TestSnapshots::variants() {
    QFETCH(Variation, variation);
    QFETCH(QString, name);
    QFETCH(QString, undo);
    PlainDocument document;
    takeSnapshot(document);
    const Experiment before = document.experiment();
    becomeVariant(document, variation, name.toStdString());
    QCOMPARE(document.undoStack().undoText(), undo.isEmpty() ? "Snapshot “Snapshot 1”" : undo);
    QCOMPARE(is_same(document.experiment(), before), undo.isEmpty());
    QCOMPARE(names(document), QStringList{"Snapshot 1"});
    const StageView shown = document.completeView(StageId::weights);
    LabDocument fresh;
    fresh.replace(document.experiment(), {});
    QVERIFY(same_bits(*shown.matrix, *fresh.completeView(StageId::weights).matrix));
}

LAB_GUILESS_TEST(TestSnapshots)
#include "tst_snapshots.moc"
