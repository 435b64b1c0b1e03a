// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/help_line.h"

#include "ui/look/theme.h"

#include <QPainter>

#include <utility>

namespace lab {

namespace {

constexpr int staysFor = 8000, fadesFor = 1200;   // milliseconds
constexpr double letters = 10.5, besideText = 12; // points

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
    connect(&m_fading, &Movement::moved, this, [this] {
        update();
        if (opacity() <= 0)
            emit said();
    });
}

void HelpLine::showKeys(const QStringList& keys) {
    m_isMessage = false;
    setText(keys);
}

void HelpLine::say(const QString& text) {
    m_isMessage = true;
    setText({text});
}

void HelpLine::endMessage() {
    if (!std::exchange(m_isMessage, false))
        return;
    setText({});
    m_stays.stop();
    m_gone = true;
}

void HelpLine::setText(const QStringList& parts) {
    m_parts = parts;
    m_text = parts.join(separator);
    describe();
    m_gone = false;
    m_fading.end();
    m_stays.start();
    update();
    emit said();
}

void HelpLine::setOpaque(bool opaque) {
    m_opaque = opaque;
    update();
}

QFont HelpLine::lineFont() const {
    QFont font = m_theme.font(TextRole::small);
    font.setPixelSize(m_theme.px(letters));
    return font;
}

void HelpLine::setCount(const QString& count) {
    m_count = count;
    describe();
    update();
}

void HelpLine::describe() {
    setAccessibleName(m_count.isEmpty() ? m_text : tr("Scene %1. %2").arg(m_count, m_text));
}

double HelpLine::opacity() const {
    return !m_gone ? 1 : 1 - m_fading.position();
}

int HelpLine::countWidth() const {
    return m_count.isEmpty() ? 0
                             : QFontMetrics(lineFont()).horizontalAdvance(m_count) + m_theme.px(besideText);
}

QSize HelpLine::sizeHint() const {
    const QFontMetrics metrics(lineFont());
    return {countWidth() + metrics.horizontalAdvance(m_text) + 2 * m_theme.px(besideText) + 1,
            metrics.height() + m_theme.px(6)};
}

void HelpLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setFont(lineFont());
    const QFontMetrics metrics = painter.fontMetrics();
    if (m_opaque && (opacity() > 0 || !m_count.isEmpty()))
        painter.fillRect(rect(), m_theme.colours().page);
    painter.setPen(m_theme.colours().muted);
    const int margin = m_theme.px(besideText);
    QRect room = rect().adjusted(margin, 0, -margin, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, m_count);
    room.setLeft(room.left() + countWidth());
    painter.setOpacity(opacity());
    QStringList parts = m_parts;
    while (parts.size() > 1 && metrics.horizontalAdvance(parts.join(separator)) > room.width())
        parts.removeLast();
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(parts.join(separator), Qt::ElideRight, room.width()));
}

void HelpLine::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    emit asked();
}

} // namespace lab
