// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/log_slider.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {
constexpr int perTenfold = 50;     // steps
constexpr double usualLength = 56; // points, and the least
constexpr double detentReach = 5;  // points from the detent, to either side
constexpr int mostDetentSteps = 3; // the same in steps, so that a short slider can stop beside it
} // namespace

LogSlider::LogSlider(const Theme& theme, int lowest, int highest, QWidget* parent)
    : QAbstractSlider(parent), m_theme(theme), m_length(usualLength) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setRange(lowest * perTenfold, highest * perTenfold);
    setPageStep(perTenfold / 5);
    connect(this, &QAbstractSlider::valueChanged, this, [this] {
        if (!m_dragging)
            emit stepped(number());
    });
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

void LogSlider::setNumber(double number) {
    const double steps = std::round(perTenfold * std::log10(number));
    const QSignalBlocker silent(this);
    setValue(static_cast<int>(std::clamp<double>(steps, minimum(), maximum())));
    update();
}

double LogSlider::number() const {
    const double power = double(value()) / perTenfold;
    return rounded(std::pow(10.0, power), 2 - static_cast<int>(std::floor(power))); // three digits
}

void LogSlider::setDetent(double number) {
    m_detent = static_cast<int>(std::lround(perTenfold * std::log10(number)));
    update();
}

void LogSlider::setLength(double points) {
    if (std::exchange(m_length, points) != points)
        updateGeometry();
}

void LogSlider::letGo() {
    m_dragging = false;
    update();
}

QSize LogSlider::sizeHint() const {
    return {m_theme.px(m_length), m_theme.px(22)};
}

QSize LogSlider::minimumSizeHint() const {
    return {m_theme.px(usualLength), m_theme.px(22)};
}

double LogSlider::knob() const {
    return m_theme.px(14);
}

double LogSlider::centreAt(int steps) const {
    const double share = double(steps - minimum()) / (maximum() - minimum());
    return knob() / 2 + 1 + share * (width() - knob() - 2);
}

void LogSlider::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double groove = m_theme.px(4);
    const QRectF track(knob() / 2, (height() - groove) / 2, width() - knob(), groove);
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.border);
    painter.drawRoundedRect(track, groove / 2, groove / 2);
    const double radius = knob() / 2;
    if (m_detent) {
        const double width = m_theme.px(2);
        const double reach = radius + m_theme.px(2); // beyond the handle
        painter.setBrush(c.muted);
        painter.drawRect(QRectF(centreAt(*m_detent) - width / 2, height() / 2.0 - reach, width, 2 * reach));
    }
    painter.setBrush(isEnabled() ? c.accent : c.muted);
    const QPointF centre(centreAt(value()), height() / 2.0);
    painter.drawEllipse(centre, radius - 1, radius - 1);
    if (hasFocus()) {
        painter.setPen(QPen(c.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, radius - 1, radius - 1);
    }
}

bool LogSlider::event(QEvent* event) {
    if (m_dragging && takesEscape(event))
        return true;
    return QAbstractSlider::event(event);
}

void LogSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_dragging = true;
    m_moved = false;
    m_grab = event->position().x() - centreAt(value());
    if (std::abs(m_grab) > knob() / 2) {
        m_grab = 0;
        dragTo(event->position().x());
    }
}

void LogSlider::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging)
        dragTo(event->position().x() - m_grab);
}

void LogSlider::dragTo(double centre) {
    const double share = (centre - knob() / 2 - 1) / std::max(width() - knob() - 2, 1.0);
    int steps =
        minimum() + static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (maximum() - minimum())));
    if (m_detent && std::abs(steps - *m_detent) <= mostDetentSteps &&
        std::abs(centre - centreAt(*m_detent)) <= m_theme.px(detentReach))
        steps = *m_detent;
    if (steps == value())
        return;
    setValue(steps);
    m_moved = true;
    emit dragged(number());
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_dragging)
        return;
    m_dragging = false;
    if (m_moved)
        emit dropped();
}

void LogSlider::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::slider, *event) == KeyCommand::cancel && m_dragging) {
        letGo();
        if (m_moved)
            emit cancelled();
    } else if (!m_dragging) {
        QAbstractSlider::keyPressEvent(event);
    }
}

void LogSlider::wheelEvent(QWheelEvent* event) {
    event->ignore(); // the wheel scrolls the page
}

} // namespace lab
