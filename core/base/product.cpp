// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/product.h"

#include "core/base/simd.h"

#include <algorithm>

namespace lab {

namespace {

/// As many sums as fit into the processor's registers: tile_rows rows of strip_width columns.
constexpr Index tile_rows = packet_size == 8 ? 8 : 4;
constexpr Index strip_width = 2 * packet_size;
/// Longer sums are split, so that a strip of the right factor stays in the fastest cache.
constexpr Index part_length = 128;

/// At most strip_width columns of the right factor. Its rows are whole packets.
struct Strip {
    const double* numbers;
    Index stride; ///< from one row to the next
};

/// Buffer for a strip.
using Copy = std::array<double, part_length * strip_width>;

/// Adds a·b to the result, or assigns it if this is the first part. The tile has `rows` rows; the columns of
/// the strip fill `packets` packets, the last perhaps only partly.
template<Index rows, Index packets>
void add_tile(ConstMatrixRef a, const Strip& b, MatrixRef result, bool is_first) {
    const double* const left = a.data();
    const Index stride = a.outerStride();
    const Index depth = a.cols();
    Packet sums[rows][packets] = {};
    for (Index k = 0; k < depth; ++k) {
        Packet right[packets];
        for (Index p = 0; p < packets; ++p)
            right[p] = load(b.numbers + k * b.stride + p * packet_size);
        for (Index i = 0; i < rows; ++i) {
            for (Index p = 0; p < packets; ++p)
                sums[i][p] += left[i * stride + k] * right[p];
        }
    }
    for (Index i = 0; i < rows; ++i) {
        for (Index p = 0; p < packets; ++p) {
            double* const to = result.data() + i * result.outerStride() + p * packet_size;
            const Index columns = std::min(packet_size, result.cols() - p * packet_size);
            if (columns == packet_size)
                store(is_first ? sums[i][p] : load(to) + sums[i][p], to);
            else
                store_first(columns, is_first ? sums[i][p] : load_first(columns, to, 0) + sums[i][p], to);
        }
    }
}

/// The same for any number of rows.
template<Index rows, Index packets>
void add_rows(ConstMatrixRef a, const Strip& b, MatrixRef result, bool is_first) {
    Index row = 0;
    for (; row + rows <= a.rows(); row += rows)
        add_tile<rows, packets>(a.middleRows(row, rows), b, result.middleRows(row, rows), is_first);
    if constexpr (rows > 1) {
        if (const Index rest = a.rows() - row; rest > 0)
            add_rows<rows / 2, packets>(a.bottomRows(rest), b, result.bottomRows(rest), is_first);
    }
}

Index whole_packets(Index columns) {
    return (columns + packet_size - 1) / packet_size * packet_size;
}

/// The matrix itself, or a copy if its packets are not whole or its rows are `scattered`: too far apart for
/// the cache to hold them all.
Strip strip_of(ConstMatrixRef b, bool scattered, Copy& copy) {
    const Index width = whole_packets(b.cols());
    const Index full = b.cols() / packet_size * packet_size;
    if (width == full && !scattered)
        return {b.data(), b.outerStride()};
    for (Index k = 0; k < b.rows(); ++k) {
        const double* const from = b.data() + k * b.outerStride();
        double* const to = copy.data() + k * width;
        for (Index j = 0; j < full; j += packet_size)
            store(load(from + j), to + j);
        if (full < width)
            store(load_first(b.cols() - full, from + full, 0), to + full);
    }
    return {copy.data(), width};
}

/// A copy of the columns of bᵀ.
Strip transposed_strip_of(ConstMatrixRef b, Copy& copy) {
    const Index width = whole_packets(b.rows());
    for (Index j = 0; j < width; ++j) {
        for (Index k = 0; k < b.cols(); ++k)
            copy[static_cast<std::size_t>(k * width + j)] = j < b.rows() ? b(j, k) : 0;
    }
    return {copy.data(), width};
}

/// a times the matrix whose strips strip_at() returns.
template<class StripAt>
void multiply_by_strips(ConstMatrixRef a, const StripAt& strip_at, MatrixRef result) {
    alignas(sizeof(Packet)) Copy copy;
    for (Index k = 0; k < a.cols(); k += part_length) {
        const ConstMatrixRef left = a.middleCols(k, std::min(part_length, a.cols() - k));
        for (Index column = 0; column < result.cols(); column += strip_width) {
            const Index columns = std::min(strip_width, result.cols() - column);
            const Strip strip = strip_at({k, column, left.cols(), columns}, copy);
            const auto add = columns > packet_size ? add_rows<tile_rows, 2> : add_rows<tile_rows, 1>;
            add(left, strip, result.middleCols(column, columns), k == 0);
        }
    }
}

/// Eigen is as fast for these, because nothing is read twice.
bool is_vector(ConstMatrixRef result) {
    return result.cols() == 1 || result.rows() == 1;
}

} // namespace

void multiply(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result) {
    if (is_vector(result)) {
        result.noalias() = a * b;
        return;
    }
    // A copy pays off only if several tiles read it.
    const bool scattered = b.rows() > 64 && a.rows() > tile_rows;
    const auto strip_at = [&](const Block& at, Copy& copy) {
        return strip_of(b.block(at.row, at.column, at.rows, at.columns), scattered, copy);
    };
    multiply_by_strips(a, strip_at, result);
}

void multiply_transposed(ConstMatrixRef a, ConstMatrixRef b, MatrixRef result) {
    if (is_vector(result)) {
        result.noalias() = a * b.transpose();
        return;
    }
    const auto strip_at = [&](const Block& at, Copy& copy) {
        return transposed_strip_of(b.block(at.column, at.row, at.columns, at.rows), copy);
    };
    multiply_by_strips(a, strip_at, result);
}

} // namespace lab
