// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operations of a matrix's menu that take more than one line of algebra.
#pragma once

#include "core/experiment/parameter.h"

namespace lab {

/// Every row scaled to length 1; rows of zeros are unchanged.
Matrix with_unit_rows(const Matrix& matrix);

/// Every number rounded to that many decimals.
Matrix rounded(const Matrix& matrix, int decimals);

/// The experiment with a parameter, or one head's block of it, replaced by a matrix of any shape that the
/// experiment can adapt to: dependent sizes follow, see with_sizes(). The number of tokens (distinct ones for
/// E) cannot change, and the columns of a whole matrix are shared by its heads. The parameter must exist, and
/// may_hold() the numbers. Fails, with the parameter's name as place, if no sizes allow the shape or the
/// machine has no room for them.
Result<Experiment> with_matrix(const Experiment& experiment, ParameterId id, const Matrix& matrix,
                               std::optional<HeadIndex> head);

} // namespace lab
