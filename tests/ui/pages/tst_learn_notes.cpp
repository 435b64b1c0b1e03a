// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the page Learn says below its curve of what was painted, and of a fit that gets no further.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/view/learn_view.h"
#include "ui/pages/learn/learn_page.h"

using namespace lab;
using namespace lab::test;

class TestLearnNotes : public WindowTest {
    Q_OBJECT

private slots:
    void hiddenSince();
    void allHiddenSince();
    void comesToMore_data();
    void comesToMore();
    void getsNoFurther_data();
    void getsNoFurther();

private:
    LearnPage& page() {
        LearnPage& page = window().pages().open<LearnPage>();
        QApplication::processEvents();
        return page;
    }
    void want(std::vector<WantedCell> cells) { setWanted(window().document(), std::move(cells), "wanted"); }
};

void TestLearnNotes::hiddenSince() {
    want({{0, 0, 0, 0.9}, {0, 1, 2, 0.9}});
    QVERIFY2(!page().notes().contains("hidden now"), qPrintable(page().notes()));
    setCausal(window().document(), true);
    QVERIFY2(page().notes().contains("“is” → “blue” was painted and is hidden now: nothing is wanted there."),
             qPrintable(page().notes()));
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    want({{0, 0, 0, 0.9}, {0, 0, 1, 0.1}, {0, 1, 2, 0.9}});
    QVERIFY2(page().notes().contains("2 painted weights are hidden now, “sky” → “is” among them"),
             qPrintable(page().notes()));
    setCausal(window().document(), false);
    QVERIFY2(!page().notes().contains("hidden now"), qPrintable(page().notes()));
}

void TestLearnNotes::allHiddenSince() {
    want({{0, 1, 2, 0.9}});
    setCausal(window().document(), true);
    QVERIFY2(page().problem().contains("All that is painted is hidden now"), qPrintable(page().problem()));
    QVERIFY2(page().notes().contains("“is” → “blue” was painted"), qPrintable(page().notes()));
    want({});
    QVERIFY2(page().problem().contains("Paint first"), qPrintable(page().problem()));
}

void TestLearnNotes::comesToMore_data() {
    QTest::addColumn<std::vector<WantedCell>>("wanted");
    QTest::addColumn<QString>("says"); // empty: nothing
    const auto row = [](const char* name, std::vector<WantedCell> wanted, const char* says) {
        QTest::newRow(name) << std::move(wanted) << QString(says);
    };
    row("one query", {{0, 1, 0, 0.9}, {0, 1, 1, 0.9}},
        "The painted weights of “is” come to 1.80, which is more than 1: each is wanted in proportion.");
    row("two queries", {{0, 0, 0, 0.9}, {0, 0, 1, 0.9}, {0, 1, 0, 1}, {0, 1, 1, 0.5}},
        "The painted weights of 2 queries come to more than 1");
    row("just 1", {{0, 1, 0, 0.9}, {0, 1, 1, 0.1}}, "");
    row("thirds", {{0, 1, 0, 1. / 3}, {0, 1, 1, 1. / 3}, {0, 1, 2, 1. / 3}}, "");
}

void TestLearnNotes::comesToMore() {
    QFETCH(const std::vector<WantedCell>, wanted);
    QFETCH(const QString, says);
    want(wanted);
    const QString notes = page().notes();
    QVERIFY2(says.isEmpty() ? !notes.contains("more than 1") : notes.contains(says), qPrintable(notes));
}

void TestLearnNotes::getsNoFurther_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<std::vector<ParameterId>>("parameters");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("saysNot");
    using enum ParameterId;
    QTest::newRow("it falls") << 0.003 << std::vector{W_Q, W_K} << "More steps may find it"
                              << "Rather than";
    QTest::newRow("hardly") << 1e-6 << std::vector{W_Q, W_K}
                            << "Rather than more steps, cancel, let E change, too, or try another rate"
                            << "More steps may";
    QTest::newRow("with all that may change")
        << 1e-6 << std::vector{E, W_Q, W_K}
        << "Rather than more steps, cancel, and try another rate or other numbers to start from."
        << "change, too";
}

void TestLearnNotes::getsNoFurther() {
    QFETCH(const double, rate);
    QFETCH(const std::vector<ParameterId>, parameters);
    QFETCH(const QString, says);
    QFETCH(const QString, saysNot);
    want({{0, 1, 2, 0.9}});
    LearnView learn = learnView(window().document().experiment()).learn;
    learn.rate = rate;
    learn.parameters = parameters;
    learn.steps = 60;
    setLearnChoices(window().document(), learn);
    QVERIFY(LabWindow::press(page().findChild<QAbstractButton*>("findWeights")));
    FitRun& fit = page().fit();
    fit.setSpeed(FitSpeed::fast);
    fit.setPlaying(true);
    QTRY_VERIFY(fit.lastStep() == 60 && !fit.isPlaying());
    const QString notes = page().notes();
    QVERIFY2(notes.contains(says) && !notes.contains(saysNot), qPrintable(notes));
    const double now = fit.losses().back(), before = fit.losses()[45];
    QCOMPARE(before - now <= 1e-3 * now, says.startsWith("Rather"));
    auto* cure = page().findChild<QAbstractButton*>("cure");
    const bool letsMore = says.contains("let E change");
    QCOMPARE(cure->text(), letsMore ? QString("Begin again with E, too") : QString("60 more steps"));
    QVERIFY(LabWindow::press(cure));
    QVERIFY(fit.isActive());
    fit.setPlaying(false);
    using enum ParameterId;
    QCOMPARE(fit.settings().parameters, letsMore ? std::vector({E, W_Q, W_K}) : parameters);
    QCOMPARE(fit.mostSteps(), letsMore ? Index(60) : Index(120));
}

LAB_WINDOW_TEST(TestLearnNotes)
#include "tst_learn_notes.moc"
