// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/handout_pages.h"

#include "core/base/covered.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout/content_strips.h"
#include "ui/figures/handout/handout_measures.h"
#include "ui/formula/lesson_page.h"
#include "ui/look/largest.h"
#include "ui/look/rich_text.h"

#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

// Points.
constexpr double headingToProse = 1.2;
// Theme's points.
constexpr double belowLine = 3;
constexpr double belowOption = 7;
constexpr double toWriteIn = 1.15; ///< times the usual size, of a matrix with boxes
constexpr double handoutColourCell = 20;
constexpr double mostOfProse = 0.25;    ///< of the page's height, of a text that is shortened, or not broken
constexpr double mostStacking = 1.15;   ///< times the height of a line, of what is put below its last matrix
constexpr Index mostRowsOfStrips = 24;  ///< of all strips of a matrix
constexpr double leastLineHeight = 0.8; ///< times the height of its letters, of a label that is not left out

constexpr double labelPart = 0.3; ///< of a matrix's width, that its labels get

/// How many heads stand in a row.
int headsInARow(std::size_t heads) {
    return heads <= 4 ? 4 : heads <= 12 ? 6 : 12;
}

} // namespace

HandoutPages::HandoutPages(const std::vector<HandoutItem>& items, const Theme& theme, const FigureLook& look,
                           const HandoutFit& fit, QString footer)
    : m_theme(theme), m_footer(std::move(footer)), m_prose(fit.prose),
      m_unit(fit.letters / theme.font(TextRole::small).pixelSize()), m_flow(fit.flow),
      m_page((handoutPaper - QSizeF(2 * handoutMargin, 2 * handoutMargin + footerHeight)) / m_unit),
      m_room((m_page.width() - (m_flow - 1) * theme.px(betweenColumns)) / m_flow, m_page.height()) {
    for (const HandoutItem& item : items)
        add(item, look, fit);
    endRow();
    arrange();
}

HandoutPages::~HandoutPages() = default;

int HandoutPages::count() const {
    return m_places.empty() ? 1 : m_places.back().column / m_flow + 1;
}

/// Sentences and formulas are never so small that their subscripts cannot be read.
QFont HandoutPages::readable(TextRole role) const {
    QFont font = m_theme.font(role);
    if (role == TextRole::small) // without subscripts
        return font;
    const double least = m_prose * (role == TextRole::heading ? headingToProse : 1) / m_unit;
    font.setPixelSize(std::max(font.pixelSize(), static_cast<int>(std::ceil(least))));
    return font;
}

/// As much of a text as its part of the page takes, and then "…".
std::unique_ptr<QTextDocument> HandoutPages::fitting(const QString& plain, TextRole role) const {
    const auto laidOut = [&](qsizetype length) {
        const bool isWhole = length == plain.size();
        QString html =
            (isWhole ? plain : plain.first(length).trimmed() + QStringLiteral("…")).toHtmlEscaped();
        auto text = richText(html.replace(QLatin1Char('\n'), QLatin1String("<br>")), readable(role));
        text->setTextWidth(m_room.width());
        return text;
    };
    const double most = mostOfProse * m_room.height();
    auto whole = laidOut(plain.size());
    if (whole->size().height() <= most)
        return whole;
    const qsizetype fits = largest(qsizetype{0}, plain.size() - 1, [&](qsizetype length) {
        return laidOut(length)->size().height() <= most;
    });
    // No word is cut unless it is longer than all that fits.
    const qsizetype space = plain.first(fits).lastIndexOf(QLatin1Char(' '));
    return laidOut(space > fits / 2 ? space : fits);
}

/// The weights of every head: small, without labels where there are many.
std::unique_ptr<FigureSheet> HandoutPages::headsSheet(const HandoutItem& item, FigureSheet::Form form,
                                                      bool hasNumbers) {
    constexpr Index mostLabels = 12;
    const int inARow = headsInARow(item.parts.size());
    const HeatmapContent& first = item.parts.front().content;
    form.fills = true;
    form.numbers = hasNumbers;
    form.partRoom = FigureSheet::columnWidth(m_theme, form.width, inARow);
    form.heatmap.axisNames = false;
    form.heatmap.labels = inARow <= 6 && std::max(first.shownRows(), first.shownColumns()) <= mostLabels;
    std::vector<SheetPart> parts = item.parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].startsRow = i % static_cast<std::size_t>(inARow) == 0;
        parts[i].joinsPrevious = !parts[i].startsRow;
    }
    return std::make_unique<FigureSheet>(m_theme, parts, form);
}

/// A matrix with few rows that is too wide for its numbers, in strips; null if that does not help.
std::unique_ptr<FigureSheet> HandoutPages::stripsSheet(const HeatmapContent& content,
                                                       FigureSheet::Form form) const {
    if (!content.sinkShares.empty())
        return nullptr;
    const bool hasAxes = std::exchange(form.heatmap.axisNames, false);
    const QString axes = QStringLiteral("<span style=\"color:%1; font-size:%2px\">%3</span>")
                             .arg(m_theme.colours().muted.name())
                             .arg(m_theme.font(TextRole::small).pixelSize())
                             .arg(content.axisNames());
    const Index columns = content.mapping().shownColumns();
    for (Index count = 2; count < columns && count * content.mapping().shownRows() <= mostRowsOfStrips;
         ++count) {
        std::vector<SheetPart> parts;
        for (HeatmapContent& strip : inStrips(content, count)) {
            parts.push_back({std::move(strip), parts.empty() && hasAxes ? axes : QString(), {}});
            parts.back().startsRow = true;
        }
        auto sheet = std::make_unique<FigureSheet>(m_theme, parts, form);
        if (!isColourOnly(sheet->density()))
            return sheet;
    }
    return nullptr;
}

void HandoutPages::noteLabels(const HeatmapContent& content, const HeatmapMetrics& metrics) {
    const double least = leastLineHeight * QFontMetricsF(metrics.labelFont).height();
    const HeatmapMapping mapping = content.mapping();
    m_lacksLabels = m_lacksLabels || (mapping.shownRows() > 1 && metrics.cell.height() < least) ||
                    (mapping.shownColumns() > 1 && !metrics.uprightLabels && metrics.cell.width() < least);
}

/// In colours, with cells as large as the fit allows, and as tall as a label where that is possible.
std::unique_ptr<FigureSheet> HandoutPages::colourSheet(const SheetPart& part, FigureSheet::Form form,
                                                       const HandoutFit& fit) {
    const HeatmapContent& content = part.content;
    const auto rows = static_cast<double>(std::max<Index>(content.shownRows(), 1));
    const auto columns = static_cast<double>(std::max<Index>(content.shownColumns(), 1));
    form.numbers = false;
    const HeatmapMetrics natural = heatmapMetrics(content, m_theme, Density::small_colour, form.heatmap);
    const double wide = natural.rowLabelWidth + natural.sinkGap + columns * m_theme.px(handoutColourCell);
    form.partRoom = std::min(FigureSheet::columnWidth(m_theme, form.width, fit.columns),
                             static_cast<int>(std::ceil(std::max(wide, natural.rowLabelWidth / labelPart))));
    form.fills = true;
    form.heatmap.width = *form.partRoom;
    const double across = heatmapMetrics(content, m_theme, Density::small_colour, form.heatmap).cell.width();
    const double label = QFontMetricsF(natural.labelFont).height();
    const double tall = std::min(std::max(std::min<double>(across, m_theme.px(handoutColourCell)), label),
                                 fit.tallest * m_room.height() / rows);
    form.heatmap.height = tall * rows + (content.transposed ? natural.sinkGap : 0);
    noteLabels(content, heatmapMetrics(content, m_theme, Density::small_colour, form.heatmap));
    form.heatmap.width.reset();
    return std::make_unique<FigureSheet>(m_theme, std::vector{part}, form);
}

/// With numbers if they fit, in strips if need be, else in colours.
std::unique_ptr<FigureSheet> HandoutPages::sheetOf(const HandoutItem& item, const FigureLook& look,
                                                   const HandoutFit& fit) {
    FigureSheet::Form form;
    form.width = static_cast<int>(m_room.width());
    form.heatmap = heatmapForm(look);
    form.heatmap.boxes = true;
    form.heatmap.smallestLabels = 1; // pages have the smallest letters already
    const SheetPart& first = item.parts.front();
    if (item.parts.size() == 1 && has_covered(*first.content.matrix))
        form.heatmap.enlargement = toWriteIn;
    const bool hasNumbers = look.numbers && first.content.matrix->size() <= fit.mostCells;
    if (item.parts.size() > 1)
        return headsSheet(item, form, hasNumbers);
    if (hasNumbers) {
        auto sheet = std::make_unique<FigureSheet>(m_theme, item.parts, form);
        if (isColourOnly(sheet->density()))
            sheet = stripsSheet(first.content, form);
        if (sheet && sheet->size().height() < m_room.height() / 2)
            return sheet;
    }
    m_hasOnlyColours = true;
    return colourSheet(first, form, fit);
}

void HandoutPages::add(const HandoutItem& item, const FigureLook& look, const HandoutFit& fit) {
    if (item.lines > 0)
        return addLines(item);
    if (item.figure)
        return addFigure(item);
    if (item.parts.empty())
        return addText(item);
    Place place;
    place.text = richText(item.html, readable(item.role));
    place.sheet = sheetOf(item, look, fit);
    const QSizeF sheet = place.sheet->size();
    place.below = item.html.isEmpty() ? 0 : std::ceil(place.text->size().height()) + m_theme.px(belowLine);
    place.indent = m_theme.px(item.indent);
    place.size = {place.indent + std::max(place.text->idealWidth(), sheet.width()),
                  place.below + sheet.height()};
    put(std::move(place), m_theme.px(betweenBlocks), item.indent > 0, item.keepsWithNext);
}

void HandoutPages::addText(const HandoutItem& item) {
    Place place;
    if (item.lessonText.isEmpty()) {
        place.text = item.isPlain ? fitting(item.html, item.role) : richText(item.html, readable(item.role));
    } else {
        place.text = std::make_shared<LessonPage>(item.lessonText, m_theme);
        place.text->setDefaultFont(readable(item.role));
    }
    place.indent = m_theme.px(item.indent);
    place.label = item.label;
    place.box = item.box;
    place.beginsStep = item.beginsStep;
    // A heading after a matrix stands off a little.
    place.above = m_theme.px(item.beginsStep ? aboveStep : item.role == TextRole::heading ? belowHeading : 0);
    place.text->setTextWidth(m_room.width() - place.indent);
    place.size = {m_room.width(), place.text->size().height()};
    const bool isWhole = item.lessonText.isEmpty() && item.indent == 0;
    const std::vector<TextSlice> slices = isWhole ? std::vector<TextSlice>{} : slicesOf(*place.text);
    const bool isShort = place.size.height() <= mostOfProse * m_room.height();
    for (std::size_t i = 0; i + 1 < slices.size(); ++i) {
        Place part;
        part.text = place.text;
        part.indent = place.indent;
        part.label = std::exchange(place.label, {});
        part.box = std::exchange(place.box, HandoutItem::Box::none);
        part.above = std::exchange(place.above, 0);
        part.slice = slices[i];
        part.size = {m_room.width(), slices[i].height};
        put(std::move(part), 0, true, item.keepsWithNext && isShort);
    }
    if (slices.size() > 1) {
        place.slice = slices.back();
        place.size.setHeight(place.slice.height);
    }
    put(std::move(place), gapBelow(item), true, item.keepsWithNext);
}

double HandoutPages::gapBelow(const HandoutItem& item) const {
    return m_theme.px(item.endsGroup                       ? betweenBlocks
                      : item.box != HandoutItem::Box::none ? belowOption
                      : item.keepsWithNext || item.isPlain ? belowHeading
                                                           : belowLine);
}

/// Each as far from the one above it as handwriting needs.
void HandoutPages::addLines(const HandoutItem& item) {
    Place place;
    place.indent = m_theme.px(item.indent);
    place.lines = item.lines;
    place.size = {place.indent + item.linesPart * (m_room.width() - place.indent),
                  item.lines * writtenLine / m_unit};
    put(std::move(place), gapBelow(item), true, item.keepsWithNext);
}

/// As large as it is drawn, or as there is room.
void HandoutPages::addFigure(const HandoutItem& item) {
    const QSizeF size = item.figure->size / m_unit;
    Place place;
    place.figure = item.figure;
    place.shrunk = std::min({1.0, m_room.width() / size.width(), m_room.height() / size.height()});
    place.size = size * place.shrunk;
    put(std::move(place), m_theme.px(betweenBlocks), true, item.keepsWithNext);
}

/// Beside the last one; below it where the line is tall enough; else in a new line.
void HandoutPages::put(Place place, double gap, bool alone, bool keepsWithNext) {
    const double between = m_theme.px(betweenBlocks);
    const bool isFirst = m_line.places.empty();
    const bool stacks =
        !alone && !isFirst &&
        m_line.bottom + between + place.size.height() <= mostStacking * m_line.size.height() &&
        m_line.left + place.size.width() <= m_room.width();
    if (stacks) {
        place.at = {m_line.left, m_line.bottom + between};
    } else {
        if (alone || m_line.size.width() + (isFirst ? 0 : between) + place.size.width() > m_room.width())
            endRow();
        m_line.left = m_line.places.empty() ? 0 : m_line.size.width() + between;
        place.at = {m_line.left, 0};
    }
    m_line.bottom = place.at.y() + place.size.height();
    m_line.size = {std::max(m_line.size.width(), m_line.left + place.size.width()),
                   std::max(m_line.size.height(), m_line.bottom)};
    m_line.gap = gap;
    m_line.above = place.above;
    m_line.keepsWithNext = keepsWithNext;
    m_line.places.push_back(m_places.size());
    m_places.push_back(std::move(place));
    if (alone)
        endRow();
}

void HandoutPages::endRow() {
    if (!m_line.places.empty())
        m_lines.push_back(std::exchange(m_line, {}));
}

/// The height of a line and of all that it keeps with; where no page has room for that, of the next line.
double HandoutPages::neededFrom(std::size_t line) const {
    const double alone = m_lines[line].size.height();
    double needed = alone, least = alone;
    for (std::size_t i = line; m_lines[i].keepsWithNext && i + 1 < m_lines.size(); ++i) {
        needed += m_lines[i].gap + m_lines[i + 1].above + m_lines[i + 1].size.height();
        if (i == line)
            least = needed;
        if (needed > m_room.height())
            return least <= m_room.height() ? least : alone;
    }
    return needed;
}

void HandoutPages::arrange() {
    int column = 0;
    double top = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        if (top > 0)
            top += line.above;
        if (top > 0 && top + neededFrom(i) > m_room.height()) {
            ++column;
            top = 0;
        }
        for (const std::size_t place : line.places) {
            m_places[place].column = column;
            m_places[place].at.ry() += top;
        }
        top += line.size.height() + line.gap;
    }
}

} // namespace lab
