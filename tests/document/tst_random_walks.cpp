// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every example edited for long: each step can be taken back exactly, and the results are there at once.
#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/document_results.h"
#include "tests/support/fatal_messages.h"
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

} // namespace

class TestRandomWalks : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomWalks_data();
    void randomWalks();
    void neverStale_data() { randomWalks_data(); }
    void neverStale();
};

void TestRandomWalks::randomWalks_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestRandomWalks::randomWalks() {
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

/// What is quick is there at once.
void TestRandomWalks::neverStale() {
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

QTEST_GUILESS_MAIN(TestRandomWalks)
#include "tst_random_walks.moc"
