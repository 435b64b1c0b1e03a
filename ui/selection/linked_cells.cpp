// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/linked_cells.h"

#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

namespace lab {

LinkedCells::LinkedCells(const LabDocument& document, Selection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection) {
    connect(&selection, &Selection::heldChanged, this, &LinkedCells::update);
    connect(&selection, &Selection::hoveredChanged, this, &LinkedCells::update);
    connect(&document, &LabDocument::changed, this, &LinkedCells::update);
}

void LinkedCells::update() {
    const Experiment& experiment = m_document.experiment();
    Linked linked;
    const auto link = [&](const CellRef& cell) {
        Operands made = operands(experiment, cell);
        linked.operands = std::move(made.stages);
        linked.parameters = std::move(made.parameters);
    };
    if (is_empty(experiment)) {
        // There are no cells.
    } else if (const auto& hovered = m_selection.hovered()) {
        link(*hovered);
    } else if (const auto& number = m_selection.heldParameter()) {
        linked.parameters = {{number->id, {number->row, number->column, 1, 1}}};
        linked.dependents = dependents(experiment, *number);
    } else if (const auto& held = m_selection.held()) {
        link(*held);
        linked.dependents = dependents(experiment, *held);
    }
    m_selection.setLinked(std::move(linked));
}

} // namespace lab
