// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_drawing.h"

#include "core/base/number_format.h"
#include "ui/look/mark_outline.h"
#include "ui/look/rich_text.h"
#include "ui/look/theme.h"
#include "ui/plots/film/scene_added.h"
#include "ui/plots/film/scene_bands.h"
#include "ui/plots/film/scene_flying.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/plots/shared/head_colours.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In points.
constexpr double frameWidth = 2;
constexpr double tallEnoughForTwo = 28; // frames, one in the other

class SceneDrawingText {
    Q_DECLARE_TR_FUNCTIONS(SceneDrawing)
};

/// Upwards from the middle of a column.
void drawTurned(QPainter& painter, const QPointF& from, double length, const QString& text) {
    const double thick = QFontMetricsF(painter.font()).height();
    painter.save();
    painter.translate(from);
    painter.rotate(-90);
    painter.drawText(QRectF(0, -thick / 2, length, thick), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
}

class ScenePainter {
public:
    ScenePainter(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                 const Theme& theme, const SceneLook& look)
        : m_painter(painter), m_content(content), m_geometry(geometry), m_theme(theme), m_look(look),
          m_colours(theme.colours()), m_style(geometry, theme) {}

    void paintStill() {
        for (std::size_t i = 0; i < m_content.panels.size(); ++i) {
            paintLabels(m_content.panels[i]);
            paintTitle(m_content.panels[i]);
            paintCount(m_content.panels[i]);
            paintCells(i, Cells::others);
        }
    }

    void paintMoving() {
        paintCells(0, Cells::ofTheStep);
        drawSinkShares(m_painter, m_content, m_geometry, m_theme, m_look.fade);
        drawBands(m_painter, m_content, m_geometry, m_theme, m_look);
        paintMarks();
        drawFlying(m_painter, m_geometry, m_theme, m_look.flying);
    }

private:
    void paintLabels(const ScenePanel& panel) {
        const SceneGeometry::Window window = m_geometry.window(panel);
        const HeatmapMapping mapping = panel.mapping();
        const Labels& rows = mapping.transposed ? panel.columns : panel.rows;
        const Labels& columns = mapping.transposed ? panel.rows : panel.columns;
        const QFont& font = m_geometry.labelFont();
        const QFontMetricsF metrics(font);
        const double pad = m_theme.px(6);
        m_painter.setFont(font);
        m_painter.setPen(m_colours.muted);
        const QSizeF cell = m_geometry.cell();
        // Where cells are smaller than their labels, not every one has its label.
        const auto every = [](double needed, double size) {
            return std::max<Index>(static_cast<Index>(std::ceil(needed / size)), 1);
        };
        const Index down = every(metrics.height() * 0.9, cell.height());
        const double width = m_geometry.labelWidth(panel);
        const bool hasRows = width > 0 && (m_content.transposed || panel.offset == 0 || isFirst(panel));
        for (Index y = 0; hasRows && y < window.rows; y += down) {
            const QRectF rect = m_geometry.shownRect(panel, {window.x, window.y + y});
            const QRectF place(rect.left() - width, rect.center().y() - m_style.gap / 2 - metrics.height(),
                               width - pad, 2 * metrics.height());
            m_painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                               rows.elided(window.y + y, font, place.width()));
        }
        const double height = m_geometry.labelHeight(panel);
        const bool hasColumns = height > 0 && m_geometry.namesColumns(panel);
        const bool turned = m_geometry.isTurned();
        const Index across = every(turned ? metrics.height() * 0.8 : m_theme.px(26), cell.width());
        for (Index x = 0; hasColumns && x < window.columns; x += across) {
            const QRectF rect = m_geometry.shownRect(panel, {window.x + x, window.y});
            if (turned) {
                const double length = height - m_theme.px(4);
                drawTurned(m_painter, {rect.center().x() - m_style.gap / 2, rect.top() - m_theme.px(3)},
                           length, columns.elided(window.x + x, font, length));
                continue;
            }
            const QRectF place(rect.left(), rect.top() - height,
                               rect.width() * static_cast<double>(across) - m_style.gap, height);
            m_painter.drawText(place, Qt::AlignCenter, columns.elided(window.x + x, font, place.width()));
        }
    }

    bool isFirst(const ScenePanel& panel) const { return m_geometry.columns(panel).first == panel.offset; }
    void paintTitle(const ScenePanel& panel) {
        const QRectF area = m_geometry.area(panel);
        if (panel.slot == SceneSlot::added)
            return drawAddedTitle(m_painter, m_content, m_geometry, m_theme, panel);
        if (panel.title.isEmpty() || area.isEmpty())
            return;
        const bool isPart = m_content.kind == SceneKind::join && panel.slot != SceneSlot::result;
        const double labels = isPart && !m_content.transposed ? 0 : m_geometry.labelWidth(panel);
        const double left = area.left() - labels;
        const double bottom = area.top() - m_geometry.labelHeight(panel);
        const QFont strong = m_theme.font(TextRole::strong);
        const QFontMetricsF metrics(strong);
        const double most = titleRoom(panel, left);
        const QString title = metrics.elidedText(panel.title, Qt::ElideRight, most);
        const double top = bottom - m_geometry.titleHeight();
        m_painter.setFont(strong);
        m_painter.setPen(isPart && !m_content.transposed ? headInk(panel.stage()->head, m_colours.page, 4.5)
                                                         : m_colours.text);
        m_painter.drawText(QPointF(left, top + metrics.ascent()), title);
        const double used = metrics.horizontalAdvance(title) + m_theme.px(6);
        const auto symbol = richText(panel.symbol, m_theme.font(TextRole::small));
        if (!panel.symbol.isEmpty() && used + symbol->idealWidth() <= most)
            paintRichText(m_painter, *symbol, {left + used, top + m_theme.px(2)}, m_colours.muted);
    }

    /// The width that a title may take: up to the next matrix in the same row, or to the edge.
    double titleRoom(const ScenePanel& panel, double left) const {
        double end = m_geometry.room().right() - m_theme.px(4);
        for (const ScenePanel& other : m_content.panels) {
            const QRectF area = m_geometry.area(other);
            const bool sameRow = area.top() == m_geometry.area(panel).top();
            const bool isJoined = m_content.kind == SceneKind::join && !m_content.transposed;
            const double start = area.left() - (isJoined ? 0 : m_geometry.labelWidth(other)) - m_theme.px(6);
            if (&other != &panel && sameRow && !area.isEmpty() && start > left && start < end)
                end = start;
        }
        if (m_content.transposed && panel.slot == SceneSlot::result && m_geometry.bandRoom() > 0)
            end = std::min(end, m_geometry.bands().left() - m_theme.px(6));
        return end - left;
    }

    /// Which rows and columns are shown, where others are left out.
    void paintCount(const ScenePanel& panel) {
        const QRectF area = m_geometry.area(panel);
        const bool isPart = m_content.kind == SceneKind::join && panel.slot != SceneSlot::result;
        if (area.isEmpty() || isPart || !m_geometry.isCut(panel))
            return;
        QStringList parts;
        const auto add = [&parts](const SceneTrack& track, const QString& text) {
            if (track.isCut())
                parts += text.arg(track.first + 1).arg(track.first + track.visible).arg(track.count);
        };
        add(m_geometry.rows(panel), SceneDrawingText::tr("rows %1–%2 of %3"));
        add(m_geometry.columns(panel), SceneDrawingText::tr("columns %1–%2 of %3"));
        double top = area.bottom();
        if (m_content.transposed && m_content.hasSink && panel.slot == SceneSlot::result)
            top = m_geometry.sinkPlace(area).bottom();
        const double left = area.left() - m_geometry.labelWidth(panel);
        m_painter.setFont(m_theme.font(TextRole::small));
        m_painter.setPen(m_colours.muted);
        m_painter.drawText(QRectF(left, top, titleRoom(panel, left), m_geometry.countHeight()),
                           Qt::AlignLeft | Qt::AlignVCenter, parts.join(QStringLiteral(", ")));
    }

    enum class Cells { others, ofTheStep };

    /// Paints the cells of a panel; of the result, only the cells that the step computes, or only the others.
    void paintCells(std::size_t index, Cells which) {
        const ScenePanel& panel = m_content.panels[index];
        const SceneGeometry::Window window = m_geometry.window(panel);
        const HeatmapMapping mapping = panel.mapping();
        const ColourScale scale = panel.content.scale().onDark(m_colours.dark);
        m_painter.setRenderHint(QPainter::Antialiasing, m_style.radius > 0);
        for (Index y = window.y; y < window.y + window.rows; ++y) {
            for (Index x = window.x; x < window.x + window.columns; ++x) {
                const StoredCell inBlock = mapping.stored({x, y});
                const StoredCell cell{inBlock.row + panel.block.row, inBlock.column + panel.block.column};
                if (isOfTheStep(panel, cell) != (which == Cells::ofTheStep))
                    continue;
                const QRectF rect =
                    m_geometry.shownRect(panel, {x, y}).adjusted(0, 0, -m_style.gap, -m_style.gap);
                if (which == Cells::ofTheStep && (m_look.fade < 1 || !panel.isKnown(cell)))
                    paintOnItsWay(rect);
                else if (!panel.isKnown(cell))
                    drawEmptyCell(m_painter, rect, m_style, m_theme);
                const double shown = which == Cells::ofTheStep ? m_look.fade : 1;
                m_painter.setOpacity(shown);
                if (panel.isKnown(cell) && shown > 0)
                    paintCell(index, cell, rect, scale);
                m_painter.setOpacity(1);
            }
        }
        m_painter.setRenderHint(QPainter::Antialiasing, true);
    }

    /// Whether the step computes the cell or a term of it.
    bool isOfTheStep(const ScenePanel& panel, StoredCell cell) const {
        if (panel.slot != SceneSlot::result || !m_content.step || m_content.step->phase != RowPhase::none)
            return false;
        const FilmStep& step = *m_content.step;
        return cell.row >= step.rows.first && cell.row < step.rows.first + step.rows.count &&
               cell.column >= step.columns.first && cell.column < step.columns.first + step.columns.count;
    }

    /// Empty, or with the sum so far.
    void paintOnItsWay(const QRectF& rect) {
        drawEmptyCell(m_painter, rect, m_style, m_theme);
        if (!m_geometry.saysNumbers())
            return;
        const auto paint = [&](const std::optional<double>& sum, double opacity) {
            if (!sum || opacity <= 0)
                return;
            m_painter.setOpacity(opacity);
            paintNumber(rect, *sum, m_geometry.decimals(0), m_colours.muted);
            m_painter.setOpacity(1);
        };
        if (m_look.fade < 1) // one goes before the other comes
            paint(m_look.partialBefore, 1 - 2 * m_look.fade);
        paint(m_content.partial, m_look.fade < 1 && m_look.partialBefore ? 2 * m_look.fade - 1 : m_look.fade);
    }

    void paintCell(std::size_t index, StoredCell cell, const QRectF& rect, const ColourScale& scale) {
        const ScenePanel& panel = m_content.panels[index];
        const HeatmapContent& content = panel.content;
        const bool hidden = content.isHidden(cell);
        const double value = (*content.matrix)(cell.row, cell.column);
        const QColor fill = hidden                 ? m_colours.hidden
                            : std::isfinite(value) ? scale.colour(value)
                                                   : offScaleColour(value);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(rect, m_style.radius, m_style.radius);
        if (hidden)
            paintHatch(m_painter, m_theme, rect);
        const QColor ink = hidden ? m_colours.muted : textOn(fill);
        if (content.isDropped(cell))
            paintCross(m_painter, m_theme, rect, ink);
        else if (m_geometry.saysNumbers())
            paintNumber(rect, value, m_geometry.decimals(index), ink, hidden && value == 0);
        if (content.isOverridden(cell))
            paintOverrideMark(m_painter, m_theme, rect, m_style.isRoomy,
                              hidden ? m_colours.text : textOn(fill));
    }

    void paintNumber(const QRectF& rect, double value, int decimals, const QColor& ink,
                     bool isNothing = false) {
        const QString text =
            isNothing ? QStringLiteral("0") : QString::fromStdString(display(value, decimals));
        m_painter.setFont(m_geometry.numberFont());
        if (QFontMetricsF(m_geometry.numberFont()).horizontalAdvance(text) > rect.width())
            return;
        m_painter.setPen(ink);
        m_painter.drawText(rect, Qt::AlignCenter, text);
    }

    void paintMarks() {
        const double width = m_theme.px(frameWidth);
        for (const QRectF& frame : m_look.frames)
            drawMark(m_painter, m_theme, frame.adjusted(0, 0, -m_style.gap, -m_style.gap), m_style.radius,
                     width);
        for (std::size_t i = 0; i < m_content.panels.size(); ++i) {
            const ScenePanel& panel = m_content.panels[i];
            const auto cell = m_look.inspected ? panel.cellOf(*m_look.inspected) : std::nullopt;
            const QRectF rect = cell ? m_geometry.rect(panel, *cell) : QRectF();
            if (!rect.isEmpty())
                drawMark(m_painter, m_theme, inside(rect), m_style.radius, width, Qt::DotLine);
        }
        if (!m_look.cursor)
            return;
        const QRectF cursor = m_geometry.rect(m_content.panels[m_look.cursor->panel], m_look.cursor->cell);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_colours.accent, width));
        m_painter.drawRoundedRect(inside(cursor), m_style.radius, m_style.radius);
    }

    /// Within the frames of the step; on them where the cell has no more room than its number.
    QRectF inside(const QRectF& cell) const {
        const double inset = cell.height() < m_theme.px(tallEnoughForTwo) ? 0 : m_theme.px(3);
        return cell.adjusted(inset, inset, -inset - m_style.gap, -inset - m_style.gap);
    }

    QPainter& m_painter;
    const SceneContent& m_content;
    const SceneGeometry& m_geometry;
    const Theme& m_theme;
    const SceneLook& m_look;
    const Colours& m_colours;
    SceneCellStyle m_style;
};

} // namespace

std::vector<QRectF> sceneFrames(const SceneContent& content, const SceneGeometry& geometry) {
    std::vector<QRectF> frames;
    for (const ScenePanel& panel : content.panels) {
        for (const Block& block : panel.framed) {
            const QRectF frame = geometry.rect(panel, block);
            if (!frame.isEmpty())
                frames.push_back(frame);
        }
    }
    return frames;
}

void drawScene(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, const SceneLook& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ScenePainter scene(painter, content, geometry, theme, look);
    scene.paintStill();
    scene.paintMoving();
    painter.restore();
}

void drawStillPart(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                   const Theme& theme, const SceneLook& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ScenePainter(painter, content, geometry, theme, look).paintStill();
    painter.restore();
}

void drawMovingPart(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, const SceneLook& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ScenePainter(painter, content, geometry, theme, look).paintMoving();
    painter.restore();
}

void drawScene(QPainter& painter, const SceneContent& content, const Theme& theme, const QRectF& room) {
    const SceneGeometry geometry(content, theme, room);
    SceneLook look;
    look.frames = sceneFrames(content, geometry);
    drawScene(painter, content, geometry, theme, look);
}

void drawThumbnail(QPainter& painter, const HeatmapContent& content, Index known, const Theme& theme,
                   const QRectF& room) {
    const Colours& colours = theme.colours();
    const HeatmapMapping mapping = content.mapping();
    if (!content.matrix || content.matrix->size() == 0)
        return;
    const Index columns = mapping.shownColumns(), rows = mapping.shownRows();
    const double side = std::min({room.width() / static_cast<double>(columns),
                                  room.height() / static_cast<double>(rows), double(theme.px(7))});
    const QSizeF size(side * static_cast<double>(columns), side * static_cast<double>(rows));
    const QPointF origin = room.center() - QPointF(size.width() / 2, size.height() / 2);
    const ColourScale scale = content.scale().onDark(colours.dark);
    // Draws only every `step`-th of tiny cells, as many as can be told apart.
    const auto step = std::max<Index>(static_cast<Index>(std::ceil(1.5 / side)), 1);
    const double drawn = side * static_cast<double>(step);
    const double gap = side >= theme.px(4) ? 1 : 0;
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (Index y = 0; y < rows; y += step) {
        for (Index x = 0; x < columns; x += step) {
            const StoredCell cell = mapping.stored({x, y});
            const double value = (*content.matrix)(cell.row, cell.column);
            const bool isKnown = cell.row * content.matrix->cols() + cell.column < known;
            painter.setBrush(!isKnown                 ? colours.control
                             : content.isHidden(cell) ? colours.hatch
                             : std::isfinite(value)   ? scale.colour(value)
                                                      : offScaleColour(value));
            painter.drawRect(QRectF(origin.x() + side * static_cast<double>(x),
                                    origin.y() + side * static_cast<double>(y), drawn - gap, drawn - gap));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

} // namespace lab
