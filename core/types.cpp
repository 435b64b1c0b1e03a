// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types.h"

namespace lab {

MatrixPtr share(Matrix matrix) {
    return std::make_shared<const Matrix>(std::move(matrix));
}

std::string Error::message() const {
    std::string text;
    for (const std::string* part : {&file, &place, &found}) {
        if (!part->empty())
            text += (text.empty() ? "" : ": ") + *part;
    }
    return expected.empty() ? text : text + ", expected " + expected;
}

std::string shape_text(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

} // namespace lab
