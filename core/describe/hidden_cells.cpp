// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/hidden_cells.h"

#include "core/experiment/masks.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr std::array scores_in_order{StageId::scores, StageId::scaled_scores, StageId::masked_scores};
constexpr Index rows_a_pass = 64; // little memory for many tokens

/// The cells of `scores` that are −∞, which begin in that row.
void add_hidden(ConstMatrixRef scores, Index first_row, CellSet& hidden) {
    for (Index i = 0; i < scores.rows(); ++i) {
        for (Index j = 0; j < scores.cols(); ++j) {
            if (is_hidden(scores(i, j)))
                hidden.add(first_row + i, j);
        }
    }
}

} // namespace

HiddenCells::HiddenCells(const Experiment& experiment, const std::optional<NumberAt>& free)
    : m_experiment(experiment), m_overrides(experiment), m_free(free) {
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        if (head > 0 && experiment.scores.additive.size() <= 1) { // as of the first head
            m_scaled.push_back(m_scaled.front());
            m_masked.push_back(m_masked.front());
        } else {
            add_rules(head);
        }
    }
    for (HeadIndex head = 0; head < experiment.heads.count; ++head)
        correct(head);
}

PlaceSet HiddenCells::visible(HeadIndex head, Index query) const {
    const CellSet& hidden = *m_masked[at(head)];
    PlaceSet keys(hidden.columns());
    keys.add_all();
    keys.remove(hidden.row(query));
    return keys;
}

/// What the mask and the added scores hide.
void HiddenCells::add_rules(HeadIndex head) {
    const Dimensions d = dimensions(m_experiment);
    const Matrix* added = added_scores(m_experiment.scores, head);
    auto scaled = added ? std::make_shared<CellSet>(d.n_q, d.n_k) : nullptr;
    auto masked = std::make_shared<CellSet>(d.n_q, d.n_k);
    for (Index row = 0; row < d.n_q; row += rows_a_pass) {
        const Block at{row, 0, std::min(rows_a_pass, d.n_q - row), d.n_k};
        Matrix scores = Matrix::Zero(at.rows, at.columns);
        if (added) {
            scores = added->middleRows(at.row, at.rows);
            add_hidden(scores, row, *scaled);
        }
        Matrix after(at.rows, at.columns);
        masked_scores(scores, m_experiment.mask, first_positions(m_experiment), at, after);
        add_hidden(after, row, *masked);
    }
    m_scaled.push_back(std::move(scaled));
    m_masked.push_back(std::move(masked));
}

/// The value of a cell of a stage: as computed, overridden, or any finite number where it may be any.
double HiddenCells::replaced(const CellRef& cell, double computed) const {
    const Override* own = m_overrides.find(cell);
    if (m_free == NumberAt(cell))
        return 0;
    return own ? own->value : computed;
}

/// Cells with overrides, and the one that is free.
void HiddenCells::correct(HeadIndex head) {
    std::vector<std::pair<Index, Index>> cells;
    for (const StageId stage : scores_in_order) {
        for (const Override* each : m_overrides.of(stage, head))
            cells.emplace_back(each->row, each->column);
    }
    const Dimensions d = dimensions(m_experiment);
    const auto* number = m_free ? std::get_if<ParameterCell>(&*m_free) : nullptr;
    const bool is_added = number && number->id == ParameterId::additive;
    if (is_added && (m_experiment.scores.additive.size() == 1 || number->column / d.n_k == head))
        cells.emplace_back(number->row, number->column % d.n_k);
    const auto* cell = m_free ? std::get_if<CellRef>(&*m_free) : nullptr;
    if (cell && cell->head == head &&
        std::ranges::find(scores_in_order, cell->stage) != scores_in_order.end())
        cells.emplace_back(cell->row, cell->column);
    if (cells.empty())
        return;
    auto scaled_cells = m_scaled[at(head)] ? std::make_shared<CellSet>(*m_scaled[at(head)])
                                           : std::make_shared<CellSet>(d.n_q, d.n_k);
    auto masked_cells = std::make_shared<CellSet>(*m_masked[at(head)]);
    const FirstPositions first = first_positions(m_experiment);
    for (const auto& [row, column] : cells) {
        const Block at{row, column, 1, 1};
        Matrix score(1, 1), scaled(1, 1), masked(1, 1);
        score(0, 0) = replaced({StageId::scores, head, row, column}, 0);
        scaled_scores(score, m_experiment.scores, d.d_k, head, d.H, first, at, scaled);
        if (is_added && number->row == row && number->column % d.n_k == column)
            scaled(0, 0) = 0;
        scaled(0, 0) = replaced({StageId::scaled_scores, head, row, column}, scaled(0, 0));
        masked_scores(scaled, m_experiment.mask, first, at, masked);
        masked(0, 0) = replaced({StageId::masked_scores, head, row, column}, masked(0, 0));
        is_hidden(scaled(0, 0)) ? scaled_cells->add(row, column) : scaled_cells->remove(row, column);
        is_hidden(masked(0, 0)) ? masked_cells->add(row, column) : masked_cells->remove(row, column);
    }
    m_scaled[at(head)] = std::move(scaled_cells);
    m_masked[at(head)] = std::move(masked_cells);
}

} // namespace lab
