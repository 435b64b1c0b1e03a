// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a lesson: Markdown, with formulas between single dollars.
#pragma once

#include <string_view>
#include <vector>

namespace lab {

struct LessonRun {
    enum class Kind {
        markdown,
        code,    ///< as typed, with its backticks or fences; all dollars in it are dollars
        formula, ///< LaTeX, without its dollars
    };
    Kind kind = Kind::markdown;
    std::string_view text; ///< of the text that was split
    bool operator==(const LessonRun&) const = default;
};

/// Splits a text. Put together again, with a dollar before and after each formula, the runs are the text.
///
/// What is a formula is decided as Pandoc does: the first dollar is followed by no white space, the last one
/// preceded by none and followed by no digit, and both are in one paragraph, so that "$5 and $6" is money.
/// Dollars after a backslash and double ones begin and end nothing. Lines of a quote, items of a list and
/// headings count as paragraphs of their own.
std::vector<LessonRun> lesson_runs(std::string_view markdown);

} // namespace lab
