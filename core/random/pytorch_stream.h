// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch's random numbers by their place, so that a part of them can be drawn without those before it.
#pragma once

#include "core/random/pytorch_generator.h"

namespace lab {

/// The generator after torch.manual_seed(seed) and `place` numbers of fine_uniform(). States on the way are
/// kept for the seeds that were used last, one for 2¹⁶ numbers, so that places may be asked for in any order,
/// and from several threads.
PytorchGenerator generator_at(std::uint64_t seed, Index place);

} // namespace lab
