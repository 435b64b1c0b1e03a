// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which array of a file holds what, as somebody says it: "W_Q=layer.query.kernel:transposed".
#pragma once

#include "core/base/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace lab {

struct ArrayChoice {
    /// What it holds: a name of array_roles(); several if they stand side by side in equal parts.
    std::vector<std::string> roles;
    std::string array;
    bool transposed = false; ///< stored outputs × inputs
};

/// "W_Q" and the other parameters that a file may hold, "tokens", and "weights" and "scores" for attention
/// alone.
const std::vector<std::string>& array_roles();

/// Splits "ROLE=NAME", "ROLE=NAME:transposed" or "W_Q,W_K,W_V=NAME". Fails without a name, and on roles that
/// there are not.
Result<ArrayChoice> array_choice(std::string_view text);

} // namespace lab
