// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/matrix_parts.h"
#include "core/io/npy_header.h"

namespace lab {

Result<Matrix> read_npy(std::string_view bytes, PastedNumbers allowed) {
    const Result<NpyHeader> read = read_npy_header(bytes);
    if (!read)
        return read.error();
    const NpyHeader& header = read.value();
    const Result<MatrixShape> shape = matrix_shape(header.shape);
    if (!shape)
        return Error{{}, "header", shape.error().found, shape.error().expected};
    const auto [rows, columns] = shape.value();
    return read_stored({header.type, rows, columns, header.by_columns}, bytes.substr(header.size), allowed);
}

} // namespace lab
