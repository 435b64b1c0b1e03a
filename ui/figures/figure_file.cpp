// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_file.h"

#include "ui/figures/points.h"
#include "ui/figures/svg_titles.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace lab {

namespace {

constexpr int mostPixels = 16384;    // a side
constexpr int svgStepsAPoint = 1000; // the size of a file is in whole steps
constexpr int pdfDotsAnInch = 1200;

QByteArray pngFile(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// Draws with cells as rectangles, and lines as wide as they are said to be at every size.
/// Returns which texts were cut.
std::vector<CutText> drawVector(const Figure& figure, QPaintDevice& device, double stepsAPoint,
                                const DrawingPulse& pulse) {
    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setFont(Theme().font(TextRole::small)); // and not the application's, which the file would name
    painter.scale(stepsAPoint, stepsAPoint);
    if (figure.background.alpha() > 0)
        painter.fillRect(QRectF(QPointF(0, 0), figure.size), figure.background);
    std::vector<CutText> cut = figure.draw(painter, pulse);
    painter.end();
    return cut;
}

QByteArray svgFile(const Figure& figure, const DrawingPulse& pulse) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setTitle(figure.title);
    svg.setDescription(QStringLiteral("Attention Lab"));
    svg.setResolution(static_cast<int>(pointsAnInch) * svgStepsAPoint);
    svg.setSize((figure.size * svgStepsAPoint).toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), figure.size));
    const std::vector<CutText> cut = drawVector(figure, svg, 1, pulse);
    buffer.close();
    return asXml(withTitles(bytes, cut));
}

QByteArray pdfFile(const Figure& figure, const DrawingPulse& pulse) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(figure.title);
    pdf.setCreator(QStringLiteral("Attention Lab"));
    pdf.setResolution(pdfDotsAnInch);
    pdf.setPageSize(QPageSize(figure.size, QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    drawVector(figure, pdf, pdfDotsAnInch / pointsAnInch, pulse);
    return bytes;
}

QImage emptyImage(const Figure& figure, double scale) {
    QImage image(figureImageSize(figure, scale), QImage::Format_ARGB32_Premultiplied);
    image.fill(figure.background);
    // So that it is as many millimetres wide wherever it is put.
    constexpr double pointsAMetre = pointsAnInch / 0.0254;
    image.setDotsPerMeterX(static_cast<int>(std::lround(scale * pointsAMetre)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(scale * pointsAMetre)));
    return image;
}

} // namespace

std::optional<FigureFormat> figureFormat(const QString& file) {
    const QString end = QFileInfo(file).suffix().toLower();
    if (end == QLatin1String("png"))
        return FigureFormat::png;
    if (end == QLatin1String("svg"))
        return FigureFormat::svg;
    if (end == QLatin1String("pdf"))
        return FigureFormat::pdf;
    return std::nullopt;
}

QSize figureImageSize(const Figure& figure, double scale) {
    const QSizeF size = figure.size * scale;
    return {static_cast<int>(std::ceil(size.width() - 1e-6)),
            static_cast<int>(std::ceil(size.height() - 1e-6))};
}

QImage figureImage(const Figure& figure, double scale, const DrawingPulse& pulse) {
    QImage image = emptyImage(figure, scale);
    QCPPainter painter;
    painter.begin(&image);
    painter.scale(scale, scale);
    figure.draw(painter, pulse);
    painter.end();
    return image;
}

QImage figurePreview(const Figure& figure, FigureFormat format, double scale) {
    if (format == FigureFormat::png || figure.cells > manyCells)
        return figureImage(figure, scale);
    QImage image = emptyImage(figure, scale);
    drawVector(figure, image, scale, {});
    return image;
}

std::optional<QString> scaleProblem(const Figure& figure, double scale) {
    const QSizeF size = figure.size * scale;
    if (size.width() <= mostPixels && size.height() <= mostPixels)
        return std::nullopt;
    return QStringLiteral("a picture of %1 × %2 pixels is too large; choose a smaller scale")
        .arg(std::ceil(size.width()))
        .arg(std::ceil(size.height()));
}

QByteArray figureFile(const Figure& figure, FigureFormat format, double scale, const DrawingPulse& pulse) {
    switch (format) {
    case FigureFormat::png:
        return pngFile(figureImage(figure, scale, pulse));
    case FigureFormat::svg:
        return svgFile(figure, pulse);
    case FigureFormat::pdf:
        return pdfFile(figure, pulse);
    }
    return {};
}

} // namespace lab
