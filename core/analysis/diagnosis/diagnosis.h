// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody's numbers are where that is the question: which stage, and where a single number stands.
#pragma once

#include "core/analysis/diagnosis/claim.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

/// What an array is.
struct Identified {
    /// Every stage and head that it is, in whichever arrangement; if it is none, with one mistake, which each
    /// has as its only claim. Stages in order of computation, a single matrix with each head.
    std::vector<Diagnosis> as;
    /// If there are none: the stage and head that most of its cells are, as it should be or with one mistake,
    /// as `asked` and `near`.
    std::optional<Diagnosis> nearly;
};

/// nullopt if it was stopped.
std::optional<Identified> what_is_this(const Experiment& experiment, const PrintedArray& given,
                                       const std::stop_token& stop = {});

/// Where a single number stands: cells in order, first of the stage and head asked for, then of the others.
struct Places {
    std::vector<CellRef> cells;     ///< at most most_places
    Index count = 0;                ///< of all such cells
    bool may_be_chance = true;      ///< a number as rough as this one may be in the document by chance
    std::optional<CellRef> nearest; ///< of the stage and head asked for, if no cell has the number
    double nearest_number = 0;
};
inline constexpr std::size_t most_places = 20;

/// The cells that are within half of the number's last digit, or a millionth of it; a sink's share is a cell
/// of the weights (is_sink_share()). nullopt if it was stopped.
std::optional<Places> where_is(const Experiment& experiment, const Asked& asked, double number,
                               double last_digit, const std::stop_token& stop = {});

} // namespace lab
