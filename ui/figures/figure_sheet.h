// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several matrices on one sheet, each under its heading, with the operations between them.
#pragma once

#include "ui/look/theme.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/board_layout.h"

#include <QTextDocument>

#include <memory>

namespace lab {

struct SheetPart {
    HeatmapContent content;
    QString heading, operation; ///< rich text; the operation leads to the matrix and may be empty
    QColor dot = {};            ///< before the heading; invalid: none
    bool startsRow = false, joinsPrevious = false;
    HeatmapMarkSet marks = {};
};

class FigureSheet {
public:
    struct Form {
        QString title;       ///< plain text at the top; empty: none
        QString footer = {}; ///< plain text at the bottom, wrapped; empty: none
        bool numbers = true;
        /// The available width. A wider matrix is made to fit.
        int width = 0;
        /// The available width of a matrix; absent: what `width` leaves beside its operation.
        std::optional<int> partRoom = {};
        bool fills = false; ///< each matrix fills its available width
        HeatmapForm heatmap = {};
    };
    /// The width of each of `columns` columns.
    static int columnWidth(const Theme& theme, int width, int columns);
    /// Lengths are the theme's, which must outlive the sheet.
    FigureSheet(const Theme& theme, const std::vector<SheetPart>& parts, const Form& form);

    QSize size() const { return m_size; }
    /// The density of all matrices.
    Density density() const { return m_density; }
    /// Whether some labels of a matrix are not drawn, since all would not fit.
    bool leavesOutLabels() const;
    /// Draws from (0, 0). Returns the elided labels.
    std::vector<CutText> paint(QCPPainter& painter, const DrawProgress& progress) const;

private:
    struct Piece {
        std::unique_ptr<MatrixHeatmap> heatmap;
        std::unique_ptr<QTextDocument> heading, operation;
        QColor dot;
        bool startsRow, joinsPrevious;
        bool hasBar = true; ///< of its own
    };

    void measure(const Form& form);
    /// Gives most matrices one bar if they have the same range. The others keep their own.
    void shareBar();
    void measureBar();
    void paintBar(QCPPainter& painter) const;
    /// Whether no row ends between matrices that belong together.
    bool isTogether() const;
    bool arrangeAt(Density density, const Form& form);
    std::unique_ptr<QTextDocument> written(const QString& text, TextRole role) const;
    void drawArrow(QCPPainter& painter, const QRect& place) const;
    int headingHeight(const Piece& piece) const;
    QSize sizeOf(const Piece& piece) const;
    QRect footerArea() const;

    const Theme& m_theme;
    QString m_title;
    Density m_density = Density::digits;
    std::vector<Piece> m_pieces;
    BoardArrangement m_arrangement;
    int m_top = 0;                       ///< where the parts begin
    std::optional<ColourScale> m_shared; ///< the scale of the shared bar
    QString m_sharedNote;                ///< before it: which matrices it is for
    QRectF m_bar;                        ///< where it is drawn
    QString m_footer;
    int m_bottom = 0; ///< where they end
    QSize m_size;
};

} // namespace lab
