// SPDX-License-Identifier: GPL-3.0-or-later
//
// What cells are called in explanations, with the words of the sentence and in the notation of the document.
#pragma once

#include "core/explain/explain.h"
#include "core/explain/stage_rows.h"

namespace lab {

/// What stands along an axis at an index: the token, with its place where there are several of its kind, or
/// the number of a feature, from 1.
std::string axis_label(const Experiment& experiment, Axis axis, Index index);
/// The same in a sentence: "“sky”", "“the” (3)", "feature 2".
std::string end_text(const Experiment& experiment, Axis axis, Index index);

/// "Q", "A", "scaled": what a stage's cells are called in formulas.
std::string symbol_of(StageId stage);
/// "Queries, head 2", without the head where there is one alone.
std::string stage_text(const Experiment& experiment, StageId stage, HeadIndex head);
/// "sky,1": row and column of a cell, in the document's notation.
std::string index_of(const Experiment& experiment, const CellRef& cell);

Operand operand_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell);
Operand operand_of(const Experiment& experiment, const ParameterCell& cell);

/// What queries, keys or values are made from: weights and bias, or the matrix that is given.
struct ProjectionNames {
    ParameterId weights, bias, given;
};
ProjectionNames projection_of(StageId stage);
/// Which stage's rows they are made from.
StageId inputs_of(const Experiment& experiment, StageId stage);

/// What holds the keys of a query as the document shows it: "row" or "column".
std::string line_word(const Experiment& experiment);
/// "“sky”".
std::string in_quotes(const std::string& token);
/// "the largest", "the second largest", "the 4th largest", "the smallest" of a row or the like of `count`; 0
/// is the largest.
std::string rank_text(Index rank, Index count);

} // namespace lab
