// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/surroundings.h"

#include "ui/widgets/edge_handle.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace lab {

namespace {

constexpr int mostLines = 3; // what takes keys and is higher is a figure

bool isFocusable(const QWidget* widget) {
    return widget->focusPolicy() != Qt::NoFocus;
}

/// Whether numbers are drawn in it, and not in what it contains. The handle at an edge shows none.
bool isDrawing(const QWidget& widget) {
    const QList<QWidget*> parts = widget.findChildren<QWidget*>();
    return isFocusable(&widget) && !qobject_cast<const QAbstractScrollArea*>(&widget) &&
           !qobject_cast<const EdgeHandle*>(&widget) && std::ranges::none_of(parts, isFocusable);
}

/// The part of a label that its text takes.
QRect textRect(const QLabel& label) {
    if (label.hasScaledContents() || label.text().isEmpty())
        return {};
    const bool isRich = label.textFormat() == Qt::RichText || Qt::mightBeRichText(label.text());
    if (label.wordWrap() && isRich) // as in the status line, whose text goes on changing
        return label.rect();
    if (label.wordWrap())
        return label.fontMetrics().boundingRect(
            label.contentsRect(), static_cast<int>(label.alignment()) | Qt::TextWordWrap, label.text());
    return QStyle::alignedRect(label.layoutDirection(), label.alignment(),
                               label.sizeHint().boundedTo(label.size()), label.rect());
}

/// A text that a widget paints itself is its description.
QRect paintedTextRect(const QWidget& widget) {
    const bool isLeaf = widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly).isEmpty();
    if (!isLeaf || widget.accessibleDescription().isEmpty())
        return {};
    const int width = widget.fontMetrics().horizontalAdvance(widget.accessibleDescription());
    return widget.rect() & QRect(0, 0, width, widget.height());
}

/// The part of a table that its cells and their headers take.
QRect filledRect(const QTableView& table) {
    const QPoint first = table.viewport()->mapTo(&table, QPoint());
    const QRect filled(QPoint(),
                       first + QPoint(table.horizontalHeader()->length(), table.verticalHeader()->length()));
    return table.rect() & filled;
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
        else if (const auto* table = qobject_cast<const QTableView*>(each))
            add(found.figures, filledRect(*table));
        else if (qobject_cast<const QAbstractButton*>(each) || (isDrawing(*each) && isLow))
            add(found.controls, each->rect());
        else if (isDrawing(*each))
            add(found.figures, each->rect());
        else
            add(found.controls, paintedTextRect(*each));
    }
    return found;
}

} // namespace lab
