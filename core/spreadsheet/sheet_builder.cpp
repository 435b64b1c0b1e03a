// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/sheet_builder.h"

#include "core/describe/names.h"

namespace lab {

SheetBuilder::SheetBuilder(const Experiment& experiment, const Trace& trace)
    : m_experiment(experiment), m_sizes(dimensions(experiment)), m_trace(trace), m_overrides(experiment) {}

void SheetBuilder::begin(const std::string& name, const std::string& title, const std::string& rule,
                         bool is_stage) {
    m_workbook.sheets.push_back({name, title, rule, {}, is_stage, {}});
    m_has_impossible_step = false;
}

void SheetBuilder::note(std::string sentence) {
    m_workbook.sheets.back().notes.push_back(std::move(sentence));
}

void SheetBuilder::take_back() {
    m_workbook.sheets.pop_back();
}

SheetMatrix SheetBuilder::put(SheetBlock block) {
    block.is_turned = m_experiment.notation == Notation::columns;
    m_workbook.sheets.back().add(std::move(block));
    return last();
}

SheetMatrix SheetBuilder::last() const {
    return {m_workbook.sheets.size() - 1, m_workbook.sheets.back().blocks.size() - 1};
}

void SheetBuilder::add_parameter(ParameterId id, HeadIndex head, SheetBlock labels, const Matrix& matrix) {
    m_parameters[{id, head}] = add_given(std::move(labels), matrix);
}

SheetMatrix SheetBuilder::add_given(SheetBlock labels, const Matrix& matrix) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column)
            labels.cells.push_back({matrix(row, column), {}, SheetMark::editable});
    }
    return put(std::move(labels));
}

SheetMatrix SheetBuilder::add_step(SheetBlock labels, const Matrix& matrix, const CellFormula& formula) {
    const SheetMatrix step = put(std::move(labels));
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            pass(matrix(row, column));
            std::string text = "=" + formula(row, column);
            m_workbook.sheets[step.sheet].blocks[step.block].cells.push_back(
                {matrix(row, column), std::move(text), SheetMark::computed});
        }
    }
    return step;
}

/// As in the window: weights that a sum or an override puts outside of 0 to 1 are signed numbers.
bool SheetBuilder::has_weight_colours(StageId stage, const Matrix& matrix) const {
    constexpr double rounding = 1e-9;
    const double kept = stage == StageId::dropped_weights ? 1 - m_experiment.dropout->rate : 1;
    return holds_weights(stage) && (matrix.array() * kept >= -rounding).all() &&
           (matrix.array() * kept <= 1 + rounding).all();
}

void SheetBuilder::add_stage(StageId stage, HeadIndex head, const CellFormula& formula) {
    const StageInfo& its = info(stage);
    const Matrix& matrix = numbers(stage, head);
    SheetBlock block = labels(text_of(stage_label(m_experiment, stage, head)), its.rows, its.columns);
    block.colouring =
        has_weight_colours(stage, matrix) ? SheetColouring::of_weights : SheetColouring::of_signed;
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            SheetCell cell{matrix(row, column), {}, SheetMark::fixed};
            if (m_overrides.find({stage, head, row, column})) {
                cell.mark = SheetMark::overridden;
            } else if (formula) {
                cell.formula = "=" + formula(row, column);
                cell.mark = SheetMark::computed;
            }
            block.cells.push_back(std::move(cell));
        }
    }
    m_stages[{stage, head}] = put(std::move(block));
}

const SheetBlock& SheetBuilder::block(const SheetMatrix& matrix) const {
    return m_workbook.sheets[matrix.sheet].blocks[matrix.block];
}

std::string SheetBuilder::on_its_sheet(const SheetMatrix& matrix, const std::string& place) const {
    const bool is_here = matrix.sheet + 1 == m_workbook.sheets.size();
    return is_here ? place : m_workbook.sheets[matrix.sheet].name + "!" + place;
}

std::string SheetBuilder::cell(const SheetMatrix& matrix, Index row, Index column) const {
    return on_its_sheet(matrix, place_name(place_of(block(matrix), row, column)));
}

std::string SheetBuilder::place(const SheetLine& line, Index at) const {
    const Index other = line.first + at;
    return place_name(line.is_row ? place_of(block(line.matrix), line.index, other)
                                  : place_of(block(line.matrix), other, line.index));
}

std::string SheetBuilder::range(const SheetLine& line) const {
    return on_its_sheet(line.matrix, place(line, 0) + ":" + place(line, line.count - 1));
}

std::string SheetBuilder::dot(const SheetLine& a, const SheetLine& b) const {
    const auto is_across = [&](const SheetLine& line) { return line.is_row != block(line.matrix).is_turned; };
    constexpr Index most_written_out = 6;
    if (a.count > 1 && is_across(a) == is_across(b))
        return "SUMPRODUCT(" + range(a) + "," + range(b) + ")";
    if (a.count > most_written_out) // in SUM, which makes one number of it in every program
        return "SUM(MMULT(" + range(is_across(a) ? a : b) + "," + range(is_across(a) ? b : a) + "))";
    std::string sum;
    for (Index at = 0; at < a.count; ++at)
        sum += (at > 0 ? "+" : "") + on_its_sheet(a.matrix, place(a, at)) + "*" +
               on_its_sheet(b.matrix, place(b, at));
    return sum;
}

std::vector<std::string> SheetBuilder::labels(Axis axis) const {
    std::vector<std::string> labels;
    for (Index index = 0; index < length(axis, m_sizes); ++index)
        labels.push_back(axis_label(m_experiment, axis, index));
    return labels;
}

SheetBlock SheetBuilder::labels(std::string heading, Axis rows, Axis columns) const {
    SheetBlock block;
    block.heading = std::move(heading);
    block.row_labels = labels(rows);
    block.column_labels = labels(columns);
    return block;
}

} // namespace lab
