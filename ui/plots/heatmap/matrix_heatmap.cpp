// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/matrix_heatmap.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_accessible.h"
#include "ui/plots/heatmap/heatmap_cells.h"
#include "ui/plots/heatmap/heatmap_layers.h"
#include "ui/plots/heatmap/heatmap_motion.h"
#include "ui/plots/shared/accessible_table.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double rounding = 1e-6;          // of a number of cells
constexpr std::size_t mostKnownSizes = 64; // each step of resizing a window may ask for another one

} // namespace

MatrixHeatmap::MatrixHeatmap(const Theme& theme, QWidget* parent) : QCustomPlot(parent), m_theme(theme) {
    installHeatmapAccessibility();
    // Turns off QCustomPlot's own drawing into buffers, which its constructor asks for: see paintEvent().
    mReplotting = true;
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // Pass wheel events on to the page, which scrolls. QCustomPlot would swallow them.
    setAttribute(Qt::WA_NoMousePropagation, false);
    setContextMenuPolicy(Qt::NoContextMenu);
    plotLayout()->setAutoMargins(QCP::msNone);
    plotLayout()->setMargins({});
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMinimumSize(1, 1);
    axisRect()->setBackground(Qt::NoBrush);
    setBackground(Qt::NoBrush);
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->setVisible(false);
        // Invisible ticks would still be recomputed whenever a range changes.
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->grid()->setVisible(false);
    yAxis->setRangeReversed(true);
    setViewport({}); // addLayer() makes the buffers again: empty, since nothing is drawn into them
    addLayer(QStringLiteral("marks"), layer(QStringLiteral("axes")));
    // The plot owns what is on its layers.
    m_cells = new HeatmapCells(*this);
    new HeatmapFrame(*this);
    new HeatmapMarks(*this);
    connect(&theme, &Theme::changed, this, [this] {
        m_sizes.clear();
        updateMetrics();
    });
    updateMetrics();
}

/// While a number is dragged, and until what the drag has asked for is computed.
bool MatrixHeatmap::keepsRange(const HeatmapContent& next) const {
    return next.isOfSameMatrix(m_content) && (next.isPreview || (m_content.isPreview && next.stale));
}

NumberStyle MatrixHeatmap::styleOf(const HeatmapContent& next) const {
    return keepsRange(next) ? keptStyle(next, m_content, scale()) : next.style;
}

bool MatrixHeatmap::looksAs(const HeatmapContent& content) {
    const bool same = content.matrix && content.matrix == m_content.matrix &&
                      content.before == m_content.before && content.masked == m_content.masked &&
                      content.toBeKept == m_content.toBeKept && styleOf(content) == m_content.style;
    if (same)
        m_content.isPreview = content.isPreview || keepsRange(content);
    return same;
}

void MatrixHeatmap::setContent(HeatmapContent content) {
    content.style = styleOf(content);
    content.isPreview = content.isPreview || keepsRange(content);
    const bool sameFrame = content.matrix && m_content.matrix && content.title == m_content.title &&
                           content.axisNames() == m_content.axisNames() &&
                           content.rowLabels.isSameAs(m_content.rowLabels) &&
                           content.columnLabels.isSameAs(m_content.columnLabels);
    const HeatmapMetrics before = m_metrics;
    const bool keepsSpan = content.isPreview && content.isOfSameMatrix(m_content);
    const double highest = scale().highest();
    const HeatmapContent shown = std::exchange(m_content, std::move(content));
    m_sizes.clear();
    if (m_bars && !keepsSpan)
        m_barSpan = barSpan(m_content);
    const HeatmapMapping mapping = m_content.mapping();
    const Index lastColumn = mapping.columns - (m_content.sinkShares.empty() ? 1 : 0);
    m_cursor = {std::clamp<Index>(m_cursor.row, 0, std::max<Index>(mapping.rows - 1, 0)),
                std::clamp<Index>(m_cursor.column, 0, std::max<Index>(lastColumn, 0))};
    setAccessibleName(m_content.title);
    setAccessibleDescription(m_content.axisNames());
    measure();
    move(shown, highest);
    updateTip();
    if (sameFrame && m_metrics == before)
        update(numbersArea());
    else
        update();
}

void MatrixHeatmap::move(const HeatmapContent& shown, double highest) {
    if (isVisible() && isRelease(shown, m_content)) {
        if (!m_motion)
            m_motion = new HeatmapMotion(*this);
        m_motion->start(shown, highest);
    } else if (m_motion && (m_content.isPreview || !m_content.hasNumbersOf(shown))) {
        m_motion->end();
    }
}

/// When it is shown again, the drag may have ended long ago.
void MatrixHeatmap::hideEvent(QHideEvent* event) {
    QCustomPlot::hideEvent(event);
    m_content.isPreview = false;
    if (m_motion)
        m_motion->end();
}

ColourScale MatrixHeatmap::scale() const {
    const ColourScale scale = m_content.scale().onDark(m_theme.colours().dark);
    return m_motion ? scale.upTo(m_motion->highest(scale.highest())) : scale;
}

bool MatrixHeatmap::hasRoomForGhosts() const {
    return m_cells->ghostFont().has_value();
}

QRegion MatrixHeatmap::numbersArea() const {
    const QRect cells = axisRect()->rect();
    const int barTop = m_metrics.barHeight == 0 ? m_metrics.titleHeight : cells.bottom() + 1;
    const int barEnd = m_metrics.barHeight == 0 ? barTop + m_metrics.axisNamesHeight : height();
    const int outline = m_theme.px(2); // of a changed cell, half of it outside the cell
    const QSize sink = m_metrics.sinkRoom.toSize();
    return QRegion(cells.adjusted(-outline, -outline, outline + sink.width(), outline + sink.height())) |
           QRect(0, barTop, width(), barEnd - barTop);
}

void MatrixHeatmap::setLook(Density density, const HeatmapForm& form) {
    m_metrics.density = density;
    m_form = form;
    updateMetrics();
}

void MatrixHeatmap::updateMetrics() {
    measure();
    update();
}

void MatrixHeatmap::measure() {
    const QSize before = m_metrics.size;
    m_metrics = heatmapMetrics(m_content, m_theme, m_metrics.density, m_form);
    axisRect()->setMargins(m_metrics.margins);
    updateRanges();
    if (m_metrics.size != before)
        updateGeometry();
}

QSize MatrixHeatmap::sizeFor(Density density, const HeatmapForm& form) const {
    if (density == m_metrics.density && form == m_form)
        return m_metrics.size;
    const auto known = std::ranges::find_if(
        m_sizes, [&](const KnownSize& each) { return each.density == density && each.form == form; });
    if (known != m_sizes.end())
        return known->size;
    if (m_sizes.size() >= mostKnownSizes)
        m_sizes.clear();
    m_sizes.push_back({density, form, heatmapMetrics(m_content, m_theme, density, form).size});
    return m_sizes.back().size;
}

QSize MatrixHeatmap::minimumSizeHint() const {
    const QMargins& margins = m_metrics.margins;
    const QSize frame(margins.left() + static_cast<int>(m_metrics.sinkRoom.width()),
                      margins.top() + margins.bottom());
    return (frame + (m_metrics.cell * 2).toSize()).boundedTo(m_metrics.size);
}

void MatrixHeatmap::updateRanges() {
    const HeatmapMapping mapping = m_content.mapping();
    const int sink = static_cast<int>(m_metrics.sinkRoom.width());
    const QSize area =
        size() - QSize(m_metrics.rowLabelWidth + sink, m_metrics.margins.top() + m_metrics.margins.bottom());
    QMargins margins(m_metrics.margins.left(), m_metrics.margins.top(), sink, m_metrics.margins.bottom());
    /// Returns what is left over of the length.
    const auto fit = [&](QCPAxis* axis, int length, double cell, Index count) {
        double shown = std::max(length, 1) / (cell * m_zoom);
        const bool isWhole = hasWholeCells() && shown + rounding < static_cast<double>(count);
        if (isWhole)
            shown = std::max(1.0, std::floor(shown + rounding));
        const double most = std::max(-0.5, static_cast<double>(count) - 0.5 - shown);
        const double lower = std::clamp(axis->range().lower, -0.5, most);
        const double first = isWhole ? std::round(lower + 0.5) - 0.5 : lower;
        axis->setRange(first, first + shown);
        return isWhole ? std::max(0, length - qRound(shown * cell * m_zoom)) : 0;
    };
    margins.setRight(sink + fit(xAxis, area.width(), m_metrics.cell.width(), mapping.shownColumns()));
    margins.setBottom(margins.bottom() +
                      fit(yAxis, area.height(), m_metrics.cell.height(), mapping.shownRows()));
    axisRect()->setMargins(margins);
    updateLayout(); // cell positions are needed before anything is painted
    if (m_bars)
        placeBars();
}

MatrixHeatmap::Part MatrixHeatmap::partOf(const QCPRange& range, Index count) {
    // In a widget without room, the coordinates of pixels are infinite or undefined.
    const auto index = [count](double coordinate) {
        return coordinate > -1 ? static_cast<Index>(std::min(coordinate, static_cast<double>(count))) : -1;
    };
    return {std::max<Index>(0, index(std::floor(range.lower + 0.5))),
            std::min<Index>(count - 1, index(std::ceil(range.upper - 0.5)))};
}

MatrixHeatmap::Part MatrixHeatmap::shownRows() const {
    const Index count = m_content.mapping().shownRows();
    return showsBars() && m_content.transposed ? Part{0, count - 1} : partOf(yAxis->range(), count);
}

MatrixHeatmap::Part MatrixHeatmap::shownColumns() const {
    const Index count = m_content.mapping().shownColumns();
    return showsBars() && !m_content.transposed ? Part{0, count - 1} : partOf(xAxis->range(), count);
}

QRectF MatrixHeatmap::paintedCells() const {
    // QCustomPlot's vertical axes begin one pixel above their rectangle.
    const QRectF area = axisRect()->rect().translated(0, -1);
    return m_exposed.isEmpty() ? area : area & QRectF(m_exposed.boundingRect());
}

MatrixHeatmap::Part MatrixHeatmap::paintedRows() const {
    const QRectF area = paintedCells();
    return partOf({yAxis->pixelToCoord(area.top()), yAxis->pixelToCoord(area.bottom())},
                  m_content.mapping().shownRows());
}

MatrixHeatmap::Part MatrixHeatmap::paintedColumns() const {
    const QRectF area = paintedCells();
    return partOf({xAxis->pixelToCoord(area.left()), xAxis->pixelToCoord(area.right())},
                  m_content.mapping().shownColumns());
}

Rows MatrixHeatmap::rowsInSight() const {
    const QCPRange range = (m_content.transposed ? xAxis : yAxis)->range();
    const Index rows = m_content.mapping().rows;
    const Index first = std::clamp<Index>(static_cast<Index>(std::floor(range.lower + 0.5)), 0, rows);
    return {first, std::clamp<Index>(static_cast<Index>(std::ceil(range.upper + 0.5)), first, rows) - first};
}

void MatrixHeatmap::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

QString MatrixHeatmap::shownPart() const {
    const HeatmapMapping mapping = m_content.mapping();
    QStringList parts;
    const auto add = [&](const QCPAxis* axis, Index count, const QString& text) {
        const QCPRange range = axis->range();
        if (range.size() + 1e-9 >= static_cast<double>(count))
            return;
        // Cells that are at least half visible.
        const auto first = static_cast<Index>(std::ceil(range.lower));
        const auto last = std::min(static_cast<Index>(std::floor(range.upper)), count - 1);
        parts += text.arg(first + 1).arg(last + 1).arg(count);
    };
    // Bars show every key.
    if (!showsBars() || !mapping.transposed)
        add(yAxis, mapping.shownRows(), tr("rows %1–%2 of %3"));
    if (!showsBars() || mapping.transposed)
        add(xAxis, mapping.shownColumns(), tr("columns %1–%2 of %3"));
    return parts.join(QStringLiteral(", "));
}

QString MatrixHeatmap::axisLine() const {
    QString names = m_content.axisNames();
    const QString part = shownPart();
    if (part.isEmpty())
        return names;
    const double bar = m_metrics.barHeight == 0 ? m_metrics.barLength + m_theme.px(6) : 0;
    const auto fits = [&](const QString& text) {
        return QFontMetricsF(m_metrics.labelFont).horizontalAdvance(text) + bar <= viewport().width();
    };
    const QString both = names + QStringLiteral("  ·  ") + part;
    return fits(both) ? both : fits(part) ? part : names;
}

QRectF MatrixHeatmap::cellRect(StoredCell cell) const {
    if (m_content.isSink(cell))
        return sinkRect(cell.row);
    return showsBars() ? segmentRects(cell.row)[static_cast<std::size_t>(cell.column)] : gridRect(cell);
}

std::optional<StoredCell> MatrixHeatmap::cellAt(QPointF position) const {
    return showsBars() ? segmentAt(position) : gridCellAt(position);
}

std::optional<MatrixHeatmap::Named> MatrixHeatmap::namedAt(QPointF position) const {
    const QRectF cells = axisRect()->rect();
    const bool besideRows = position.x() < cells.left();
    const bool aboveColumns =
        position.y() < cells.top() && position.y() >= m_metrics.titleHeight + m_metrics.axisNamesHeight;
    if (!m_content.matrix || besideRows == aboveColumns)
        return std::nullopt;
    const auto cell = gridCellAt(besideRows ? QPointF(cells.left() + 1, position.y())
                                            : QPointF(position.x(), cells.top() + 1));
    if (!cell)
        return std::nullopt;
    return besideRows != m_content.transposed ? Named{true, cell->row} : Named{false, cell->column};
}

std::optional<Block> MatrixHeatmap::cellsNamedAt(QPointF position) const {
    const HeatmapMapping mapping = m_content.mapping();
    const auto named = namedAt(position);
    if (!named)
        return std::nullopt;
    return named->isRow ? Block{named->index, 0, 1, mapping.columns}
                        : Block{0, named->index, mapping.rows, 1};
}

void MatrixHeatmap::setMarks(const HeatmapMarkSet& marks) {
    if (marks == m_marks)
        return;
    m_marks = marks;
    update();
}

/// Paints the exposed region directly, and nothing while hidden. QCustomPlot would draw everything into
/// buffers on every change, which costs more than the drawing itself.
void MatrixHeatmap::paintEvent(QPaintEvent* event) {
    m_exposed = event->region();
    m_background = m_theme.colours().panel;
    QCPPainter painter(this);
    QRegion behind = m_exposed;
    if (m_cells->arePixels())
        behind -= paintedCells().toAlignedRect();
    for (const QRect& rect : behind)
        painter.fillRect(rect, m_background);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(&painter);
    m_exposed = {};
    m_background = Qt::transparent;
}

void MatrixHeatmap::hideCursor() {
    m_drawsCursor = false;
    update();
}

void MatrixHeatmap::setCursorCell(StoredCell cell) {
    m_cursor = cell;
    m_hasCursor = true;
    reveal(cell);
    update();
    tellCellFocused(*this);
    emit cursorMoved(cell);
}

void MatrixHeatmap::paint(QCPPainter& painter, const DrawProgress& progress) {
    resize(m_metrics.size);
    updateRanges();
    m_progress = progress;
    toPainter(&painter, m_metrics.size.width(), m_metrics.size.height());
    m_progress = {};
}

void MatrixHeatmap::resizeEvent(QResizeEvent* /*event*/) {
    setViewport(rect()); // QCustomPlot's handler would also replot
    updateRanges();
    update();
}

} // namespace lab
