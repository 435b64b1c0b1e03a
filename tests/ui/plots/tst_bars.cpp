// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention weights as bars: segments are as long as the weights, whatever they sum to, and are the cells.
#include "core/engine/pipeline.h"
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/plots/heatmap/bar_geometry.h"

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

HeatmapContent bars_content(const Matrix& weights, const Matrix* masked = nullptr, bool transposed = false) {
    HeatmapContent content;
    content.matrix = share(Matrix(weights));
    content.summary = std::make_shared<const MatrixSummary>(summarize(weights));
    content.masked = masked ? share(Matrix(*masked)) : nullptr;
    content.transposed = transposed;
    content.title = "Attention weights";
    content.rowAxis = "query";
    content.columnAxis = "key";
    content.rowLabels = featureLabels(weights.rows());
    content.columnLabels = featureLabels(weights.cols());
    return content;
}

/// Along the bars.
double lengthOf(const QRectF& rect, bool upright) {
    return upright ? rect.height() : rect.width();
}

} // namespace

class TestBars : public WindowTest {
    Q_OBJECT

private slots:
    void lengthsAreWeights_data();
    void lengthsAreWeights();
    void placesAndHits_data();
    void placesAndHits();
    void endTexts_data();
    void endTexts();
    void onlyWordsThatFit();
    void textsHaveRoom_data();
    void textsHaveRoom();
    void inPixels_data();
    void inPixels();
    void notFinite();
    void everyKeyOfALongSentence();
    void namesAboveTheBars();

private:
    MatrixHeatmap& show(const HeatmapContent& content, Density density = Density::digits,
                        double enlargement = 1);

    std::unique_ptr<MatrixHeatmap> m_heatmap;
};

MatrixHeatmap& TestBars::show(const HeatmapContent& content, Density density, double enlargement) {
    m_heatmap = std::make_unique<MatrixHeatmap>(theme());
    m_heatmap->setContent(content);
    HeatmapForm form;
    form.enlargement = enlargement;
    m_heatmap->setLook(density, form);
    m_heatmap->setBars(true);
    m_heatmap->resize(m_heatmap->sizeHint());
    m_heatmap->show(); // hidden, it would not learn its size
    return *m_heatmap;
}

void TestBars::lengthsAreWeights_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::newRow("softmax") << NormalizationKind::softmax;
    QTest::newRow("softmax without shift") << NormalizationKind::softmax_naive;
    QTest::newRow("sum") << NormalizationKind::sum;
    QTest::newRow("sparsemax") << NormalizationKind::sparsemax;
    QTest::newRow("sigmoid") << NormalizationKind::sigmoid;
}

/// Each segment is as long as its weight, hidden keys have none, and nothing overlaps, so that the ends of a
/// bar add up to the sum of its row.
void TestBars::lengthsAreWeights() {
    QFETCH(NormalizationKind, kind);
    RandomExperiments random(2111);
    int finite = 0;
    for (int round = 0; round < many_experiments; ++round) {
        Experiment experiment = random.next();
        experiment.normalization.kind = kind;
        const auto trace = compute(experiment);
        if (!trace)
            continue;
        const Matrix& weights = trace.value().stage(StageId::weights, 0);
        const Matrix& masked = trace.value().stage(StageId::masked_scores, 0);
        const HeatmapContent content = bars_content(weights, &masked);
        const Extremes span = barSpan(content);
        for (Index query = 0; query < weights.rows(); ++query) {
            const auto row = weights.row(query);
            QCOMPARE(hasBar(content, query), row.allFinite());
            if (!row.allFinite())
                continue;
            ++finite;
            const double tiny = 1e-12 * std::max(1.0, row.cwiseAbs().sum());
            const std::vector<BarSegment> segments = barSegments(content, query);
            double above = 0;
            double below = 0;
            for (Index key = 0; key < weights.cols(); ++key) {
                const BarSegment& each = segments[static_cast<std::size_t>(key)];
                QVERIFY(std::abs(each.length() - std::abs(row[key])) <= tiny);
                QVERIFY(row[key] < 0 ? std::abs(each.high - below) <= tiny
                                     : std::abs(each.low - above) <= tiny);
                if (content.isHidden({query, key}) && row[key] == 0)
                    QCOMPARE(each.length(), 0.0);
                (row[key] < 0 ? below : above) += row[key];
            }
            QVERIFY(std::abs(above + below - row.sum()) <= tiny);
            QVERIFY(span.lowest <= below + tiny && span.highest >= above - 1e-9 - tiny);
        }
        QVERIFY(span.lowest <= 0 && span.highest >= 1);
        const bool mayBeLonger = kind == NormalizationKind::sum || kind == NormalizationKind::sigmoid;
        if (!mayBeLonger && experiment.overrides.empty())
            QVERIFY(span == (Extremes{0, 1}));
    }
    QVERIFY(finite > many_experiments);
}

void TestBars::placesAndHits_data() {
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<Density>("density");
    QTest::addColumn<double>("enlargement");
    for (const bool transposed : {false, true}) {
        const char* notation = transposed ? "columns" : "rows";
        QTest::addRow("%s, large", notation) << transposed << Density::digits << 2.0;
        QTest::addRow("%s, with numbers", notation) << transposed << Density::digits << 1.0;
        QTest::addRow("%s, two decimals", notation) << transposed << Density::two_decimals << 1.0;
        QTest::addRow("%s, in colour", notation) << transposed << Density::colour << 1.0;
        QTest::addRow("%s, small", notation) << transposed << Density::small_colour << 1.0;
    }
}

/// In pixels, too, and the pointer finds each segment. Whatever the weights, the size is that of the cells.
void TestBars::placesAndHits() {
    QFETCH(bool, transposed);
    QFETCH(Density, density);
    QFETCH(double, enlargement);
    RandomExperiments random(77);
    for (int round = 0; round < 30; ++round) {
        Matrix weights(random.between(1, 8), random.between(1, 8));
        for (Index i = 0; i < weights.size(); ++i)
            weights.data()[i] = random.coin() ? random.number() / 10 : std::abs(random.number()) / 5;
        for (Index query = 0; query < weights.rows() && round % 2 == 0; ++query)
            weights.row(query) = weights.row(query).cwiseAbs() / weights.row(query).cwiseAbs().sum();
        MatrixHeatmap& heatmap = show(bars_content(weights, nullptr, transposed), density, enlargement);
        const QSize size = heatmap.sizeHint();
        const BarPlaces& places = heatmap.barPlaces();
        const double one = places.at(1) - places.at(0);
        const QRectF area = QRectF(heatmap.axisRect()->rect()).adjusted(-1, -1, 1, 1);
        for (Index query = 0; query < weights.rows(); ++query) {
            for (Index key = 0; key < weights.cols(); ++key) {
                const QRectF rect = heatmap.cellRect({query, key});
                const double length = lengthOf(rect, transposed);
                QVERIFY(std::abs(length - std::abs(weights(query, key)) * one) < 1e-6);
                QVERIFY(area.contains(rect));
                if (length > 1)
                    QVERIFY(heatmap.cellAt(rect.center()) == (StoredCell{query, key}));
            }
        }
        heatmap.setBars(false);
        QCOMPARE(heatmap.sizeHint(), size);
    }
}

void TestBars::endTexts_data() {
    QTest::addColumn<Matrix>("weights");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("brief");
    QTest::newRow("even") << Matrix{{0.25, 0.25, 0.25, 0.25}} << "2.00 bits"
                          << "2.00";
    QTest::newRow("one key") << Matrix{{0, 1, 0}} << "0.00 bits"
                             << "0.00";
    QTest::newRow("uneven") << Matrix{{0.5, 0.25, 0.25}} << "1.50 bits"
                            << "1.50";
    QTest::newRow("too little") << Matrix{{0.5, 0.25}} << "sum 0.75"
                                << "Σ 0.75";
    QTest::newRow("too much") << Matrix{{0.5, 1.25}} << "sum 1.75"
                              << "Σ 1.75";
    QTest::newRow("almost 1") << Matrix{{0.5, 0.4999}} << "sum 0.9999"
                              << "Σ 0.9999";
    QTest::newRow("a negative weight") << Matrix{{1.5, -0.5}} << "sum 1.00"
                                       << "Σ 1.00";
    QTest::newRow("below 0") << Matrix{{-1.5, 0.25}} << QString::fromUtf8("sum −1.25")
                             << QString::fromUtf8("Σ −1.25");
    QTest::newRow("nothing") << Matrix{{0, 0}} << "sum 0.00"
                             << "Σ 0.00";
    QTest::newRow("not a number") << Matrix{{nan_value, 0.5}} << "no sum"
                                  << "no sum";
    QTest::newRow("infinity") << Matrix{{infinity, 0.5}} << "no sum"
                              << "no sum";
}

void TestBars::endTexts() {
    QFETCH(Matrix, weights);
    QFETCH(QString, text);
    QFETCH(QString, brief);
    const HeatmapContent content = bars_content(weights);
    QCOMPARE(barEndText(content, 0, false), text);
    QCOMPARE(barEndText(content, 0, true), brief);
}

/// A segment too short for its key has no text, and certainly not the number of a position.
void TestBars::onlyWordsThatFit() {
    HeatmapContent content = bars_content(Matrix{{0.05, 0.95, 0, 0, 0, 0}});
    content.columnLabels = Labels({"something", "long", "and", "four", "other", "words"});
    MatrixHeatmap& heatmap = show(content, Density::digits, 2);
    const QRect rect = heatmap.cellRect({0, 0}).toAlignedRect();
    QVERIFY(rect.width() > QFontMetrics(heatmap.metrics().labelFont).horizontalAdvance("1") + theme().px(4));
    const QImage image = heatmap.grab(rect.adjusted(2, 2, -3, -4)).toImage();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            QCOMPARE(image.pixelColor(x, y), keyColour(0));
    }
}

void TestBars::textsHaveRoom_data() {
    QTest::addColumn<double>("enlargement");
    QTest::addColumn<int>("wider"); // pixels more than the cells need
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<Density>("density");
    QTest::addColumn<bool>("shortens");
    QTest::newRow("beside the cells") << 1.0 << 100 << false << Density::digits << false;
    QTest::newRow("under the bars") << 2.4 << 0 << false << Density::digits << false;
    QTest::newRow("nowhere else") << 1.0 << 0 << false << Density::digits << true;
    QTest::newRow("below the columns") << 1.0 << 0 << true << Density::digits << false;
    QTest::newRow("columns without a colour bar") << 1.0 << 0 << true << Density::two_decimals << true;
}

/// A complete bar is as long as all cells together, unless its text has no room elsewhere.
void TestBars::textsHaveRoom() {
    QFETCH(double, enlargement);
    QFETCH(int, wider);
    QFETCH(bool, transposed);
    QFETCH(Density, density);
    QFETCH(bool, shortens);
    const Matrix weights = Matrix::Constant(5, 5, 0.2);
    MatrixHeatmap& heatmap = show(bars_content(weights, nullptr, transposed), density, enlargement);
    heatmap.resize(heatmap.sizeHint() + QSize(wider, 0));
    const BarPlaces& places = heatmap.barPlaces();
    QVERIFY(places.ends != BarPlaces::Ends::none);
    const QSizeF cell = heatmap.metrics().cell;
    const double cells = 5 * (transposed ? cell.height() : cell.width());
    QCOMPARE(places.at(1) - places.at(0) < cells - 1, shortens);
    const QFontMetricsF metrics(heatmap.metrics().labelFont);
    for (Index query = 0; query < 5; ++query) {
        const QRectF place = heatmap.barEndRect(query);
        const QString text = barEndText(heatmap.content(), query, places.briefEnds);
        QVERIFY(metrics.horizontalAdvance(text) <= place.width() + 1);
        QVERIFY(QRectF(heatmap.rect()).adjusted(-1, -1, 1, 1).contains(place));
        QVERIFY(!place.adjusted(1, 1, -1, -1).intersects(heatmap.barRect(query)));
    }
}

void TestBars::inPixels_data() {
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<bool>("dark");
    for (const bool transposed : {false, true}) {
        for (const bool dark : {false, true})
            QTest::addRow("%s, %s", transposed ? "columns" : "rows", dark ? "dark" : "light")
                << transposed << dark;
    }
}

/// What is missing to 1 shows the track; a hidden key is nowhere; beyond 1 the line goes on.
void TestBars::inPixels() {
    QFETCH(bool, transposed);
    QFETCH(bool, dark);
    theme().setMode(dark ? ColourMode::dark : ColourMode::light);
    const Matrix weights{{0.5, 0, 0.25}, {0.75, 0.25, 0.5}, {-0.25, 0.75, 0.5}};
    const Matrix masked{{1, -infinity, 1}, {1, 1, 1}, {1, 1, 1}};
    MatrixHeatmap& heatmap = show(bars_content(weights, &masked, transposed), Density::digits, 3);
    const QImage image = heatmap.grab().toImage();
    const auto colourAt = [&](Index query, double weight) { // near the edge of the bar, beside its texts
        const double place = heatmap.barPlaces().at(weight);
        const QRectF bar = heatmap.barRect(query);
        const QPointF point = transposed ? QPointF(bar.left() + 2, place) : QPointF(place, bar.top() + 2);
        return image.pixelColor(point.toPoint());
    };
    QCOMPARE(colourAt(0, 0.25), keyColour(0));
    QCOMPARE(colourAt(0, 0.6), keyColour(2)); // key 1 is hidden
    QCOMPARE(colourAt(0, 0.9), theme().colours().control);
    QCOMPARE(colourAt(1, 0.4), keyColour(0));
    QCOMPARE(colourAt(1, 0.9), keyColour(1));
    QCOMPARE(colourAt(1, 1.3), keyColour(2));
    QCOMPARE(colourAt(2, -0.15), keyColour(0));
    QCOMPARE(colourAt(2, 0.4), keyColour(1));
    QCOMPARE(colourAt(2, 1.1), keyColour(2));
    // The lines at 0 and 1 cross every bar.
    for (const double weight : {0.0, 1.0}) {
        for (Index query = 0; query < 3; ++query) {
            bool found = false;
            for (double off = -2; off <= 2; ++off)
                found =
                    found ||
                    colourAt(query, weight + off / (heatmap.barPlaces().at(1) - heatmap.barPlaces().at(0))) ==
                        theme().colours().text;
            QVERIFY(found);
        }
    }
}

/// A row that is not finite has no bar but cells of one length, in the colour of what is not finite.
void TestBars::notFinite() {
    const Matrix weights{{nan_value, 0.5, nan_value}, {0.25, 0.25, 0.5}, {infinity, 0, 0}};
    MatrixHeatmap& heatmap = show(bars_content(weights), Density::digits, 2);
    const QImage image = heatmap.grab().toImage();
    const auto corner = [&](Index query, Index key) {
        return image.pixelColor((heatmap.cellRect({query, key}).topLeft() + QPointF(3, 3)).toPoint());
    };
    QCOMPARE(corner(0, 0), notFiniteColour());
    QCOMPARE(corner(0, 1), theme().colours().control);
    QCOMPARE(corner(0, 2), notFiniteColour());
    QCOMPARE(corner(1, 0), keyColour(0));
    QCOMPARE(corner(2, 0), notFiniteColour());
    QVERIFY(heatmap.barPlaces().span == (Extremes{0, 1})); // one such row spoils no other
    for (Index key = 0; key < 3; ++key)
        QVERIFY(heatmap.cellAt(heatmap.cellRect({0, key}).center()) == (StoredCell{0, key}));
}

/// Where the cells are cut, bars still show every key, and the line above names only the queries in sight.
void TestBars::everyKeyOfALongSentence() {
    const Matrix weights = Matrix::Constant(40, 40, 1.0 / 40);
    MatrixHeatmap& heatmap = show(bars_content(weights), Density::colour);
    heatmap.resize(300, 250);
    const QRectF area = QRectF(heatmap.axisRect()->rect()).adjusted(-1, -1, 1, 1);
    QVERIFY(area.contains(heatmap.cellRect({0, 39})));
    QVERIFY(heatmap.cellAt(heatmap.cellRect({0, 39}).center()) == (StoredCell{0, 39}));
    QVERIFY2(heatmap.shownPart().startsWith("rows 1–"), qPrintable(heatmap.shownPart()));
    QVERIFY(!heatmap.shownPart().contains("columns"));
    heatmap.setCursorCell({39, 39});
    QVERIFY(area.contains(heatmap.cellRect({39, 39})));
    heatmap.setBars(false);
    QVERIFY(heatmap.shownPart().contains("columns"));
}

/// The last key's name does not stand over what is said of each bar.
void TestBars::namesAboveTheBars() {
    const Matrix weights = Matrix::Constant(4, 4, 0.25);
    MatrixHeatmap& heatmap = show(bars_content(weights));
    heatmap.resize(heatmap.sizeHint());
    const BarPlaces& places = heatmap.barPlaces();
    QVERIFY(places.ends == BarPlaces::Ends::after);
    const double end = places.start + places.length;
    QVERIFY(std::abs(heatmap.gridRect({0, 3}).right() - end) < 1);
    QVERIFY(places.endsFrom > end);
    QVERIFY(std::abs(heatmap.gridRect({0, 0}).left() - places.start) < 1);
}

LAB_WINDOW_TEST(TestBars)
#include "tst_bars.moc"
