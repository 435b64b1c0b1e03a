// SPDX-License-Identifier: GPL-3.0-or-later
//
// Variants of the document on the Compare page.
#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/compare_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/pages/compare/comparison_picker.h"

using namespace lab;
using namespace lab::test;

class TestCompareVariants : public CompareTest {
    Q_OBJECT

private slots:
    void eachHasItsNumbers_data();
    void eachHasItsNumbers();
    void opensWhereItDiffers_data();
    void opensWhereItDiffers();
    void dropoutSideBySide();
    void stageThatGoes();
    void followTheHand();
    void oneIsUsed();
    void headsSideBySide();
};

void TestCompareVariants::eachHasItsNumbers_data() {
    QTest::addColumn<QString>("pill");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("present");
    QTest::newRow("Mask") << "Mask" << QStringList{"no mask", "causal"} << 0;
    QTest::newRow("Scale") << "Scale" << QStringList{"1/√d_k", "not scaled"} << 0;
    QTest::newRow("Softcap") << "Softcap" << QStringList{"no softcap", "softcap 50", "softcap 5", "softcap 2"}
                             << 0;
    QTest::newRow("Normaliser") << "Normaliser"
                                << QStringList{"softmax", "naive softmax", "divided by the sum", "sparsemax",
                                               "sigmoid"}
                                << 0;
    QTest::newRow("Temperature") << "Temperature"
                                 << QStringList{"τ = 0.25", "τ = 0.5", "τ = 1", "τ = 2", "τ = 4"} << 2;
    QTest::newRow("Sink") << "Sink" << QStringList{"no sink", "sink 0"} << 0;
    QTest::newRow("Dropout") << "Dropout"
                             << QStringList{"no dropout", "p = 0.1, seed 0", "p = 0.1, seed 1",
                                            "p = 0.1, seed 2"}
                             << 0;
    QTest::newRow("Positions") << "Positions" << QStringList{"no position vectors", "sinusoidal"} << 0;
}

/// One click shows every variant with its own numbers.
void TestCompareVariants::eachHasItsNumbers() {
    QFETCH(QString, pill);
    QFETCH(QStringList, names);
    QFETCH(int, present);
    open("journey-self-attention-v1");
    turnTo();
    press(pill);
    QCOMPARE(titles(), names);
    const Variants all = variants_of(window().document().experiment(), choice().chosen().variation);
    for (std::size_t i = 0; i < all.list.size(); ++i) {
        const Trace trace = compute(all.list[i].experiment).value();
        QVERIFY(!beyond_tolerance(shown(i), trace.stage(choice().stage(), 0)));
        QCOMPARE(page().cards()[i]->isChosen(), int(i) == present);
        QCOMPARE(page().cards()[i]->header().note(), int(i) == present ? QStringLiteral("now") : QString());
    }
    QVERIFY(!page().changes().isVisible());
    QVERIFY2(!said().contains("Identical"), qPrintable(said()));
}

void TestCompareVariants::opensWhereItDiffers_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<StageId>("from");
    QTest::addColumn<QString>("pill");
    QTest::addColumn<StageId>("stage");
    const auto row = [](const char* example, StageId from, const char* pill, StageId stage) {
        QTest::addRow("%s from %s", pill, info(from).name.data()) << example << from << pill << stage;
    };
    using S = StageId;
    row("journey-dropout", S::weights, "Dropout", S::dropped_weights);
    row("sky-is-blue", S::weights, "Dropout", S::head_outputs);
    row("sky-is-blue", S::output, "Dropout", S::output);
    row("sky-is-blue", S::scores, "Sink", S::weights);
    row("sky-is-blue", S::inputs, "Softcap", S::scaled_scores);
    row("sky-is-blue", S::values, "QK norm", S::queries);
    row("rotary-layouts", S::values, "Rotary layout", S::queries);
    row("rotary-layouts", S::weights, "Rotary layout", S::weights);
    row("sky-is-blue", S::scaled_scores, "Mask", S::masked_scores);
    row("sky-is-blue", S::inputs, "Heads", S::queries);
}

/// At a stage that does not depend on what varies, nothing would be seen.
void TestCompareVariants::opensWhereItDiffers() {
    QFETCH(QString, example);
    QFETCH(StageId, from);
    QFETCH(QString, pill);
    open(qPrintable(example));
    turnTo();
    choice().setStage(from);
    press(pill);
    QTEST(choice().stage(), "stage");
}

/// Without dropout, the weights stand beside those after it.
void TestCompareVariants::dropoutSideBySide() {
    open("journey-dropout");
    turnTo();
    press("Dropout");
    const Variants all = variants_of(window().document().experiment(), Variation::dropout);
    QCOMPARE(titles().size(), qsizetype(all.list.size()));
    for (std::size_t i = 0; i < all.list.size(); ++i) {
        const Experiment& variant = all.list[i].experiment;
        const Trace trace = compute(variant).value();
        QVERIFY(!beyond_tolerance(shown(i), trace.stage(weights_in_use(variant), 0)));
    }
}

/// A stage that is gone gives way to one that differs.
void TestCompareVariants::stageThatGoes() {
    open("journey-dropout");
    turnTo();
    press("Dropout");
    QCOMPARE(choice().stage(), StageId::dropped_weights);
    setDropout(window().document(), std::nullopt);
    QCOMPARE(choice().stage(), StageId::head_outputs);
}

void TestCompareVariants::followTheHand() {
    open("journey-self-attention-v1");
    turnTo();
    press("Normaliser");
    LabDocument& document = window().document();
    for (const double value : {0.25, 2.5, -1.0}) {
        document.preview(ParameterId::W_Q, 0, 0, value);
        const Variants all = variants_of(document.experiment(), Variation::normalizer);
        for (std::size_t i = 0; i < all.list.size(); ++i)
            QVERIFY(
                !beyond_tolerance(shown(i), compute(all.list[i].experiment).value().stage(StageId::weights)));
    }
    document.cancelPreview();
    QVERIFY(!beyond_tolerance(shown(0), compute(document.experiment()).value().stage(StageId::weights)));
}

void TestCompareVariants::oneIsUsed() {
    LabDocument& document = window().document();
    turnTo();
    press("Mask");
    press("Apply");
    QVERIFY(document.experiment().mask.causal != document.opened().mask.causal);
    QVERIFY(page().cards()[document.experiment().mask.causal ? 1 : 0]->isChosen());
    QCOMPARE(document.undoStack().count(), 1);
    window().press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.experiment().mask.causal == document.opened().mask.causal);
}

void TestCompareVariants::headsSideBySide() {
    open("two-heads");
    turnTo();
    press("Normaliser");
    QVERIFY2(said().contains("from 0 to 1, or from −"), qPrintable(said())); // with sum, of either sign
    // Stages before the normaliser are identical in all variants, and the page says so.
    QVERIFY(!said().contains("Identical"));
    choose_stage("Masked scores");
    QVERIFY2(said().contains("Identical"), qPrintable(said()));
    choose_stage("Attention weights");
    // What is covered is alike, whatever the numbers are.
    const Dimensions d = dimensions(window().document().experiment());
    for (HeadIndex head = 0; head < d.H; ++head)
        window().document().coverCells(StageBlock{StageId::weights, head, {0, 0, d.n_q, d.n_k}});
    press("Mask");
    QTRY_VERIFY2(said().contains("All these numbers are covered"), qPrintable(said()));
    QVERIFY(!said().contains("Identical"));
    window().document().uncover();
    press("Heads");
    QVERIFY2(titles().contains("1 head") && titles().contains("2 heads: head 1") &&
                 titles().contains("2 heads: head 2"),
             qPrintable(titles().join(", ")));
    const Variants all = variants_of(window().document().experiment(), Variation::heads);
    QVERIFY(!beyond_tolerance(shown(0), compute(all.list[0].experiment).value().stage(StageId::weights)));
    choose_stage("Output");
    QCOMPARE(titles().size(), qsizetype(all.list.size()));
}

LAB_WINDOW_TEST(TestCompareVariants)
#include "tst_compare_variants.moc"
