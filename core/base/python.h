// SPDX-License-Identifier: GPL-3.0-or-later
//
// Python as text: literals, and what the parts of a line are.
#pragma once

#include "core/base/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// A float that reads back exactly. Numbers that are not finite are of `library`: "np.inf", "-torch.inf".
std::string number_literal(double value, std::string_view library);

/// A string in quotes, on one line.
std::string string_literal(std::string_view text);

/// "[1.0, 2.0]" behind `start`, such as "name = ", on several lines if one would be too long. All are
/// indented.
std::vector<std::string> list_literal(const std::vector<std::string>& items, std::size_t indent,
                                      std::string_view start = {});

enum class PythonKind { plain, keyword, number, string, comment, name };

/// A part of a line; what stands between words, such as blanks and operators, is plain.
struct PythonPiece {
    PythonKind kind;
    std::string_view text;
};

/// The parts of a line, which joined are the line. Knows the Python that exported programs are written in: no
/// string goes over several lines, and all are in double quotes.
std::vector<PythonPiece> pieces_of(std::string_view line);

} // namespace lab
