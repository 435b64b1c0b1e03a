// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_preview.h"

#include "ui/look/theme.h"

#include <QPainter>

#include <algorithm>

namespace lab {

namespace {

constexpr double largest = 2; // pixels per point, so that a small figure is not blown up

} // namespace

FigurePreview::FigurePreview(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize FigurePreview::sizeHint() const {
    return {m_theme.px(480), m_theme.px(420)};
}

QSize FigurePreview::minimumSizeHint() const {
    return {m_theme.px(120), m_theme.px(70)};
}

void FigurePreview::setDrawing(const FigureDrawing& drawing, FigureFormat format) {
    m_drawing = drawing;
    m_format = format;
    setAccessibleDescription(drawing.title);
    draw();
}

void FigurePreview::draw() {
    if (!m_drawing.draw)
        return;
    const QSizeF room = (QSizeF(size()) - QSizeF(2, 2)) * devicePixelRatioF();
    const double scale = std::min({room.width() / m_drawing.size.width(),
                                   room.height() / m_drawing.size.height(), largest * devicePixelRatioF()});
    m_image = scale > 0 ? figurePreview(m_drawing, m_format, scale) : QImage();
    m_image.setDevicePixelRatio(devicePixelRatioF());
    update();
}

void FigurePreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    draw();
}

void FigurePreview::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    QRectF place(QPointF(0, 0), m_image.deviceIndependentSize());
    place.moveCenter(QRectF(rect()).center());
    place.moveTopLeft(place.topLeft().toPoint());
    painter.setPen(m_theme.colours().border);
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
    if (m_drawing.background.alpha() == 0) { // transparency pattern, as in image editors
        painter.fillRect(place, Qt::white);
        painter.fillRect(place, QBrush(QColor(210, 210, 210), Qt::Dense6Pattern));
    }
    painter.drawImage(place.topLeft(), m_image);
}

} // namespace lab
