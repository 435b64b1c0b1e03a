// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/01_tokens.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace lab {

namespace {

/// The code point at `at`, which advances to the next; negative if the bytes are not UTF-8.
UChar32 next_code_point(std::string_view text, std::int32_t& at) {
    UChar32 code_point = 0;
    // ICU's macro narrows integers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
    U8_NEXT(text.data(), at, static_cast<std::int32_t>(text.size()), code_point);
#pragma GCC diagnostic pop
    return code_point;
}

bool is_white_space(UChar32 code_point) {
    return code_point >= 0 && u_isUWhiteSpace(code_point);
}

std::vector<std::string> between_white_space(const std::string& text) {
    std::vector<std::string> tokens;
    std::string token;
    const auto finish = [&] {
        if (!token.empty())
            tokens.push_back(std::exchange(token, {}));
    };
    const auto length = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < length;) {
        const std::int32_t start = at;
        if (is_white_space(next_code_point(text, at)))
            finish();
        else
            token.append(text, static_cast<std::size_t>(start), static_cast<std::size_t>(at - start));
    }
    finish();
    return tokens;
}

bool is_all_white_space(std::string_view text) {
    const auto length = static_cast<std::int32_t>(text.size());
    for (std::int32_t at = 0; at < length;) {
        if (!is_white_space(next_code_point(text, at)))
            return false;
    }
    return true;
}

/// ICU's data is bundled with it, so no user input should cause an error other than running out of memory.
void require_success(UErrorCode status) {
    if (status == U_MEMORY_ALLOCATION_ERROR)
        throw std::bad_alloc();
    if (U_FAILURE(status))
        throw std::runtime_error(std::string("text segmentation: ") + u_errorName(status));
}

/// The pieces between ICU's boundaries, without those that are only white space.
std::vector<std::string> segments(const std::string& text, UBreakIteratorType type) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UText, decltype(&utext_close)> utf8(
        utext_openUTF8(nullptr, text.data(), static_cast<std::int64_t>(text.size()), &status), utext_close);
    // The root locale, so that a document has the same tokens on every machine.
    const std::unique_ptr<UBreakIterator, decltype(&ubrk_close)> boundaries(
        ubrk_open(type, "", nullptr, 0, &status), ubrk_close);
    require_success(status);
    ubrk_setUText(boundaries.get(), utf8.get(), &status);
    require_success(status);

    std::vector<std::string> tokens;
    std::int32_t begin = ubrk_first(boundaries.get());
    for (std::int32_t end = ubrk_next(boundaries.get()); end != UBRK_DONE;
         begin = std::exchange(end, ubrk_next(boundaries.get()))) {
        std::string token =
            text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        if (!is_all_white_space(token))
            tokens.push_back(std::move(token));
    }
    return tokens;
}

std::vector<std::string> tokens_of(const std::string& text, Tokenizer tokenizer) {
    switch (tokenizer) {
    case Tokenizer::whitespace:
        return between_white_space(text);
    case Tokenizer::characters:
        return segments(text, UBRK_CHARACTER);
    case Tokenizer::words:
        return segments(text, UBRK_WORD);
    case Tokenizer::manual:
        break;
    }
    return {};
}

} // namespace

Sequence make_sequence(std::string text, Tokenizer tokenizer) {
    std::vector<std::string> tokens = tokens_of(text, tokenizer);
    return {tokenizer, std::move(text), std::move(tokens)};
}

} // namespace lab
