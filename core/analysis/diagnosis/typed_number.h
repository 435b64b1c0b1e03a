// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a single number is that somebody has typed for a cell and that is not the cell's.
#pragma once

#include "core/analysis/diagnosis/mistaken_trace.h"

#include <optional>
#include <vector>

namespace lab {

/// What gives a wrong number.
struct NumberMistake {
    std::optional<Mistake> mistake; ///< in the calculation; absent: it is a right number of other cells
    std::vector<CellRef> cells;     ///< those: all in one column or row of the same stage, or elsewhere
};

class TypedNumbers {
public:
    /// The experiment must be valid and have tokens.
    explicit TypedNumbers(const Experiment& experiment);

    /// Whether the questions below take a few hundredths of a second at most.
    static bool are_quick(const Experiment& experiment);

    /// What the cell would be if it were computed from numbers as cards show them, with the decimals that the
    /// document chooses, if any: from those that its stage reads, or from queries, keys and values; with
    /// parameters as they are and as they are shown. Not for a sink's share.
    std::vector<double> from_shown(const CellRef& cell, std::optional<int> decimals);

    /// What is left of 1 for a weight if the others of its row are as cards show them, each way of showing
    /// them. Empty for other numbers; where the row does not add up to 1, as with a sink, a sigmoid or an
    /// override; and where the roundings add up to so much that the rest says little.
    std::vector<double> from_rest_of_row(const CellRef& cell, std::optional<int> decimals);

    /// The one mistake, of those that a diagnosis knows, that gives the number to its last digit; mistakes
    /// that give the same numbers in the whole stage count as the first of them, and so do mistakes in the
    /// same step that give the same number here: no mask, and one on weights that are not normalised again.
    /// nullopt if none does or more than one. Before all of them come those that are made most often: a
    /// turned sign, and for a weight the score of the same cell. Not for a sink's share.
    std::optional<NumberMistake> mistake_of(const CellRef& cell, double number, double last_digit);
    /// The mistakes in the calculation that it tries for a cell.
    static std::vector<Mistake> tried(const Experiment& experiment, const CellRef& cell);

private:
    Matrix computed_from(const Experiment& experiment, const CellRef& cell, const Block& at,
                         bool from_queries, bool brief, std::optional<int> decimals);
    std::optional<NumberMistake> most_usual(const CellRef& cell, double number, double last_digit);
    std::vector<NumberMistake> elsewhere(const CellRef& cell, double number, double last_digit,
                                         const std::vector<Matrix>& mistaken);

    Experiment m_experiment;
    MistakenTrace m_right;
};

} // namespace lab
