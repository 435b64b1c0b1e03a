// SPDX-License-Identifier: GPL-3.0-or-later
//
// What may stand before and after the matrix in a formula.
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// Behind white space, comments and spacing commands.
std::size_t after_latex_space(std::string_view text, std::size_t from);

/// The command or character at an offset, for an error.
std::string_view latex_word(std::string_view text, std::size_t at);

/// The error for what stands at an offset.
Error latex_error(std::string_view text, std::size_t at, std::string expected);

/// The name in "\begin{pmatrix}" and the offset behind it, if `command` stands there.
struct LatexName {
    std::string_view name;
    std::size_t end = 0;
};
std::optional<LatexName> latex_name(std::string_view text, std::size_t at, std::string_view command);

struct LatexOpening {
    std::string environment;          ///< of the matrix
    std::size_t end = 0;              ///< behind its "\begin{…}"
    std::vector<std::string> closers; ///< what closes the open constructs around it, the next one last
};

/// From the beginning to the matrix: dollar signs and environments of a displayed formula, \left, \boxed and
/// braces. Before the last "=" or "\approx" anything may stand, such as "A = \mathrm{softmax}(S)"; behind
/// it nothing that would change the matrix.
Result<LatexOpening> latex_opening(std::string_view text);

/// Why what stands behind the matrix may not stand there; nullopt if all is closed, and nothing is left but
/// a full stop, a label or a tag.
std::optional<Error> latex_closing_problem(std::string_view text, std::size_t from,
                                           std::vector<std::string> closers);

} // namespace lab
