// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots among the statistics: how the numbers of a stage are spread, and what scaling does to scores,
// weights and gradient.
#pragma once

#include "ui/plots/statistics/statistics_content.h"

#include <QRectF>

#include <array>
#include <memory>
#include <vector>

class QCPPainter;
class QCustomPlot;

namespace lab {

class TextPlaces;
class Theme;

class StatisticsCharts {
public:
    explicit StatisticsCharts(const Theme& theme);
    ~StatisticsCharts();
    StatisticsCharts(const StatisticsCharts&) = delete;
    StatisticsCharts& operator=(const StatisticsCharts&) = delete;

    /// The theme's sizes and colours are taken as they are now.
    void setContent(const StatisticsContent& content);

    void paintHistogram(QCPPainter& painter, const QRectF& place) const;
    /// The variance of the scores, the entropy of the weights, the gradient, against d_k.
    static constexpr int panels = 3;
    void paintPanel(int panel, QCPPainter& painter, const QRectF& place) const;

    /// The experiment's own number at a dot of a panel, in the panel's pixels.
    struct OwnNumber {
        QPointF dot;
        QString text;
        QRectF place; ///< of the text
        bool isScaled = false;
    };
    /// The unscaled one, drawn filled, and the scaled one, as far as they have a place; as the panel was
    /// painted last.
    std::vector<OwnNumber> ownNumbers(int panel) const;

private:
    struct Curve;
    struct Panel;

    /// As it was made, but in the theme's sizes and colours.
    void clear(QCustomPlot& plot) const;
    void makeHistogram(const StatisticsContent& content);
    void makePanel(Panel& panel, const StatisticsContent& content, double ScalingPoint::*what,
                   bool logarithmic);
    void paintLabels(int panel, QCPPainter& painter) const;
    void paintNames(const Panel& panel, TextPlaces& places, QCPPainter& painter) const;
    static QPointF pixelOf(const Panel& panel, QPointF point);

    const Theme& m_theme;
    // Kept as long as this is: they are widgets, and the content changes while QApplication walks all
    // widgets.
    std::unique_ptr<QCustomPlot> m_histogram;
    std::array<std::unique_ptr<Panel>, panels> m_panels;
};

} // namespace lab
