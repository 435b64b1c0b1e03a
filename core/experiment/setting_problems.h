// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks everything in an experiment that is neither its tokens nor a parameter of the projection.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <vector>

namespace lab {

/// Problems of the scores, the mask, the normalisation and dropout, in this order; `file` is empty. What
/// depends on d_k is not checked if it is unknown.
std::vector<Error> setting_problems(const Experiment& experiment, std::optional<Index> d_k);

} // namespace lab
