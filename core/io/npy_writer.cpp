// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy_writer.h"

#include "core/base/comma_list.h"
#include "core/base/text_limits.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

namespace lab {

namespace {

constexpr Index numbers_at_a_time = 1 << 16;

Index rows_per_piece(const NumberArray& array) {
    return std::clamp<Index>(numbers_at_a_time / array.columns, 1, array.rows);
}

template<class Bits>
void append_little_endian(std::string& bytes, Bits bits) {
    for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
        bytes += static_cast<char>(bits >> shift & 0xffU);
}

/// "(3, 4)", as Python prints a tuple.
std::string tuple_text(const std::vector<Index>& shape) {
    return "(" + comma_list(shape) + (shape.size() == 1 ? ",)" : ")");
}

/// The header, padded so that the data begin at a multiple of 64 bytes. NumPy leaves room for the first
/// dimension to grow to 21 digits.
std::string npy_file_header(const std::string& type, const std::vector<Index>& shape) {
    constexpr std::size_t growing_digits = 21;
    constexpr std::size_t alignment = 64;
    std::string bytes("\x93NUMPY\x01\x00", 8);
    std::string text =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + tuple_text(shape) + ", }";
    if (!shape.empty())
        text.append(growing_digits - std::to_string(shape.front()).size(), ' ');
    const std::size_t before = bytes.size() + sizeof(std::uint16_t);
    text.append(alignment - (before + text.size() + 1) % alignment, ' ');
    text += '\n';
    append_little_endian(bytes, static_cast<std::uint16_t>(text.size()));
    return bytes + text;
}

class NumberBytes : public NpyBytes {
public:
    explicit NumberBytes(NumberArray array)
        : m_array(std::move(array)), m_header(npy_file_header("<f8", m_array.shape)) {}

    std::uint64_t size() const override {
        return m_header.size() + static_cast<std::uint64_t>(m_array.rows * m_array.columns) * sizeof(double);
    }

    std::string next() override {
        if (!std::exchange(m_begun, true))
            return m_header;
        const Index rows = std::min(rows_per_piece(m_array), m_array.rows - m_row);
        std::string bytes;
        if (rows == 0)
            return bytes;
        m_numbers.resize(rows, m_array.columns);
        m_array.read(m_row, m_numbers);
        m_row += rows;
        const std::size_t size = static_cast<std::size_t>(m_numbers.size()) * sizeof(double);
        if constexpr (std::endian::native == std::endian::little) {
            bytes.resize(size);
            std::memcpy(bytes.data(), m_numbers.data(), size);
        } else {
            bytes.reserve(size);
            for (const double number : m_numbers.reshaped<Eigen::RowMajor>())
                append_little_endian(bytes, std::bit_cast<std::uint64_t>(number));
        }
        return bytes;
    }

private:
    NumberArray m_array;
    std::string m_header;
    Matrix m_numbers;
    Index m_row = 0;
    bool m_begun = false;
};

std::u32string code_points(std::string_view text) {
    std::u32string all;
    while (!text.empty()) {
        const CodePoint first = first_code_point(text);
        all += first.value < 0 ? U'\uFFFD' : static_cast<char32_t>(first.value);
        text.remove_prefix(first.length);
    }
    return all;
}

class TextBytes : public NpyBytes {
public:
    explicit TextBytes(const std::vector<std::string>& texts) : m_texts(texts) {
        for (const std::string& text : texts)
            m_width = std::max(m_width, code_points(text).size());
        m_header = npy_file_header("<U" + std::to_string(m_width), {static_cast<Index>(texts.size())});
    }

    std::uint64_t size() const override {
        return m_header.size() + std::uint64_t{m_texts.size()} * m_width * sizeof(char32_t);
    }

    std::string next() override {
        if (!std::exchange(m_begun, true))
            return m_header;
        std::string bytes;
        if (m_next == m_texts.size())
            return bytes;
        for (const char32_t code_point : code_points(m_texts[m_next++]))
            append_little_endian(bytes, static_cast<std::uint32_t>(code_point));
        bytes.resize(m_width * sizeof(char32_t), '\0');
        return bytes;
    }

private:
    std::vector<std::string> m_texts;
    std::size_t m_width = 1; ///< NumPy has no narrower ones
    std::string m_header;
    std::size_t m_next = 0;
    bool m_begun = false;
};

} // namespace

void each_rows(const NumberArray& array, const std::function<bool(ConstMatrixRef)>& on_rows) {
    Matrix some(rows_per_piece(array), array.columns);
    for (Index first = 0; first < array.rows; first += some.rows()) {
        const Index rows = std::min(some.rows(), array.rows - first);
        array.read(first, some.topRows(rows));
        if (!on_rows(some.topRows(rows)))
            return;
    }
}

std::unique_ptr<NpyBytes> npy_bytes(NumberArray array) {
    return std::make_unique<NumberBytes>(std::move(array));
}

std::unique_ptr<NpyBytes> npy_bytes(const std::vector<std::string>& texts) {
    return std::make_unique<TextBytes>(texts);
}

void write_npy(NumberArray array, const TakeBytes& take) {
    NumberBytes bytes(std::move(array));
    for (std::string piece = bytes.next(); !piece.empty() && take(piece); piece = bytes.next()) {
    }
}

} // namespace lab
