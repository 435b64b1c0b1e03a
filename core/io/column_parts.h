// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of a matrix that is printed in parts below each other, each with further columns, because it is wide.
#pragma once

#include "core/io/number_text.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lab {

class ColumnParts {
public:
    explicit ColumnParts(std::string_view text) : m_text(text) {}

    /// How many columns the parts before have.
    std::size_t columns_before() const { return m_before; }
    /// How many rows the part has so far.
    std::size_t row() const { return m_row; }
    /// Begins a row; fails if the part above has none there.
    std::optional<Error> begin_row(std::size_t offset);
    void add(double value, const WrittenDigits& digits) { m_table[m_row - 1].emplace_back(value, digits); }
    /// Ends a part that has rows, before `offset`; fails if the part above has more of them.
    std::optional<Error> end_part(std::size_t columns, std::size_t offset);
    std::optional<Error> collect(RowCollector& rows) const;

private:
    std::string_view m_text;
    std::vector<std::vector<std::pair<double, WrittenDigits>>> m_table;
    std::size_t m_before = 0, m_row = 0;
};

} // namespace lab
