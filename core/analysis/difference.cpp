// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/difference.h"

#include "core/stages/06_masked_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

/// The rows and columns of a matrix that have a partner.
Matrix partnered(const Matrix& matrix, const StageAlignment& alignment, Index Alignment::Pair::*side) {
    const auto& rows = alignment.rows.pairs;
    const auto& columns = alignment.columns.pairs;
    Matrix part(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < columns.size(); ++column)
            part(static_cast<Index>(row), static_cast<Index>(column)) =
                matrix(rows[row].*side, columns[column].*side);
    }
    return part;
}

/// How large a change is, beside others: NaN, which is where a number began or ceased to be one, as infinity.
double size_of_change(double change) {
    return std::isnan(change) ? std::numeric_limits<double>::infinity() : std::abs(change);
}

} // namespace

Difference difference_of(const StageNumbers& before, const StageNumbers& now, StageAlignment alignment) {
    Difference d;
    d.before = partnered(*before.matrix, alignment, &Alignment::Pair::before);
    d.now = partnered(*now.matrix, alignment, &Alignment::Pair::now);
    d.difference = d.now.binaryExpr(d.before, [](double is, double was) { return is == was ? 0 : is - was; });
    if (before.masked && now.masked) {
        const Matrix was = partnered(*before.masked, alignment, &Alignment::Pair::before);
        const Matrix is = partnered(*now.masked, alignment, &Alignment::Pair::now);
        d.hidden = is.binaryExpr(was, [](double a, double b) {
            return is_hidden(a) && is_hidden(b) ? -std::numeric_limits<double>::infinity() : 0;
        });
    }
    d.alignment = std::move(alignment);
    return d;
}

std::vector<LargeChange> largest_changes(const Difference& difference, std::size_t most) {
    const Matrix& d = difference.difference;
    std::vector<LargeChange> changes;
    for (Index row = 0; row < d.rows(); ++row) {
        for (Index column = 0; column < d.cols(); ++column) {
            const bool never_a_number =
                std::isnan(difference.before(row, column)) && std::isnan(difference.now(row, column));
            if (d(row, column) != 0 && !never_a_number)
                changes.push_back({row, column});
        }
    }
    const auto larger = [&d](const LargeChange& a, const LargeChange& b) {
        const double x = size_of_change(d(a.row, a.column));
        const double y = size_of_change(d(b.row, b.column));
        return x != y ? x > y : std::pair(a.row, a.column) < std::pair(b.row, b.column);
    };
    const auto end = changes.begin() + static_cast<std::ptrdiff_t>(std::min(most, changes.size()));
    std::partial_sort(changes.begin(), end, changes.end(), larger);
    changes.erase(end, changes.end());
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
