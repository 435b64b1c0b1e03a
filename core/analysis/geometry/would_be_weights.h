// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a query would attend to if it stood elsewhere.
#pragma once

#include "core/analysis/geometry/plane.h"
#include "core/engine/evaluator.h"
#include "core/experiment/overrides.h"

#include <optional>
#include <vector>

namespace lab {

/// Of one query and head: everything that its row of weights depends on besides its vector. Keeps what it
/// needs, so that it may outlive the experiment and be used on another thread.
class WouldBeWeights {
public:
    /// Reads what `kept` finds and computes the rest. The experiment must be valid and have tokens.
    WouldBeWeights(const Experiment& experiment, const FindKept& kept, HeadIndex head, TokenIndex query);

    /// For queries (m, d_k) as the score reads them, after any norm and rotation: the rows of weights (m,
    /// n_k) that each would have in this one's place, by the engine's own functions: scale, softcap, ALiBi,
    /// added scores, mask, normaliser with temperature, bias and sink, and the overridden cells of the row's
    /// scores and weights. Before dropout: the stage `weights`. At the query's own vector they are the
    /// engine's, to rounding.
    Matrix weights(ConstMatrixRef queries) const;

    /// n_k.
    Index keys() const { return m_keys.rows(); }

private:
    friend class RasterOfWeights;
    /// An override in the query's row.
    struct TypedCell {
        StageId stage;
        Index column;
        double value;
    };

    /// From the dot products of queries with the keys.
    Matrix from_scores(Matrix scores) const;
    void type(StageId stage, Matrix& rows) const;

    Matrix m_keys;    ///< (n_k, d_k)
    Scores m_options; ///< without what depends on the query's place
    Normalization m_normalization;
    HeadIndex m_head, m_heads;
    RowVector m_bias;  ///< (n_k): what ALiBi adds to the row of scaled scores; empty without
    RowVector m_added; ///< (n_k): the added scores of the row; empty without
    RowVector m_mask;  ///< (n_k): −∞ where a rule hides the key, else 0
    std::vector<TypedCell> m_typed;
};

/// A rectangle of a plane, divided into cells of one size.
struct PlaneGrid {
    double left = -1, right = 1, bottom = -1, top = 1;
    Index columns = 1, rows = 1;

    /// The middle of a cell; row 0 is at the bottom.
    PlanePoint middle(Index column, Index row) const;
};

inline constexpr TokenIndex no_winner = -1;

/// For each cell of a grid which key would be attended to most if the query stood in its middle: row by row
/// from the bottom, each from the left.
struct WinnerRaster {
    Index columns = 0, rows = 0;
    /// As most_attended(); no_winner where there is none.
    std::vector<TokenIndex> winner;
    std::vector<double> share; ///< the winner's weight; 0 where there is none

    TokenIndex winner_at(Index column, Index row) const {
        return winner[static_cast<std::size_t>(row * columns + column)];
    }
    double share_at(Index column, Index row) const {
        return share[static_cast<std::size_t>(row * columns + column)];
    }
};

/// `q` (d_k) is the query as it is: what it has outside of the plane, it keeps in every cell. `only`: of that
/// key, whichever wins: it stands in each cell where it has a weight above 0. For 12 keys and 160 × 120 cells
/// some milliseconds.
WinnerRaster winner_raster(const WouldBeWeights& would_be, const Plane& plane, const RowVector& q,
                           const PlaneGrid& grid, std::optional<TokenIndex> only = {});

} // namespace lab
