// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of a handout: where its items stand, and what is left out so that all of it can be read.
#pragma once

#include "ui/figures/handout/handout_items.h"
#include "ui/figures/handout/text_slices.h"

#include <QPointF>
#include <QSizeF>

#include <memory>
#include <vector>

class QCPPainter;
class QTextDocument;

namespace lab {

/// Points, of A4.
inline constexpr QSizeF handoutPaper{595.28, 841.89};
/// Points: no text is smaller, whatever size is asked for, because it could not be read. Where all of it has
/// to be on one page, it may be as small as the second, which is said.
inline constexpr double leastHandoutText = leastReadable, leastOnOnePage = 4;

/// How small the items are made.
struct HandoutFit {
    double letters;  ///< points, of labels
    double prose;    ///< points, at least, of texts with subscripts
    Index mostCells; ///< of a matrix with numbers
    int columns;     ///< how many matrices without numbers fit side by side
    double tallest;  ///< of the page's height, of their cells
    int flow = 1;    ///< in how many columns the items run down a page
    bool operator==(const HandoutFit&) const = default;
};

class HandoutPages {
public:
    /// The theme must outlive the pages. `footer`: plain text, of which as much as fits is at the foot of
    /// each page.
    HandoutPages(const std::vector<HandoutItem>& items, const Theme& theme, const FigureLook& look,
                 const HandoutFit& fit, QString footer = {});
    ~HandoutPages();
    HandoutPages(const HandoutPages&) = delete;
    HandoutPages& operator=(const HandoutPages&) = delete;

    int count() const;
    /// Whether there was no room for the numbers of a matrix.
    bool hasOnlyColours() const { return m_hasOnlyColours; }
    /// Draws the page from (0, 0). Returns the elided labels.
    std::vector<CutText> paint(QCPPainter& painter, int page, const DrawProgress& progress) const;

private:
    /// Where an item goes: `at` is within the room of its column.
    struct Place {
        int column = 0; ///< counted on from page to page
        QPointF at;
        std::shared_ptr<QTextDocument> text; ///< of matrices: their heading
        TextSlice slice;                     ///< of the text; without a height: all
        double indent = 0;                   ///< of the text, and of the lines to write on
        QString label;                       ///< at the left
        HandoutItem::Box box = HandoutItem::Box::none;
        int lines = 0; ///< to write on
        bool beginsStep = false;
        double above = 0; ///< between it and what is above it on its page
        std::shared_ptr<const FigureDrawing> figure;
        double shrunk = 1; ///< the figure, to have room
        std::unique_ptr<FigureSheet> sheet;
        double below = 0; ///< where the sheet begins
        QSizeF size;
    };
    /// Items side by side; short items are stacked below one another.
    struct Line {
        std::vector<std::size_t> places;
        QSizeF size;
        double left = 0, bottom = 0; ///< of the items that are stacked at its right end
        double gap = 0;              ///< below the line
        double above = 0;            ///< between the line and one above it
        bool keepsWithNext = false;
    };

    void add(const HandoutItem& item, const FigureLook& look, const HandoutFit& fit);
    void addText(const HandoutItem& item);
    void addFigure(const HandoutItem& item);
    void addLines(const HandoutItem& item);
    double gapBelow(const HandoutItem& item) const;
    QFont readable(TextRole role) const;
    std::unique_ptr<QTextDocument> fitting(const QString& plain, TextRole role) const;
    std::unique_ptr<FigureSheet> sheetOf(const HandoutItem& item, const FigureLook& look,
                                         const HandoutFit& fit);
    std::unique_ptr<FigureSheet> headsSheet(const HandoutItem& item, FigureSheet::Form form, bool hasNumbers);
    std::unique_ptr<FigureSheet> stripsSheet(const HeatmapContent& content, FigureSheet::Form form) const;
    std::unique_ptr<FigureSheet> colourSheet(const SheetPart& part, FigureSheet::Form form,
                                             const HandoutFit& fit);
    void noteLabels(const HeatmapContent& content, const HeatmapMetrics& metrics);
    void put(Place place, double gap, bool alone, bool keepsWithNext);
    void endRow();
    void arrange();
    double neededFrom(std::size_t line) const;
    void paintPlace(QCPPainter& painter, const Place& place) const;
    void paintBetweenColumns(QCPPainter& painter) const;
    double leftOf(int column) const;
    void paintFooter(QCPPainter& painter, int page) const;
    /// What is left out, for the foot of each page; empty if nothing is.
    QString note() const;

    const Theme& m_theme;
    QString m_footer;
    double m_prose; ///< see HandoutFit
    double m_unit;  ///< points per point of the theme
    int m_flow;     ///< see HandoutFit
    QSizeF m_page;  ///< theme's points, inside the margins
    QSizeF m_room;  ///< the same, of a column
    std::vector<Place> m_places;
    std::vector<Line> m_lines;
    Line m_line;
    bool m_hasOnlyColours = false;
    bool m_lacksLabels = false; ///< not every row and column has one
};

} // namespace lab
