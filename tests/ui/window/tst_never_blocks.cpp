// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window stays responsive while large documents are computed: no user action blocks its event loop.
#include "core/base/parallel.h"
#include "core/engine/pipeline.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/bench/support/model.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/watched_document.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/head_strip.h"

#include <QElapsedTimer>
#include <QTimer>

using namespace lab;
using namespace lab::test;

namespace {

#ifdef NDEBUG
constexpr bench::Size large{512, 512, 8};
constexpr bool is_large = true;
#else
constexpr bench::Size large{128, 32, 4};
constexpr bool is_large = false; // so small that all of it may be computed at once
#endif

/// Milliseconds without new results before the veil: StaleVeil waits for 200, and Qt's coarse timers may be
/// early by a twentieth.
constexpr int veil_after = 188;

/// Beats whenever the event loop is free, and records how much the window's thread computes between two
/// beats.
class Heart {
public:
    Heart() {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { beat(); });
        m_timer.start(1);
    }
    /// Names what happens from now on.
    void say(const char* what) {
        beat();
        m_what = what;
    }
    /// The most work between two beats, in multiplications.
    double busiest() const { return m_busiest; }
    int beats() const { return m_beats; }
    QByteArray report() const {
        return "at most " + QByteArray::number(m_busiest, 'g', 3) + " multiplications at once (" +
               m_busiestIn + "), " + QByteArray::number(m_beats) + " beats";
    }

private:
    void beat() {
        const double work = work_of_this_thread();
        if (work - m_work > m_busiest) {
            m_busiest = work - m_work;
            m_busiestIn = m_what;
        }
        m_work = work;
        ++m_beats;
    }

    QTimer m_timer;
    double m_work = work_of_this_thread(), m_busiest = 0;
    const char* m_what = "at rest";
    const char* m_busiestIn = "";
    int m_beats = 0;
};

} // namespace

class TestNeverBlocks : public WindowTest {
    Q_OBJECT

private slots:
    void heartbeat();
    void veil();
    void inspectedMeanwhile();
    void noFlickerWhileDragging();

private:
    void writeLarge();
    bool openLarge();
    bool isAtRest();
    void session(Heart& heart);
    void scrub(Heart& heart);
    void switchHeads(Heart& heart);
    void changeTheLastWord(Heart& heart);
    /// The first visible stage whose card differs from compute() for the document.
    std::string wrongCard();
};

void TestNeverBlocks::writeLarge() {
    const QString name = path("large.attn");
    if (!QFile::exists(name))
        QVERIFY(!write_file(name.toStdString(), write_experiment(bench::model(large))));
}

bool TestNeverBlocks::openLarge() {
    writeLarge();
    const QString name = path("large.attn");
    window().controller().openFile(name);
    return QTest::qWaitFor([&] { return window().document().file() == name; }, 240'000);
}

bool TestNeverBlocks::isAtRest() {
    for (const StageInfo& stage : all_stages()) {
        const StageCard& card = *window().board().card(stage.id);
        if (card.isVisible() && (card.view().stale || card.heatmap().isVeiled() ||
                                 card.heatmap().content().matrix != card.view().matrix))
            return false;
    }
    return true;
}

/// Drags a number of W_Q at 60 moves a second.
void TestNeverBlocks::scrub(Heart& heart) {
    QWidget* viewport = window().grid(ParameterId::W_Q).viewport();
    window().parameters().ensureWidgetVisible(viewport);
    const QPoint from = window().cell_of(ParameterId::W_Q, 1, 1);
    heart.say("scrubbing");
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (int i = 0; i < 200; ++i) {
        QTest::mouseMove(viewport, from + QPoint(20 + i, 0));
        QTest::qWait(16);
    }
    QVERIFY(window().document().isPreviewing());
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(219, 0));
    QVERIFY(window().value(ParameterId::W_Q, 1, 1) > 0.1);
    QCOMPARE(window().document().undoStack().count(), 1);
}

void TestNeverBlocks::switchHeads(Heart& heart) {
    heart.say("switching heads");
    const auto heads = window().heads().heads();
    QCOMPARE(Index(heads.size()), large.heads);
    for (std::size_t i = 1; i < heads.size(); i += 2) {
        QTest::mouseClick(heads[i], Qt::LeftButton);
        QCOMPARE(window().selection().head(), HeadIndex(i));
        QTest::qWait(i % 4 == 1 ? 20 : 150);
    }
}

void TestNeverBlocks::changeTheLastWord(Heart& heart) {
    heart.say("typing");
    QLineEdit& line = window().sentence().line();
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_End);
    for (const Qt::Key key : {Qt::Key_Backspace, Qt::Key_Backspace, Qt::Key_S, Qt::Key_E, Qt::Key_A}) {
        QTest::keyClick(&line, key);
        QTest::qWait(80);
    }
    QVERIFY(line.text().endsWith("sea"));
    QCOMPARE(window().document().experiment().sequence.text, line.text().toStdString());
}

void TestNeverBlocks::session(Heart& heart) {
    heart.say("opening");
    QVERIFY(openLarge());
    heart.say("after opening");
    QTest::qWait(300); // deliberately too short to finish computing
    scrub(heart);
    if (QTest::currentTestFailed())
        return;
    switchHeads(heart);
    changeTheLastWord(heart);
    heart.say("coming to rest");
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    heart.say("at rest");
    qInfo("%s", heart.report().constData());
    QVERIFY(heart.beats() > 100);
}

void TestNeverBlocks::heartbeat() {
    writeLarge();
    openWindow({1440, 900});
    // A fast machine would compute a whole head within a frame.
    window().document().setFrame(0);
    QCoreApplication::processEvents();
    Heart heart;
    session(heart);
    if (QTest::currentTestFailed())
        return;
    // Times are measured in tests/bench. What is counted here is the same on a machine of any speed: no turn
    // of the event loop does a large part of the computation, or waits while threads that it started do.
    const double before = work_of_this_thread();
    QVERIFY(compute(window().document().experiment()));
    const double whole = work_of_this_thread() - before;
    qInfo("the whole computation takes %.3g multiplications", whole);
    if (is_large)
        QVERIFY2(heart.busiest() > 0 && heart.busiest() < whole / 10, heart.report());
    Watcher watcher(window().document());
    watcher.check_all();
    QCOMPARE(watcher.problem().c_str(), "");
    QVERIFY(isAtRest()); // so that the cards show the numbers just checked
}

/// Outdated numbers are veiled after a delay, and stay until new ones arrive.
void TestNeverBlocks::veil() {
    if (!is_large)
        QSKIP("what is small enough for this build is never late");
    window();
    QVERIFY(openLarge());
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    MatrixHeatmap& weights = window().heatmap(StageId::weights);
    const MatrixPtr before = weights.content().matrix;
    QVERIFY(before && !weights.isVeiled());
    window().document().setFrame(0); // a fast machine would compute some cards at once
    // Edits that invalidate everything, faster than anything can be computed: unless this thread has to wait
    // for the machine. Then something new arrives, and the delay begins again.
    const std::string text = window().document().experiment().sequence.text;
    QElapsedTimer timer;
    timer.start();
    bool veiled = false;
    for (int i = 0; !veiled && !timer.hasExpired(60'000); ++i) {
        const MatrixPtr shown = weights.content().matrix;
        window().document().setText(QString::fromStdString(text + std::string(std::size_t(i % 2 + 1), 'x')));
        if (timer.elapsed() < veil_after)
            QVERIFY(!weights.isVeiled());
        QCOMPARE(weights.content().matrix, shown); // an edit alone takes nothing away
        QTest::qWait(1);
        veiled = weights.isVeiled();
    }
    QVERIFY(veiled);
    QVERIFY(timer.elapsed() >= veil_after);
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    QVERIFY(!weights.isVeiled());
    QVERIFY(weights.content().matrix != before);
}

/// Once shown, the veil stays until everything is up to date, so that nothing flickers.
void TestNeverBlocks::noFlickerWhileDragging() {
    window();
    QVERIFY(openLarge());
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    MatrixHeatmap& weights = window().heatmap(StageId::weights);
    const MatrixPtr before = weights.content().matrix;
    bool veiled = false;
    for (int i = 0; i < 100; ++i) {
        window().document().preview(ParameterId::W_Q, 1, 1, 0.01 * i);
        QTest::qWait(10);
        QVERIFY(weights.isVeiled() || !veiled || !window().document().view(StageId::weights).stale);
        veiled = weights.isVeiled();
    }
    QVERIFY(weights.content().matrix != before); // the numbers follow the drag
    window().document().cancelPreview();
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    QVERIFY(!weights.isVeiled());
}

/// Cells can be inspected, hovered and clicked while the card still shows the matrix of other tokens.
void TestNeverBlocks::inspectedMeanwhile() {
    window();
    QVERIFY(openLarge());
    LabDocument& document = window().document();
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    document.setFrame(0);
    Selection& selection = window().selection();
    const Index last = large.tokens - 1;
    selection.toggleInspected({StageId::weights, 0, last, last});
    const std::string text = document.experiment().sequence.text;
    document.setText(QString::fromStdString(text.substr(0, text.rfind(' '))));
    QVERIFY(document.view(StageId::weights).stale);
    emit window().heatmap(StageId::weights).cellHovered(StoredCell{last, last});
    emit window().heatmap(StageId::weights).cellClicked(StoredCell{last, last});
    QVERIFY(!selection.hovered());
    QVERIFY(!selection.inspected());
    document.undo();
    selection.toggleInspected({StageId::weights, 0, last, last});
    QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 120'000);
    QVERIFY(selection.inspected());
}

LAB_WINDOW_TEST(TestNeverBlocks)
#include "tst_never_blocks.moc"
