// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/stage_formulas.h"

#include <array>

namespace lab {

namespace {

constexpr std::array all_stage_formulas{
    &formulas::inputs,  &formulas::source_inputs,   &formulas::queries,       &formulas::keys,
    &formulas::values,  &formulas::scores,          &formulas::scaled_scores, &formulas::masked_scores,
    &formulas::weights, &formulas::dropped_weights, &formulas::head_outputs,  &formulas::concat,
    &formulas::output,
};

} // namespace

const StageFormulas& formulas_of(StageId stage) {
    return *all_stage_formulas[static_cast<std::size_t>(stage)];
}

} // namespace lab
