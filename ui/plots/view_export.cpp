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

/// A picture shows what is, however long it takes to compute.
HeatmapContent pictureContent(LabDocument& document, StageId id, HeadIndex head) {
    if (id == StageId::weights)
        document.completeView(StageId::masked_scores, head);
    document.completeView(id, head);
    if (viewSettings(document.experiment()).range == ColourRange::shared) {
        for (const StageInfo& stage : all_stages())
            document.completeView(stage.id, head); // each has a part in the range
    }
    return stageContent(document, id, head, false);
}

} // namespace

QSize stagePictureSize(LabDocument& document, StageId id, HeadIndex head, const Theme& theme, double scale) {
    const HeatmapContent content = pictureContent(document, id, head);
    const int border = static_cast<int>(theme.px(margin) * scale);
    return (QSizeF(heatmapMetrics(content, theme, Density::digits, true).size) * scale).toSize() +
           2 * QSize(border, border);
}

QImage stagePicture(LabDocument& document, StageId id, HeadIndex head, const Theme& theme,
                    const PictureOptions& options) {
    MatrixHeatmap heatmap(theme);
    heatmap.setContent(pictureContent(document, id, head));
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
