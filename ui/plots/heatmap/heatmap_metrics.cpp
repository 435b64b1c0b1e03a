// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_metrics.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/table_numbers.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double tallestCell = 64;            // points
constexpr double mostForLabelFont = 1.5;      // times its size, however large the cells are
constexpr double widestCell = 1.8;            // times its height, in a figure wider than its numbers need
constexpr double leastWidth = 60;             // points, of a figure
constexpr double beforeSink = 6;              // points
constexpr double mostForLabels = 0.3;         // of a figure's width
constexpr double greatestHeightToWidth = 1.2; // of a figure's cells together

/// The cell size that fills `width`. Cells with numbers are at least as large as the numbers need;
/// colour-only cells are square unless that makes the figure too tall.
QSizeF filled(const QSizeF& least, double width, Index columns, Index rows, bool colourOnly) {
    const double each = width / static_cast<double>(std::max<Index>(columns, 1));
    const double mostHeight =
        std::max(width * greatestHeightToWidth / static_cast<double>(std::max<Index>(rows, 1)),
                 std::min(each, least.height()));
    if (colourOnly)
        return {each, std::min(each, mostHeight)};
    return {std::max(least.width(), each), std::max(least.height(), std::min(each / widestCell, mostHeight))};
}

/// The requested width, or more if the title or the axis names need it. The cells then use the extra width
/// too.
std::optional<double> wholeWidth(const HeatmapContent& content, const Theme& theme, const HeatmapForm& form) {
    if (!form.width)
        return std::nullopt;
    const QFontMetrics label(theme.font(TextRole::small));
    double width = std::max<double>(*form.width, theme.px(leastWidth));
    if (form.title)
        width = std::max<double>(width,
                                 QFontMetrics(theme.font(TextRole::strong)).horizontalAdvance(content.title));
    if (form.axisNames)
        width = std::max<double>(width, label.horizontalAdvance(content.axisNames()) + theme.px(2));
    return width;
}

QFont enlarged(QFont font, double factor) {
    font.setPixelSize(static_cast<int>(std::max(1L, std::lround(font.pixelSize() * factor))));
    return font;
}

/// The height of a cell that is not enlarged.
int leastHeight(Density density, const Theme& theme) {
    const auto number = [&] { return QFontMetrics(theme.font(TextRole::number)).height(); };
    switch (density) {
    case Density::digits:
        return number() + theme.px(9);
    case Density::two_decimals:
        return number() + theme.px(4);
    case Density::large_colour:
        return theme.px(20);
    case Density::colour:
        return theme.px(14);
    case Density::small_colour:
        return theme.px(10);
    }
    return 0;
}

/// The width of a cell that has no more room than its numbers need: for no sign where all are weights.
double snugWidth(const QFontMetrics& font, const HeatmapContent& content, int decimals, const Theme& theme) {
    const bool isSigned = content.kind == ColourScale::Kind::diverging || !content.summary ||
                          content.summary->finite.lowest < 0;
    const int all = content.summary ? numberWidth(font, *content.summary, decimals) : 0;
    const int number = isSigned ? all : font.horizontalAdvance(QString::fromStdString(display(1, decimals)));
    return number + theme.px(4);
}

/// What HeatmapContent::room leaves free after the cells.
QSize freeRoom(const HeatmapContent& content, QSizeF cell) {
    if (!content.room)
        return {0, 0};
    const HeatmapMapping mapping = content.mapping();
    const auto& [tokens, rows, columns, ofRows, ofColumns] = *content.room;
    const auto free = [](Index count, Index shown, double length) {
        return static_cast<int>(std::ceil(length * static_cast<double>(std::max<Index>(count - shown, 0))));
    };
    return {free(mapping.transposed ? rows : columns, mapping.shownColumns(), cell.width()),
            free(mapping.transposed ? columns : rows, mapping.shownRows(), cell.height())};
}

/// How large labels may be so that none lies over its neighbour, times their size.
double fittingLabels(const HeatmapMetrics& m, const HeatmapContent& content) {
    const HeatmapMapping mapping = content.mapping();
    const double needed = labelPitch * QFontMetrics(m.labelFont).height();
    const double ofRows = mapping.shownRows() > 1 ? m.cell.height() / needed : 1;
    const double ofColumns = mapping.shownColumns() > 1 && !m.uprightLabels ? m.cell.width() / needed : 1;
    return std::min(ofRows, ofColumns);
}

/// `labelShare`: how large labels are, times their size.
HeatmapMetrics measured(const HeatmapContent& content, const Theme& theme, Density density,
                        const HeatmapForm& form, double labelShare) {
    const bool withTitle = form.title;
    HeatmapMetrics m;
    m.density = density;
    m.numberFont = enlarged(theme.font(TextRole::number), form.enlargement);
    const double leastFactor = isColourOnly(density) ? 1.0 : 0.0; // the names of numbers shrink with them
    const double labelFactor = std::clamp(form.enlargement, leastFactor, mostForLabelFont);
    m.labelFont = enlarged(theme.font(TextRole::small), labelFactor * labelShare);
    const QFontMetrics label(m.labelFont);
    const HeatmapMapping mapping = content.mapping();
    const bool hasSink = !content.sinkShares.empty();
    const Index columns = mapping.shownColumns() + (hasSink && !mapping.transposed ? 1 : 0);
    const Index rows = mapping.shownRows() + (hasSink && mapping.transposed ? 1 : 0);
    m.sinkGap = hasSink ? theme.px(beforeSink) : 0;
    const double gapAcross = mapping.transposed ? 0 : m.sinkGap;
    const double gapDown = mapping.transposed ? m.sinkGap : 0;
    static const MatrixSummary none;
    const MatrixSummary& summary = content.summary ? *content.summary : none;

    const double height = leastHeight(density, theme) * form.enlargement;
    // Measured in one size: each size is another font to load, and many sizes are tried before one is shown.
    const QFontMetrics number(theme.font(TextRole::number));
    const auto widthFor = [&](double padding) {
        return (numberWidth(number, summary, m.decimals) + theme.px(padding)) * form.enlargement;
    };
    if (density == Density::digits) {
        m.decimals = shown_decimals(content.style.decimals, content.magnitude(), false);
        m.cell = {widthFor(12), height};
    } else if (density == Density::two_decimals) {
        m.decimals = shown_decimals(content.style.decimals, content.magnitude(), true);
        m.cell = {form.snug ? snugWidth(number, content, m.decimals, theme) * form.enlargement : widthFor(8),
                  height};
    } else {
        m.cell = {height, height};
    }

    const std::optional<double> whole = wholeWidth(content, theme, form);
    // In a narrow figure, most of the width goes to the cells.
    const int longest =
        static_cast<int>(std::min(theme.px(90) * labelFactor, whole.value_or(1e6) * mostForLabels));
    const int sinkLabel = hasSink ? label.horizontalAdvance(HeatmapContent::sinkName()) : 0;
    const auto widest = [&](const Labels& labels, bool areRows, bool ofSink) {
        const auto& room = content.room;
        const bool hasRoom = room && (areRows ? room->ofRows : room->ofColumns);
        return std::max({labels.widest(m.labelFont), ofSink ? sinkLabel : 0,
                         hasRoom ? room->tokens.widest(m.labelFont) : 0});
    };
    m.rowLabelWidth =
        form.labels
            ? std::min(widest(content.shownRowLabels(), !mapping.transposed, mapping.transposed), longest) +
                  theme.px(8)
            : 0;
    const int columnLabel =
        form.labels ? widest(content.shownColumnLabels(), mapping.transposed, !mapping.transposed) : 0;
    if (!isColourOnly(density) && !form.turned)
        m.cell.setWidth(std::max<double>(
            m.cell.width(), std::min(columnLabel, int(theme.px(72) * labelFactor)) + theme.px(4)));
    if (whole)
        m.cell = filled(m.cell, *whole - m.rowLabelWidth - gapAcross, columns, rows, isColourOnly(density));
    if (whole && form.height)
        m.cell.setHeight((*form.height - gapDown) / static_cast<double>(std::max<Index>(rows, 1)));
    const auto wholePixels = [](double length) { return std::ceil(length - 1e-6); };
    const double cellsAcross = wholePixels(m.cell.width() * static_cast<double>(mapping.shownColumns()));
    const double cellsDown = wholePixels(m.cell.height() * static_cast<double>(mapping.shownRows()));
    // With the cells, so that the whole is rounded up only once.
    const double allAcross = wholePixels(m.cell.width() * static_cast<double>(columns) + gapAcross);
    const double allDown = wholePixels(m.cell.height() * static_cast<double>(rows) + gapDown);
    if (hasSink)
        m.sinkRoom = {allAcross - cellsAcross, allDown - cellsDown};
    const int sinkAcross = static_cast<int>(m.sinkRoom.width());
    const int sinkDown = static_cast<int>(m.sinkRoom.height());
    const QSize free = whole ? QSize(0, 0) : freeRoom(content, m.cell);
    m.uprightLabels = (!isColourOnly(density) && !form.turned) ||
                      (form.width && columnLabel + theme.px(4) <= m.cell.width());
    m.columnLabelHeight = !form.labels      ? 0
                          : m.uprightLabels ? label.height() + theme.px(3)
                                            : std::min(columnLabel, longest) + theme.px(8);
    m.axisNamesHeight = form.axisNames ? label.height() : 0;
    m.titleHeight = withTitle ? QFontMetrics(theme.font(TextRole::strong)).height() + theme.px(8) : 0;
    // If room is short but the cells show their numbers, the bar does not repeat them in a row of its own.
    const bool barBeside = form.colourBar && form.axisNames && density == Density::two_decimals;
    m.barHeight = barBeside || !form.colourBar ? 0 : label.height() + theme.px(3);

    const ColourScale scale = content.scale();
    const auto cellsWidth = static_cast<int>(cellsAcross);
    const auto cellsHeight = static_cast<int>(cellsDown);
    m.margins = {m.rowLabelWidth, m.titleHeight + m.axisNamesHeight + m.columnLabelHeight, 0,
                 m.barHeight + theme.px(2) + sinkDown + free.height()};
    m.barLength = form.colourBar ? theme.px(barBeside ? 24 : 36) : 0;
    const int names = form.axisNames ? label.horizontalAdvance(content.axisNames()) + theme.px(2) : 0;
    int width = m.rowLabelWidth + cellsWidth + sinkAcross + free.width();
    const auto ends = [&] {
        return label.horizontalAdvance(barEnd(scale, false) + barEnd(scale, true)) + theme.px(10);
    };
    if (barBeside) { // of differences to what is wanted, the numbers of the bar tell how large they may get
        width = std::max(width, names + theme.px(6) + m.barLength + (content.wanted ? ends() : 0));
    } else if (!form.colourBar) {
        width = std::max(width, names);
    } else {
        width = std::max({width, names, m.rowLabelWidth + ends() + m.barLength});
    }
    if (withTitle)
        width = std::max(width, QFontMetrics(theme.font(TextRole::strong)).horizontalAdvance(content.title));
    m.margins.setRight(width - m.rowLabelWidth - cellsWidth);
    m.size = {width, cellsHeight + m.margins.top() + m.margins.bottom()};
    m.labelsLeftOut = form.labels && fittingLabels(m, content) < 1;
    return m;
}

} // namespace

double mostEnlargement(Density density, const Theme& theme) {
    return std::max(1.0, theme.px(tallestCell) / static_cast<double>(leastHeight(density, theme)));
}

HeatmapMetrics heatmapMetrics(const HeatmapContent& content, const Theme& theme, Density density,
                              const HeatmapForm& form) {
    HeatmapMetrics usual = measured(content, theme, density, form, 1);
    if (!usual.labelsLeftOut || !isColourOnly(density))
        return usual;
    constexpr double rounding = 0.97; // a font has whole pixels
    const double share = rounding * fittingLabels(usual, content);
    if (share < form.smallestLabels)
        return usual;
    HeatmapMetrics smaller = measured(content, theme, density, form, share);
    return smaller.labelsLeftOut ? usual : smaller;
}

} // namespace lab
