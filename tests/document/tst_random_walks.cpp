// SPDX-License-Identifier: GPL-3.0-or-later
//
// Long random editing sessions on every example: each step can be undone exactly, and results are immediately
// up to date.
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "tests/document/random_edits.h"
#include "tests/support/compare.h"
#include "tests/support/document_bytes.h"
#include "tests/support/document_results.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/examples.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// The problems of the experiment, one per line.
std::string faults(const LabDocument& document) {
    std::string all;
    for (const Error& each : validate(document.experiment()))
        all += each.message() + "\n";
    return all;
}

} // namespace

class TestRandomWalks : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomWalks_data();
    void randomWalks();
    void neverStale_data() { examples(); }
    void neverStale();

private:
    static void examples();
};

void TestRandomWalks::examples() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// The examples, and random documents with any option of the format.
void TestRandomWalks::randomWalks_data() {
    examples();
    for (int i = 1; i <= 4; ++i)
        QTest::addRow("options %d", i) << QString();
}

void TestRandomWalks::randomWalks() {
    QFETCH(QString, name);
    RandomExperiments random(qHash(QString(QTest::currentDataTag()), 1));
    LabDocument document;
    name.isEmpty() ? document.replace(random.next(), {}) : document.openExample(name);
    const Experiment opened = document.experiment();
    const QUndoStack& stack = document.undoStack();
    std::vector<std::string> states{saved_bytes(document)}; // indexed by the number of undoable steps
    const int steps = is_exhaustive ? 250 : is_optimised ? 120 : 40;
    for (int step = 0; step < steps; ++step) {
        const auto before = std::size_t(stack.index());
        random_edit(document, random);
        const auto index = std::size_t(stack.index());
        if (index < before)
            QCOMPARE(saved_bytes(document), states[index]); // undone, or typed back to the previous state
        else if (std::size_t(stack.count()) == index)
            states.resize(index + 1);
        if (index >= before && index + 1 == states.size())
            states[index] = saved_bytes(document); // a new step, or one merged into the last
        QCOMPARE(saved_bytes(document), states[index]);
        if (step % 5 == 0) {
            QCOMPARE(faults(document), std::string());
            QCOMPARE(disagreement(document), std::string());
        }
    }
    QVERIFY(stack.index() > steps / 5);
    const int top = stack.index();
    while (stack.canUndo()) {
        document.undo();
        QCOMPARE(saved_bytes(document), states[std::size_t(stack.index())]);
    }
    QVERIFY(!document.isModified());
    QCOMPARE(difference(document.experiment(), opened).value_or(""), std::string());
    QCOMPARE(disagreement(document), std::string());
    while (stack.index() < top) {
        document.redo();
        QCOMPARE(saved_bytes(document), states[std::size_t(stack.index())]);
    }
    QCOMPARE(disagreement(document), std::string());
}

/// Small documents are never shown stale.
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

LAB_GUILESS_TEST(TestRandomWalks)
#include "tst_random_walks.moc"
