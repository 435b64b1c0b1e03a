// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which stages somebody's array may be, by what people call them, or which parameter.
#pragma once

#include "core/experiment/stage.h"
#include "core/io/document_arrays.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lab {

/// The stages that an array of this name may be, likeliest first, among those that the experiment computes:
/// "scaled_scores", "Q", "attn_weights". Upper case, spaces, hyphens and underscores do not count, nor does
/// "my" or "self" in front. Empty if no stage is called that.
std::vector<StageId> stages_called(const Experiment& experiment, std::string_view name);

/// The document's array of exactly that name, but for stages and texts; nullopt if it has none.
std::optional<DocumentArray> parameter_called(const Experiment& experiment, std::string_view name);

} // namespace lab
