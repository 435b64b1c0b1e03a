// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a number stands, in words.
#pragma once

#include "core/analysis/diagnosis/naming.h"
#include "core/experiment/said.h"
#include "core/experiment/stage.h"

namespace lab {

/// "row 2 (“is”)": a row or a column of a stage as the notation shows it, with its token.
Said line_words(const Experiment& experiment, Axis axis, bool is_row, Index index, const Naming& naming);

/// What is said of a cell besides its row and column.
struct CellNaming {
    bool has_tokens = true; ///< rows and columns are those of the stage, and so have its tokens
    bool has_head = false;  ///< the head is said
};

/// "row 2 (“is”), column 1 (“sky”)".
Said cell_words(const Experiment& experiment, const CellRef& cell, const CellNaming& says,
                const Naming& naming);

} // namespace lab
