// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics of a head, laid out and painted: the same for the window and for a picture.
//
// A table with a line for each stage; of the stage that is chosen, a histogram and each row; and why scores
// are divided by √d_k.
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
        int width = 0;       ///< to fit into, as far as numbers and plots can
        QString title;       ///< plain, above it; empty: none
        bool numbers = true; ///< the tables; otherwise the plots alone
        bool operator==(const Form&) const = default;
    };

    /// Lengths are the theme's, which has to outlive it.
    explicit StatisticsDrawing(const Theme& theme);
    ~StatisticsDrawing();

    /// Lays it out, with the theme's sizes and colours as they are now.
    void set(StatisticsContent content, const Form& form);
    const StatisticsContent& content() const { return m_content; }
    QSize size() const { return m_size; }

    /// The line of the table, counted as in the content, that is there.
    std::optional<std::size_t> lineAt(QPointF position) const;
    QRectF lineRect(std::size_t line) const;
    const StatisticsCharts& charts() const { return m_charts; }

    struct Marks {
        std::optional<std::size_t> pointed, cursor; ///< lines of the table
    };
    /// Paints what lies in `exposed`; returns which names were cut.
    std::vector<CutText> paint(QCPPainter& painter, const QRectF& exposed, const Marks& marks = {}) const;

private:
    /// Words where they stand, as rich text.
    struct Words {
        std::unique_ptr<QTextDocument> text;
        QPointF place;
        QColor colour;
    };
    struct Place {
        int y = 0; ///< where the next part begins
        int width = 0;
    };

    /// Adds words at x, y; returns their height.
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
