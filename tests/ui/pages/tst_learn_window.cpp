// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Learn in its window: nothing moves when a fit begins, other pages lead back to it, and what it
// offers takes away what it names.
#include "core/experiment/is_same.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/view/learn_view.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/pages/learn/wanted_legend.h"
#include "ui/pages/matrix_card.h"
#include "ui/plots/learn/loss_curve.h"
#include "ui/selection/selection.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/present/presentation.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/fit_strip.h"

#include <QScrollBar>

using namespace lab;
using namespace lab::test;

class TestLearnWindow : public WindowTest {
    Q_OBJECT

private slots:
    void numbersInASmallWindow_data();
    void numbersInASmallWindow();
    void nothingMovesAtTheStart_data();
    void nothingMovesAtTheStart();
    void leadsBackFromOtherPages();
    void escapeCancelsAnywhere();
    void presentedDuringAFit();
    void explainsItsCells();
    void offersWhatGivesALoss_data();
    void offersWhatGivesALoss();
    void keepsTheLogarithm();
    void takesMoreSteps();
    void sameStepEverywhere();
    void saysTheLowestLoss();
    void foldsWhatIsFixed();

private:
    LearnPage& page() {
        LearnPage& page = window().pages().open<LearnPage>();
        QApplication::processEvents();
        return page;
    }
    MatrixHeatmap& wanted() { return page().wantedCard().heatmap(); }
    void paint(Index row, Index key) {
        QTest::mouseClick(&wanted(), Qt::LeftButton, {}, wanted().cellRect({row, key}).center().toPoint());
    }
    QAbstractButton* named(const char* name) {
        return page().findChild<QAbstractButton*>(QLatin1String(name));
    }
    /// Begins, and pauses at the first loss.
    void begin() {
        QVERIFY(LabWindow::press(named("findWeights")));
        page().fit().setPlaying(false);
        page().fit().goTo(0);
        QApplication::processEvents();
    }
    QList<const MatrixCard*> cards() {
        return {&page().wantedCard(), &page().weightsCard(), &page().differenceCard()};
    }
    /// Where everything is that is looked at while a fit begins.
    QList<QRect> places() {
        QApplication::processEvents();
        QList<QRect> all;
        for (const MatrixCard* card : cards())
            all += QRect(card->mapTo(&window(), QPoint()), card->size());
        const LossCurve& curve = page().curve();
        all += QRect(curve.mapTo(&window(), QPoint()), curve.size());
        for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K})
            all += QRect(window().grid(id).mapTo(&window(), QPoint()), window().grid(id).size());
        return all;
    }
    FitStrip* strip() { return window().findChild<FitStrip*>(); }
};

void TestLearnWindow::numbersInASmallWindow_data() {
    QTest::addColumn<QString>("sentence");
    QTest::newRow("six words") << "the cat sat because it slept";
    QTest::newRow("seven words") << "the cat sat down because it slept";
}

void TestLearnWindow::numbersInASmallWindow() {
    QFETCH(const QString, sentence);
    openWindow({1024, 700});
    window().document().setText(sentence);
    page();
    paint(4, 1);
    QApplication::processEvents();
    for (const MatrixCard* card : cards()) {
        const HeatmapMetrics& metrics = card->heatmap().metrics();
        QVERIFY(!isColourOnly(metrics.density) && !metrics.labelsLeftOut);
        const QRect inside(card->mapTo(page().viewport(), QPoint()), card->size());
        QVERIFY(inside.right() < page().viewport()->width());
    }
}

void TestLearnWindow::nothingMovesAtTheStart_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("large") << QSize(1600, 1000) << "sky is blue";
    QTest::newRow("small") << QSize(1024, 700) << "sky is blue";
    QTest::newRow("small, six words") << QSize(1024, 700) << "the cat sat because it slept";
    QTest::newRow("low") << QSize(1024, 420) << "sky is blue";
}

void TestLearnWindow::nothingMovesAtTheStart() {
    QFETCH(const QSize, size);
    QFETCH(const QString, sentence);
    openWindow(size);
    window().document().setText(sentence);
    page();
    const int scrolled = page().verticalScrollBar()->value();
    const QList<QRect> before = places();
    paint(1, 2);
    QCOMPARE(places(), before);
    begin();
    QCOMPARE(places(), before);
    page().fit().step(1);
    QCOMPARE(places(), before);
    QCOMPARE(page().verticalScrollBar()->value(), scrolled);
    page().fit().cancel();
    QCOMPARE(places(), before);
}

void TestLearnWindow::leadsBackFromOtherPages() {
    page();
    paint(1, 2);
    begin();
    page().fit().step(1);
    QVERIFY(!strip() || !strip()->isVisible());
    window().pages().open<Board>();
    QVERIFY(strip() && strip()->isVisible());
    QVERIFY2(strip()->text().contains("Learn"), qPrintable(strip()->text()));
    QVERIFY(LabWindow::press(LabWindow::button(*strip(), "Back to Learn")));
    QVERIFY(qobject_cast<LearnPage*>(window().pages().currentWidget()));
    QVERIFY(!strip()->isVisible());
    QVERIFY(page().fit().isActive());
    window().pages().open<Board>();
    QVERIFY(LabWindow::press(LabWindow::button(*strip(), "Cancel")));
    QVERIFY(!strip()->isVisible() && !window().document().isFitting());
}

/// One level after the other, and not while something that is shown above it can be left.
void TestLearnWindow::escapeCancelsAnywhere() {
    page();
    paint(1, 2);
    begin();
    page().fit().step(1);
    window().selection().toggleInspected({StageId::weights, 0, 1, 2});
    window().press_key(Qt::Key_Escape);
    QVERIFY(!window().selection().isInspecting() && window().document().isFitting());
    window().pages().open<Board>();
    window().press_key(Qt::Key_Escape);
    QVERIFY(!window().document().isFitting());
    QVERIFY(is_same(window().document().experiment(), window().document().opened()));
}

void TestLearnWindow::presentedDuringAFit() {
    openWindow({1280, 800});
    window().document().setText("the cat sat because it slept");
    page();
    paint(4, 1);
    begin();
    page().fit().step(1);
    const QList<QRect> before = places();
    window().press_key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(window().presentation().isRunning());
    QTest::qWait(50); // the slide is fitted from the event loop
    LearnPage& learn = window().pages().get<LearnPage>();
    for (const MatrixCard* card : {&learn.wantedCard(), &learn.weightsCard(), &learn.differenceCard()})
        QVERIFY(!card->heatmap().metrics().labelsLeftOut && card->heatmap().metrics().rowLabelWidth > 0);
    for (const char* name : {"cancelFit", "keepFit"}) {
        const auto* button = learn.findChild<QAbstractButton*>(QLatin1String(name));
        QVERIFY2(button->isVisible(), name);
        QVERIFY(button->width() >= button->sizeHint().width());
    }
    window().press_key(Qt::Key_Escape);
    QVERIFY(!window().presentation().isRunning() && page().fit().isActive());
    QTRY_COMPARE(places(), before);
}

void TestLearnWindow::explainsItsCells() {
    page();
    const auto* legend = page().findChild<WantedLegend*>();
    QVERIFY(legend && legend->isVisible());
    QCOMPARE(legend->text(), QString("any, the rest"));
    setCausal(window().document(), true);
    QCOMPARE(legend->text(), QString("any, hidden, the rest"));
    setWantedStage(window().document(), WantedStage::output, "output");
    QCOMPARE(legend->text(), QString("any"));
}

void TestLearnWindow::offersWhatGivesALoss_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<QString>("offer");
    QTest::newRow("sparsemax") << NormalizationKind::sparsemax << "Raise the temperature to";
    QTest::newRow("saturated") << NormalizationKind::softmax << "Raise the temperature to";
}

void TestLearnWindow::offersWhatGivesALoss() {
    QFETCH(const NormalizationKind, kind);
    QFETCH(const QString, offer);
    Experiment experiment = window().document().experiment();
    experiment.normalization.kind = kind;
    experiment.normalization.temperature = 1e-5;
    window().document().replace(experiment, {});
    page();
    paint(1, 1);
    QVERIFY2(page().problem().contains("There is no loss"), qPrintable(page().problem()));
    QAbstractButton* cure = named("cure");
    QVERIFY(cure->isVisible());
    QVERIFY2(cure->text().startsWith(offer), qPrintable(cure->text()));
    const int steps = window().document().undoStack().index();
    QVERIFY(LabWindow::press(cure));
    QCOMPARE(window().document().undoStack().index(), steps + 1);
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    QVERIFY(named("findWeights")->isEnabled());
}

/// Sparsemax reaches a weight of exactly 1, whose loss is 0.
void TestLearnWindow::keepsTheLogarithm() {
    Experiment experiment = window().document().experiment();
    experiment.normalization.kind = NormalizationKind::sparsemax;
    window().document().replace(experiment, {});
    LearnView learn;
    learn.brush = 1;
    setLearnChoices(window().document(), learn);
    page();
    paint(1, 2);
    begin();
    QVERIFY(page().curve().isLogarithmic());
    page().fit().setSpeed(FitSpeed::fast);
    page().fit().setPlaying(true);
    QTRY_VERIFY(!page().fit().isPlaying());
    QVERIFY2(page().curve().hasZero(), qPrintable(QString::number(page().fit().losses().back())));
    QVERIFY(page().curve().isLogarithmic());
    QVERIFY(QRectF(page().curve().rect()).contains(page().curve().knob()));
}

void TestLearnWindow::takesMoreSteps() {
    LearnView learn;
    learn.steps = 3;
    setLearnChoices(window().document(), learn);
    page();
    paint(1, 2);
    begin();
    QVERIFY(!named("cure")->isVisible());
    for (int i = 0; i < 3; ++i)
        page().fit().step(1);
    QVERIFY(!page().fit().canStep());
    QVERIFY(named("cure")->isVisible());
    QCOMPARE(named("cure")->text(), QString("3 more steps"));
    QVERIFY2(page().notes().contains("More steps may find it"), qPrintable(page().notes()));
    QVERIFY(LabWindow::press(named("cure")));
    QCOMPARE(page().fit().mostSteps(), 6);
    QTRY_COMPARE(page().fit().lastStep(), 6);
    QVERIFY(page().fit().isActive());
}

/// The line at the bottom, which is throttled, names a step only where the page stays at it.
void TestLearnWindow::sameStepEverywhere() {
    page();
    paint(1, 2);
    begin();
    page().fit().step(1);
    QVERIFY2(window().status().text().contains("paused at step 1 of 200"),
             qPrintable(window().status().text()));
    page().fit().setPlaying(true);
    QTRY_VERIFY(page().fit().lastStep() > 5);
    QVERIFY2(!window().status().text().contains("step "), qPrintable(window().status().text()));
    page().fit().cancel();
}

void TestLearnWindow::saysTheLowestLoss() {
    page();
    paint(1, 2);
    begin();
    const LossCurveContent& content = page().curve().content();
    QVERIFY(content.lowest);
    QVERIFY2(content.lowestText.contains("0.394"),
             qPrintable(content.lowestText)); // −0.9 ln 0.9 − 0.1 ln 0.05
}

/// Behind one line, which opens them, from before a fit begins on.
void TestLearnWindow::foldsWhatIsFixed() {
    LabWindow& w = window();
    const auto isShown = [&](ParameterId id) { return w.parameters().section(id)->isVisible(); };
    QVERIFY(isShown(ParameterId::E) && !w.parameters().fixedLine());
    page();
    FoldHeader* line = w.parameters().fixedLine();
    QVERIFY(line && line->isVisible() && !line->isChecked());
    QVERIFY(!isShown(ParameterId::E) && !isShown(ParameterId::W_V));
    QVERIFY(isShown(ParameterId::W_Q) && isShown(ParameterId::W_K));
    LabWindow::press(line);
    QVERIFY(isShown(ParameterId::E) && isShown(ParameterId::W_V));
    LabWindow::press(line);
    QVERIFY(!isShown(ParameterId::E));
    w.parameters().reveal({ParameterId::E, 0, 0});
    QVERIFY(isShown(ParameterId::E));
    LabWindow::press(line);
    // What else may change is shown, and elsewhere everything is, unless weights are being found.
    LabWindow::press(named("fit_E"));
    QVERIFY(isShown(ParameterId::E) && !isShown(ParameterId::W_V));
    paint(1, 2);
    begin();
    w.pages().open<Board>();
    QVERIFY(!isShown(ParameterId::W_V));
    page().fit().cancel();
    w.pages().open<Board>();
    QVERIFY(isShown(ParameterId::W_V) && !line->isVisible());
}

LAB_WINDOW_TEST(TestLearnWindow)
#include "tst_learn_window.moc"
