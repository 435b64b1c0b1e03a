// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page that sets the geometry of its content itself, immediately. Qt's layouts would do so only when
// control returns to the event loop, and cells would move under the pointer.
#pragma once

#include "ui/pages/page.h"

namespace lab {

class PlacedPage : public Page {
    Q_OBJECT
public:
    void setHeader(QWidget* header) override;

protected:
    PlacedPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent);

    /// Sets the geometry of the page's content and the size of widget().
    virtual void relayout() = 0;
    /// Another size of the page.
    virtual void fitRoom() { relayout(); }
    /// Places the header at the top. Returns its height, 0 without a header.
    int placeHeader(int width);
    /// Places emptyState() `top` pixels down, so that it fills the rest of `room`. Returns its height.
    int placeEmptyState(int top, QSize room);
    /// Scrolls to a widget when it gets the focus, except by mouse: a clicked widget must not move under the
    /// pointer.
    void followFocusOf(QWidget* widget);

    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_header = nullptr;
};

} // namespace lab
