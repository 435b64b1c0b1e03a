// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a page does while it is presented: it fills the screen, for an audience.
#pragma once

#include "core/describe/operands.h"

#include <optional>
#include <vector>

class QPoint;

namespace lab {

class Presentable {
public:
    virtual ~Presentable() = default;

    /// While presented, the page hides what the audience does not need, and enlarges cells.
    virtual void setPresented(bool presented) = 0;
    /// The window explains the inspected number in a line of `height` pixels below the page. Returns true if
    /// the page has such a line itself, so that the window's is not needed.
    virtual bool setExplained(bool /*explained*/, int /*height*/) { return false; }
    /// Leaves `width` pixels free at the right end of the page's lowest line, and returns how high that line
    /// is. 0: the page has no such line.
    virtual int shareLastLine(int /*width*/) { return 0; }
    /// True: a title stands above the page, so that the page shows none of its own.
    virtual void setTitled(bool /*titled*/) {}

    /// Shows the next part, or the one before, if not everything has room at once. Returns false if there is
    /// none.
    virtual bool turn(int /*by*/) { return false; }
    /// Whether a clicker turns the page before it opens covered cells, because the page shows none of these.
    virtual bool turnsFirst() const { return false; }

    /// The matrices of the document whose numbers are shown; none while the page is empty.
    virtual std::vector<StageBlock> shownMatrices() const = 0;
    /// The matrix of that kind at a point in global coordinates, with its labels and its title.
    virtual std::optional<StageBlock> matrixAt(const QPoint& /*global*/) const { return std::nullopt; }
    /// Scrolls to the part around a cell, if the page shows a part of that cell's matrix.
    virtual void bringIntoSight(const CellRef& /*cell*/) {}
};

} // namespace lab
