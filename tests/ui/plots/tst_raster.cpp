// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rasterised cells, compared with each cell's own colour, and cached labels.
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/plots/heatmap/heatmap_change.h"
#include "ui/plots/heatmap/heatmap_raster.h"

#include <QApplication>
#include <QFontMetrics>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

RasterLook look() {
    RasterLook look;
    look.hidden = 0xff101010;
    look.hatch = 0xff202020;
    look.hatchStep = 6;
    look.outline = 2;
    return look;
}

HeatmapContent content_of(RandomExperiments& random, Index rows, Index columns, bool transposed) {
    Matrix matrix(rows, columns);
    Matrix masked = Matrix::Zero(rows, columns);
    Matrix before = matrix;
    for (Index i = 0; i < matrix.size(); ++i) {
        matrix.data()[i] =
            random.between(0, 9) == 0 ? (random.coin() ? nan_value : infinity) : random.number();
        masked.data()[i] = random.between(0, 3) == 0 ? -infinity : 0;
        before.data()[i] = random.coin() ? matrix.data()[i] : random.number();
    }
    HeatmapContent content;
    content.matrix = share(matrix);
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.masked = share(masked);
    content.before = share(before);
    content.transposed = transposed;
    return content;
}

/// `count` spans of `pixels` pixels each, starting with cell `first`. The last `gap` pixels of each are left
/// out.
RasterAxis axis(Index first, Index count, int pixels, int gap, int offset) {
    RasterAxis axis{first, {}};
    for (int i = 0; i < int(count); ++i)
        axis.spans.push_back(
            {std::max(0, offset + i * pixels), std::max(0, offset + (i + 1) * pixels - gap)});
    return axis;
}

QRgb colour_of(const HeatmapContent& content, double value) {
    return std::isfinite(value) ? content.scale().rgb(value) : notFiniteColour().rgb();
}

} // namespace

class TestRaster : public QObject {
    Q_OBJECT

private slots:
    void cells_data() { orientations(); }
    void cells();
    void pooled_data() { orientations(); }
    void pooled();
    void hatchIsInStep();
    void dropped_data();
    void dropped();
    void wanted();
    void coloursLikeNumbers();
    void labels();

private:
    static void orientations();
};

void TestRaster::orientations() {
    QTest::addColumn<bool>("transposed");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

void TestRaster::cells() {
    QFETCH(bool, transposed);
    RandomExperiments random(51);
    for (int round = 0; round < 20; ++round) {
        const HeatmapContent content =
            content_of(random, random.between(1, 9), random.between(1, 9), transposed);
        const HeatmapMapping mapping = content.mapping();
        const Index x0 = random.between(0, mapping.shownColumns() - 1);
        const Index y0 = random.between(0, mapping.shownRows() - 1);
        // The first cells are clipped by the image's edge.
        const RasterAxis columns = axis(x0, mapping.shownColumns() - x0, 9, 1, -3);
        const RasterAxis rows = axis(y0, mapping.shownRows() - y0, 8, 1, -2);
        const QSize size(columns.spans.back().end + 1, rows.spans.back().end + 1);
        const QImage image = rasterCells(content, columns, rows, size, look());
        QCOMPARE(image.size(), size);
        const HeatmapChange change(content);
        for (std::size_t i = 0; i < columns.spans.size(); ++i) {
            for (std::size_t j = 0; j < rows.spans.size(); ++j) {
                const PixelSpan x = columns.spans[i];
                const PixelSpan y = rows.spans[j];
                const StoredCell cell = mapping.stored({x0 + Index(i), y0 + Index(j)});
                const QRgb middle = image.pixel((x.first + x.end) / 2, (y.first + y.end) / 2);
                const QRgb corner = image.pixel(x.first, y.first);
                if (content.isHidden(cell))
                    QVERIFY(middle == look().hidden || middle == look().hatch);
                else
                    QCOMPARE(middle, colour_of(content, (*content.matrix)(cell.row, cell.column)));
                // Black or white, of which no scale has either.
                const QColor under =
                    content.isHidden(cell) ? QColor::fromRgb(look().hidden) : QColor::fromRgb(middle);
                QCOMPARE(corner == textOn(under).rgb(), change(cell) != 0);
                QCOMPARE(qAlpha(image.pixel(x.end, y.first)), 0);
                QCOMPARE(qAlpha(image.pixel(x.first, y.end)), 0);
            }
        }
    }
}

void TestRaster::pooled() {
    QFETCH(bool, transposed);
    RandomExperiments random(52);
    for (int round = 0; round < 20; ++round) {
        const HeatmapContent content =
            content_of(random, random.between(1, 30), random.between(1, 30), transposed);
        const HeatmapMapping mapping = content.mapping();
        // About three cells on two pixels.
        const auto spans = [&](Index count) {
            RasterAxis axis;
            for (int i = 0; i < int(count); ++i)
                axis.spans.push_back({2 * i / 3, 2 * i / 3 + int(random.between(1, 2))});
            return axis;
        };
        const RasterAxis columns = spans(mapping.shownColumns());
        const RasterAxis rows = spans(mapping.shownRows());
        const QSize size(2 * int(mapping.shownColumns()) / 3 + 3, 2 * int(mapping.shownRows()) / 3 + 3);
        const QImage image = pooledCells(content, columns, rows, size, look());
        for (int py = 0; py < size.height(); ++py) {
            for (int px = 0; px < size.width(); ++px) {
                double most = nan_value;
                const auto covers = [](PixelSpan span, int pixel) {
                    return pixel >= span.first && pixel < span.end;
                };
                for (std::size_t i = 0; i < columns.spans.size(); ++i) {
                    for (std::size_t j = 0; j < rows.spans.size(); ++j) {
                        const StoredCell cell = mapping.stored({Index(i), Index(j)});
                        const double found = (*content.matrix)(cell.row, cell.column);
                        const double value = std::isfinite(found) ? found : infinity;
                        if (covers(columns.spans[i], px) && covers(rows.spans[j], py) &&
                            !content.isHidden(cell) && !(std::abs(most) >= std::abs(value)))
                            most = value;
                    }
                }
                const QRgb hatch = (px + py) % 6 == 0 ? look().hatch : look().hidden;
                QCOMPARE(image.pixel(px, py), std::isnan(most) ? hatch : colour_of(content, most));
            }
        }
    }
}

// Hatch lines continue across hidden cells, wherever the image begins.
void TestRaster::hatchIsInStep() {
    HeatmapContent content;
    content.matrix = share(Matrix::Zero(3, 3));
    content.masked = share(Matrix::Constant(3, 3, -infinity));
    RasterLook shifted = look();
    shifted.hatchPhase = 4;
    const RasterAxis spans = axis(0, 3, 10, 1, 0);
    const QImage whole = rasterCells(content, spans, spans, {40, 40}, look());
    const QImage part = rasterCells(content, axis(0, 3, 10, 1, -4), spans, {36, 40}, shifted);
    int lines = 0;
    for (int y = 0; y < 29; ++y) {
        for (int x = 4; x < 29; ++x) {
            QCOMPARE(part.pixel(x - 4, y), whole.pixel(x, y));
            const bool inCell = x % 10 != 9 && y % 10 != 9;
            QCOMPARE(whole.pixel(x, y) == look().hatch, inCell && (x + y) % 6 == 0);
            lines += whole.pixel(x, y) == look().hatch;
        }
    }
    QVERIFY(lines > 50);
}

void TestRaster::dropped_data() {
    QTest::addColumn<bool>("overridden");
    QTest::newRow("dropped") << false;
    QTest::newRow("dropped, but overridden") << true;
}

/// Cells with room are crossed out, smaller ones filled. Where cells share a pixel, dropped ones are as
/// hidden.
void TestRaster::dropped() {
    QFETCH(bool, overridden);
    HeatmapContent content;
    content.matrix = share(Matrix{{0, 0.5}, {0.25, 1}});
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.kept = share(Matrix{{0, 1}, {1, 1}});
    content.kind = ColourScale::Kind::sequential;
    if (overridden)
        content.overridden = {{0, 0}};
    const QRgb plain = colour_of(content, 0);
    const QImage large = rasterCells(content, axis(0, 2, 9, 0, 0), axis(0, 2, 9, 0, 0), {18, 18}, look());
    for (const QPoint& onCross : {QPoint(0, 0), QPoint(4, 4), QPoint(8, 0), QPoint(0, 8)})
        QCOMPARE(large.pixel(onCross) == plain, overridden);
    QCOMPARE(large.pixel(4, 1), plain);
    QCOMPARE(large.pixel(13, 4), colour_of(content, 0.5));
    const QImage small = rasterCells(content, axis(0, 2, 2, 0, 0), axis(0, 2, 2, 0, 0), {4, 4}, look());
    QCOMPARE(small.pixel(1, 0) == plain, overridden);
    const QImage pixels = pooledCells(content, axis(0, 2, 1, 0, 0), axis(0, 2, 1, 0, 0), {2, 2}, look());
    QCOMPARE(pixels.pixel(0, 0), overridden ? plain : look().hatch); // where the first stripe is
    QCOMPARE(pixels.pixel(1, 1), colour_of(content, 1));
}

/// As in large cells: an empty frame where any number will do, and paler what is only left in a row.
void TestRaster::wanted() {
    HeatmapContent content;
    content.matrix = share(Matrix{{0, 0.5}, {0.25, 1}});
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.wanted = share(Matrix{{HeatmapContent::any_number, HeatmapContent::the_rest},
                                  {HeatmapContent::wanted_number, HeatmapContent::wanted_number}});
    content.kind = ColourScale::Kind::sequential;
    RasterLook withFrames = look();
    withFrames.between = 0xff303030;
    withFrames.panel = 0xffffffff;
    withFrames.frame = 0xff404040;
    const QImage image = rasterCells(content, axis(0, 2, 9, 1, 0), axis(0, 2, 9, 1, 0), {18, 18}, withFrames);
    for (const QPoint& onFrame : {QPoint(0, 0), QPoint(7, 0), QPoint(0, 7), QPoint(4, 7)})
        QCOMPARE(image.pixel(onFrame), withFrames.frame);
    QCOMPARE(image.pixel(4, 4), withFrames.between);
    QCOMPARE(image.pixel(13, 4), paler(colour_of(content, 0.5), withFrames.panel));
    QVERIFY(image.pixel(13, 4) != colour_of(content, 0.5));
    QCOMPARE(image.pixel(4, 13), colour_of(content, 0.25));
}

void TestRaster::coloursLikeNumbers() {
    RandomExperiments random(53);
    for (const auto kind : {ColourScale::Kind::diverging, ColourScale::Kind::sequential}) {
        const ColourScale scale = ColourScale::of(kind, {-3, 2});
        for (int i = 0; i < 1000; ++i) {
            const double value = random.number();
            QCOMPARE(scale.colour(value).rgb(), scale.rgb(value));
        }
    }
}

void TestRaster::labels() {
    const QFont font;
    const QFontMetrics metrics(font);
    QCOMPARE(Labels().widest(font), 0);
    QCOMPARE(Labels().value(0), QString());
    const Labels features = featureLabels(12);
    QCOMPARE(features.value(11), QStringLiteral("d12"));
    QCOMPARE(features.value(12), QString());
    // Widths of plain letters are summed, so rounding and kerning may cause a difference.
    QVERIFY(std::abs(features.widest(font) -
                     std::max(metrics.horizontalAdvance("d12"), metrics.horizontalAdvance("d10"))) <= 1);
    QCOMPARE(features.elided(11, font, 1000), QStringLiteral("d12"));
    QVERIFY(features.elided(11, font, metrics.horizontalAdvance("d12") - 2).contains(QChar(0x2026)));
    QFont larger = font;
    larger.setPointSize(40);
    QVERIFY(features.widest(larger) > features.widest(font));
    const Labels far = tokenLabels({"a", "a", "b"}, 999'999'999);
    QCOMPARE(far.value(1), QStringLiteral("a(1000000001)"));
    QCOMPARE(far.shown(1), QStringLiteral("a(…001)"));
    QCOMPARE(far.elided(1, font, 1000), QStringLiteral("a(…001)"));
    QVERIFY(far.widest(font) < metrics.horizontalAdvance("a(1000000001)"));
    QCOMPARE(far.quoted(1), QStringLiteral("“a” (1000000001)"));
    QCOMPARE(tokenLabels({"a", "a"}, 9'998).shown(1), QStringLiteral("a(10000)"));
    QCOMPARE(tokenLabels({"sky", "is"}).value(0), QStringLiteral("sky"));
    QCOMPARE(tokenLabels({"is", "sky"}).value(0), QStringLiteral("is"));
    QCOMPARE(tokenLabels(Sequence{}).value(0), QString());
}

LAB_WINDOW_TEST(TestRaster)
#include "tst_raster.moc"
