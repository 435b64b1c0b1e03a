// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists of rotary frequencies as models make them from the base: one for each pair of columns that turns, in
// radians from one position to the next.
#pragma once

#include "core/experiment/experiment.h"

#include <vector>

namespace lab {

/// base^(−2t/width) for pair t.
std::vector<double> frequencies_of_base(const Experiment& experiment);

/// Those of the base divided by `factor`, above 0: positions are pressed together (Chen et al. 2023,
/// "Extending Context Window of Large Language Models via Positional Interpolation").
std::vector<double> linear_frequencies(const Experiment& experiment, double factor);

/// As Llama 3.1 makes them for texts eight times as long as those it was first trained on, of 8192 tokens:
/// pairs that turn at least four times within 8192 positions stay, those that do not turn once are slowed
/// down by 8, and those between by something between (Grattafiori et al. 2024).
std::vector<double> llama_frequencies(const Experiment& experiment);

} // namespace lab
