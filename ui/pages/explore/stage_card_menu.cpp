// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of a card and of its cells.
#include "core/overrides.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/exercise.h"
#include "ui/document/lab_document.h"
#include "ui/pages/explore/norm_controls.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QRandomGenerator>

namespace lab {

void StageCard::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKeyboard = event->reason() == QContextMenuEvent::Keyboard;
    std::optional<StoredCell> cell = m_heatmap->cellAt(m_heatmap->mapFrom(this, event->pos()));
    if (byKeyboard)
        cell = m_heatmap->hasFocus() ? std::optional(m_heatmap->cursor()) : std::nullopt;
    const QPoint where = byKeyboard && cell
                             ? m_heatmap->mapToGlobal(m_heatmap->cellRect(*cell).bottomLeft().toPoint())
                             : event->globalPos();
    showMenu(where, cell);
}

void StageCard::addCellActions(QMenu& menu, StoredCell cell) {
    const auto ref = cellAt(cell);
    if (!ref)
        return;
    if (m_document.cover().covers(*ref))
        return;
    const QString place = cellPlace(m_document.experiment(), *ref);
    menu.addAction(tr("Override %1…").arg(place), m_overrideEditor,
                   [this, cell] { m_overrideEditor->edit(cell); });
    if (override_of(m_document.experiment(), *ref))
        menu.addAction(tr("Remove override of %1").arg(place), this,
                       [this, ref] { removeOverride(m_document, *ref); });
    menu.addSeparator();
}

/// The cell that is inspected here, or that the keyboard is on, or was before it went on to this card's ⋯.
std::optional<StoredCell> StageCard::currentCell() const {
    const auto& inspected = m_selection.inspected();
    if (inspected && inspected->stage == m_id && inspected->head == head())
        return StoredCell{inspected->row, inspected->column};
    const QWidget* focused = window()->focusWidget();
    const bool isHere = focused && (focused == this || isAncestorOf(focused));
    return isHere && m_heatmap->hasCursor() ? std::optional(m_heatmap->cursor()) : std::nullopt;
}

/// An exercise about the cell, or the current one, or one that is drawn by lot, its row, or all.
void StageCard::addExerciseMenu(QMenu& menu, std::optional<StoredCell> cell) {
    const QString why =
        isOfTheDocument() ? whyNotAsked(m_document, m_id) : tr("The numbers are still being computed");
    if (!why.isEmpty()) {
        menu.addAction(tr("Ask me (%1)").arg(why.toLower()))->setEnabled(false);
        return;
    }
    const HeatmapMapping mapping = m_heatmap->content().mapping();
    if (!cell)
        cell = currentCell();
    const std::optional<StoredCell> line = cell;
    if (cell && m_heatmap->content().isSink(*cell))
        cell.reset(); // no cell that can be covered, but in a row
    QMenu* of = menu.addMenu(tr("Ask me"));
    const auto offer = [&](const QString& text, std::optional<StoredCell> where, auto blockOf) {
        of->addAction(text, this, [this, blockOf, where, mapping] {
            auto& lot = *QRandomGenerator::global();
            const StoredCell at = where.value_or(StoredCell{lot.bounded(static_cast<int>(mapping.rows)),
                                                            lot.bounded(static_cast<int>(mapping.columns))});
            if (m_selection.inspected() || m_selection.inspectedParameter())
                m_selection.clearInspected(); // what it frames would look like a hint
            ask(m_document, m_id, head(), blockOf(at));
        });
    };
    const bool transposed = m_heatmap->content().transposed;
    offer(cell ? tr("This cell") : tr("A cell"), cell, [](StoredCell at) {
        return Block{at.row, at.column, 1, 1};
    });
    offer(line ? (transposed ? tr("This column") : tr("This row"))
               : (transposed ? tr("A column") : tr("A row")),
          line, [mapping](StoredCell at) {
              return Block{at.row, 0, 1, mapping.columns};
          });
    offer(tr("The whole stage"), line, [mapping](StoredCell) {
        return Block{0, 0, mapping.rows, mapping.columns};
    });
    menu.addSeparator();
}

void StageCard::showMenu(const QPoint& where, std::optional<StoredCell> cell) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (cell)
        addCellActions(*menu, *cell);
    if (m_id == StageId::queries || m_id == StageId::keys)
        addNormMenu(*menu, m_document);
    addExerciseMenu(*menu, cell);
    menu->addAction(tr("Check my numbers…"), this, [this] { emit checkRequested(m_id); });
    menu->addAction(tr("Save as figure…"), this, [this] { emit exportRequested(m_id); });
    menu->addAction(tr("Copy as picture"), this, [this] { emit copyRequested(m_id); });
    menu->addAction(tr("Save numbers…"), this, [this] { emit numbersRequested(m_id); });
    menu->popup(where);
}

} // namespace lab
