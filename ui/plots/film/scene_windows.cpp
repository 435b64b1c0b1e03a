// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which part of each matrix a scene shows, of SceneGeometry.
#include "ui/plots/film/scene_geometry.h"

#include <algorithm>
#include <utility>

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
        for (const Twins& twins : m_twins) {
            for (const SceneTrack* each : {&columns, &rows}) {
                if (std::ranges::any_of(twins, [&](const TrackPlace& at) { return &trackAt(at) == each; }))
                    for (const TrackPlace& at : twins)
                        trackAt(at).wanted = each->wanted;
            }
        }
    }
}

/// Turned names are so high that they stand once above columns that go through several matrices.
bool SceneGeometry::isNamedOnTop(const SceneContent& content) const {
    const auto names = [](const ScenePanel& panel) -> const Labels& {
        return panel.mapping().transposed ? panel.rows : panel.columns;
    };
    const ScenePanel& result = content.panels.front();
    return m_turned && std::ranges::any_of(content.panels, [&](const ScenePanel& panel) {
               return rowOf(panel) == firstTrack && columnOf(panel) == columnOf(result) &&
                      panel.mapping().shownColumns() == result.mapping().shownColumns() &&
                      haveSameTexts(names(panel), names(result), result.mapping().shownColumns());
           });
}

/// Whether the table of a look-up has one row for each token, in their order.
bool SceneGeometry::isTableOfTokens(const SceneContent& content) {
    const ScenePanel& result = content.panels.front();
    return std::ranges::any_of(content.panels, [&](const ScenePanel& panel) {
        const ParameterBlock* given = panel.parameter();
        return (given && (given->id == ParameterId::X || given->id == ParameterId::X_source)) ||
               (panel.slot == SceneSlot::above && haveSameTexts(panel.rows, result.rows, result.block.rows));
    });
}

/// Which tracks go through the same tokens or features as another one.
std::vector<SceneGeometry::Twins> SceneGeometry::twinsOf(const SceneContent& content) const {
    const SceneKind kind = content.kind;
    const bool isLookUp = kind == SceneKind::look_up;
    const bool hasTokens = isLookUp && isTableOfTokens(content);
    const TrackPlace left{false, 0}, top{true, 0}, resultColumns{false, resultTrack},
        resultRows{true, resultTrack};
    std::vector<Twins> twins;
    if (kind == SceneKind::product) // the columns of the left matrix and the rows of the one above
        twins.push_back({left, top});
    if (m_beside) {
        const bool areAll =
            kind == SceneKind::scale || (isLookUp && (!m_transposed || hasTokens)); // of the same shape
        const TrackPlace moved{false, movedTrack};
        twins.push_back(areAll ? Twins{left, moved, resultColumns} : Twins{moved, resultColumns});
        if (kind != SceneKind::product && (!isLookUp || m_transposed || hasTokens))
            twins.push_back({top, resultRows});
    } else if (isLookUp || kind == SceneKind::join) { // a table may have words in an order of its own
        if (!isLookUp || hasTokens)
            twins.push_back(m_transposed ? Twins{left, resultColumns} : Twins{top, resultRows});
    } else if (kind != SceneKind::product) { // the left matrix and the result, cell by cell
        twins.push_back(m_transposed ? Twins{top, resultRows} : Twins{left, resultColumns});
    }
    const auto count = [this](const TrackPlace& at) {
        return (at.isRow ? m_rows : m_columns)[at.index].count;
    };
    for (Twins& each : twins) {
        const Index same = count(each.back());
        std::erase_if(each, [&](const TrackPlace& at) { return count(at) != same; });
    }
    return twins;
}

/// The sum of `what` over the tracks of rows, from top to bottom. Tracks that lie side by side count once, as
/// the larger of them.
Index SceneGeometry::down(Index SceneTrack::*what) const {
    const auto& [above, none, added, result] = m_rows;
    return m_beside ? added.*what + std::max(above.*what, result.*what)
                    : above.*what + added.*what + result.*what;
}

/// Leaves out rows and columns until the rest fits into `room` with cells of that size. Returns the height of
/// the lines that count them.
double SceneGeometry::cut(QSizeF room, QSizeF cell) {
    const auto lines = static_cast<double>((m_rows.front().count > 0 && !m_beside ? 1 : 0) +
                                           (m_rows.back().count > 0 ? 1 : 0)); // below matrices of either row
    for (const double counts : {0.0, lines * m_countHeight}) {
        shareRoom(m_columns, static_cast<Index>(room.width() / cell.width()));
        const auto rows = static_cast<Index>((room.height() - counts) / cell.height());
        if (m_beside) {
            const SceneTrack first = std::exchange(m_rows.front(), {});
            shareRoom(m_rows, rows);
            m_rows.front() = first;
            m_rows.front().visible = std::clamp<Index>(rows - m_rows[addedTrack].visible, 1, first.count);
        } else {
            shareRoom(m_rows, rows);
        }
        for (const Twins& twins : m_twins) {
            Index visible = trackAt(twins.front()).visible;
            for (const TrackPlace& at : twins)
                visible = std::min(visible, trackAt(at).visible);
            for (const TrackPlace& at : twins)
                trackAt(at).visible = visible;
        }
        if (!isCut())
            return 0;
    }
    return lines * m_countHeight;
}

void SceneGeometry::setWindows(const SceneGeometry* before) {
    for (const Twins& twins : m_twins) {
        std::optional<Index> wanted;
        for (const TrackPlace& at : twins) // the result’s, if it is among them
            wanted = trackAt(at).wanted ? trackAt(at).wanted : wanted;
        for (const TrackPlace& at : twins)
            trackAt(at).wanted = wanted;
    }
    for (std::size_t i = 0; i < sceneTracks; ++i) {
        m_columns[i].look(before ? &before->m_columns[i] : nullptr);
        m_rows[i].look(before ? &before->m_rows[i] : nullptr);
    }
    for (const Twins& twins : m_twins) {
        for (const TrackPlace& at : twins)
            trackAt(at).first = trackAt(twins.back()).first;
    }
}

bool SceneGeometry::isCut() const {
    return std::ranges::any_of(m_columns, &SceneTrack::isCut) ||
           std::ranges::any_of(m_rows, &SceneTrack::isCut);
}

bool SceneGeometry::isCut(const ScenePanel& panel) const {
    return panel.slot != SceneSlot::added && (columns(panel).isCut() || rows(panel).isCut());
}

} // namespace lab
