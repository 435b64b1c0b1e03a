// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/matrix_parts.h"
#include "core/io/npy_header.h"

namespace lab {

namespace {

struct NpyData {
    StoredMatrix layout;
    std::string_view bytes;
};

Result<NpyData> npy_data(std::string_view bytes, bool may_have_heads) {
    const Result<NpyHeader> read = read_npy_header(bytes);
    if (!read)
        return read.error();
    const NpyHeader& header = read.value();
    const Result<ArrayShape> shape = array_shape(header.shape, may_have_heads);
    if (!shape)
        return Error{"header", shape.error().found, shape.error().expected};
    const auto [heads, matrix] = shape.value();
    return NpyData{{header.type, matrix.rows, matrix.columns, header.by_columns, heads},
                   bytes.substr(header.size)};
}

} // namespace

Result<Matrix> read_npy(std::string_view bytes, PastedNumbers allowed) {
    const Result<NpyData> data = npy_data(bytes, false);
    if (!data)
        return data.error();
    return read_stored(data.value().layout, data.value().bytes, allowed);
}

Result<PrintedArray> read_printed_npy(std::string_view bytes, PastedNumbers allowed) {
    const Result<NpyData> data = npy_data(bytes, true);
    if (!data)
        return data.error();
    const StoredMatrix& layout = data.value().layout;
    Result<Matrix> read = read_stored(layout, data.value().bytes, allowed);
    if (!read)
        return read.error();
    Matrix numbers = std::move(read).value();
    Matrix last_digits = numbers.unaryExpr([&](double number) { return last_digit_of(number, layout.type); });
    return PrintedArray{std::move(numbers), std::move(last_digits), layout.heads};
}

} // namespace lab
