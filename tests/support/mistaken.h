// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers that somebody has after a mistake, by the Oracle.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/io/printed_array.h"
#include "tests/support/oracle.h"

#include <string>
#include <vector>

namespace lab::test {

/// A stage of the Oracle.
Matrix numbers_of(const Oracle& oracle, StageId stage, HeadIndex head);

/// The oracle with those of the mistakes that are made within the calculation.
Oracle mistaken_oracle(const Experiment& experiment, const std::vector<Mistake>& mistakes);

/// What is handed in of it: another stage, head, sign, or rows and columns exchanged.
Matrix handed_in(const Oracle& oracle, const Asked& asked, const std::vector<Mistake>& mistakes);

/// Numbers in full precision.
PrintedArray exactly(const Matrix& numbers);
/// All heads.
PrintedArray exactly(const std::vector<Matrix>& heads);

/// As printf prints them, in brackets: "[[0.25, -inf], [1.00, nan]]".
std::string bracketed(const Matrix& numbers, const char* format, int decimals);

/// "not_scaled + other_stage weights".
std::string names_of(const std::vector<Mistake>& mistakes);

} // namespace lab::test
