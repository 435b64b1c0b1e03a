// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_file.h"

#include "ui/figures/pdf_file.h"
#include "ui/figures/svg_titles.h"
#include "ui/figures/units.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPagedPaintDevice>
#include <QSvgGenerator>

#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr int svgStepsPerPoint = 1000; // an SVG's size is a whole number of steps

void beginVector(QCPPainter& painter, QPaintDevice& device) {
    painter.begin(&device);
    painter.setRenderHint(QPainter::LosslessImageRendering); // a PDF has JPEGs otherwise, which bleed
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setFont(Theme().font(TextRole::small)); // otherwise the file would name the application's font
}

/// Draws cells as rectangles, with line widths that scale with the figure. Returns the elided texts.
std::vector<CutText> drawVector(const FigureDrawing& drawing, QPaintDevice& device, double stepsPerPoint,
                                const DrawProgress& progress) {
    QCPPainter painter;
    beginVector(painter, device);
    painter.scale(stepsPerPoint, stepsPerPoint);
    if (drawing.background.alpha() > 0)
        painter.fillRect(QRectF(QPointF(0, 0), drawing.size), drawing.background);
    std::vector<CutText> cut = drawing.draw(painter, progress);
    painter.end();
    return cut;
}

QByteArray svgFile(const FigureDrawing& drawing, const DrawProgress& progress) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setDescription(QStringLiteral("Attention Lab"));
    svg.setResolution(static_cast<int>(pointsPerInch) * svgStepsPerPoint);
    svg.setSize((drawing.size * svgStepsPerPoint).toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), drawing.size));
    const std::vector<CutText> cut = drawVector(drawing, svg, 1, progress);
    buffer.close();
    return asXml(withTitles(withDocumentTitle(bytes, drawing.title), cut));
}

void drawPages(const FigureDrawing& drawing, QPagedPaintDevice& device, const DrawProgress& progress) {
    QCPPainter painter;
    beginVector(painter, device);
    painter.scale(pdfDotsPerInch / pointsPerInch, pdfDotsPerInch / pointsPerInch);
    for (int page = 0; page < drawing.pages; ++page) {
        if (page > 0)
            device.newPage();
        if (drawing.background.alpha() > 0)
            painter.fillRect(QRectF(QPointF(0, 0), drawing.size), drawing.background);
        drawing.drawPage(painter, page, progress);
    }
    painter.end();
}

QByteArray pdfOf(const FigureDrawing& drawing, const DrawProgress& progress) {
    const QSizeF page(drawing.size.width(), drawing.size.height() / drawing.pages);
    return pdfFile({drawing.title, page, [&](QPagedPaintDevice& device) {
                        if (drawing.drawPage)
                            drawPages(drawing, device, progress);
                        else
                            drawVector(drawing, device, pdfDotsPerInch / pointsPerInch, progress);
                        return true;
                    }});
}

QImage emptyImage(const FigureDrawing& drawing, double scale) {
    QImage image(figureImageSize(drawing, scale), QImage::Format_ARGB32_Premultiplied);
    image.fill(drawing.background);
    // Stores the resolution, so that the image has the same physical size wherever it is inserted.
    constexpr double pointsPerMetre = pointsPerInch / 0.0254;
    image.setDotsPerMeterX(static_cast<int>(std::lround(scale * pointsPerMetre)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(scale * pointsPerMetre)));
    return image;
}

constexpr std::array allFigureFormats{
    FigureFormatInfo{"PNG", ".png", 16384},
    FigureFormatInfo{"SVG", ".svg", 0, svgFile},
    FigureFormatInfo{"PDF", ".pdf", 0, pdfOf, true},
};

} // namespace

std::span<const FigureFormatInfo> figureFormats() {
    return allFigureFormats;
}

const FigureFormatInfo& info(FigureFormat format) {
    return allFigureFormats[static_cast<std::size_t>(format)];
}

bool isImage(FigureFormat format) {
    return !info(format).vectors;
}

QStringList figureFormatNames(bool areImages) {
    QStringList names;
    for (const FigureFormatInfo& each : allFigureFormats) {
        if ((each.vectors == nullptr) == areImages)
            names += QString::fromLatin1(each.name);
    }
    return names;
}

QStringList figureEndings() {
    QStringList endings;
    for (const FigureFormatInfo& each : allFigureFormats)
        endings += QString::fromLatin1(each.ending);
    return endings;
}

std::optional<FigureFormat> figureFormat(const QString& file) {
    const qsizetype found = figureEndings().indexOf(QLatin1Char('.') + QFileInfo(file).suffix().toLower());
    return found < 0 ? std::nullopt : std::optional(static_cast<FigureFormat>(found));
}

Result<QByteArray> imageFile(const QImage& image, const char* type) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, type) || bytes.isEmpty())
        return Error{{}, "Qt cannot write " + std::string(type) + " images here", "another format"};
    return bytes;
}

QSize figureImageSize(const FigureDrawing& drawing, double scale) {
    const QSizeF size = drawing.size * scale;
    return {static_cast<int>(std::ceil(size.width() - 1e-6)),
            static_cast<int>(std::ceil(size.height() - 1e-6))};
}

QImage figureImage(const FigureDrawing& drawing, double scale, const DrawProgress& progress) {
    QImage image = emptyImage(drawing, scale);
    QCPPainter painter;
    painter.begin(&image);
    painter.scale(scale, scale);
    drawing.draw(painter, progress);
    painter.end();
    return image;
}

QImage figurePreview(const FigureDrawing& drawing, FigureFormat format, double scale) {
    if (isImage(format) || drawing.cells > manyCells)
        return figureImage(drawing, scale);
    QImage image = emptyImage(drawing, scale);
    drawVector(drawing, image, scale, {});
    return image;
}

std::optional<QString> scaleProblem(const FigureDrawing& drawing, FigureFormat format, double scale) {
    const QSizeF size = drawing.size * scale;
    const int most = info(format).mostPixels;
    if (!isImage(format) || (size.width() <= most && size.height() <= most))
        return std::nullopt;
    return QStringLiteral("a picture of %1 × %2 pixels is too large; choose a smaller scale")
        .arg(std::ceil(size.width()))
        .arg(std::ceil(size.height()));
}

Result<QByteArray> figureFile(const FigureDrawing& drawing, FigureFormat format, double scale,
                              const DrawProgress& progress) {
    const FigureFormatInfo& its = info(format);
    if (its.vectors)
        return its.vectors(drawing, progress);
    return imageFile(figureImage(drawing, scale, progress), its.name);
}

} // namespace lab
