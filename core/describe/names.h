// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of cells in explanations, using the words of the sentence and the document's notation.
#pragma once

#include "core/describe/explanation.h"
#include "core/engine/stage_rows.h"

namespace lab {

/// The label of an index along an axis: the token, with its position if it occurs more than once, or the
/// number of a feature. Here and below, `first` is what the first one counts as.
std::string axis_label(const Experiment& experiment, Axis axis, Index index, Index first = first_in_window);
/// The same in a sentence: "“sky”", "“the” (3)", "feature 2".
Said label_in_sentence(const Experiment& experiment, Axis axis, Index index);

/// "“blue” → “sky”", "“sky”, feature 1", "“blue” → the sink".
Said cell_place(const Experiment& experiment, const CellRef& cell);

/// The symbol for a stage's cells in formulas: "Q", "A", "scaled".
std::string symbol_of(StageId stage);
/// "Queries, head 2"; no head if there is only one.
Said stage_label(const Experiment& experiment, StageId stage, HeadIndex head);
/// "sky,1": row and column of a cell, in the document's notation.
std::string index_of(const Experiment& experiment, const CellRef& cell, Index first = first_in_window);

/// The symbol for a parameter's numbers in formulas: "W_Q", "P" for positions, "X_rows" for given inputs,
/// which are not yet X.
std::string symbol_of(ParameterId id);
/// The number that a cell of the inputs is computed from, before its position is added: of the vector of its
/// token, or of its given row.
ParameterCell vector_of(const Experiment& experiment, const CellRef& cell);

Operand operand_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell,
                   Index first = first_in_window);
Operand operand_of(const Experiment& experiment, const ParameterCell& cell, Index first = first_in_window);

/// The number that is a head's sink. There must be one.
ParameterCell sink_cell(const Experiment& experiment, HeadIndex head);

/// The added score of a pair of tokens, which must have one: `cell` is of any stage with a number a pair.
ParameterCell added_cell(const Experiment& experiment, const CellRef& cell);

/// What queries, keys or values are computed from: weights and bias, or the given matrix.
struct ProjectionNames {
    ParameterId weights, bias, given;
};
ProjectionNames projection_of(StageId stage);

/// "“sky”".
Said in_quotes(const std::string& token);
/// "the largest", "the second largest", "the 4th largest", "the smallest" of `count` numbers; rank 0 is the
/// largest.
Said rank_words(Index rank, Index count);

} // namespace lab
