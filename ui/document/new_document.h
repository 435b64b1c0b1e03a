// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment.h"

namespace lab {

/// A document to begin with: no sentence yet, four features a token, one head, and weights of two decimals
/// that are the same every time.
Experiment newDocument();

} // namespace lab
