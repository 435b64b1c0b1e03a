// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace.h"

#include "core/number_format.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

namespace lab {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

std::string head_text(const StageInfo& stage, HeadIndex head) {
    return stage.per_head ? " of head " + std::to_string(head) : "";
}

void note_hidden_rows(const Trace& trace, std::vector<std::string>& notes) {
    for (std::size_t head = 0; head < trace.masked_scores.size(); ++head) {
        const Matrix& masked = trace.masked_scores[head];
        for (Index row = 0; row < masked.rows(); ++row) {
            if ((masked.row(row).array() == minus_infinity).all())
                notes.push_back("masked_scores of head " + std::to_string(head) + ", row " +
                                std::to_string(row) + ": every key is hidden, so all its weights are 0");
        }
    }
}

std::optional<std::string> first_not_finite(const Matrix& matrix, const StageInfo& stage, HeadIndex head) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double value = matrix(row, column);
            if (std::isfinite(value) || (stage.id == StageId::masked_scores && value == minus_infinity))
                continue;
            return "first number that is not finite: " + std::string(stage.name) + head_text(stage, head) +
                   ", row " + std::to_string(row) + ", column " + std::to_string(column) + " is " +
                   shortest(value);
        }
    }
    return std::nullopt;
}

} // namespace

const Matrix& Trace::stage(StageId id, HeadIndex head) const {
    const auto h = static_cast<std::size_t>(head);
    switch (id) {
    case StageId::inputs:
        return inputs;
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

std::vector<std::string> notes(const Trace& trace) {
    std::vector<std::string> result;
    note_hidden_rows(trace, result);
    const auto heads = static_cast<HeadIndex>(trace.queries.size());
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? heads : 1); ++head) {
            if (auto note = first_not_finite(trace.stage(stage.id, head), stage, head)) {
                result.push_back(std::move(*note));
                return result;
            }
        }
    }
    return result;
}

} // namespace lab
