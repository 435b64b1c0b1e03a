// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/motion.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>

#include <utility>

namespace lab {

bool Motion::isReduced() const {
    return m_chosen.value_or(isReducedByDesktop());
}

void Motion::choose(std::optional<bool> reduced) {
    if (reduced == m_chosen)
        return;
    m_chosen = reduced;
    emit changed();
}

void Motion::followDesktop(std::optional<bool> reduced) {
    if (std::exchange(m_desktop, reduced) != reduced)
        emit changed();
}

bool Motion::isReducedByDesktop() const {
    // Up to Qt 6.8 at least, the style is the only place where Qt passes it on. Usually it is 200.
    return m_desktop.value_or(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0);
}

Movement::Movement(const Motion& motion, int milliseconds, QEasingCurve::Type curve, OnInput input,
                   QObject* parent)
    : QObject(parent), m_motion(motion), m_input(input) {
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setDuration(milliseconds);
    m_animation.setEasingCurve(curve);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, &Movement::moved);
    connect(&m_animation, &QVariantAnimation::finished, this, &Movement::end);
    connect(&motion, &Motion::changed, this, [this] {
        if (m_motion.isReduced())
            end();
    });
}

void Movement::start() {
    if (m_motion.isReduced())
        return end();
    m_animation.stop();
    m_runs = true;
    if (m_input == OnInput::end)
        qApp->installEventFilter(this);
    m_animation.start();
}

void Movement::start(int milliseconds) {
    m_animation.stop();
    m_animation.setDuration(milliseconds);
    start();
}

void Movement::end() {
    if (!std::exchange(m_runs, false))
        return;
    m_animation.stop();
    qApp->removeEventFilter(this);
    emit moved();
}

bool Movement::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
    case QEvent::TabletPress:
        end();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lab
