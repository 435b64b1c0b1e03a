// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formulas of each stage, in files numbered like those of core/stages. A new option of a stage is written
// there, or named by why_not() as one that formulas cannot follow.
#pragma once

#include "core/spreadsheet/sheet_builder.h"

namespace lab {

struct StageFormulas {
    StageId stage;
    /// Adds a head's matrix to the stage's sheet, below what it computes on the way.
    void (*write)(SheetBuilder&, StageId, HeadIndex);
    /// Why the stage has no formula with this experiment, as a sentence; null if it has one. A null function:
    /// it always has.
    const char* (*why_not)(const Experiment&) = nullptr;
    /// How it is computed, where its description has no rule in symbols.
    const char* rule = "";
};

const StageFormulas& formulas_of(StageId stage);

/// Those of the numbered files.
namespace formulas {
extern const StageFormulas inputs, source_inputs, queries, keys, values, scores, scaled_scores, masked_scores,
    weights, dropped_weights, head_outputs, concat, output;
}

} // namespace lab
