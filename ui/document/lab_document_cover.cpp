// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of the document is covered.
#include "core/experiment/masks.h"
#include "ui/document/lab_document.h"

#include <algorithm>
#include <cmath>

namespace lab {

void LabDocument::coverCells(const StageBlock& block) {
    if (refusesDuringFit())
        return;
    m_cover.add(m_experiment, block);
    noteCover();
}

void LabDocument::coverCells(std::span<const StageBlock> blocks) {
    if (refusesDuringFit())
        return;
    m_cover.add(m_experiment, blocks);
    noteCover();
}

/// Unless a step that is played asks for what it would open. False: refused.
bool LabDocument::setCover(const Cover& next) {
    const QString reason = m_played ? m_played->whyLocked(m_cover, next) : QString();
    if (!reason.isEmpty()) {
        emit locked(reason);
        return false;
    }
    m_cover = next;
    noteCover();
    return true;
}

void LabDocument::openAnswered(const std::optional<StageBlock>& answered,
                               std::vector<StageBlock> stillAsked) {
    m_played->setAsked(std::move(stillAsked));
    if (!answered)
        return;
    Cover next = m_cover;
    next.open(m_experiment, {&*answered, 1});
    if (m_played->whyLocked(m_cover, next).isEmpty())
        setCover(next);
}

void LabDocument::openCell(const CellRef& cell) {
    if (!m_cover.covers(cell))
        return;
    Cover next = m_cover;
    next.open(m_experiment, cell);
    setCover(next);
}

void LabDocument::openCells(std::span<const StageBlock> blocks) {
    Cover next = m_cover;
    next.open(m_experiment, blocks);
    setCover(next);
}

void LabDocument::restoreCover(const Cover& before) {
    Cover next = m_cover;
    next.restore(m_experiment, before);
    setCover(next);
}

bool LabDocument::closeLast() {
    Cover next = m_cover;
    return next.closeLast(m_experiment) && setCover(next);
}

void LabDocument::uncover(StageId stage, HeadIndex head) {
    Cover next = m_cover;
    next.remove(m_experiment, stage, head);
    setCover(next);
}

void LabDocument::uncover() {
    if (m_cover.isEmpty())
        return;
    Cover next = m_cover;
    next.clear();
    setCover(next);
}

/// A lesson asks for numbers itself.
void LabDocument::setExercise(bool exercise) {
    if (m_played)
        return;
    const bool was = m_cover.isExercise();
    m_cover.setExercise(exercise);
    if (m_cover.isExercise() != was)
        noteCover();
}

void LabDocument::cover(const std::vector<StageBlock>& blocks) {
    if (blocks.empty())
        return uncover();
    if (refusesDuringFit())
        return;
    Cover next = m_cover;
    next.replace(m_experiment, blocks);
    setCover(next);
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
