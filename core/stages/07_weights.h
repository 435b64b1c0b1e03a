// SPDX-License-Identifier: GPL-3.0-or-later
//
// masked scores → attention weights.
#pragma once

#include "core/experiment/experiment.h"

#include <functional>
#include <span>
#include <vector>

namespace lab {

/// Turns whole rows of masked scores of a head into as many rows of weights. s are the row's visible scores;
/// all but `sum` read s/τ instead.
///
///   softmax        exp(s − max s), divided by their sum; the shift prevents overflow, and anything below
///                  1e−307 of the largest is 0
///   softmax_naive  exp(s), divided by their sum: visibly overflows from 710 on
///   sum            s, divided by their sum, whatever its sign
///   sparsemax      max(s − t, 0), t such that they sum to 1: the projection onto the simplex (Martins and
///                  Astudillo 2016)
///   sigmoid        1 / (1 + exp(−(s + bias))), each alone (Ramapuram et al. 2024)
///
/// With a sink (Miller 2023, "Attention is off by one"; gpt-oss), both kinds of softmax add exp(sink) to the
/// sum, and the maximum is that of the scores and the sink, which is divided by τ, too.
///
/// A hidden key (−∞) has weight exactly 0, and a row whose keys are all hidden has weights of 0. A NaN or +∞
/// among a row's visible scores makes its visible weights NaN; otherwise IEEE arithmetic applies.
void weights(ConstMatrixRef masked_scores, const Normalization& normalization, HeadIndex head,
             MatrixRef weights);

/// Whether the way back needs no scores where all numbers are finite: softmax without a sink.
bool weights_suffice(const Normalization& normalization, HeadIndex head);

/// The way back for whole rows: `by` are derivatives by weights as computed, and become those by the masked
/// scores. Returns the derivative by the head's sink, 0 if none takes part. If weights_suffice(), reads
/// `weights`, the same rows, where `is_as_computed` says that no override is among them; elsewhere the rows
/// of masked scores, which are asked for once at most. A hidden key passes nothing on.
double weights_backwards(ConstMatrixRef weights, const std::vector<bool>& is_as_computed,
                         const std::function<ConstMatrixRef()>& masked_scores,
                         const Normalization& normalization, HeadIndex head, MatrixRef by);

/// What the head's sink takes of each row: exp(sink), divided by the sum that the row's weights are divided
/// by. Of a row whose keys are all hidden, all. Empty if no sink takes part.
std::vector<double> sink_shares(ConstMatrixRef masked_scores, const Normalization& normalization,
                                HeadIndex head);

/// Entropy of a row of weights in bits, −Σ a·log₂ a, where 0·log₂ 0 is 0: 0 if one key has all the weight,
/// log₂ n if n keys share it equally. NaN if the row is not a distribution: a weight is below 0 or not
/// finite, or the sum differs from 1 by more than 1e−9, as when all keys are hidden.
double entropy_bits(std::span<const double> weights);

} // namespace lab
