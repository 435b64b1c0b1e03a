// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/step_dots.h"

#include "ui/look/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
// In points.
constexpr double widestDash = 26, narrowestDash = 10, between = 6, high = 5, rowHigh = 14;
} // namespace

StepDots::StepDots(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCursor(Qt::PointingHandCursor);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StepDots::setDots(std::vector<Dot> dots, std::size_t current) {
    m_dots = std::move(dots);
    m_current = current;
    setAccessibleName(tr("Step %1 of %2").arg(current + 1).arg(m_dots.size()));
    updateGeometry();
    update();
}

/// How many fit into a row at their least width.
std::size_t StepDots::inRow(int width) const {
    const int least = m_theme.px(narrowestDash) + m_theme.px(between);
    return static_cast<std::size_t>(std::max(1, (width + m_theme.px(between)) / least));
}

QRect StepDots::rectOf(std::size_t dot) const {
    const std::size_t count = std::min(inRow(width()), std::max<std::size_t>(m_dots.size(), 1));
    const int step = std::min(m_theme.px(widestDash) + m_theme.px(between),
                              (width() + m_theme.px(between)) / static_cast<int>(count));
    const auto row = static_cast<int>(dot / count), column = static_cast<int>(dot % count);
    return {column * step, row * m_theme.px(rowHigh), step - m_theme.px(between), m_theme.px(rowHigh)};
}

QSize StepDots::sizeHint() const {
    return {m_theme.px(narrowestDash), m_theme.px(rowHigh)};
}

int StepDots::heightForWidth(int width) const {
    const std::size_t count = inRow(width);
    const std::size_t rows = (m_dots.size() + count - 1) / count;
    return static_cast<int>(std::max<std::size_t>(rows, 1)) * m_theme.px(rowHigh);
}

std::optional<std::size_t> StepDots::dotAt(QPoint point) const {
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        if (rectOf(i).contains(point))
            return i;
    }
    return std::nullopt;
}

bool StepDots::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto dot = dotAt(help->pos()))
        QToolTip::showText(help->globalPos(), tr("%1: %2").arg(*dot + 1).arg(m_dots[*dot].name), this);
    else
        QToolTip::hideText();
    return true;
}

void StepDots::mouseReleaseEvent(QMouseEvent* event) {
    const auto dot = event->button() == Qt::LeftButton ? dotAt(event->position().toPoint()) : std::nullopt;
    if (dot)
        emit chosen(*dot);
}

/// What is done is told apart by its fill, and the current step by its height, too.
void StepDots::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const bool isCurrent = i == m_current;
        const double height = m_theme.px(high) * (isCurrent ? 1.6 : 1);
        QRectF dash(rectOf(i));
        dash = QRectF(dash.x(), dash.center().y() - height / 2, dash.width(), height);
        painter.setPen(m_dots[i].isDone || isCurrent ? QPen(Qt::NoPen) : QPen(c.muted, 1));
        painter.setBrush(isCurrent ? c.accent : m_dots[i].isDone ? c.muted : c.control);
        painter.drawRoundedRect(dash, height / 2, height / 2);
    }
}

} // namespace lab
