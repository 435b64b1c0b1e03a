// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/difference.h"

#include "core/base/summary.h"
#include "core/experiment/masks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace lab {

namespace {

bool is_same_place(const Alignment& axis) {
    return axis.is_complete() && std::ranges::all_of(axis.pairs, [](const Alignment::Pair& each) {
               return each.before == each.now;
           });
}

/// The rows and columns of a matrix that have a partner. A matrix may be large: it is copied only if need be.
MatrixPtr partnered(const MatrixPtr& whole, const StageAlignment& alignment, Index Alignment::Pair::*side) {
    if (is_same_place(alignment.rows) && is_same_place(alignment.columns))
        return whole;
    const Matrix& matrix = *whole;
    const auto& rows = alignment.rows.pairs;
    const auto& columns = alignment.columns.pairs;
    Matrix part(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < columns.size(); ++column)
            part(static_cast<Index>(row), static_cast<Index>(column)) =
                matrix(rows[row].*side, columns[column].*side);
    }
    return share(std::move(part));
}

constexpr double rounding = 1e-12; // relative difference between two ways to compute the same number

/// The largest finite magnitude.
double finite_magnitude(const Matrix& matrix) {
    return summarize(matrix).finite.magnitude();
}

/// The size of a change for ranking. NaN, where a number became NaN or stopped being NaN, counts as infinity.
double size_of_change(double change) {
    return std::isnan(change) ? std::numeric_limits<double>::infinity() : std::abs(change);
}

} // namespace

Difference difference_of(const StageNumbers& before, const StageNumbers& now, StageAlignment alignment) {
    Difference d;
    d.before = partnered(before.matrix, alignment, &Alignment::Pair::before);
    d.now = partnered(now.matrix, alignment, &Alignment::Pair::now);
    d.difference =
        share(d.now->binaryExpr(*d.before, [](double is, double was) { return is == was ? 0 : is - was; }));
    if (before.masked && now.masked) {
        const MatrixPtr was = partnered(before.masked, alignment, &Alignment::Pair::before);
        const MatrixPtr is = partnered(now.masked, alignment, &Alignment::Pair::now);
        d.hidden = share(is->binaryExpr(*was, [](double a, double b) {
            return is_hidden(a) && is_hidden(b) ? -std::numeric_limits<double>::infinity() : 0;
        }));
    }
    d.alignment = std::move(alignment);
    return d;
}

std::vector<LargeChange> largest_changes(const Difference& difference, std::size_t most) {
    const Matrix& d = *difference.difference;
    const Matrix& before = *difference.before;
    const Matrix& now = *difference.now;
    const double least = rounding * std::max(finite_magnitude(before), finite_magnitude(now));
    std::vector<LargeChange> changes; // largest first
    std::vector<double> sizes;        // of `changes`
    for (Index row = 0; row < d.rows() && most > 0; ++row) {
        for (Index column = 0; column < d.cols(); ++column) {
            const double size = size_of_change(d(row, column));
            const bool never_a_number = std::isnan(before(row, column)) && std::isnan(now(row, column));
            if (size <= least || never_a_number || (sizes.size() == most && size <= sizes.back()))
                continue;
            const auto place = std::ranges::upper_bound(sizes, size, std::greater{}) - sizes.begin();
            sizes.insert(sizes.begin() + place, size);
            changes.insert(changes.begin() + place, {row, column});
            if (sizes.size() > most) {
                sizes.pop_back();
                changes.pop_back();
            }
        }
    }
    return changes;
}

Lack lack_of(const Experiment& experiment, StageId stage, HeadIndex head) {
    if (is_empty(experiment))
        return Lack::tokens;
    if (!has_stage(experiment, stage))
        return Lack::stage;
    return info(stage).per_head && head >= experiment.heads.count ? Lack::head : Lack::nothing;
}

} // namespace lab
