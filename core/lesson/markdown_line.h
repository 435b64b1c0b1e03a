// SPDX-License-Identifier: GPL-3.0-or-later
//
// What single lines of a Markdown text are, as far as it can be told without reading the whole.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lab {

/// The first line of a text with its line break, LF, CR LF or CR. The text must not be empty.
std::string_view first_line(std::string_view text);

bool is_space_or_tab(char c);
/// Three or more of one sign and nothing else: a line across the page, and no list.
bool is_rule(std::string_view line);
/// How many characters the sign of an item has that a text begins with, "-" or "12."; 0 if it begins with
/// none.
std::size_t item_sign(std::string_view text);

/// Follows the lines of a text and says which of them are code between fences, "```" or "~~~".
class CodeFences {
public:
    enum class Line {
        text,
        opening, ///< the fence above the code; signs of list items may stand before it
        inside,
        closing,
    };
    /// What the next line is.
    Line next(std::string_view line);

private:
    struct Fence {
        char sign = '`';
        std::size_t length = 0;
        std::size_t indentation = 0;
        std::size_t item_column = 0; ///< where the text of the item begins on whose line it is; 0: none
        bool is_quoted = false;
    };
    static std::optional<Fence> opened_by(std::string_view line);

    std::optional<Fence> m_open;
};

} // namespace lab
