// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/cells_in_words.h"

#include "core/describe/names.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr std::size_t most_listed = 3;

/// The cells of a row that keep their number for a reason that can be named.
PlaceSet excused(const DependentMatrix& matrix, Index row) {
    PlaceSet cells(matrix.cells.columns());
    for (const auto& each : {matrix.overridden, matrix.hidden, matrix.dropped}) {
        if (each)
            cells.add(each->row(row));
    }
    return cells;
}

/// Those of `columns` in a row that neither change nor have a reason for that.
PlaceSet unexplained(const DependentMatrix& matrix, Index row, PlaceSet columns) {
    columns.remove(matrix.cells.row(row));
    columns.remove(excused(matrix, row));
    return columns;
}

/// The columns in which any of these rows has a cell that changes.
PlaceSet columns_of(const DependentMatrix& matrix, const PlaceSet& rows) {
    PlaceSet columns(matrix.cells.columns());
    for (Index row = 0; row < rows.size(); ++row) {
        if (rows.contains(row))
            columns.add(matrix.cells.row(row));
    }
    return columns;
}

/// Rows in which whole `columns` change, and the others of `rows`, in which all the same columns change: as
/// for a token that is a query and a key.
std::optional<std::pair<CellGroup, CellGroup>> two_groups(const DependentMatrix& matrix, const PlaceSet& rows,
                                                          const PlaceSet& columns) {
    CellGroup full{PlaceSet(rows.size()), {}}, others{rows, {}};
    for (Index row = 0; row < rows.size(); ++row) {
        if (rows.contains(row) && unexplained(matrix, row, columns).is_empty())
            full.rows.add(row);
    }
    others.rows.remove(full.rows);
    if (full.rows.is_empty() || others.rows.is_empty())
        return std::nullopt;
    full.columns = columns_of(matrix, full.rows);
    others.columns = columns_of(matrix, others.rows);
    for (Index row = 0; row < rows.size(); ++row) {
        if (others.rows.contains(row) && !unexplained(matrix, row, others.columns).is_empty())
            return std::nullopt;
    }
    return std::pair(std::move(full), std::move(others));
}

/// Notes why cells of a group do not change.
void note_reasons(const DependentMatrix& matrix, const CellGroup& group, CellGroups& result) {
    for (Index row = 0; row < group.rows.size(); ++row) {
        if (!group.rows.contains(row))
            continue;
        PlaceSet keep = group.columns;
        keep.remove(matrix.cells.row(row));
        const auto explain_by = [&](const DependentMatrix::Cells& cells, bool& noted) {
            if (!cells || !keep.intersects(cells->row(row)))
                return;
            noted = true;
            keep.remove(cells->row(row));
        };
        explain_by(matrix.overridden, result.but_overridden);
        explain_by(matrix.hidden, result.but_hidden);
        explain_by(matrix.dropped, result.but_dropped);
    }
}

/// "“sky”", "2 tokens", "every token"; for features "feature 2", "every feature".
Said extent(const Experiment& experiment, Axis axis, const PlaceSet& places) {
    const std::vector<Index> list = places.list();
    const Index count = places.count();
    const bool is_token = is_token_axis(axis), is_key = axis == Axis::key_token;
    const auto label = [&](Index place) { return label_in_sentence(experiment, axis, place); };
    if (count == 1 && (places.size() > 1 || !is_token))
        return label(list.front());
    if (count == places.size())
        return say(is_key ? phrase::every_key : is_token ? phrase::every_token : phrase::every_feature);
    const bool is_run = list.back() - list.front() + 1 == count;
    if (is_token && is_run && count > 2 && list.back() == places.size() - 1)
        return say(is_key ? phrase::keys_from : phrase::tokens_from, label(list.front()));
    if (is_token && is_run && count > 2 && list.front() == 0)
        return say(is_key ? phrase::keys_up_to : phrase::tokens_up_to, label(list.back()));
    if (list.size() <= most_listed && !(is_run && count > 2)) {
        std::vector<Said> names;
        names.reserve(list.size());
        for (const Index each : list)
            names.push_back(is_token ? label(each) : say(phrase::listed_number, Counted{each}));
        Said all = list_of(std::move(names), phrase::last_of_names);
        return is_token ? all : say(phrase::listed_features, std::move(all));
    }
    if (is_run)
        return is_token ? say(phrase::tokens_between, label(list.front()), label(list.back()))
                        : say(phrase::features_between, Counted{list.front()}, Counted{list.back()});
    return say(is_key ? phrase::some_keys : is_token ? phrase::some_tokens : phrase::some_features, count);
}

Said group_in_words(const Experiment& experiment, const StageInfo& stage, const CellGroup& group) {
    Said rows = extent(experiment, stage.rows, group.rows);
    Said columns = extent(experiment, stage.columns, group.columns);
    return is_token_axis(stage.columns)
               ? say(phrase::pair_of_tokens, std::move(rows), std::move(columns))
               : say(phrase::features_of_tokens, std::move(columns), std::move(rows));
}

} // namespace

CellGroups groups_of(const DependentMatrix& matrix) {
    CellGroups result;
    const PlaceSet rows = matrix.cells.any_of_rows();
    const PlaceSet columns = columns_of(matrix, rows);
    bool is_one = true;
    for (Index row = 0; row < rows.size() && is_one; ++row)
        is_one = !rows.contains(row) || unexplained(matrix, row, columns).is_empty();
    if (is_one) {
        result.groups = {{rows, columns}};
    } else if (auto two = two_groups(matrix, rows, columns)) {
        result.groups = {std::move(two->first), std::move(two->second)};
    } else {
        result.groups = {{rows, columns}};
        result.in_part = true;
        return result;
    }
    for (const CellGroup& each : result.groups)
        note_reasons(matrix, each, result);
    return result;
}

Said cells_in_words(const Experiment& experiment, const DependentMatrix& matrix) {
    const StageInfo& stage = info(matrix.stage);
    const CellGroups all = groups_of(matrix);
    Said words = group_in_words(experiment, stage, all.groups.front());
    if (all.in_part)
        return say(phrase::some_cells_of, matrix.cells.count(), std::move(words));
    if (all.groups.size() > 1)
        words = say(phrase::cells_and_others, std::move(words),
                    group_in_words(experiment, stage, all.groups.back()));
    std::vector<Said> reasons;
    if (all.but_hidden)
        reasons.push_back(say(phrase::is_hidden));
    if (all.but_overridden)
        reasons.push_back(say(phrase::is_overridden));
    if (all.but_dropped)
        reasons.push_back(say(phrase::is_dropped));
    return reasons.empty() ? words
                           : say(phrase::where_not, std::move(words),
                                 list_of(std::move(reasons), phrase::last_of_reasons));
}

} // namespace lab
