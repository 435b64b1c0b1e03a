// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pasted matrices: any text is either read or refused, and a matrix that was read can be written as a list
// and read back. Named arrays and arithmetic are read from the same texts.
#include "core/base/number_format.h"
#include "core/io/array_files.h"
#include "core/io/matrix_text.h"
#include "tests/fuzz/check.h"

#include <cmath>

using namespace lab;

namespace {

std::string as_list(const Matrix& matrix) {
    std::string text = "[";
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += "[";
        for (Index column = 0; column < matrix.cols(); ++column)
            text += shortest(matrix(row, column)) + ", ";
        text += "],\n";
    }
    return text + "]";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::text_of(data, size));
    if (const Result<double> number = read_number_expression(text))
        fuzz::require(std::isfinite(number.value()), "what is computed is finite");
    if (const Result<NamedArraysPtr> named = read_named_text(text)) {
        for (const ArrayInfo& each : named.value()->arrays())
            fuzz::require(bool(named.value()->read(each)), "an array that is listed can be read");
    }
    const Result<Matrix> result = read_matrix_text(text);
    fuzz::check(result, size);
    if (!result)
        return 0;
    const Result<Matrix> again = read_matrix_text(as_list(result.value()));
    fuzz::require(again && again.value().rows() == result.value().rows() && again.value() == result.value(),
                  "a matrix reads back from a list");
    return 0;
}
