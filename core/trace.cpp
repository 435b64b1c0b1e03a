// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace.h"

#include "core/stages/06_masked_scores.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace lab {

namespace {

std::optional<CellRef> first_not_finite(const Matrix& matrix, StageId stage, HeadIndex head) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double value = matrix(row, column);
            if (!std::isfinite(value) && !(stage == StageId::masked_scores && is_hidden(value)))
                return CellRef{stage, head, row, column};
        }
    }
    return std::nullopt;
}

} // namespace

void Trace::make_room(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    for (std::vector<Matrix>* heads :
         {&queries, &keys, &values, &scores, &scaled_scores, &masked_scores, &weights, &head_outputs})
        heads->resize(static_cast<std::size_t>(d.H));
    for (const StageInfo& info : all_stages()) {
        const bool exists = has_stage(experiment, info.id);
        for (HeadIndex head = 0; head < (info.per_head ? d.H : 1); ++head)
            stage(info.id, head)
                .resize(exists ? length(info.rows, d) : 0, exists ? length(info.columns, d) : 0);
    }
}

Matrix& Trace::stage(StageId id, HeadIndex head) {
    return const_cast<Matrix&>(std::as_const(*this).stage(id, head));
}

const Matrix& Trace::stage(StageId id, HeadIndex head) const {
    const auto h = static_cast<std::size_t>(head);
    switch (id) {
    case StageId::inputs:
        return inputs;
    case StageId::source_inputs:
        return source_inputs;
    case StageId::queries:
        return queries[h];
    case StageId::keys:
        return keys[h];
    case StageId::values:
        return values[h];
    case StageId::scores:
        return scores[h];
    case StageId::scaled_scores:
        return scaled_scores[h];
    case StageId::masked_scores:
        return masked_scores[h];
    case StageId::weights:
        return weights[h];
    case StageId::head_outputs:
        return head_outputs[h];
    case StageId::concat:
        return concat;
    case StageId::output:
        return output;
    }
    assert(false);
    return output;
}

std::optional<CellRef> first_not_finite(const Trace& trace) {
    const auto heads = static_cast<HeadIndex>(trace.queries.size());
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? heads : 1); ++head) {
            if (const auto cell = first_not_finite(trace.stage(stage.id, head), stage.id, head))
                return cell;
        }
    }
    return std::nullopt;
}

} // namespace lab
