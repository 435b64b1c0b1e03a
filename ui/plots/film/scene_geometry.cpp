// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_geometry.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/table_numbers.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In points.
constexpr double tallest = 64;
constexpr double leastColourCell = 3;
constexpr double largestColourCell = 24;
constexpr double usualAir = 4, leastAir = 1; // above and below a number together
constexpr double longestLabel = 96;
constexpr double aroundTurned = 8; // above and below a turned name together
constexpr double longestTitle = 170;
constexpr double aroundCount = 2;
constexpr double sinkBefore = 10;
constexpr double usualBand = 40, leastBand = 16; // the height of bars
constexpr double leastReadableBand = 24;
constexpr Index leastRowsBesideBands = 8;             // of a matrix that is read from afar
constexpr double usualAcross = 116, leastAcross = 36; // in columns notation, their width
constexpr double numberedAcross = 60;                 // with which they have numbers
constexpr double largeLabelsFrom = 900;               // width from which labels have the larger font

constexpr double widest = 1.8;      // times the height
constexpr double largestFont = 1.9; // times the size on a card

Index across(const SceneTracks& tracks, Index SceneTrack::*what) {
    Index all = 0;
    for (const SceneTrack& each : tracks)
        all += each.*what;
    return all;
}

QFont sized(QFont font, double factor) {
    font.setPixelSize(std::max(1, static_cast<int>(std::floor(font.pixelSize() * factor))));
    return font;
}

QFont atLeast(QFont font, int pixels) {
    font.setPixelSize(std::max(font.pixelSize(), pixels));
    return font;
}

/// The sink's score, which stands where its shares do.
bool isSink(const ScenePanel& panel) {
    return panel.parameter() && panel.parameter()->id == ParameterId::sink;
}

} // namespace

SceneGeometry::SceneGeometry(const SceneContent& content, const Theme& theme, const QRectF& room,
                             const SceneSight& sight)
    : SceneGeometry(content, theme, room, sight, false, 0) {
    const bool showsAll = m_numbers && !isCut();
    if (sight.arrangement == SceneArrangement::aligned || !hasAbove(content) ||
        (showsAll && sight.arrangement == SceneArrangement::best))
        return;
    const int pixels = m_numbers ? m_numberFont.pixelSize() : 0;
    SceneGeometry other(content, theme, room, sight, true, pixels);
    if (sight.arrangement == SceneArrangement::beside || other.showsMoreThan(*this, content, theme))
        *this = std::move(other);
}

SceneGeometry::SceneGeometry(const SceneContent& content, const Theme& theme, const QRectF& room,
                             const SceneSight& sight, bool beside, int leastPixels)
    : m_room(room), m_transposed(content.transposed), m_beside(beside),
      m_tableFirst(content.kind == SceneKind::look_up), m_isFar(sight.isFar), m_turned(sight.turned),
      m_leastFont(sight.leastFont), m_leastPixels(leastPixels), m_hasSink(content.hasSink),
      m_sinkGap(content.hasSink ? theme.px(sinkBefore) : 0) {
    m_labelFont = theme.font(room.width() >= theme.px(largeLabelsFrom) ? TextRole::body : TextRole::small);
    if (m_turned)
        m_labelFont = sized(m_labelFont, std::min(m_leastFont, 1.0));
    count(content);
    if (sight.focus)
        lookAt(content, *sight.focus);
    measure(content, theme);
    fit(content, theme, room);
    setWindows(sight.before);
    place(content, theme, room);
}

bool SceneGeometry::hasAbove(const SceneContent& content) const {
    return std::ranges::any_of(content.panels,
                               [this](const ScenePanel& panel) { return rowOf(panel) == firstTrack; });
}

Index SceneGeometry::shownCells(const SceneContent& content) const {
    Index cells = 0;
    for (const ScenePanel& panel : content.panels) {
        const Window shown = window(panel);
        cells += isSink(panel) ? 0 : shown.columns * shown.rows;
    }
    return cells;
}

bool SceneGeometry::showsAll(const SceneContent& content) const {
    const bool isInside = std::ranges::all_of(
        content.panels, [this](const ScenePanel& panel) { return m_room.contains(area(panel)); });
    return m_numbers && !isCut() && isInside && m_cell.width() >= m_labelled &&
           m_bandRoom == content.bandCount && m_room.contains(m_bands.isEmpty() ? m_room : m_bands);
}

/// More cells with numbers, within the room, and no fewer bars, nor bars without numbers instead.
bool SceneGeometry::showsMoreThan(const SceneGeometry& other, const SceneContent& content,
                                  const Theme& theme) const {
    const auto shown = [&](const SceneGeometry& each) {
        return each.m_numbers ? each.shownCells(content) : 0;
    };
    const bool isInside = std::ranges::all_of(
        content.panels, [&](const ScenePanel& panel) { return m_room.contains(area(panel)); });
    return shown(*this) > shown(other) && isInside && m_bandRoom >= other.m_bandRoom &&
           m_bandSize >= std::min<double>(other.m_bandSize, theme.px(numberedAcross));
}

std::size_t SceneGeometry::columnOf(const ScenePanel& panel) const {
    if (panel.slot == SceneSlot::result)
        return resultTrack;
    if (panel.slot == SceneSlot::added)
        return m_transposed ? addedTrack : resultTrack;
    const bool isAbove = panel.slot == SceneSlot::above;
    if (isAbove == m_transposed)
        return m_beside && m_tableFirst && !m_transposed ? movedTrack : firstTrack;
    if (!m_beside)
        return resultTrack;
    return m_tableFirst && !m_transposed ? firstTrack : movedTrack;
}

std::size_t SceneGeometry::rowOf(const ScenePanel& panel) const {
    if (!m_transposed && panel.slot == SceneSlot::added)
        return addedTrack;
    return panel.slot == (m_transposed ? SceneSlot::left : SceneSlot::above) ? firstTrack : resultTrack;
}

const SceneTrack& SceneGeometry::columns(const ScenePanel& panel) const {
    return m_columns[columnOf(panel)];
}

const SceneTrack& SceneGeometry::rows(const ScenePanel& panel) const {
    return m_rows[rowOf(panel)];
}

double SceneGeometry::labelWidth(const ScenePanel& panel) const {
    const bool none = m_transposed && (panel.slot == SceneSlot::added);
    return none ? 0 : m_labelWidth[columnOf(panel)];
}

double SceneGeometry::labelHeight(const ScenePanel& panel) const {
    const bool none = !m_transposed && panel.slot == SceneSlot::added;
    return none || (m_transposed && panel.offset > 0) ? 0 : m_labelHeight[rowOf(panel)];
}

void SceneGeometry::count(const SceneContent& content) {
    for (const ScenePanel& panel : content.panels) {
        const HeatmapMapping mapping = panel.mapping();
        const Index x = m_transposed ? 0 : panel.offset, y = m_transposed ? panel.offset : 0;
        SceneTrack& columns = m_columns[columnOf(panel)];
        SceneTrack& rows = m_rows[rowOf(panel)];
        columns.count = std::max(columns.count, x + mapping.shownColumns());
        rows.count = std::max(rows.count, y + mapping.shownRows());
        if (panel.framed.empty())
            continue;
        // A whole row or column that takes part has no place to look at.
        const Block& block = panel.framed.front();
        const ShownCell shown =
            mapping.shown({block.row - panel.block.row, block.column - panel.block.column});
        const bool isColumn = block.rows < panel.block.rows, isRow = block.columns < panel.block.columns;
        if (mapping.transposed ? isColumn : isRow)
            m_columns[columnOf(panel)].want(x + shown.x);
        if (mapping.transposed ? isRow : isColumn)
            m_rows[rowOf(panel)].want(y + shown.y);
    }
    m_twins = twinsOf(content);
}

void SceneGeometry::measure(const SceneContent& content, const Theme& theme) {
    const QFontMetricsF label(m_labelFont);
    m_namedOnTop = isNamedOnTop(content);
    for (const ScenePanel& panel : content.panels) {
        const bool swaps = panel.mapping().transposed;
        const Labels& rowLabels = swaps ? panel.columns : panel.rows;
        const bool isAddedColumn = m_transposed && panel.slot == SceneSlot::added;
        const bool isAddedRow = !m_transposed && panel.slot == SceneSlot::added;
        double& width = m_labelWidth[columnOf(panel)];
        if (!isAddedColumn)
            width = std::max<double>(width, std::min(rowLabels.widest(m_labelFont), theme.px(longestLabel)) +
                                                theme.px(8));
        if (isAddedRow || !namesColumns(panel))
            continue;
        const int widest = (swaps ? panel.rows : panel.columns).widest(m_labelFont);
        const double upright = std::min(widest + theme.px(6), theme.px(longestLabel));
        m_labelled = m_turned ? 0 : std::max<double>(m_labelled, upright);
        double& height = m_labelHeight[rowOf(panel)];
        const double turned = std::min(widest, theme.px(longestLabel)) + theme.px(aroundTurned);
        height = std::max(height, m_turned ? turned : label.height() + theme.px(3));
    }
    m_titleHeight = QFontMetricsF(theme.font(TextRole::strong)).height() + theme.px(2);
    m_countHeight = QFontMetricsF(theme.font(TextRole::small)).height() + theme.px(aroundCount);
    m_gap = theme.px(10);
}

double SceneGeometry::leastWidth(const SceneContent& content, const QFont& font, double padding) const {
    const QFontMetrics metrics(font);
    double width = 0;
    static const MatrixSummary none;
    for (std::size_t i = 0; i < content.panels.size(); ++i) {
        const HeatmapContent& numbers = content.panels[i].content;
        width = std::max<double>(
            width, numberWidth(metrics, numbers.summary ? *numbers.summary : none, m_decimals[i]));
    }
    return width + padding;
}

/// Sets the bands in the room that the smallest cells leave: bars get shorter first, then the first bands are
/// left out.
void SceneGeometry::setBands(Index count, double spare, const Theme& theme) {
    const double usual = theme.px(m_transposed ? usualAcross : usualBand);
    const double least = theme.px(m_transposed ? leastAcross : m_isFar ? leastReadableBand : leastBand);
    const auto size = [&] {
        return std::clamp(std::floor(spare / static_cast<double>(m_bandRoom)), least, usual);
    };
    m_bandRoom = count;
    while (m_bandRoom > 1 && size() * static_cast<double>(m_bandRoom) > spare)
        --m_bandRoom;
    m_bandSize = m_bandRoom > 0 ? size() : 0;
}

QRectF SceneGeometry::sinkPlace(const QRectF& keys) const {
    return m_transposed ? QRectF(keys.left(), m_sinkAt, keys.width(), m_cell.height())
                        : QRectF(m_sinkAt, keys.top(), m_cell.width(), keys.height());
}

void SceneGeometry::fit(const SceneContent& content, const Theme& theme, const QRectF& room) {
    for (const ScenePanel& panel : content.panels) {
        m_decimals.push_back(
            panel.content.style.decimals.value_or(decimals_for(panel.content.magnitude(), 2)));
    }
    double width = room.width() - 2 * theme.px(8), height = room.height() - 2 * theme.px(4);
    (m_transposed ? height : width) -= m_sinkGap;
    for (std::size_t i = 0; i < sceneTracks; ++i) {
        if (m_columns[i].count > 0)
            width -= m_labelWidth[i] + m_gap;
        if (m_rows[i].count > 0 && !isInLine(i))
            height -= (i == addedTrack ? theme.px(4) : m_titleHeight + m_labelHeight[i] + m_gap);
    }
    const QFont card = theme.font(TextRole::number);
    const QFont least = atLeast(sized(card, m_leastFont), m_leastPixels);
    // Large numbers need no more air than their font has.
    const double air = theme.px(m_isFar ? leastAir : usualAir);
    const double leastHeight = QFontMetricsF(least).height() + air;
    const double leastW = leastWidth(content, least, theme.px(6) * (m_turned ? m_leastFont : 1));
    const Index sinkX = m_hasSink && !m_transposed ? 1 : 0, sinkY = m_hasSink && m_transposed ? 1 : 0;
    const Index allX = across(m_columns, &SceneTrack::count) + sinkX;
    const Index allY = down(&SceneTrack::count) + sinkY;
    // What is read from afar shows a part of its rows rather than no bars.
    const auto beside = [this](Index all) {
        return static_cast<double>(m_isFar && !m_turned ? std::min(all, leastRowsBesideBands) : all);
    };
    const double bandsSpare =
        m_transposed ? width - leastW * beside(allX) : height - leastHeight * beside(allY);
    setBands(content.bandCount, bandsSpare, theme);
    (m_transposed ? width : height) -= static_cast<double>(m_bandRoom) * m_bandSize;
    const bool isWhole =
        width >= leastW * static_cast<double>(allX) && height >= leastHeight * static_cast<double>(allY);
    const double side = std::min(width / static_cast<double>(allX), height / static_cast<double>(allY));
    m_numbers = isWhole || !content.isOverview || side < theme.px(leastColourCell);
    const auto showAll = [](SceneTrack& each) { each.visible = each.count; };
    std::ranges::for_each(m_columns, showAll);
    std::ranges::for_each(m_rows, showAll);
    if (m_numbers)
        height -= cut(
            {width - leastW * static_cast<double>(sinkX), height - leastHeight * static_cast<double>(sinkY)},
            {leastW, leastHeight});
    const auto x = static_cast<double>(across(m_columns, &SceneTrack::visible) + sinkX);
    const auto y = static_cast<double>(down(&SceneTrack::visible) + sinkY);
    if (!m_numbers) {
        const double most = std::min<double>(side, theme.px(largestColourCell));
        m_cell = {most, most};
        return;
    }
    double high = std::min<double>(height / y, theme.px(tallest));
    const double wide = std::max(std::min(width / x, std::max(widest * high, m_labelled)), leastW);
    high = std::max(std::min(high, wide), leastHeight);
    m_cell = {std::floor(wide), std::floor(high)};
    setNumbers(content, theme);
}

/// The largest font that fits the cells.
void SceneGeometry::setNumbers(const SceneContent& content, const Theme& theme) {
    const QFont card = theme.font(TextRole::number);
    const double byWidth = m_cell.width() / leastWidth(content, card, theme.px(6));
    const double byHeight = m_cell.height() / (QFontMetricsF(card).height() + theme.px(usualAir));
    m_numberFont = atLeast(sized(card, std::clamp(std::min(byWidth, byHeight), m_leastFont, largestFont)),
                           m_leastPixels);
}

void SceneGeometry::place(const SceneContent& content, const Theme& theme, const QRectF& room) {
    const QFontMetricsF title(theme.font(TextRole::strong));
    std::array<double, sceneTracks> widths{}, heights{};
    double width = 0, height = 0;
    for (std::size_t i = 0; i < sceneTracks; ++i) {
        const SceneTrack& column = m_columns[i];
        const SceneTrack& row = m_rows[i];
        if (column.count > 0) {
            widths[i] = m_labelWidth[i] + static_cast<double>(column.visible) * m_cell.width();
            if (i < addedTrack)
                for (const ScenePanel& panel : content.panels)
                    if (columnOf(panel) == i)
                        widths[i] = std::max(widths[i], std::min<double>(title.horizontalAdvance(panel.title),
                                                                         theme.px(longestTitle)));
            width += widths[i] + (i < resultTrack ? m_gap : 0);
        }
        if (row.count > 0) {
            const bool counts = std::ranges::any_of(
                content.panels, [&](const ScenePanel& panel) { return rowOf(panel) == i && isCut(panel); });
            heights[i] = (i == addedTrack ? 0 : m_titleHeight + m_labelHeight[i]) +
                         static_cast<double>(row.visible) * m_cell.height() + (counts ? m_countHeight : 0);
            if (!isInLine(i))
                height += heights[i] + (i == firstTrack ? m_gap : i == addedTrack ? theme.px(4) : 0);
        }
    }
    if (m_beside)
        height += std::max(0.0, heights[firstTrack] - heights[resultTrack]);
    const double bandsLength = static_cast<double>(m_bandRoom) * m_bandSize;
    (m_transposed ? width : height) += bandsLength + (m_bandRoom > 0 ? m_gap : 0);
    if (m_hasSink)
        (m_transposed ? height : width) += m_sinkGap + (m_transposed ? m_cell.height() : m_cell.width());
    double x = std::floor(room.left() + std::max<double>(theme.px(8), (room.width() - width) / 2));
    double y = std::floor(room.top() + std::max<double>(theme.px(4), (room.height() - height) / 2));
    for (std::size_t i = 0; i < sceneTracks; ++i) {
        if (m_columns[i].count > 0) {
            m_columns[i].start = x + m_labelWidth[i];
            x += widths[i] + m_gap;
        }
        if (m_rows[i].count > 0 && !isInLine(i)) {
            m_rows[i].start = y + (i == addedTrack ? 0 : m_titleHeight + m_labelHeight[i]);
            y += heights[i] + (i == addedTrack ? theme.px(4) : m_gap);
        }
    }
    if (m_beside)
        m_rows[firstTrack].start = m_rows[resultTrack].start;
    const QRectF result = area(content.panels.front());
    m_sinkAt = (m_transposed ? result.bottom() : result.right()) + m_sinkGap;
    if (m_bandRoom == 0)
        return;
    m_bands = m_transposed ? QRectF(x, result.top(), bandsLength, result.height())
                           : QRectF(result.left(), y, result.width(), bandsLength);
}

SceneGeometry::Window SceneGeometry::window(const ScenePanel& panel) const {
    if (isSink(panel))
        return {0, 0, 1, 1};
    const HeatmapMapping mapping = panel.mapping();
    const SceneTrack& columns = this->columns(panel);
    const SceneTrack& rows = this->rows(panel);
    const auto part = [](const SceneTrack& track, Index offset, Index count) {
        const Index first = std::max<Index>(track.first - offset, 0);
        return std::pair(first, std::min(track.first + track.visible - offset, count) - first);
    };
    const auto [x, across] = part(columns, m_transposed ? 0 : panel.offset, mapping.shownColumns());
    const auto [y, down] = part(rows, m_transposed ? panel.offset : 0, mapping.shownRows());
    return {x, y, std::max<Index>(across, 0), std::max<Index>(down, 0)};
}

QRectF SceneGeometry::shownRect(const ScenePanel& panel, ShownCell cell) const {
    const SceneTrack& columns = this->columns(panel);
    const SceneTrack& rows = this->rows(panel);
    if (isSink(panel))
        return sinkPlace({QPointF(columns.start, rows.start), m_cell});
    const Index x = cell.x + (m_transposed ? 0 : panel.offset) - columns.first;
    const Index y = cell.y + (m_transposed ? panel.offset : 0) - rows.first;
    return {columns.start + static_cast<double>(x) * m_cell.width(),
            rows.start + static_cast<double>(y) * m_cell.height(), m_cell.width(), m_cell.height()};
}

QRectF SceneGeometry::rect(const ScenePanel& panel, StoredCell cell) const {
    return rect(panel, Block{cell.row, cell.column, 1, 1});
}

QRectF SceneGeometry::rect(const ScenePanel& panel, const Block& block) const {
    const HeatmapMapping mapping = panel.mapping();
    const Window visible = window(panel);
    const ShownCell first = mapping.shown({block.row - panel.block.row, block.column - panel.block.column});
    const ShownCell last = mapping.shown({block.row + block.rows - 1 - panel.block.row,
                                          block.column + block.columns - 1 - panel.block.column});
    const ShownCell from{std::max(first.x, visible.x), std::max(first.y, visible.y)};
    const ShownCell to{std::min(last.x, visible.x + visible.columns - 1),
                       std::min(last.y, visible.y + visible.rows - 1)};
    if (from.x > to.x || from.y > to.y)
        return {};
    return shownRect(panel, from).united(shownRect(panel, to));
}

QRectF SceneGeometry::area(const ScenePanel& panel) const {
    return rect(panel, panel.block);
}

std::optional<SceneGeometry::Hit> SceneGeometry::cellAt(const SceneContent& content, QPointF point) const {
    for (std::size_t i = 0; i < content.panels.size(); ++i) {
        const ScenePanel& panel = content.panels[i];
        const QRectF all = area(panel);
        if (all.isEmpty() || !all.contains(point))
            continue;
        const Window visible = window(panel);
        const auto step = [](double from, double to, double size, Index count) {
            return std::clamp<Index>(static_cast<Index>((to - from) / size), 0, count - 1);
        };
        const ShownCell shown{visible.x + step(all.left(), point.x(), m_cell.width(), visible.columns),
                              visible.y + step(all.top(), point.y(), m_cell.height(), visible.rows)};
        const StoredCell cell = panel.mapping().stored(shown);
        return Hit{i, {cell.row + panel.block.row, cell.column + panel.block.column}};
    }
    return std::nullopt;
}

} // namespace lab
