// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/stored_numbers.h"

#include "core/base/comma_list.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lab {

namespace {

/// IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits.
double half_of(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10U & 0x1fU);
    const auto fraction = static_cast<double>(bits & 0x3ffU);
    const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
    if (exponent == 0x1f)
        return fraction == 0 ? sign * HUGE_VAL : std::nan("");
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

double float_of(std::uint64_t bits, const NumberType& type) {
    if (type.kind == NumberType::Kind::brain_float)
        bits <<= 16U;
    else if (type.size == 2)
        return half_of(bits);
    if (type.size <= 4)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return std::bit_cast<double>(bits);
}

std::string row_and_column(Index row, Index column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

/// Reads one number at a time.
class Decoder {
public:
    Decoder(const NumberType& type, PastedNumbers allowed) : m_type(type), m_allowed(allowed) {}

    /// The number at `bytes`. `place` is called for the error if we cannot represent the number.
    template<class Place>
    Result<double> read(std::string_view bytes, Place place) const {
        const std::uint64_t bits = bits_of(bytes, m_type.big_endian);
        if (m_type.is_float())
            return read_float(float_of(bits, m_type), place);
        if (m_type.kind == NumberType::Kind::boolean && bits > 1)
            return Error{place(), "the boolean " + std::to_string(bits), "0 or 1"};
        const bool negative =
            m_type.kind == NumberType::Kind::signed_integer && (bits >> (8 * m_type.size - 1) & 1U) != 0;
        // Two's complement of a shorter integer: its missing high bits are ones.
        const std::uint64_t high = m_type.size < 8 ? ~std::uint64_t{0} << (8 * m_type.size) : 0;
        const std::uint64_t magnitude = negative ? 0 - (bits | high) : bits;
        // A double holds 53 significant bits, at any position.
        const std::uint64_t odd_part = magnitude == 0 ? 0 : magnitude >> std::countr_zero(magnitude);
        if (odd_part >> 53U != 0)
            return Error{place(), (negative ? "-" : "") + std::to_string(magnitude),
                         "an integer that a double holds exactly, as all up to 2⁵³"};
        const auto value = static_cast<double>(magnitude);
        return negative ? -value : value;
    }

private:
    template<class Place>
    Result<double> read_float(double value, Place place) const {
        if (may_hold(m_allowed, value))
            return value;
        const char* found = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
        const bool may_hide = m_allowed == PastedNumbers::finite_or_minus_infinity;
        return Error{place(), found, may_hide ? "a finite number or -inf" : "a finite number"};
    }

    NumberType m_type;
    PastedNumbers m_allowed;
};

/// Appends a code point in UTF-8; false if there is none of that number.
bool append_code_point(std::string& text, std::uint32_t code) {
    std::array<char, U8_MAX_LENGTH> bytes{};
    std::size_t length = 0;
    bool fails = false;
    // ICU's macro narrows integers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
    U8_APPEND(bytes, length, bytes.size(), code, fails);
#pragma GCC diagnostic pop
    text.append(bytes.data(), length);
    return !fails;
}

} // namespace

std::uint64_t bits_of(std::string_view bytes, bool big_endian) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t at = big_endian ? i : bytes.size() - 1 - i;
        bits = bits << 8U | static_cast<unsigned char>(bytes[at]);
    }
    return bits;
}

Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions) {
    const std::string shape =
        "an array of shape (" + comma_list(dimensions) + (dimensions.size() == 1 ? ",)" : ")");
    if (std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return Error{{}, shape, "at least one number"};
    while (dimensions.size() > 2 && dimensions.front() == 1)
        dimensions = dimensions.subspan(1);
    if (dimensions.size() > 2)
        return Error{{}, shape, "two dimensions, after leading ones of 1"};
    MatrixShape matrix;
    if (!dimensions.empty())
        matrix.columns = static_cast<Index>(dimensions.back());
    if (dimensions.size() == 2)
        matrix.rows = static_cast<Index>(dimensions.front());
    return matrix;
}

Result<ArrayShape> array_shape(std::span<const std::size_t> dimensions, bool may_have_heads) {
    std::span<const std::size_t> left = dimensions;
    while (left.size() > 3 && left.front() == 1)
        left = left.subspan(1);
    const bool has_heads = may_have_heads && left.size() == 3 && left.front() > 1;
    Result<MatrixShape> matrix = matrix_shape(has_heads ? left.last(2) : dimensions);
    if (!matrix && may_have_heads && left.size() > 3)
        return Error{{},
                     matrix.error().found,
                     "two dimensions, or three with a matrix for each head, after leading ones of 1: of a "
                     "batch, one item, as in a[0]"};
    if (!matrix)
        return matrix.error();
    return ArrayShape{has_heads ? static_cast<Index>(left.front()) : 0, matrix.value()};
}

Result<Matrix> read_stored(const StoredMatrix& stored, std::string_view bytes, PastedNumbers allowed) {
    const auto [type, rows, columns, by_columns, heads] = stored;
    const bool has_heads = heads > 0; // clang captures no structured bindings
    const Index matrices = has_heads ? heads : 1;
    // heads × rows × columns may overflow; the count of the numbers present cannot.
    const std::size_t count = bytes.size() / type.size;
    const auto height = static_cast<std::size_t>(rows);
    const auto width = static_cast<std::size_t>(columns);
    if (bytes.size() % type.size != 0 || count % width != 0 || count / width % height != 0 ||
        count / width / height != static_cast<std::size_t>(matrices))
        return Error{"data", std::to_string(bytes.size()) + " bytes",
                     (has_heads ? std::to_string(heads) + " × " : "") + shape_text(rows, columns) +
                         " numbers of " + std::to_string(type.size) + (type.size == 1 ? " byte" : " bytes")};
    Matrix all(matrices * rows, columns);
    const Decoder decoder(type, allowed);
    for (Index line = 0; line < all.rows(); ++line) {
        const Index head = line / rows, row = line % rows;
        for (Index column = 0; column < columns; ++column) {
            const Index index =
                by_columns ? (column * rows + row) * matrices + head : line * columns + column;
            const std::size_t begin = static_cast<std::size_t>(index) * type.size;
            const Result<double> value = decoder.read(bytes.substr(begin, type.size), [&] {
                return (has_heads ? "head " + std::to_string(head) + ", " : "") + row_and_column(row, column);
            });
            if (!value)
                return value.error();
            all(line, column) = value.value();
        }
    }
    return all;
}

Result<std::vector<std::string>> read_stored_texts(const NumberType& type, std::size_t count,
                                                   std::string_view bytes) {
    if (bytes.size() % type.size != 0 || bytes.size() / type.size != count)
        return Error{"data", std::to_string(bytes.size()) + " bytes",
                     std::to_string(count) + " texts of " + std::to_string(type.size) + " bytes"};
    constexpr std::size_t unit = 4; // bytes of UTF-32
    std::vector<std::string> texts(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view element = bytes.substr(i * type.size, type.size);
        std::size_t length = type.size;
        const auto code_at = [&](std::size_t at) {
            return static_cast<std::uint32_t>(bits_of(element.substr(at, unit), type.big_endian));
        };
        while (length > 0 && code_at(length - unit) == 0)
            length -= unit;
        for (std::size_t at = 0; at < length; at += unit) {
            if (!append_code_point(texts[i], code_at(at)))
                return Error{"element " + std::to_string(i),
                             "the number " + std::to_string(code_at(at)) + " for a character",
                             "a Unicode code point"};
        }
    }
    return texts;
}

std::optional<std::size_t> element_count(std::span<const std::size_t> shape) {
    std::size_t count = 1;
    bool overflows = false;
    for (const std::size_t dimension : shape) {
        if (dimension == 0)
            return 0;
        overflows = __builtin_mul_overflow(count, dimension, &count) || overflows;
    }
    return overflows ? std::nullopt : std::optional(count);
}

std::string dimensions_text(std::span<const std::size_t> shape) {
    std::string text;
    for (const std::size_t dimension : shape)
        text += (text.empty() ? "" : " × ") + std::to_string(dimension);
    return shape.empty() ? "a single number" : text;
}

} // namespace lab
