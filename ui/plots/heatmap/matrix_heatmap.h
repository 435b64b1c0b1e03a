// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix as coloured cells with their numbers: the one heatmap of the program.
#pragma once

#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/draw_progress.h"

#include <qcustomplot.h>

#include <optional>

namespace lab {

class HeatmapCells;
class HeatmapFrame;
class HeatmapMarks;
class Theme;

/// What is lit. Stored indices.
struct HeatmapMarkSet {
    std::optional<Index> row, column; ///< whole ones: a token's
    std::optional<StoredCell> inspected;
    std::vector<Block> operands = {};   ///< what the number is made from that is pointed at
    std::vector<Block> dependents = {}; ///< what is made from it
    bool operator==(const HeatmapMarkSet&) const = default;
};

class MatrixHeatmap : public QCustomPlot {
    Q_OBJECT
public:
    explicit MatrixHeatmap(const Theme& theme, QWidget* parent = nullptr);

    void setContent(HeatmapContent content);
    const HeatmapContent& content() const { return m_content; }
    const HeatmapMetrics& metrics() const { return m_metrics; }
    const Theme& theme() const { return m_theme; }

    void setDensity(Density density);
    /// The size at which every cell shows at a density.
    QSize sizeFor(Density density) const;
    QSize sizeHint() const override { return m_metrics.size; }
    QSize minimumSizeHint() const override;

    /// Veils the matrix, which is an older answer, and says why; no reason, no veil.
    void setVeil(const QString& reason);
    const QString& veil() const { return m_veil; }
    bool isVeiled() const { return !m_veil.isEmpty(); }

    void setMarks(const HeatmapMarkSet& marks);
    const HeatmapMarkSet& marks() const { return m_marks; }

    /// The cell that the keyboard is on; stored indices.
    StoredCell cursor() const { return m_cursor; }
    /// Whether it is marked: not where a click beside the cells alone brought the keyboard here.
    bool showsCursor() const { return m_hasCursor && hasFocus(); }
    void setCursorCell(StoredCell cell);
    /// Where a cell is in the widget.
    QRectF cellRect(StoredCell cell) const;
    std::optional<StoredCell> cellAt(QPointF position) const;
    /// The row or the column, as stored, whose label is at a point, and its cells.
    struct Named {
        bool isRow;
        Index index;
        bool operator==(const Named&) const = default;
    };
    std::optional<Named> namedAt(QPointF position) const;
    std::optional<Block> cellsNamedAt(QPointF position) const;
    /// Where cells lie outside what is shown, which rows and columns are in it: "rows 1–16 of 60"; else
    /// empty.
    QString shownPart() const;
    /// The rows of the matrix, as stored, that are in sight.
    Rows rowsInSight() const;
    /// Rows or columns as they are shown; none where last < first.
    struct Part {
        Index first, last;
    };
    Part shownRows() const { return partOf(yAxis->range(), m_content.mapping().shownRows()); }
    Part shownColumns() const { return partOf(xAxis->range(), m_content.mapping().shownColumns()); }
    /// Those of them that have to be painted now.
    Part paintedRows() const;
    Part paintedColumns() const;
    /// Whether something there has to be painted now.
    bool isPainted(const QRectF& area) const {
        return m_exposed.isEmpty() || m_exposed.intersects(area.toAlignedRect());
    }
    /// What is behind the cells: nothing in a picture, which has a background of its own.
    QColor background() const { return m_background; }
    /// What has to be painted of the cells.
    QRectF paintedCells() const;

    /// For figures, where no card says the title.
    void setForm(const HeatmapForm& form);
    const HeatmapForm& form() const { return m_form; }
    /// Draws the whole matrix, as large as metrics() say, with nothing behind it.
    void paint(QCPPainter& painter, const DrawProgress& progress = {});
    /// So many cells have been drawn; whether to go on.
    bool reportProgress(Index cells) const { return !m_progress || m_progress(cells); }
    /// Labels that were cut when it was drawn last, in the order in which they were drawn.
    const std::vector<CutText>& cutLabels() const { return m_cutLabels; }
    void setCutLabels(std::vector<CutText> labels) { m_cutLabels = std::move(labels); }

signals:
    void cellHovered(std::optional<lab::StoredCell> cell);
    void cellClicked(lab::StoredCell cell);
    /// The label of a row or a column, as stored.
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
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void updateMetrics();
    void measure();
    /// What numbers are seen by: the cells and the colour bar.
    QRegion numbersArea() const;
    /// Gives the axes the part of the matrix that fits, the top left corner kept where it is.
    void updateRanges();
    void pan(QPointF by);
    void reveal(StoredCell cell);
    static Part partOf(const QCPRange& range, Index count);
    QString toolTipOf(StoredCell cell) const;
    void showTip(QPoint where, StoredCell cell);
    void updateTip();

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
    struct Tip {
        QPoint where;
        StoredCell cell;
        QString text;
    };
    std::optional<Tip> m_tip; ///< the last that was shown
    double m_zoom = 1;
    HeatmapCells* m_cells;
    QRegion m_exposed; ///< what has to be painted; empty: all of it
    QColor m_background = Qt::transparent;
    HeatmapForm m_form;
    std::vector<CutText> m_cutLabels;
    DrawProgress m_progress; ///< while it is drawn
    QString m_veil;
    bool m_spaceDown = false;
};

} // namespace lab
