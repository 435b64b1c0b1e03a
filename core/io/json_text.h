// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON text in the form our files use.
#pragma once

#include "core/base/types.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace lab {

/// Parses JSON. Rejects what would silently lose data, such as duplicate keys, numbers out of a double's
/// range and what comes after a NUL, as well as excessive nesting and input that takes more than 2 GiB. The
/// error's place is a line and a column, or a path of keys.
Result<nlohmann::ordered_json> parse_json(const std::string& text);

/// A finite number as JSON text: the shortest form that reads back exactly, as a double.
std::string json_number(double value);

/// A text as JSON: as it is, but with escapes where printable() has some, so that it can be printed and reads
/// back exactly.
std::string json_string(const std::string& text);

/// A matrix of numbers that are finite or −∞, as an array of its rows. −∞ is the text "-inf".
nlohmann::ordered_json rows_json(const Matrix& matrix);

/// The same as one binary value, which takes no JSON value a number. JSON text has no such value: it is there
/// only where this has put it. to_text() writes it as the rows.
nlohmann::ordered_json packed_rows(const Matrix& matrix);
/// The matrix that packed_rows() was given, of a binary value.
Matrix unpacked_rows(const nlohmann::ordered_json& packed);

/// Writes human-readable JSON: indented, but with an array of numbers and texts on one line, and numbers in
/// the shortest form that reads back exactly. Ends with a line break.
std::string to_text(const nlohmann::ordered_json& json);

} // namespace lab
