// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/rotation.h"

#include <algorithm>
#include <cmath>

namespace lab {

Rotation::Rotation(const Scores& scores, Index d_k)
    : m_width(scores.rotary_dims.value_or(d_k)), m_base(scores.rotary_base),
      m_frequencies(scores.rotary_frequencies),
      m_neighbours(scores.rotary_layout == RotaryLayout::interleaved) {
    if (scores.rotary)
        m_pairs = m_width / 2;
}

Rotation::Rotation(const Experiment& experiment) : Rotation(experiment.scores, dimensions(experiment).d_k) {}

double Rotation::frequency(Index pair) const {
    if (!has_base())
        return m_frequencies[static_cast<std::size_t>(pair)];
    return std::pow(m_base, -static_cast<double>(2 * pair) / static_cast<double>(m_width));
}

Rotation::Pair Rotation::pair(Index pair) const {
    return m_neighbours ? Pair{2 * pair, 2 * pair + 1} : Pair{pair, pair + m_pairs};
}

std::optional<Index> Rotation::pair_of(Index column) const {
    if (column >= columns())
        return std::nullopt;
    return m_neighbours ? column / 2 : column % m_pairs;
}

std::vector<Columns> Rotation::with_partners(const Columns& wanted) const {
    std::vector<bool> among(static_cast<std::size_t>(std::max(columns(), wanted.first + wanted.count)));
    for (Index column = wanted.first; column < wanted.first + wanted.count; ++column) {
        among[static_cast<std::size_t>(column)] = true;
        if (const auto own = pair_of(column)) {
            among[static_cast<std::size_t>(pair(*own).first)] = true;
            among[static_cast<std::size_t>(pair(*own).second)] = true;
        }
    }
    std::vector<Columns> runs;
    for (std::size_t column = 0; column < among.size(); ++column) {
        if (!among[column])
            continue;
        if (column == 0 || !among[column - 1])
            runs.push_back({static_cast<Index>(column), 0});
        ++runs.back().count;
    }
    return runs;
}

Block Rotation::widened(const Block& at) const {
    if (at.column >= columns())
        return at;
    const Index end = at.column + at.columns;
    // Between two columns that are apart, there is always one whose partner is not.
    const Index first = m_neighbours ? at.column - at.column % 2 : 0;
    const Index last = m_neighbours && end < columns() ? end + end % 2 : std::max(end, columns());
    return {at.row, first, at.rows, last - first};
}

} // namespace lab
