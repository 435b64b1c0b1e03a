// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a number stands.
#include "core/analysis/diagnosis/diagnosis.h"
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// So many other cells may have a number by chance where it is said to be found.
constexpr double most_by_chance = 0.01;

/// What the sink takes of each row, if the stage is the weights and a sink takes part; else nothing.
std::vector<double> sink_column(MistakenTrace& trace, StageId stage, HeadIndex head) {
    if (stage != StageId::weights)
        return {};
    return sink_shares(trace.stage(StageId::masked_scores, head), trace.experiment().normalization, head);
}

/// A sink's share is the cell after the last one of its row: see is_sink_share().
void look_for(double number, double tolerance, const Matrix& numbers, const std::vector<double>& sink,
              CellRef cell, Places& places) {
    const Index columns = numbers.cols() + (sink.empty() ? 0 : 1);
    for (cell.row = 0; cell.row < numbers.rows(); ++cell.row) {
        for (cell.column = 0; cell.column < columns; ++cell.column) {
            const double here = cell.column < numbers.cols() ? numbers(cell.row, cell.column)
                                                             : sink[static_cast<std::size_t>(cell.row)];
            if (!is_right(number, here, tolerance))
                continue;
            ++places.count;
            if (places.cells.size() < most_places)
                places.cells.push_back(cell);
        }
    }
}

/// The finite cell whose number is nearest.
void look_for_nearest(double number, const Matrix& numbers, CellRef cell, Places& places) {
    double least = std::numeric_limits<double>::infinity();
    for (cell.row = 0; cell.row < numbers.rows(); ++cell.row) {
        for (cell.column = 0; cell.column < numbers.cols(); ++cell.column) {
            const double here = numbers(cell.row, cell.column);
            if (!(std::abs(here - number) < least))
                continue;
            least = std::abs(here - number);
            places.nearest = cell;
            places.nearest_number = here;
        }
    }
}

} // namespace

std::optional<Places> where_is(const Experiment& experiment, const Asked& asked, double number,
                               double last_digit, const std::stop_token& stop) {
    MistakenTrace trace(experiment);
    Places places;
    const double tolerance = Tolerance().at(last_digit, std::isfinite(number) ? std::abs(number) : 0);
    double by_chance = 0; // how many cells have such a number if they have any of their stage's size
    const auto look_in = [&](StageId stage, HeadIndex head) {
        if (stop.stop_requested())
            return;
        const Matrix& all = trace.stage(stage, head);
        by_chance +=
            static_cast<double>(all.size()) *
            std::pow(10, -evidence_of(number, tolerance, std::min(std::abs(number), largest_magnitude(all))));
        const std::vector<double> sink = sink_column(trace, stage, head);
        look_for(number, tolerance, trace.stage(stage, head), sink, {stage, head, 0, 0}, places);
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
    places.may_be_chance = by_chance > most_by_chance;
    if (places.count == 0 && std::isfinite(number))
        look_for_nearest(number, trace.stage(asked.stage, asked_head), {asked.stage, asked_head, 0, 0},
                         places);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(places));
}

} // namespace lab
