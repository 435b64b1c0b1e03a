// SPDX-License-Identifier: GPL-3.0-or-later
//
// What explanations read of the stages: a whole matrix, or as many of its rows as are needed.
#pragma once

#include "core/stage.h"

#include <functional>

namespace lab {

/// Rows of a stage and head, as later stages see them: all of them, or some where no others are read. They
/// are counted as in the whole.
class StageRows {
public:
    StageRows(const Matrix& all) : m_rows(all) {}
    StageRows(const Matrix& some, Index first) : m_rows(some), m_first(first) {}

    double operator()(Index row, Index column) const { return m_rows(row - m_first, column); }
    auto row(Index row) const { return m_rows.row(row - m_first); }
    Index cols() const { return m_rows.cols(); }
    /// How many of its numbers are here: none where the stage is not known.
    Index size() const { return m_rows.size(); }
    /// Those that are here, counted from 0.
    const Matrix& numbers() const { return m_rows; }

private:
    const Matrix& m_rows;
    Index m_first = 0;
};

/// Gives those of a stage and head. Of stages whose rows are queries, the inputs aside, the row of the
/// explained cell alone is read; of all others any row may be.
using ReadRows = std::function<StageRows(StageId, HeadIndex)>;

} // namespace lab
