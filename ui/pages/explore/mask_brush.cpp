// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/mask_brush.h"

#include "core/edits/masks.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/setting_texts.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

Block united(const Block& a, const Block& b) {
    const Index row = std::min(a.row, b.row);
    const Index column = std::min(a.column, b.column);
    return {row, column, std::max(a.row + a.rows, b.row + b.rows) - row,
            std::max(a.column + a.columns, b.column + b.columns) - column};
}

} // namespace

MaskBrush::MaskBrush(LabDocument& document, StageCard& card, QObject* parent)
    : QObject(parent), m_document(document), m_card(card), m_heatmap(card.heatmap()) {
    m_heatmap.installEventFilter(this);
    // The stroke ends with its preview, whatever ended that.
    connect(&document, &LabDocument::previewEnded, this, [this] { m_stroke.reset(); });
    connect(&document, &LabDocument::fileChanged, this, [this] { setOn(false); });
}

void MaskBrush::setOn(bool on) {
    if (std::exchange(m_on, on) == on)
        return;
    if (m_stroke)
        m_document.commitPreview();
    if (on) {
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

bool MaskBrush::eventFilter(QObject* watched, QEvent* event) {
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
bool MaskBrush::filterWindow(QEvent& event) {
    const bool key = event.type() == QEvent::KeyPress || event.type() == QEvent::ShortcutOverride;
    if (!key || commandOf(KeyContext::painting, static_cast<QKeyEvent&>(event)) != KeyCommand::cancel ||
        !m_card.isVisible())
        return false;
    if (event.type() == QEvent::KeyPress)
        setOn(false);
    event.accept();
    return true;
}

bool MaskBrush::filterKey(const QKeyEvent& event) {
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

bool MaskBrush::press(const QMouseEvent& event) {
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
void MaskBrush::drag(const QMouseEvent& event) {
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
        previewVisibility(m_document, m_stroke->before, m_stroke->painted.front(), m_stroke->shows);
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

/// Cells that other rules hide cannot be shown here, but a stroke that begins on them hides nothing either.
void MaskBrush::begin(const Block& cells) {
    m_document.commitPreview();
    m_stroke = Stroke{m_document.experiment(), cells, cells, isPainted(cells) || isHidden(cells), {}};
    paint(cells);
}

void MaskBrush::paint(const Block& cells) {
    m_stroke->painted.push_back(cells);
    previewVisibility(m_document, m_document.experiment(), cells, m_stroke->shows);
}

void MaskBrush::finish() {
    const Stroke stroke = *std::exchange(m_stroke, std::nullopt);
    m_document.commitPreview();
    if (!stroke.shows)
        return;
    const Experiment& experiment = m_document.experiment();
    for (const Block& cells : stroke.painted) {
        if (!isHidden(cells))
            continue;
        const bool one = cells.rows == 1 && cells.columns == 1;
        emit messageRequested(
            one ? tr("%1 is still hidden: %2")
                      .arg(cellPlace(experiment, {StageId::masked_scores, 0, cells.row, cells.column}),
                           hiddenBy(experiment.mask, first_positions(experiment), cells.row, cells.column))
                : tr("These cells are hidden by other mask rules"));
        return;
    }
}

bool MaskBrush::isHidden(const Block& cells) const {
    const Experiment& experiment = m_document.experiment();
    for (Index row = cells.row; row < cells.row + cells.rows; ++row) {
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            if (hiding_rules(experiment, row, column).empty())
                return false;
        }
    }
    return true;
}

bool MaskBrush::isPainted(const Block& cells) const {
    const MatrixPtr& custom = m_document.experiment().mask.custom;
    return custom && (custom->block(cells.row, cells.column, cells.rows, cells.columns).array() == 0).all();
}

} // namespace lab
