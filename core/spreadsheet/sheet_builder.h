// SPDX-License-Identifier: GPL-3.0-or-later
//
// Puts matrices on sheets, and writes the formulas that read them.
#pragma once

#include "core/engine/trace.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"
#include "core/spreadsheet/sheet.h"

#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace lab {

/// A matrix that was put on a sheet.
struct SheetMatrix {
    std::size_t sheet = 0, block = 0;
};

/// Some numbers of a row or of a column of a matrix.
struct SheetLine {
    SheetMatrix matrix;
    bool is_row = true;
    Index index = 0;            ///< of the row or column
    Index first = 0, count = 0; ///< which of its numbers
};

/// The formula of a cell, without "=".
using CellFormula = std::function<std::string(Index row, Index column)>;

class SheetBuilder {
public:
    /// The trace must be that of the experiment, and both must outlive this.
    SheetBuilder(const Experiment& experiment, const Trace& trace);

    const Experiment& experiment() const { return m_experiment; }
    const Dimensions& sizes() const { return m_sizes; }
    const Matrix& numbers(StageId stage, HeadIndex head) const { return m_trace.stage(stage, head); }

    /// What follows stands on a new sheet, which has no number yet.
    void begin(const std::string& name, const std::string& title, const std::string& rule, bool is_stage);
    void note(std::string sentence);
    /// Takes the last sheet back.
    void take_back();

    /// Adds what somebody may change. `head`: which of several matrices of the parameter.
    void add_parameter(ParameterId id, HeadIndex head, SheetBlock labels, const Matrix& matrix);
    SheetMatrix add_given(SheetBlock labels, const Matrix& matrix);
    /// Adds what a stage computes on the way. The formula may read cells of the same matrix.
    SheetMatrix add_step(SheetBlock labels, const Matrix& matrix, const CellFormula& formula);
    /// Adds a stage's matrix, with its overrides; without a formula, as numbers alone.
    void add_stage(StageId stage, HeadIndex head, const CellFormula& formula);

    /// A result on the way to a cell of the last sheet. Spreadsheets have no infinity, but an error in its
    /// place.
    void pass(double result) { m_has_impossible_step |= !std::isfinite(result); }
    /// An angle whose sine is taken: from there on, Excel has none.
    void pass_angle(double radians) {
        constexpr double excels_limit = 134'217'728;
        pass(std::abs(radians) < excels_limit ? radians : HUGE_VAL);
    }
    /// Whether the last sheet has a formula that would be an error.
    bool has_impossible_step() const { return m_has_impossible_step; }

    SheetMatrix stage(StageId stage, HeadIndex head) const { return m_stages.at({stage, head}); }
    SheetMatrix parameter(ParameterId id, HeadIndex head = 0) const { return m_parameters.at({id, head}); }
    /// 1 where a query may see a key, and 0 where not.
    SheetMatrix mask() const { return m_mask; }
    void set_mask(const SheetMatrix& mask) { m_mask = mask; }
    /// The one that was put last, or is being put by add_step().
    SheetMatrix last() const;

    // As formulas of the last sheet write them.
    std::string cell(const SheetMatrix& matrix, Index row, Index column) const;
    std::string range(const SheetLine& line) const;
    /// The sum of the products of two lines of as many numbers.
    std::string dot(const SheetLine& a, const SheetLine& b) const;

    /// Empty cells with the labels of these axes.
    SheetBlock labels(std::string heading, Axis rows, Axis columns) const;
    std::vector<std::string> labels(Axis axis) const;

    void add_setting(SheetSetting setting) { m_workbook.settings.push_back(std::move(setting)); }
    Workbook& workbook() { return m_workbook; }

private:
    SheetMatrix put(SheetBlock block);
    bool has_weight_colours(StageId stage, const Matrix& matrix) const;
    const SheetBlock& block(const SheetMatrix& matrix) const;
    std::string place(const SheetLine& line, Index at) const;
    std::string on_its_sheet(const SheetMatrix& matrix, const std::string& place) const;

    const Experiment& m_experiment;
    Dimensions m_sizes;
    const Trace& m_trace;
    OverridesByCell m_overrides;
    Workbook m_workbook;
    std::map<std::pair<StageId, HeadIndex>, SheetMatrix> m_stages;
    std::map<std::pair<ParameterId, HeadIndex>, SheetMatrix> m_parameters;
    SheetMatrix m_mask;
    bool m_has_impossible_step = false;
};

} // namespace lab
