// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_position.h"

#include "core/base/text_limits.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view replacement = "\xef\xbf\xbd";

/// The length of the character that begins with this byte; 0 if none does.
std::size_t announced_length(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    if (first < 0xe0)
        return 2;
    return first < 0xf0 ? 3 : 4;
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

} // namespace

std::string text_position(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i < offset; ++i) {
        const bool within_break = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !within_break)) {
            ++line;
            column = 1;
        } else if (!continues_character(text[i])) {
            ++column;
        }
    }
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::size_t character_length(std::string_view text) {
    if (text.empty())
        return 0;
    const std::size_t length = announced_length(static_cast<unsigned char>(text.front()));
    if (length == 0 || length > text.size())
        return 0;
    const std::string_view rest = text.substr(1, length - 1);
    return std::ranges::all_of(rest, continues_character) ? length : 0;
}

std::string quoted_excerpt(std::string_view piece) {
    constexpr std::size_t longest = 40;
    std::string out = "\"";
    while (!piece.empty() && out.size() <= longest) {
        const std::size_t length = character_length(piece);
        if (length == 0 || is_control(piece.front()))
            out += replacement;
        else
            out += piece.substr(0, length);
        piece.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out + (piece.empty() ? "\"" : "…\"");
}

std::string quoted_character_at(std::string_view text, std::size_t offset) {
    if (offset >= text.size())
        return "the end of the text";
    const std::string_view rest = text.substr(offset);
    return quoted_excerpt(rest.substr(0, std::max<std::size_t>(character_length(rest), 1)));
}

Result<std::string_view> without_mark(std::string_view text) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return Error{{}, "UTF-16 text", "UTF-8"};
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
    return text;
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(space), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(space) + 1);
}

} // namespace lab
