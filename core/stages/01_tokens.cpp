// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/01_tokens.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <utility>

namespace lab {

namespace {

/// The code point at `at`, which moves on to the next; negative where the bytes are no UTF-8.
UChar32 next_code_point(const std::string& text, std::int32_t& at) {
    UChar32 code_point = 0;
    // ICU's macro narrows integers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
    U8_NEXT(text.data(), at, static_cast<std::int32_t>(text.size()), code_point);
#pragma GCC diagnostic pop
    return code_point;
}

} // namespace

std::vector<std::string> whitespace_tokens(const std::string& text) {
    std::vector<std::string> tokens;
    std::string token;
    const auto finish = [&] {
        if (!token.empty())
            tokens.push_back(std::exchange(token, {}));
    };
    const auto length = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < length;) {
        const std::int32_t start = at;
        const UChar32 code_point = next_code_point(text, at);
        if (code_point >= 0 && u_isUWhiteSpace(code_point))
            finish();
        else
            token.append(text, static_cast<std::size_t>(start), static_cast<std::size_t>(at - start));
    }
    finish();
    return tokens;
}

Sequence make_sequence(std::string text) {
    std::vector<std::string> tokens = whitespace_tokens(text);
    return {std::move(text), std::move(tokens)};
}

} // namespace lab
