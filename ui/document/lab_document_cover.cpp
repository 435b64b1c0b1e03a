// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of the document is covered.
#include "core/experiment/masks.h"
#include "ui/document/lab_document.h"

#include <algorithm>
#include <cmath>

namespace lab {

void LabDocument::coverCells(const StageBlock& block) {
    m_cover.add(m_experiment, block);
    noteCover();
}

void LabDocument::coverCells(std::span<const StageBlock> blocks) {
    m_cover.add(m_experiment, blocks);
    noteCover();
}

void LabDocument::openCell(const CellRef& cell) {
    if (!m_cover.covers(cell))
        return;
    m_cover.open(m_experiment, cell);
    noteCover();
}

void LabDocument::openCells(std::span<const StageBlock> blocks) {
    m_cover.open(m_experiment, blocks);
    noteCover();
}

void LabDocument::restoreCover(const Cover& before) {
    m_cover.restore(m_experiment, before);
    noteCover();
}

bool LabDocument::closeLast() {
    if (!m_cover.closeLast(m_experiment))
        return false;
    noteCover();
    return true;
}

void LabDocument::uncover(StageId stage, HeadIndex head) {
    m_cover.remove(m_experiment, stage, head);
    noteCover();
}

void LabDocument::uncover() {
    if (m_cover.isEmpty())
        return;
    m_cover.clear();
    noteCover();
}

void LabDocument::setExercise(bool exercise) {
    const bool was = m_cover.isExercise();
    m_cover.setExercise(exercise);
    if (m_cover.isExercise() != was)
        noteCover();
}

void LabDocument::cover(const std::vector<StageBlock>& blocks) {
    if (blocks.empty())
        return uncover();
    m_cover.replace(m_experiment, blocks);
    noteCover();
}

std::optional<double> LabDocument::numberUnder(const CellRef& cell) {
    const StageView view = m_computation.view(cell.stage, cell.head);
    const bool isThere =
        view.matrix && !view.stale && cell.row < view.matrix->rows() && cell.column < view.matrix->cols();
    return isThere ? std::optional((*view.matrix)(cell.row, cell.column)) : std::nullopt;
}

bool LabDocument::isHidden(const CellRef& cell) {
    if (cell.stage != StageId::masked_scores && !holds_weights(cell.stage))
        return false;
    const auto score = numberUnder({StageId::masked_scores, cell.head, cell.row, cell.column});
    return score && is_hidden(*score);
}

void LabDocument::noteCover() {
    emit coverChanged();
    emit computed();
}

std::optional<std::vector<double>> LabDocument::numbersUnderCover() {
    std::vector<double> numbers;
    for (const auto& [stage, head, block] : m_cover.left()) {
        const StageView view = m_computation.view(stage, head);
        if (!view.matrix || view.stale || block.row + block.rows > view.matrix->rows() ||
            block.column + block.columns > view.matrix->cols())
            return std::nullopt;
        for (const double number :
             view.matrix->block(block.row, block.column, block.rows, block.columns).reshaped()) {
            if (std::isfinite(number) && number != 0)
                numbers.push_back(number);
        }
    }
    std::ranges::sort(numbers);
    return numbers;
}

} // namespace lab
