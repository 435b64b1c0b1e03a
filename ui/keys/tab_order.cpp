// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/tab_order.h"

#include <QWidget>

namespace lab {

namespace {

/// Whether Tab stops at the widget. Tab stops at a focus proxy itself, not at the widget that has one.
bool isTabStop(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget.focusProxy();
}

bool isInside(const QWidget& widget, const QWidget& around) {
    return &widget == &around || around.isAncestorOf(&widget);
}

/// The stops inside `widget`, in their order. With `together`, only until Tab leaves it for the first time.
QList<QWidget*> stopsInside(const QWidget& widget, bool together) {
    QList<QWidget*> stops;
    QWidget* const window = widget.window();
    for (QWidget* each = window->nextInFocusChain(); each != window; each = each->nextInFocusChain()) {
        if (!isTabStop(*each))
            continue;
        if (isInside(*each, widget))
            stops += each;
        else if (together && !stops.isEmpty())
            break;
    }
    return stops;
}

} // namespace

void tabAfter(const QWidget& before, QWidget& made) {
    const QList<QWidget*> stops = stopsInside(made, false);
    const QList<QWidget*> earlier = stopsInside(before, true);
    if (earlier.isEmpty())
        return;
    // Tab comes to a widget with a focus proxy, too, and goes on from the proxy. Left at the end of the
    // window, it would lead back here for ever; its place is right before the proxy.
    QWidget* proxy = made.focusProxy();
    const bool hasOwnProxy = proxy && made.isAncestorOf(proxy) && (made.focusPolicy() & Qt::TabFocus) != 0;
    if (hasOwnProxy)
        made.setFocusProxy(nullptr); // else setTabOrder() would move what is inside along with it
    QWidget* last = earlier.last();
    for (QWidget* stop : stops) {
        if (hasOwnProxy && stop == proxy) {
            QWidget::setTabOrder(last, &made);
            last = &made;
        }
        QWidget::setTabOrder(last, stop);
        last = stop;
    }
    if (hasOwnProxy)
        made.setFocusProxy(proxy);
}

} // namespace lab
