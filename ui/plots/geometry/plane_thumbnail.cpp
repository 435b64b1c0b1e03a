// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_thumbnail.h"

#include "ui/look/theme.h"

#include <qcustomplot.h>

#include <QFontMetrics>

namespace lab {

namespace {

constexpr double thumbnailSide = 64; // the theme's points
constexpr double drawnAt = 0.5;      // of the size of a plane's marks and lines

} // namespace

PlaneThumbnail::PlaneThumbnail(PlaneDrawing& drawing, const Theme& theme, QWidget* parent)
    : QAbstractButton(parent), m_drawing(drawing), m_theme(theme) {
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
}

void PlaneThumbnail::setContent(PlaneContent content) {
    m_content = std::move(content);
    update();
}

QSize PlaneThumbnail::sizeHint() const {
    return {m_theme.px(thumbnailSide),
            m_theme.px(thumbnailSide) + QFontMetrics(m_theme.font(TextRole::small)).height()};
}

void PlaneThumbnail::paintEvent(QPaintEvent* /*event*/) {
    QCPPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = m_theme.colours();
    const double line = m_theme.px(isChecked() ? 2 : 1);
    const QRectF frame = QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.setBrush(colours.panel);
    painter.setPen(QPen(isChecked() ? colours.accent : colours.border, line));
    painter.drawRoundedRect(frame, m_theme.px(4), m_theme.px(4));
    if (hasFocus()) { // inside the frame, so that it shows on the chosen one, too
        const double inset = m_theme.px(3);
        painter.setPen(QPen(colours.accent, m_theme.px(2), Qt::DashLine));
        painter.drawRoundedRect(frame.adjusted(inset, inset, -inset, -inset), m_theme.px(2), m_theme.px(2));
    }
    painter.setBrush(Qt::NoBrush);
    const QFont small = m_theme.font(TextRole::small);
    const int name = QFontMetrics(small).height();
    painter.setFont(small);
    painter.setPen(isChecked() ? colours.text : colours.muted);
    painter.drawText(rect().adjusted(0, 0, 0, -m_theme.px(1)), Qt::AlignHCenter | Qt::AlignBottom, text());
    const QSize room(width() - 2 * m_theme.px(3), height() - name - m_theme.px(3));
    painter.translate(m_theme.px(3), m_theme.px(3));
    painter.scale(drawnAt, drawnAt);
    m_drawing.paint(painter, smallPlaneScene(m_content, room / drawnAt));
}

} // namespace lab
