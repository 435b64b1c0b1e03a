// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_tracks.h"

#include "ui/plots/film/scene_geometry.h"

#include <algorithm>

namespace lab {

namespace {

bool haveSameTexts(const Labels& a, const Labels& b, Index count) {
    for (Index i = 0; i < count; ++i) {
        if (a.value(i) != b.value(i))
            return false;
    }
    return true;
}

} // namespace

void SceneTrack::look(const SceneTrack* before) {
    if (visible <= 0)
        return;
    const bool isSame = before && before->count == count && before->visible == visible;
    const Index seen = isSame ? before->first : 0;
    const bool stays = wanted ? isSame && *wanted >= seen && *wanted < seen + visible : isSame;
    const Index page = wanted.value_or(0) / visible * visible;
    first = std::clamp<Index>(stays ? seen : page, 0, count - visible);
}

void shareRoom(std::array<SceneTrack, 3>& tracks, Index room) {
    Index left = std::max<Index>(room, 3);
    std::array<std::size_t, 3> order{0, 1, 2};
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

/// Instead of what the step computes.
void SceneGeometry::lookAt(const SceneContent& content, const Source& focus) {
    for (const ScenePanel& panel : content.panels) {
        const bool isOfSink =
            panel.parameter() && panel.parameter()->id == ParameterId::sink; // not in a track
        const auto cell = isOfSink ? std::nullopt : panel.cellOf(focus);
        if (!cell)
            continue;
        const ShownCell shown =
            panel.mapping().shown({cell->row - panel.block.row, cell->column - panel.block.column});
        SceneTrack& columns = m_columns[columnOf(panel)];
        SceneTrack& rows = m_rows[rowOf(panel)];
        columns.wanted = shown.x + (m_transposed ? 0 : panel.offset);
        rows.wanted = shown.y + (m_transposed ? panel.offset : 0);
        if (!m_twins)
            continue;
        auto [one, other] = twins();
        for (const SceneTrack* each : {&columns, &rows}) {
            if (each == one)
                other->wanted = one->wanted;
            else if (each == other)
                one->wanted = other->wanted;
        }
    }
}

/// Which tracks besides the result's go through the same tokens or features as another one.
std::optional<SceneGeometry::Twins> SceneGeometry::twinsOf(const SceneContent& content) const {
    const auto isGiven = [](const ScenePanel& panel) {
        return panel.parameter() &&
               (panel.parameter()->id == ParameterId::X || panel.parameter()->id == ParameterId::X_source);
    };
    std::optional<Twins> twins;
    switch (content.kind) {
    case SceneKind::product: // the columns of the left matrix and the rows of the one above
        twins = {{false, 0}, {true, 0}};
        break;
    case SceneKind::look_up: // a table has words in an order of its own, which may be that of the sentence
        if (std::ranges::any_of(content.panels, [&](const ScenePanel& panel) {
                return isGiven(panel) || (panel.slot == SceneSlot::above &&
                                          haveSameTexts(panel.rows, content.panels.front().rows,
                                                        content.panels.front().block.rows));
            }))
            twins = {{!m_transposed, 0}, {!m_transposed, 2}};
        break;
    case SceneKind::join:
        twins = {{!m_transposed, 0}, {!m_transposed, 2}};
        break;
    default: // the left matrix and the result, cell by cell
        twins = {{m_transposed, 0}, {m_transposed, 2}};
    }
    const auto count = [this](const TrackPlace& at) {
        return (at.isRow ? m_rows : m_columns)[at.index].count;
    };
    return twins && count(twins->first) == count(twins->second) ? twins : std::nullopt;
}

std::pair<SceneTrack*, SceneTrack*> SceneGeometry::twins() {
    const auto track = [this](const TrackPlace& at) { return &(at.isRow ? m_rows : m_columns)[at.index]; };
    return {track(m_twins->first), track(m_twins->second)};
}

/// Leaves out rows and columns until the rest fits into `room` with cells of that size. Returns the height of
/// the lines that count them.
double SceneGeometry::cut(QSizeF room, QSizeF cell) {
    const auto lines = static_cast<double>((m_rows[0].count > 0 ? 1 : 0) +
                                           (m_rows[2].count > 0 ? 1 : 0)); // below matrices of either row
    for (const double counts : {0.0, lines * m_countHeight}) {
        shareRoom(m_columns, static_cast<Index>(room.width() / cell.width()));
        shareRoom(m_rows, static_cast<Index>((room.height() - counts) / cell.height()));
        if (m_twins) {
            const auto [one, other] = twins();
            one->visible = other->visible = std::min(one->visible, other->visible);
        }
        if (std::ranges::none_of(m_columns, &SceneTrack::isCut) &&
            std::ranges::none_of(m_rows, &SceneTrack::isCut))
            return 0;
    }
    return lines * m_countHeight;
}

void SceneGeometry::setWindows(const SceneGeometry* before) {
    if (m_twins) {
        const auto [one, other] = twins();
        const auto wanted = other->wanted ? other->wanted : one->wanted; // the result’s, if it is the other
        one->wanted = other->wanted = wanted;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        m_columns[i].look(before ? &before->m_columns[i] : nullptr);
        m_rows[i].look(before ? &before->m_rows[i] : nullptr);
    }
    if (!m_twins)
        return;
    const auto [one, other] = twins();
    one->first = other->first;
}

bool SceneGeometry::isCut(const ScenePanel& panel) const {
    return panel.slot != SceneSlot::added && (columns(panel).isCut() || rows(panel).isCut());
}

} // namespace lab
