// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/banner.h"

#include "ui/look/theme.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lab {

Banner::Banner(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_text(new QLabel(this)),
      m_close(new PillButton(theme, PillButton::Kind::plain, tr("✕ close"), this)) {
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QAbstractButton::clicked, this, &QWidget::hide);
    connect(&theme, &Theme::changed, this, &Banner::restyle);
    restyle();
    hide();
}

void Banner::say(const QString& message) {
    m_text->setText(message);
    show();
}

QString Banner::text() const {
    return isVisible() ? m_text->text() : QString();
}

void Banner::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window,
                     m_theme.colours().dark ? QColor(0x45, 0x1f, 0x1d) : QColor(0xfd, 0xe8, 0xe6));
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
}

} // namespace lab
