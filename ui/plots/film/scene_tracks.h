// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows or columns of cells that the matrices of a scene share, and which of them are visible.
#pragma once

#include "core/base/types.h"

#include <array>
#include <cstddef>
#include <optional>

namespace lab {

struct SceneTrack {
    Index count = 0;              ///< of the matrix; 0: nothing lies here
    Index first = 0, visible = 0; ///< the window
    double start = 0;             ///< of the first visible cell
    std::optional<Index> wanted;  ///< has to be visible; none: any part is as good

    bool isCut() const { return visible < count; }
    /// Wants this cell in the window; of several wanted cells, the last one counts.
    void want(Index cell) { wanted = wanted ? std::max(*wanted, cell) : cell; }
    /// Sets the window: that of `before` as long as it has what is wanted; otherwise page by page, so that it
    /// stays where it is for a while. nullptr: there was none.
    void look(const SceneTrack* before);
};

constexpr std::size_t sceneTracks = 4;
/// What is left or above; what lies beside the others instead of above them; a bias; the result.
constexpr std::size_t firstTrack = 0, movedTrack = 1, addedTrack = 2, resultTrack = 3;
using SceneTracks = std::array<SceneTrack, sceneTracks>;

/// Shares `room` cells among tracks: small ones are whole, the others have equally much.
void shareRoom(SceneTracks& tracks, Index room);

} // namespace lab
