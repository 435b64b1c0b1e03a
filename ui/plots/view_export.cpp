// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/view_export.h"

#include "ui/document/lab_document.h"
#include "ui/plots/matrix_heatmap.h"
#include "ui/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>

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

/// The links with what is said of them.
struct LinksSheet {
    LinksScene scene;
    QString notes;
    QSize size; // in points, without a margin
    int notesTop = 0;
};

LinksSheet linksSheet(LabDocument& document, const LinksPicture& picture, const Theme& theme) {
    document.completeView(StageId::masked_scores, picture.head);
    document.completeView(StageId::weights, picture.head);
    const QSize room(theme.px(720), theme.px(440));
    LinksSheet sheet;
    sheet.scene =
        linksScene(linksContent(document, picture.head), picture.look, picture.focus, theme, room, true);
    const LinksNotes said = linksNotes(sheet.scene.content, sheet.scene.reaching, picture.look.threshold);
    sheet.notes = (said.warnings + said.remarks).join(QLatin1Char('\n'));
    sheet.size = sheet.scene.geometry.size();
    sheet.notesTop = sheet.size.height() + theme.px(6);
    if (!sheet.notes.isEmpty()) {
        const QRect wide(0, 0, sheet.size.width(), QWIDGETSIZE_MAX);
        const QRect place =
            QFontMetrics(theme.font(TextRole::small)).boundingRect(wide, Qt::TextWordWrap, sheet.notes);
        sheet.size.setHeight(sheet.notesTop + place.height());
    }
    return sheet;
}

QImage linksPicture(LabDocument& document, const LinksPicture& links, const Theme& theme,
                    const PictureOptions& options) {
    const LinksSheet sheet = linksSheet(document, links, theme);
    const double border = theme.px(margin);
    QImage picture(viewPictureSize(document, links, theme, options.scale),
                   QImage::Format_ARGB32_Premultiplied);
    picture.fill(options.transparent ? QColor(Qt::transparent) : theme.colours().panel);
    QPainter painter(&picture);
    painter.scale(options.scale, options.scale);
    painter.translate(border, border);
    paintLinks(painter, sheet.scene, theme, QRectF(QPointF(0, 0), sheet.size));
    painter.setFont(theme.font(TextRole::small));
    painter.setPen(theme.colours().muted);
    painter.drawText(QRectF(0, sheet.notesTop, sheet.size.width(), sheet.size.height()),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sheet.notes);
    return picture;
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

QImage viewPicture(LabDocument& document, const DrawnView& view, const Theme& theme,
                   const PictureOptions& options) {
    if (const auto* links = std::get_if<LinksPicture>(&view))
        return linksPicture(document, *links, theme, options);
    const auto& stage = std::get<StagePicture>(view);
    return stagePicture(document, stage.stage, stage.head, theme, options);
}

QSize viewPictureSize(LabDocument& document, const DrawnView& view, const Theme& theme, double scale) {
    if (const auto* links = std::get_if<LinksPicture>(&view)) {
        const int border = theme.px(margin);
        const QSizeF whole = linksSheet(document, *links, theme).size + 2 * QSize(border, border);
        return (whole * scale).toSize();
    }
    const auto& stage = std::get<StagePicture>(view);
    return stagePictureSize(document, stage.stage, stage.head, theme, scale);
}

QString viewName(const DrawnView& view) {
    const auto* stage = std::get_if<StagePicture>(&view);
    return QString::fromUtf8(stage ? info(stage->stage).name.data() : linksViewName);
}

QString viewTitle(const Experiment& experiment, const DrawnView& view) {
    if (const auto* stage = std::get_if<StagePicture>(&view))
        return stageTitle(experiment, stage->stage, stage->head);
    const QString title = QCoreApplication::translate("Links", "Links");
    return experiment.heads.count == 1 ? title
                                       : QCoreApplication::translate("Links", "%1, head %2")
                                             .arg(title)
                                             .arg(std::get<LinksPicture>(view).head + 1);
}

QByteArray png(const QImage& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    return bytes;
}

std::optional<QString> scaleProblem(LabDocument& document, const DrawnView& view, const Theme& theme,
                                    double scale) {
    const QSize size = viewPictureSize(document, view, theme, scale);
    if (size.width() <= mostPixels && size.height() <= mostPixels)
        return std::nullopt;
    return QStringLiteral("a picture of %1 × %2 pixels is too large; choose a smaller scale")
        .arg(size.width())
        .arg(size.height());
}

} // namespace lab
