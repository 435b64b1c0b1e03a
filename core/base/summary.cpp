// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/summary.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/base/parallel.h"
#include "core/base/simd.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lab {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Numbers processed together. A compiler may not reorder minima of doubles, but it vectorises operations on
/// separate lanes.
constexpr std::size_t lane_count = 16;

struct Lanes {
    std::array<double, lane_count> lowest{}, highest{}, plain_lowest{}, plain_highest{};
    std::array<std::int64_t, lane_count> hidden{}, faults{}; // of the present row

    /// Branch-free, because NaN or hidden numbers can be as common as others.
    void take(const double* numbers) {
        for (std::size_t i = 0; i < lane_count; ++i) {
            const double value = numbers[i];
            const double size = std::abs(value);
            const double finite = size < infinite ? value : 0;
            const double plain = size < exponent_from ? value : 0;
            lowest[i] = finite < lowest[i] ? finite : lowest[i];
            highest[i] = finite > highest[i] ? finite : highest[i];
            plain_lowest[i] = plain < plain_lowest[i] ? plain : plain_lowest[i];
            plain_highest[i] = plain > plain_highest[i] ? plain : plain_highest[i];
            hidden[i] += value == -infinite ? 1 : 0;
            faults[i] += value < infinite ? 0 : 1; // +∞, and NaN, for which the comparison is false
        }
    }
};

std::int64_t drain(std::array<std::int64_t, lane_count>& counts) {
    std::int64_t sum = 0;
    for (std::int64_t& count : counts)
        sum += std::exchange(count, 0);
    return sum;
}

/// Covered numbers do not count.
template<class Wanted>
std::optional<MatrixSummary::Place> first_in(const Matrix& matrix, Index row, const Wanted& wanted) {
    const double* begin = matrix.data() + row * matrix.cols();
    const double* end = begin + matrix.cols();
    const double* found =
        std::find_if(begin, end, [&](double value) { return wanted(value) && !is_covered(value); });
    return found == end ? std::nullopt : std::optional(MatrixSummary::Place{row, found - begin});
}

} // namespace

MatrixSummary summarize(const Matrix& matrix) {
    add_work(static_cast<double>(matrix.size()));
    MatrixSummary summary;
    Lanes lanes;
    const Index whole = matrix.cols() - matrix.cols() % Index{lane_count};
    for (Index row = 0; row < matrix.rows(); ++row) {
        const double* numbers = matrix.data() + row * matrix.cols();
        for (Index column = 0; column < whole; column += Index{lane_count})
            lanes.take(numbers + column);
        if (whole < matrix.cols()) {
            std::array<double, lane_count> rest{}; // the padding zeros are harmless: Extremes include 0
            std::copy(numbers + whole, numbers + matrix.cols(), rest.begin());
            lanes.take(rest.data());
        }
        const std::int64_t hidden = drain(lanes.hidden);
        const std::int64_t faults = drain(lanes.faults);
        if (hidden + faults > 0 && !summary.first_not_finite)
            summary.first_not_finite =
                first_in(matrix, row, [](double value) { return !std::isfinite(value); });
        if (faults > 0 && !summary.first_fault)
            summary.first_fault = first_in(matrix, row, [](double value) { return !(value < infinite); });
        if (hidden > 0 && hidden == matrix.cols())
            summary.hidden_rows.push_back(row);
    }
    summary.finite = {std::ranges::min(lanes.lowest), std::ranges::max(lanes.highest)};
    summary.plain = {std::ranges::min(lanes.plain_lowest), std::ranges::max(lanes.plain_highest)};
    return summary;
}

void update(MatrixSummary& summary, const Matrix& matrix, double before, double now) {
    const auto is_end = [before](const Extremes& extremes) {
        return before != 0 && (before == extremes.lowest || before == extremes.highest);
    };
    if (!std::isfinite(before) || !std::isfinite(now) || is_end(summary.finite) || is_end(summary.plain)) {
        summary = summarize(matrix);
        return;
    }
    const auto extend = [now](Extremes& extremes) {
        extremes = {std::min(extremes.lowest, now), std::max(extremes.highest, now)};
    };
    extend(summary.finite);
    if (std::abs(now) < exponent_from)
        extend(summary.plain);
}

namespace {

/// The largest |a − b| of a row; NaN does not count.
double largest_apart(const double* a, const double* b, Index count) {
    Packet most{};
    const auto take = [&](Packet first, Packet second) {
        const Packet apart = first - second;
        const Packet size = apart < 0 ? -apart : apart;
        most = size > most ? size : most;
    };
    Index i = 0;
    for (; i + packet_size <= count; i += packet_size)
        take(load(a + i), load(b + i));
    if (i < count)
        take(load_first(count - i, a + i, 0), load_first(count - i, b + i, 0));
    return combined(most, [](double x, double y) { return std::max(x, y); });
}

} // namespace

std::optional<MatrixSummary::Place> largest_difference(const Matrix& a, const Matrix& b) {
    std::optional<MatrixSummary::Place> largest;
    double most = 0;
    for (Index row = 0; row < a.rows(); ++row) {
        const double* first = a.data() + row * a.cols();
        const double* second = b.data() + row * a.cols();
        const double size = largest_apart(first, second, a.cols());
        if (!(size > most))
            continue;
        most = size;
        Index column = 0;
        while (std::abs(first[column] - second[column]) != most)
            ++column;
        largest = MatrixSummary::Place{row, column};
    }
    return largest;
}

} // namespace lab
