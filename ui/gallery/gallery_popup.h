// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gallery of examples over the window. It scrolls where the window is too small for it.
#pragma once

#include <QFrame>

class QScrollArea;

namespace lab {

class Gallery;
class Theme;

class GalleryPopup : public QFrame {
    Q_OBJECT
public:
    GalleryPopup(const Theme& theme, QWidget* parent);

    /// Opens with its upper left corner at a global position, or as near as the window allows.
    void openAt(QPoint corner);
    Gallery& gallery() const { return *m_gallery; }

signals:
    void chosen(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    const Theme& m_theme;
    QScrollArea* m_scroll;
    QWidget* m_content;
    Gallery* m_gallery;
    QPoint m_corner;
};

} // namespace lab
