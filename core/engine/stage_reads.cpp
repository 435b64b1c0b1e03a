// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/stage_reads.h"

#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"

#include <algorithm>

namespace lab {

namespace {

bool is_projection(const StageRead& read) {
    return info(read.earlier).columns == Axis::model_feature;
}

/// If a cell of the later stage is one of the earlier, or what a norm and rotation make of it: how far to the
/// right it is there. Heads are side by side in the concatenation, and share out the inputs that are not
/// projected.
std::optional<Index> moved_to_the_right(const Experiment& experiment, const Dimensions& d,
                                        const StageRead& read) {
    if (is_projection(read) && experiment.projection.kind == ProjectionKind::identity)
        return -read.head * d.d_k;
    if (read.stage == StageId::concat)
        return read.earlier_head * d.d_v;
    if (read.stage == StageId::output && !experiment.projection.W_O)
        return 0;
    return std::nullopt;
}

/// The cells of one of two stages that belong to the cells `at` of the other, of which one is computed from
/// the other. An axis that both have is passed on; the sums are over the others.
Block connected(const Experiment& experiment, const Dimensions& d, const StageRead& read, bool is_earlier,
                const Block& at) {
    const StageInfo& from = info(is_earlier ? read.earlier : read.stage);
    const StageInfo& to = info(is_earlier ? read.stage : read.earlier);
    const auto along = [&](Axis axis) -> Columns {
        if (axis == from.rows)
            return {at.row, at.rows};
        return axis == from.columns ? Columns{at.column, at.columns} : Columns{0, length(axis, d)};
    };
    // Of self-attention, the inputs are those of the keys, too.
    const Columns rows = is_projection(read) ? Columns{at.row, at.rows} : along(to.rows);
    Columns columns = along(to.columns);
    const Index width = length(to.columns, d);
    if (const auto moved = moved_to_the_right(experiment, d, read)) {
        const Index first = at.column + (is_earlier ? *moved : -*moved);
        columns.first = std::max<Index>(first, 0);
        columns.count = std::max<Index>(std::min(first + at.columns, width) - columns.first, 0);
    } else if (read.stage == StageId::weights && !normalizer(experiment).each_alone) {
        columns = {0, width}; // each weight is divided by a sum over its row
    }
    return {rows.first, columns.first, rows.count, columns.count};
}

} // namespace

bool reads(const Experiment& experiment, StageId stage, StageId earlier) {
    if (stage == StageId::keys || stage == StageId::values)
        return has_inputs(experiment) && earlier == inputs_of(experiment, stage);
    if (stage == StageId::head_outputs && earlier != StageId::values)
        return earlier == weights_in_use(experiment);
    return has_stage(experiment, earlier);
}

Block cells_read(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                 const Block& at) {
    return connected(experiment, dimensions, read, false, at);
}

Block cells_reading(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                    const Block& at) {
    return connected(experiment, dimensions, read, true, at);
}

} // namespace lab
