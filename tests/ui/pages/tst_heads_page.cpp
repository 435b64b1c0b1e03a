// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Heads page: the numbers of all heads, their mean or maximum, and each head's share of the output.
#include "core/engine/pipeline.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/heads_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/pages/heads/heads_controls.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QLabel>
#include <QMenu>

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;

class TestHeadsPage : public HeadsTest {
    Q_OBJECT

private slots:
    void examples_data();
    void examples();
    void pointingLightsEveryHead();
    void aClickChoosesTheHead();
    void whatAllHeadsDoTogether();
    void anyStage_data();
    void anyStage();
    void sinksAreSaid();
    void dropoutComesAndGoes();
    void barsAddUp();
    void barsByKeyboard();
    void notFinite();
    void theParametersAreClosed();
    void nothingToShow();
    void moreThanIsKept();
    void largeOnesComeLater();
    void longSentences_data();
    void longSentences();
    void menus();
};

void TestHeadsPage::examples_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QSize>("size");
    for (const char* name : {"two-heads", "twelve-heads"}) {
        QTest::addRow("%s", name) << name << QSize(1600, 1000);
        QTest::addRow("%s, small", name) << name << QSize(1024, 700);
    }
}

/// All fits on one page, the numbers of all heads are right, and the shares add up to the output.
void TestHeadsPage::examples() {
    QFETCH(QString, name);
    QFETCH(QSize, size);
    openWindow(size);
    window().document().openExample(name);
    open(Experiment(window().document().experiment()));
    const Trace trace = compute(window().document().experiment()).value();
    const ShareBars& bars = heads().shares().bars();
    for (HeadIndex head = 0; head < heads().cardCount(); ++head) {
        const MatrixCard& card = heads().card(head);
        const QRect place(card.mapTo(heads().viewport(), QPoint(0, 0)), card.size());
        QVERIFY(heads().viewport()->rect().contains(place));
        QCOMPARE(*card.heatmap().content().matrix, trace.stage(StageId::weights, head));
    }
    const QWidget& over = heads().overHeads();
    const QWidget& shares = *heads().shares().parentWidget();
    if (shares.mapTo(&heads(), QPoint()).y() <
        over.mapTo(&heads(), QPoint(0, over.height())).y()) // beside it
        QCOMPARE(shares.mapTo(&heads(), QPoint()).y(), over.mapTo(&heads(), QPoint()).y());
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        double sum = 0;
        for (Index part = 0; part < bars.content.partCount(); ++part)
            sum += bars.content.part(token, part);
        QVERIFY(std::abs(sum - trace.stage(StageId::output).row(token).norm()) < 1e-12);
    }
    pointAt(heads().card(1), {1, 2});
    const std::vector<Block> cell{{1, 2, 1, 1}};
    QTRY_COMPARE(heads().card(0).heatmap().marks().operands, cell);
    QCOMPARE(heads().overHeads().heatmap().marks().operands, cell);
}

void TestHeadsPage::pointingLightsEveryHead() {
    open(manyHeads(4, 6));
    pointAt(heads().card(1), {2, 3});
    const std::vector<Block> cell{{2, 3, 1, 1}};
    QTRY_COMPARE(heads().card(3).heatmap().marks().operands, cell);
    for (HeadIndex head = 0; head < 4; ++head)
        QCOMPARE(heads().card(head).heatmap().marks().operands, cell);
    QCOMPARE(heads().overHeads().heatmap().marks().operands, cell);
    // The output is another stage, where the query's row is highlighted.
    QCOMPARE(heads().output().heatmap().marks().row, std::optional<Index>(2));
    QCOMPARE(heads().shares().marks().token, std::optional<Index>(2));
    QCOMPARE(window().selection().hovered()->head, 1);
}

void TestHeadsPage::aClickChoosesTheHead() {
    open(manyHeads(4, 6));
    const MatrixHeatmap& heatmap = heads().card(2).heatmap();
    QTest::mouseClick(const_cast<MatrixHeatmap*>(&heatmap), Qt::LeftButton, {},
                      heatmap.cellRect({1, 4}).center().toPoint());
    QCOMPARE(window().selection().head(), 2);
    const CellRef cell{StageId::weights, 2, 1, 4};
    QCOMPARE(*window().selection().inspected(), cell);
    QVERIFY(heads().card(2).isChosen() && !heads().card(0).isChosen());
    QCOMPARE(heads().card(0).heatmap().marks().inspected, (std::optional<StoredCell>{{1, 4}}));
    // Clicking a card outside its cells selects its head and inspects nothing.
    window().press_key(Qt::Key_Escape);
    QTest::mouseClick(&heads().card(3), Qt::LeftButton, {}, QPoint(60, 12));
    QCOMPARE(window().selection().head(), 3);
    QVERIFY(!window().selection().isInspecting());
    QTRY_COMPARE(heads().share().header().title(), QStringLiteral("Share of head 4"));
}

void TestHeadsPage::whatAllHeadsDoTogether() {
    const Experiment experiment = load_golden("two-heads").experiment;
    open(experiment);
    const Trace trace = compute(experiment).value();
    const Matrix mean = (trace.stage(StageId::weights) + trace.stage(StageId::weights, 1)) / 2;
    QVERIFY((*heads().overHeads().heatmap().content().matrix - mean).cwiseAbs().maxCoeff() < 1e-15);
    choose("headsOver", 1);
    const Matrix most = trace.stage(StageId::weights).cwiseMax(trace.stage(StageId::weights, 1));
    QCOMPARE(*heads().overHeads().heatmap().content().matrix, most);
    QCOMPARE(heads().overHeads().header().title(), QStringLiteral("Maximum of heads"));
    // Live: editing one weight of W_V changes the output and its shares, but not the weights.
    const MatrixPtr before = heads().output().heatmap().content().matrix;
    window().document().setValue(ParameterId::W_V, 0, 0, 2.5);
    QTRY_VERIFY(*heads().output().heatmap().content().matrix != *before);
    const Trace after = compute(window().document().experiment()).value();
    QVERIFY(
        (*heads().output().heatmap().content().matrix - after.stage(StageId::output)).cwiseAbs().maxCoeff() <
        1e-12);
    QCOMPARE(*heads().overHeads().heatmap().content().matrix, most);
    QVERIFY(heads().card(0).header().note().startsWith(QStringLiteral("entropy ")));
}

void TestHeadsPage::anyStage_data() {
    QTest::addColumn<int>("entry");
    QTest::addColumn<StageId>("stage");
    const QList<StageId> stages{
        StageId::queries,       StageId::keys,          StageId::values,  StageId::scores,
        StageId::scaled_scores, StageId::masked_scores, StageId::weights, StageId::dropped_weights,
        StageId::head_outputs};
    for (qsizetype i = 0; i < stages.size(); ++i)
        QTest::newRow(info(stages[i]).name.data()) << int(i) << stages[i];
}

/// For any stage the heads share one scale and show the document's numbers.
void TestHeadsPage::anyStage() {
    QFETCH(int, entry);
    QFETCH(StageId, stage);
    Experiment experiment = load_golden("two-heads").experiment;
    experiment.mask.causal = true;
    experiment.dropout = Dropout{0.5, 3};
    open(experiment);
    choose("headsStage", entry);
    const Trace trace = compute(experiment).value();
    double colourLimit = 0;
    for (HeadIndex head = 0; head < 2; ++head) {
        const HeatmapContent& content = heads().card(head).heatmap().content();
        QCOMPARE(*content.matrix, trace.stage(stage, head));
        colourLimit = std::max(colourLimit, content.summary->finite.magnitude());
    }
    const bool areWeights = stage == StageId::weights || stage == StageId::dropped_weights;
    if (!areWeights) {
        for (HeadIndex head = 0; head < 2; ++head)
            QCOMPARE(heads().card(head).heatmap().content().scale().highest(), colourLimit);
    }
    QCOMPARE(std::get<HeadsFigure>(*heads().figure()).stage, stage);
    // The combination over heads uses the same scale. Only weights have an entropy.
    if (!areWeights)
        QCOMPARE(heads().overHeads().heatmap().content().scale().highest(), colourLimit);
    QCOMPARE(heads().card(0).header().note().isEmpty(), stage != StageId::weights);
    QCOMPARE(heads().overHeads().heatmap().content().matrix->rows(), trace.stage(stage, 0).rows());
}

/// Weights after dropout are offered where there is dropout. Without it, the page shows the weights again.
/// A number that is not there says why, and an average without the sink that it is.
void TestHeadsPage::sinksAreSaid() {
    window().document().openExample("two-heads");
    open(Experiment(window().document().experiment()));
    const auto tip = [&] { return heads().card(0).header().noteTip(); };
    const auto ofAll = [&] { return heads().overHeads().header().note(); };
    QTRY_VERIFY(heads().card(0).header().note().contains("bits"));
    QCOMPARE(tip(), QString());
    QCOMPARE(ofAll(), QString());
    setSink(window().document(), 0);
    QTRY_COMPARE(heads().card(0).header().note(), QStringLiteral("entropy –"));
    QVERIFY(tip().startsWith("No entropy: a sink takes part in the softmax"));
    QTRY_COMPARE(ofAll(), QStringLiteral("without the sink"));
    setNormalization(window().document(), NormalizationKind::sigmoid);
    QTRY_VERIFY2(tip().startsWith("No entropy: no row"), qPrintable(tip()));
    QTRY_COMPARE(ofAll(), QString());
}

void TestHeadsPage::dropoutComesAndGoes() {
    open(load_golden("two-heads").experiment);
    const auto* menu = heads().findChild<QPushButton*>("headsStage")->menu();
    const auto offered = [&] {
        return std::ranges::any_of(menu->actions(), [](const QAction* action) {
            return action->text() == stageTitle(StageId::dropped_weights) && action->isVisible();
        });
    };
    QVERIFY(!offered());
    setDropout(window().document(), Dropout{0.5, 3});
    QTRY_VERIFY(offered());
    choose("headsStage", 7);
    QCOMPARE(std::get<HeadsFigure>(*heads().figure()).stage, StageId::dropped_weights);
    QVERIFY(heads().card(0).heatmap().content().kept);
    QTRY_VERIFY(!heads().overHeads().heatmap().content().kept);
    setDropout(window().document(), std::nullopt);
    QTRY_COMPARE(std::get<HeadsFigure>(*heads().figure()).stage, StageId::weights);
    QVERIFY(!offered());
}

void TestHeadsPage::barsAddUp() {
    Experiment experiment = manyHeads(8, 6); // some of them oppose the output of one token
    experiment.projection.W_O = lab::share(Matrix(Matrix::Random(16, 5)));
    experiment.projection.b_O = lab::share(Matrix(Matrix::Random(1, 5)));
    open(experiment);
    const ShareBars& bars = heads().shares().bars();
    const Trace trace = compute(experiment).value();
    QCOMPARE(bars.content.partCount(), experiment.heads.count + 1); // plus the bias
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        double sum = 0, right = bars.zero, left = bars.zero;
        for (const ShareSegment& each : bars.segments) {
            if (each.token != token)
                continue;
            const double value = bars.content.part(token, each.part);
            sum += value;
            // Positive parts are stacked to the right of zero and negative ones to the left.
            QVERIFY(std::abs((value < 0 ? left - each.place.right() : each.place.left() - right)) < 1e-9);
            (value < 0 ? left : right) = value < 0 ? each.place.left() : each.place.right();
        }
        QVERIFY(std::abs(sum - trace.stage(StageId::output).row(token).norm()) < 1e-12);
        // Also in pixels: the extent right of zero minus the extent left of it is the length.
        const double unit =
            (right - bars.zero - (bars.zero - left)) / trace.stage(StageId::output).row(token).norm();
        QVERIFY(std::abs(unit - (bars.segments[0].place.width() /
                                 std::abs(bars.content.part(bars.segments[0].token,
                                                            bars.segments[0].part)))) < 1e-6);
    }
    QVERIFY(std::ranges::any_of(bars.segments,
                                [&](const ShareSegment& s) { return s.place.right() <= bars.zero; }));
    // Clicking a part selects its head.
    const ShareSegment& third = *std::ranges::find(bars.segments, 2, &ShareSegment::part);
    QTest::mouseClick(&heads().shares(), Qt::LeftButton, {}, third.place.center().toPoint());
    QCOMPARE(window().selection().head(), 2);
}

void TestHeadsPage::barsByKeyboard() {
    open(load_golden("two-heads").experiment);
    ShareBarsPlot& shares = heads().shares();
    QVERIFY(shares.accessibleDescription().contains(QStringLiteral("head 2")));
    shares.setFocus();
    QTest::keyClick(&shares, Qt::Key_Down);
    QTest::keyClick(&shares, Qt::Key_Right);
    const ShareBars& bars = shares.bars();
    QCOMPARE(shares.accessibleDescription(), bars.content.describe(1, 1));
    QTest::keyClick(&shares, Qt::Key_Return);
    QCOMPARE(window().selection().head(), 1);
}

/// No bar is drawn for a non-finite output, and the card says where it originated.
void TestHeadsPage::notFinite() {
    Experiment experiment = load_golden("naive-overflow").experiment;
    open(experiment);
    const ShareBars& bars = heads().shares().bars();
    bool any = false;
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        if (bars.isFinite(token))
            continue;
        any = true;
        QVERIFY(std::ranges::none_of(bars.segments, [&](const ShareSegment& s) { return s.token == token; }));
    }
    QVERIFY(any);
    QVERIFY(!heads().grab().isNull());
}

void TestHeadsPage::theParametersAreClosed() {
    openWindow({1600, 1000});
    open(load_golden("two-heads").experiment);
    QVERIFY(!window().parameters().isVisible());
    QVERIFY(!window().explanation().isVisible());
    QVERIFY(heads().width() > 1500);
    window().press_key(Qt::Key_F9);
    QVERIFY(window().parameters().isVisible());
    window().press_key(Qt::Key_F9);
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(window().parameters().isVisible());
}

void TestHeadsPage::nothingToShow() {
    open(load_golden("two-heads").experiment);
    window().type_sentence(QString());
    QTRY_VERIFY(!heads().card(0).isVisible());
    window().document().undo();
    QTRY_VERIFY(heads().card(0).isVisible());
}

void TestHeadsPage::moreThanIsKept() {
    window().press_key(Qt::Key_4, Qt::ControlModifier);
    window().document().replace(manyHeads(64, 520), {});
    QTest::qWait(20);
    QVERIFY(!heads().overHeads().isVisible() && !heads().findChild<HeadGrid*>()->isVisible());
    QVERIFY(LabWindow::button(heads(), QStringLiteral("Attention weights")));
}

/// Results that take longer than a frame arrive later and are correct.
void TestHeadsPage::largeOnesComeLater() {
    const Experiment experiment = manyHeads(12, 150);
    open(experiment);
    const Trace trace = compute(experiment).value();
    Matrix mean = trace.stage(StageId::weights);
    for (HeadIndex head = 1; head < 12; ++head)
        mean += trace.stage(StageId::weights, head);
    QTRY_COMPARE(heads().overHeads().heatmap().content().matrix->rows(), Index{150});
    QVERIFY((*heads().overHeads().heatmap().content().matrix - mean / 12).cwiseAbs().maxCoeff() < 1e-15);
    QVERIFY(heads().card(11).header().note().startsWith(QStringLiteral("entropy ")));
}

void TestHeadsPage::longSentences_data() {
    QTest::addColumn<Index>("count");
    QTest::addColumn<QSize>("size");
    QTest::newRow("4 heads") << Index{4} << QSize(1600, 1000);
    QTest::newRow("12 heads") << Index{12} << QSize(1600, 1000);
    QTest::newRow("4 heads, small window") << Index{4} << QSize(1024, 700);
    QTest::newRow("12 heads, small window") << Index{12} << QSize(1024, 700);
}

/// Thumbnails are as wide as the page allows, and their colours tell weights apart that are all small. Which
/// range that is stands on the page and in the status line, until another page is shown.
void TestHeadsPage::longSentences() {
    QFETCH(Index, count);
    QFETCH(QSize, size);
    openWindow(size);
    open(manyHeads(count, 200));
    QRect all;
    for (HeadIndex head = 0; head < count; ++head)
        all |= heads().card(head).geometry();
    QVERIFY2(all.width() > 0.9 * heads().viewport()->width(), qPrintable(QString::number(all.width())));
    QVERIFY(all.height() <= heads().viewport()->height());
    std::set<QRgb> colours;
    const MatrixHeatmap& heatmap = heads().card(1).heatmap();
    const Matrix& weights = *heatmap.content().matrix;
    const ColourScale scale = heatmap.content().scale();
    for (const double weight : weights.reshaped())
        colours.insert(scale.rgb(weight));
    QVERIFY2(colours.size() > 50, qPrintable(QString::number(colours.size())));
    const QString range = colourRange(window().document().experiment(), heatmap.content());
    QVERIFY2(range.endsWith("log (automatic)"), qPrintable(range));
    const auto labels = heads().controls().findChildren<QLabel*>();
    QVERIFY(
        std::ranges::any_of(labels, [&](const QLabel* each) { return each->text() == "colours: " + range; }));
    const QString status = window().status().viewButton().text();
    QVERIFY2(status.startsWith("colours: " + range), qPrintable(status));
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(window().status().viewButton().text().contains("weights from"));
}

void TestHeadsPage::menus() {
    open(load_golden("two-heads").experiment);
    QStringList asked;
    connect(&heads(), &Page::copyRequested, this, [&](const Figure& view) { asked += figureName(view); });
    for (MatrixCard* card : {&heads().card(0), &heads().overHeads(), &heads().share(), &heads().output()}) {
        emit card->menuRequested(QPoint(100, 100));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        const QList<QAction*> actions = menu->actions();
        const auto copy = std::ranges::find(actions, QStringLiteral("Copy as picture"), &QAction::text);
        QVERIFY(copy != actions.end());
        (*copy)->trigger();
        menu->close();
    }
    QCOMPARE(asked, (QStringList{"weights", "average", "share", "output"}));
}

LAB_WINDOW_TEST(TestHeadsPage)
#include "tst_heads_page.moc"
