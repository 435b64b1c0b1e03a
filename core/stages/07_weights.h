// SPDX-License-Identifier: GPL-3.0-or-later
//
// masked scores → attention weights.
#pragma once

#include "core/experiment.h"

namespace lab {

/// Whole rows of masked scores turned into weights, of which there are as many. s are the row's visible
/// scores; all but `sum` read s/τ in their place.
///
///   softmax        exp(s − max s), divided by their sum; the shift keeps it from overflowing, and what is
///                  below 1e−307 of the largest is 0
///   softmax_naive  exp(s), divided by their sum: from 710 on it overflows, and shows it
///   sum            s, divided by their sum, whatever its sign
///   sparsemax      max(s − t, 0), t such that they sum to 1: the projection onto the simplex (Martins and
///                  Astudillo 2016, algorithm 1)
///
/// A hidden key (−∞) weighs exactly 0, and a row whose keys are all hidden has weights of 0. A NaN or +∞
/// among a row's visible scores makes its visible weights NaN; beyond that IEEE arithmetic stands.
void weights(ConstMatrixRef masked_scores, const Normalization& normalization, MatrixRef weights);

/// The t of a sparsemax over finite scores, of which the largest is 0.
double sparsemax_threshold(std::vector<double> scores);

} // namespace lab
