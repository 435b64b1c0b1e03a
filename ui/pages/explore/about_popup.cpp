// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/about_popup.h"

#include "ui/look/announce.h"

#include <QLabel>
#include <QScreen>

#include <algorithm>

namespace lab {

namespace {
constexpr double widestAbout = 420; // points
}

AboutPopup::AboutPopup(const QString& title, const StageAbout& about, const Theme& theme, QWidget* parent)
    : PopupFrame(theme, parent), m_heading(new QLabel(title, content())), m_text(new QLabel(content())) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(title);
    m_heading->setFont(theme.font(TextRole::strong));
    m_heading->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setText((QStringList(about.lead) + about.rest).join(QStringLiteral("\n\n")));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* column = new QVBoxLayout(content());
    const int margin = theme.px(14);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(theme.px(6));
    column->addWidget(m_heading);
    column->addWidget(m_text);
}

QString AboutPopup::text() const {
    return m_text->text();
}

void AboutPopup::openAt(QPoint corner) {
    const QRect room = parentWidget()->screen()->availableGeometry().adjusted(2, 2, -2, -2);
    const QSize most = within(room.size());
    const int width = std::min(m_theme.px(widestAbout), most.width());
    const int whole = content()->heightForWidth(width);
    const int bar = whole > most.height() ? scrollBarWidth() : 0;
    QRect shape = around({std::min(width + bar, most.width()), std::min(whole, most.height())});
    shape.moveTopLeft(corner);
    placeIn(room, shape);
    show();
    m_text->setFocus(Qt::PopupFocusReason);
    announce(*this, m_text->text());
}

} // namespace lab
