// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document from a file of named arrays.
#pragma once

#include "core/import/import_plan.h"

#include <string>
#include <vector>

namespace lab {

/// How many tokens a document gets if nothing says it.
inline constexpr Index tokens_by_default = 4;

/// Reads the arrays of a plan, which must be of this file and these choices. X and X_source become given
/// rows; without them the tokens get seeded vectors. Tokens are those of `choices`, or the array of texts, or
/// 1, 2, …: as many as X has rows, or tokens_by_default. What names do not tell (positions, masks, scale,
/// normaliser) is as in a new document.
///
/// Fails if an array cannot be read, if the number of tokens does not fit X, or if validate() rejects the
/// document. The error names the file and the array.
Result<Experiment> imported(const ImportPlan& plan, const NamedArrays& arrays, const ImportChoices& choices);

/// What was taken for what, what was not used, the heads, and what is still to be set; a line each.
std::vector<std::string> import_summary(const ImportPlan& plan);

} // namespace lab
