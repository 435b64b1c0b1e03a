// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_preview.h"

#include "ui/look/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace lab {

namespace {

constexpr double largestScale = 2; // pixels per point, so that a small figure is not blown up

} // namespace

FigurePreview::FigurePreview(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    m_pager = makePager();
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QWidget* FigurePreview::makePager() {
    auto* pager = new QWidget(this);
    auto* row = new QHBoxLayout(pager);
    row->setContentsMargins({});
    const auto add = [&](Qt::ArrowType arrow, const QString& name, int pages) {
        auto* button = new QToolButton(pager);
        button->setArrowType(arrow);
        button->setAutoRaise(true);
        button->setToolTip(name);
        button->setAccessibleName(name);
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, pages] { turn(pages); });
        return button;
    };
    m_previous = add(Qt::LeftArrow, tr("Previous page"), -1);
    m_pageText = new QLabel(pager);
    row->addWidget(m_pageText);
    m_next = add(Qt::RightArrow, tr("Next page"), 1);
    pager->hide();
    return pager;
}

void FigurePreview::turn(int pages) {
    m_page += pages;
    draw();
}

QRect FigurePreview::figureArea() const {
    return m_pager->isHidden() ? rect() : rect().adjusted(0, 0, 0, -m_pager->height());
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
    m_page = std::clamp(m_page, 0, m_drawing.pages - 1);
    m_pager->setHidden(m_drawing.pages == 1);
    m_pageText->setText(tr("Page %1 of %2").arg(m_page + 1).arg(m_drawing.pages));
    m_previous->setEnabled(m_page > 0);
    m_next->setEnabled(m_page + 1 < m_drawing.pages);
    m_pager->adjustSize();
    m_pager->move((width() - m_pager->width()) / 2, height() - m_pager->height());
    const FigureDrawing shown = m_drawing.drawPage ? pageOf(m_drawing, m_page) : m_drawing;
    const QSizeF room = (QSizeF(figureArea().size()) - QSizeF(2, 2)) * devicePixelRatioF();
    const double scale = std::min({room.width() / shown.size.width(), room.height() / shown.size.height(),
                                   largestScale * devicePixelRatioF()});
    m_image = scale > 0 ? figurePreview(shown, m_format, scale) : QImage();
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
    place.moveCenter(QRectF(figureArea()).center());
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
