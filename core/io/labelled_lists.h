// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows in brackets with a name before each, as a loop prints them: "the [0.25 0.75]".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The text with blanks in place of the names, if each of its lines, at least two, is a word, a text in
/// quotation marks or the number of the row, from 0 or 1, perhaps a colon, and a row: "[…]", "tensor([…])" or
/// "array([…])". Python's braces around all of them go, too: "{'the': [0.25, 0.75], …}".
std::optional<std::string> without_row_names(std::string_view text);

} // namespace lab
