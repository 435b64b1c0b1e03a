// SPDX-License-Identifier: GPL-3.0-or-later
//
// the outputs of all heads → concatenation → Y.
#pragma once

#include "core/experiment.h"

#include <vector>

namespace lab {

/// (n_q, H·d_v): the heads side by side, in order. There is at least one.
Matrix concat(const std::vector<const Matrix*>& head_outputs);

/// Y = concat·W_O + b_O (n_q, d_out), or the concatenation itself where there is no W_O.
Matrix output(const Matrix& concat, const Projection& projection);

} // namespace lab
