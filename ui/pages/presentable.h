// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a page does while it is presented: it has the whole screen, for a class.
#pragma once

#include "core/describe/operands.h"

#include <optional>
#include <vector>

class QPoint;

namespace lab {

class Presentable {
public:
    virtual ~Presentable() = default;

    /// What is not for a class gives way to larger cells.
    virtual void setPresented(bool presented) = 0;
    /// The inspected number is explained, in a line of `height` pixels below the page. True: the page has
    /// such a line itself, and that other one is not needed.
    virtual bool setExplained(bool /*explained*/, int /*height*/) { return false; }
    /// Leaves so many pixels free at the right end of its lowest line, and returns how high that line is. 0:
    /// it has no such line.
    virtual int shareLastLine(int /*width*/) { return 0; }
    /// A title stands above the page: what it shows needs none of its own.
    virtual void setTitled(bool /*titled*/) {}

    /// Where not everything has room at once: shows the next part, or the one before. False: there is none.
    virtual bool turn(int /*by*/) { return false; }
    /// Whether that comes before opening covered cells: the page shows none.
    virtual bool turnsFirst() const { return false; }

    /// The matrices of the document whose numbers are shown; none while the page is empty.
    virtual std::vector<StageBlock> shownMatrices() const = 0;
    /// The matrix of that kind at a point in global coordinates, with its labels and its title.
    virtual std::optional<StageBlock> matrixAt(const QPoint& /*global*/) const { return std::nullopt; }
    /// Where only a part of a matrix is in sight: the part around a cell, if the page shows that matrix.
    virtual void bringIntoSight(const CellRef& /*cell*/) {}
};

} // namespace lab
