// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/option_button.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lab {

namespace {
// In points.
constexpr double letterSide = 20, aroundOption = 6;
} // namespace

OptionButton::OptionButton(const Theme& theme, const QString& letter, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_letter(letter) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    connect(&theme, &Theme::changed, this, &OptionButton::restyle);
    restyle();
}

void OptionButton::restyle() {
    setFont(m_theme.font(TextRole::body));
    updateGeometry();
    update();
}

/// Where the text is, from its top on.
QRect OptionButton::textRect(int width) const {
    const int around = m_theme.px(aroundOption);
    const int left = around + m_theme.px(letterSide) + around;
    const int room = std::max(1, width - left - around);
    const int high =
        fontMetrics().boundingRect(0, 0, room, QWIDGETSIZE_MAX, Qt::TextWordWrap, text()).height();
    const int above = std::max(0, (m_theme.px(letterSide) - fontMetrics().height()) / 2);
    return {left, around + above, room, high};
}

int OptionButton::heightForWidth(int width) const {
    const int around = m_theme.px(aroundOption);
    return std::max(textRect(width).bottom() + 1, around + m_theme.px(letterSide)) + around;
}

QSize OptionButton::sizeHint() const {
    const int wide = m_theme.px(200);
    return {wide, heightForWidth(wide)};
}

void OptionButton::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::button, *event) == KeyCommand::choose)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void OptionButton::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void OptionButton::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void OptionButton::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = m_theme.px(6);
    const bool isMarked = isChecked() || (isEnabled() && underMouse());
    // Round what is chosen, the colour of the frame would not tell the focus.
    painter.setPen(hasFocus() ? QPen(isMarked ? c.text : c.accent, 2)
                              : QPen(isChecked() ? c.accent : c.border, 1));
    painter.setBrush(isMarked ? c.accentSoft : c.control);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    const double side = m_theme.px(letterSide), around = m_theme.px(aroundOption);
    const QRectF circle(around, around, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() ? c.accent : c.panel);
    painter.drawEllipse(circle);
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(isChecked() ? c.onAccent : c.muted);
    painter.drawText(circle, Qt::AlignCenter, m_letter);
    painter.setFont(font());
    painter.setPen(isEnabled() || isChecked() ? c.text : c.muted);
    painter.drawText(textRect(width()), Qt::TextWordWrap, text());
}

} // namespace lab
