// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix as coloured cells with numbers: the only heatmap class of the program.
#pragma once

#include "ui/plots/heatmap/bar_geometry.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/heatmap/heatmap_marks.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/draw_progress.h"

#include <qcustomplot.h>

#include <optional>

namespace lab {

class HeatmapCells;
class HeatmapFrame;
class HeatmapMarks;
class HeatmapMotion;
class Theme;

class MatrixHeatmap : public QCustomPlot {
    Q_OBJECT
public:
    explicit MatrixHeatmap(const Theme& theme, QWidget* parent = nullptr);

    /// While a number is dragged, colours keep their range, and bars their places. When the drag ends, the
    /// range moves to that of the numbers, and the old numbers are shown for a moment: see HeatmapMotion.
    void setContent(HeatmapContent content);
    /// Takes `content` without painting it if it looks as what is shown. Returns whether it does.
    bool looksAs(const HeatmapContent& content);
    const HeatmapContent& content() const { return m_content; }
    const HeatmapMetrics& metrics() const { return m_metrics; }
    const HeatmapCells& cells() const { return *m_cells; }
    const Theme& theme() const { return m_theme; }
    /// The colours of the numbers, as they are drawn now: while the range moves, not those of the content.
    ColourScale scale() const;
    const HeatmapMotion* motion() const { return m_motion; }
    /// Whether a cell can show two numbers.
    bool hasRoomForGhosts() const;
    /// Paints the numbers and their colours.
    void updateNumbers() { update(numbersArea()); }

    /// How much of each number is shown, which parts are drawn, and how wide.
    void setLook(Density density, const HeatmapForm& form = {});
    /// The size that shows every cell.
    QSize sizeFor(Density density, const HeatmapForm& form = {}) const;
    QSize sizeHint() const override { return m_metrics.size; }
    QSize minimumSizeHint() const override;

    /// Shows weights as bars instead of cells. The size is the same.
    void setBars(bool bars);
    bool showsBars() const { return m_bars && m_content.matrix && m_content.matrix->size() > 0; }
    const BarPlaces& barPlaces() const { return m_barPlaces; }
    /// Where a query's bar is, from the lowest to the highest weight that bars have room for.
    QRectF barRect(Index query) const;
    /// Where the text at the end of a query's bar is; empty if bars have none.
    QRectF barEndRect(Index query) const;
    /// Where it is shown what the sink takes of a query's weights: a cell, or a segment of its bar. Empty if
    /// no sink takes part, or nothing is to be shown.
    QRectF sinkRect(Index query) const;
    /// One for each key, where cellRect() is.
    std::vector<QRectF> segmentRects(Index query) const;

    /// Veils a stale matrix and shows the reason. An empty reason removes the veil.
    void setVeil(const QString& reason);
    const QString& veil() const { return m_veil; }
    bool isVeiled() const { return !m_veil.isEmpty(); }

    void setMarks(const HeatmapMarkSet& marks);
    const HeatmapMarkSet& marks() const { return m_marks; }

    /// The keyboard cursor, in stored indices.
    StoredCell cursor() const { return m_cursor; }
    /// Whether keys act on the cell that the cursor is on. They do not if a click beside the cells gave the
    /// focus.
    bool isAtCursor() const { return m_hasCursor && hasFocus(); }
    /// Whether they do, or did when the keyboard went elsewhere.
    bool hasCursor() const { return m_hasCursor; }
    /// Whether the cursor is drawn: only while the user works with the keyboard.
    bool showsCursor() const { return m_drawsCursor && isAtCursor(); }
    /// Until the keyboard moves it again.
    void hideCursor();
    void setCursorCell(StoredCell cell);
    /// If only a part of the matrix is visible, moves to one with this cell.
    void reveal(StoredCell cell);
    /// Moves by steps of the wheel, whole cells.
    void scroll(QPoint angleDelta);
    /// The rectangle of a cell in the widget. In a bar it is as long as the weight.
    QRectF cellRect(StoredCell cell) const;
    /// The same in the table of rows and columns, which bars do not follow.
    QRectF gridRect(StoredCell cell) const;
    /// The rectangles around cells: one, or in bars one for each query.
    std::vector<QRectF> rectsOf(const Block& cells) const;
    std::optional<StoredCell> cellAt(QPointF position) const;
    /// The same, or what the sink takes: HeatmapContent::isSink().
    std::optional<StoredCell> numberAt(QPointF position) const;
    /// The stored row or column whose label is at a point, and its cells.
    struct Named {
        bool isRow;
        Index index;
        bool operator==(const Named&) const = default;
    };
    std::optional<Named> namedAt(QPointF position) const;
    std::optional<Block> cellsNamedAt(QPointF position) const;
    /// Where not all cells fit: shows only whole ones, and pans by whole ones.
    void setWholeCells(bool whole);
    /// The visible rows and columns, if some are not: "rows 1–16 of 60". Empty otherwise.
    QString shownPart() const;
    /// The line above the column labels: the axis names, and the visible part if some of it is not. Where
    /// both have no room, the visible part alone.
    QString axisLine() const;
    /// The stored rows that are visible.
    Rows rowsInSight() const;
    /// A range of shown rows or columns; empty if last < first.
    struct Part {
        Index first, last;
    };
    Part shownRows() const;
    Part shownColumns() const;
    /// The ones that have to be painted now.
    Part paintedRows() const;
    Part paintedColumns() const;
    /// Whether any of `area` has to be painted now.
    bool isPainted(const QRectF& area) const {
        return m_exposed.isEmpty() || m_exposed.intersects(area.toAlignedRect());
    }
    /// The colour behind the cells: transparent in a figure, which has its own background.
    QColor background() const { return m_background; }
    /// The part of the cells that has to be painted now.
    QRectF paintedCells() const;

    const HeatmapForm& form() const { return m_form; }
    /// Draws the whole matrix at the size in metrics(), without a background.
    void paint(QCPPainter& painter, const DrawProgress& progress = {});
    /// Reports that so many more cells have been drawn; returns whether to go on.
    bool reportProgress(Index cells) const { return !m_progress || m_progress(cells); }
    /// Labels elided by the last drawing, in drawing order.
    const std::vector<CutText>& cutLabels() const { return m_cutLabels; }
    void setCutLabels(std::vector<CutText> labels) { m_cutLabels = std::move(labels); }

signals:
    // The signals about cells concern all cells that HeatmapContent::has(), those of the sink included.
    void cellHovered(std::optional<lab::StoredCell> cell);
    void cellClicked(lab::StoredCell cell);
    /// The label of a stored row or column was clicked.
    void nameClicked(bool isRow, lab::Index index);
    void cursorMoved(lab::StoredCell cell);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool keepsRange(const HeatmapContent& next) const;
    NumberStyle styleOf(const HeatmapContent& next) const;
    void move(const HeatmapContent& shown, double highest);
    void updateMetrics();
    void measure();
    /// The area that depends on the numbers: the cells and the colour bar.
    QRegion numbersArea() const;
    /// Sets the axis ranges to the part of the matrix that fits, keeping its top left corner.
    void updateRanges();
    void pan(QPointF by);
    bool panWhole(QPointF by);
    bool hasWholeCells() const { return m_wholeCells && !showsBars(); }
    std::optional<StoredCell> gridCellAt(QPointF position) const;
    std::optional<StoredCell> segmentAt(QPointF position) const;
    void placeBars();
    void placeBarEnds(double spare);
    static Part partOf(const QCPRange& range, Index count);
    QString toolTipOf(StoredCell cell) const;
    void showTip(QPoint where, StoredCell cell);
    void updateTip();
    void tellRow();

    const Theme& m_theme;
    HeatmapContent m_content;
    HeatmapMetrics m_metrics;
    HeatmapMarkSet m_marks;
    StoredCell m_cursor;
    std::optional<StoredCell> m_hovered;
    std::optional<QPointF> m_panFrom;
    std::optional<StoredCell> m_pressed;
    std::optional<Named> m_pressedName;
    bool m_hasCursor = false;
    bool m_drawsCursor = false;
    struct Tip {
        QPoint where;
        StoredCell cell;
        QString text;
    };
    std::optional<Tip> m_tip; ///< the last one shown
    double m_zoom = 1;
    HeatmapCells* m_cells;
    HeatmapMotion* m_motion = nullptr; ///< since the first drag
    QRegion m_exposed;                 ///< region to paint; empty: everything
    QColor m_background = Qt::transparent;
    HeatmapForm m_form;
    std::vector<CutText> m_cutLabels;
    DrawProgress m_progress; ///< set while drawing
    QString m_veil;
    bool m_spaceDown = false;
    bool m_bars = false;
    bool m_wholeCells = false;
    QPointF m_panned; ///< less than a whole cell so far
    struct KnownSize {
        Density density;
        HeatmapForm form;
        QSize size;
    };
    mutable std::vector<KnownSize> m_sizes; ///< measured since the last change: fonts are slow to load
    Extremes m_barSpan{0, 1};
    BarPlaces m_barPlaces;
};

} // namespace lab
