// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/would_be_weights.h"

#include "core/base/parallel.h"
#include "core/base/product.h"
#include "core/engine/readable_stages.h"
#include "core/stages/04_scores.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <utility>

namespace lab {

WouldBeWeights::WouldBeWeights(const Experiment& experiment, const FindKept& kept, HeadIndex head,
                               TokenIndex query)
    : m_options(experiment.scores), m_normalization(experiment.normalization), m_head(head),
      m_heads(experiment.heads.count) {
    ReadableStages stages(experiment, kept);
    m_keys = stages.whole(StageId::keys, head);
    m_options.additive.clear();
    const FirstPositions first = first_positions(experiment);
    const Block at{query, 0, 1, m_keys.rows()};
    const Matrix zeros = Matrix::Zero(1, at.columns);
    Matrix row(1, at.columns);
    if (m_options.bias != ScoreBias::none) {
        // Of scores of 0, what is left is what is added to any.
        scaled_scores(zeros, m_options, m_keys.cols(), head, m_heads, first, at, row);
        m_bias = row.row(0);
        m_options.bias = ScoreBias::none;
    }
    if (const Matrix* added = added_scores(experiment.scores, head))
        m_added = added->row(query);
    masked_scores(zeros, experiment.mask, first, at, row);
    m_mask = row.row(0);
    for (const StageId stage :
         {StageId::scores, StageId::scaled_scores, StageId::masked_scores, StageId::weights}) {
        for (const Override* each : overrides_in_force(experiment, stage, head)) {
            if (each->row == query)
                m_typed.push_back({stage, each->column, each->value});
        }
    }
}

void WouldBeWeights::type(StageId stage, Matrix& rows) const {
    for (const TypedCell& each : m_typed) {
        if (each.stage == stage)
            rows.col(each.column).setConstant(each.value);
    }
}

Matrix WouldBeWeights::from_scores(Matrix scores) const {
    type(StageId::scores, scores);
    Matrix masked(scores.rows(), scores.cols());
    scaled_scores(scores, m_options, m_keys.cols(), m_head, m_heads, {}, {0, 0, scores.rows(), scores.cols()},
                  masked);
    if (m_bias.size() > 0)
        masked.rowwise() += m_bias;
    if (m_added.size() > 0)
        masked.rowwise() += m_added;
    type(StageId::scaled_scores, masked);
    for (Index key = 0; key < m_mask.cols(); ++key) {
        if (m_mask(key) != 0)
            masked.col(key).setConstant(m_mask(key));
    }
    type(StageId::masked_scores, masked);
    lab::weights(masked, m_normalization, m_head, scores);
    type(StageId::weights, scores);
    return scores;
}

Matrix WouldBeWeights::weights(ConstMatrixRef queries) const {
    Matrix scores(queries.rows(), m_keys.rows());
    lab::scores(queries, m_keys, scores);
    return from_scores(std::move(scores));
}

PlanePoint PlaneGrid::middle(Index column, Index row) const {
    const auto part = [](Index index, Index count) {
        return (static_cast<double>(index) + 0.5) / static_cast<double>(count);
    };
    return {left + (right - left) * part(column, columns), bottom + (top - bottom) * part(row, rows)};
}

/// Fills a raster some cells at a time.
class RasterOfWeights {
public:
    RasterOfWeights(const WouldBeWeights& would_be, const Plane& plane, const RowVector& q,
                    const PlaneGrid& grid, std::optional<TokenIndex> only)
        : m_would_be(would_be), m_grid(grid), m_only(only), m_vectors(3, q.cols()),
          m_parts(would_be.m_keys.rows(), 3) {
        m_vectors << plane.moved(q, PlanePoint::Zero()), plane.axes[0].direction, plane.axes[1].direction;
        lab::scores(would_be.m_keys, m_vectors, m_parts);
    }

    WinnerRaster filled() const {
        const Index cells = m_grid.columns * m_grid.rows, keys = m_would_be.keys();
        WinnerRaster raster{m_grid.columns, m_grid.rows, {}, {}};
        raster.winner.resize(static_cast<std::size_t>(cells));
        raster.share.resize(static_cast<std::size_t>(cells));
        constexpr Index numbers_at_a_time = 8192; // that stay in the cache
        constexpr double multiplications_per_number = 60;
        const Index some = std::max<Index>(1, numbers_at_a_time / keys);
        const double multiplications =
            static_cast<double>(cells) * static_cast<double>(keys) * multiplications_per_number;
        parallel_for((cells + some - 1) / some, multiplications,
                     [&](Index batch) { fill(raster, batch * some, std::min(some, cells - batch * some)); });
        return raster;
    }

private:
    void fill(WinnerRaster& raster, Index first, Index count) const {
        Matrix places(count, 3);
        for (Index i = 0; i < count; ++i) {
            const Index cell = first + i;
            const PlanePoint at = m_grid.middle(cell % m_grid.columns, cell / m_grid.columns);
            places.row(i) << 1, at.x(), at.y();
        }
        const Matrix weights = weights_at(places);
        for (Index i = 0; i < count; ++i) {
            const auto cell = static_cast<std::size_t>(first + i);
            const std::optional<TokenIndex> most = !m_only                   ? most_attended(weights.row(i))
                                                   : weights(i, *m_only) > 0 ? m_only
                                                                             : std::nullopt;
            raster.winner[cell] = most.value_or(no_winner);
            raster.share[cell] = most ? weights(i, *most) : 0;
        }
    }

    /// Of places (m, 3), each 1, x, y.
    Matrix weights_at(const Matrix& places) const {
        if (!m_parts.allFinite()) { // a key has a −∞, whose product with 0 is NaN
            Matrix queries(places.rows(), m_vectors.cols());
            multiply(places, m_vectors, queries);
            return m_would_be.weights(queries);
        }
        Matrix scores(places.rows(), m_parts.rows());
        lab::scores(places, m_parts, scores);
        return m_would_be.from_scores(std::move(scores));
    }

    const WouldBeWeights& m_would_be;
    const PlaneGrid& m_grid;
    std::optional<TokenIndex> m_only;
    /// (3, d_k): a query at (x, y) is the first row, x times the second and y times the third.
    Matrix m_vectors;
    Matrix m_parts; ///< (n_k, 3): their dot products with the keys, from which scores are made likewise
};

WinnerRaster winner_raster(const WouldBeWeights& would_be, const Plane& plane, const RowVector& q,
                           const PlaneGrid& grid, std::optional<TokenIndex> only) {
    return RasterOfWeights(would_be, plane, q, grid, only).filled();
}

} // namespace lab
