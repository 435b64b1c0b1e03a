// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention that was computed elsewhere, without what it was computed from: weights, or scores, of a head or
// of each head, n_q × n_k or H × n_q × n_k. A document gives exactly these: queries and keys are zeros, and
// what is added to the scores is the scores themselves, or ln of the weights (−∞ where one is 0, which hides
// the cell).
#pragma once

#include "core/import/import_plan.h"

#include <optional>
#include <string>

namespace lab {

/// The family of a plan that takes the weights themselves, or scores as they enter the softmax.
const WeightFamily& captured_weights();
const WeightFamily& captured_scores();
inline bool is_captured(const WeightFamily& family) {
    return family.storage == Storage::captured;
}

struct CapturedArray {
    const ArrayInfo* array = nullptr;
    const WeightFamily* family = nullptr;
};

/// The arrays below the prefix, if any, whose names say that they hold attention: "attentions",
/// "attn_scores", alone or after a full stop or a slash, or with the number of a layer, "attentions_0".
/// Weights come before scores. Without one, the only array of numbers if it has as many rows as columns or a
/// matrix for each head: weights. A prefix that is an array's whole name means that array alone.
std::vector<CapturedArray> captured_arrays(const NamedArrays& arrays,
                                           const std::optional<std::string>& prefix);

/// The one of the lowest number, where all differ by the number at the end of their names alone.
std::optional<CapturedArray> first_of_series(const std::vector<CapturedArray>& found);

/// The array that the choices name as weights or as scores, alone; nullopt if they name none. It must be
/// there.
std::optional<CapturedArray> chosen_captured(const NamedArrays& arrays,
                                             const std::vector<ArrayChoice>& choices);

/// Weights as what is added to the scores. Fails on what is not from 0 to 1, and on rows whose sum is farther
/// from 1 than the rounding of small types makes it; `head` is for the message.
Result<Matrix> added_for_weights(const Matrix& weights, Index head);

} // namespace lab
