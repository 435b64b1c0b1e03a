// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other numbers for the document that is asked about.
#pragma once

#include "core/base/types.h"
#include "core/experiment/experiment.h"

#include <QString>

#include <cstdint>

namespace lab {

struct NewNumbers {
    Experiment experiment;
    QString names; ///< of the parameters that were drawn
};

/// Draws the parameters that were drawn at random again, from a seed; if none was, all weights, or what takes
/// their place.
Result<NewNumbers> newNumbers(Experiment experiment, std::uint64_t seed);

} // namespace lab
