// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of diagnoses share: experiments to make mistakes in, and what can be told from numbers.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/io/printed_array.h"
#include "tests/support/oracle.h"
#include "tests/support/random_experiments.h"

#include <cstddef>
#include <vector>

namespace lab::test {

/// All examples and golden documents that are not empty, and small enough for the Oracle.
std::vector<Experiment> shipped_experiments();

/// Six tokens, so that weights have 36 cells, none of which is almost 0 or 1.
Experiment six_tokens(bool causal = false);

/// Whether the matrices are the same for a diagnosis.
bool is_alike(const Matrix& a, const Matrix& b);

/// Nothing but numbers that say nothing: not finite, or 0.
bool is_mute(const Matrix& numbers);

/// Whether the numbers depend on how sums were rounded: infinities, or scores divided by a sum that is 0 but
/// for rounding.
bool depends_on_rounding(const Experiment& e, const Oracle& oracle);

/// A stage that the experiment has, and a head.
Asked any_asked(RandomExperiments& random, const Experiment& e);

/// Numbers as they are read where they are printed with so many decimals.
PrintedArray printed(const Matrix& numbers, int decimals);

/// How many different magnitudes there are, of numbers that are neither 0 nor 1.
std::size_t telling_numbers(const Matrix& numbers);

} // namespace lab::test
