// SPDX-License-Identifier: GPL-3.0-or-later
//
// tokens → X, what the heads read.
#pragma once

#include "core/experiment.h"

namespace lab {

/// X (n_q, d_model): row i is the vector of token i. Every token has one.
Matrix inputs(const std::vector<std::string>& tokens, const Embedding& embedding);

} // namespace lab
