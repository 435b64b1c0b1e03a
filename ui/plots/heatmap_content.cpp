// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap_content.h"

#include "core/edits/masks.h"
#include "core/edits/overrides.h"
#include "core/number_format.h"
#include "core/stages/06_masked_scores.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace lab {

namespace {

QString heatmapText(const char* text) {
    return QCoreApplication::translate("Heatmap", text);
}

/// What an axis is called beside the other one: tokens are queries and keys where they meet, plain tokens
/// against features.
QString axisName(Axis axis, Axis other) {
    if (!is_token_axis(axis))
        return heatmapText("feature");
    if (!is_token_axis(other))
        return heatmapText("token");
    return axis == Axis::query_token ? heatmapText("query") : heatmapText("key");
}

std::vector<StoredCell> overriddenCells(const Experiment& experiment, StageId id, HeadIndex head) {
    std::vector<StoredCell> cells;
    for (const Override* each : overrides_in_force(experiment)) {
        if (each->stage == id && each->head == head)
            cells.push_back({each->row, each->column});
    }
    return cells;
}

} // namespace

Labels axisLabels(const Experiment& experiment, Axis axis, Index count) {
    if (!is_token_axis(axis))
        return featureLabels(count);
    return tokenLabels(axis == Axis::key_token ? key_tokens(experiment) : experiment.sequence.tokens);
}

HeatmapMapping HeatmapContent::mapping() const {
    return matrix ? HeatmapMapping{matrix->rows(), matrix->cols(), transposed} : HeatmapMapping{};
}

ColourScale HeatmapContent::scale() const {
    return ColourScale::of(kind, summary ? summary->finite : Extremes{}, look);
}

QString HeatmapContent::axisNames() const {
    return heatmapText("%1 ↓  %2 →")
        .arg(transposed ? columnAxis : rowAxis, transposed ? rowAxis : columnAxis);
}

bool HeatmapContent::isHidden(StoredCell cell) const {
    return masked && is_hidden((*masked)(cell.row, cell.column));
}

bool HeatmapContent::isOverridden(StoredCell cell) const {
    return std::ranges::find(overridden, cell) != overridden.end();
}

bool HeatmapContent::hasBefore() const {
    return before && before->rows() == matrix->rows() && before->cols() == matrix->cols();
}

bool HeatmapContent::isChanged(StoredCell cell) const {
    return hasBefore() && !sameNumber((*before)(cell.row, cell.column), (*matrix)(cell.row, cell.column));
}

QString HeatmapContent::describe(StoredCell cell) const {
    const std::string seven = brief((*matrix)(cell.row, cell.column));
    const std::string chosen = chosenNumber(cell);
    return describe(cell, chosen.size() > seven.size() ? chosen : seven);
}

QString HeatmapContent::describeAsShown(StoredCell cell) const {
    return describe(cell, chosenNumber(cell));
}

std::string HeatmapContent::chosenNumber(StoredCell cell) const {
    const double value = (*matrix)(cell.row, cell.column);
    const bool isNothing = value == 0 && isHidden(cell); // and no zero among others
    return look.decimals && !isNothing ? display(value, *look.decimals) : brief(value);
}

QString HeatmapContent::describe(StoredCell cell, const std::string& number) const {
    const auto named = [](const QString& axis, const Labels& labels, Index index) {
        return axis == heatmapText("feature") ? labels.value(index)
                                              : heatmapText("%1 %2").arg(axis, labels.quoted(index));
    };
    QString text = heatmapText("%1, %2: %3")
                       .arg(named(rowAxis, rowLabels, cell.row), named(columnAxis, columnLabels, cell.column),
                            QString::fromStdString(number));
    if (isOverridden(cell))
        text += heatmapText(" (overridden)");
    else if (isHidden(cell))
        text += heatmapText(" (hidden: %1)").arg(hiddenBy(mask, cell.row, cell.column));
    return text;
}

QString hiddenBy(const Mask& mask, TokenIndex query, TokenIndex key) {
    const std::string rules = rules_text(mask, query, key);
    return rules.empty() ? heatmapText("its score is −∞") : QString::fromStdString(rules);
}

HeatmapContent stageContent(LabDocument& document, StageId id, HeadIndex head, bool marksChanges,
                            std::optional<Rows> first) {
    const Experiment& experiment = document.experiment();
    const StageInfo& stage = info(id);
    HeatmapContent content;
    // Weights are asked for after what says which of them are hidden, so that they never come before it.
    if (id == StageId::weights || id == StageId::masked_scores) {
        const StageView masked = document.view(StageId::masked_scores, head);
        content.masked = masked.matrix;
        content.mask = experiment.mask;
        if (masked.summary)
            content.hiddenRows = masked.summary->hidden_rows;
    }
    content.overridden = overriddenCells(experiment, id, stage.per_head ? head : 0);
    const StageView view = document.view(id, head, first);
    content.look = numberLook(document, head);
    content.matrix = view.matrix;
    content.summary = view.summary;
    content.stale = view.stale;
    content.title = stageTitle(experiment, id, head);
    content.transposed = experiment.notation == Notation::columns;
    content.rowAxis = axisName(stage.rows, stage.columns);
    content.columnAxis = axisName(stage.columns, stage.rows);
    if (!content.matrix)
        return content;
    content.rowLabels = axisLabels(experiment, stage.rows, content.matrix->rows());
    content.columnLabels = axisLabels(experiment, stage.columns, content.matrix->cols());
    if (id == StageId::weights && areBetween0And1(content.summary->finite))
        content.kind = ColourScale::Kind::sequential;
    if (marksChanges)
        content.before = document.viewBefore(id, head).matrix;
    if (content.before == content.matrix) // untouched: no need to compare
        content.before = nullptr;
    return content;
}

QString stageTitle(StageId id) {
    return heatmapText(info(id).title.data());
}

QString stageTitle(const Experiment& experiment, StageId id, HeadIndex head) {
    const QString title = stageTitle(id);
    return info(id).per_head && experiment.heads.count > 1
               ? heatmapText("%1, head %2").arg(title).arg(head + 1)
               : title;
}

} // namespace lab
