// SPDX-License-Identifier: GPL-3.0-or-later
//
// What steps are made from, and how.
#pragma once

#include "core/describe/explanation.h"
#include "core/engine/stage_rows.h"

namespace lab {

/// The experiment and its computed stages, and how their cells are named.
struct StepInputs {
    const Experiment& experiment;
    const ReadRows& matrix;
    Index first = first_in_window; ///< what the first head, row, column or position counts as

    Operand operand(const CellRef& cell) const;
    Operand operand(const ParameterCell& cell) const;
    /// As axis_label() has it.
    std::string label(Axis axis, Index index) const;
    /// The label of a feature's product: "d1".
    std::string feature_term(Index feature) const;
    /// A position from 0, computed from the one that is shown: "(3 − 1)".
    std::string position_from_0(Index position) const;
};

/// A step for that cell, with its name but no numbers yet.
ExplanationStep begin_step(const StepInputs& from, const CellRef& cell, ExplanationKind kind,
                           const Phrase<0>& title);
/// Appends a product to the sum.
void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors,
              TermKind kind = TermKind::plain);
/// Appends a term that is a single number.
void add_number(ExplanationStep& step, std::string name, Operand number, TermKind kind = TermKind::plain);

} // namespace lab
