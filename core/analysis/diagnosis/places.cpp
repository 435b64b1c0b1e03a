// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a number stands.
#include "core/analysis/diagnosis/diagnosis.h"
#include "core/analysis/diagnosis/mistaken_trace.h"

#include <cmath>

namespace lab {

namespace {

void look_for(double number, double tolerance, const Matrix& numbers, CellRef cell, Places& places) {
    for (cell.row = 0; cell.row < numbers.rows(); ++cell.row) {
        for (cell.column = 0; cell.column < numbers.cols(); ++cell.column) {
            if (!is_right(number, numbers(cell.row, cell.column), tolerance))
                continue;
            ++places.count;
            if (places.cells.size() < most_places)
                places.cells.push_back(cell);
        }
    }
}

} // namespace

std::optional<Places> where_is(const Experiment& experiment, const Asked& asked, double number,
                               double last_digit, const std::stop_token& stop) {
    MistakenTrace trace(experiment);
    Places places;
    const double tolerance = Tolerance().at(last_digit, std::isfinite(number) ? std::abs(number) : 0);
    const auto look_in = [&](StageId stage, HeadIndex head) {
        if (!stop.stop_requested())
            look_for(number, tolerance, trace.stage(stage, head), {stage, head, 0, 0}, places);
    };
    const HeadIndex asked_head = info(asked.stage).per_head ? asked.head : 0;
    look_in(asked.stage, asked_head);
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            if (stage.id != asked.stage || head != asked_head)
                look_in(stage.id, head);
        }
    }
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(places));
}

} // namespace lab
