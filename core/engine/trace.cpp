// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/trace.h"

#include "core/experiment/masks.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lab {

namespace {

/// The first column of a row that is not finite; nullopt if there is none.
std::optional<Index> column_not_finite(ConstMatrixRef rows, Index row, StageId stage) {
    for (Index column = 0; column < rows.cols(); ++column) {
        const double value = rows(row, column);
        if (!std::isfinite(value) && !(stage == StageId::masked_scores && is_hidden(value)))
            return column;
    }
    return std::nullopt;
}

/// Compares by order of computation.
bool is_before(const CellRef& a, const CellRef& b) {
    return std::tie(a.stage, a.head, a.row, a.column) < std::tie(b.stage, b.head, b.row, b.column);
}

} // namespace

void Trace::make_room(const Experiment& experiment, bool keeps_query_by_key) {
    const Dimensions d = dimensions(experiment);
    if (heads() != d.H)
        m_stages = StageTable<Matrix>(d.H);
    for (const StageInfo& info : all_stages()) {
        const bool exists = has_stage(experiment, info.id) && (keeps_query_by_key || !is_query_by_key(info));
        for (HeadIndex head = 0; head < (info.per_head ? d.H : 1); ++head)
            stage(info.id, head)
                .resize(exists ? length(info.rows, d) : 0, exists ? length(info.columns, d) : 0);
    }
}

FindKept Trace::kept() const {
    return [this](StageId id, HeadIndex head) -> std::optional<StageRows> {
        const Matrix& all = stage(id, head);
        return all.size() > 0 ? std::optional<StageRows>(all) : std::nullopt;
    };
}

void Findings::check(StageId id, HeadIndex head, Index first_row, ConstMatrixRef rows) {
    for (Index row = 0; row < rows.rows(); ++row) {
        const std::optional<Index> column = column_not_finite(rows, row, id);
        const bool is_empty = id == StageId::masked_scores && std::ranges::all_of(rows.row(row), is_hidden);
        if (!column && !is_empty)
            continue;
        const std::scoped_lock lock(m_mutex);
        if (is_empty)
            m_empty_rows.push_back({id, head, first_row + row});
        if (!column)
            continue;
        m_not_finite_rows.push_back({id, head, first_row + row});
        const CellRef cell{id, head, first_row + row, *column};
        if (!m_not_finite || is_before(cell, *m_not_finite))
            m_not_finite = cell;
    }
}

std::vector<StageRow> Findings::rows_not_finite() const {
    std::vector<StageRow> rows = m_not_finite_rows;
    std::ranges::sort(rows);
    return rows;
}

std::vector<StageRow> Findings::empty_rows() const {
    std::vector<StageRow> rows = m_empty_rows;
    std::ranges::sort(rows);
    return rows;
}

void check_all(const Trace& trace, Findings& findings) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? trace.heads() : 1); ++head)
            findings.check(stage.id, head, 0, trace.stage(stage.id, head));
    }
}

std::optional<CellRef> first_not_finite(const Trace& trace) {
    Findings findings;
    check_all(trace, findings);
    return findings.first_not_finite();
}

} // namespace lab
