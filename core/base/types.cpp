// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/types.h"

#include "core/base/text_limits.h"

namespace lab {

MatrixPtr share(Matrix matrix) {
    return std::make_shared<const Matrix>(std::move(matrix));
}

std::string Error::message() const {
    constexpr std::size_t longest_part = 400; // bytes; a quoted token may have millions
    std::string text;
    for (const std::string* part : {&file, &place, &found}) {
        if (!part->empty())
            text += (text.empty() ? "" : ": ") + shortened(*part, longest_part);
    }
    return expected.empty() ? text : text + ", expected " + shortened(expected, longest_part);
}

Error in_file(Error error, const std::string& file) {
    error.file = file;
    return error;
}

std::string shape_text(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

} // namespace lab
