// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/dependency_highlighter.h"

#include "core/describe/dependent_cells.h"
#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

namespace lab {

DependencyHighlighter::DependencyHighlighter(const LabDocument& document, Selection& selection,
                                             QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection) {
    connect(&selection, &Selection::inspectedChanged, this, &DependencyHighlighter::update);
    connect(&selection, &Selection::hoveredChanged, this, &DependencyHighlighter::update);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (may_change_dependents(change))
            update();
    });
    connect(&document, &LabDocument::coverChanged, this, &DependencyHighlighter::update);
}

void DependencyHighlighter::update() {
    const Experiment& experiment = m_document.experiment();
    Linked linked;
    const auto link = [&](const CellRef& cell) {
        Operands made = operands(experiment, cell);
        linked.operands = std::move(made.stages);
        linked.parameters = std::move(made.parameters);
    };
    const auto isSecret = [&](const CellRef& cell) {
        return m_selection.asked() && m_document.cover().covers(cell);
    };
    if (is_empty(experiment)) {
        // There are no cells.
    } else if (m_selection.showsAskedOperands()) {
        link(*m_selection.asked());
    } else if (const auto& hovered = m_selection.hovered()) {
        if (!isSecret(*hovered))
            link(*hovered);
    } else if (const auto& number = m_selection.inspectedParameter()) {
        linked.parameters = {{number->id, {number->row, number->column, 1, 1}}};
        linked.dependents = dependents(experiment, *number);
    } else if (const auto& inspected = m_selection.inspected(); inspected && !isSecret(*inspected)) {
        link(*inspected);
        linked.dependents = dependents(experiment, *inspected);
    }
    m_selection.setLinked(std::move(linked));
}

} // namespace lab
