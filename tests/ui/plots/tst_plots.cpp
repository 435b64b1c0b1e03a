// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of heatmaps and the board that need no window: geometry, colours, sizes.
#include "core/base/number_format.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"

#include <QApplication>
#include <QTest>

#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

HeatmapContent labelled(Matrix matrix) {
    HeatmapContent content;
    content.title = "Attention weights";
    content.rowAxis = "query";
    content.columnAxis = "key";
    QStringList rows, columns;
    for (Index i = 0; i < matrix.rows(); ++i)
        rows += QStringLiteral("token%1").arg(i);
    for (Index i = 0; i < matrix.cols(); ++i)
        columns += QStringLiteral("t%1").arg(i);
    content.rowLabels = rows;
    content.columnLabels = columns;
    content.matrix = std::make_shared<const Matrix>(std::move(matrix));
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    return content;
}

double distance(const QColor& a, const QColor& b) {
    return std::hypot(a.red() - b.red(), a.green() - b.green(), a.blue() - b.blue());
}

} // namespace

class TestPlots : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void mapping_data();
    void mapping();
    void mappingThereAndBack();
    void scaleOfMatrix_data();
    void scaleOfMatrix();
    void divergingColours();
    void purpleAndOrange();
    void sequentialColours_data();
    void sequentialColours();
    void coloursForAll_data();
    void coloursForAll();
    void numbersFit_data();
    void numbersFit();
    void cellsNeverTooSmall_data();
    void cellsNeverTooSmall();
    void boardKeepsUnits();
    void boardKeepsOrder();
    void emptyBoard();
};

// A 2 × 3 matrix with margins on all sides. Written as displayed, with x from the left.
void TestPlots::mapping_data() {
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<bool>("transposed");
    QTest::addColumn<std::optional<StoredCell>>("expected");
    using Cell = std::optional<StoredCell>;
    const auto row = [](const char* name, double x, double y, Cell plain, Cell transposed) {
        QTest::addRow("%s", name) << x << y << false << plain;
        QTest::addRow("%s, transposed", name) << x << y << true << transposed;
    };
    const auto cell = [](Index r, Index c) { return Cell(StoredCell{r, c}); };
    row("first", 0, 0, cell(0, 0), cell(0, 0));
    row("right of it", 1, 0, cell(0, 1), cell(1, 0));
    row("below it", 0, 1, cell(1, 0), cell(0, 1));
    row("third column", 2, 0, cell(0, 2), {});
    row("third row", 0, 2, {}, cell(0, 2));
    row("left border", -0.5, 0, cell(0, 0), cell(0, 0));
    row("beyond left", -0.5001, 0, {}, {});
    row("top border", 0, -0.5, cell(0, 0), cell(0, 0));
    row("beyond top", 0, -0.5001, {}, {});
    row("between cells", 0.5, 0.5, cell(1, 1), cell(1, 1));
    row("just before", 0.4999, 0.4999, cell(0, 0), cell(0, 0));
    row("last, wide", 2.4999, 1.4999, cell(1, 2), {});
    row("last, high", 1.4999, 2.4999, {}, cell(1, 2));
    row("beyond right", 2.5, 0, {}, {});
    row("beyond bottom", 0, 2.5, {}, {});
    row("far away", 1e300, -1e300, {}, {});
    row("nowhere", nan_value, 0, {}, {});
}

void TestPlots::mapping() {
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(bool, transposed);
    QFETCH(std::optional<StoredCell>, expected);
    const HeatmapMapping mapping{2, 3, transposed};
    QVERIFY(mapping.at(x, y) == expected);
    const HeatmapMapping nothing{0, 0, transposed};
    QVERIFY(!nothing.at(x, y));
}

void TestPlots::mappingThereAndBack() {
    for (const bool transposed : {false, true}) {
        const HeatmapMapping mapping{4, 7, transposed};
        QCOMPARE(mapping.shownRows(), transposed ? 7 : 4);
        QCOMPARE(mapping.shownColumns(), transposed ? 4 : 7);
        for (Index y = 0; y < mapping.shownRows(); ++y) {
            for (Index x = 0; x < mapping.shownColumns(); ++x) {
                const StoredCell stored = mapping.stored({x, y});
                const ShownCell there{x, y};
                QVERIFY(stored.row < 4 && stored.column < 7);
                QVERIFY(mapping.shown(stored) == there);
                QVERIFY(mapping.at(double(x), double(y)) == stored);
            }
        }
    }
}

void TestPlots::scaleOfMatrix_data() {
    QTest::addColumn<ColourScale::Kind>("kind");
    QTest::addColumn<Matrix>("matrix");
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::addColumn<std::optional<double>>("colourLimit"); // shared or fixed range
    using enum ColourScale::Kind;
    QTest::newRow("signed") << diverging << Matrix{{1, -3}, {2, 0}} << -3.0 << 3.0 << std::optional<double>();
    QTest::newRow("positive") << diverging << Matrix{{1, 4}} << -4.0 << 4.0 << std::optional<double>();
    QTest::newRow("NaN and infinity")
        << diverging << Matrix{{nan_value, -infinity, 2, infinity}} << -2.0 << 2.0 << std::optional<double>();
    QTest::newRow("zeros") << diverging << Matrix{{0, 0}} << -1.0 << 1.0 << std::optional<double>();
    QTest::newRow("nothing finite") << diverging << Matrix{{nan_value}} << -1.0 << 1.0
                                    << std::optional<double>();
    QTest::newRow("empty") << diverging << Matrix() << -1.0 << 1.0 << std::optional<double>();
    QTest::newRow("weights") << sequential << Matrix{{0.2, 0.3}} << 0.0 << 1.0 << std::optional<double>();
    const double most = std::numeric_limits<double>::max();
    for (const double colourLimit : {0.5, 100.0, std::numeric_limits<double>::denorm_min(), most}) {
        QTest::addRow("signed, to %g", colourLimit) << diverging << Matrix{{1, -3}, {2, 0}} << -colourLimit
                                                    << colourLimit << std::optional(colourLimit);
        QTest::addRow("weights, to %g", colourLimit)
            << sequential << Matrix{{0.2, 0.3}} << 0.0 << 1.0 << std::optional(colourLimit);
    }
    QTest::newRow("signed, nothing is shown")
        << diverging << Matrix{{1}} << -1.0 << 1.0 << std::optional(0.0);
}

void TestPlots::scaleOfMatrix() {
    QFETCH(ColourScale::Kind, kind);
    QFETCH(Matrix, matrix);
    QFETCH(std::optional<double>, colourLimit);
    NumberStyle style;
    style.colourLimit = colourLimit;
    const ColourScale scale = ColourScale::of(kind, summarize(matrix).finite, style);
    QCOMPARE(scale.colour(0), scale.colourAt(kind == ColourScale::Kind::sequential ? 0 : 0.5));
    QTEST(scale.lowest(), "lowest");
    QTEST(scale.highest(), "highest");
    QCOMPARE(scale.colour(scale.lowest()), scale.colourAt(0));
    QCOMPARE(scale.colour(scale.highest()), scale.colourAt(1));
    QCOMPARE(scale.colour(scale.lowest() - 100), scale.colourAt(0));
    QCOMPARE(scale.colour(scale.highest() + 100), scale.colourAt(1));
}

void TestPlots::divergingColours() {
    const ColourScale scale = ColourScale::of(ColourScale::Kind::diverging, {-2, 0.5});
    const QColor zero = scale.colour(0);
    QVERIFY(zero.red() == zero.green() && zero.green() == zero.blue());
    QCOMPARE(scale.colour(-0.0), zero);
    for (int i = 1; i <= 100; ++i) {
        const double value = 2 * i / 100.0;
        const QColor above = scale.colour(value);
        const QColor below = scale.colour(-value);
        QVERIFY(above.red() > above.blue());
        QVERIFY(below.blue() > below.red());
        // Darker with the distance from zero, and about equally on both sides.
        QVERIFY(contrast(above, Qt::black) <= contrast(scale.colour(value - 0.02), Qt::black));
        QVERIFY(contrast(below, Qt::black) <= contrast(scale.colour(0.02 - value), Qt::black));
        const double ratio = contrast(above, Qt::black) / contrast(below, Qt::black);
        QVERIFY2(ratio > 0.7 && ratio < 1.4, qPrintable(QString::number(ratio)));
    }
}

void TestPlots::purpleAndOrange() {
    NumberStyle style;
    style.ofSigned = Palette::purple_orange;
    const ColourScale scale = ColourScale::of(ColourScale::Kind::diverging, {-2, 0.5}, style);
    QCOMPARE(scale.colour(0), ColourScale::of(ColourScale::Kind::diverging, {}).colour(0));
    for (int i = 1; i <= 100; ++i) {
        const double value = 2 * i / 100.0;
        const QColor above = scale.colour(value);
        const QColor below = scale.colour(-value);
        QVERIFY(above.red() > above.blue());
        QVERIFY(below.blue() > below.green() && below.blue() >= below.red());
        QVERIFY(contrast(above, Qt::black) <= contrast(scale.colour(value - 0.02), Qt::black));
        QVERIFY(contrast(below, Qt::black) <= contrast(scale.colour(0.02 - value), Qt::black));
    }
}

void TestPlots::sequentialColours_data() {
    QTest::addColumn<Palette>("palette");
    QTest::addColumn<QColor>("lowest");
    QTest::addColumn<QColor>("highest");
    QTest::addColumn<bool>("lighter");
    QTest::newRow("viridis") << Palette::viridis << QColor(0x440154) << QColor(0xfde725) << true;
    QTest::newRow("cividis") << Palette::cividis << QColor(0x00224e) << QColor(0xfee838) << true;
    QTest::newRow("grey") << Palette::grey << QColor(0xdcdcdc) << QColor(0x141414) << false;
}

void TestPlots::sequentialColours() {
    QFETCH(Palette, palette);
    QFETCH(bool, lighter);
    NumberStyle style;
    style.weights = palette;
    style.colourLimit = 7; // only applies to signed numbers
    const ColourScale scale = ColourScale::of(ColourScale::Kind::sequential, {0, 0.5}, style);
    QTEST(scale.colour(0), "lowest");
    QTEST(scale.colour(1), "highest");
    for (int i = 1; i <= 200; ++i) {
        const double now = contrast(scale.colour(i / 200.0), Qt::black);
        const double before = contrast(scale.colour((i - 1) / 200.0), Qt::black);
        QVERIFY(lighter ? now > before : now <= before);
    }
    QVERIFY(lighter == (contrast(scale.colour(1), Qt::black) > 2 * contrast(scale.colour(0), Qt::black)));
}

void TestPlots::coloursForAll_data() {
    QTest::addColumn<ColourScale::Kind>("kind");
    QTest::addColumn<NumberStyle>("style");
    for (const Palette palette : weightPalettes())
        QTest::newRow(qPrintable(info(palette).name()))
            << ColourScale::Kind::sequential << NumberStyle{palette, Palette::blue_red, {}, {}};
    for (const Palette palette : signedPalettes())
        QTest::newRow(qPrintable(info(palette).name()))
            << ColourScale::Kind::diverging << NumberStyle{Palette::viridis, palette, {}, {}};
}

void TestPlots::coloursForAll() {
    QFETCH(ColourScale::Kind, kind);
    QFETCH(NumberStyle, style);
    const ColourScale scale = ColourScale::of(kind, {0, 1}, style);
    for (int i = 0; i <= 1000; ++i) {
        const QColor colour = scale.colourAt(i / 1000.0);
        QVERIFY(contrast(colour, textOn(colour)) >= 4.5);
        QVERIFY2(distance(colour, notFiniteColour()) > 80, qPrintable(colour.name()));
    }
    // A zero is distinguishable from a hidden cell: the hatch contrasts with its colour.
    for (const Colours* colours : {&lightColours(), &darkColours()})
        QVERIFY(distance(scale.colour(0), colours->hatch) > 25);
    QVERIFY(contrast(notFiniteColour(), textOn(notFiniteColour())) >= 4.5);
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
}

void TestPlots::numbersFit_data() {
    QTest::addColumn<int>("scale");
    QTest::addColumn<Density>("density");
    QTest::addColumn<std::optional<int>>("decimals"); // the chosen number
    for (const int scale : {80, 100, 300}) {
        for (const std::optional<int> decimals :
             {std::optional<int>(), std::optional(0), std::optional(3), std::optional(mostShownDecimals)}) {
            const std::string chosen = decimals ? std::to_string(*decimals) : "auto";
            QTest::addRow("digits at %d, %s", scale, chosen.c_str()) << scale << Density::digits << decimals;
            QTest::addRow("two decimals at %d, %s", scale, chosen.c_str())
                << scale << Density::two_decimals << decimals;
        }
    }
}

void TestPlots::numbersFit() {
    QFETCH(int, scale);
    QFETCH(Density, density);
    QFETCH(std::optional<int>, decimals);
    Theme theme;
    theme.setScale(scale);
    RandomExperiments random(21);
    // Numbers that gain a digit when rounded, and non-finite ones.
    std::vector<Matrix> matrices{Matrix{{-9.9996, 1}},     Matrix{{-9.996, 1}}, Matrix{{-99.9996, 1}},
                                 Matrix{{nan_value, 1e9}}, Matrix{{-1e300}},    Matrix{{-infinity, 0.1}},
                                 Matrix{{1e-9, -1e-9}},    Matrix{{0.5, -0.5}}, Matrix()};
    for (int round = 0; round < 200; ++round) {
        const double size = std::pow(10.0, double(random.between(-8, 12)));
        Matrix matrix(random.between(1, 9), random.between(1, 9));
        for (Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = random.number() * size;
        matrices.push_back(matrix);
    }
    for (const Matrix& matrix : matrices) {
        HeatmapContent content = labelled(matrix);
        content.style.decimals = decimals;
        const HeatmapMetrics m = heatmapMetrics(content, theme, density);
        QVERIFY(!decimals || m.decimals <= *decimals);
        QVERIFY(!decimals || density != Density::digits || m.decimals == *decimals);
        const QFontMetricsF font(m.numberFont);
        const QSizeF inner = m.cell - QSizeF(theme.px(2), theme.px(2));
        QVERIFY(font.height() * 0.85 <= inner.height());
        for (Index i = 0; i < matrix.size(); ++i) {
            const QString text = QString::fromStdString(display(matrix.data()[i], m.decimals));
            QVERIFY2(font.horizontalAdvance(text) <= inner.width(), qPrintable(text));
        }
        QVERIFY(m.size.width() >= m.rowLabelWidth + m.cell.width() * double(matrix.cols()));
        QVERIFY(m.size.height() >= m.margins.top() + m.cell.height() * double(matrix.rows()));
    }
}

void TestPlots::cellsNeverTooSmall_data() {
    QTest::addColumn<int>("scale");
    for (const int scale : {80, 100, 300})
        QTest::addRow("%d", scale) << scale;
}

void TestPlots::cellsNeverTooSmall() {
    QFETCH(int, scale);
    Theme theme;
    theme.setScale(scale);
    QSizeF last(100000, 100000);
    for (const Density density : {Density::digits, Density::two_decimals, Density::large_colour,
                                  Density::colour, Density::small_colour}) {
        const HeatmapMetrics m = heatmapMetrics(labelled(Matrix::Zero(12, 12)), theme, density);
        QVERIFY(m.cell.width() >= 10 * scale / 100 && m.cell.height() >= 10 * scale / 100);
        QVERIFY(m.cell.width() <= last.width() && m.cell.height() <= last.height());
        last = m.cell;
    }
}

void TestPlots::boardKeepsUnits() {
    RandomExperiments random(22);
    const auto size = [&](Index most) {
        return QSize(int(random.between(10, most)), int(random.between(10, most)));
    };
    for (int round = 0; round < 2000; ++round) {
        const int width = int(random.between(100, 1500));
        const int margin = int(random.between(0, 20));
        const int spacing = int(random.between(0, 20));
        std::vector<BoardUnit> units;
        for (Index left = random.between(1, 12); left > 0; --left)
            units.push_back(
                {random.between(0, 3) == 0 ? QSize() : size(100), size(500), random.between(0, 4) == 0});
        const BoardArrangement board = arrange(units, width, margin, spacing);
        QCOMPARE(board.places.size(), units.size());
        QRect before;
        int inRow = 0;
        for (std::size_t i = 0; i < units.size(); ++i) {
            const auto& [operation, card] = board.places[i];
            QCOMPARE(card.width(), units[i].card.width());
            QVERIFY(card.height() >= units[i].card.height());
            const bool breaks = i == 0 || card.top() > before.top();
            QVERIFY(breaks || !units[i].startsRow);
            inRow = breaks ? 1 : inRow + 1;
            const int left = units[i].operation.isEmpty() ? card.left() : operation.left();
            if (breaks) {
                QCOMPARE(left, margin);
                QCOMPARE(card.top(), i == 0 ? margin : before.bottom() + 1 + spacing);
            } else {
                QCOMPARE(left, before.right() + 1 + spacing);
                QCOMPARE(card.top(), before.top());
                QCOMPARE(card.height(), before.height());
            }
            if (!units[i].operation.isEmpty()) { // next to its card, within its height
                QCOMPARE(operation.size(), units[i].operation);
                QCOMPARE(card.left(), operation.right() + 1 + spacing);
                QVERIFY(operation.top() >= card.top() && operation.bottom() <= card.bottom());
            }
            // Only a card alone in its row may be wider than the board.
            QVERIFY(inRow == 1 || card.right() + 1 + margin <= width);
            QVERIFY(card.right() + 1 + margin <= board.size.width());
            QVERIFY(card.bottom() + 1 + margin <= board.size.height());
            before = card;
        }
    }
}

/// Folded or not, cards stand in the order of the computation; thumbnails before the first whole card are in
/// rows of their own, and others are no taller for their row.
void TestPlots::boardKeepsOrder() {
    RandomExperiments random(23);
    const auto size = [&](Index most) {
        return QSize(int(random.between(10, most)), int(random.between(10, most)));
    };
    for (int round = 0; round < 2000; ++round) {
        std::vector<BoardUnit> units;
        for (Index left = random.between(2, 12); left > 0; --left) {
            const bool isFolded = random.coin();
            units.push_back({isFolded ? QSize() : size(100), isFolded ? QSize(60, 40) : size(500),
                             !isFolded && random.between(0, 4) == 0, random.between(0, 4) == 0, isFolded});
        }
        const BoardArrangement board = arrange(units, int(random.between(100, 1500)), 12, 8);
        const auto firstWhole = std::ranges::find(units, false, &BoardUnit::inStrip) - units.begin();
        for (std::size_t i = 0; i < units.size(); ++i) {
            const QRect& card = board.places[i].card;
            if (units[i].inStrip)
                QCOMPARE(card.height(), 40);
            if (i == 0)
                continue;
            const QRect& before = board.places[i - 1].card;
            QVERIFY(card.top() > before.bottom() ||
                    (card.top() == before.top() && card.left() > before.right()));
            if (i == static_cast<std::size_t>(firstWhole))
                QVERIFY(card.top() > before.bottom());
        }
    }
}

void TestPlots::emptyBoard() {
    QVERIFY(arrange({}, 500, 12, 8).places.empty());
}

LAB_WINDOW_TEST(TestPlots)
#include "tst_plots.moc"
