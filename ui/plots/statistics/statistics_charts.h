// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of the statistics: the distribution of a stage's numbers, and the effect of scaling on scores,
// weights and gradient.
#pragma once

#include "ui/plots/statistics/statistics_content.h"

#include <QColor>
#include <QLineF>
#include <QRectF>
#include <QString>

#include <array>
#include <memory>
#include <vector>

class QCPPainter;
class QCustomPlot;

namespace lab {

class Theme;

class StatisticsCharts {
public:
    explicit StatisticsCharts(const Theme& theme);
    ~StatisticsCharts();
    StatisticsCharts(const StatisticsCharts&) = delete;
    StatisticsCharts& operator=(const StatisticsCharts&) = delete;

    /// Uses the theme's current sizes and colours.
    void setContent(const StatisticsContent& content);

    void paintHistogram(QCPPainter& painter, const QRectF& place) const;
    /// The variance of the scores, the entropy of the weights, the gradient, against d_k.
    static constexpr int panels = 3;
    void paintPanel(int panel, QCPPainter& painter, const QRectF& place) const;

    /// The experiment's own number at its dot, in the panel's pixels.
    struct OwnNumber {
        QPointF dot;
        QString text;
        QRectF place; ///< of the text; empty: it has no room, and is said elsewhere
        bool isScaled = false;
    };
    /// The unscaled number, whose dot is filled, and the scaled one, as far as they can be plotted. Positions
    /// are those of the last painting.
    std::vector<OwnNumber> ownNumbers(int panel) const;
    struct CurveName {
        QString text;
        QColor colour;
        QRectF place;
    };
    /// The names of the curves that are computed, placed clear of the numbers that ownNumbers() shows in the
    /// panel.
    std::vector<CurveName> curveNames(int panel, const std::vector<OwnNumber>& numbers) const;
    /// Where curves and labels lie, and the curves, in pixels.
    QRectF plotArea(int panel) const;
    std::vector<QLineF> curveLines(int panel) const;

private:
    struct Curve;
    struct Panel;

    /// Resets a plot, with the theme's sizes and colours.
    void clear(QCustomPlot& plot) const;
    void makeHistogram(const StatisticsContent& content);
    void makePanel(Panel& panel, const StatisticsContent& content, double ScalingPoint::*what,
                   bool logarithmic);
    void paintLabels(int panel, QCPPainter& painter) const;
    QSizeF labelSize(const QString& text) const;
    /// The radius of a dot; a ring round another dot is larger.
    double radiusOf(const std::vector<OwnNumber>& numbers, const OwnNumber& number) const;
    void placeNumbers(int panel, std::vector<OwnNumber>& numbers) const;
    static QPointF pixelOf(const Panel& panel, QPointF point);

    const Theme& m_theme;
    // Created once: plots are widgets, and the content may change while QApplication iterates over all
    // widgets.
    std::unique_ptr<QCustomPlot> m_histogram;
    std::array<std::unique_ptr<Panel>, panels> m_panels;
};

} // namespace lab
