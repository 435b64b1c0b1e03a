// SPDX-License-Identifier: GPL-3.0-or-later
//
// Some heads of many.
#pragma once

#include "core/experiment/experiment.h"

#include <vector>

namespace lab {

/// The experiment with these heads alone, in this order, each once: their columns of queries, keys and
/// values, their rows of W_O, their sinks and added scores. Key/value heads that several of them share stay
/// shared if each is shared by as many; otherwise each head gets its own. They must exist, the projection
/// must not be `identity`, and there must be no overrides.
Experiment with_heads_kept(const Experiment& experiment, const std::vector<HeadIndex>& heads);

} // namespace lab
