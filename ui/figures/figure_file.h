// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures as files.
#pragma once

#include "ui/figures/figure_drawing.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <optional>

namespace lab {

enum class FigureFormat { png, svg, pdf };

/// Pixels per point of an image, by default.
inline constexpr double defaultScale = 2;

/// By the suffix of the file name; none if it is another.
std::optional<FigureFormat> figureFormat(const QString& file);

/// The bytes of a PNG file.
QByteArray pngFile(const QImage& image);
/// The figure as an image with `scale` pixels per point.
QImage figureImage(const FigureDrawing& drawing, double scale, const DrawProgress& progress = {});
/// The figure as a file of that format will look, with true rectangles where the format has them.
QImage figurePreview(const FigureDrawing& drawing, FigureFormat format, double scale);
QSize figureImageSize(const FigureDrawing& drawing, double scale);

/// What is wrong with that scale, as a message, or nothing: an image has at most 16384 pixels per side.
std::optional<QString> scaleProblem(const FigureDrawing& drawing, double scale);

/// The bytes of a file. In SVG and PDF every cell is a rectangle and text is text, with fonts embedded in the
/// PDF. `scale` applies to PNG only. If `progress` returns false, the drawing is incomplete.
QByteArray figureFile(const FigureDrawing& drawing, FigureFormat format, double scale,
                      const DrawProgress& progress = {});

} // namespace lab
