// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rotary positions: which columns of a head's queries and keys are a pair that turns, and how fast.
#pragma once

#include "core/experiment/parameter.h"

#include <optional>
#include <vector>

namespace lab {

/// Rotary position embedding (Su et al. 2021, "RoFormer", section 3.2): at position `pos` the pair (a, b)
/// becomes (a·cos θ − b·sin θ, a·sin θ + b·cos θ) with θ = pos·frequency. The columns that turn are the first
/// ones of a head; the others stay.
class Rotation {
public:
    /// The two columns of a pair, `first` holding a.
    struct Pair {
        Index first = 0, second = 0;
    };

    /// Of heads with d_k columns. Without rotary positions there are no pairs.
    Rotation(const Scores& scores, Index d_k);
    explicit Rotation(const Experiment& experiment);

    Index pairs() const { return m_pairs; }
    /// How many columns turn.
    Index columns() const { return 2 * m_pairs; }
    /// The angle in radians from one position to the next: as the document gives it for the pair, else
    /// base^(−2t/width) for pair t.
    double frequency(Index pair) const;
    bool has_base() const { return m_frequencies.empty(); }
    /// What the exponent of the base is divided by: the columns that turn if the document says how many, else
    /// d_k.
    Index width() const { return m_width; }

    /// Column 2t and the next one, or column t and the one as many columns later as there are pairs.
    Pair pair(Index pair) const;
    /// The pair of a column; nullopt if the column stays.
    std::optional<Index> pair_of(Index column) const;

    /// These columns and the partners of those that turn, as runs of columns.
    std::vector<Columns> with_partners(const Columns& columns) const;
    /// The cells that must be computed together to obtain `at`: with every column that turns, its partner.
    Block widened(const Block& at) const;

private:
    Index m_pairs = 0;
    Index m_width = 0;
    double m_base = 1;
    std::vector<double> m_frequencies; ///< empty: of the base
    bool m_neighbours = true;
};

} // namespace lab
