// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a number was computed, as data: its operands, the steps, and what to say about it
// (core/experiment/said.h). explain.h makes it.
#pragma once

#include "core/describe/formula.h"
#include "core/experiment/said.h"
#include "core/stages/08_dropped_weights.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// A number that another is computed from.
struct Operand {
    std::string symbol; ///< "V", "W_Q"; "cos θ" if it is not a matrix entry
    std::string index;  ///< "sky,1" or "1,2", in the document's notation; empty if there is none
    double value = 0;
    std::optional<Source> source; ///< absent if it is not a matrix entry
    bool divides = false;         ///< what stands before it in its product is divided by it
    /// The step whose result it is, among those of the same cell; absent if it is not computed on the way.
    std::optional<std::size_t> step = {};
};

enum class TermKind {
    plain,    ///< anything else
    distance, ///< the bias of ALiBi: minus the slope, times the distance
    added,    ///< an added score
};

/// A product that is one term of a sum.
struct Term {
    std::string name; ///< its label in the sum: "d1", "sky", "bias"
    TermKind kind = TermKind::plain;
    std::vector<Operand> factors;
    double value = 0; ///< their product (or quotient: Operand::divides)
    double sum = 0;   ///< of the terms so far, including this one
};

/// A key's or the sink's share of a row of weights.
struct Share {
    std::string key;    ///< the token, or "sink"
    Operand score;      ///< the masked score, or the sink's
    double reduced = 0; ///< the normaliser's input: divided by the temperature, and shifted
    double part = 0;    ///< the numerator; the denominator is the sum of all parts, which is 1 for sparsemax,
                        ///< and 1 for sigmoid, whatever their sum
    double weight = 0;
    bool left_out = false; ///< the score is −∞, so the weight is 0
    bool hidden = false;   ///< left out because the key is hidden; otherwise the −∞ is an overflow
};

/// A score that is capped: x becomes c·tanh(x/c).
struct Cap {
    double x = 0, c = 0;
};

enum class ExplanationKind {
    sum,        ///< of `terms`
    copy,       ///< `terms` holds the one number that is copied
    root,       ///< the square root of the sum of `terms`
    mask,       ///< `terms` holds the scaled score; `words` says which rules hide the key, if any
    normalizer, ///< of `shares`, and of the sink's
    dropout,    ///< `terms` holds the weight, `draw` what decides about it
    overridden, ///< whatever the computed value
};

/// What a step computes on the way to a cell of its stage.
enum class StepRole {
    result,     ///< the cell, or something on the way that needs no name
    projected,  ///< a query or a key before norm and rotation
    squares,    ///< the sum of the squares of its row
    divisor,    ///< what its row is divided by
    normalized, ///< divided by that
    rotated,
};

struct ExplanationStep {
    ExplanationKind kind = ExplanationKind::sum;
    StepRole role = StepRole::result;
    StageId stage = StageId::inputs; ///< of the result
    Index column = 0;                ///< of the cell that it leads to
    Said title;                      ///< "Compare query and key"
    std::string symbol, index;       ///< of the result, as in Operand
    std::vector<Term> terms;
    std::optional<Cap> cap;          ///< of the first term, if a softcap gives it
    std::vector<Share> shares;       ///< of every key, in order
    std::optional<Share> sink;       ///< beside them, if one takes part
    Index own_share = 0;             ///< index of the result's share; of the sink's, the number of keys
    bool each_alone = false;         ///< the parts are the weights: nothing is divided
    double shift = 0;                ///< subtracted from every score: the maximum, or sparsemax's threshold
    double total = 0;                ///< sum of all parts, the sink's too
    std::optional<DropoutDraw> draw; ///< of dropout
    std::vector<Said> words;         ///< additional remarks
    double result = 0;
    bool rounding = false; ///< the result is 0 within rounding: see is_zero_within_rounding()
    Formula rule;          ///< in symbols: Q_sky,1 = X_sky,1 (W_Q)_1,1 + …
    Formula numbers;       ///< the right-hand side in numbers; an empty row if there are none
};

struct Explanation {
    CellRef cell;
    Index first = first_in_window; ///< what the first head, row, column or position counts as in its names
    double value = 0;
    bool rounding = false; ///< the value is 0 within rounding: see is_zero_within_rounding()
    Said stage;            ///< "Attention weights, head 2"
    Said place;            ///< "“blue” → “sky”"
    /// "“blue” gives 34.4 % of its attention to “sky”, the third largest share of its row".
    Said words;
    /// In the order of chain_to(); the last one's result is the value.
    std::vector<ExplanationStep> steps;
};

/// Returns the matrix of a stage and head, as later stages see it.
using StageReader = std::function<const Matrix&(StageId, HeadIndex)>;

/// The share of a normaliser that is its result: of a key, or of the sink.
const Share& own_share(const ExplanationStep& step);

/// Where the numbers in the steps come from: the cells and parameters that the cell was computed from, each
/// once.
std::vector<Source> sources(const Explanation& explanation);

/// Recomputes a step's result from its operands alone: terms added in order, shares divided, roots taken.
double recombined(const ExplanationStep& step);

} // namespace lab
