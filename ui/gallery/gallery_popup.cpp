// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_popup.h"

#include "ui/gallery/gallery.h"
#include "ui/look/theme.h"

#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double aroundGallery = 10; // points

} // namespace

GalleryPopup::GalleryPopup(const Theme& theme, QWidget* parent)
    : PopupFrame(theme, parent), m_gallery(new Gallery(theme, content())) {
    setAccessibleName(tr("Examples"));
    auto* column = new QVBoxLayout(content());
    column->addWidget(m_gallery);
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
    content()->layout()->setContentsMargins(margin, margin, margin, margin);
    const QWidget* window = parentWidget()->window();
    const QRect frame(window->mapToGlobal(QPoint()), window->size());
    const QRect room = frame.intersected(window->screen()->availableGeometry()).adjusted(4, 4, -4, -4);
    const QSize most = within(room.size());
    const int rims = 2 * margin + scrollBarWidth();
    const int width = std::min(m_gallery->sizeHint().width() + rims, most.width());
    const int height = std::min(m_gallery->heightForWidth(width - rims) + 2 * margin, most.height());
    QRect shape = around({width, height});
    shape.moveTopLeft(m_corner);
    placeIn(room, shape);
}

} // namespace lab
