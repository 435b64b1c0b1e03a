// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON text as our files hold it.
#pragma once

#include "core/types.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace lab {

/// Reads JSON and refuses what would lose something silently, a key that stands twice in one object or a
/// number out of a double's range, what is nested absurdly deep, and what takes more than 2 GiB. The error's
/// place is a line and a column, or a path of keys.
Result<nlohmann::ordered_json> parse_json(const std::string& text);

/// A finite number as JSON text: the shortest form that reads back exactly, as a double.
std::string json_number(double value);

/// A matrix of finite numbers, as an array of its rows.
nlohmann::ordered_json rows_json(const Matrix& matrix);

/// Writes JSON for people: indented, but an array of numbers and texts on one line; numbers in the shortest
/// form that reads back exactly. Ends with a line break.
std::string to_text(const nlohmann::ordered_json& json);

} // namespace lab
