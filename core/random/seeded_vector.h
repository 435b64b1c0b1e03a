// SPDX-License-Identifier: GPL-3.0-or-later
//
// Default numbers for words that the user has not given any.
#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <string_view>

namespace lab {

/// Fowler–Noll–Vo hash, variant 1a, 64 bits: of these bytes, or of what has that hash and these bytes.
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t before = 0xcbf29ce484222325);

/// A pure function of its arguments, the same on every machine: FNV-1a (64 bits) over the seed's eight bytes,
/// lowest first, and the bytes of `name`. The lowest 32 bits of the hash seed NumPy's generator, which draws
/// `size` normal values.
RowVector seeded_vector(std::uint64_t seed, std::string_view name, Index size);

/// The default vector of a token, and the default row of the learned position table: a pure function of the
/// document's seed, the token or the position, and d_model.
RowVector seeded_token(const Embedding& embedding, const std::string& token);
RowVector seeded_position(const Embedding& embedding, Index position);

} // namespace lab
