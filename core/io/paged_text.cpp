// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/paged_text.h"

#include "core/base/text_position.h"
#include "core/io/labelled_text.h"
#include "core/io/labels.h"
#include "core/io/matrix_notations.h"
#include "core/io/number_text.h"
#include "core/io/pieces_text.h"
#include "core/io/stored_numbers.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::string_view page_blanks = " \t";

bool is_in_page_name(char c) {
    return is_letter(c) || is_decimal_digit(c) || c == '_' || c == '.';
}

/// Goes through a line, past the blanks between its signs.
class HeadingLine {
public:
    explicit HeadingLine(std::string_view line) : m_line(line) { skip(); }

    std::size_t at() const { return m_at; }
    bool take(std::string_view signs) {
        const std::size_t begin = m_at;
        for (const char sign : signs) {
            if (m_at >= m_line.size() || m_line[m_at] != sign) {
                m_at = begin;
                return false;
            }
            ++m_at;
            skip();
        }
        return true;
    }
    std::string_view name() {
        const std::size_t begin = m_at;
        if (m_at < m_line.size() && is_letter(m_line[m_at])) {
            while (m_at < m_line.size() && is_in_page_name(m_line[m_at]))
                ++m_at;
        }
        const std::string_view name = m_line.substr(begin, m_at - begin);
        skip();
        return name;
    }
    /// "1", and "1, 2" of an array of more dimensions.
    std::string_view counts() {
        const std::size_t begin = m_at;
        m_at = std::min(m_line.find_first_not_of("0123456789, \t", m_at), m_line.size());
        return trimmed(m_line.substr(begin, m_at - begin));
    }

private:
    void skip() { m_at = std::min(m_line.find_first_not_of(page_blanks, m_at), m_line.size()); }

    std::string_view m_line;
    std::size_t m_at = 0;
};

/// ", , 1" or ", , head = first".
std::optional<PageHeading> r_page_heading(std::string_view line) {
    constexpr std::string_view begin = ", , ", equals = " = ";
    if (!line.starts_with(begin))
        return std::nullopt;
    std::string_view label = trimmed(line.substr(begin.size()));
    if (const std::size_t sign = label.find(equals); sign != std::string_view::npos)
        label = trimmed(label.substr(sign + equals.size()));
    if (label.empty())
        return std::nullopt;
    return PageHeading{PageHeading::Index::last, true, {}, label, line.size()};
}

} // namespace

std::optional<PageHeading> page_heading(std::string_view line) {
    if (const auto heading = r_page_heading(line))
        return heading;
    HeadingLine signs(line);
    PageHeading heading{PageHeading::Index::last, false, signs.name(), {}, 0};
    const bool is_named = !heading.name.empty();
    std::string_view close;
    if (signs.take(is_named ? "(:,:," : "[:,:,"))
        close = is_named ? ")=" : "]=";
    else if (!is_named && signs.take("(")) {
        heading.index = PageHeading::Index::first;
        close = ".,.)=";
    } else {
        return std::nullopt;
    }
    heading.label = signs.counts();
    // The comma before the dots of "(1,.,.) =".
    const bool is_first = heading.index == PageHeading::Index::first;
    if (is_first && !heading.label.ends_with(','))
        return std::nullopt;
    heading.label = trimmed(heading.label.substr(0, heading.label.size() - (is_first ? 1 : 0)));
    if (heading.label.empty() || !is_decimal_digit(heading.label.front()) || !signs.take(close))
        return std::nullopt;
    heading.end = signs.at();
    return heading;
}

std::optional<PageHeading> page_heading_at(std::string_view text, std::size_t from) {
    if (from >= text.size())
        return std::nullopt;
    return page_heading(text.substr(from, text.find_first_of("\r\n", from) - from));
}

namespace {

class PagesReader : private MatrixReader {
public:
    PagesReader(std::string_view text, std::size_t from, PastedNumbers allowed, bool may_have_heads)
        : MatrixReader(text, from), m_allowed(allowed), m_may_have_heads(may_have_heads) {}

    Result<PrintedArray> read() {
        const std::size_t begin = m_at;
        while (!done()) {
            if (!page())
                return *m_error;
        }
        const PrintedArray& first = m_pages.front();
        const std::vector<std::size_t> dimensions{m_pages.size(), static_cast<std::size_t>(first.rows()),
                                                  static_cast<std::size_t>(first.columns())};
        const Result<ArrayShape> shape = array_shape(dimensions, m_may_have_heads);
        if (!shape)
            return Error{text_position(m_text, begin), shape.error().found, shape.error().expected};
        return joined(shape.value().heads);
    }

private:
    bool page();
    bool is_next(const PageHeading& heading, std::size_t offset);
    std::size_t page_end(std::size_t from) const;
    Result<PrintedArray> read_page(const PageHeading& heading, std::size_t begin, std::size_t end) const;
    PrintedArray joined(Index heads) const;

    PastedNumbers m_allowed;
    bool m_may_have_heads;
    std::vector<PrintedArray> m_pages;
    std::optional<PageHeading> m_first; ///< of the pages
    std::set<std::string_view> m_labels;
};

bool PagesReader::page() {
    const std::size_t line = m_at;
    const PageHeading heading = *page_heading_at(m_text, line);
    if (!is_next(heading, line))
        return false;
    const std::size_t begin = line + heading.end;
    const std::size_t end = page_end(begin);
    Result<PrintedArray> read = read_page(heading, begin, end);
    if (!read)
        return succeeds(read.error());
    const PrintedArray& page = read.value();
    if (!m_pages.empty() &&
        (page.rows() != m_pages.front().rows() || page.columns() != m_pages.front().columns()))
        return fail(line, "a page of " + shape_text(page.rows(), page.columns()),
                    shape_text(m_pages.front().rows(), m_pages.front().columns()) + ", as in the first page");
    m_pages.push_back(std::move(read).value());
    m_at = std::min(m_text.find_first_not_of(" \t\r\n", end), m_text.size());
    return true;
}

/// Where the next heading begins, or the end of the text.
std::size_t PagesReader::page_end(std::size_t from) const {
    for (std::size_t line = m_text.find_first_of("\r\n", from); line < m_text.size();
         line = m_text.find_first_of("\r\n", line)) {
        line = std::min(m_text.find_first_not_of(" \t\r\n", line), m_text.size());
        if (page_heading_at(m_text, line))
            return line;
    }
    return m_text.size();
}

bool PagesReader::is_next(const PageHeading& heading, std::size_t offset) {
    if (heading.label.find(',') != std::string_view::npos)
        return fail(offset, "an array of more than three dimensions",
                    "a matrix for each head: of a batch, one item");
    if (!m_first)
        m_first = heading;
    if (heading.is_of_r != m_first->is_of_r || heading.index != m_first->index ||
        heading.name != m_first->name)
        return fail(offset, "a page of another array", "one array");
    const std::size_t first_count = m_first->is_of_r && m_first->label == "0" ? 0 : 1;
    const std::string due = std::to_string(m_pages.size() + first_count);
    const bool counts = is_whole_number(heading.label);
    if (counts && heading.label != due)
        return fail(offset, "page " + std::string(heading.label),
                    "page " + due + " and those behind it: all of what was printed");
    return m_labels.insert(heading.label).second ||
           fail(offset, "a second page " + quoted_excerpt(heading.label), "one array");
}

/// The readers see the text up to the end of the page, so that places are those in the whole.
Result<PrintedArray> PagesReader::read_page(const PageHeading& heading, std::size_t begin,
                                            std::size_t end) const {
    const std::string_view text = m_text.substr(0, end);
    const std::size_t content = std::min(text.find_first_not_of(" \t\r\n", begin), end);
    if (content == end)
        return Error{text_position(m_text, end), end < m_text.size() ? "another page" : "the end of the text",
                     "rows of numbers"};
    // Julia's pages that are left out.
    if (const std::size_t left_out = text.find(";;;", content); left_out != std::string_view::npos)
        return abbreviated(m_text, left_out);
    if (heading.is_of_r && looks_labelled(text, content))
        return read_labelled(text, content, m_allowed);
    return begins_in_pieces(text, content) ? read_pieces(text, content, m_allowed)
                                           : read_block(text, content, m_allowed);
}

PrintedArray PagesReader::joined(Index heads) const {
    PrintedArray all = m_pages.front();
    const Index rows = all.rows(), pages = static_cast<Index>(m_pages.size());
    all.numbers.resize(rows * pages, all.columns());
    all.last_digit.resize(all.numbers.rows(), all.numbers.cols());
    for (Index i = 0; i < pages; ++i) {
        const PrintedArray& page = m_pages[static_cast<std::size_t>(i)];
        all.numbers.middleRows(i * rows, rows) = page.numbers;
        all.last_digit.middleRows(i * rows, rows) = page.last_digit;
    }
    all.heads = heads;
    return all;
}

} // namespace

Result<PrintedArray> read_pages(std::string_view text, std::size_t from, PastedNumbers allowed,
                                bool may_have_heads) {
    return PagesReader(text, from, allowed, may_have_heads).read();
}

} // namespace lab
