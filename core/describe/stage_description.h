// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each stage told once: how a cell of it came about, what it means, its formula, its captions in the film,
// what lies beside it there, and its lines in a program. The files are numbered like those of core/stages.
#pragma once

#include "core/describe/scene.h"
#include "core/describe/step.h"

namespace lab {

class ScriptBuilder;
struct ScriptCare;

/// A step of the film. `matrix` must know what caption() asks for.
struct CaptionInputs {
    const Experiment& experiment;
    const StageReader& matrix;
    const FilmStep& step;
    int decimals = 2;

    bool is_row() const { return step.rows.count == 1; }
    bool is_cell() const { return is_row() && step.columns.count == 1; }
    /// The step's first cell.
    CellRef cell() const { return {step.scene.stage, step.scene.head, step.rows.first, step.columns.first}; }
    /// What its rows and columns belong to, in words.
    Said row_label() const;
    Said column_label() const;
};

/// A row of a stage, or all of it, as a rule in symbols: "Q_sky = X_sky W_Q".
struct RuleInputs {
    const Experiment& experiment;
    Scene scene;
    std::optional<Index> row = {}; ///< absent: all rows

    /// A matrix, or its row.
    Formula of(const std::string& name) const;
    /// X W where tokens are rows, W X where they are columns.
    Formula product(Formula left, Formula right) const;
};

struct StageDescription {
    StageId stage;
    /// The steps that compute a cell from what its stage reads. The last one's result is the value as
    /// computed, ignoring overrides.
    std::vector<ExplanationStep> (*steps)(const StepInputs&, const CellRef&);
    /// What a cell that is not covered means. `row`, `column`: what it belongs to, in words.
    Said (*meaning)(const StepInputs&, const CellRef&, const Said& row, const Said& column);
    /// What the scene shows beside its result.
    SceneLayout (*layout)(const Experiment&, const Scene&);
    /// What a step of the film says of a cell, of a row or of all rows. Of single weights: weight_caption().
    Said (*caption)(const CaptionInputs&);
    /// The right side of the rule; an empty row if there is none.
    Formula (*rule)(const RuleInputs&);
    /// Writes the stage's lines of a program, including its overrides.
    void (*program)(ScriptBuilder&, const ScriptCare&);
    /// Adds the formulas of a step that is more than a sum, a copy or a root. Null: there is none.
    void (*add_formulas)(const Experiment&, ExplanationStep&) = nullptr;
};

const StageDescription& description(StageId stage);

/// The scene must be one of scenes_of().
SceneLayout layout_of(const Experiment& experiment, const Scene& scene);
/// How many terms the sum of a cell in that column has; 1 if it is not a sum.
Index terms_of(const Experiment& experiment, const Scene& scene, Index column);

/// Those of the numbered files.
namespace described {
extern const StageDescription inputs, source_inputs, queries, keys, values, scores, scaled_scores,
    masked_scores, weights, dropped_weights, head_outputs, concat, output;
}

} // namespace lab
