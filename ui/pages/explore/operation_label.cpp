// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/operation_label.h"

#include "ui/look/rich_text.h"
#include "ui/look/theme.h"

#include <QPainter>
#include <QTextDocument>
#include <QTextOption>

#include <cmath>

namespace lab {

namespace {

constexpr double sides = 4;     // points beside the text
constexpr double arrowRoom = 8; // below it

} // namespace

OperationLabel::OperationLabel(const Theme& theme, QWidget* parent) : QLabel(parent), m_theme(theme) {
    setTextFormat(Qt::RichText);
    connect(&theme, &Theme::changed, this, &OperationLabel::restyle);
    restyle();
}

QSize OperationLabel::sizeFor(const QString& text) const {
    const QSize size = measured(text);
    return m_reserved.isEmpty() ? size : size.expandedTo({measured(m_reserved).width(), 0});
}

QSize OperationLabel::measured(const QString& text) const {
    QSize& size = m_sizes[text];
    if (size.isEmpty()) {
        const auto document = richText(text, font());
        size = QSize(static_cast<int>(std::ceil(document->idealWidth())) + 2 * m_theme.px(sides),
                     static_cast<int>(std::ceil(document->size().height())) + m_theme.px(arrowRoom));
    }
    return size;
}

void OperationLabel::restyle() {
    setFont(m_theme.font(TextRole::formula));
    m_sizes.clear();
    updateGeometry();
}

/// Draws the text itself: the margins of a QLabel are lost when the style changes.
void OperationLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto document = richText(text(), font());
    QTextOption centred(Qt::AlignHCenter);
    document->setDefaultTextOption(centred);
    document->setTextWidth(width());
    paintRichText(painter, *document, {}, m_theme.colours().muted);
    painter.setPen(QPen(m_theme.colours().muted, m_theme.px(1.2)));
    const double y = height() - m_theme.px(arrowRoom) / 2.0;
    const double tip = m_theme.px(3);
    const QPointF end(width() - 1.0, y);
    painter.drawLine(QPointF(1, y), end);
    painter.drawPolyline(QPolygonF{end + QPointF(-tip, -tip), end, end + QPointF(-tip, tip)});
}

} // namespace lab
