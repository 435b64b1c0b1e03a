// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/09_output.h"

namespace lab {

Matrix concat(const std::vector<const Matrix*>& head_outputs) {
    const Matrix& first = *head_outputs.front();
    Matrix result(first.rows(), first.cols() * static_cast<Index>(head_outputs.size()));
    for (std::size_t head = 0; head < head_outputs.size(); ++head)
        result.middleCols(static_cast<Index>(head) * first.cols(), first.cols()) = *head_outputs[head];
    return result;
}

Matrix output(const Matrix& concat, const Projection& projection) {
    if (!projection.W_O)
        return concat;
    Matrix result = concat * *projection.W_O;
    if (projection.b_O)
        result.rowwise() += projection.b_O->row(0);
    return result;
}

} // namespace lab
