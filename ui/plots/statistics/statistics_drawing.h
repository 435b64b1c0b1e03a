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
        bool operator==(const Form&) const = default;
    };

    /// Lengths are the theme's, which must outlive this object.
    explicit StatisticsDrawing(const Theme& theme);
    ~StatisticsDrawing();

    /// Lays it out, with the theme's current sizes and colours.
    void set(StatisticsContent content, const Form& form);
    const StatisticsContent& content() const { return m_content; }
    QSize size() const { return m_size; }

    /// The table line at a position, as an index into StatisticsContent::lines.
    std::optional<std::size_t> lineAt(QPointF position) const;
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
        int y = 0; ///< where the next part begins
        int width = 0;
    };

    /// Adds text at (x, y); returns its height.
    int write(const QString& html, bool heading, bool quiet, int x, int y, int width);
    int addParagraphs(const QStringList& texts, int x, int y, int width);
    void addStages(Place& place);
    void addHistogram(const QRect& room);
    void addRows(Place& place);
    void addScaling(Place& place);
    std::vector<NumberTable::Line> stageLines() const;
    std::vector<NumberTable::Line> rowLines() const;
    QString histogramHeading() const;

    const Theme& m_theme;
    StatisticsContent m_content;
    Form m_form;
    QSize m_size;
    NumberTable m_stages, m_rows;
    QPointF m_stagesPlace, m_rowsPlace;
    StatisticsCharts m_charts;
    QRectF m_histogram;
    std::array<QRectF, StatisticsCharts::panels> m_panels;
    std::vector<Words> m_words;
};

} // namespace lab
