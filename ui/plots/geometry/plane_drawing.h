// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a plane of vectors, in the window and in figures.
#pragma once

#include "ui/plots/geometry/plane_scene.h"

#include <QColor>

#include <memory>

class QCPPainter;
class QCustomPlot;

namespace lab {

class Theme;

/// What is pointed at or has the keyboard.
struct PlaneMarks {
    std::optional<TokenIndex> key;     ///< its vectors stand out, all others are faint
    std::optional<std::size_t> cursor; ///< the tip that the keyboard is on
};

class PlaneDrawing {
public:
    explicit PlaneDrawing(const Theme& theme);
    ~PlaneDrawing();
    PlaneDrawing(const PlaneDrawing&) = delete;
    PlaneDrawing& operator=(const PlaneDrawing&) = delete;

    /// Without a background.
    void paint(QCPPainter& painter, const PlaneScene& scene, const PlaneMarks& marks = {});

private:
    void paintGrid(QCPPainter& painter, const PlaneScene& scene);
    void paintAxes(QCPPainter& painter, const PlaneScene& scene) const;

    const Theme& m_theme;
    std::unique_ptr<QCustomPlot> m_plot; // created once, see StatisticsCharts
};

/// The colour of a token's vectors on the background of the theme: keys and values have the colours of their
/// places in the sentence, and a query of the same sentence, too.
QColor tipInk(const PlaneContent& content, std::size_t tip, const Theme& theme);

} // namespace lab
