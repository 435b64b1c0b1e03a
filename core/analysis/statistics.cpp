// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics.h"

#include "core/base/number_format.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lab {

namespace {

std::span<const double> row_of(const Matrix& matrix, Index row) {
    return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

std::span<const double> cells_of(const Matrix& matrix) {
    return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

double mean_of_finite(std::span<const double> cells, Index finite) {
    const auto count = static_cast<double>(finite);
    double sum = 0;
    for (const double value : cells)
        sum += std::isfinite(value) ? value : 0;
    if (std::isfinite(sum))
        return sum / count;
    double mean = 0; // the sum of huge numbers overflowed
    for (const double value : cells)
        mean += std::isfinite(value) ? value / count : 0;
    return mean;
}

/// The smallest number of the form 1, 2 or 5 times a power of ten that is at least `width`, which must be
/// positive.
struct RoundWidth {
    double width = 1;
    int decimals = 0; ///< of its multiples; if negative, the number of their trailing zeros
};

RoundWidth round_width(double width) {
    const int exponent = static_cast<int>(std::floor(std::log10(width)));
    for (int power = exponent; power <= exponent + 1; ++power) {
        for (const double step : {1.0, 2.0, 5.0}) {
            // Divides, because negative powers of ten are inexact.
            const double round = power < 0 ? step / std::pow(10.0, -power) : step * std::pow(10.0, power);
            if (round >= width * (1 - 1e-9))
                return {round, -power};
        }
    }
    return {width, 0};
}

Histogram one_bin(double lowest, double highest, Index count) {
    return {{lowest, highest}, {count}};
}

/// Of equal numbers: a bar needs some width.
Histogram bin_around(double number, Index count, const Interval& possible) {
    const double size = std::abs(number);
    const double half_width = std::max(size > 0 ? std::min(0.5, size / 2) : 0.5, size / 20);
    const auto within = [&](double edge) { // an override may be beyond what is possible
        return std::clamp(edge, std::min(possible.lowest, number), std::max(possible.highest, number));
    };
    return one_bin(within(number - half_width), within(number + half_width), count);
}

/// The desired bin width; 0 if it cannot be determined. Reorders `values`.
double wanted_width(std::vector<double>& values, double range) {
    const auto count = static_cast<double>(values.size());
    const auto at = [&](double share) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * (count - 1));
        std::ranges::nth_element(values, place);
        return *place;
    };
    const double spread = at(0.75) - at(0.25);
    const double width = spread > 0 ? 2 * spread / std::cbrt(count) : range / (1 + std::log2(count));
    return std::max(width, range / static_cast<double>(most_bins - 2)); // the end bins may be partial
}

} // namespace

MatrixStatistics statistics_of(const Matrix& matrix) {
    const auto cells = cells_of(matrix);
    MatrixStatistics result;
    result.cells = matrix.size();
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const double value : cells) {
        if (std::isfinite(value)) {
            ++result.finite;
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        } else {
            ++(value < 0 ? result.hidden : result.faults);
        }
    }
    if (result.finite == 0)
        return result;
    result.lowest = lowest;
    result.highest = highest;
    result.mean = mean_of_finite(cells, result.finite);
    double squares = 0;
    double rest = 0; // of the rounded mean
    for (const double value : cells) {
        const double away = std::isfinite(value) ? value - result.mean : 0;
        squares += away * away;
        rest += away;
    }
    const auto count = static_cast<double>(result.finite);
    // If the squares overflow, the variance is reported as infinite.
    result.variance = std::isfinite(squares) ? std::max(squares - rest * rest / count, 0.0) / count : squares;
    double magnitude = 0;
    for (const double value : cells)
        magnitude += std::isfinite(value) ? std::abs(value) / count : 0;
    result.mean_is_rounding = is_rounding(result.mean, magnitude);
    result.variance_is_rounding = is_rounding(std::sqrt(result.variance), magnitude);
    return result;
}

std::vector<RowSum> row_sums(const Matrix& matrix) {
    std::vector<RowSum> sums(static_cast<std::size_t>(matrix.rows()));
    for (Index row = 0; row < matrix.rows(); ++row) {
        RowSum& its = sums[static_cast<std::size_t>(row)];
        double magnitude = 0;
        for (const double value : row_of(matrix, row)) {
            if (std::isfinite(value)) {
                its.sum += value;
                magnitude += std::abs(value);
            } else {
                ++its.left_out;
            }
        }
        its.is_rounding = is_rounding(its.sum, magnitude);
        if (its.left_out == matrix.cols())
            its.sum = std::numeric_limits<double>::quiet_NaN();
    }
    return sums;
}

WeightStatistics weight_statistics(const Matrix& weights) {
    WeightStatistics result;
    double entropies = 0;
    double diagonal = 0;
    for (Index row = 0; row < weights.rows(); ++row) {
        const double entropy = entropy_bits(row_of(weights, row));
        result.entropies.push_back(entropy);
        if (!std::isnan(entropy)) {
            entropies += entropy;
            ++result.distributions;
        }
        const bool has_key = row < weights.cols();
        result.diagonal.push_back(has_key ? weights(row, row) : std::numeric_limits<double>::quiet_NaN());
        diagonal += has_key ? weights(row, row) : 0;
    }
    if (result.distributions > 0)
        result.mean_entropy = entropies / static_cast<double>(result.distributions);
    if (const Index keys = std::min(weights.rows(), weights.cols()); keys > 0)
        result.mean_diagonal = diagonal / static_cast<double>(keys);
    return result;
}

Histogram histogram_of(const Matrix& matrix, const Interval& possible) {
    std::vector<double> values;
    for (const double value : cells_of(matrix)) {
        if (std::isfinite(value))
            values.push_back(value);
    }
    if (values.empty())
        return {};
    const auto [least, most] = std::ranges::minmax_element(values);
    const double lowest = *least;
    const double highest = *most;
    const double range = highest - lowest;
    const auto count = static_cast<Index>(values.size());
    if (range == 0)
        return bin_around(lowest, count, possible);
    if (!std::isfinite(range))
        return one_bin(lowest, highest, count);
    const RoundWidth bins = round_width(wanted_width(values, range));
    const double first = std::floor(lowest / bins.width);
    const double last = std::max(std::ceil(highest / bins.width), first + 1);
    constexpr double whole_from = 0x1p50; // below it, multiples are distinct
    if (!(std::abs(first) < whole_from && std::abs(last) < whole_from))
        return one_bin(lowest, highest, count);
    Histogram result;
    for (double multiple = first; multiple <= last; ++multiple)
        result.edges.push_back(rounded(multiple * bins.width, bins.decimals));
    // Division and rounding may miss an end by one bin.
    if (result.edges.front() > lowest)
        result.edges.insert(result.edges.begin(), rounded((first - 1) * bins.width, bins.decimals));
    if (result.edges.back() < highest)
        result.edges.push_back(rounded((last + 1) * bins.width, bins.decimals));
    result.counts.assign(result.edges.size() - 1, 0);
    for (const double value : values) {
        const auto above = std::upper_bound(result.edges.begin(), result.edges.end() - 1, value);
        ++result.counts[static_cast<std::size_t>(above - result.edges.begin() - 1)];
    }
    return result;
}

} // namespace lab
