// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inputs: the vector of each token, or its given row, plus what its position adds.
#include "core/describe/names.h"
#include "core/spreadsheet/stage_formulas.h"

namespace lab {

namespace {

/// What a sinusoidal position adds to a column: "SIN(3/10000^(2/4))".
std::string sinusoid(Index position, Index column, Index d_model) {
    return std::string(column % 2 == 0 ? "SIN(" : "COS(") + std::to_string(position) + "/10000^(" +
           std::to_string(column - column % 2) + "/" + std::to_string(d_model) + "))";
}

void write_inputs(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Experiment& e = to.experiment();
    const Sequence& sequence = stage == StageId::source_inputs ? *e.source : e.sequence;
    if (e.embedding.position.kind == PositionKind::sinusoidal)
        to.pass_angle(static_cast<double>(positions_needed(e)));
    to.add_stage(stage, head, [&](Index row, Index column) {
        const ParameterCell vector = vector_of(e, {stage, head, row, column});
        std::string from = to.cell(to.parameter(vector.id), vector.row, vector.column);
        const Index position = sequence.offset + row;
        switch (e.embedding.position.kind) {
        case PositionKind::none:
            break;
        case PositionKind::sinusoidal:
            return from + "+" + sinusoid(position, column, e.embedding.dimension);
        case PositionKind::learned:
            return from + "+" + to.cell(to.parameter(ParameterId::position), position, column);
        }
        return from;
    });
}

} // namespace

const StageFormulas formulas::inputs{StageId::inputs, write_inputs};
const StageFormulas formulas::source_inputs{StageId::source_inputs, write_inputs};

} // namespace lab
