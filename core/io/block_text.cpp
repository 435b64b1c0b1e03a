// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_notations.h"

#include "core/base/text_position.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view blanks = " \t";

/// With white_space, an adjacent comma is part of the separator.
enum class Separator { tab, semicolon, comma, white_space };

/// Splits text into lines and lines into cells, and hands them out as views with their offsets.
class BlockReader {
public:
    BlockReader(std::string_view text, std::size_t from, PastedNumbers allowed)
        : m_text(text), m_allowed(allowed) {
        const std::string_view body = trimmed(text.substr(from));
        // A leading tab or comma follows an empty cell and must not be skipped as a blank.
        m_begin = static_cast<std::size_t>(body.data() - text.data());
        m_end = m_begin + body.size();
        std::size_t begin = m_begin;
        while (begin > 0 && blanks.find(text[begin - 1]) != std::string_view::npos)
            --begin;
        if (begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r')
            m_begin = begin;
        while (m_end < text.size() && blanks.find(text[m_end]) != std::string_view::npos)
            ++m_end;
    }

    Result<PrintedArray> read() const {
        Result<PrintedArray> array = read_rows();
        if (const auto line = array ? uneven_empty_line(m_text, m_begin, m_end) : std::nullopt)
            return uneven_lines(m_text, *line);
        return array;
    }

private:
    /// Calls visit_cell(cell, offset) and visit_line(offset) in order, while they return true.
    template<class Cell, class Line>
    void for_each(Separator separator, Cell visit_cell, Line visit_line) const;

    Result<PrintedArray> read_rows() const;
    Result<PrintedArray> read_as(Separator separator) const;
    Result<PrintedArray> read_with_commas(std::string_view body) const;
    /// Finds a comma that is not next to white space or a line end.
    std::size_t tight_comma() const;
    bool could_have_decimal_commas() const;
    std::size_t cell_end(Separator separator, std::size_t from, std::size_t line_end) const;
    std::size_t next_cell(Separator separator, std::size_t from, std::size_t line_end) const;

    bool is_blank(std::size_t offset) const {
        return offset >= m_end || blanks.find(m_text[offset]) != std::string_view::npos ||
               m_text[offset] == '\n' || m_text[offset] == '\r';
    }
    bool is_loose_comma(std::size_t offset) const {
        return m_text[offset] == ',' && (offset == m_begin || is_blank(offset - 1) || is_blank(offset + 1));
    }

    std::string_view m_text;
    PastedNumbers m_allowed;
    std::size_t m_begin = 0, m_end = 0;
};

Result<PrintedArray> BlockReader::read_rows() const {
    const std::string_view body = m_text.substr(m_begin, m_end - m_begin);
    if (body.find('\t') != std::string_view::npos)
        return read_as(Separator::tab);
    if (body.find(';') != std::string_view::npos)
        return read_as(Separator::semicolon);
    if (body.find(',') == std::string_view::npos)
        return read_as(Separator::white_space);
    return read_with_commas(body);
}

std::size_t BlockReader::cell_end(Separator separator, std::size_t from, std::size_t line_end) const {
    constexpr std::string_view marks = "\t;,";
    if (separator != Separator::white_space)
        return std::min(m_text.find(marks[static_cast<std::size_t>(separator)], from), line_end);
    while (from < line_end && !is_blank(from) && !is_loose_comma(from))
        ++from;
    return from;
}

/// Where the cell after the one ending at `from` begins; past the line's end if there is none.
std::size_t BlockReader::next_cell(Separator separator, std::size_t from, std::size_t line_end) const {
    if (separator != Separator::white_space || from == line_end)
        return from + 1;
    const auto skip_blanks = [&] {
        while (from < line_end && is_blank(from))
            ++from;
    };
    skip_blanks();
    if (from == line_end)
        return line_end + 1;
    if (m_text[from] == ',') {
        ++from;
        skip_blanks();
    }
    return from;
}

template<class Cell, class Line>
void BlockReader::for_each(Separator separator, Cell visit_cell, Line visit_line) const {
    for (std::size_t line = m_begin; line < m_end;) {
        const std::size_t line_end = std::min(m_text.find_first_of("\r\n", line), m_end);
        std::size_t cell = line;
        const std::size_t first = std::min(m_text.find_first_not_of(blanks, line), line_end);
        const bool is_empty =
            first == line_end && m_text.substr(line, line_end - line).find('\t') == std::string_view::npos;
        const std::size_t next = line_end + (m_text.substr(line_end).starts_with("\r\n") ? 2 : 1);
        if (is_empty) {
            line = next;
            continue;
        }
        if (separator == Separator::white_space)
            cell = first;
        while (cell <= line_end) {
            const std::size_t end = cell_end(separator, cell, line_end);
            const std::string_view content = trimmed(m_text.substr(cell, end - cell));
            const std::size_t offset =
                content.empty() ? cell : static_cast<std::size_t>(content.data() - m_text.data());
            if (!visit_cell(content, offset))
                return;
            cell = next_cell(separator, end, line_end);
        }
        if (!visit_line(line))
            return;
        line = next;
    }
}

Result<PrintedArray> BlockReader::read_as(Separator separator) const {
    RowCollector rows;
    NumberBlock numbers(m_text, m_allowed);
    std::optional<Error> error;
    const auto take_cell = [&](std::string_view cell, std::size_t offset) {
        if (cell.empty()) {
            error = Error{text_position(m_text, offset), "an empty cell", "a number"};
            return false;
        }
        error = rows.add(numbers.read(cell, offset), cell);
        return !error;
    };
    const auto end_line = [&](std::size_t line) {
        error = rows.end_row(m_text, line);
        return !error;
    };
    for_each(separator, take_cell, end_line);
    if (!error)
        error = numbers.ambiguity();
    if (error)
        return *error;
    return rows.array();
}

std::size_t BlockReader::tight_comma() const {
    std::size_t comma = m_text.find(',', m_begin);
    while (comma < m_end && is_loose_comma(comma))
        comma = m_text.find(',', comma + 1);
    return comma;
}

bool BlockReader::could_have_decimal_commas() const {
    bool could = true;
    std::size_t columns = 0;
    std::optional<std::size_t> first_columns;
    const auto check_cell = [&](std::string_view cell, std::size_t) {
        could = could_be_decimal_comma(cell);
        ++columns;
        return could;
    };
    const auto check_line = [&](std::size_t) {
        could = columns == first_columns.value_or(columns);
        first_columns = std::exchange(columns, 0);
        return could;
    };
    for_each(Separator::white_space, check_cell, check_line);
    return could;
}

Result<PrintedArray> BlockReader::read_with_commas(std::string_view body) const {
    Result<PrintedArray> parted = read_as(Separator::comma);
    const std::size_t tight = tight_comma();
    if (tight >= m_end)
        return parted;
    if (!parted) {
        Result<PrintedArray> decimal = read_as(Separator::white_space);
        // If both fail, report the failure for the separator that is present.
        return decimal || trimmed(body).find_first_of(blanks) != std::string_view::npos ? decimal : parted;
    }
    if (!could_have_decimal_commas())
        return parted;
    return Error{text_position(m_text, tight), "a comma that may part two numbers or be a decimal comma",
                 "a space after each comma that parts, or points in decimal numbers"};
}

} // namespace

Result<PrintedArray> read_block(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return BlockReader(text, from, allowed).read();
}

} // namespace lab
