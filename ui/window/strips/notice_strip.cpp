// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/notice_strip.h"

#include "ui/look/announce.h"
#include "ui/look/theme.h"
#include "ui/text/whole_calls.h"
#include "ui/widgets/flow_layout.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lab {

namespace {
constexpr double besideAbove = 760; // points of width from which the buttons are beside the text
}

NoticeStrip::NoticeStrip(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_text(new QLabel(this)), m_buttons(new QWidget(this)),
      m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new FlowLayout(m_buttons);
    row->setContentsMargins({});
    m_layout->addWidget(m_text, 1);
    m_layout->addWidget(m_buttons);
    connect(&theme, &Theme::changed, this, &NoticeStrip::restyle);
    restyle();
}

QString NoticeStrip::text() const {
    return isVisible() ? m_text->accessibleName() : QString();
}

QPushButton* NoticeStrip::addButton(const QString& text, const QString& tip) {
    auto* button = new QPushButton(text, m_buttons);
    button->setToolTip(tip);
    m_buttons->layout()->addWidget(button);
    return button;
}

void NoticeStrip::say(const QString& text, const QString& tip) {
    const bool isOther = m_text->accessibleName() != text;
    m_text->setText(withWholeCalls(text));
    m_text->setAccessibleName(text);
    if (isOther && isVisible())
        announce(*this, text);
    m_text->setToolTip(tip);
}

void NoticeStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().accentSoft);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    m_layout->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    m_layout->setSpacing(m_theme.px(6));
    m_buttons->layout()->setSpacing(m_theme.px(6));
    arrange();
}

void NoticeStrip::arrange() {
    const bool beside = width() >= m_theme.px(besideAbove);
    m_layout->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setStretch(0, beside ? 1 : 0);
}

void NoticeStrip::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    announce(*this, m_text->accessibleName());
}

void NoticeStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

} // namespace lab
