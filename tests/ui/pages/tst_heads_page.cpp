// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Heads page: all heads at once, their mean or maximum, and each head's share of the output.
#include "core/analysis/head_patterns.h"
#include "core/pipeline.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/pages/heads/heads_controls.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/window/actions.h"

#include <QMenu>
#include <QPushButton>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

namespace {

/// `heads` heads with random queries and keys over `tokens` tokens.
Experiment manyHeads(Index heads, Index tokens) {
    Experiment e = load_golden("two-heads").experiment;
    std::string text;
    for (Index i = 0; i < tokens; ++i)
        text += (i > 0 ? " w" : "w") + std::to_string(i);
    e.sequence = {Tokenizer::whitespace, text, {}};
    for (Index i = 0; i < tokens; ++i)
        e.sequence.tokens.push_back("w" + std::to_string(i));
    e.embedding = {};
    e.heads = {heads, heads};
    e.projection = {};
    e.projection.kind = ProjectionKind::direct;
    std::srand(5);
    e.projection.Q = lab::share(Matrix(3 * Matrix::Random(tokens, 2 * heads)));
    e.projection.K = lab::share(Matrix(Matrix::Random(tokens, 2 * heads)));
    e.projection.V = lab::share(Matrix(Matrix::Random(tokens, 2 * heads)));
    return e;
}

} // namespace

class TestHeadsPage : public WindowTest {
    Q_OBJECT

private slots:
    void everyHeadIsInSight_data();
    void everyHeadIsInSight();
    void examples_data();
    void examples();
    void pointingLightsEveryHead();
    void aClickChoosesTheHead();
    void whatAllHeadsDoTogether();
    void anyStage_data();
    void anyStage();
    void order_data();
    void order();
    void nothingMovesUnderTheHand();
    void withoutANumber();
    void groups();
    void planOfAGrid_data();
    void planOfAGrid();
    void barsAddUp();
    void barsByKeyboard();
    void notFinite();
    void theParametersAreClosed();
    void nothingToShow();
    void moreThanIsKept();
    void largeOnesComeLater();
    void menus();

private:
    HeadsPage& heads() { return window().headsPage(); }
    /// Computes on the window's thread, however slow the machine is: the tests read numbers right away.
    void open(const Experiment& experiment) {
        window().document().setFrame(60);
        window().document().replace(experiment, {});
        window().press_key(Qt::Key_3, Qt::ControlModifier);
        QTest::qWait(20);
        QVERIFY(heads().isVisible());
        QTRY_VERIFY(heads().overHeads().isVisible());
    }
    void choose(const char* menu, int entry) {
        auto* button = heads().findChild<QPushButton*>(QString::fromLatin1(menu));
        button->menu()->actions().at(entry)->trigger();
        QTest::qWait(20);
    }
    /// Retries, because cards may still move during computation or layout.
    void pointAt(const MatrixCard& card, StoredCell cell) {
        MatrixHeatmap& heatmap = card.heatmap();
        const auto isThere = [&] {
            const auto& hovered = window().selection().hovered();
            return hovered && hovered->row == cell.row && hovered->column == cell.column;
        };
        for (int i = 0; i < 100 && !isThere(); ++i) {
            QTest::qWait(20);
            QTest::mouseMove(&heatmap, heatmap.cellRect({0, 0}).center().toPoint());
            QTest::mouseMove(&heatmap, heatmap.cellRect(cell).center().toPoint());
        }
    }
    /// The heads in the order of their cards, row by row.
    QList<int> standing() {
        QList<int> heads;
        for (int head = 0; head < this->heads().cardCount(); ++head)
            heads += head;
        std::ranges::sort(heads, {}, [&](int head) {
            const QPoint place = this->heads().card(head).pos();
            return std::pair(place.y(), place.x());
        });
        return heads;
    }
};

void TestHeadsPage::everyHeadIsInSight_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("tokens");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("numbers");
    QTest::newRow("1 head") << 1 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("2 heads") << 2 << 6 << QSize(1024, 700) << true;
    QTest::newRow("4 heads") << 4 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("12 heads") << 12 << 6 << QSize(1600, 1000) << true;
    QTest::newRow("12 heads, 24 tokens") << 12 << 24 << QSize(1600, 1000) << false;
    QTest::newRow("64 heads") << 64 << 6 << QSize(1600, 1000) << false;
    QTest::newRow("64 heads, small") << 64 << 24 << QSize(1024, 700) << false;
}

/// All heads are visible without scrolling, except for 64 heads in a small window. The cards have equal sizes
/// and do not overlap.
void TestHeadsPage::everyHeadIsInSight() {
    QFETCH(int, heads);
    QFETCH(int, tokens);
    QFETCH(QSize, size);
    QFETCH(bool, numbers);
    openWindow(size);
    open(manyHeads(heads, tokens));
    HeadsPage& page = this->heads();
    QCOMPARE(page.cardCount(), heads);
    QList<QRect> places;
    for (int head = 0; head < heads; ++head) {
        const MatrixCard& card = page.card(head);
        const QRect place(card.mapTo(page.viewport(), QPoint(0, 0)), card.size());
        QCOMPARE(card.size(), page.card(0).size());
        QVERIFY(place.left() >= 0 && place.right() < page.viewport()->width());
        QVERIFY(place.bottom() < (heads < 64 ? 1.0 : 2.0) * page.viewport()->height());
        for (const QRect& other : places)
            QVERIFY(!other.intersects(place));
        places += place;
        // Every cell fits on the card.
        const MatrixHeatmap& heatmap = card.heatmap();
        QVERIFY(heatmap.rect().contains(
            heatmap.cellRect({tokens - 1, tokens - 1}).toAlignedRect().adjusted(1, 1, -1, -1)));
        QCOMPARE(isColourOnly(heatmap.metrics().density), !numbers);
    }
    QVERIFY(page.horizontalScrollBar()->maximum() == 0);
}

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
    for (Index token = 0; token < bars.content.tokenCount(); ++token) {
        double sum = 0;
        for (Index part = 0; part < bars.content.partCount(); ++part)
            sum += bars.content.part(token, part);
        QVERIFY(std::abs(sum - trace.output.row(token).norm()) < 1e-12);
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
    const Matrix mean = (trace.weights[0] + trace.weights[1]) / 2;
    QVERIFY((*heads().overHeads().heatmap().content().matrix - mean).cwiseAbs().maxCoeff() < 1e-15);
    choose("headsOver", 1);
    const Matrix most = trace.weights[0].cwiseMax(trace.weights[1]);
    QCOMPARE(*heads().overHeads().heatmap().content().matrix, most);
    QCOMPARE(heads().overHeads().header().title(), QStringLiteral("Maximum of heads"));
    // Live: editing one weight of W_V changes the output and its shares, but not the weights.
    const MatrixPtr before = heads().output().heatmap().content().matrix;
    window().document().setValue(ParameterId::W_V, 0, 0, 2.5);
    QTRY_VERIFY(*heads().output().heatmap().content().matrix != *before);
    const Trace after = compute(window().document().experiment()).value();
    QVERIFY((*heads().output().heatmap().content().matrix - after.output).cwiseAbs().maxCoeff() < 1e-12);
    QCOMPARE(*heads().overHeads().heatmap().content().matrix, most);
    QVERIFY(heads().card(0).header().note().startsWith(QStringLiteral("entropy ")));
}

void TestHeadsPage::anyStage_data() {
    QTest::addColumn<int>("entry");
    QTest::addColumn<StageId>("stage");
    const QList<StageId> stages{StageId::queries, StageId::keys,          StageId::values,
                                StageId::scores,  StageId::scaled_scores, StageId::masked_scores,
                                StageId::weights, StageId::head_outputs};
    for (qsizetype i = 0; i < stages.size(); ++i)
        QTest::newRow(info(stages[i]).name.data()) << int(i) << stages[i];
}

/// For any stage the heads share one scale and show the document's numbers.
void TestHeadsPage::anyStage() {
    QFETCH(int, entry);
    QFETCH(StageId, stage);
    Experiment experiment = load_golden("two-heads").experiment;
    experiment.mask.causal = true;
    open(experiment);
    choose("headsStage", entry);
    const Trace trace = compute(experiment).value();
    double colourLimit = 0;
    for (HeadIndex head = 0; head < 2; ++head) {
        const HeatmapContent& content = heads().card(head).heatmap().content();
        QCOMPARE(*content.matrix, trace.stage(stage, head));
        colourLimit = std::max(colourLimit, content.summary->finite.magnitude());
    }
    if (stage != StageId::weights) {
        for (HeadIndex head = 0; head < 2; ++head)
            QCOMPARE(heads().card(head).heatmap().content().scale().highest(), colourLimit);
    }
    QCOMPARE(std::get<HeadsFigure>(*heads().figure()).stage, stage);
    // The combination over heads uses the same scale. Only weights have an entropy.
    if (stage != StageId::weights)
        QCOMPARE(heads().overHeads().heatmap().content().scale().highest(), colourLimit);
    QCOMPARE(heads().card(0).header().note().isEmpty(), stage != StageId::weights);
    QCOMPARE(heads().overHeads().heatmap().content().matrix->rows(), trace.stage(stage, 0).rows());
}

void TestHeadsPage::order_data() {
    QTest::addColumn<HeadOrder>("order");
    for (int i = 0; i <= int(HeadOrder::to_first); ++i)
        QTest::newRow(qPrintable(QString::number(i))) << HeadOrder(i);
}

void TestHeadsPage::order() {
    QFETCH(HeadOrder, order);
    const Experiment experiment = manyHeads(7, 5);
    open(experiment);
    choose("headsOrder", int(order));
    const Trace trace = compute(experiment).value();
    QList<int> expected{0, 1, 2, 3, 4, 5, 6};
    const auto number = [&](int head) {
        const HeadPattern p =
            head_pattern(trace.weights[std::size_t(head)], trace.masked_scores[std::size_t(head)]);
        return order == HeadOrder::number         ? double(head)
               : order == HeadOrder::entropy      ? p.entropy
               : order == HeadOrder::from_uniform ? -p.from_uniform
               : order == HeadOrder::to_previous  ? -p.to_previous
               : order == HeadOrder::to_same      ? -p.to_same
                                                  : -p.to_first;
    };
    std::ranges::sort(expected, {}, number);
    QCOMPARE(standing(), expected);
    // The exported figure has the same order.
    const std::vector<HeadIndex> drawn = std::get<HeadsFigure>(*heads().figure()).order;
    QCOMPARE(QList<int>(drawn.begin(), drawn.end()), expected);
    if (order != HeadOrder::number)
        QVERIFY(expected != QList<int>({0, 1, 2, 3, 4, 5, 6})); // otherwise the test is void
}

/// Cards keep their positions during a drag, even if the sort order changes.
void TestHeadsPage::nothingMovesUnderTheHand() {
    Experiment experiment = manyHeads(2, 2);
    Matrix Q(2, 4), K(2, 4);
    Q << 10, 0, 2, 0, //
        10, 0, 2, 0;
    K << 1, 0, 1, 0, //
        -1, 0, -1, 0;
    experiment.projection.Q = lab::share(Q);
    experiment.projection.K = lab::share(K);
    open(experiment);
    choose("headsOrder", int(HeadOrder::entropy));
    QCOMPARE(standing(), (QList<int>{0, 1}));
    const QString note = heads().card(0).header().note();
    window().document().preview(ParameterId::Q, 0, 0, 0); // half of the first head's rows are now uniform
    QTRY_VERIFY(heads().card(0).header().note() != note);
    QCOMPARE(standing(), (QList<int>{0, 1}));
    window().document().commitPreview();
    QTRY_COMPARE(standing(), (QList<int>{1, 0}));
}

/// A head without a value says so and is sorted last.
void TestHeadsPage::withoutANumber() {
    HeadPattern none, sharp;
    sharp.entropy = 0.25;
    QCOMPARE(orderingText(none, HeadOrder::entropy), QStringLiteral("entropy –"));
    QCOMPARE(orderingText(sharp, HeadOrder::entropy), QStringLiteral("entropy 0.25 bits"));
    QCOMPARE(inOrder({none, sharp}, HeadOrder::entropy), (std::vector<HeadIndex>{1, 0}));
    // Values that differ only by rounding count as equal and keep the order of head numbers.
    HeadPattern nearly = sharp;
    nearly.entropy -= 1e-15;
    QCOMPARE(inOrder({sharp, nearly}, HeadOrder::entropy), (std::vector<HeadIndex>{0, 1}));
}

/// Heads that share keys and values have a common frame while sorted by number.
void TestHeadsPage::groups() {
    Experiment experiment = load_golden("grouped-query").experiment;
    open(experiment);
    const HeadIndex size = experiment.heads.count / experiment.heads.kv_count;
    const auto* grid = heads().findChild<HeadGrid*>();
    const int tall = grid->heightForWidth(grid->width());
    choose("headsOrder", int(HeadOrder::entropy));
    const int flat = grid->heightForWidth(grid->width());
    QVERIFY(size > 1);
    QVERIFY(tall > flat); // frame and caption
    choose("headsOrder", int(HeadOrder::number));
    // Cards of a group are closer to each other than to the next group.
    const int within = heads().card(1).x() - heads().card(0).geometry().right();
    const int between = heads().card(size).y() == heads().card(size - 1).y()
                            ? heads().card(size).x() - heads().card(size - 1).geometry().right()
                            : INT_MAX;
    QVERIFY(between > within);
}

void TestHeadsPage::planOfAGrid_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<QPoint>("last");
    // Cards of 100 × 50 with gaps of 10. Frames have margins of 5 and captions of 20.
    QTest::newRow("one row") << 3 << 1 << 320 << 50 << QPoint(220, 0);
    QTest::newRow("two rows") << 3 << 1 << 319 << 110 << QPoint(0, 60);
    QTest::newRow("narrower than a card") << 2 << 1 << 50 << 110 << QPoint(0, 60);
    QTest::newRow("groups side by side") << 4 << 2 << 450 << 80 << QPoint(345, 25);
    QTest::newRow("groups below each other") << 4 << 2 << 440 << 170 << QPoint(115, 115);
    QTest::newRow("a group in two rows") << 4 << 2 << 219 << 290 << QPoint(5, 235);
}

void TestHeadsPage::planOfAGrid() {
    QFETCH(int, count);
    QFETCH(int, groups);
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(QPoint, last);
    const GridPlan plan = gridPlan(count, {100, 50}, groups, width, {10, 5, 20});
    QCOMPARE(plan.height, height);
    QCOMPARE(plan.cards.size(), std::size_t(count));
    QCOMPARE(plan.cards.back().topLeft(), last);
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
        QVERIFY(std::abs(sum - trace.output.row(token).norm()) < 1e-12);
        // Also in pixels: the extent right of zero minus the extent left of it is the length.
        const double unit = (right - bars.zero - (bars.zero - left)) / trace.output.row(token).norm();
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
    window().press_key(Qt::Key_3, Qt::ControlModifier);
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
    Matrix mean = trace.weights[0];
    for (std::size_t head = 1; head < 12; ++head)
        mean += trace.weights[head];
    QTRY_COMPARE(heads().overHeads().heatmap().content().matrix->rows(), Index{150});
    QVERIFY((*heads().overHeads().heatmap().content().matrix - mean / 12).cwiseAbs().maxCoeff() < 1e-15);
    QVERIFY(heads().card(11).header().note().startsWith(QStringLiteral("entropy ")));
}

void TestHeadsPage::menus() {
    open(load_golden("two-heads").experiment);
    QStringList asked;
    connect(&heads(), &Page::copyRequested, this, [&](const Figure& view) { asked += figureName(view); });
    for (MatrixCard* card : {&heads().card(0), &heads().overHeads(), &heads().share(), &heads().output()}) {
        emit card->menuRequested(QPoint(100, 100));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        menu->actions().at(1)->trigger();
        menu->close();
    }
    QCOMPARE(asked, (QStringList{"weights", "average", "share", "output"}));
}

LAB_WINDOW_TEST(TestHeadsPage)
#include "tst_heads_page.moc"
