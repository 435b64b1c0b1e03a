// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/matrix_parts.h"
#include "core/io/npy_header.h"
#include "core/io/text_position.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lab {

namespace {

/// The bits of the number stored in these bytes.
std::uint64_t bits_of(std::string_view bytes, bool big_endian) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t at = big_endian ? i : bytes.size() - 1 - i;
        bits = bits << 8U | static_cast<unsigned char>(bytes[at]);
    }
    return bits;
}

/// IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits.
double half_of(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10U & 0x1fU);
    const auto fraction = static_cast<double>(bits & 0x3ffU);
    const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
    if (exponent == 0x1f)
        return fraction == 0 ? sign * HUGE_VAL : std::nan("");
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

double float_of(std::uint64_t bits, std::size_t size) {
    if (size == 2)
        return half_of(bits);
    if (size == 4)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return std::bit_cast<double>(bits);
}

std::string row_and_column(Index row, Index column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

/// Reads one number at a time, of the type given in the header.
class Decoder {
public:
    Decoder(const NpyType& type, PastedNumbers allowed) : m_type(type), m_allowed(allowed) {}

    /// The number at `bytes`. `place` is called for the error if we cannot represent the number.
    template<class Place>
    Result<double> read(std::string_view bytes, Place place) const {
        const std::uint64_t bits = bits_of(bytes, m_type.big_endian);
        if (m_type.kind == NpyType::Kind::floating) {
            const double value = float_of(bits, m_type.size);
            if (may_hold(m_allowed, value))
                return value;
            const char* found = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
            return Error{{}, place(), found, "a finite number"};
        }
        if (m_type.kind == NpyType::Kind::boolean && bits > 1)
            return Error{{}, place(), "the boolean " + std::to_string(bits), "0 or 1"};
        const bool negative =
            m_type.kind == NpyType::Kind::signed_integer && (bits >> (8 * m_type.size - 1) & 1U) != 0;
        // Two's complement of a shorter integer: its missing high bits are ones.
        const std::uint64_t high = m_type.size < 8 ? ~std::uint64_t{0} << (8 * m_type.size) : 0;
        const std::uint64_t magnitude = negative ? 0 - (bits | high) : bits;
        // A double holds 53 significant bits, at any position.
        const std::uint64_t odd_part = magnitude == 0 ? 0 : magnitude >> std::countr_zero(magnitude);
        if (odd_part >> 53U != 0)
            return Error{{},
                         place(),
                         (negative ? "-" : "") + std::to_string(magnitude),
                         "an integer that a double holds exactly, as all up to 2⁵³"};
        const auto value = static_cast<double>(magnitude);
        return negative ? -value : value;
    }

private:
    NpyType m_type;
    PastedNumbers m_allowed;
};

/// The distance from a number to the next of that type.
double float_step(double value, std::size_t size) {
    if (!std::isfinite(value))
        return 0;
    const auto [digits, least] = size == 2   ? std::pair(11, -24)
                                 : size == 4 ? std::pair(24, -149)
                                             : std::pair(53, -1074);
    return std::ldexp(1.0, value == 0 ? least : std::max(std::ilogb(value) - digits + 1, least));
}

Result<PrintedArray> read_array(std::string_view bytes, PastedNumbers allowed, bool may_have_heads) {
    const Result<NpyHeader> read = read_npy_header(bytes);
    if (!read)
        return read.error();
    const NpyHeader& header = read.value();
    const Result<ArrayShape> shape = array_shape(header.shape, may_have_heads);
    if (!shape)
        return Error{{}, "header", shape.error().found, shape.error().expected};
    const Index heads = shape.value().heads, matrices = std::max<Index>(heads, 1);
    const auto [rows, columns] = shape.value().matrix;
    const std::string_view data = bytes.substr(header.size);
    // rows × columns may overflow; the count of the numbers present cannot.
    const std::size_t count = data.size() / header.type.size;
    const auto height = static_cast<std::size_t>(rows);
    const auto width = static_cast<std::size_t>(columns);
    if (data.size() % header.type.size != 0 || count % width != 0 || count / width % height != 0 ||
        count / width / height != static_cast<std::size_t>(matrices))
        return Error{{},
                     "data",
                     std::to_string(data.size()) + " bytes",
                     (heads > 0 ? std::to_string(heads) + " × " : "") + shape_text(rows, columns) +
                         " numbers of " + std::to_string(header.type.size) +
                         (header.type.size == 1 ? " byte" : " bytes")};
    PrintedArray array{Matrix(matrices * rows, columns), Matrix::Zero(matrices * rows, columns), heads};
    const Decoder decoder(header.type, allowed);
    for (Index line = 0; line < array.numbers.rows(); ++line) {
        const Index head = line / rows, row = line % rows;
        for (Index column = 0; column < columns; ++column) {
            const Index index =
                header.by_columns ? (column * rows + row) * matrices + head : line * columns + column;
            const std::size_t begin = static_cast<std::size_t>(index) * header.type.size;
            const Result<double> value = decoder.read(data.substr(begin, header.type.size), [&] {
                return (heads > 0 ? "head " + std::to_string(head) + ", " : "") + row_and_column(row, column);
            });
            if (!value)
                return value.error();
            array.numbers(line, column) = value.value();
            if (header.type.kind == NpyType::Kind::floating)
                array.last_digit(line, column) = float_step(value.value(), header.type.size);
        }
    }
    return array;
}

} // namespace

Result<Matrix> read_npy(std::string_view bytes, PastedNumbers allowed) {
    return numbers_of(read_array(bytes, allowed, false));
}

Result<PrintedArray> read_printed_npy(std::string_view bytes, PastedNumbers allowed) {
    return read_array(bytes, allowed, true);
}

} // namespace lab
