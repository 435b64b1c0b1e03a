// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/help_line.h"

#include "ui/look/theme.h"

#include <QEnterEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr int staysFor = 8000, fadesFor = 1200;                    // milliseconds
constexpr double letters = 10.5, besideText = 12, aroundLines = 6; // points

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
    if (m_pointed)
        m_stays.stop();
    else
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
    emit said();
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
            metrics.height() + m_theme.px(aroundLines)};
}

/// No line ends within the name of a key or what it does, or with what stands between two of them.
QString HelpLine::wrapped(int width) const {
    if (m_isMessage)
        return m_text;
    const QFontMetrics metrics(lineFont());
    QStringList lines;
    for (const QString& part : m_parts) {
        const QString longer = lines.isEmpty() ? part : lines.back() + separator + part;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else
            lines += part;
    }
    return lines.join(QLatin1Char('\n'));
}

int HelpLine::heightForWidth(int width) const {
    const QRect room(0, 0, std::max(1, textRoom().width() + width - this->width()), QWIDGETSIZE_MAX);
    return QFontMetrics(lineFont())
               .boundingRect(room, Qt::AlignRight | Qt::TextWordWrap, wrapped(room.width()))
               .height() +
           m_theme.px(aroundLines);
}

/// The first parts, and how to see the others.
QStringList HelpLine::fitting(int width, const QFontMetrics& metrics) const {
    const auto fits = [&](const QStringList& parts) {
        return metrics.horizontalAdvance(parts.join(separator)) <= width;
    };
    QStringList parts = m_parts;
    if (fits(parts) || parts.size() < 2)
        return parts;
    const QString more = tr("more: point here");
    while (!parts.isEmpty() && !fits(parts + QStringList{more}))
        parts.removeLast();
    return parts + QStringList{more};
}

QString HelpLine::shown() const {
    return fitting(textRoom().width(), QFontMetrics(lineFont())).join(separator);
}

/// Beside the count.
QRect HelpLine::textRoom() const {
    const int margin = m_theme.px(besideText);
    return rect().adjusted(margin + countWidth(), 0, -margin, 0);
}

void HelpLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setFont(lineFont());
    if (m_opaque && (opacity() > 0 || !m_count.isEmpty()))
        painter.fillRect(rect(), m_theme.colours().page);
    painter.setPen(m_theme.colours().muted);
    const int margin = m_theme.px(besideText);
    painter.drawText(rect().adjusted(margin, 0, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter, m_count);
    const QRect room = textRoom();
    painter.setOpacity(opacity());
    if (m_pointed || m_isMessage)
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, wrapped(room.width()));
    else
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, shown());
}

void HelpLine::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    m_pointed = true;
    emit asked();
}

void HelpLine::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_pointed = false;
    m_stays.start();
    update();
    emit said();
}

} // namespace lab
