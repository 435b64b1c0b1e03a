// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/view_export.h"

#include "ui/document/lab_document.h"
#include "ui/plots/matrix_heatmap.h"
#include "ui/theme.h"

#include <QBuffer>

namespace lab {

namespace {

constexpr int margin = 12;        // points around a figure
constexpr int mostPixels = 16384; // a side

} // namespace

QSize stagePictureSize(LabDocument& document, StageId id, HeadIndex head, const Theme& theme, double scale) {
    const HeatmapContent content = stageContent(document, id, head, false);
    const int border = static_cast<int>(theme.px(margin) * scale);
    return (QSizeF(heatmapMetrics(content, theme, Density::digits, true).size) * scale).toSize() +
           2 * QSize(border, border);
}

QImage stagePicture(LabDocument& document, StageId id, HeadIndex head, const Theme& theme,
                    const PictureOptions& options) {
    MatrixHeatmap heatmap(theme);
    heatmap.setContent(stageContent(document, id, head, false));
    heatmap.setTitleShown(true);
    const QColor background = options.transparent ? QColor(Qt::transparent) : theme.colours().panel;
    const QImage inner = heatmap.picture(options.scale, background);
    const int border = static_cast<int>(theme.px(margin) * options.scale);
    QImage picture(inner.size() + 2 * QSize(border, border), inner.format());
    picture.fill(background);
    QPainter painter(&picture);
    painter.drawImage(border, border, inner);
    return picture;
}

QByteArray png(const QImage& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    return bytes;
}

std::optional<QString> scaleProblem(LabDocument& document, StageId id, HeadIndex head, const Theme& theme,
                                    double scale) {
    const QSize size = stagePictureSize(document, id, head, theme, scale);
    if (size.width() <= mostPixels && size.height() <= mostPixels)
        return std::nullopt;
    return QStringLiteral("a picture of %1 × %2 pixels is too large; choose a smaller scale")
        .arg(size.width())
        .arg(size.height());
}

} // namespace lab
