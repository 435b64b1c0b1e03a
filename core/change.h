// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an edit touched, so that nothing else need be computed or painted again.
#pragma once

#include "core/types.h"

#include <optional>

namespace lab {

/// The parts of an experiment that can change on their own.
enum class Field {
    everything,  ///< another document, or a change of shape
    description, ///< title and description
    notation,
    sequence, ///< the tokens of either sequence, and whatever travels with them
    embedding,
    position, ///< the kind of positions, or their table
    W_Q,
    W_K,
    W_V,
    b_Q,
    b_K,
    b_V,
    W_O,
    b_O,
    Q,
    K,
    V,
    rotary,
    scale, ///< and the bias of the scores
    mask,
    normalization,
    overrides,
    snapshots, ///< states that are kept; of which nothing is computed
};

struct Change {
    Field field = Field::everything;
    std::optional<Block> block; ///< the cells of a matrix that were touched; absent: all of them
    bool operator==(const Change&) const = default;
};

/// Whether the matrices may have another shape after it, or belong to other tokens.
inline bool reshapes(const Change& change) {
    return change.field == Field::everything || change.field == Field::sequence;
}

/// One change that covers both.
Change merged(const Change& first, const Change& second);

} // namespace lab
