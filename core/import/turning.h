// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights of a file that are stored the other way than their names say.
#pragma once

#include "core/import/import_plan.h"

#include <cstddef>
#include <optional>

namespace lab {

/// Whether an array of the plan holds weights, or Q, K or V themselves: what can be turned round.
bool is_turnable(const ImportPlan& plan, std::size_t array);

/// The choices with that array read the other way round: alone if the shapes allow it, otherwise together
/// with all others that can be turned. nullopt if the shapes forbid both. `plan` must be of these arrays and
/// choices.
std::optional<ImportChoices> turned_round(const NamedArrays& arrays, const ImportPlan& plan,
                                          const ImportChoices& choices, std::size_t array);

} // namespace lab
