// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open document: every edit can be undone exactly, emits one change signal, and updates the results.
#include "tests/support/document_bytes.h"
#include "tests/support/test_program.h"
#include "ui/document/lab_document.h"

#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/document_results.h"
#include "tests/support/fatal_messages.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// Records the changes that the document has signalled since the last call of heard().
class Listener {
public:
    explicit Listener(LabDocument& document) {
        QObject::connect(&document, &LabDocument::changed, &m_context,
                         [this](const Change& change) { m_heard.push_back(change); });
    }
    std::vector<Change> heard() { return std::exchange(m_heard, {}); }

private:
    QObject m_context;
    std::vector<Change> m_heard;
};

using DocumentEdit = std::function<void(LabDocument&)>;

} // namespace

class TestLabDocument : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void editsSayWhatChanged_data();
    void editsSayWhatChanged();
    void noEditPushesNothing_data();
    void noEditPushesNothing();
    void previewIsOneStep();
    void previewEnds_data();
    void previewEnds();
    void asSavedIsUnmodified_data();
    void asSavedIsUnmodified();
    void undoAfterRevert();
    void cellNames_data();
    void cellNames();
};

void TestLabDocument::editsSayWhatChanged_data() {
    QTest::addColumn<DocumentEdit>("edit");
    QTest::addColumn<Change>("expected");
    const auto row = [](const char* name, const DocumentEdit& edit, Field field,
                        std::optional<Block> block = {}) {
        QTest::newRow(name) << edit << Change{field, block};
    };
    row(
        "text", [](LabDocument& d) { d.setText("sky is red"); }, Field::sequence);
    row(
        "no text", [](LabDocument& d) { d.setText(""); }, Field::sequence);
    row(
        "causal", [](LabDocument& d) { setCausal(d, true); }, Field::mask);
    row(
        "scale", [](LabDocument& d) { setScale(d, 1.0); }, Field::scale);
    row(
        "window", [](LabDocument& d) { setOption(d, [](Experiment& e) { e.mask.window = 2; }, {}); },
        Field::mask);
    row(
        "bias", [](LabDocument& d) { setScoreBias(d, ScoreBias::alibi); }, Field::scale);
    row(
        "softcap", [](LabDocument& d) { setSoftcap(d, 5); }, Field::scale);
    row(
        "added scores", [](LabDocument& d) { setAddedScores(d, true); }, Field::additive);
    row(
        "rotary", [](LabDocument& d) { setRotary(d, true); }, Field::rotary);
    row(
        "rotary base", [](LabDocument& d) { setRotaryBase(d, 100); }, Field::rotary);
    row(
        "rotary layout", [](LabDocument& d) { setRotaryLayout(d, RotaryLayout::half); }, Field::rotary);
    row(
        "rotated columns", [](LabDocument& d) { setRotaryDims(d, 2); }, Field::rotary);
    row(
        "first position", [](LabDocument& d) { setFirstPosition(d, Side::sentence, 5); }, Field::offset);
    row(
        "normaliser", [](LabDocument& d) { setNormalization(d, NormalizationKind::sparsemax); },
        Field::normalization);
    row(
        "temperature", [](LabDocument& d) { setTemperature(d, 0.5); }, Field::normalization);
    row(
        "temperature under the hand", [](LabDocument& d) { previewTemperature(d, 0.5); },
        Field::normalization);
    row(
        "dropout",
        [](LabDocument& d) {
            setDropout(d, Dropout{0.5, 3});
        },
        Field::everything);
    row(
        "positions", [](LabDocument& d) { setPosition(d, PositionKind::learned); }, Field::position);
    row(
        "notation", [](LabDocument& d) { setNotation(d, Notation::columns); }, Field::notation);
    row(
        "E", [](LabDocument& d) { d.setValue(ParameterId::E, 2, 1, 7); }, Field::embedding, Block{2, 1});
    row(
        "W_Q", [](LabDocument& d) { d.setValue(ParameterId::W_Q, 0, 1, 7); }, Field::W_Q, Block{0, 1});
    row(
        "W_K", [](LabDocument& d) { d.setValue(ParameterId::W_K, 1, 0, 7); }, Field::W_K, Block{1, 0});
    row(
        "W_V", [](LabDocument& d) { d.setValue(ParameterId::W_V, 1, 1, 7); }, Field::W_V, Block{1, 1});
    row(
        "preview", [](LabDocument& d) { d.preview(ParameterId::W_V, 1, 1, 7); }, Field::W_V, Block{1, 1});
    row(
        "another document", [](LabDocument& d) { d.openExample("two-heads"); }, Field::everything);
}

void TestLabDocument::editsSayWhatChanged() {
    QFETCH(DocumentEdit, edit);
    QFETCH(Change, expected);
    LabDocument document;
    QCOMPARE(disagreement(document), std::string());
    Listener listener(document);
    const auto said = [&] {
        const std::vector<Change> heard = listener.heard();
        return heard.size() == 1 && heard[0].field == expected.field && heard[0].block == expected.block;
    };
    edit(document);
    QVERIFY(said());
    QCOMPARE(disagreement(document), std::string());
    if (expected.field == Field::everything)
        return;
    document.undo();
    QVERIFY(said());
    QCOMPARE(disagreement(document), std::string());
    if (!document.undoStack().canRedo())
        return;
    document.redo();
    QVERIFY(said());
    QCOMPARE(disagreement(document), std::string());
}

void TestLabDocument::noEditPushesNothing_data() {
    QTest::addColumn<DocumentEdit>("edit");
    const auto row = [](const char* name, const DocumentEdit& edit) { QTest::newRow(name) << edit; };
    row("text", [](LabDocument& d) { d.setText("sky is blue"); });
    row("text of a second sentence that is not there",
        [](LabDocument& d) { d.setText("blue", Side::source); });
    row("tokeniser of a second sentence that is not there",
        [](LabDocument& d) { d.setTokenizer(Tokenizer::characters, Side::source); });
    row("value", [](LabDocument& d) { d.setValue(ParameterId::W_Q, 0, 0, -0.0271); });
    row("causal", [](LabDocument& d) { setCausal(d, false); });
    row("scale", [](LabDocument& d) { setScale(d, std::nullopt); });
    row("window", [](LabDocument& d) { setOption(d, [](Experiment& e) { e.mask.window.reset(); }, {}); });
    row("bias", [](LabDocument& d) { setScoreBias(d, ScoreBias::none); });
    row("rotary", [](LabDocument& d) { setRotary(d, false); });
    row("rotary base", [](LabDocument& d) { setRotaryBase(d, 10000); });
    row("rotary layout", [](LabDocument& d) { setRotaryLayout(d, RotaryLayout::interleaved); });
    row("rotated columns", [](LabDocument& d) { setRotaryDims(d, std::nullopt); });
    row("first position", [](LabDocument& d) { setFirstPosition(d, Side::sentence, 1); });
    row("normaliser", [](LabDocument& d) { setNormalization(d, NormalizationKind::softmax); });
    row("temperature", [](LabDocument& d) { setTemperature(d, 1); });
    row("dropout", [](LabDocument& d) { setDropout(d, std::nullopt); });
    row("positions", [](LabDocument& d) { setPosition(d, PositionKind::none); });
    row("notation", [](LabDocument& d) { setNotation(d, Notation::rows); });
    row("reset", [](LabDocument& d) { d.revertToOpened(); });
    row("commit", [](LabDocument& d) { d.commitPreview(); });
    row("cancel", [](LabDocument& d) { d.cancelPreview(); });
    row("undo", [](LabDocument& d) { d.undo(); });
    row("redo", [](LabDocument& d) { d.redo(); });
}

void TestLabDocument::noEditPushesNothing() {
    QFETCH(DocumentEdit, edit);
    LabDocument document;
    const std::string before = saved_bytes(document);
    Listener listener(document);
    edit(document);
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(!document.isModified());
    QVERIFY(listener.heard().empty());
    QCOMPARE(saved_bytes(document), before);
}

void TestLabDocument::previewIsOneStep() {
    LabDocument document;
    const std::string before = saved_bytes(document);
    const MatrixPtr weights = document.view(StageId::weights).matrix;
    for (int i = 1; i <= 300; ++i) {
        document.preview(ParameterId::W_Q, 0, 0, i * 0.01);
        QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), i * 0.01);
        QCOMPARE(document.undoStack().count(), 0);
        QVERIFY(same_bits(*document.viewBefore(StageId::weights).matrix, *weights));
        QVERIFY(!same_bits(*document.view(StageId::weights).matrix, *weights));
    }
    QCOMPARE(document.previewText(), QStringLiteral("W_Q[1,1] −0.0271 → 3"));
    std::map<StageId, std::uint64_t> computed;
    for (const StageInfo& stage : all_stages())
        computed[stage.id] = document.view(stage.id).revision;
    document.commitPreview();
    QVERIFY(!document.isPreviewing());
    for (const StageInfo& stage : all_stages()) { // committing recomputes nothing
        const StageView view = document.cachedView(stage.id);
        QVERIFY2(!view.stale && view.revision == computed[stage.id], stage.name.data());
    }
    QVERIFY(!document.viewBefore(StageId::weights).matrix);
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("W_Q[1,1] −0.0271 → 3"));
    document.undo();
    QCOMPARE(saved_bytes(document), before);
    document.redo();
    QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), 3.0);
}

void TestLabDocument::previewEnds_data() {
    QTest::addColumn<DocumentEdit>("end");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("value"); // of W_Q[1,1] afterwards
    const auto row = [](const char* name, const DocumentEdit& end, int steps, double value) {
        QTest::newRow(name) << end << steps << value;
    };
    row(
        "cancel", [](LabDocument& d) { d.cancelPreview(); }, 0, -0.0271);
    row(
        "undo", [](LabDocument& d) { d.undo(); }, 0, -0.0271);
    row(
        "back to the start, commit",
        [](LabDocument& d) {
            d.preview(ParameterId::W_Q, 0, 0, -0.0271);
            d.commitPreview();
        },
        0, -0.0271);
    row(
        "commit", [](LabDocument& d) { d.commitPreview(); }, 1, 5);
    row(
        "redo", [](LabDocument& d) { d.redo(); }, 1, 5);
    row(
        "other cell",
        [](LabDocument& d) {
            d.preview(ParameterId::W_Q, 0, 1, 6);
            d.commitPreview();
        },
        2, 5);
    row(
        "other edit", [](LabDocument& d) { setCausal(d, true); }, 2, 5);
    row(
        "reset", [](LabDocument& d) { d.revertToOpened(); }, 2, -0.0271);
    row(
        "another document", [](LabDocument& d) { d.openExample("sky-is-blue"); }, 0, -0.0271);
}

void TestLabDocument::previewEnds() {
    QFETCH(DocumentEdit, end);
    QFETCH(int, steps);
    QFETCH(double, value);
    LabDocument document;
    const std::string before = saved_bytes(document);
    int ended = 0;
    connect(&document, &LabDocument::previewEnded, this, [&] { ++ended; });
    document.preview(ParameterId::W_Q, 0, 0, 5);
    end(document);
    QVERIFY(ended >= 1);
    QVERIFY(!document.isPreviewing());
    QCOMPARE(document.undoStack().count(), steps);
    QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), value);
    QCOMPARE(document.isModified(), saved_bytes(document) != before);
    QCOMPARE(disagreement(document), std::string());
    while (document.undoStack().canUndo())
        document.undo();
    QCOMPARE(saved_bytes(document), before);
}

/// The document is unmodified whenever it equals what was opened or saved, however it got there.
void TestLabDocument::asSavedIsUnmodified_data() {
    QTest::addColumn<DocumentEdit>("edit");
    QTest::addColumn<bool>("modified");
    const auto row = [](const char* name, bool modified, const DocumentEdit& edit) {
        QTest::newRow(name) << edit << modified;
    };
    row("reverted", false, [](LabDocument& d) { d.revertToOpened(); });
    row("reverted, edited", true, [](LabDocument& d) {
        d.revertToOpened();
        setCausal(d, true);
    });
    row("reverted, undone", true, [](LabDocument& d) {
        d.revertToOpened();
        d.undo();
    });
    row("reverted, all undone", false, [](LabDocument& d) {
        d.revertToOpened();
        for (int i = 0; i < 5; ++i)
            d.undo();
    });
    row("reverted, undone, done again", false, [](LabDocument& d) {
        d.revertToOpened();
        d.undo();
        d.redo();
    });
    row("the same number typed", false, [](LabDocument& d) {
        d.undo();
        d.setValue(ParameterId::W_Q, 0, 0, -0.0271);
    });
    row("with a snapshot, reverted", true, [](LabDocument& d) { // the snapshot has not been saved
        takeSnapshot(d);
        d.revertToOpened();
    });
    row("saved, reverted", true, [](LabDocument& d) { // the opened state is not the saved one
        d.noteSaved(d.experiment(), "a.attn");
        d.revertToOpened();
    });
    row("saved, edited, undone", false, [](LabDocument& d) {
        d.noteSaved(d.experiment(), "a.attn");
        setCausal(d, false);
        d.undo();
    });
    row("edited while it was saved, undone", false, [](LabDocument& d) {
        const Experiment saved = d.experimentToSave();
        setCausal(d, false);
        d.noteSaved(saved, "a.attn");
        d.undo();
    });
    row("recovered, reverted", true, [](LabDocument& d) { // the content of the file is unknown
        d.recover(d.experiment(), "a.attn");
        setCausal(d, false);
        d.revertToOpened();
    });
    row("recovered, an example opened", false, [](LabDocument& d) {
        d.recover(d.experiment(), "a.attn");
        d.openExample("two-heads");
    });
}

void TestLabDocument::asSavedIsUnmodified() {
    QFETCH(DocumentEdit, edit);
    QFETCH(bool, modified);
    LabDocument document;
    document.setValue(ParameterId::W_Q, 0, 0, 3);
    setCausal(document, true);
    QVERIFY(document.isModified());
    edit(document);
    QCOMPARE(document.isModified(), modified);
}

void TestLabDocument::undoAfterRevert() {
    LabDocument document;
    const std::string opened = saved_bytes(document);
    document.setValue(ParameterId::W_Q, 0, 0, 3);
    setCausal(document, true);
    const std::string edited = saved_bytes(document);
    document.revertToOpened();
    QCOMPARE(saved_bytes(document), opened);
    QVERIFY(!document.isModified());
    document.undo();
    QCOMPARE(saved_bytes(document), edited);
    QVERIFY(document.isModified());
    document.undo();
    document.undo();
    QCOMPARE(saved_bytes(document), opened);
    QVERIFY(!document.isModified());
}

void TestLabDocument::cellNames_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<QString>("name");
    QTest::newRow("rows") << "sky-is-blue" << ParameterId::W_Q << "W_Q[1,2]";
    QTest::newRow("columns") << "two-heads" << ParameterId::W_Q << "W_Q[2,1]";
    QTest::newRow("embedding") << "sky-is-blue" << ParameterId::E << "E[sky,2]";
    QTest::newRow("bias in columns") << "two-heads" << ParameterId::b_Q << "b_Q[2]";
}

void TestLabDocument::cellNames() {
    QFETCH(QString, example);
    QFETCH(ParameterId, id);
    QFETCH(QString, name);
    QCOMPARE(cellName(lab::example(example), id, 0, 1), name);
}

LAB_GUILESS_TEST(TestLabDocument)
#include "tst_lab_document.moc"
