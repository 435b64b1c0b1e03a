// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_limits.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdio>

namespace lab {

namespace {

bool is_unseen(UChar32 code_point) {
    switch (u_charType(code_point)) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
    case U_SURROGATE:
        return true;
    default:
        return U_IS_UNICODE_NONCHAR(code_point);
    }
}

/// Whether a code point leaves a blank, or nothing, where it is drawn.
bool is_blank(UChar32 code_point) {
    constexpr UChar32 braille_blank = 0x2800; // a symbol to Unicode
    return is_unseen(code_point) || u_isUWhiteSpace(code_point) || code_point == braille_blank ||
           u_hasBinaryProperty(code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

/// Whether a code point joins or separates the letters on both sides of it.
bool is_joiner(UChar32 code_point) {
    return code_point == 0x200c || code_point == 0x200d;
}

/// Whether a code point chooses the form of the character before it: ❤ as a picture, a flag's letters.
bool chooses_form(UChar32 code_point) {
    return u_hasBinaryProperty(code_point, UCHAR_VARIATION_SELECTOR) ||
           (code_point >= 0xe0020 && code_point <= 0xe007f);
}

std::string escape(const char* format, unsigned number) {
    char text[16];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

std::string escaped(UChar32 code_point) {
    switch (code_point) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        break;
    }
    const auto number = static_cast<unsigned>(code_point);
    if (number < 0x80)
        return escape("\\x%02X", number);
    return number > 0xffff ? escape("\\U%08X", number) : escape("\\u%04X", number);
}

} // namespace

std::string grouped(std::size_t count) {
    std::string text = std::to_string(count);
    for (std::size_t end = text.size(); end > 3; end -= 3)
        text.insert(end - 3, ",");
    return text;
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most)
        return std::string(text);
    std::size_t head = most - most / 3;
    while (head > 0 && continues_character(text[head]))
        --head;
    std::size_t tail = text.size() - most / 3;
    while (tail < text.size() && continues_character(text[tail]))
        ++tail;
    const auto characters =
        text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
    return std::string(text.substr(0, head)) + " … (" + grouped(characters) + " characters) … " +
           std::string(text.substr(tail));
}

CodePoint first_code_point(std::string_view text) {
    CodePoint first;
    // ICU's macro narrows integers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
    U8_NEXT(text.data(), first.length, text.size(), first.value);
#pragma GCC diagnostic pop
    return first;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto [code_point, length] = first_code_point(text);
        if (code_point < 0) {
            out += escape("\\x%02X", static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
            continue;
        }
        out += is_unseen(code_point) ? escaped(code_point) : std::string(text.substr(0, length));
        text.remove_prefix(length);
    }
    return out;
}

std::string visible(std::string_view text) {
    const auto is_plain = [](char c) { return c > ' ' && c < '\x7f'; };
    if (std::ranges::all_of(text, is_plain)) // most are
        return std::string(text);
    const auto begins_visibly = [](std::string_view rest) {
        return !rest.empty() && !is_blank(first_code_point(rest).value);
    };
    std::string out;
    bool after_visible = false;
    while (!text.empty()) {
        const auto [code_point, length] = first_code_point(text);
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        const bool between = after_visible && begins_visibly(text);
        if (code_point < 0) {
            out += printable(character);
            after_visible = true;
        } else if (!is_blank(code_point)) {
            out += character;
            after_visible = true;
        } else if ((between && (code_point == ' ' || is_joiner(code_point))) ||
                   (after_visible && chooses_form(code_point))) {
            out += character;
            after_visible = chooses_form(code_point);
        } else {
            out += code_point == ' ' ? "␣" : escaped(code_point);
            after_visible = false;
        }
    }
    return out;
}

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

} // namespace lab
