// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_remarks.h"

#include "core/base/text_position.h"
#include "core/base/types.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lab {

namespace {

constexpr std::string_view times_sign = "×", remark_space = " \t\r\n", torch_shape = "torch.Size([";

/// The length of "2×3", "2x3x4"; 0 if a text begins otherwise.
std::size_t sizes_length(std::string_view text) {
    std::size_t at = 0, numbers = 0;
    for (bool goes_on = true; goes_on;) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        if (end == at)
            return 0;
        at = end;
        ++numbers;
        const std::size_t sign = text.substr(at).starts_with(times_sign) ? times_sign.size()
                                 : text.substr(at).starts_with('x')      ? 1
                                                                         : 0;
        goes_on = sign > 0;
        at += sign;
    }
    return numbers > 1 ? at : 0;
}

/// "2×3 Matrix{Float64}:" or "3-element Vector{Float32}:".
std::optional<TextRemark> julia_heading(std::string_view line) {
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::size_t space = std::min(line.find(' '), line.size());
    const bool is_vector = digits > 0 && line.substr(digits, space - digits) == "-element";
    if (!line.ends_with(':') || (!is_vector && sizes_length(line) != space))
        return std::nullopt;
    const std::size_t brace = std::min(line.find('{'), line.size());
    const std::string_view in_braces = line.substr(std::min(brace + 1, line.size()));
    return TextRemark{line, line.substr(0, space), in_braces.substr(0, in_braces.find_first_of(",}"))};
}

/// "2×3" or "2×3 single matrix".
std::optional<TextRemark> matlab_heading(std::string_view line) {
    const std::size_t sizes = sizes_length(line);
    const std::string_view words = trimmed(line.substr(sizes));
    const std::size_t space = words.find(' ');
    if (sizes == 0 ||
        (!words.empty() && (space == std::string_view::npos ||
                            (words.substr(space + 1) != "matrix" && words.substr(space + 1) != "array"))))
        return std::nullopt;
    return TextRemark{line, line.substr(0, sizes), words.substr(0, space)};
}

/// "(2, 3)": whole numbers.
bool is_tuple_of_sizes(std::string_view text) {
    return text.size() > 3 && text.front() == '(' && text.back() == ')' && is_decimal_digit(text[1]) &&
           text.find(',') != std::string_view::npos &&
           text.find_first_not_of("0123456789, ", 1) == text.size() - 1;
}

/// "torch.Size([2, 3])", or "(2, 3)" before brackets.
std::optional<TextRemark> shape_before(std::string_view text) {
    const bool is_torch = text.starts_with(torch_shape);
    const std::size_t close = std::min(text.find(is_torch ? "])" : ")"), text.size());
    const std::size_t end = std::min(close + (is_torch ? 2 : 1), text.size());
    const std::string_view whole = text.substr(0, end);
    if (is_torch)
        return TextRemark{whole, whole.substr(torch_shape.size()), {}};
    const std::string_view after = trimmed(text.substr(end));
    const bool is_parted = end < text.size() && remark_space.find(text[end]) != std::string_view::npos;
    const bool is_before_array =
        after.starts_with('[') || after.starts_with("tensor(") || after.starts_with("array(");
    return is_parted && is_before_array && is_tuple_of_sizes(whole)
               ? std::optional(TextRemark{whole, whole, {}})
               : std::nullopt;
}

/// The same behind an array, perhaps in its last line.
std::optional<TextRemark> shape_after(std::string_view line) {
    const std::size_t torch = line.rfind(torch_shape);
    if (torch != std::string_view::npos && line.ends_with("])"))
        return TextRemark{line.substr(torch), line.substr(torch + torch_shape.size()), {}};
    const std::size_t tuple = line.rfind('(');
    if (tuple == std::string_view::npos || !is_tuple_of_sizes(line.substr(tuple)))
        return std::nullopt;
    const std::string_view before = trimmed(line.substr(0, tuple));
    return before.ends_with("]") || before.ends_with("])")
               ? std::optional(TextRemark{line.substr(tuple), line.substr(tuple), {}})
               : std::nullopt;
}

/// "dtype: float64", "Name: the, Length: 100, dtype: float32".
std::optional<TextRemark> series_end(std::string_view line) {
    constexpr std::string_view dtype = "dtype: ", length = "Length: ";
    const std::size_t type = line.rfind(dtype);
    if (type == std::string_view::npos ||
        (type > 0 && !line.starts_with("Name: ") && !line.starts_with(length) && !line.starts_with("Freq: ")))
        return std::nullopt;
    const std::size_t at = line.substr(0, type).rfind(length);
    const std::string_view count =
        at == std::string_view::npos ? std::string_view() : line.substr(at, type - at);
    return TextRemark{line, count, line.substr(type + dtype.size()), false, true};
}

/// ", shape=[2, 3], strides=[3, 1], layout=Cc (0x5), const ndim=2" of ndarray, "Tensor[[2, 3], f32]" of
/// candle.
std::optional<TextRemark> rust_end(std::string_view line) {
    constexpr std::string_view shape = ", shape=[", candle = "Tensor[[";
    const std::size_t at = line.find(shape);
    if (at != std::string_view::npos && line.find("strides=", at) != std::string_view::npos) {
        const std::string_view sizes = line.substr(at + shape.size());
        return TextRemark{line.substr(at), sizes.substr(0, sizes.find(']')), {}};
    }
    const std::size_t close = line.find("], ");
    if (!line.starts_with(candle) || !line.ends_with(']') || close == std::string_view::npos)
        return std::nullopt;
    const std::string_view type = line.substr(close + 3);
    return TextRemark{line, line.substr(candle.size(), close - candle.size()),
                      type.substr(0, type.find_first_of(",]"))};
}

/// "(2 rows)", "2 rows in set (0.00 sec)".
std::optional<TextRemark> rows_of_database(std::string_view line) {
    const std::size_t begin = line.starts_with('(') ? 1 : 0;
    const std::size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
    const std::string_view words = line.substr(end);
    const bool is_count = end > begin && (words.starts_with(" rows") || words.starts_with(" row"));
    return is_count && (line.ends_with(')')) ? std::optional(TextRemark{line, {}, {}}) : std::nullopt;
}

/// In square brackets: LibTorch's and pandas'.
std::optional<TextRemark> remark_in_brackets(std::string_view line) {
    constexpr std::string_view of_size = "Tensor of size ", rows = " rows x ";
    if (!line.starts_with('[') || !line.ends_with(']'))
        return std::nullopt;
    const std::string_view inside = trimmed(line.substr(1, line.size() - 2));
    const std::size_t brace = inside.find("Type{");
    if (brace != std::string_view::npos && inside.ends_with('}') && is_letter(inside.front()))
        return TextRemark{line, inside.substr(brace), {}};
    if (const std::size_t at = inside.find(of_size);
        at != std::string_view::npos && is_letter(inside.front()))
        return TextRemark{line, inside.substr(at + of_size.size()), {}};
    if (inside.find(rows) != std::string_view::npos && inside.ends_with(" columns"))
        return TextRemark{line, inside, {}};
    return std::nullopt;
}

} // namespace

std::optional<TextRemark> remark_before(std::string_view text) {
    constexpr std::string_view polars = "shape: (";
    const std::string_view line = trimmed(text.substr(0, text.find_first_of("\r\n")));
    if (line.starts_with(polars) && line.ends_with(')'))
        return TextRemark{line, line.substr(polars.size()), {}, true};
    constexpr std::string_view series = "Series: '";
    if (line.starts_with(series) && line.ends_with(']'))
        return TextRemark{line, {}, line.substr(line.rfind('[') + 1, line.size() - line.rfind('[') - 2)};
    for (const std::string_view word : {"Diagonal Matrix", "torch_tensor", "Tensor"}) {
        if (line == word)
            return TextRemark{line, {}, {}};
    }
    for (const auto heading : {julia_heading, matlab_heading}) {
        if (const auto remark = heading(line))
            return remark;
    }
    return shape_before(text);
}

std::optional<TextRemark> remark_after(std::string_view line) {
    constexpr std::string_view mxnet = "<NDArray ";
    if (line.starts_with(mxnet) && line.ends_with('>')) {
        const std::string_view sizes = line.substr(mxnet.size());
        return TextRemark{line, sizes.substr(0, sizes.find(' ')), {}};
    }
    for (const auto end : {remark_in_brackets, series_end, rust_end, rows_of_database, shape_after}) {
        if (const auto remark = end(line))
            return remark;
    }
    return std::nullopt;
}

} // namespace lab
