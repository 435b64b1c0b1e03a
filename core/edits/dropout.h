// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights that are dropped at random, or not.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>

namespace lab {

/// The experiment with that dropout, or without. Overrides of weights after dropout go with it.
Experiment with_dropout(const Experiment& experiment, std::optional<Dropout> dropout);

} // namespace lab
