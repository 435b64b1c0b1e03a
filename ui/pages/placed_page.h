// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page that sets the geometry of its content itself and at once: Qt's layouts would place it only when the
// event loop goes on, so that cells move under the pointer.
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
    /// Places the header at the top. Returns its height, 0 without a header.
    int placeHeader(int width);
    /// Places the label that an empty document has instead of content, `top` pixels down, so that it fills
    /// the rest of `room`. Returns its height.
    int placeEmptyState(int top, QSize room);
    /// Scrolls to a widget when it gets the focus by keyboard; what is clicked must not move under the
    /// pointer.
    void followFocusOf(QWidget* widget);

    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_header = nullptr;
};

} // namespace lab
