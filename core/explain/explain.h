// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a computed number came about, as data: which numbers it was made from, in which steps, in words.
#pragma once

#include "core/formula.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// A number that another is made from.
struct Operand {
    std::string symbol; ///< "V", "W_Q"; "cos θ" where it is no number of a matrix
    std::string index;  ///< "sky,1" or "1,2", in the document's notation; empty where there is none
    double value = 0;
    std::optional<Source> source; ///< none where it is no number of a matrix
};

/// A product that is added to a sum.
struct Term {
    std::string name; ///< what it stands for in the sum: "d1", "sky", "bias"
    std::vector<Operand> factors;
    double value = 0; ///< their product
    double sum = 0;   ///< of the terms up to this one
};

/// A key's part in a row of weights.
struct Share {
    std::string key;    ///< the token
    Operand score;      ///< the masked score
    double reduced = 0; ///< what the normaliser reads of it: divided by the temperature, and shifted
    double part = 0;    ///< what is divided by the sum of all parts, which is 1 for a sparsemax
    double weight = 0;
    bool left_out = false; ///< the score is −∞, so that it weighs 0
    bool hidden = false;   ///< left out because something hides the key; else its −∞ is an overflow
};

enum class ExplanationKind {
    sum,        ///< of `terms`
    copy,       ///< `terms` holds the one number that is taken as it is
    mask,       ///< `terms` holds the scaled score; `words` which rules hide the key, or that none does
    normalizer, ///< of `shares`
    fixed,      ///< by hand, whatever is computed
};

struct ExplanationStep {
    ExplanationKind kind = ExplanationKind::sum;
    StageId stage = StageId::inputs; ///< whose number it is
    std::string title;               ///< "Compare query and key"
    std::string symbol, index;       ///< of the result, as in Operand
    std::vector<Term> terms;
    std::vector<Share> shares; ///< of every key, in order
    Index own_share = 0;       ///< which of them the result is
    double shift = 0;  ///< what a normaliser takes off every score: the maximum, or sparsemax's threshold
    double total = 0;  ///< of all parts
    std::string words; ///< what is to be known of it besides
    double result = 0;
    bool rounding = false; ///< the result is what rounding left of 0: see is_rounding()
    Formula rule;          ///< with the names of the numbers: Q_sky,1 = X_sky,1 (W_Q)_1,1 + …
    Formula numbers;       ///< the right side of it with the numbers; an empty row where there are none
};

struct Explanation {
    CellRef cell;
    double value = 0;
    bool rounding = false; ///< the value is what rounding left of 0: see is_rounding()
    std::string stage;     ///< "Attention weights, head 2"
    std::string place;     ///< "“blue” → “sky”"
    /// "“blue” gives 34.4 % of its attention to “sky”, the third largest share of its row".
    std::string words;
    /// In order, as chain_to() has them; the last one's result is the value.
    std::vector<ExplanationStep> steps;
};

/// Gives the matrix of a stage and head, as later stages see it.
using StageMatrix = std::function<const Matrix&(StageId, HeadIndex)>;

/// How a cell came about. The experiment is free of problems (validate()) and has tokens, and computes the
/// stage; the cell is in it. `matrix` knows the stages that operands() names; of other ones, which say where
/// a number that is not finite began, it may give an empty one.
Explanation explain(const Experiment& experiment, const StageMatrix& matrix, const CellRef& cell);

/// Whether a computed cell is what rounding left of 0: a sum whose terms cancel, or what was made from one
/// alone. `matrix` knows what it reads; of what that was made from it may give an empty one.
bool is_rounding(const Experiment& experiment, const StageMatrix& matrix, const CellRef& cell);

/// The cells that the steps of an explanation are about: the cell itself, and before it those that it merely
/// carries on. A pair of tokens has its score, and what becomes of it; a number that is copied comes with the
/// one that it is copied from.
std::vector<CellRef> chain_to(const Experiment& experiment, const CellRef& cell);

/// "“blue” → “sky”", "“sky”, feature 1".
std::string place_text(const Experiment& experiment, const CellRef& cell);

/// Where the numbers of the steps stand: the cells and parameters that the cell was computed from, each once.
std::vector<Source> sources(const Explanation& explanation);

/// What a step's operands lead to, computed once more from them alone: terms added in order, shares divided.
double recombined(const ExplanationStep& step);

} // namespace lab
