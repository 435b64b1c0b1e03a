// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that must hold for every reader and any input bytes.
#pragma once

#include "core/base/types.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace lab::fuzz {

/// libFuzzer's input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size}; // same bytes, other character type
}

/// Aborts unless `holds`. libFuzzer then reports the input.
inline void require(bool holds, const std::string& what) {
    if (holds)
        return;
    std::fprintf(stderr, "Broken: %s\n", what.c_str());
    std::abort();
}

/// An error is a single non-empty line. A matrix is not empty, has at most one cell per input byte, and is
/// finite.
inline void check(const Result<Matrix>& result, std::size_t bytes) {
    if (!result) {
        const std::string message = result.error().message();
        require(!result.error().found.empty(), "an error says what was found");
        require(message.find_first_of("\r\n") == std::string::npos, "an error is one line: " + message);
        return;
    }
    const Matrix& matrix = result.value();
    require(matrix.rows() > 0 && matrix.cols() > 0, "a matrix has cells");
    require(static_cast<std::size_t>(matrix.size()) <= bytes, "each number takes a byte");
    require(matrix.allFinite(), "numbers are finite");
}

} // namespace lab::fuzz
