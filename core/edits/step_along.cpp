// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/step_along.h"

namespace lab {

namespace {

/// The end of the rows from `first` on that move, or that do not.
Index end_of_run(const Matrix& towards, Index first) {
    const bool moves = !towards.row(first).isZero(0);
    Index end = first;
    while (end < towards.rows() && !towards.row(end).isZero(0) == moves)
        ++end;
    return end;
}

} // namespace

Result<Experiment> step_along(const Experiment& experiment, const Gradients& direction, double norm,
                              double length) {
    Experiment next = experiment;
    for (const auto& [id, towards] : direction) {
        if (towards.isZero(0))
            continue;
        const MatrixPtr before = parameter(experiment, id); // of E and added scores made for this
        const Matrix moved = (towards.array() == 0).select(*before, *before + length * (towards / norm));
        if (!may_hold(id, moved))
            return Error{std::string(info(id).name), "numbers that would not be finite", "a shorter step"};
        // Rows that stay are not set: they may be vectors that count as seeded.
        for (Index row = 0, end = 0; row < moved.rows(); row = end) {
            end = end_of_run(towards, row);
            if (!towards.row(row).isZero(0))
                next = with_cells(next, id, row, 0, moved.middleRows(row, end - row));
        }
    }
    return next;
}

} // namespace lab
