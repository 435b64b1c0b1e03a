// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of a card and of its cells.
#include "core/experiment/overrides.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/explore/about_popup.h"
#include "ui/pages/explore/norm_controls.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"

#include <QContextMenuEvent>
#include <QMenu>

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

void StageCard::showMenu(const QPoint& where, std::optional<StoredCell> cell) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::optional<StoredCell> meant = cell ? cell : currentCell();
    if (isOfTheDocument())
        emit menuMade(menu, m_id, meant ? cellAt(*meant) : std::nullopt);
    if (cell)
        addCellActions(*menu, *cell);
    if (m_id == StageId::queries || m_id == StageId::keys)
        addNormMenu(*menu, m_document);
    addCoverActions(*menu, m_document, m_selection, {m_id, head(), meant, isOfTheDocument()},
                    [this](const StageBlock& block) { emit coverRequested(block); });
    menu->addAction(tr("What is this?"), this, [this, where] { showAbout(where); });
    menu->addAction(m_allCards && m_allCards->isVisible() ? tr("All cards") : tr("This card alone"), this,
                    [this] { emit aloneRequested(m_id); });
    QAction* check = menu->addAction(tr("Check my numbers…"), this, [this] { emit checkRequested(m_id); });
    check->setEnabled(!m_document.played()); // a lesson asks for numbers itself
    menu->addAction(tr("Save as figure…"), this, [this] { emit exportRequested(m_id); });
    menu->addAction(tr("Copy as picture"), this, [this] { emit copyRequested(m_id); });
    menu->addAction(tr("Save numbers…"), this, [this] { emit numbersRequested(m_id); });
    menu->popup(where);
}

void StageCard::showAbout(const QPoint& where) {
    const Experiment& experiment = m_document.experiment();
    (new AboutPopup(stageTitle(experiment, m_id, head()), stageAbout(experiment, m_id), m_theme, this))
        ->openAt(where);
}

} // namespace lab
