// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step's `allow` may name: parameters, as they are called in the document, and four groups of
// settings.
#pragma once

#include <string>
#include <string_view>

namespace lab {

inline constexpr std::string_view allow_sentence = "sentence", allow_options = "options", allow_mask = "mask",
                                  allow_overrides = "overrides";

bool is_allow_name(std::string_view name);
/// "E, X, …, sentence, options, mask, overrides"
std::string allow_names();

} // namespace lab
