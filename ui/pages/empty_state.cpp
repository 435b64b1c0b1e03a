// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/empty_state.h"

#include "ui/gallery/gallery.h"
#include "ui/look/theme.h"

#include <QLabel>

#include <algorithm>

namespace lab {

namespace {

constexpr double aboveExamples = 12; // points

} // namespace

EmptyState::EmptyState(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_text(new QLabel(this)) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignCenter);
}

void EmptyState::setText(const QString& text) {
    m_text->setText(text);
    layOut();
}

void EmptyState::setOffersExamples(bool offers) {
    m_offers = offers;
    if (offers && !m_gallery) {
        m_gallery = new Gallery(m_theme, this);
        connect(m_gallery, &Gallery::chosen, this, &EmptyState::exampleChosen);
    }
    if (m_gallery)
        m_gallery->setVisible(offers);
    updateGeometry();
    layOut();
}

void EmptyState::setMargin(int margin) {
    m_margin = margin;
    updateGeometry();
    layOut();
}

/// Wide rows of cards would leave their texts short.
int EmptyState::widthOfGallery(int width) const {
    return std::max(1, std::min(width - 2 * m_margin, m_gallery->sizeHint().width()));
}

int EmptyState::heightForWidth(int width) const {
    int height = 2 * m_margin + m_text->heightForWidth(std::max(1, width - 2 * m_margin));
    if (m_offers)
        height += m_theme.px(aboveExamples) + m_gallery->heightForWidth(widthOfGallery(width));
    return height;
}

QSize EmptyState::sizeHint() const {
    return {m_text->sizeHint().width(), heightForWidth(std::max(1, width()))};
}

void EmptyState::layOut() {
    const int room = std::max(1, width() - 2 * m_margin);
    if (!m_offers) {
        m_text->setGeometry(m_margin, m_margin, room, height() - 2 * m_margin);
        return;
    }
    const int text = m_text->heightForWidth(room);
    m_text->setGeometry(m_margin, m_margin, room, text);
    const int wide = widthOfGallery(width());
    m_gallery->setGeometry((width() - wide) / 2, m_margin + text + m_theme.px(aboveExamples), wide,
                           m_gallery->heightForWidth(wide));
}

void EmptyState::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

} // namespace lab
