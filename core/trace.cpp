// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace.h"

#include "core/attention_rows.h"
#include "core/number_format.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>
#include <utility>

namespace lab {

namespace {

std::string head_text(const StageInfo& stage, HeadIndex head) {
    return stage.per_head ? " of head " + std::to_string(head) : "";
}

std::string hidden_row_text(HeadIndex head, Index row) {
    return "masked_scores of head " + std::to_string(head) + ", row " + std::to_string(row) +
           ": every key is hidden, so all its weights are 0";
}

std::string not_finite_text(const CellRef& cell, double value) {
    const StageInfo& stage = info(cell.stage);
    return "first number that is not finite: " + std::string(stage.name) + head_text(stage, cell.head) +
           ", row " + std::to_string(cell.row) + ", column " + std::to_string(cell.column) + " is " +
           shortest(value);
}

/// The first in these rows, which it counts from 0.
std::optional<CellRef> find_not_finite(ConstMatrixRef rows, StageId stage, HeadIndex head) {
    for (Index row = 0; row < rows.rows(); ++row) {
        for (Index column = 0; column < rows.cols(); ++column) {
            const double value = rows(row, column);
            if (!std::isfinite(value) && !(stage == StageId::masked_scores && is_hidden(value)))
                return CellRef{stage, head, row, column};
        }
    }
    return std::nullopt;
}

/// In the order of the computation.
bool is_before(const CellRef& a, const CellRef& b) {
    return std::tie(a.stage, a.head, a.row, a.column) < std::tie(b.stage, b.head, b.row, b.column);
}

void look_at_all(const Trace& trace, Findings& findings) {
    const auto heads = static_cast<HeadIndex>(trace.queries.size());
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? heads : 1); ++head)
            findings.look(stage.id, head, 0, trace.stage(stage.id, head));
    }
}

} // namespace

void Trace::make_room(const Experiment& experiment, bool keeps_squares) {
    const Dimensions d = dimensions(experiment);
    for (std::vector<Matrix>* heads :
         {&queries, &keys, &values, &scores, &scaled_scores, &masked_scores, &weights, &head_outputs})
        heads->resize(static_cast<std::size_t>(d.H));
    for (const StageInfo& info : all_stages()) {
        const bool exists = has_stage(experiment, info.id) && (keeps_squares || !is_square(info));
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

void Findings::look(StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows) {
    std::optional<CellRef> cell = find_not_finite(rows, id, head);
    const double value = cell ? rows(cell->row, cell->column) : 0;
    std::vector<HiddenRow> hidden;
    for (Index row = 0; id == StageId::masked_scores && row < rows.rows(); ++row) {
        if (std::ranges::all_of(rows.row(row), is_hidden))
            hidden.push_back({head, first_row + row});
    }
    if (!cell && hidden.empty())
        return;
    const std::scoped_lock lock(m_looking);
    m_hidden.insert(m_hidden.end(), hidden.begin(), hidden.end());
    if (!cell)
        return;
    cell->row += first_row;
    if (!m_not_finite || is_before(*cell, *m_not_finite)) {
        m_not_finite = cell;
        m_value = value;
    }
}

std::vector<std::string> Findings::notes() const {
    std::vector<HiddenRow> hidden = m_hidden;
    std::ranges::sort(hidden);
    std::vector<std::string> notes;
    for (const HiddenRow& each : hidden)
        notes.push_back(hidden_row_text(each.head, each.row));
    if (m_not_finite)
        notes.push_back(not_finite_text(*m_not_finite, m_value));
    return notes;
}

std::optional<CellRef> first_not_finite(const Trace& trace) {
    Findings findings;
    look_at_all(trace, findings);
    return findings.first_not_finite();
}

std::vector<std::string> notes(const Trace& trace) {
    Findings findings;
    look_at_all(trace, findings);
    return findings.notes();
}

} // namespace lab
