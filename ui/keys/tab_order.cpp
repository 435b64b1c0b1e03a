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
    QWidget* last = earlier.last();
    for (QWidget* stop : stops) {
        QWidget::setTabOrder(last, stop);
        last = stop;
    }
}

} // namespace lab
