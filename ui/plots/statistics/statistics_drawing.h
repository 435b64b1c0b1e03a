// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout and painting of a head's statistics, shared by the window and exported figures.
//
// A table with a line per stage, a histogram and the rows of the chosen stage, and why scores are divided by
// √d_k.
#pragma once

#include "ui/plots/statistics/number_table.h"
#include "ui/plots/statistics/statistics_charts.h"

#include <QRectF>
#include <QSize>

#include <array>

class QTextDocument;

namespace lab {

class StatisticsDrawing {
public:
    struct Form {
        int width = 0;       ///< to fit into, if numbers and plots can
        QString title;       ///< plain text above it; empty: none
        bool numbers = true; ///< the tables; otherwise the plots alone
        int page = 0;        ///< above 0, while presenting: the height of pages, shown one at a time
        bool operator==(const Form&) const = default;
    };

    /// Lengths are the theme's, which must outlive this object.
    explicit StatisticsDrawing(const Theme& theme);
    ~StatisticsDrawing();

    /// Lays it out, with the theme's current sizes and colours.
    void set(StatisticsContent content, const Form& form);
    const StatisticsContent& content() const { return m_content; }
    QSize size() const { return m_size; }

    int pages() const { return m_pages; }
    /// The one that is shown, from 0. No table line, histogram or plot is cut between two.
    int page() const { return m_page; }
    void setPage(int page);
    int pageOfLine(std::size_t line) const;
    /// Where the part about scaling begins. Paged: on which page, and then scalingTop() is 0.
    int pageOfScaling() const { return isPaged() ? m_scaling / m_form.page : 0; }
    int scalingTop() const { return isPaged() ? 0 : m_scaling; }

    /// The table line at a position, as an index into StatisticsContent::lines.
    std::optional<std::size_t> lineAt(QPointF position) const;
    /// Above or below the shown page if it is on another one.
    QRectF lineRect(std::size_t line) const;
    const StatisticsCharts& charts() const { return m_charts; }

    struct Marks {
        std::optional<std::size_t> pointed, cursor; ///< lines of the table
    };
    /// Paints what lies in `exposed`; returns the elided names.
    std::vector<CutText> paint(QCPPainter& painter, const QRectF& exposed, const Marks& marks = {}) const;

private:
    /// Rich text at a position.
    struct Words {
        std::unique_ptr<QTextDocument> text;
        QPointF place;
        QColor colour;
    };
    struct Place {
        int y = 0; ///< where the next part begins; pages are below each other
        int width = 0;
    };
    /// A table, or as much of it as a page has room for.
    struct Table {
        NumberTable numbers;
        QPointF place;
        std::size_t first = 0; ///< its first line
    };

    bool isPaged() const { return m_form.page > 0; }
    int roomBelow(const Place& place) const;
    void nextPage(Place& place) const;
    void skip(Place& place, int gap) const;
    void keepTogether(Place& place, int height) const;
    QPointF shown(QPointF place) const;

    /// Adds text at (x, y); returns its height.
    int write(const QString& html, bool heading, bool quiet, int x, int y, int width);
    void addParagraphs(const QStringList& texts, Place& place, int width);
    void addStages(Place& place);
    void addHistogram(const QRect& room);
    void addRows(Place& place);
    void addScaling(Place& place);
    void addPanels(Place& place, int height);
    /// Lines from `first` on, as many as a page has room for. Returns how many.
    std::size_t addTable(std::vector<Table>& tables, const QStringList& headings,
                         const std::vector<NumberTable::Line>& lines, std::size_t first, const Place& place,
                         int tallest) const;
    int panelsAbreast(int width) const;
    std::vector<NumberTable::Line> stageLines() const;
    std::vector<NumberTable::Line> rowLines() const;
    QString histogramHeading() const;

    const Theme& m_theme;
    StatisticsContent m_content;
    Form m_form;
    QSize m_size;
    std::vector<Table> m_stages, m_rows;
    int m_pages = 1, m_page = 0;
    int m_scaling = 0; ///< where that part begins, pages being below each other
    StatisticsCharts m_charts;
    QRectF m_histogram;
    std::array<QRectF, StatisticsCharts::panels> m_panels;
    std::vector<Words> m_words;
};

} // namespace lab
