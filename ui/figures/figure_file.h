// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures as files.
#pragma once

#include "core/base/types.h"
#include "ui/figures/figure_drawing.h"

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

#include <optional>
#include <span>

namespace lab {

/// An index into figureFormats(). Only those have names that code asks for by name.
enum class FigureFormat { png, svg, pdf };

struct FigureFormatInfo {
    const char* name;   ///< "PNG"; of an image, also what Qt's image writer calls it
    const char* ending; ///< of its files: ".png"
    int mostPixels;     ///< per side of an image
    /// Makes a file in which every cell is a rectangle and text is text; null if the format is an image.
    QByteArray (*vectors)(const FigureDrawing&, const DrawProgress&) = nullptr;
    bool hasPages = false; ///< can hold a handout
};

/// In the order in which they are offered. A new format is an entry at the end: preferences store the index.
std::span<const FigureFormatInfo> figureFormats();
const FigureFormatInfo& info(FigureFormat format);
bool isImage(FigureFormat format);
/// The names of all that are images, or of all that are not.
QStringList figureFormatNames(bool areImages);
/// ".png", ".svg", ".pdf".
QStringList figureEndings();

/// Pixels per point of an image, by default.
inline constexpr double defaultScale = 2;

/// By the suffix of the file name; none if it is another.
std::optional<FigureFormat> figureFormat(const QString& file);

/// The bytes of an image file. `type`: what Qt's image writer calls it, "PNG". An error, without a file,
/// where Qt cannot write such images: for most of them it needs a plugin, which may not be installed.
Result<QByteArray> imageFile(const QImage& image, const char* type);
/// The figure as an image with `scale` pixels per point.
QImage figureImage(const FigureDrawing& drawing, double scale, const DrawProgress& progress = {});
/// The figure as a file of that format will look, with true rectangles where the format has them.
QImage figurePreview(const FigureDrawing& drawing, FigureFormat format, double scale);
QSize figureImageSize(const FigureDrawing& drawing, double scale);

/// What is wrong with that scale, as a message, or nothing: an image would have too many pixels per side.
std::optional<QString> scaleProblem(const FigureDrawing& drawing, FigureFormat format, double scale);

/// The bytes of a file. A PDF has its fonts embedded. `scale` applies to images only. If `progress` returns
/// false, the drawing is incomplete. An error where imageFile() has one.
Result<QByteArray> figureFile(const FigureDrawing& drawing, FigureFormat format, double scale,
                              const DrawProgress& progress = {});

} // namespace lab
