// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an edit changed, so that nothing else is recomputed or repainted.
#pragma once

#include "core/base/types.h"

#include <optional>

namespace lab {

/// The parts of an experiment that can change independently.
enum class Field {
    everything,  ///< another document, or a change of shape
    description, ///< title and description
    notation,
    sequence, ///< the tokens of either sequence, and whatever moves with them
    offset,   ///< the position of the first token of either sequence
    embedding,
    X, ///< given inputs
    X_source,
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
    qk_norm, ///< kind and epsilon, or which gains there are
    g_Q,
    g_K,
    rotary,
    scale, ///< and the softcap and the bias of the scores
    additive,
    mask,
    normalization,
    sink,
    dropout, ///< its rate or seed; that there is dropout, or none, changes everything
    overrides,
    snapshots, ///< saved states, which affect no computation
};

struct Change {
    Field field = Field::everything;
    std::optional<Block> block; ///< the cells of a matrix that changed; absent: all of them
    bool operator==(const Change&) const = default;
};

/// Whether matrices may have another shape afterwards, or belong to other tokens.
inline bool reshapes(const Change& change) {
    return change.field == Field::everything || change.field == Field::sequence;
}

/// Whether tokens may have other names afterwards: a word that is repeated is named with its position.
inline bool renames(const Change& change) {
    return reshapes(change) || change.field == Field::offset;
}

/// One change that covers both.
Change merged(const Change& first, const Change& second);

} // namespace lab
