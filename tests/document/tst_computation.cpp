// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents that take longer than a frame to compute are computed on a worker thread. Whatever happens
// meanwhile, results shown as up to date are correct.
#include "tests/bench/support/model.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/watched_document.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"

#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace lab;
using namespace lab::test;
using namespace std::chrono_literals;

namespace {

// Large enough that it is not always computed immediately, but no larger. Debug builds are much slower.
#ifdef NDEBUG
constexpr bench::Size large_size{256, 48, 4};
constexpr bench::Size other_size{200, 36, 3};
#else
constexpr bench::Size large_size{128, 32, 4};
constexpr bench::Size other_size{120, 36, 3};
#endif

/// The n-th edit while stages are still being computed.
using NthEdit = std::function<void(LabDocument&, int)>;

double number(int n) {
    return 0.05 * (n % 7) - 0.1;
}

} // namespace

class TestComputation : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void comesLater();
    void editsMeanwhile_data();
    void editsMeanwhile();
    void manyEditsAtOnce();
    void overtakenByAnotherShape();
    void askedForByAnotherDocument();
    void heldMatricesStayAsTheyAre();
    void completeWhileBusy();
    void completeBeforeItStarts();
    void destroyedWhileBusy();
    void beforeThePreview();
    void rowsInSightComeFirst();
    void rowsThatAreNoLongerThere();
    void cleanupTestCase() { m_document.reset(); }

private:
    std::unique_ptr<LabDocument> large_one() const;
    LabDocument* opened();
    bool makeBusy(LabDocument& document, double value) const;

    std::unique_ptr<LabDocument> m_document;
};

/// The large document, computed entirely on the worker however fast the machine is.
std::unique_ptr<LabDocument> TestComputation::large_one() const {
    auto document = std::make_unique<LabDocument>();
    document->setFrame(0);
    document->replace(bench::model(large_size), {});
    return document;
}

/// The large document, fully computed. Reused between tests, because computing it takes a while.
LabDocument* TestComputation::opened() {
    if (!m_document)
        m_document = large_one();
    else
        m_document->replace(bench::model(large_size), {});
    Watcher watcher(*m_document);
    return QTest::qWaitFor([&] { return watcher.is_at_rest(); }, 60'000) ? m_document.get() : nullptr;
}

/// Edits, requests the output and starts the computation. Returns false if the output was immediately up to
/// date.
bool TestComputation::makeBusy(LabDocument& document, double value) const {
    document.setValue(ParameterId::W_K, 1, 1, value);
    const bool stale = document.view(StageId::output).stale;
    QCoreApplication::processEvents();
    return stale;
}

void TestComputation::comesLater() {
    LabDocument* const document = opened();
    QVERIFY(document);
    const MatrixPtr before = document->view(StageId::output).matrix;
    document->setValue(ParameterId::W_K, 3, 2, 0.7);
    const QSignalSpy computed(document, &LabDocument::computed);
    const StageView view = document->view(StageId::output);
    QVERIFY(view.stale);
    QCOMPARE(view.matrix, before); // the old numbers are shown meanwhile
    QVERIFY(computed.isEmpty());
    QTRY_VERIFY(!document->view(StageId::output).stale);
    QVERIFY(!computed.isEmpty());
    QVERIFY(document->view(StageId::output).matrix != before);
    QVERIFY(document->view(StageId::output).revision > view.revision);
    Watcher watcher(*document);
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

void TestComputation::editsMeanwhile_data() {
    QTest::addColumn<NthEdit>("edit");
    const auto row = [](const char* name, const NthEdit& edit) { QTest::newRow(name) << edit; };
    using D = LabDocument;
    const auto value = [](D& d, int n) {
        constexpr std::array ids{ParameterId::W_Q, ParameterId::E, ParameterId::W_O, ParameterId::W_K,
                                 ParameterId::W_V};
        d.setValue(ids[std::size_t(n) % ids.size()], n % 5, (n * 7) % 24, number(n));
    };
    const auto text = [](D& d, int n) {
        d.setText(QString::fromStdString(d.experiment().sequence.text).chopped(n % 3) + "x");
    };
    row("one number", [](D& d, int n) { d.setValue(ParameterId::W_Q, 1, 1, number(n)); });
    row("numbers everywhere", value);
    row("sentence", text);
    row("mask and scale",
        [](D& d, int n) { n % 2 == 0 ? setCausal(d, n % 4 == 0) : setScale(d, 0.3 + number(n)); });
    row("what is no number",
        [](D& d, int n) { setNotation(d, n % 2 == 0 ? Notation::columns : Notation::rows); });
    row("previews", [](D& d, int n) {
        d.preview(ParameterId::W_V, n / 3 % 2, 4, number(n));
        if (n % 3 == 2)
            n % 2 == 0 ? d.commitPreview() : d.cancelPreview();
    });
    row("undo and redo", [=](D& d, int n) { n % 3 == 0 ? value(d, n) : n % 3 == 1 ? d.undo() : d.redo(); });
    row("other documents", [=](D& d, int n) {
        n % 3 == 1 ? d.openExample("two-heads")
                   : d.replace(bench::model(n % 3 == 0 ? other_size : large_size), {});
    });
    row("anything", [=](D& d, int n) {
        n % 4 == 1   ? text(d, n)
        : n % 4 == 2 ? d.undo()
        : n % 4 == 3 ? void(setCausal(d, n % 3 == 0))
                     : value(d, n);
    });
}

void TestComputation::editsMeanwhile() {
    QFETCH(NthEdit, edit);
    LabDocument* const document = opened();
    QVERIFY(document);
    Watcher watcher(*document);
    QVERIFY(makeBusy(*document, 0.9));
    for (int n = 0; n < 8; ++n) {
        edit(*document, n);
        if (n % 2 == 0)
            watcher.check_all();
        // Vary how far jobs get, and let their results queue up in the event loop.
        std::this_thread::sleep_for(1ms * (n * 5 % 11));
        if (n % 3 != 0)
            QTest::qWait(n % 4 * 4);
    }
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

/// Dragging sends edits faster than they can be computed.
void TestComputation::manyEditsAtOnce() {
    LabDocument* const document = opened();
    QVERIFY(document);
    Watcher watcher(*document);
    QVERIFY(makeBusy(*document, 0.9));
    for (int n = 0; n < 300; ++n) {
        document->preview(ParameterId::W_Q, 2, 3, 0.01 * n);
        if (n % 10 == 0)
            QTest::qWait(1);
    }
    document->commitPreview();
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

/// A job's results may arrive after the number of tokens has changed.
void TestComputation::overtakenByAnotherShape() {
    LabDocument* const document = opened();
    QVERIFY(document);
    Watcher watcher(*document);
    for (int n = 0; n < 8; ++n) {
        QVERIFY(makeBusy(*document, number(n)));
        watcher.check_all();
        std::this_thread::sleep_for(8ms * n);
        document->setText(QString::fromStdString(document->experiment().sequence.text) + " word");
        watcher.check_all();
        if (n % 2 == 0) {
            QCoreApplication::processEvents();
            watcher.check_all();
        }
        QVERIFY(n % 4 != 3 || watcher.waits_for_all());
        QCOMPARE(watcher.problem().c_str(), "");
    }
}

/// A request may no longer apply once it is processed.
void TestComputation::askedForByAnotherDocument() {
    LabDocument* const document = opened();
    QVERIFY(document);
    document->setValue(ParameterId::W_K, 1, 1, 0.9);
    QVERIFY(document->view(StageId::weights, large_size.heads - 1).stale ||
            document->view(StageId::output).stale);
    document->openExample("sky-is-blue");
    Watcher watcher(*document);
    QCoreApplication::processEvents();
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

void TestComputation::heldMatricesStayAsTheyAre() {
    LabDocument* const document = opened();
    QVERIFY(document);
    struct Held {
        MatrixPtr matrix;
        Matrix copy;
    };
    std::vector<Held> held;
    const auto hold = [&] {
        for (const StageId id : {StageId::queries, StageId::weights, StageId::output}) {
            if (const MatrixPtr matrix = document->view(id).matrix)
                held.push_back({matrix, *matrix});
        }
        if (held.size() > 60) // release some, so that their memory is reused
            held.erase(held.begin(), held.begin() + 20);
    };
    QObject context;
    connect(document, &LabDocument::computed, &context, hold);
    for (int n = 0; n < 40; ++n) {
        document->setValue(n % 2 == 0 ? ParameterId::W_Q : ParameterId::W_K, 1, 1, number(n));
        hold();
        QTest::qWait(n % 3 == 0 ? 30 : 1);
    }
    Watcher watcher(*document);
    QVERIFY(watcher.waits_for_all());
    QVERIFY(held.size() > 20);
    for (const Held& each : held)
        QVERIFY(same_bits(*each.matrix, each.copy));
    QCOMPARE(watcher.problem().c_str(), "");
}

void TestComputation::completeWhileBusy() {
    LabDocument* const document = opened();
    QVERIFY(document);
    Watcher watcher(*document);
    for (int n = 0; n < 6; ++n) {
        QVERIFY(makeBusy(*document, number(n)));
        if (n % 2 == 1)
            document->setValue(ParameterId::W_Q, 0, 0, number(n)); // not part of the running job
        const StageId id = n % 3 == 0 ? StageId::weights : StageId::output;
        const StageView complete = document->completeView(id, 2);
        QVERIFY(complete.matrix && !complete.stale);
        QVERIFY(complete.summary);
        QCOMPARE(document->view(id, 2).matrix, complete.matrix);
        watcher.check_all(); // checks the numbers
        QCOMPARE(watcher.problem().c_str(), "");
    }
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

/// A job whose work is already done must not count when measuring the machine's speed.
void TestComputation::completeBeforeItStarts() {
    LabDocument* const document = opened();
    QVERIFY(document);
    for (int n = 0; n < 3; ++n) {
        document->setValue(ParameterId::W_K, 1, 1, number(n));
        QVERIFY(document->view(StageId::output).stale);
        QVERIFY(!document->completeView(StageId::output).stale);
        QTest::qWait(20);
    }
    Watcher watcher(*document);
    QVERIFY(watcher.waits_for_all());
    document->openExample("sky-is-blue");
    QVERIFY(!document->view(StageId::output).stale);
    document->replace(bench::model(large_size), {});
    QVERIFY(document->view(StageId::output).stale);
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

void TestComputation::destroyedWhileBusy() {
    for (int n = 0; n < 4; ++n) {
        auto document = large_one();
        QVERIFY(document);
        QVERIFY(makeBusy(*document, number(n)));
        if (n % 2 == 1)
            document->setText("and then it is gone");
        std::this_thread::sleep_for(5ms * n);
        const QSignalSpy computed(document.get(), &LabDocument::computed);
        document.reset();
        QTest::qWait(5);
        QVERIFY(computed.isEmpty());
    }
}

void TestComputation::beforeThePreview() {
    LabDocument* const document = opened();
    QVERIFY(document);
    const MatrixPtr before = document->view(StageId::weights, 1).matrix;
    const Matrix copy = *before;
    Watcher watcher(*document);
    for (int n = 0; n < 20; ++n) {
        document->preview(ParameterId::W_Q, 1, large_size.d_model / large_size.heads, 3 + 0.1 * n);
        QCOMPARE(document->viewBefore(StageId::weights, 1).matrix, before);
        QVERIFY(!document->viewBefore(StageId::weights, 1).stale);
        document->view(StageId::weights, 1);
        QTest::qWait(n % 3);
    }
    QVERIFY(watcher.waits_for_all());
    QVERIFY(same_bits(*before, copy));
    QVERIFY(!same_bits(*document->view(StageId::weights, 1).matrix, copy));
    document->cancelPreview();
    QVERIFY(!document->viewBefore(StageId::weights, 1).matrix);
    QVERIFY(watcher.waits_for_all());
    // If the results were still being computed when the preview began, there is no "before".
    QVERIFY(makeBusy(*document, 0.9));
    document->preview(ParameterId::W_Q, 1, 1, 4);
    QVERIFY(!document->viewBefore(StageId::output).matrix);
    document->cancelPreview();
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

void TestComputation::rowsInSightComeFirst() {
    LabDocument* const document = opened();
    QVERIFY(document);
    const Rows first{large_size.tokens / 2, 3};
    const MatrixPtr before = document->view(StageId::output).matrix;
    document->setValue(ParameterId::W_Q, 1, 1, 3);
    std::vector<StageView> seen;
    QObject context;
    connect(document, &LabDocument::computed, &context,
            [&] { seen.push_back(document->view(StageId::output, 0, first)); });
    QVERIFY(document->view(StageId::output, 0, first).stale);
    QTRY_VERIFY_WITH_TIMEOUT(!seen.empty() && !seen.back().stale, 60000);
    QVERIFY(seen.front().stale);
    QVERIFY(seen.front().matrix != seen.back().matrix);
    const auto rows = [](const Matrix& m, Rows some) { return Matrix(m.middleRows(some.first, some.count)); };
    QVERIFY(same_bits(rows(*seen.front().matrix, first), rows(*seen.back().matrix, first)));
    QVERIFY(!same_bits(rows(*before, first), rows(*seen.back().matrix, first)));
    QVERIFY(!same_bits(*seen.front().matrix, *seen.back().matrix));
}

/// A card may request rows that the current document does not have.
void TestComputation::rowsThatAreNoLongerThere() {
    LabDocument* const document = opened();
    QVERIFY(document);
    const Rows last{large_size.tokens - 3, 3};
    for (const bench::Size& size : {other_size, large_size}) {
        QVERIFY(makeBusy(*document, 0.9));
        document->replace(bench::model(size), {});
        QVERIFY(document->view(StageId::output, 0, last).stale);
        QTRY_VERIFY_WITH_TIMEOUT(!document->view(StageId::output, 0, last).stale, 60000);
    }
    Watcher watcher(*document);
    QVERIFY(watcher.waits_for_all());
    QCOMPARE(watcher.problem().c_str(), "");
}

LAB_GUILESS_TEST(TestComputation)
#include "tst_computation.moc"
