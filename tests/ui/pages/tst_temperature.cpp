// SPDX-License-Identifier: GPL-3.0-or-later
//
// The temperature slider and field.
#include "core/experiment/is_same.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/selection/selection.h"
#include "ui/widgets/log_slider.h"
#include "ui/window/status_line.h"

using namespace lab;
using namespace lab::test;

class TestTemperature : public WindowTest {
    Q_OBJECT

private slots:
    void sliderIsOneStep();
    void escapeRestores();
    void undoDuringADrag();
    void staysAtOne();
    void theSumHasNoTemperature();
    void typingThenSaving();
    void hints_data();
    void hints();
};

void TestTemperature::sliderIsOneStep() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    LogSlider& slider = *of_card<LogSlider>(w, StageId::weights);
    const int y = slider.height() / 2;
    QTest::mousePress(&slider, Qt::LeftButton, {}, slider.rect().center());
    for (const int x : {slider.width() / 3, slider.width() / 4, 1}) {
        QTest::mouseMove(&slider, {x, y});
        // The board is updated live, but there is no undo step yet.
        QCOMPARE(w.document().experiment().normalization.temperature, slider.number());
        QCOMPARE(field(w, "Temperature")->number(), slider.number());
        QCOMPARE(disagreement(w), std::string());
        QCOMPARE(w.document().undoStack().index(), 0);
        QVERIFY(w.status().text().contains("largest change"));
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {1, y});
    QCOMPARE(w.document().undoStack().index(), 1);
    Experiment expected = before;
    expected.normalization.temperature = 0.1;
    QVERIFY(is_same(w.document().experiment(), expected));
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(slider.number(), 1.0);
    QVERIFY(!w.document().undoStack().canUndo());
}

void TestTemperature::escapeRestores() {
    LabWindow& w = window();
    w.click(StageId::weights, {1, 1});
    const Experiment before = w.document().experiment();
    LogSlider& slider = *of_card<LogSlider>(w, StageId::weights);
    const int y = slider.height() / 2;
    slider.setFocus();
    QTest::mousePress(&slider, Qt::LeftButton, {}, slider.rect().center());
    QTest::mouseMove(&slider, {slider.width(), y});
    QCOMPARE(w.document().experiment().normalization.temperature, 10.0);
    w.press_key(Qt::Key_Escape);
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY(w.selection().inspected()); // Escape only cancelled the drag
    QTest::mouseMove(&slider, {2, y});
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {2, y});
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(w.document().undoStack().count(), 0);
    QCOMPARE(slider.number(), 1.0);
    QCOMPARE(disagreement(w), std::string());
}

void TestTemperature::undoDuringADrag() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    LogSlider& slider = *of_card<LogSlider>(w, StageId::weights);
    const int y = slider.height() / 2;
    QTest::mousePress(&slider, Qt::LeftButton, {}, slider.rect().center());
    QTest::mouseMove(&slider, {slider.width(), y});
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QTest::mouseMove(&slider, {2, y});
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, {2, y});
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(w.document().undoStack().count(), 0);
}

/// The slider is long, and a drag that comes back near 1 is exactly there.
void TestTemperature::staysAtOne() {
    LabWindow& w = openWindow({1600, 1000});
    const Experiment before = w.document().experiment();
    LogSlider& slider = *of_card<LogSlider>(w, StageId::weights);
    QVERIFY2(slider.width() >= theme().px(150), qPrintable(QString::number(slider.width())));
    const QPoint middle = slider.rect().center();
    QTest::mousePress(&slider, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&slider, middle + QPoint(30, 0));
    QVERIFY(w.document().experiment().normalization.temperature > 1.5);
    QTest::mouseMove(&slider, middle + QPoint(3, 0));
    QCOMPARE(w.document().experiment().normalization.temperature, 1.0);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, middle + QPoint(3, 0));
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY(!w.document().undoStack().canUndo());
}

void TestTemperature::theSumHasNoTemperature() {
    LabWindow& w = window();
    choose_on(w, StageId::weights, "Divide by the sum");
    for (const QWidget* each : std::initializer_list<const QWidget*>{of_card<LogSlider>(w, StageId::weights),
                                                                     field(w, "Temperature")}) {
        QVERIFY(!each->isEnabled());
        QVERIFY2(each->toolTip().contains("sum"), qPrintable(each->toolTip()));
    }
    choose_on(w, StageId::weights, "Softmax");
    QVERIFY(field(w, "Temperature")->isEnabled());
}

/// A number still being typed is included when saving.
void TestTemperature::typingThenSaving() {
    LabWindow& w = window();
    NumberField* temperature = field(w, "Temperature");
    QTest::mouseClick(temperature, Qt::LeftButton);
    temperature->selectAll();
    QTest::keyClicks(temperature, "4");
    QCOMPARE(w.document().experiment().normalization.temperature, 1.0);
    w.document().noteSaved(w.document().experiment(), path("saved.attn"));
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(w.document().experiment().normalization.temperature, 4.0);
    QTRY_VERIFY(!w.document().isModified());
}

void TestTemperature::hints_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<int>("entry");
    QTest::addColumn<QString>("hint");
    QTest::newRow("softmax") << NormalizationKind::softmax << 0
                             << "e to the power of each score/τ, divided by the sum of these powers; the "
                                "largest score is subtracted first";
    QTest::newRow("naive softmax") << NormalizationKind::softmax_naive << 1
                                   << "Softmax without subtracting the largest score: it overflows where "
                                      "score/τ is above about 709";
}

/// A score of 1000 overflows no exponential function at this temperature, and the hint says so.
void TestTemperature::hints() {
    QFETCH(NormalizationKind, kind);
    QFETCH(int, entry);
    QFETCH(QString, hint);
    LabWindow& w = window();
    Experiment experiment = w.document().experiment();
    experiment.normalization = {kind, 4};
    experiment.overrides.push_back({StageId::scaled_scores, 0, 0, 0, 1000, nullptr});
    w.document().replace(experiment, {});
    QVERIFY(shown_values(w.heatmap(StageId::weights)).allFinite());
    const PillButton* pill = menu_pill(w, StageId::weights);
    QCOMPARE(pill->toolTip(), hint);
    QCOMPARE(pill->menu()->actions()[entry]->toolTip(), hint);
}

LAB_WINDOW_TEST(TestTemperature)
#include "tst_temperature.moc"
