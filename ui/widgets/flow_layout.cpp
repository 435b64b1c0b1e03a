// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace lab {

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::sizeHint() const {
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
        height = std::max(height, item->sizeHint().height());
    }
    const QMargins margins = contentsMargins();
    return {width + margins.left() + margins.right(), height + margins.top() + margins.bottom()};
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

/// Vertically centres items that are lower than their line, unless their tops are to be in line.
void FlowLayout::centre(const QList<QLayoutItem*>& line, int height) const {
    if (m_isTopAligned)
        return;
    for (QLayoutItem* item : line) {
        const QRect place = item->geometry();
        item->setGeometry(place.translated(0, (height - place.height()) / 2));
    }
}

int FlowLayout::place(const QRect& rect, bool forReal) const {
    const QMargins margins = contentsMargins();
    const QRect inner = rect.marginsRemoved(margins);
    int x = inner.x();
    int y = inner.y();
    int lineHeight = 0;
    QList<QLayoutItem*> line;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint().boundedTo({std::max(inner.width(), 1), QWIDGETSIZE_MAX});
        if (item->hasHeightForWidth()) // multi-line text gets a line of its own
            size = {inner.width(), item->heightForWidth(inner.width())};
        if (x > inner.x() && x + size.width() > inner.x() + inner.width()) {
            centre(line, lineHeight);
            line.clear();
            x = inner.x();
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        if (forReal) {
            item->setGeometry(QRect(QPoint(x, y), size));
            line += item;
        }
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    centre(line, lineHeight);
    return y + lineHeight - rect.y() + margins.bottom();
}

} // namespace lab
