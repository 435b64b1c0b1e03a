// SPDX-License-Identifier: GPL-3.0-or-later
//
// WCAG contrast of marks, texts and heads against every colour that can lie under them, in light and dark.
#include "tests/support/test_program.h"
#include "ui/document/view_settings.h"
#include "ui/look/lab_style.h"
#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/panels/sentence/attention_arcs.h"
#include "ui/panels/sentence/token_row.h"
#include "ui/plots/heatmap/heatmap_raster.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/head_colours.h"

#include <QPainter>
#include <QStyleOption>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double leastOfMark = 3, leastOfText = 4.5;

/// Every colour of a palette, finely sampled.
std::vector<QColor> ramp(Palette palette, bool dark) {
    NumberStyle style;
    const bool isSigned = info(palette).isSigned;
    (isSigned ? style.ofSigned : style.weights) = palette;
    const ColourScale scale =
        ColourScale::of(isSigned ? ColourScale::Kind::diverging : ColourScale::Kind::sequential, {}, style)
            .onDark(dark);
    std::vector<QColor> colours;
    constexpr int steps = 2000;
    for (int i = 0; i <= steps; ++i)
        colours.push_back(scale.colourAt(double(i) / steps));
    return colours;
}

HeatmapContent plain_content(const Matrix& matrix) {
    HeatmapContent content;
    content.matrix = std::make_shared<const Matrix>(matrix);
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    return content;
}

std::set<QRgb> colours_in(const QImage& image) {
    std::set<QRgb> found;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found.insert(image.pixel(x, y));
    return found;
}

double greatest_contrast(const QImage& image, const QColor& background) {
    double greatest = 1;
    for (const QRgb each : colours_in(image))
        greatest = std::max(greatest, contrast(QColor::fromRgb(each), background));
    return greatest;
}

} // namespace

class TestContrast : public QObject {
    Q_OBJECT

private slots:
    void marks_data() { palettes(); }
    void marks();
    void bothTonesAreDrawn_data() { themes(); }
    void bothTonesAreDrawn();
    void outlineOfAChange_data() { palettes(); }
    void outlineOfAChange();
    void zeroOnDark_data();
    void zeroOnDark();
    void weightsAreAlike();
    void heads_data() { themes(); }
    void heads();
    void arcs_data() { themes(); }
    void arcs();
    void chips_data() { themes(); }
    void chips();
    void controls();
    void highContrast_data() { themes(); }
    void highContrast();

private:
    static void palettes();
    static void themes();
    static TokenAttention attention(std::vector<HeadIndex> heads);
};

void TestContrast::palettes() {
    QTest::addColumn<Palette>("palette");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        const auto add = [dark](Palette palette) {
            QTest::addRow("%s, %s", qPrintable(info(palette).name()), dark ? "dark" : "light")
                << palette << dark;
        };
        std::ranges::for_each(weightPalettes(), add);
        std::ranges::for_each(signedPalettes(), add);
    }
}

void TestContrast::themes() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// The two tones of the marks of what is inspected and linked; the ink of wedges; the text of numbers.
void TestContrast::marks() {
    QFETCH(Palette, palette);
    QFETCH(bool, dark);
    const Colours& c = dark ? darkColours() : lightColours();
    std::vector<QColor> colours = ramp(palette, dark);
    colours.insert(colours.end(), {c.panel, c.page, c.side, c.hidden, c.hatch, notFiniteColour()});
    for (const QColor& each : colours) {
        const double mark = std::max(contrast(c.inspected, each), contrast(c.rim, each));
        QVERIFY2(mark >= leastOfMark, qPrintable(QStringLiteral("%1: %2").arg(each.name()).arg(mark)));
        QVERIFY2(contrast(textOn(each), each) >= leastOfText, qPrintable(each.name()));
    }
}

void TestContrast::bothTonesAreDrawn() {
    QFETCH(bool, dark);
    Theme theme;
    theme.setMode(dark ? ColourMode::dark : ColourMode::light);
    const Colours& c = theme.colours();
    for (const Qt::PenStyle style : {Qt::SolidLine, Qt::DotLine}) {
        QImage image(60, 60, QImage::Format_RGB32);
        image.fill(Qt::gray);
        QPainter painter(&image);
        drawMark(painter, theme, QRectF(10, 10, 40, 40), 0, theme.px(2), style);
        painter.end();
        const std::set<QRgb> found = colours_in(image);
        QVERIFY(found.contains(c.inspected.rgb()) && found.contains(c.rim.rgb()));
    }
    // Each mark of a heatmap.
    std::vector<HeatmapMarkSet> sets(5);
    sets[0].inspected = StoredCell{1, 1};
    sets[1].row = 1;
    sets[2].column = 1;
    sets[3].operands = {Block{1, 1, 1, 2}};
    sets[4].dependents = {Block{1, 1, 2, 1}};
    for (const HeatmapMarkSet& marks : sets) {
        MatrixHeatmap heatmap(theme);
        heatmap.setContent(plain_content(Matrix::Random(4, 4)));
        heatmap.resize(heatmap.sizeHint());
        QVERIFY(!colours_in(heatmap.grab().toImage()).contains(c.inspected.rgb()));
        heatmap.setMarks(marks);
        const std::set<QRgb> found = colours_in(heatmap.grab().toImage());
        QVERIFY(found.contains(c.inspected.rgb()));
        QVERIFY(std::ranges::any_of(found,
                                    [&](QRgb each) { return contrast(QColor::fromRgb(each), c.rim) < 1.1; }));
    }
}

/// Cells too small for a wedge: the outline against the colour inside it, which stays visible.
void TestContrast::outlineOfAChange() {
    QFETCH(Palette, palette);
    QFETCH(bool, dark);
    constexpr int cells = 101;
    HeatmapContent content;
    const bool isSigned = info(palette).isSigned;
    Matrix numbers(1, cells);
    for (Index i = 0; i < cells; ++i)
        numbers(0, i) = double(i) / (cells - 1) * (isSigned ? 2 : 1) - (isSigned ? 1 : 0);
    content = plain_content(numbers);
    content.kind = isSigned ? ColourScale::Kind::diverging : ColourScale::Kind::sequential;
    (isSigned ? content.style.ofSigned : content.style.weights) = palette;
    content.before = std::make_shared<const Matrix>(numbers.array() + 1);
    RasterLook look;
    look.onDark = dark;
    look.outline = 4;
    for (const int side : {3, 4, 8, 15}) {
        RasterAxis columns, rows{0, {{0, side}}};
        for (int i = 0; i < cells; ++i)
            columns.spans.push_back({i * side, (i + 1) * side});
        const QImage image = rasterCells(content, columns, rows, QSize(cells * side, side), look);
        for (int i = 0; i < cells; ++i) {
            const QColor inside = image.pixelColor(i * side + side / 2, side / 2);
            QCOMPARE(inside, content.scale().onDark(dark).colour(numbers(0, i)));
            const double found = contrast(image.pixelColor(i * side, 0), inside);
            QVERIFY2(found >= leastOfMark,
                     qPrintable(QStringLiteral("%1: %2").arg(inside.name()).arg(found)));
        }
    }
}

void TestContrast::zeroOnDark_data() {
    QTest::addColumn<Palette>("palette");
    for (const Palette palette : signedPalettes())
        QTest::newRow(qPrintable(info(palette).name())) << palette;
}

/// Zero is near the colour of a card, and a number stands out the more, the larger it is.
void TestContrast::zeroOnDark() {
    QFETCH(Palette, palette);
    for (const bool dark : {false, true}) {
        const Colours& c = dark ? darkColours() : lightColours();
        const std::vector<QColor> colours = ramp(palette, dark);
        const std::size_t middle = colours.size() / 2;
        QVERIFY(contrast(colours[middle], c.panel) < 1.3);
        QVERIFY(contrast(colours.front(), c.panel) > leastOfMark);
        QVERIFY(contrast(colours.back(), c.panel) > leastOfMark);
        for (std::size_t i = middle; i + 50 < colours.size(); i += 50) {
            QVERIFY(contrast(colours[i + 50], c.panel) > contrast(colours[i], c.panel));
            const std::size_t below = colours.size() - 1 - i;
            QVERIFY(contrast(colours[below - 50], c.panel) > contrast(colours[below], c.panel));
        }
    }
    // A heatmap follows its theme.
    Theme theme;
    const auto zero = [&](ColourMode mode) {
        theme.setMode(mode);
        MatrixHeatmap heatmap(theme);
        HeatmapContent content = plain_content(Matrix{{0, 1}, {-1, 0}});
        content.style.ofSigned = palette;
        heatmap.setContent(std::move(content));
        heatmap.resize(heatmap.sizeHint());
        return heatmap.grab().toImage().pixelColor(heatmap.cellRect({0, 0}).topLeft().toPoint() +
                                                   QPoint(6, 4));
    };
    QCOMPARE(zero(ColourMode::light), ramp(palette, false)[1000]);
    QCOMPARE(zero(ColourMode::dark), ramp(palette, true)[1000]);
}

void TestContrast::weightsAreAlike() {
    for (const Palette palette : weightPalettes())
        QVERIFY(std::ranges::equal(ColourScale::stops(palette, true), ColourScale::stops(palette, false)));
}

void TestContrast::heads() {
    QFETCH(bool, dark);
    const Colours& c = dark ? darkColours() : lightColours();
    for (const QColor& background : {c.panel, c.control, c.side}) {
        for (HeadIndex head = 0; head < 8; ++head) {
            QVERIFY(contrast(headInk(head, background), background) >= leastOfMark);
            QImage image(1, 1, QImage::Format_RGB32);
            image.fill(background);
            QPainter painter(&image);
            painter.fillRect(image.rect(), paleHeadInk(head, background));
            painter.end();
            const double pale = contrast(image.pixelColor(0, 0), background);
            QVERIFY2(pale >= leastOfMark - 0.05, qPrintable(QString::number(pale))); // blending rounds
            QVERIFY(pale <= contrast(headInk(head, background), background) + 0.05);
        }
    }
}

TokenAttention TestContrast::attention(std::vector<HeadIndex> heads) {
    TokenAttention attention;
    attention.of.token = 0;
    for (const HeadIndex head : heads)
        attention.heads.push_back({head, {0.1, 0.9}});
    return attention;
}

void TestContrast::arcs() {
    QFETCH(bool, dark);
    Theme theme;
    theme.setMode(dark ? ColourMode::dark : ColourMode::light);
    const QColor panel = theme.colours().panel;
    AttentionArcs widget(theme);
    QPalette palette;
    palette.setColor(QPalette::Window, panel);
    widget.setPalette(palette);
    widget.setAutoFillBackground(true);
    widget.resize(200, widget.sizeHint().height());
    widget.setPlaces({40, 160});
    const int below = QFontMetrics(theme.font(TextRole::small)).height() + 2;
    const QRect arcs(0, below, 200, widget.height() - below);
    for (HeadIndex head = 0; head < 8; ++head) {
        widget.setAttention(attention({head}));
        QVERIFY(greatest_contrast(widget.grab().toImage().copy(arcs), panel) >= leastOfMark);
        // Behind another head, which draws nothing here.
        TokenAttention both = attention({0, head});
        both.heads[0].weights = {0, 0};
        widget.setAttention(both);
        QVERIFY(greatest_contrast(widget.grab().toImage().copy(arcs), panel) >= leastOfMark - 0.05);
    }
}

/// The line along a band of a chip, and the word over the band.
void TestContrast::chips() {
    QFETCH(bool, dark);
    Theme theme;
    theme.setMode(dark ? ColourMode::dark : ColourMode::light);
    TokenRow row(theme);
    row.resize(600, 60);
    row.setTokens({Tokenizer::manual, {}, {"sky", "blue"}}, {});
    const Colours& c = theme.colours();
    for (HeadIndex head = 0; head < 8; ++head) {
        row.showAttention(attention({head}));
        const PillButton& chip = *row.chips()[1];
        QVERIFY(!chip.bands().isEmpty());
        QVERIFY(contrast(chip.bands()[0].line, c.control) >= leastOfMark);
        QVERIFY(contrast(chip.bands()[0].colour, c.text) >= leastOfText);
        QVERIFY(colours_in(row.chips()[1]->grab().toImage()).contains(chip.bands()[0].line.rgb()));
    }
}

/// Boxes that are not ticked, separators and the frames of spin boxes, in the dark.
void TestContrast::controls() {
    Theme theme;
    theme.setMode(ColourMode::dark);
    const LabStyle style(theme);
    const QColor ground = theme.colours().panel;
    QPalette palette;
    palette.setColor(QPalette::Window, ground);
    palette.setColor(QPalette::Base, ground);
    palette.setColor(QPalette::Button, theme.colours().control);
    const auto drawn = [&](QStyleOption& option, QSize size, const auto& draw) {
        QImage image(size, QImage::Format_RGB32);
        image.fill(ground);
        option.rect = image.rect();
        option.palette = palette;
        option.state = QStyle::State_Enabled;
        QPainter painter(&image);
        draw(&painter);
        return image;
    };
    QStyleOptionButton box;
    for (const auto element : {QStyle::PE_IndicatorCheckBox, QStyle::PE_IndicatorRadioButton}) {
        const QImage image = drawn(
            box, {16, 16}, [&](QPainter* painter) { style.drawPrimitive(element, &box, painter, nullptr); });
        QVERIFY(greatest_contrast(image.copy(0, 4, 3, 8), ground) >= leastOfMark);
    }
    QStyleOptionMenuItem separator;
    separator.menuItemType = QStyleOptionMenuItem::Separator;
    const QImage line = drawn(separator, {100, 9}, [&](QPainter* painter) {
        style.drawControl(QStyle::CE_MenuItem, &separator, painter, nullptr);
    });
    QVERIFY(greatest_contrast(line, ground) >= leastOfMark);
    QStyleOptionSpinBox spin;
    spin.frame = true;
    spin.subControls = QStyle::SC_SpinBoxFrame | QStyle::SC_SpinBoxUp | QStyle::SC_SpinBoxDown;
    const QImage frame = drawn(spin, {80, 30}, [&](QPainter* painter) {
        style.drawComplexControl(QStyle::CC_SpinBox, &spin, painter, nullptr);
    });
    for (const QRect& side : {QRect(20, 0, 20, 3), QRect(20, 27, 20, 3), QRect(0, 10, 3, 10)})
        QVERIFY(greatest_contrast(frame.copy(side), ground) >= leastOfMark);
}

void TestContrast::highContrast() {
    QFETCH(bool, dark);
    constexpr double text = 7, lines = 4.5;
    const Colours& c = dark ? darkContrastColours() : lightContrastColours();
    QCOMPARE(c.dark, dark);
    for (const QColor& background : {c.page, c.panel, c.side, c.control, c.hidden}) {
        for (const QColor& ink : {c.text, c.muted, c.accent, c.changed, c.error})
            QVERIFY2(contrast(ink, background) >= text, qPrintable(ink.name() + " on " + background.name()));
        QVERIFY(contrast(c.border, background) >= lines);
        QVERIFY(std::max(contrast(c.inspected, background), contrast(c.rim, background)) >= leastOfMark);
    }
    QVERIFY(contrast(c.onAccent, c.accent) >= text);
    QVERIFY(contrast(c.text, c.accentSoft) >= text);
    QVERIFY(contrast(c.hatch, c.hidden) >= lines);
}

LAB_WINDOW_TEST(TestContrast)
#include "tst_contrast.moc"
