// SPDX-License-Identifier: GPL-3.0-or-later
//
// The header of a .safetensors file, which describes its tensors.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// A tensor, as the header describes it.
struct TensorEntry {
    std::string name;
    std::string type; ///< "F32"
    std::vector<std::size_t> shape;
    std::uint64_t begin = 0, end = 0; ///< bytes of the data, from its beginning
};

/// The tensors of a header, in its order, without `__metadata__`, which must map texts to texts. Fails on
/// anything else than an object of objects with exactly dtype, shape and data_offsets, on keys that stand
/// twice, on more than 100,000 tensors, and on a text or spaces of more than 16 MB. Takes little more memory
/// than the names.
Result<std::vector<TensorEntry>> read_safetensors_header(std::string_view text);

} // namespace lab
