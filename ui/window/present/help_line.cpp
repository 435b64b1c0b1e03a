// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/help_line.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QPainter>

#include <utility>

namespace lab {

namespace {

constexpr int staysFor = 8000, fadesFor = 1200; // milliseconds
constexpr double letters = 10, besideText = 12; // points

QString presentingKey(KeyCommand command) {
    return keyOf(KeyContext::presenting, command).toString(QKeySequence::NativeText);
}

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
        if (m_gone && !m_showsKeys && opacity() <= 0) { // what comes back is the keys
            m_showsKeys = true;
            m_text = m_brief ? briefKeys() : QString();
            emit said();
        }
    });
}

/// The keys that fit beside a page’s controls, where what goes a step has buttons.
QString HelpLine::briefKeys() const {
    return tr("Esc ends · %1 blank · %2 cover · %3 laser · %4 explain")
        .arg(presentingKey(KeyCommand::blank), presentingKey(KeyCommand::cover),
             presentingKey(KeyCommand::laser), presentingKey(KeyCommand::explain));
}

void HelpLine::showKeys() {
    m_showsKeys = true;
    if (m_brief)
        return setText(briefKeys());
    setText(
        tr("Esc ends · %1 blank · %2 cover · Shift %2 cover all · %3, %4 on, back · %5 laser · %6 explain")
            .arg(presentingKey(KeyCommand::blank), presentingKey(KeyCommand::cover),
                 presentingKey(KeyCommand::next), presentingKey(KeyCommand::previous),
                 presentingKey(KeyCommand::laser), presentingKey(KeyCommand::explain)));
}

void HelpLine::say(const QString& text) {
    m_showsKeys = false;
    setText(text);
}

void HelpLine::setBrief(bool brief) {
    if (std::exchange(m_brief, brief) != brief && m_showsKeys)
        showKeys();
}

QFont HelpLine::lineFont() const {
    QFont font = m_theme.font(TextRole::small);
    font.setPixelSize(m_theme.px(letters));
    return font;
}

int HelpLine::widthOf(const QString& text) const {
    return QFontMetrics(lineFont()).horizontalAdvance(text) + 2 * m_theme.px(besideText) + 1;
}

int HelpLine::widthOfKeys() const {
    return widthOf(briefKeys());
}

void HelpLine::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    m_gone = false;
    m_fading.end();
    m_stays.start();
    update();
    emit said();
}

double HelpLine::opacity() const {
    return !m_gone ? 1 : 1 - m_fading.position();
}

QSize HelpLine::sizeHint() const {
    return {widthOf(m_text), QFontMetrics(lineFont()).height() + m_theme.px(6)};
}

void HelpLine::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setOpacity(opacity());
    painter.setFont(lineFont());
    const int margin = m_theme.px(besideText);
    if (m_brief) // over a page’s controls, if it is long
        painter.fillRect(rect(), m_theme.colours().page);
    painter.setPen(m_theme.colours().muted);
    const QRect room = rect().adjusted(margin, 0, -margin, 0);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_text, Qt::ElideRight, room.width()));
}

void HelpLine::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    showKeys();
}

} // namespace lab
