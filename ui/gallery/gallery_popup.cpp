// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_popup.h"

#include "ui/gallery/example_card.h"
#include "ui/gallery/gallery.h"
#include "ui/look/theme.h"

#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double aroundGallery = 10; // points

} // namespace

GalleryPopup::GalleryPopup(const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_theme(theme), m_scroll(new QScrollArea(this)), m_content(new QWidget),
      m_gallery(new Gallery(theme, m_content)) {
    setAccessibleName(tr("Examples"));
    // A click outside only closes it.
    setAttribute(Qt::WA_NoMouseReplay);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_content);
    auto* column = new QVBoxLayout(m_content);
    column->addWidget(m_gallery);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(1, 1, 1, 1); // the outline
    whole->addWidget(m_scroll);
    connect(m_gallery, &Gallery::chosen, this, [this](const QString& name) {
        close();
        emit chosen(name);
    });
    connect(&theme, &Theme::changed, this, [this] {
        if (isVisible())
            place();
    });
}

void GalleryPopup::openAt(QPoint corner) {
    m_corner = corner;
    place();
    show();
    m_gallery->setFocus(Qt::PopupFocusReason);
}

/// As large as the gallery, and not larger than the window.
void GalleryPopup::place() {
    const int margin = m_theme.px(aroundGallery);
    m_content->layout()->setContentsMargins(margin, margin, margin, margin);
    const QWidget* window = parentWidget()->window();
    const QRect frame(window->mapToGlobal(QPoint()), window->size());
    const QRect room = frame.intersected(window->screen()->availableGeometry()).adjusted(4, 4, -4, -4);
    const QSize outline(2, 2);
    const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
    const int width =
        std::min(m_gallery->sizeHint().width() + 2 * margin + bar, room.width() - outline.width());
    const int height = std::min(m_gallery->heightForWidth(width - bar - 2 * margin) + 2 * margin,
                                room.height() - outline.height());
    QRect shape(m_corner, QSize(width, height) + outline);
    shape.moveLeft(std::clamp(shape.left(), room.left(), room.right() + 1 - shape.width()));
    shape.moveTop(std::clamp(shape.top(), room.top(), room.bottom() + 1 - shape.height()));
    setGeometry(shape);
}

void GalleryPopup::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(m_theme.colours().border);
    painter.setBrush(m_theme.colours().panel);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lab
