// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_marks.h"

#include "ui/plots/shared/board_layout.h"

#include <algorithm>

namespace lab {

namespace {

/// The stages of a figure; none if it is not drawn as matrices.
std::vector<StageId> stagesOf(const Figure& figure) {
    return std::visit(Cases{[](const StageFigure& each) { return std::vector{each.stage}; },
                            [](const HeadsFigure& each) { return std::vector{each.stage}; },
                            [](const OverHeadsFigure& each) { return std::vector{each.stage}; },
                            [](const HeadShareFigure&) { return std::vector{StageId::output}; },
                            [](const CompareFigure& each) { return std::vector{each.stage}; },
                            [](const VariantsFigure& each) { return std::vector{each.stage}; },
                            [](const BoardFigure&) {
                                std::vector<StageId> all;
                                for (const StageInfo& each : all_stages())
                                    all.push_back(each.id);
                                return all;
                            },
                            [](const auto&) { return std::vector<StageId>(); }},
                      figure);
}

/// The marks on one of the board's stages.
HeatmapMarkSet marksOnBoard(const StageInfo& stage, std::optional<Index> query, std::optional<Index> key) {
    HeatmapMarkSet marks;
    if (stage.rows == Axis::query_token)
        marks.row = query;
    else if (stage.rows == Axis::key_token)
        marks.row = key;
    if (stage.columns == Axis::key_token)
        marks.column = key;
    if (marks.row && marks.column)
        return {{}, {}, StoredCell{*marks.row, *marks.column}};
    return marks;
}

} // namespace

std::vector<StageMarks> inspectedMarks(const Experiment& experiment, const Selection& selection) {
    std::vector<StageMarks> all;
    for (const StageId stage : boardStages(experiment)) {
        const bool perHead = info(stage).per_head;
        for (HeadIndex head = 0; head < (perHead ? experiment.heads.count : 1); ++head) {
            if (HeatmapMarkSet marks = marksOf(selection, stage, head); !marks.isEmpty())
                all.push_back({stage, perHead ? std::optional(head) : std::nullopt, std::move(marks)});
        }
    }
    return all;
}

Result<std::vector<StageMarks>> marksAt(const Experiment& experiment, const Figure& figure,
                                        std::optional<Index> row, std::optional<Index> column) {
    const Dimensions d = dimensions(experiment);
    const bool isBoard = std::holds_alternative<BoardFigure>(figure);
    std::vector<StageMarks> all;
    for (const StageId id : stagesOf(figure)) {
        const StageInfo& stage = info(id);
        if (!has_stage(experiment, id))
            continue;
        const auto check = [&](const char* what, std::optional<Index> index,
                               Index count) -> std::optional<Error> {
            if (!index || *index < count)
                return std::nullopt;
            return Error{{},
                         what + (" " + std::to_string(*index)),
                         "not in this document",
                         "0 to " + std::to_string(count - 1)};
        };
        const Index rows = isBoard ? d.n_q : length(stage.rows, d);
        const Index columns = isBoard ? d.n_k : length(stage.columns, d);
        if (const auto error = check("row", row, rows))
            return *error;
        if (const auto error = check("column", column, columns))
            return *error;
        HeatmapMarkSet marks{row, column, {}};
        if (isBoard)
            marks = marksOnBoard(stage, row, column);
        else if (row && column)
            marks = {{}, {}, StoredCell{*row, *column}};
        all.push_back({id, {}, std::move(marks)});
    }
    return all;
}

bool isOfMatrices(const Figure& figure) {
    return !stagesOf(figure).empty();
}

bool hasMarks(const Figure& figure, const std::vector<StageMarks>& marks) {
    const auto head = std::holds_alternative<HeadsFigure>(figure) ? std::nullopt : headOf(figure);
    return std::ranges::any_of(stagesOf(figure), [&](StageId stage) {
        return !(head ? marksOf(marks, stage, *head) : marksOfAnyHead(marks, stage)).isEmpty();
    });
}

HeatmapMarkSet marksOf(const std::vector<StageMarks>& marks, StageId stage, HeadIndex head) {
    const auto found = std::ranges::find_if(marks, [&](const StageMarks& each) {
        return each.stage == stage && each.head.value_or(head) == head;
    });
    return found == marks.end() ? HeatmapMarkSet() : found->marks;
}

HeatmapMarkSet marksOfAnyHead(const std::vector<StageMarks>& marks, StageId stage) {
    for (const StageMarks& each : marks) {
        const HeatmapMarkSet& own = each.marks;
        if (each.stage == stage && (own.row || own.column || own.inspected))
            return {own.row, own.column, own.inspected};
    }
    return {};
}

} // namespace lab
