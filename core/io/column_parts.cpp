// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/column_parts.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <string>

namespace lab {

std::optional<Error> ColumnParts::begin_row(std::size_t offset) {
    if (m_before > 0 && m_row >= m_table.size())
        return Error{text_position(m_text, offset), "a row more", "as many rows as in the part above"};
    if (m_before == 0)
        m_table.emplace_back();
    ++m_row;
    return std::nullopt;
}

std::optional<Error> ColumnParts::end_part(std::size_t columns, std::size_t offset) {
    if (m_row != m_table.size())
        return Error{text_position(m_text, std::min(offset, m_text.size())),
                     "a part of " + std::to_string(m_row) + " rows",
                     std::to_string(m_table.size()) + ", as in the first part"};
    m_before += columns;
    m_row = 0;
    return std::nullopt;
}

std::optional<Error> ColumnParts::collect(RowCollector& rows) const {
    for (const auto& row : m_table) {
        for (const auto& [value, digits] : row)
            rows.add(value, digits);
        if (auto error = rows.end_row(m_text, 0))
            return error;
    }
    return std::nullopt;
}

} // namespace lab
