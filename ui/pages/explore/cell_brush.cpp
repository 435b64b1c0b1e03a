// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/cell_brush.h"

#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

Block united(const Block& a, const Block& b) {
    const Index row = std::min(a.row, b.row);
    const Index column = std::min(a.column, b.column);
    return {row, column, std::max(a.row + a.rows, b.row + b.rows) - row,
            std::max(a.column + a.columns, b.column + b.columns) - column};
}

} // namespace

CellBrush::CellBrush(LabDocument& document, StageCard& card, Paint paint, QObject* parent)
    : QObject(parent), m_document(document), m_card(card), m_heatmap(card.heatmap()),
      m_paint(std::move(paint)) {
    m_heatmap.installEventFilter(this);
    // The stroke ends with its preview, whatever ended that.
    connect(&document, &LabDocument::previewEnded, this, [this] { m_stroke.reset(); });
    connect(&document, &LabDocument::fileChanged, this, [this] { setOn(false); });
    // Another step of a lesson, or the document itself again, which nobody has begun to paint on.
    connect(&document, &LabDocument::playedChanged, this, [this] { setOn(false); });
}

void CellBrush::setOn(bool on) {
    if (std::exchange(m_on, on) == on)
        return;
    if (m_stroke)
        m_document.commitPreview();
    if (on) {
        for (CellBrush* other : m_card.window()->findChildren<CellBrush*>()) {
            if (other != this)
                other->setOn(false);
        }
        m_card.window()->installEventFilter(this); // for Escape, wherever the focus has gone
        m_heatmap.setCursor(Qt::CrossCursor);
        m_heatmap.setFocus(); // so that the keys reach the brush
        emit messageRequested(
            tr("Painting: click or drag over cells, or names of rows and columns; Escape ends it"));
    } else {
        m_card.window()->removeEventFilter(this);
        m_heatmap.unsetCursor();
    }
    emit toggled(on);
}

bool CellBrush::eventFilter(QObject* watched, QEvent* event) {
    if (!m_on)
        return false;
    if (watched != &m_heatmap)
        return filterWindow(*event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        if (m_stroke)
            drag(*static_cast<QMouseEvent*>(event));
        return m_stroke.has_value();
    case QEvent::MouseButtonRelease:
        if (!m_stroke)
            return false;
        finish();
        return true;
    case QEvent::ShortcutOverride:
        takesEscape(event); // it cancels the stroke, or else turns the brush off
        return false;
    case QEvent::KeyPress:
        return filterKey(*static_cast<QKeyEvent*>(event));
    default:
        return false;
    }
}

/// Escape that no other widget wants ends painting. The window gets other events too, some while the card is
/// already being destroyed.
bool CellBrush::filterWindow(QEvent& event) {
    const bool key = event.type() == QEvent::KeyPress || event.type() == QEvent::ShortcutOverride;
    if (!key || commandOf(KeyContext::painting, static_cast<QKeyEvent&>(event)) != KeyCommand::cancel ||
        !m_card.isVisible())
        return false;
    if (event.type() == QEvent::KeyPress)
        setOn(false);
    event.accept();
    return true;
}

bool CellBrush::filterKey(const QKeyEvent& event) {
    const auto command = commandOf(KeyContext::painting, event);
    if (!command)
        return false;
    if (command == KeyCommand::cancel) {
        if (m_stroke)
            m_document.cancelPreview();
        else
            setOn(false);
        return true;
    }
    const StoredCell cursor = m_heatmap.cursor();
    if (!m_card.cellAt(cursor) || m_stroke)
        return true;
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const bool row = bool(event.modifiers() & (mapping.transposed ? Qt::ControlModifier : Qt::ShiftModifier));
    const bool column =
        bool(event.modifiers() & (mapping.transposed ? Qt::ShiftModifier : Qt::ControlModifier));
    begin({column ? 0 : cursor.row, row ? 0 : cursor.column, column ? mapping.rows : 1,
           row ? mapping.columns : 1});
    finish();
    return true;
}

bool CellBrush::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || m_stroke)
        return false;
    const auto cell = m_heatmap.cellAt(event.position());
    const auto named = m_heatmap.cellsNamedAt(event.position());
    if (!m_card.cellAt({0, 0}))
        return true; // the matrix still shows other tokens
    if (cell) {
        m_heatmap.setCursorCell(*cell);
        begin({cell->row, cell->column});
    } else if (named) {
        begin(*named);
    }
    return cell || named;
}

/// Paints the whole line from the last cell: mouse events do not report every cell in between.
void CellBrush::drag(const QMouseEvent& event) {
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const Block& first = m_stroke->first;
    // Outside the matrix, the brush stays at its edge.
    const QRectF cells =
        m_heatmap.cellRect({0, 0}).united(m_heatmap.cellRect({mapping.rows - 1, mapping.columns - 1}));
    const QRectF seen = cells.intersected(m_heatmap.axisRect()->rect());
    const auto cell = m_heatmap.cellAt({std::clamp(event.position().x(), seen.left() + 1, seen.right() - 1),
                                        std::clamp(event.position().y(), seen.top() + 1, seen.bottom() - 1)});
    if (!cell)
        return;
    Block here{cell->row, cell->column};
    if (first.columns > 1 && first.columns == mapping.columns)
        here = {cell->row, 0, 1, mapping.columns};
    else if (first.rows > 1 && first.rows == mapping.rows)
        here = {0, cell->column, mapping.rows, 1};
    if (here == m_stroke->last)
        return;
    const Block from = std::exchange(m_stroke->last, here);
    if (event.modifiers() & Qt::ShiftModifier) {
        m_stroke->painted = {united(first, here)};
        m_paint.preview(m_stroke->before, m_stroke->painted.front(), m_stroke->takesAway);
        return;
    }
    const Index steps = std::max(std::abs(here.row - from.row), std::abs(here.column - from.column));
    for (Index step = 1; step <= steps; ++step) {
        const auto between = [&](Index a, Index b) {
            return a + static_cast<Index>(std::lround(double(b - a) * double(step) / double(steps)));
        };
        paint({between(from.row, here.row), between(from.column, here.column), here.rows, here.columns});
    }
}

void CellBrush::begin(const Block& cells) {
    m_document.commitPreview();
    m_stroke = Stroke{m_document.experiment(), cells, cells, m_paint.takesAway(cells), {}};
    paint(cells);
}

void CellBrush::paint(const Block& cells) {
    m_stroke->painted.push_back(cells);
    m_paint.preview(m_document.experiment(), cells, m_stroke->takesAway);
}

void CellBrush::finish() {
    const Stroke stroke = *std::exchange(m_stroke, std::nullopt);
    m_document.commitPreview();
    if (const QString remark = m_paint.remark(stroke.painted, stroke.takesAway); !remark.isEmpty())
        emit messageRequested(remark);
}

} // namespace lab
