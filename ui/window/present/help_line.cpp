// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/help_line.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

namespace {

constexpr int staysFor = 8000, fadesFor = 1200; // milliseconds

const QString separator = QStringLiteral(" · ");

} // namespace

HelpLine::HelpLine(Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme),
      m_fading(theme.motion(), fadesFor, QEasingCurve::InOutSine, Movement::OnInput::goOn) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_stays.setSingleShot(true);
    m_stays.setInterval(staysFor);
    connect(&m_stays, &QTimer::timeout, this, [this] {
        m_gone = true;
        m_fading.start();
        update();
    });
    connect(&m_fading, &Movement::moved, this, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &QWidget::updateGeometry);
}

void HelpLine::showKeys(const QStringList& keys) {
    setText(keys);
}

void HelpLine::say(const QString& text) {
    setText({text});
}

void HelpLine::setText(const QStringList& parts) {
    m_parts = parts;
    m_text = parts.join(separator);
    setAccessibleName(m_text);
    m_gone = false;
    m_fading.end();
    m_stays.start();
    update();
}

double HelpLine::opacity() const {
    return !m_gone ? 1 : 1 - m_fading.position();
}

QSize HelpLine::sizeHint() const {
    return {0, QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(4)};
}

void HelpLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setOpacity(opacity());
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(m_theme.colours().muted);
    const int margin = m_theme.px(12);
    const QRect room = rect().adjusted(margin, 0, -margin, 0);
    QStringList parts = m_parts;
    while (parts.size() > 1 && painter.fontMetrics().horizontalAdvance(parts.join(separator)) > room.width())
        parts.removeLast();
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(parts.join(separator), Qt::ElideRight, room.width()));
}

void HelpLine::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    emit asked();
}

} // namespace lab
