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

/// By the end of a file's name; nothing where it is none of them.
std::optional<FigureFormat> figureFormat(const QString& file);

/// The figure as an image of `scale` pixels a point.
QImage figureImage(const FigureDrawing& drawing, double scale, const DrawProgress& progress = {});
/// The same as a file of that format will look, with true rectangles where it has these.
QImage figurePreview(const FigureDrawing& drawing, FigureFormat format, double scale);
QSize figureImageSize(const FigureDrawing& drawing, double scale);

/// What is wrong with that scale, in words, or nothing: an image has at most 16384 pixels a side.
std::optional<QString> scaleProblem(const FigureDrawing& drawing, double scale);

/// The bytes of a file. In SVG and PDF every cell is a rectangle and text is text, its fonts embedded in the
/// PDF; `scale` is of PNG alone. A pulse that says no leaves some of it out.
QByteArray figureFile(const FigureDrawing& drawing, FigureFormat format, double scale,
                      const DrawProgress& progress = {});

} // namespace lab
