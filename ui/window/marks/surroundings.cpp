// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/surroundings.h"

#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>

#include <algorithm>

namespace lab {

namespace {

constexpr int mostLines = 3; // what takes keys and is higher is a figure

bool isFocusable(const QWidget* widget) {
    return widget->focusPolicy() != Qt::NoFocus;
}

/// The part of a label that its text takes.
QRect textRect(const QLabel& label) {
    if (label.hasScaledContents() || label.text().isEmpty())
        return {};
    const QSize size = label.wordWrap() ? label.size() : label.sizeHint().boundedTo(label.size());
    return QStyle::alignedRect(label.layoutDirection(), label.alignment(), size, label.rect());
}

/// A text that a widget paints itself is its description.
QRect paintedTextRect(const QWidget& widget) {
    const bool isLeaf = widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly).isEmpty();
    if (!isLeaf || widget.accessibleDescription().isEmpty())
        return {};
    const int width = widget.fontMetrics().horizontalAdvance(widget.accessibleDescription());
    return widget.rect() & QRect(0, 0, width, widget.height());
}

} // namespace

QRect inSight(const QWidget& widget, const QRect& part, const QWidget& over) {
    QRect rect(widget.mapTo(&over, part.topLeft()), part.size());
    for (const QWidget* each = &widget; each != &over; each = each->parentWidget())
        rect &= QRect(each->mapTo(&over, QPoint()), each->size());
    return rect;
}

Surroundings surroundingsIn(const QWidget& over, const std::function<bool(const QWidget&)>& isOwn) {
    Surroundings found;
    for (const QWidget* each : over.findChildren<QWidget*>()) {
        if (!each->isVisible() || each->window() != over.window() || isOwn(*each))
            continue;
        const auto add = [&](std::vector<QRect>& to, const QRect& part) {
            if (const QRect rect = inSight(*each, part, over); !rect.isEmpty())
                to.push_back(rect);
        };
        const bool isLow = each->height() <= mostLines * each->fontMetrics().height();
        if (const auto* label = qobject_cast<const QLabel*>(each))
            add(found.controls, textRect(*label));
        else if (qobject_cast<const MatrixHeatmap*>(each))
            add(found.matrices, each->rect());
        else if (qobject_cast<const QAbstractButton*>(each) ||
                 (isFocusable(each) && isLow && !qobject_cast<const QAbstractScrollArea*>(each)))
            add(found.controls, each->rect());
        else if (isFocusable(each))
            add(found.others, each->rect());
        else
            add(found.controls, paintedTextRect(*each));
    }
    return found;
}

} // namespace lab
