// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Compare page: a snapshot or another document beside this one, with colours, changes and selection.
#include "core/edits/next_word.h"
#include "core/engine/pipeline.h"
#include "core/io/document_file.h"
#include "tests/support/compare.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/compare_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/compare/comparison_picker.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QSignalSpy>

#include <limits>

using namespace lab;
using namespace lab::test;

namespace {
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
}

class TestComparePage : public CompareTest {
    Q_OBJECT

private slots:
    void snapshotThenCausal();
    void colours_data();
    void colours();
    void clickHoldsTheSamePairEverywhere();
    void hoverIsLinked();
    void aChangeHoldsItsCell();
    void stageIsChosen();
    void anotherSentence();
    void oneOfTwoSentences();
    void sinksAreExplained();
    void anotherDocument();
    void cannotBeCompared();
    void emptyStates();
    void asOpened();
    void hiddenPageComputesNothing();
    void columnsNotation();
    void fitsTheWindow_data();
    void fitsTheWindow();
    void figures();
    void anotherDocumentOpens();
};

/// As in a lecture: take a snapshot of the encoder, apply a mask, and compare.
void TestComparePage::snapshotThenCausal() {
    open("numeric-encoder");
    const Trace before = compute(window().document().experiment()).value();
    window().press_key(Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(snapshots(), QStringList{"Snapshot 1"});
    setCausal(window().document(), true);
    const Trace now = compute(window().document().experiment()).value();
    turnTo();
    QCOMPARE(titles(), (QStringList{"Snapshot 1", "Now", "Difference"}));
    QVERIFY(!beyond_tolerance(shown(0), before.stage(StageId::weights)));
    QVERIFY(!beyond_tolerance(shown(1), now.stage(StageId::weights)));
    QVERIFY(!beyond_tolerance(shown(2), now.stage(StageId::weights) - before.stage(StageId::weights)));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(heatmap(i).metrics().cell, heatmap(0).metrics().cell);
        QCOMPARE(heatmap(i).metrics().decimals, heatmap(0).metrics().decimals);
    }
    QVERIFY(changes().size() >= 3);
    QCOMPARE(changes().first(3),
             (QStringList{"“a” → “a” 0.08 → 1.00", "“a” → “c” 0.52 → 0.00", "“c” → “d” 0.33 → 0.00"}));
    QVERIFY2(said().contains("From “Snapshot 1” to now: no mask → causal."), qPrintable(said()));

    choose_stage("Output");
    QVERIFY(!beyond_tolerance(shown(2), now.stage(StageId::output) - before.stage(StageId::output)));
    QVERIFY(changes().size() >= 3);
    QVERIFY2(changes().first().startsWith("“") && changes().first().contains(", d"),
             qPrintable(changes().first()));
    // Hidden before and now is no change. Newly hidden is an infinite one.
    choose_stage("Masked scores");
    QCOMPARE(shown(2)(0, 1), minus_infinity);
    setCausal(window().document(), false);
    QVERIFY(changes().isEmpty());
    QVERIFY(said().contains("Nothing differs"));
}

void TestComparePage::colours_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<QString>("stage");
    const std::pair<const char*, Notation> notations[] = {{"rows", Notation::rows},
                                                          {"columns", Notation::columns}};
    for (const auto& [name, notation] : notations) {
        for (const char* stage : {"Attention weights", "Scores", "Output"})
            QTest::addRow("%s, %s", name, stage) << notation << QString(stage);
    }
}

/// Weights use the sequential scale from 0 to 1. Only the difference is signed, with a range of its own. The
/// status line describes the colours of this page.
void TestComparePage::colours() {
    QFETCH(Notation, notation);
    QFETCH(QString, stage);
    open("sky-is-blue");
    Experiment e = window().document().experiment();
    e.notation = notation;
    window().document().replace(e, {});
    takeSnapshot(window().document());
    window().document().setValue(ParameterId::W_Q, 0, 0, 3);
    turnTo();
    choose_stage(stage);
    const bool areWeights = stage == "Attention weights";
    const ColourScale before = heatmap(0).content().scale();
    const ColourScale now = heatmap(1).content().scale();
    const ColourScale difference = heatmap(2).content().scale();
    QCOMPARE(before.kind(), areWeights ? ColourScale::Kind::sequential : ColourScale::Kind::diverging);
    QCOMPARE(now.kind(), before.kind());
    QCOMPARE(now.highest(), before.highest());
    QCOMPARE(difference.kind(), ColourScale::Kind::diverging);
    const auto largest = [&](std::size_t which) {
        return heatmap(which).content().matrix->cwiseAbs().maxCoeff();
    };
    QCOMPARE(difference.highest(), largest(2));
    QCOMPARE(before.highest(), areWeights ? 1.0 : std::max(largest(0), largest(1)));
    const QString scales = QStringLiteral("from %1 to %2, the difference from %3 to %4")
                               .arg(barEnd(before, false), barEnd(before, true), barEnd(difference, false),
                                    barEnd(difference, true));
    QVERIFY2(said().contains("Colours: " + scales + "."), qPrintable(said()));
    const QString foot = window().status().viewButton().text();
    QVERIFY2(foot.startsWith("colours: " + scales), qPrintable(foot));
    QVERIFY(!foot.contains("weights from 0 to 1"));
    // On another page the status line describes the board again.
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(window().status().viewButton().text(),
             QStringLiteral("colours: zero-centred, per matrix, weights from 0 to 1"));
}

void TestComparePage::clickHoldsTheSamePairEverywhere() {
    open("numeric-encoder");
    takeSnapshot(window().document());
    setCausal(window().document(), true);
    turnTo();
    for (std::size_t i = 0; i < 3; ++i) {
        const StoredCell cell{Index(i) + 1, 0};
        click(i, cell);
        QVERIFY((window().selection().inspected() == CellRef{StageId::weights, 0, cell.row, cell.column}));
        for (std::size_t each = 0; each < 3; ++each)
            QVERIFY(heatmap(each).marks().inspected == cell);
    }
    click(2, {3, 0});
    QVERIFY(!window().selection().inspected());
    QVERIFY(!heatmap(0).marks().inspected);
}

void TestComparePage::hoverIsLinked() {
    open("numeric-encoder");
    takeSnapshot(window().document());
    turnTo();
    QTRY_VERIFY(page().cards()[2]->mapTo(&page(), QPoint()).x() > page().cards()[0]->width()); // laid out
    QTest::mouseMove(&heatmap(0), heatmap(0).cellRect({2, 2}).center().toPoint());
    QTest::mouseMove(&heatmap(0), heatmap(0).cellRect({2, 1}).center().toPoint());
    QVERIFY(heatmap(2).marks().operands == (std::vector<Block>{{2, 1}}));
    QVERIFY((window().selection().hovered() == CellRef{StageId::weights, 0, 2, 1}));
}

void TestComparePage::aChangeHoldsItsCell() {
    open("numeric-encoder");
    takeSnapshot(window().document());
    setCausal(window().document(), true);
    turnTo();
    QTest::mouseClick(page().changes().entries()[1], Qt::LeftButton); // the second entry is “a” → “c”
    QVERIFY((window().selection().inspected() == CellRef{StageId::weights, 0, 0, 2}));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY((heatmap(i).marks().inspected == StoredCell{0, 2}));
}

/// If the chosen stage no longer exists, another one is shown.
void TestComparePage::stageIsChosen() {
    open("sky-is-blue");
    takeSnapshot(window().document());
    turnTo();
    choose_stage("Inputs");
    QCOMPARE(choice().stage(), StageId::inputs);
    QCOMPARE(shown(1).cols(), Index(dimensions(window().document().experiment()).d_model));
    open("numeric-encoder");
    takeSnapshot(window().document());
    QCOMPARE(choice().stage(), StageId::weights);
}

/// A step of the key cache has one query, and all the keys.
void TestComparePage::oneOfTwoSentences() {
    open("sky-is-blue");
    LabDocument& document = window().document();
    takeSnapshot(document);
    document.replace(with_last_word(document.experiment()), {});
    turnTo();
    QVERIFY(page().cards()[1]->height() < page().cards()[0]->height());
    const auto top = [&](std::size_t which) { return page().cards()[which]->mapTo(&page(), QPoint()).y(); };
    QCOMPARE(top(1), top(0)); // though it is lower
    const std::string name = document.experiment().snapshots.back().name;
    QVERIFY2(said().contains(QStringLiteral("Only in “%1”, among the queries: “sky”, “is”.")
                                 .arg(QString::fromStdString(name))),
             qPrintable(said()));
    QVERIFY2(!said().contains("among the keys"), qPrintable(said()));
    document.setText(QStringLiteral("sky is grey"), Side::source);
    QCoreApplication::processEvents();
    QVERIFY2(said().contains("among the keys: “blue”.") &&
                 said().contains("Only now, among the keys: “grey”."),
             qPrintable(said()));
}

/// What the sink takes is explained where it is the document's, and has no difference.
void TestComparePage::sinksAreExplained() {
    open("sky-is-blue");
    LabDocument& document = window().document();
    setSink(document, 1);
    takeSnapshot(document);
    setSink(document, 2);
    turnTo();
    QVERIFY(heatmap(0).content().sinkShares.size() == 3 && heatmap(1).content().sinkShares.size() == 3);
    QVERIFY(heatmap(2).content().sinkShares.empty());
    click(1, {1, 3});
    QVERIFY(window().selection().inspected() == (CellRef{StageId::weights, 0, 1, 3}));
    QVERIFY((heatmap(1).marks().inspected == StoredCell{1, 3}));
    QVERIFY(!heatmap(0).marks().inspected && !heatmap(2).marks().inspected);
    click(0, {0, 3});
    QVERIFY(window().selection().inspected() == (CellRef{StageId::weights, 0, 1, 3}));
}

/// Tokens without a partner are named and not compared.
void TestComparePage::anotherSentence() {
    open("sky-is-blue");
    LabDocument& document = window().document();
    const std::string text = document.experiment().sequence.text;
    const Trace before = compute(document.experiment()).value();
    takeSnapshot(document);
    document.setText(QString::fromStdString("and " + text));
    turnTo();
    const Trace now = compute(document.experiment()).value();
    const Index n = before.stage(StageId::weights).rows();
    QCOMPARE(shown(0).rows(), n);
    QCOMPARE(shown(1).rows(), n + 1);
    QCOMPARE(shown(2).rows(), n);
    QVERIFY(!beyond_tolerance(shown(2), now.stage(StageId::weights).bottomRightCorner(n, n) -
                                            before.stage(StageId::weights)));
    QVERIFY2(said().contains("Only now: “and”."), qPrintable(said()));
    QVERIFY2(said().contains("another sentence"), qPrintable(said()));
    // The same pair of words is inspected on all three cards.
    click(2, {0, 0});
    QVERIFY((heatmap(0).marks().inspected == StoredCell{0, 0}));
    QVERIFY((heatmap(1).marks().inspected == StoredCell{1, 1}));
    click(1, {0, 1}); // the snapshot has no such row
    QVERIFY((window().selection().inspected() == CellRef{StageId::weights, 0, 0, 1}));
    QVERIFY(!heatmap(0).marks().inspected && !heatmap(2).marks().inspected);
}

void TestComparePage::anotherDocument() {
    LabDocument other;
    other.openExample("journey-self-attention-v1");
    QVERIFY(!save_experiment(path("other.attn").toStdString(), other.experiment()));
    open("journey-self-attention-v2");
    turnTo();
    page().picker().compareWithFile(path("other.attn"));
    QTRY_COMPARE(titles(), (QStringList{"other", "Now", "Difference"}));
    QVERIFY(!beyond_tolerance(shown(0), compute(other.experiment()).value().stage(StageId::weights)));
    QVERIFY(!window().document().isModified()); // comparing only reads it
    QSignalSpy refused(&page(), &ComparePage::refused);
    page().picker().compareWithFile(path("nowhere.attn"));
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(titles().first(), QStringLiteral("other"));
}

void TestComparePage::cannotBeCompared() {
    open("two-heads");
    LabDocument& document = window().document();
    Experiment one = document.experiment();
    one = variants_of(one, Variation::heads).list[0].experiment;
    document.replace(one, {});
    takeSnapshot(document);
    becomeVariant(document, Variation::heads, "2 heads");
    turnTo();
    QCOMPARE(titles().size(), qsizetype(3));
    window().selection().setHead(1);
    QVERIFY(page().cards().empty());
    QVERIFY2(said().contains("“Snapshot 1” has no head 2: choose another one."), qPrintable(said()));
    choose_stage("Output"); // has no heads
    QCOMPARE(titles().size(), qsizetype(3));
    document.setText("not one of them");
    QVERIFY2(said().contains("No word of “Snapshot 1” is in the document too"), qPrintable(said()));
    QVERIFY(!page().figure());
}

void TestComparePage::emptyStates() {
    LabWindow& w = window();
    turnTo();
    QVERIFY(said().contains("Take a snapshot"));
    press("Take a snapshot");
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 1"));
    w.type_sentence("");
    QVERIFY2(said().contains("Type a sentence above"), qPrintable(said()));
    w.type_sentence("blue sky");
    QTRY_VERIFY(!page().cards().empty() || !said().isEmpty());
    // A snapshot without tokens is reported.
    w.type_sentence("");
    takeSnapshot(w.document());
    w.type_sentence("blue sky");
    QVERIFY2(said().contains("“Snapshot 2” has no tokens"), qPrintable(said()));
}

void TestComparePage::asOpened() {
    LabDocument& document = window().document();
    const Trace opened = compute(document.opened()).value();
    setTemperature(document, 3);
    turnTo();
    press("As opened");
    QVERIFY(!beyond_tolerance(shown(0), opened.stage(StageId::weights)));
    QVERIFY2(said().contains("τ = 1 → 3"), qPrintable(said()));
}

void TestComparePage::hiddenPageComputesNothing() {
    takeSnapshot(window().document());
    QVERIFY(page().cards().empty());
    turnTo();
    QCOMPARE(page().cards().size(), std::size_t(3));
    const MatrixPtr before = heatmap(1).content().matrix;
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    setTemperature(window().document(), 3);
    QVERIFY(heatmap(1).content().matrix == before);
    turnTo();
    QVERIFY(heatmap(1).content().matrix != before);
}

void TestComparePage::columnsNotation() {
    open("sky-is-blue");
    LabDocument& document = window().document();
    takeSnapshot(document);
    setCausal(document, !document.experiment().mask.causal);
    setNotation(document, Notation::columns);
    turnTo();
    const Matrix expected = compute(document.experiment()).value().stage(StageId::weights) -
                            compute(document.opened()).value().stage(StageId::weights);
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(heatmap(i).content().transposed);
    QVERIFY(!beyond_tolerance(shown(2), expected));
}

void TestComparePage::fitsTheWindow_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<QString>("pill");
    for (const char* pill : {"Snapshot 1", "Temperature", "Heads"}) {
        QTest::addRow("%s, small", pill) << QSize(1024, 700) << 100 << pill;
        QTest::addRow("%s, large", pill) << QSize(1600, 1000) << 100 << pill;
        QTest::addRow("%s, enlarged", pill) << QSize(1024, 700) << 300 << pill;
    }
}

/// Nothing is wider than the page, which scrolls vertically only.
void TestComparePage::fitsTheWindow() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(QString, pill);
    LabWindow& w = openWindow(size, scale);
    w.controller().openExample("two-heads");
    takeSnapshot(w.document());
    setCausal(w.document(), true);
    turnTo();
    press(pill);
    const auto reaches = [this] {
        int most = 0;
        for (const MatrixCard* card : page().cards())
            most = std::max(most, card->mapTo(page().widget(), QPoint(card->width(), 0)).x());
        return most;
    };
    QVERIFY(!page().cards().empty());
    QTRY_VERIFY2(reaches() <= page().viewport()->width(),
                 qPrintable(QStringLiteral("%1 of %2").arg(reaches()).arg(page().viewport()->width())));
    const int right = page().viewport()->width();
    QVERIFY(page().widget()->width() <= right || scale == 300);
}

void TestComparePage::figures() {
    LabDocument& document = window().document();
    takeSnapshot(document);
    setCausal(document, true);
    turnTo();
    auto picture = page().figure();
    QVERIFY(picture && std::get<CompareFigure>(*picture).against.name == "Snapshot 1");
    window().press_key(Qt::Key_E, Qt::ControlModifier);
    auto* dialog = window().findChild<FigureDialog*>();
    QVERIFY(dialog);
    QVERIFY2(dialog->file().endsWith("compare.png"), qPrintable(dialog->file()));
    dialog->reject();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    press("Scale");
    picture = page().figure();
    QVERIFY(picture && std::get<VariantsFigure>(*picture).variation == Variation::scale);
    window().press_key(Qt::Key_1, Qt::ControlModifier); // the exported figure is that of the visible page
    window().press_key(Qt::Key_E, Qt::ControlModifier);
    dialog = window().findChild<FigureDialog*>();
    QVERIFY(dialog);
    QVERIFY2(dialog->file().endsWith("weights.png"), qPrintable(dialog->file()));
    dialog->reject();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// Nothing of the previous document can still be compared with.
void TestComparePage::anotherDocumentOpens() {
    takeSnapshot(window().document());
    turnTo();
    press("As opened");
    open("two-heads");
    QVERIFY(page().cards().empty());
    QVERIFY(!window().document().isModified());
    QVERIFY(said().contains("Take a snapshot"));
    press("As opened");
    QCOMPARE(titles().first(), QStringLiteral("As opened"));
    QVERIFY(said().contains("Nothing differs"));
}

LAB_WINDOW_TEST(TestComparePage)
#include "tst_compare_page.moc"
