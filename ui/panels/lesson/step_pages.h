// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step of a lesson on a slide, whose panel has no room for all of it: which part to show at a time, so that
// each part is whole at some time, and nothing that has room is cut.
#pragma once

#include <optional>
#include <vector>

namespace lab {

/// What is not to be cut: a line of text, an option, a row of a matrix. Pixels, from the top of the step.
struct StepPiece {
    int top = 0, end = 0;
    bool beginsCard = false; ///< the first of a question
};

class StepPages {
public:
    /// `pieces`: in any order. `room`: pixels that are in sight. `rim`: above and below what is scrolled to,
    /// if there is room. `line`: of text; less is not seen to move.
    StepPages(std::vector<StepPiece> pieces, int room, int rim, int line);

    /// Whether the last piece is in sight from there.
    bool showsEnd(int at) const;
    /// Where to go on from there: so that the end is in sight, or else what is not whole yet, with the whole
    /// of its question if that has room. `at` if the end is in sight.
    int next(int at) const;
    /// Nearest to `at`, so that everything from `top` to `end` is in sight; from `top` on, where that has no
    /// room.
    int showing(int top, int end, int at) const;
    /// Whether that has room.
    bool hasRoom(int top, int end) const { return end - top <= m_room; }
    /// Where the piece begins that is cut at the lower edge, and could be whole elsewhere; nullopt: none is.
    std::optional<int> cutFrom(int at) const;

private:
    int start(std::size_t piece) const;
    int startAtOrAfter(int at) const;
    int startAtOrBefore(int at) const;

    std::vector<StepPiece> m_pieces; ///< from the top
    int m_room, m_rim, m_line;
};

} // namespace lab
