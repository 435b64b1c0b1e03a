// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/wanted_painter.h"

#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

WantedPainter::WantedPainter(MatrixHeatmap& heatmap, std::function<bool()> begins, QObject* parent)
    : QObject(parent), m_heatmap(heatmap), m_begins(std::move(begins)) {
    m_heatmap.installEventFilter(this);
    m_heatmap.setCursor(Qt::CrossCursor);
}

void WantedPainter::cancel() {
    if (std::exchange(m_last, std::nullopt))
        emit cancelled();
}

void WantedPainter::setOn(bool on) {
    m_isOn = on;
    if (!on)
        cancel();
    m_heatmap.setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
}

bool WantedPainter::eventFilter(QObject* /*watched*/, QEvent* event) {
    if (!m_isOn)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        if (m_last)
            drag(*static_cast<QMouseEvent*>(event));
        return m_last.has_value();
    case QEvent::MouseButtonRelease:
        if (!m_last || static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
            return m_last.has_value();
        finish();
        return true;
    case QEvent::Hide:
        cancel();
        return false;
    case QEvent::ShortcutOverride:
        if (m_last)
            takesEscape(event);
        return false;
    case QEvent::KeyPress:
        return filterKey(*static_cast<QKeyEvent*>(event));
    default:
        return false;
    }
}

bool WantedPainter::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || m_last)
        return m_last.has_value();
    if (const auto cell = m_heatmap.cellAt(event.position())) {
        m_heatmap.setFocus(Qt::MouseFocusReason);
        m_heatmap.setCursorCell(*cell);
        begin({cell->row, cell->column});
        return true;
    }
    const auto named = m_heatmap.cellsNamedAt(event.position());
    if (named)
        begin(*named);
    return named.has_value();
}

/// Over the whole line from the last cell: mouse events do not report every cell in between.
void WantedPainter::drag(const QMouseEvent& event) {
    const Block from = *m_last;
    if (from.rows > 1 || from.columns > 1)
        return; // a whole row or column
    const auto cell = m_heatmap.cellAt(event.position());
    if (!cell || (cell->row == from.row && cell->column == from.column))
        return;
    const Index steps = std::max(std::abs(cell->row - from.row), std::abs(cell->column - from.column));
    for (Index step = 1; step <= steps; ++step) {
        const auto between = [&](Index a, Index b) {
            return a + static_cast<Index>(std::lround(double(b - a) * double(step) / double(steps)));
        };
        m_last = Block{between(from.row, cell->row), between(from.column, cell->column)};
        emit extended(*m_last);
    }
}

bool WantedPainter::filterKey(const QKeyEvent& event) {
    const auto command = commandOf(KeyContext::painting, event);
    if (!command)
        return false;
    if (command == KeyCommand::cancel) {
        const bool paints = m_last.has_value();
        cancel();
        return paints;
    }
    const StoredCell cursor = m_heatmap.cursor();
    if (!m_last && m_heatmap.isAtCursor() && m_heatmap.content().matrix && m_heatmap.content().has(cursor) &&
        begin({cursor.row, cursor.column}))
        finish();
    return true;
}

bool WantedPainter::begin(const Block& cells) {
    if (!m_begins())
        return false;
    m_last = cells;
    emit begun(cells);
    return true;
}

void WantedPainter::finish() {
    m_last.reset();
    emit finished();
}

} // namespace lab
