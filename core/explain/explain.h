// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a computed number came about, as data: which numbers it was made from, in which steps, in words.
#pragma once

#include "core/parameter.h"
#include "core/stage.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab {

/// A number of a parameter, named; as stored.
struct ParameterCell {
    ParameterId id = ParameterId::E;
    Index row = 0, column = 0;
    bool operator==(const ParameterCell&) const = default;
};

/// Where a number stands.
using Source = std::variant<CellRef, ParameterCell>;

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
    Operand score;      ///< the masked score
    double reduced = 0; ///< what the normaliser reads of it: divided by the temperature, and shifted
    double part = 0;    ///< what is divided by the sum of all parts, which is 1 for a sparsemax
    double weight = 0;
    bool hidden = false;
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
};

struct Explanation {
    CellRef cell;
    double value = 0;
    std::string title; ///< "Attention weight, head 2: “blue” → “sky”"
    /// "“blue” gives 34.4 % of its attention to “sky”, the third largest share of its row".
    std::string words;
    /// In order; the last one's result is the value. A cell between scores and weights has those before it
    /// too.
    std::vector<ExplanationStep> steps;
};

/// Gives the matrix of a stage and head, as later stages see it.
using StageMatrix = std::function<const Matrix&(StageId, HeadIndex)>;

/// How a cell came about. The experiment is free of problems (validate()) and has tokens, and computes the
/// stage; the cell is in it.
Explanation explain(const Experiment& experiment, const StageMatrix& matrix, const CellRef& cell);

/// Where the numbers of the steps stand: the cells and parameters that the cell was computed from, each once.
std::vector<Source> sources(const Explanation& explanation);

/// What a step's operands lead to, computed once more from them alone: terms added in order, shares divided.
double recombined(const ExplanationStep& step);

} // namespace lab
