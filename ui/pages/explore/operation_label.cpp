// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/operation_label.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

OperationLabel::OperationLabel(const Theme& theme, QWidget* parent) : QLabel(parent), m_theme(theme) {
    setTextFormat(Qt::RichText);
    setAlignment(Qt::AlignCenter);
    connect(&theme, &Theme::changed, this, &OperationLabel::restyle);
    restyle();
}

void OperationLabel::reserve(const QString& text) {
    m_reserved = text;
    restyle();
}

QSize OperationLabel::sizeHint() const {
    return QLabel::sizeHint().expandedTo({m_reservedWidth, 0});
}

void OperationLabel::restyle() {
    setFont(m_theme.font(TextRole::formula));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    setPalette(colours);
    setContentsMargins(m_theme.px(4), 0, m_theme.px(4), m_theme.px(8));
    if (m_reserved.isEmpty())
        return;
    const QString own = text(); // sizeHint() measures the text that is set
    setText(m_reserved);
    m_reservedWidth = QLabel::sizeHint().width();
    setText(own);
}

void OperationLabel::paintEvent(QPaintEvent* event) {
    QLabel::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.colours().muted, m_theme.px(1.2)));
    const double y = (height() + sizeHint().height()) / 2.0 - m_theme.px(4);
    const double tip = m_theme.px(3);
    const QPointF end(width() - 1.0, y);
    painter.drawLine(QPointF(1, y), end);
    painter.drawPolyline(QPolygonF{end + QPointF(-tip, -tip), end, end + QPointF(-tip, tip)});
}

} // namespace lab
