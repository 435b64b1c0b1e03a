// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Learn: wanted weights are painted, and found step by step, by mouse and keyboard.
#include "core/base/number_format.h"
#include "core/engine/backward.h"
#include "core/experiment/is_same.h"
#include "core/io/document_file.h"
#include "core/io/experiment_json.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/scenes.h"
#include "ui/document/view/learn_view.h"
#include "ui/document/view/view_json.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/panels/parameters/pull_delegate.h"
#include "ui/plots/learn/learn_content.h"
#include "ui/plots/learn/loss_curve.h"
#include "ui/selection/selection.h"
#include "ui/widgets/number_field.h"
#include "ui/window/present/presentation.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"

#include <QScrollBar>
#include <QSignalSpy>

using namespace lab;
using namespace lab::test;

class TestLearnPage : public WindowTest {
    Q_OBJECT

private slots:
    void paints_data();
    void paints();
    void eachStrokeIsAStep();
    void byKeys();
    void hiddenIsNotWanted();
    void savedAndOpened();
    void hostileView_data();
    void hostileView();
    void findsTheCore();
    void saysWhenFound();
    void keepsAsOneStep();
    void staysThroughADialogue();
    void staysWhilePresenting();
    void cancels_data();
    void cancels();
    void savesWithoutIt();
    void opensAnother();
    void closes();
    void refusesOtherEdits();
    void pausesElsewhere();
    void scrubs();
    void thinsOut();
    void showsThePull();
    void saysWhatIsOutOfReach_data();
    void saysWhatIsOutOfReach();
    void givesNothingAway();
    void scenes();
    void headsApart();
    void wedgesWhereNumbersMayChange();
    void refusedNumbersGoBack_data();
    void refusedNumbersGoBack();
    void onASlide();
    void keyboardAfterwards_data();
    void keyboardAfterwards();
    void nothingMoves();
    void wantsAnOutput();
    void outputByKeys();
    void tabInAnOutput();
    void wheelOverTheCurve();
    void staysUnderAStroke();
    void noLoss_data();
    void noLoss();
    void advisesOnSigmoid();
    void onTheWorker();

private:
    LearnPage& page() {
        LearnPage& page = window().pages().open<LearnPage>();
        QApplication::processEvents();
        return page;
    }
    MatrixHeatmap& wanted() { return page().wantedCard().heatmap(); }
    QPoint at(Index row, Index key) { return wanted().cellRect({row, key}).center().toPoint(); }
    void stroke(const std::vector<QPoint>& cells) { // x is the key, y the query
        QTest::mousePress(&wanted(), Qt::LeftButton, {}, at(cells.front().y(), cells.front().x()));
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const QPoint to = at(cells[i].y(), cells[i].x());
            QMouseEvent move(QEvent::MouseMove, to, wanted().mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                             {});
            QApplication::sendEvent(&wanted(), &move);
        }
        QTest::mouseRelease(&wanted(), Qt::LeftButton, {}, at(cells.back().y(), cells.back().x()));
    }
    std::vector<WantedCell> painted() { return learnView(window().document().experiment()).learn.wanted; }
    /// "0.05 0.05 0.9 | - - - | …" as shown.
    QString shown() {
        const HeatmapContent& content = wanted().content();
        QStringList rows;
        for (Index row = 0; row < content.matrix->rows(); ++row) {
            QStringList cells;
            for (Index key = 0; key < content.matrix->cols(); ++key)
                cells += content.isHidden({row, key}) ? "x"
                         : content.isAny({row, key})  ? "-"
                                                      : QString::number((*content.matrix)(row, key), 'g', 3);
            rows += cells.join(' ');
        }
        return rows.join(" | ");
    }
    QAbstractButton* named(const char* name) {
        return page().findChild<QAbstractButton*>(QLatin1String(name));
    }
    bool press(const char* name) { return LabWindow::press(named(name)); }
    QAbstractButton* button(const QString& name) {
        for (auto* each : page().findChildren<QAbstractButton*>()) {
            if (each->accessibleName() == name && each->isVisible())
                return each;
        }
        return nullptr;
    }
    /// Paints “is” → “blue”, begins, and pauses at the first loss.
    void begin() {
        stroke({{2, 1}});
        QVERIFY(press("findWeights"));
        page().fit().setPlaying(false);
        page().fit().goTo(0);
    }
    void step(int steps) {
        for (int i = 0; i < steps; ++i)
            LabWindow::press(button("One step"));
    }
};

void TestLearnPage::paints_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QList<QPoint>>("cells"); // x is the key, y the query
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, Notation notation, const char* tool, QList<QPoint> cells,
                        const char* after) {
        QTest::newRow(name) << notation << QString(tool) << cells << QString(after);
    };
    using enum Notation;
    row("a cell", rows, "Cell", {{2, 1}}, "- - - | 0.05 0.05 0.9 | - - -");
    row("in columns", columns, "Cell", {{2, 1}}, "- - - | 0.05 0.05 0.9 | - - -");
    row("two share", rows, "Cell", {{1, 1}, {2, 1}}, "- - - | 0.1 0.45 0.45 | - - -");
    row("a leap is filled", rows, "Cell", {{0, 0}, {2, 2}}, "0.9 0.05 0.05 | 0.05 0.9 0.05 | 0.05 0.05 0.9");
    row("rows", rows, "Row", {{0, 0}, {0, 1}}, "0.333 0.333 0.333 | 0.333 0.333 0.333 | - - -");
    row("columns", columns, "Column", {{0, 0}, {0, 1}}, "0.333 0.333 0.333 | 0.333 0.333 0.333 | - - -");
    row("any", rows, "Any", {{0, 1}}, "- - - | - - - | - - -");
    row("previous", rows, "Previous word", {}, "- - - | 0.9 0.05 0.05 | 0.05 0.9 0.05");
    row("same", rows, "Same word", {}, "0.9 0.05 0.05 | 0.05 0.9 0.05 | 0.05 0.05 0.9");
    row("first", rows, "First word", {}, "0.9 0.05 0.05 | 0.9 0.05 0.05 | 0.9 0.05 0.05");
}

void TestLearnPage::paints() {
    QFETCH(Notation, notation);
    QFETCH(QString, tool);
    QFETCH(QList<QPoint>, cells);
    setNotation(window().document(), notation);
    const Experiment before = window().document().experiment();
    const int steps = window().document().undoStack().index();
    page();
    QVERIFY(LabWindow::press(LabWindow::button(page(), tool)));
    if (!cells.isEmpty())
        stroke({cells.begin(), cells.end()});
    QTEST(shown(), "after");
    QVERIFY(is_same(window().document().experiment(), before)); // no number has changed
    QCOMPARE(window().document().undoStack().index(), steps + (painted().empty() ? 0 : 1));
    QCOMPARE(window().document().isModified(), steps > 0 || !painted().empty());
}

void TestLearnPage::eachStrokeIsAStep() {
    stroke({{2, 1}});
    const QString one = shown();
    stroke({{0, 0}});
    const QString two = shown();
    window().document().undo();
    QCOMPARE(shown(), one);
    QVERIFY(window().document().isModified());
    window().document().redo();
    QCOMPARE(shown(), two);
    window().document().undo();
    window().document().undo();
    QVERIFY(painted().empty());
    QVERIFY(!window().document().isModified());
    stroke({{2, 1}});
    stroke({{2, 1}}); // again takes away
    QVERIFY(painted().empty());
    // Choices of how to find them are no edits, and stay.
    LearnView learn;
    learn.rate = 0.5;
    setLearnChoices(window().document(), learn);
    window().document().undo();
    QCOMPARE(painted().size(), 1U);
    QCOMPARE(learnView(window().document().experiment()).learn.rate, 0.5);
    // Escape takes a stroke back.
    QTest::mousePress(&wanted(), Qt::LeftButton, {}, at(0, 0));
    QTest::keyClick(&wanted(), Qt::Key_Escape);
    QTest::mouseRelease(&wanted(), Qt::LeftButton, {}, at(0, 0));
    QCOMPARE(painted().size(), 1U);
}

void TestLearnPage::byKeys() {
    wanted().setFocus(Qt::TabFocusReason);
    wanted().setCursorCell({1, 1});
    QTest::keyClick(&wanted(), Qt::Key_Right);
    QTest::keyClick(&wanted(), Qt::Key_Return);
    QCOMPARE(shown(), QString("- - - | 0.05 0.05 0.9 | - - -"));
    QTest::keyClick(&wanted(), Qt::Key_Space);
    QVERIFY(painted().empty());
    QVERIFY(!window().findChild<Selection*>() || !window().findChild<Selection*>()->inspected());
}

void TestLearnPage::hiddenIsNotWanted() {
    setCausal(window().document(), true);
    QSignalSpy refused(&page(), &Page::refused);
    const int steps = window().document().undoStack().index();
    stroke({{2, 1}});
    QVERIFY(painted().empty());
    QCOMPARE(window().document().undoStack().index(), steps);
    QCOMPARE(refused.size(), 1);
    QVERIFY2(refused[0][0].toString().contains("causal"), qPrintable(refused[0][0].toString()));
    stroke({{0, 1}});
    QCOMPARE(shown(), QString("- x x | 0.9 0.1 x | - - -"));
    // What is hidden later is not wanted any more, and is again when it is shown.
    setCausal(window().document(), false);
    stroke({{2, 1}});
    setCausal(window().document(), true);
    QCOMPARE(shown(), QString("- x x | 0.9 0.1 x | - - -"));
    setCausal(window().document(), false);
    QCOMPARE(shown(), QString("- - - | 0.45 0.1 0.45 | - - -"));
}

void TestLearnPage::savedAndOpened() {
    stroke({{2, 1}});
    const QString file = path("wanted.attn");
    const auto saved = save_experiment(file.toStdString(), window().document().experimentToSave());
    QVERIFY(!saved);
    const Experiment read = load_experiment(file.toStdString()).value();
    QCOMPARE(learnView(read).learn, learnView(window().document().experiment()).learn);
    window().document().noteSaved(read, file);
    QVERIFY(!window().document().isModified());
    window().document().replace(read, file);
    QApplication::processEvents();
    QCOMPARE(shown(), QString("- - - | 0.05 0.05 0.9 | - - -"));
    QVERIFY(!window().document().isModified());
}

void TestLearnPage::hostileView_data() {
    QTest::addColumn<QString>("learn");
    QTest::addColumn<QString>("shows");
    const QString nothing = "- - - | - - - | - - -", one = "- - - | 0.05 0.05 0.9 | - - -";
    const auto row = [](const char* name, const QString& learn, const QString& shows) {
        QTest::newRow(name) << learn << shows;
    };
    row("a list", "[]", nothing);
    row("a text", "\"x\"", nothing);
    row("wanted is a number", R"({"wanted": 1})", nothing);
    row("cells of nothing", R"({"wanted": [null, 1, [], {}, "x"]})", nothing);
    row("outside", R"({"wanted": [{"row": 3, "column": 0, "weight": 0.5}]})", nothing);
    row("before", R"({"wanted": [{"row": -1, "column": 0, "weight": 0.5}]})", nothing);
    row("another head", R"({"wanted": [{"head": 7, "row": 1, "column": 0, "weight": 0.5}]})", nothing);
    row("half a row", R"({"wanted": [{"row": 1.5, "column": 0, "weight": 0.5}]})", nothing);
    row("huge", R"({"wanted": [{"row": 1e300, "column": 0, "weight": 0.5}]})", nothing);
    row("too much", R"({"wanted": [{"row": 1, "column": 0, "weight": 2}]})", nothing);
    row("negative", R"({"wanted": [{"row": 1, "column": 0, "weight": -1}]})", nothing);
    row("a text for a weight", R"({"wanted": [{"row": 1, "column": 0, "weight": "NaN"}]})", nothing);
    row("twice",
        R"({"wanted": [{"row": 1, "column": 2, "weight": 0.9}, {"row": 1, "column": 2, "weight": 0.1}]})",
        one);
    row("others are wrong",
        R"({"wanted": [{"row": 1, "column": 2, "weight": 0.9}], "rate": 0, "steps": 1.5, "brush": 7,
            "optimiser": "lbfgs", "parameters": ["W_Q", "W_Q", "nothing", 3]})",
        one);
    row("parameters is a text",
        R"({"wanted": [{"row": 1, "column": 2, "weight": 0.9}], "parameters": "W_Q"})", one);
}

void TestLearnPage::hostileView() {
    QFETCH(QString, learn);
    Experiment experiment = window().document().experiment();
    ViewJson view = ViewJson::object();
    view["learn"] = ViewJson::parse(learn.toStdString());
    experiment.view = std::make_shared<const ViewJson>(view);
    QVERIFY(!learnView(experiment).isRight);
    window().document().replace(experiment, {});
    page();
    QTEST(shown(), "shows");
    const LearnView read = learnView(experiment).learn;
    QCOMPARE(read.rate, 0.1);
    QCOMPARE(read.steps, 200);
    QCOMPARE(read.brush, 0.9);
    // As a scene it is shown as far as it can be, and said.
    view["page"] = "learn";
    experiment.view = std::make_shared<const ViewJson>(view);
    QVERIFY(keptView(experiment).ignored.contains("learn"));
}

/// The page's steps are those of the core, to the bit, and as good as the issue asks.
void TestLearnPage::findsTheCore() {
    begin();
    LabDocument& document = window().document();
    const Experiment before = document.opened();
    QCOMPARE(page().fit().settings().parameters,
             (std::vector<ParameterId>{ParameterId::W_Q, ParameterId::W_K}));
    const auto target = std::get<WantedWeights>(page().fit().target());
    Result<Fit> made =
        Fit::make(before, target, {{ParameterId::W_Q, ParameterId::W_K}, Optimiser::adam, 0.1});
    Fit fit = std::move(made).value();
    QCOMPARE(page().fit().losses().front(), fit.loss());
    page().fit().setSpeed(FitSpeed::fast);
    page().fit().setPlaying(true);
    QTRY_VERIFY(page().fit().lastStep() >= 100);
    page().fit().goTo(100);
    while (fit.steps() < 100) {
        QVERIFY(!fit.step());
        QCOMPARE(page().fit().losses()[static_cast<std::size_t>(fit.steps())], fit.loss());
    }
    QCOMPARE(page().fit().shownStep(), 100);
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        QVERIFY(is_same(parameter(document.experiment(), id), parameter(fit.experiment(), id)));
    QVERIFY2(fit.largest_difference() <= 0.01, qPrintable(QString::number(fit.largest_difference())));
    QCOMPARE((*document.view(StageId::weights, 0).matrix)(1, 2) - 0.9 < 0.01, true);
    const auto far = furthest(*document.view(StageId::weights, 0).matrix, sharesOf(target.numbers));
    QCOMPARE(std::abs(far->now - far->wanted), fit.largest_difference());
    QVERIFY(page().notes().contains("After 100 steps “is” gives 0.9"));
    QVERIFY(page().curve().isLogarithmic());
}

/// A share of 1 leaves 0 for the others, which softmax never gives; what was painted is there all the same.
void TestLearnPage::saysWhenFound() {
    LearnView learn;
    learn.brush = 1;
    setLearnChoices(window().document(), learn);
    begin();
    QVERIFY2(!page().notes().contains("Found"), qPrintable(page().notes()));
    page().fit().setSpeed(FitSpeed::fast);
    page().fit().setPlaying(true);
    QTRY_VERIFY(page().fit().lastStep() == page().fit().mostSteps() && !page().fit().isPlaying());
    const QString notes = page().notes();
    QVERIFY2(notes.contains("Found: no weight is more than 0.01 from what you want."), qPrintable(notes));
    QVERIFY2(!notes.contains("Furthest"), qPrintable(notes));
    QTRY_VERIFY2(page().notes().contains("Exactly this is out of reach"), qPrintable(page().notes()));
    page().fit().goTo(1);
    QVERIFY2(!page().notes().contains("Found") && page().notes().contains("Furthest"),
             qPrintable(page().notes()));
}

void TestLearnPage::keepsAsOneStep() {
    begin();
    LabDocument& document = window().document();
    const Experiment before = document.experiment();
    const int steps = document.undoStack().index();
    step(3);
    QCOMPARE(page().fit().shownStep(), 3);
    QCOMPARE(document.undoStack().index(), steps);
    const Experiment found = document.experiment();
    QVERIFY(!is_same(found, before));
    QVERIFY(window().status().text().contains("nothing is changed until you keep it"));
    QVERIFY(press("keepFit"));
    QVERIFY(!page().fit().isActive() && !document.isFitting());
    QVERIFY(is_same(document.experiment(), found));
    QCOMPARE(document.undoStack().index(), steps + 1);
    document.undo();
    QVERIFY(is_same(document.experiment(), before));
    document.redo();
    QVERIFY(is_same(document.experiment(), found));
    QVERIFY(!window().status().text().contains("Finding"));
}

/// A dialogue to export opens while weights are found, which waits meanwhile.
void TestLearnPage::staysThroughADialogue() {
    begin();
    page().fit().setPlaying(true);
    window().actions()[ActionId::export_handout].trigger();
    auto* dialog = window().findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(page().fit().isActive() && !page().fit().isPlaying());
    QTest::qWait(50); // several frames
    QVERIFY(dialog->isVisible());
    dialog->reject();
    QVERIFY(page().fit().isActive());
}

/// Escape ends the presentation, and nothing that was found.
void TestLearnPage::staysWhilePresenting() {
    begin();
    step(3);
    const Experiment found = window().document().experiment();
    window().press_key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(window().presentation().isRunning());
    window().press_key(Qt::Key_Escape);
    QVERIFY(!window().presentation().isRunning());
    QVERIFY(page().fit().isActive());
    QVERIFY(is_same(window().document().experiment(), found));
}

void TestLearnPage::cancels_data() {
    QTest::addColumn<QString>("by");
    for (const char* by : {"the button", "Escape", "Escape in a grid", "playing on"})
        QTest::newRow(by) << QString(by);
}

void TestLearnPage::cancels() {
    QFETCH(QString, by);
    begin();
    LabDocument& document = window().document();
    const Experiment before = document.opened();
    const int steps = document.undoStack().index();
    step(2);
    if (by == "playing on")
        page().fit().setPlaying(true);
    QVERIFY(!is_same(document.experiment(), before));
    if (by == "the button" || by == "playing on") {
        QVERIFY(press("cancelFit"));
    } else {
        if (by == "Escape")
            wanted().setFocus();
        else
            window().grid(ParameterId::W_Q).setFocus();
        window().press_key(Qt::Key_Escape);
    }
    QVERIFY(!page().fit().isActive());
    QVERIFY(is_same(document.experiment(), before));
    QCOMPARE(document.undoStack().index(), steps);
    QTest::qWait(50); // several frames
    QVERIFY(is_same(document.experiment(), before));
    QVERIFY(!document.isPreviewing());
}

void TestLearnPage::savesWithoutIt() {
    LabDocument& document = window().document();
    const QString file = path("during.attn");
    QVERIFY(!save_experiment(file.toStdString(), document.experimentToSave()));
    document.replace(load_experiment(file.toStdString()).value(), file);
    begin();
    step(2);
    QVERIFY(is_same(document.experimentToSave(), document.opened()));
    QVERIFY(document.isModified()); // painted
    window().controller().save();
    QTRY_VERIFY(!document.isModified());
    QVERIFY(is_same(load_experiment(file.toStdString()).value().projection.W_Q,
                    document.opened().projection.W_Q));
    QVERIFY(document.isFitting());
    QCOMPARE(page().fit().shownStep(), 2);
    QVERIFY(!document.isModified()); // what was painted is in the file
    press("keepFit");
    QVERIFY(document.isModified());
}

void TestLearnPage::opensAnother() {
    begin();
    page().fit().setPlaying(true);
    step(1);
    window().document().openExample("two-heads");
    QVERIFY(!page().fit().isActive());
    const Experiment opened = window().document().experiment();
    QTest::qWait(50);
    QVERIFY(is_same(window().document().experiment(), opened));
    QVERIFY(!window().document().isModified());
}

void TestLearnPage::closes() {
    begin();
    page().fit().setPlaying(true);
    QVERIFY(window().document().isFitting());
    window().close(); // the window goes while it runs
}

void TestLearnPage::refusesOtherEdits() {
    begin();
    step(2);
    LabDocument& document = window().document();
    const Experiment running = document.experiment();
    QSignalSpy locked(&document, &LabDocument::locked);
    document.setValue(ParameterId::W_Q, 0, 0, 7);
    document.undo();
    document.redo();
    document.setText("other words");
    setCausal(document, true);
    document.preview(ParameterId::W_V, 0, 0, 3);
    document.commitPreview();
    takeSnapshot(document);
    document.revertToOpened();
    document.coverCells({StageId::weights, 0, {0, 0}});
    stroke({{0, 0}});
    window().type_sentence("x");
    QVERIFY(locked.size() >= 10);
    for (const auto& each : locked)
        QVERIFY(each[0].toString().contains("keep or cancel"));
    QVERIFY(is_same(document.experiment(), running));
    QVERIFY(document.cover().isEmpty());
    QVERIFY(document.isFitting());
    QCOMPARE(page().fit().shownStep(), 2);
    step(1);
    QVERIFY(!is_same(document.experiment(), running));
}

void TestLearnPage::pausesElsewhere() {
    begin();
    page().fit().setPlaying(true);
    QVERIFY(page().fit().isPlaying());
    LearnPage& learn = page();
    window().pages().open<Board>();
    QVERIFY(learn.fit().isActive() && !learn.fit().isPlaying());
    const Index steps = learn.fit().lastStep();
    QTest::qWait(50);
    QCOMPARE(learn.fit().lastStep(), steps);
}

void TestLearnPage::scrubs() {
    begin();
    step(10);
    LabDocument& document = window().document();
    const Experiment tenth = document.experiment();
    LossCurve& curve = page().curve();
    const QPoint fifth(static_cast<int>(std::lround(curve.placeOf(5))), curve.height() / 2);
    QTest::mousePress(&curve, Qt::LeftButton, {}, fifth);
    QCOMPARE(page().fit().shownStep(), 5);
    QTest::mouseRelease(&curve, Qt::LeftButton, {}, fifth);
    QCOMPARE(curve.content().losses.size(), 11U);
    QTest::keyClick(&curve, Qt::Key_Home);
    QVERIFY(is_same(document.experiment(), document.opened()));
    QTest::keyClick(&curve, Qt::Key_Right);
    QCOMPARE(page().fit().shownStep(), 1);
    QTest::keyClick(&curve, Qt::Key_Left);
    QCOMPARE(page().fit().shownStep(), 0);
    QTest::keyClick(&curve, Qt::Key_End);
    QVERIFY(is_same(document.experiment(), tenth));
    LabWindow::press(button("Back to the start"));
    QCOMPARE(page().fit().shownStep(), 0);
    press("keepFit"); // of what was there before: no edit
    QVERIFY(!document.undoStack().undoText().contains("Find"));
}

void TestLearnPage::thinsOut() {
    begin();
    FitRun& fit = page().fit();
    const double most = fit.bytesHeld() * 8;
    fit.setKeptBytes(most);
    step(60);
    QVERIFY(fit.bytesHeld() <= most);
    QCOMPARE(fit.lastStep(), 60);
    QCOMPARE(fit.losses().size(), 61U);
    const Experiment last = window().document().experiment();
    fit.goTo(30);
    QVERIFY(std::abs(fit.shownStep() - 30) <= 8);
    fit.goTo(0);
    QVERIFY(is_same(window().document().experiment(), window().document().opened()));
    fit.goTo(60);
    QVERIFY(is_same(window().document().experiment(), last));
    step(1);
    QCOMPARE(fit.shownStep(), 61);
}

/// Beside the parameters: minus the gradient of the loss, at the step that is shown.
void TestLearnPage::showsThePull() {
    begin();
    step(2);
    const MatrixGrid& grid = window().grid(ParameterId::W_Q);
    const auto spoken = [&] {
        return grid.model()->index(0, 0).data(Qt::AccessibleTextRole).toString() +
               grid.model()->index(0, 0).data(Qt::ToolTipRole).toString();
    };
    const Result<Gradient> found = gradient(window().document().experiment(), page().fit().target());
    const double slope = -found.value().by.at(ParameterId::W_Q)(0, 0);
    QVERIFY2(spoken().contains(slope > 0 ? "more lowers the loss" : "less lowers the loss"),
             qPrintable(spoken()));
    QVERIFY(press("cancelFit"));
    QVERIFY2(!spoken().contains("the loss"), qPrintable(spoken()));
}

void TestLearnPage::saysWhatIsOutOfReach_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<double>("share");
    QTest::addColumn<QPoint>("cell");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("cure");
    QTest::newRow("zero") << "sky is blue" << 1.0 << QPoint(2, 1) << "softmax never gives exactly 0"
                          << "Hide the cells with a wanted weight of 0";
    QTest::newRow("alike") << "sky is sky" << 0.9 << QPoint(2, 1) << "look alike"
                           << "Add positions";
}

void TestLearnPage::saysWhatIsOutOfReach() {
    QFETCH(QString, sentence);
    QFETCH(double, share);
    QFETCH(QPoint, cell);
    QFETCH(QString, says);
    QFETCH(QString, cure);
    window().document().setText(sentence);
    LearnView learn;
    learn.brush = share;
    setLearnChoices(window().document(), learn);
    stroke({cell});
    QTRY_VERIFY2(page().notes().contains(says), qPrintable(page().notes()));
    QVERIFY(page().notes().contains("Exactly this is out of reach"));
    QCOMPARE(named("cure")->text(), cure);
    const int steps = window().document().undoStack().index();
    QVERIFY(press("cure"));
    QCOMPARE(window().document().undoStack().index(), steps + 1);
    QTRY_VERIFY2(!page().notes().contains(says), qPrintable(page().notes()));
}

void TestLearnPage::givesNothingAway() {
    stroke({{2, 1}});
    LabDocument& document = window().document();
    QVERIFY(page().notes().contains("The loss is"));
    document.coverCells(wholeMatrix(document.experiment(), StageId::weights, 0));
    QVERIFY(!page().notes().contains("loss is"));
    QVERIFY(!page().notes().contains("attention"));
    QVERIFY(!named("findWeights")->isEnabled());
    const HeatmapContent& difference = page().differenceCard().heatmap().content();
    QCOMPARE(QString::fromStdString(display((*difference.matrix)(1, 2), 2)), QString("?"));
    document.uncover();
    QVERIFY(named("findWeights")->isEnabled());
    QVERIFY(page().notes().contains("The loss is"));
}

void TestLearnPage::scenes() {
    stroke({{2, 1}});
    Scenes& scenes = window().view().scenes();
    const KeptView kept = scenes.look();
    QVERIFY(kept.learn && kept.learn->wanted.size() == 1);
    takeScene(window().document(), kept, "wanted");
    stroke({{0, 0}});
    const QString two = shown();
    scenes.goTo(scenes.indices().size() - 1);
    QCOMPARE(painted().size(), 1U);
    QCOMPARE(shown(), QString("- - - | 0.05 0.05 0.9 | - - -"));
    window().document().undo();
    QCOMPARE(shown(), two); // nothing is lost
}

void TestLearnPage::headsApart() {
    window().document().openExample("two-heads");
    page();
    stroke({{0, 1}});
    QCOMPARE(painted().front().head, 0);
    window().selection().setHead(1);
    QApplication::processEvents();
    QVERIFY(!shown().contains("0."));
    stroke({{0, 0}});
    QCOMPARE(painted().size(), 2U);
    QVERIFY(press("findWeights"));
    QCOMPARE(std::get<WantedWeights>(page().fit().target()).head, 1);
    window().selection().setHead(0);
    QVERIFY(page().curve().content().losses.empty());
    page().fit().cancel();
}

/// Of what may not change, nothing is pulled.
void TestLearnPage::wedgesWhereNumbersMayChange() {
    LearnView learn;
    learn.parameters = {ParameterId::W_Q};
    setLearnChoices(window().document(), learn);
    begin();
    step(1);
    const auto hasWedges = [&](ParameterId id) {
        return window().grid(id).model()->index(0, 0).data(PullDelegate::PullRole).isValid();
    };
    QVERIFY(hasWedges(ParameterId::W_Q));
    for (const ParameterId id : {ParameterId::E, ParameterId::W_K, ParameterId::W_V})
        QVERIFY(!hasWedges(id));
}

void TestLearnPage::refusedNumbersGoBack_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("says");
    QTest::newRow("rate") << "Learning rate"
                          << "-1"
                          << "above 0";
    QTest::newRow("rate, no number") << "Learning rate"
                                     << "fast"
                                     << "fast";
    QTest::newRow("steps") << "Steps at most"
                           << "0"
                           << "whole number";
    QTest::newRow("share") << "Share of the query that is painted next"
                           << "2"
                           << "from 0 to 1";
}

void TestLearnPage::refusedNumbersGoBack() {
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, says);
    NumberField* shown = nullptr;
    for (auto* each : page().findChildren<NumberField*>()) {
        if (each->accessibleName() == field)
            shown = each;
    }
    QVERIFY(shown);
    QSignalSpy refused(&page(), &Page::refused);
    const QString before = shown->text();
    const LearnView learn = learnView(window().document().experiment()).learn;
    shown->setFocus();
    QTest::keyClicks(shown, typed);
    QTest::keyClick(shown, Qt::Key_Return);
    QCOMPARE(shown->text(), before);
    wanted().setFocus();
    QCOMPARE(refused.size(), 1);
    QVERIFY2(refused[0][0].toString().contains(says), qPrintable(refused[0][0].toString()));
    QCOMPARE(learnView(window().document().experiment()).learn, learn);
}

/// A slide has the button, until there is the row of the fit.
void TestLearnPage::onASlide() {
    stroke({{2, 1}});
    window().press_key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(window().presentation().isRunning());
    LearnPage* slide = nullptr;
    for (QWidget* each : QApplication::allWidgets()) {
        auto* learn = qobject_cast<LearnPage*>(each);
        slide = learn && learn->isVisible() ? learn : slide;
    }
    QVERIFY(slide);
    auto* find = slide->findChild<QAbstractButton*>(QStringLiteral("findWeights"));
    QVERIFY(find->isVisible());
    QVERIFY(!LabWindow::button(*slide, "Previous word"));
    QVERIFY(LabWindow::press(find));
    slide->fit().setPlaying(false);
    QVERIFY(slide->fit().isActive() && !find->isVisible());
    slide->fit().cancel();
    QTRY_VERIFY(find->isVisible());
    window().press_key(Qt::Key_Escape);
    QVERIFY(LabWindow::button(page(), "Previous word"));
}

void TestLearnPage::keyboardAfterwards_data() {
    QTest::addColumn<QString>("by");
    QTest::newRow("kept") << "keepFit";
    QTest::newRow("cancelled") << "cancelFit";
}

void TestLearnPage::keyboardAfterwards() {
    QFETCH(QString, by);
    stroke({{2, 1}});
    named("findWeights")->setFocus(Qt::TabFocusReason);
    QTest::keyClick(named("findWeights"), Qt::Key_Space);
    QVERIFY(page().fit().isActive());
    QCOMPARE(QApplication::focusWidget(), button("Pause"));
    page().fit().setPlaying(false);
    page().fit().step(1);
    QAbstractButton* ends = named(qPrintable(by));
    ends->setFocus(Qt::TabFocusReason);
    QTest::keyClick(ends, Qt::Key_Space);
    QVERIFY(!page().fit().isActive());
    QCOMPARE(QApplication::focusWidget(), named("findWeights"));
}

/// Numbers, steps and notes get shorter and longer, and the cards stay where they are.
void TestLearnPage::nothingMoves() {
    begin();
    const auto places = [&] {
        QApplication::processEvents();
        QList<QRect> all;
        for (const MatrixCard* card : {&page().wantedCard(), &page().weightsCard(), &page().differenceCard()})
            all += QRect(card->mapTo(&page(), QPoint()), card->size());
        all += QRect(button("One step")->mapTo(&page(), QPoint()), button("One step")->size());
        all += QRect(named("keepFit")->mapTo(&page(), QPoint()), named("keepFit")->size());
        return all;
    };
    const QList<QRect> before = places();
    for (int i = 0; i < 6; ++i) {
        step(20);
        QCOMPARE(places(), before);
    }
}

/// The steps for a wanted output are those of the core, of all of the projection.
void TestLearnPage::wantsAnOutput() {
    LabDocument& document = window().document();
    const int steps = document.undoStack().index();
    QVERIFY(LabWindow::press(LabWindow::button(page(), "Output")));
    QCOMPARE(document.undoStack().index(), steps + 1);
    QVERIFY(!LabWindow::button(page(), "Previous word"));
    QVERIFY(!named("findWeights")->isEnabled());
    const auto type = [&](Index row, Index column, const char* text) {
        QTest::mouseClick(&wanted(), Qt::LeftButton, {}, at(row, column));
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        field->clear();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    type(1, 0, "0.5");
    type(2, 1, "-1/4");
    type(0, 0, "3");
    type(0, 0, ""); // any again
    QSignalSpy refused(&page(), &Page::refused);
    type(0, 1, "x");
    QCOMPARE(refused.size(), 1);
    QCOMPARE(shown(), QString("- - | 0.5 - | - -0.25"));
    QCOMPARE(document.undoStack().index(), steps + 5);
    QVERIFY(painted().empty());
    QVERIFY(page().notes().contains("The loss is"));
    // In scenes, and undone.
    QVERIFY(window().view().scenes().look().learn->output.size() == 2);
    document.undo();
    document.undo();
    QCOMPARE(shown(), QString("- - | 0.5 - | - -0.25"));
    document.undo();
    QCOMPARE(shown(), QString("- - | 0.5 - | - -"));
    document.redo();

    const Experiment before = document.experiment();
    QVERIFY(press("findWeights"));
    page().fit().setPlaying(false);
    const auto target = std::get<WantedOutput>(page().fit().target());
    const std::vector<ParameterId> parameters = usual_parameters(before, target);
    QCOMPARE(page().fit().settings().parameters, parameters);
    Fit fit = Fit::make(before, target, {parameters, Optimiser::adam, 0.1}).value();
    step(20 - static_cast<int>(page().fit().lastStep()));
    while (fit.steps() < 20) {
        QCOMPARE(page().fit().losses()[static_cast<std::size_t>(fit.steps())], fit.loss());
        QVERIFY(!fit.step());
    }
    QVERIFY2(page().notes().contains("After 20 steps, furthest from what you want"),
             qPrintable(page().notes()));
    QVERIFY(press("keepFit"));
    QVERIFY(is_same(document.experiment().projection.W_V, fit.experiment().projection.W_V));
    QVERIFY(LabWindow::press(LabWindow::button(page(), "Weights")));
    QCOMPARE(shown(), QString("- - - | - - - | - - -"));
}

void TestLearnPage::outputByKeys() {
    setWantedStage(window().document(), WantedStage::output, "output");
    page();
    wanted().setFocus(Qt::TabFocusReason);
    wanted().setCursorCell({1, 1});
    QTest::keyClick(&wanted(), Qt::Key_Left);
    QTest::keyClick(&wanted(), Qt::Key_Return);
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field && field->accessibleName().contains("is"));
    QTest::keyClicks(field, "2");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(shown(), QString("- - | 2 - | - -"));
    QCOMPARE(QApplication::focusWidget(), &wanted());
    QTest::keyClick(&wanted(), Qt::Key_F2);
    QTest::keyClicks(QApplication::focusWidget(), "7");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(shown(), QString("- - | 2 - | - -"));
    QTest::keyClick(&wanted(), Qt::Key_Delete);
    QCOMPARE(shown(), QString("- - | - - | - -"));
}

/// As in the grids of parameters, Tab types into the next cell.
void TestLearnPage::tabInAnOutput() {
    setWantedStage(window().document(), WantedStage::output, "output");
    page();
    wanted().setFocus(Qt::TabFocusReason);
    wanted().setCursorCell({0, 1});
    QTest::keyClick(&wanted(), Qt::Key_Return);
    QTest::keyClicks(QApplication::focusWidget(), "2");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(shown(), QString("- 2 | - - | - -"));
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field && field->accessibleName().contains("is"));
    QTest::keyClicks(field, "3");
    QTest::keyClick(field, Qt::Key_Tab, Qt::ShiftModifier);
    QCOMPARE(shown(), QString("- 2 | 3 - | - -"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    wanted().setCursorCell({2, 1});
    QTest::keyClick(&wanted(), Qt::Key_Return);
    QTest::keyClicks(QApplication::focusWidget(), "5");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // there is no other
    QCOMPARE(shown(), QString("- 2 | 3 - | - 5"));
    QCOMPARE(QApplication::focusWidget(), &wanted());
}

/// The page scrolls, as over everything else on it.
void TestLearnPage::wheelOverTheCurve() {
    window().resize(1000, 480);
    QScrollBar& bar = *page().verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 20);
    bar.setValue(0);
    turn_wheel(page().curve(), QRectF(page().curve().rect()).center(), {0, -120});
    QVERIFY(bar.value() > 0);
}

/// What is said of the first painted cell takes room: not before the button is let go.
void TestLearnPage::staysUnderAStroke() {
    LabWindow& w = window();
    w.resize(1600, 1000);
    w.document().setText("near the old house our quick brown dog found some bones there");
    page();
    const QRectF before = wanted().cellRect({3, 4});
    const QPoint first = at(3, 2);
    QTest::mousePress(&wanted(), Qt::LeftButton, {}, first);
    QApplication::processEvents();
    QCOMPARE(wanted().cellRect({3, 4}), before);
    const QPoint to = before.center().toPoint();
    QMouseEvent move(QEvent::MouseMove, to, wanted().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(&wanted(), &move);
    QTest::mouseRelease(&wanted(), Qt::LeftButton, {}, to);
    for (const WantedCell& each : painted())
        QCOMPARE(each.row, 3);
    QCOMPARE(painted().size(), 3U);
}

void TestLearnPage::noLoss_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<QString>("cure");
    QTest::newRow("sparsemax") << NormalizationKind::sparsemax << "Raise the temperature";
    QTest::newRow("saturated") << NormalizationKind::softmax << "Raise the temperature";
}

/// Where something is wanted and the weight is 0, there is no loss: that is said before, in plain words.
void TestLearnPage::noLoss() {
    QFETCH(const NormalizationKind, kind);
    QFETCH(const QString, cure);
    Experiment experiment = window().document().experiment();
    experiment.normalization.kind = kind;
    experiment.normalization.temperature = 1e-5;
    window().document().replace(experiment, {});
    stroke({{1, 1}});
    QVERIFY2(page().problem().startsWith("There is no loss: “") &&
                 page().problem().contains("has the weight 0"),
             qPrintable(page().problem()));
    QVERIFY2(page().problem().contains(cure), qPrintable(page().problem()));
    QVERIFY(page().notes().contains(page().problem()));
    QVERIFY(!named("findWeights")->isEnabled());
}

/// Its loss brings no weight down, so that no advice is given that would not help.
void TestLearnPage::advisesOnSigmoid() {
    Experiment experiment = window().document().experiment();
    experiment.normalization.kind = NormalizationKind::sigmoid;
    window().document().replace(experiment, {});
    LearnView learn;
    learn.steps = 5;
    setLearnChoices(window().document(), learn);
    begin();
    step(5);
    QVERIFY2(page().notes().contains("With sigmoid, each weight is computed alone"),
             qPrintable(page().notes()));
    QVERIFY(!page().notes().contains("may find it"));
}

/// Of a large document, steps are computed on a thread: cancelling takes hold at once, and none follows.
void TestLearnPage::onTheWorker() {
    LabDocument& document = window().document();
    QStringList words;
    for (int i = 0; i < 48; ++i)
        words += QStringLiteral("w%1").arg(i);
    document.setText(words.join(' '));
    setSize(document, Size::d_model, 128);
    setSize(document, Size::d_k, 128);
    page();
    QTRY_VERIFY(wanted().content().matrix && wanted().content().matrix->rows() == 48);
    QVERIFY(LabWindow::press(LabWindow::button(page(), "First word")));
    QTRY_VERIFY(named("findWeights")->isEnabled());
    const Experiment before = document.experiment();
    const auto unchanged = [&] {
        return !document.isFitting() && page().fit().losses().empty() &&
               is_same(document.experiment(), before);
    };
    // At once, whether the first loss is known or not.
    QVERIFY(press("findWeights"));
    QVERIFY(page().fit().isActive());
    QVERIFY(press("cancelFit"));
    QVERIFY(unchanged());
    QTest::qWait(200);
    QVERIFY(unchanged());
    // Amid the steps.
    QVERIFY(press("findWeights"));
    QTRY_VERIFY(page().fit().lastStep() >= 2);
    QVERIFY(press("cancelFit"));
    QVERIFY(unchanged());
    QTest::qWait(200);
    QVERIFY(unchanged());
    // Begun again, the steps are those of the new one.
    QVERIFY(press("findWeights"));
    QTRY_VERIFY(page().fit().lastStep() >= 2);
    page().fit().setPlaying(false);
    Fit fit = Fit::make(before, page().fit().target(), page().fit().settings()).value();
    const auto& losses = page().fit().losses();
    for (std::size_t i = 0; i < losses.size(); ++i) {
        QVERIFY(i == 0 || !fit.step());
        QCOMPARE(losses[i], fit.loss());
    }
    page().fit().cancel();
}

LAB_WINDOW_TEST(TestLearnPage)
#include "tst_learn_page.moc"
