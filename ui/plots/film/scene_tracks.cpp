// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_tracks.h"

#include <algorithm>
#include <utility>

namespace lab {

void SceneTrack::look(const SceneTrack* before) {
    if (visible <= 0)
        return;
    const bool isSame = before && before->count == count && before->visible == visible;
    const Index seen = isSame ? before->first : 0;
    const bool stays = wanted ? isSame && *wanted >= seen && *wanted < seen + visible : isSame;
    const Index page = wanted.value_or(0) / visible * visible;
    first = std::clamp<Index>(stays ? seen : page, 0, count - visible);
}

void shareRoom(SceneTracks& tracks, Index room) {
    Index left = std::max(room, static_cast<Index>(sceneTracks));
    std::array<std::size_t, sceneTracks> order{0, 1, 2, 3};
    std::ranges::sort(order, {}, [&](std::size_t i) { return tracks[i].count; });
    auto waiting = static_cast<Index>(
        std::ranges::count_if(tracks, [](const SceneTrack& each) { return each.count > 0; }));
    for (const std::size_t i : order) {
        SceneTrack& track = tracks[i];
        if (track.count == 0)
            continue;
        track.visible = std::clamp<Index>(left / waiting, 1, track.count);
        left -= track.visible;
        --waiting;
    }
}

} // namespace lab
