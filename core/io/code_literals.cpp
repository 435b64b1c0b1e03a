// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/code_literals.h"

#include "core/base/text_position.h"
#include "core/base/types.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::string_view code_space = " \t\r\n", code_digits = "0123456789";

bool is_in_code_name(char c) {
    return is_letter(c) || is_decimal_digit(c) || c == '_';
}

std::size_t code_name_end(std::string_view text, std::size_t from) {
    while (from < text.size() && is_in_code_name(text[from]))
        ++from;
    return from;
}

/// Behind "[]", "[2]" or "[,]", any number of them.
std::size_t array_marks_end(std::string_view text, std::size_t from) {
    while (text.substr(from).starts_with('[')) {
        const std::size_t close = text.find_first_not_of("0123456789,", from + 1);
        if (close == std::string_view::npos || text[close] != ']')
            break;
        from = close + 1;
    }
    return from;
}

bool opens_at(std::string_view text, std::size_t at, std::string_view brackets) {
    return at < text.size() && brackets.find(text[at]) != std::string_view::npos;
}

std::size_t behind_space(std::string_view text, std::size_t from) {
    return std::min(text.find_first_not_of(code_space, from), text.size());
}

} // namespace

std::size_t declaration_end(std::string_view text, std::size_t from) {
    constexpr std::size_t longest = 120;
    const std::size_t equals = text.substr(from, longest).find('=');
    if (equals == std::string_view::npos ||
        !opens_at(text, from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        return from;
    const std::string_view declared = text.substr(from, equals);
    const bool has_types = declared.find('<') != std::string_view::npos;
    std::size_t open = 0;
    const bool is_declared = std::ranges::all_of(declared, [&](char c) {
        open = c == '[' ? open + 1 : c == ']' && open > 0 ? open - 1 : open;
        return is_in_code_name(c) || std::string_view(" \t:<>[]*&").find(c) != std::string_view::npos ||
               (has_types && c == ',') || (open > 0 && c == ';'); // "[[f64; 2]; 2]"
    });
    const std::size_t value = behind_space(text, from + equals + 1);
    const bool has_array = opens_at(text, value, "[{") || literal_type_length(text, value) > 0 ||
                           opens_at(text, code_name_end(text, value), "(.");
    return is_declared && has_array ? value : from;
}

bool has_rows_by_semicolons(std::string_view text) {
    bool is_comment = false, has_semicolon = false;
    for (const char c : text) {
        is_comment = c != '\n' && (is_comment || c == '#');
        has_semicolon = has_semicolon || (c == ';' && !is_comment);
    }
    return has_semicolon && text.find('[') != std::string_view::npos;
}

std::size_t literal_type_length(std::string_view text, std::size_t from) {
    if (opens_at(text, from, "&") && opens_at(text, from + 1, "["))
        return 1;
    constexpr std::string_view new_array = "new ";
    const bool is_new = text.substr(from).starts_with(new_array);
    // Go: "[][]float64{".
    const std::size_t marks = array_marks_end(text, from);
    const std::size_t name = code_name_end(text, marks);
    if (marks > from && name > marks && opens_at(text, name, "{"))
        return name - from;
    const std::size_t begin = from + (is_new ? new_array.size() : 0);
    const std::size_t end = code_name_end(text, begin);
    if (end == begin || is_decimal_digit(text[begin]))
        return 0;
    // Java and C#: "new float[2][2] {".
    const std::size_t brace = behind_space(text, array_marks_end(text, end));
    if (is_new && opens_at(text, brace, "{"))
        return brace - from;
    // Rust: "vec![".
    if (opens_at(text, end, "!") && opens_at(text, end + 1, "["))
        return end + 1 - from;
    // JavaScript, which prints a length: "Float32Array(2) [".
    const std::size_t close =
        std::min(text.find_first_not_of(code_digits, std::min(end + 1, text.size())), text.size());
    const std::size_t list = behind_space(text, close + 1);
    const bool has_length = opens_at(text, end, "(") && close > end + 1 && opens_at(text, close, ")");
    return has_length && text.substr(begin, end - begin).ends_with("Array") && opens_at(text, list, "[")
               ? list - from
               : 0;
}

} // namespace lab
