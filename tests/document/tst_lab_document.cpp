// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open document: every edit can be taken back exactly, says once what it changed, and shows its results.
#include "ui/document/lab_document.h"

#include "core/io/experiment_json.h"
#include "core/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/magnitudes.h"
#include "tests/support/random_experiments.h"
#include "ui/document/examples.h"
#include "ui/document/options.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

std::string bytes(const LabDocument& document) {
    return write_experiment(document.experiment());
}

/// The first stage in which the document and the pipeline disagree by more than rounding, by name.
std::string disagreement(LabDocument& document) {
    const Experiment& experiment = document.experiment();
    const Result<Trace> trace = compute(experiment);
    const Trace terms = trace ? magnitudes(experiment, trace.value()) : Trace();
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            const MatrixPtr matrix = document.completeView(stage.id, head).matrix;
            const bool expected = trace && has_stage(experiment, stage.id);
            if (expected != (matrix != nullptr) ||
                (expected &&
                 beyond_rounding(*matrix, trace.value().stage(stage.id, head), terms.stage(stage.id, head))))
                return std::string(stage.name);
        }
    }
    return {};
}

struct Cell {
    ParameterId id;
    Index row, column;
};

std::optional<Cell> random_cell(const Experiment& experiment, RandomExperiments& random) {
    std::vector<ParameterId> present;
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(experiment, each.id); matrix && matrix->size() > 0)
            present.push_back(each.id);
    }
    if (present.empty())
        return std::nullopt;
    const ParameterId id = present[std::size_t(random.between(0, Index(present.size()) - 1))];
    const MatrixPtr matrix = parameter(experiment, id);
    return Cell{id, random.between(0, matrix->rows() - 1), random.between(0, matrix->cols() - 1)};
}

void preview_some(LabDocument& document, RandomExperiments& random) {
    if (const auto cell = random_cell(document.experiment(), random)) {
        for (Index left = random.between(1, 5); left > 0; --left)
            document.preview(cell->id, cell->row, cell->column, random.number());
    }
}

void random_edit(LabDocument& document, RandomExperiments& random) {
    switch (random.between(0, 11)) {
    case 0:
    case 1:
        return document.setText(QString::fromStdString(random.sentence(0)));
    case 2:
        return setCausal(document, random.coin());
    case 3:
        return setScale(document, random.coin() ? std::optional(random.number()) : std::nullopt);
    case 4:
        return setNotation(document, random.coin() ? Notation::rows : Notation::columns);
    case 5:
        preview_some(document, random);
        return document.commitPreview();
    case 6:
        preview_some(document, random);
        return document.cancelPreview();
    case 7:
        return random.between(0, 4) == 0 ? document.resetToOpened() : document.undo();
    default:
        if (const auto cell = random_cell(document.experiment(), random))
            document.setValue(cell->id, cell->row, cell->column, random.number());
    }
}

/// What the document said had changed, since it was last asked.
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

using Edit = std::function<void(LabDocument&)>;

} // namespace

class TestLabDocument : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomWalks_data();
    void randomWalks();
    void editsSayWhatChanged_data();
    void editsSayWhatChanged();
    void noEditPushesNothing_data();
    void noEditPushesNothing();
    void previewIsOneStep();
    void previewEnds_data();
    void previewEnds();
    void neverStale_data();
    void neverStale();
    void cellNames_data();
    void cellNames();
};

void TestLabDocument::randomWalks_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestLabDocument::randomWalks() {
    QFETCH(QString, name);
    RandomExperiments random(qHash(name, 1));
    LabDocument document;
    document.openExample(name);
    const Experiment opened = document.experiment();
    const QUndoStack& stack = document.undoStack();
    std::vector<std::string> states{bytes(document)}; // by the number of steps that can be undone
    for (int step = 0; step < 250; ++step) {
        const auto before = std::size_t(stack.index());
        random_edit(document, random);
        const auto index = std::size_t(stack.index());
        if (index < before)
            QCOMPARE(bytes(document), states[index]); // undone, or typed back to where it was
        else if (std::size_t(stack.count()) == index)
            states.resize(index + 1);
        if (index >= before && index + 1 == states.size())
            states[index] = bytes(document); // a new step, or one that went on
        QCOMPARE(bytes(document), states[index]);
        if (step % 5 == 0)
            QCOMPARE(disagreement(document), std::string());
    }
    QVERIFY(stack.index() > 50);
    const int top = stack.index();
    while (stack.canUndo()) {
        document.undo();
        QCOMPARE(bytes(document), states[std::size_t(stack.index())]);
    }
    QVERIFY(!document.isModified());
    QCOMPARE(difference(document.experiment(), opened).value_or(""), std::string());
    QCOMPARE(disagreement(document), std::string());
    while (stack.index() < top) {
        document.redo();
        QCOMPARE(bytes(document), states[std::size_t(stack.index())]);
    }
    QCOMPARE(disagreement(document), std::string());
}

void TestLabDocument::editsSayWhatChanged_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Change>("expected");
    const auto row = [](const char* name, const Edit& edit, Field field, std::optional<Block> block = {}) {
        QTest::newRow(name) << edit << Change{field, block};
    };
    using D = LabDocument;
    row(
        "text", [](D& d) { d.setText("sky is red"); }, Field::sequence);
    row(
        "no text", [](D& d) { d.setText(""); }, Field::sequence);
    row(
        "causal", [](D& d) { setCausal(d, true); }, Field::mask);
    row(
        "scale", [](D& d) { setScale(d, 1.0); }, Field::scale);
    row(
        "window", [](D& d) { setWindow(d, 2); }, Field::mask);
    row(
        "bias", [](D& d) { setScoreBias(d, ScoreBias::alibi); }, Field::scale);
    row(
        "rotary", [](D& d) { setRotary(d, true); }, Field::rotary);
    row(
        "rotary base", [](D& d) { setRotaryBase(d, 100); }, Field::rotary);
    row(
        "normaliser", [](D& d) { setNormalization(d, NormalizationKind::sparsemax); }, Field::normalization);
    row(
        "temperature", [](D& d) { setTemperature(d, 0.5); }, Field::normalization);
    row(
        "temperature under the hand", [](D& d) { previewTemperature(d, 0.5); }, Field::normalization);
    row(
        "positions", [](D& d) { setPosition(d, PositionKind::learned); }, Field::position);
    row(
        "notation", [](D& d) { setNotation(d, Notation::columns); }, Field::notation);
    row(
        "E", [](D& d) { d.setValue(ParameterId::E, 2, 1, 7); }, Field::embedding, Block{2, 1});
    row(
        "W_Q", [](D& d) { d.setValue(ParameterId::W_Q, 0, 1, 7); }, Field::W_Q, Block{0, 1});
    row(
        "W_K", [](D& d) { d.setValue(ParameterId::W_K, 1, 0, 7); }, Field::W_K, Block{1, 0});
    row(
        "W_V", [](D& d) { d.setValue(ParameterId::W_V, 1, 1, 7); }, Field::W_V, Block{1, 1});
    row(
        "preview", [](D& d) { d.preview(ParameterId::W_V, 1, 1, 7); }, Field::W_V, Block{1, 1});
    row(
        "another document", [](D& d) { d.openExample("two-heads"); }, Field::everything);
}

void TestLabDocument::editsSayWhatChanged() {
    QFETCH(Edit, edit);
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
    QTest::addColumn<Edit>("edit");
    const auto row = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit; };
    using D = LabDocument;
    row("text", [](D& d) { d.setText("sky is blue"); });
    row("value", [](D& d) { d.setValue(ParameterId::W_Q, 0, 0, -0.0271); });
    row("causal", [](D& d) { setCausal(d, false); });
    row("scale", [](D& d) { setScale(d, std::nullopt); });
    row("window", [](D& d) { setWindow(d, std::nullopt); });
    row("bias", [](D& d) { setScoreBias(d, ScoreBias::none); });
    row("rotary", [](D& d) { setRotary(d, false); });
    row("rotary base", [](D& d) { setRotaryBase(d, 10000); });
    row("normaliser", [](D& d) { setNormalization(d, NormalizationKind::softmax); });
    row("temperature", [](D& d) { setTemperature(d, 1); });
    row("positions", [](D& d) { setPosition(d, PositionKind::none); });
    row("notation", [](D& d) { setNotation(d, Notation::rows); });
    row("reset", [](D& d) { d.resetToOpened(); });
    row("commit", [](D& d) { d.commitPreview(); });
    row("cancel", [](D& d) { d.cancelPreview(); });
    row("undo", [](D& d) { d.undo(); });
    row("redo", [](D& d) { d.redo(); });
}

void TestLabDocument::noEditPushesNothing() {
    QFETCH(Edit, edit);
    LabDocument document;
    const std::string before = bytes(document);
    Listener listener(document);
    edit(document);
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(!document.isModified());
    QVERIFY(listener.heard().empty());
    QCOMPARE(bytes(document), before);
}

void TestLabDocument::previewIsOneStep() {
    LabDocument document;
    const std::string before = bytes(document);
    const MatrixPtr weights = document.view(StageId::weights).matrix;
    for (int i = 1; i <= 300; ++i) {
        document.preview(ParameterId::W_Q, 0, 0, i * 0.01);
        QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), i * 0.01);
        QCOMPARE(document.undoStack().count(), 0);
        QVERIFY(same_bits(*document.viewBefore(StageId::weights).matrix, *weights));
        QVERIFY(!same_bits(*document.view(StageId::weights).matrix, *weights));
    }
    QCOMPARE(document.previewText(), QStringLiteral("W_Q[1,1] −0.0271 → 3"));
    document.commitPreview();
    QVERIFY(!document.isPreviewing());
    QVERIFY(!document.viewBefore(StageId::weights).matrix);
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("W_Q[1,1] −0.0271 → 3"));
    document.undo();
    QCOMPARE(bytes(document), before);
    document.redo();
    QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), 3.0);
}

void TestLabDocument::previewEnds_data() {
    QTest::addColumn<Edit>("end");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("value"); // of W_Q[1,1] then
    const auto row = [](const char* name, const Edit& end, int steps, double value) {
        QTest::newRow(name) << end << steps << value;
    };
    using D = LabDocument;
    row(
        "cancel", [](D& d) { d.cancelPreview(); }, 0, -0.0271);
    row(
        "undo", [](D& d) { d.undo(); }, 0, -0.0271);
    row(
        "back to the start, commit",
        [](D& d) {
            d.preview(ParameterId::W_Q, 0, 0, -0.0271);
            d.commitPreview();
        },
        0, -0.0271);
    row(
        "commit", [](D& d) { d.commitPreview(); }, 1, 5);
    row(
        "redo", [](D& d) { d.redo(); }, 1, 5);
    row(
        "other cell",
        [](D& d) {
            d.preview(ParameterId::W_Q, 0, 1, 6);
            d.commitPreview();
        },
        2, 5);
    row(
        "other edit", [](D& d) { setCausal(d, true); }, 2, 5);
    row(
        "reset", [](D& d) { d.resetToOpened(); }, 2, -0.0271);
    row(
        "another document", [](D& d) { d.openExample("sky-is-blue"); }, 0, -0.0271);
}

void TestLabDocument::previewEnds() {
    QFETCH(Edit, end);
    QFETCH(int, steps);
    QFETCH(double, value);
    LabDocument document;
    const std::string before = bytes(document);
    int ended = 0;
    connect(&document, &LabDocument::previewEnded, this, [&] { ++ended; });
    document.preview(ParameterId::W_Q, 0, 0, 5);
    end(document);
    QVERIFY(ended >= 1);
    QVERIFY(!document.isPreviewing());
    QCOMPARE(document.undoStack().count(), steps);
    QCOMPARE((*parameter(document.experiment(), ParameterId::W_Q))(0, 0), value);
    QCOMPARE(document.isModified(), steps > 0);
    QCOMPARE(disagreement(document), std::string());
    while (document.undoStack().canUndo())
        document.undo();
    QCOMPARE(bytes(document), before);
}

void TestLabDocument::neverStale_data() {
    randomWalks_data();
}

/// What is quick is there at once.
void TestLabDocument::neverStale() {
    QFETCH(QString, name);
    LabDocument document;
    const auto stale = [&] {
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < document.experiment().heads.count; ++head) {
                if (document.view(stage.id, head).stale)
                    return true;
            }
        }
        return false;
    };
    document.openExample(name);
    QVERIFY(!stale());
    for (int n = 0; n < 30; ++n) {
        setCausal(document, n % 2 == 0);
        QVERIFY(!stale());
        document.setText(n % 3 == 0 ? "one two three" : "the sea is blue and the sky is blue");
        QVERIFY(!stale());
        document.undo();
        QVERIFY(!stale());
        if (n % 5 == 0)
            QCoreApplication::processEvents();
    }
}

void TestLabDocument::cellNames_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<QString>("name");
    QTest::newRow("rows") << "sky-is-blue" << ParameterId::W_Q << "W_Q[1,2]";
    QTest::newRow("columns") << "two-heads" << ParameterId::W_Q << "W_Q[2,1]";
    QTest::newRow("embedding") << "sky-is-blue" << ParameterId::E << "E[1,2]";
    QTest::newRow("bias in columns") << "two-heads" << ParameterId::b_Q << "b_Q[2]";
}

void TestLabDocument::cellNames() {
    QFETCH(QString, example);
    QFETCH(ParameterId, id);
    QFETCH(QString, name);
    QCOMPARE(cellName(lab::example(example), id, 0, 1), name);
}

QTEST_GUILESS_MAIN(TestLabDocument)
#include "tst_lab_document.moc"
