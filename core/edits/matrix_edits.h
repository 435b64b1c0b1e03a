// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a matrix's menu does to its numbers, where one line of algebra does not say it.
#pragma once

#include "core/parameter.h"

namespace lab {

/// Every row divided by its length, so that it has length 1; a row of zeros stays.
Matrix with_unit_rows(const Matrix& matrix);

/// Every number rounded to that many decimals.
Matrix rounded(const Matrix& matrix, int decimals);

/// The experiment with a parameter, or the block of one head in it, replaced by a matrix of any shape that it
/// can follow in: what stands to the matrix gets the sizes that it asks for, see with_sizes(). Rows that are
/// tokens are as many as there are, for E the distinct ones, and the columns of a whole matrix are shared by
/// its heads; the parameter must be there, and the numbers be finite. Fails, the place being the parameter's
/// name, where no sizes make the shape possible, or none that the machine has room for.
Result<Experiment> with_matrix(const Experiment& experiment, ParameterId id, const Matrix& matrix,
                               std::optional<HeadIndex> head);

} // namespace lab
