// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the matrices of a scene lie: cells as large as the room allows, columns exactly above columns, rows
// beside rows; or all matrices side by side, where that shows more of them. Where a matrix is larger than the
// room, a window round what the step computes: matrices that share tokens or features show the same ones.
#pragma once

#include "ui/plots/film/scene_content.h"
#include "ui/plots/film/scene_tracks.h"

#include <QFont>
#include <QRectF>

#include <array>
#include <optional>
#include <vector>

namespace lab {

class Theme;

class SceneGeometry;

/// `aligned`: a matrix whose columns are the result's lies above it. `beside`: it lies beside the others.
/// `best`: the aligned one, unless the other one shows more numbers that are no smaller.
enum class SceneArrangement { best, aligned, beside };

/// What of a scene has to be in sight.
struct SceneSight {
    static constexpr double usualLeastFont = 0.85;
    /// The least size of numbers, as a share of their size on a card. A matrix for which even these do not
    /// fit is visible only in part.
    double leastFont = usualLeastFont;
    /// A number that is looked at instead of what the step computes.
    std::optional<Source> focus = {};
    /// The geometry before: what was in sight stays, if `focus` is among it. nullptr: nothing was in sight.
    const SceneGeometry* before = nullptr;
    SceneArrangement arrangement = SceneArrangement::best;
    /// The scene is read from afar.
    bool isFar = false;
    /// Names of columns are turned by 90°, so that columns are no wider than their numbers, and names shrink
    /// with the least number. Room is left for all rows rather than for bars of the usual height.
    bool turned = false;
};

class SceneGeometry {
public:
    SceneGeometry() = default;
    SceneGeometry(const SceneContent& content, const Theme& theme, const QRectF& room,
                  const SceneSight& sight = {});

    const QRectF& room() const { return m_room; }
    QSizeF cell() const { return m_cell; }
    bool saysNumbers() const { return m_numbers; }
    const QFont& numberFont() const { return m_numberFont; }
    const QFont& labelFont() const { return m_labelFont; }
    int decimals(std::size_t panel) const { return m_decimals[panel]; }
    /// Whether no matrix lies above another one.
    bool isBeside() const { return m_beside; }
    /// Whether names of columns are turned by 90°.
    bool isTurned() const { return m_turned; }
    /// Whether the names of a panel's columns are above that panel. Those of the result may be above the
    /// matrix on top of it instead.
    bool namesColumns(const ScenePanel& panel) const {
        return !m_namedOnTop || panel.slot != SceneSlot::result;
    }
    /// Whether all cells, all bars and the names of all columns are in sight, with numbers.
    bool showsAll(const SceneContent& content) const;
    /// How many cells of the scene's matrices are visible.
    Index shownCells(const SceneContent& content) const;

    /// The columns and rows of cells in which a panel lies, as shown.
    const SceneTrack& columns(const ScenePanel& panel) const;
    const SceneTrack& rows(const ScenePanel& panel) const;
    /// The window of a panel, in cells of its block as shown.
    struct Window {
        Index x = 0, y = 0, columns = 0, rows = 0;
    };
    Window window(const ScenePanel& panel) const;
    /// A cell of the block as shown; meaningful within the window.
    QRectF shownRect(const ScenePanel& panel, ShownCell cell) const;
    /// A cell of the whole matrix; empty outside of the window.
    QRectF rect(const ScenePanel& panel, StoredCell cell) const;
    /// The visible part of a block of the whole matrix.
    QRectF rect(const ScenePanel& panel, const Block& block) const;
    /// All visible cells of a panel.
    QRectF area(const ScenePanel& panel) const;

    double labelWidth(const ScenePanel& panel) const;
    double labelHeight(const ScenePanel& panel) const;
    double titleHeight() const { return m_titleHeight; }
    /// Whether only a part of the panel is visible. Then there is a line below it that counts what is.
    bool isCut(const ScenePanel& panel) const;
    double countHeight() const { return m_countHeight; }
    /// The room of bars, across the columns of the result (in columns notation, beside its rows); empty:
    /// none.
    const QRectF& bands() const { return m_bands; }
    /// The sink's place beside what is shown of the keys, a row of weights or a band of bars; in columns
    /// notation below it. Only where the scene has one.
    QRectF sinkPlace(const QRectF& keys) const;
    /// How many bands there is room for.
    Index bandRoom() const { return m_bandRoom; }

    struct Hit {
        std::size_t panel = 0;
        StoredCell cell;
        bool operator==(const Hit&) const = default;
    };
    std::optional<Hit> cellAt(const SceneContent& content, QPointF point) const;

private:
    /// One of the columns or rows of cells.
    struct TrackPlace {
        bool isRow;
        std::size_t index;
    };
    using Twins = std::vector<TrackPlace>;

    SceneGeometry(const SceneContent& content, const Theme& theme, const QRectF& room,
                  const SceneSight& sight, bool beside, int leastPixels);
    bool hasAbove(const SceneContent& content) const;
    bool isCut() const;
    bool showsMoreThan(const SceneGeometry& other, const SceneContent& content, const Theme& theme) const;
    void count(const SceneContent& content);
    void lookAt(const SceneContent& content, const Source& focus);
    static bool isTableOfTokens(const SceneContent& content);
    std::vector<Twins> twinsOf(const SceneContent& content) const;
    SceneTrack& trackAt(const TrackPlace& at) { return (at.isRow ? m_rows : m_columns)[at.index]; }
    /// Whether these rows lie in line with the result’s.
    bool isInLine(std::size_t row) const { return m_beside && row == firstTrack; }
    Index down(Index SceneTrack::*what) const;
    double cut(QSizeF room, QSizeF cell);
    void setWindows(const SceneGeometry* before);
    bool isNamedOnTop(const SceneContent& content) const;
    void measure(const SceneContent& content, const Theme& theme);
    void fit(const SceneContent& content, const Theme& theme, const QRectF& room);
    void setBands(Index count, double spare, const Theme& theme);
    void setNumbers(const SceneContent& content, const Theme& theme);
    void place(const SceneContent& content, const Theme& theme, const QRectF& room);
    std::size_t columnOf(const ScenePanel& panel) const;
    std::size_t rowOf(const ScenePanel& panel) const;
    double leastWidth(const SceneContent& content, const QFont& font, double padding) const;

    QRectF m_room;
    bool m_transposed = false, m_beside = false;
    bool m_tableFirst = false; ///< beside the positions that are added to it
    bool m_isFar = false;      ///< read from afar
    bool m_turned = false;     ///< names of columns are
    bool m_namedOnTop = false; ///< the result’s columns are, above the matrix on top of it
    SceneTracks m_columns, m_rows;
    std::array<double, sceneTracks> m_labelWidth{}, m_labelHeight{};
    std::vector<Twins> m_twins; ///< tracks that show the same tokens or features, the result’s last
    double m_leastFont = SceneSight::usualLeastFont;
    int m_leastPixels = 0; ///< of numbers
    double m_titleHeight = 0, m_countHeight = 0, m_gap = 0, m_bandSize = 0;
    bool m_hasSink = false;
    double m_sinkGap = 0, m_sinkAt = 0; ///< before the sink's places, and where they begin
    double m_labelled = 0;              ///< the width with which column labels are whole
    QSizeF m_cell;
    bool m_numbers = true;
    QFont m_numberFont, m_labelFont;
    std::vector<int> m_decimals;
    QRectF m_bands;
    Index m_bandRoom = 0;
};

} // namespace lab
