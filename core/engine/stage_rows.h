// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is read of a stage: a whole matrix, or only the rows that somebody has of it.
#pragma once

#include "core/experiment/stage.h"

#include <functional>

namespace lab {

/// Rows of a stage and head, as later stages see them: all of them, or some if no others are read. Indexed as
/// in the whole matrix.
class StageRows {
public:
    StageRows(const Matrix& all) : m_rows(all) {}
    StageRows(const Matrix& some, Index first) : m_rows(some), m_first(first) {}

    double operator()(Index row, Index column) const { return m_rows(row - m_first, column); }
    auto row(Index row) const { return m_rows.row(row - m_first); }
    Index cols() const { return m_rows.cols(); }
    /// How many of its numbers are available; 0 if the stage is unknown.
    Index size() const { return m_rows.size(); }
    /// The first of the available rows.
    Index first_row() const { return m_first; }
    /// Cells of the available rows.
    ConstMatrixRef block(const Block& at) const {
        return m_rows.block(at.row - m_first, at.column, at.rows, at.columns);
    }
    /// The available rows, counted from 0.
    const Matrix& numbers() const { return m_rows; }

private:
    const Matrix& m_rows;
    Index m_first = 0;
};

/// Returns rows of a stage and head. If its rows are queries (inputs excepted), only the explained cell's row
/// is read; otherwise any row may be.
using ReadRows = std::function<StageRows(StageId, HeadIndex)>;

/// Returns rows of a stage and head: at least row `row` if its rows are queries (inputs excepted), else all
/// rows.
using ReadRowsOf = std::function<StageRows(StageId, HeadIndex, Index row)>;

} // namespace lab
