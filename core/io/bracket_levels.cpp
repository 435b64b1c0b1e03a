// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bracket_levels.h"

#include "core/base/text_position.h"

#include <string>
#include <utility>

namespace lab {

Error BracketLevels::problem(std::size_t offset, std::string found, std::string expected) const {
    return {text_position(m_text, offset), std::move(found), std::move(expected)};
}

bool BracketLevels::is_in_outer_call() const {
    return m_levels.size() == 2 || m_levels[m_levels.size() - 2].kind == BracketLevel::Kind::tag;
}

void BracketLevels::push_list(BracketLevel::Kind kind, char close, std::size_t begin) {
    m_levels.push_back({kind, close, begin});
    ++m_lists;
}

void BracketLevels::push_call(BracketLevel::Kind kind, char close, std::size_t begin, Call call) {
    m_levels.push_back({kind, close, begin, 0, false, false, call});
    ++m_calls;
}

void BracketLevels::pop_call() {
    --m_calls;
    m_levels.pop_back();
    end_item();
}

std::optional<Error> BracketLevels::problem_of_lists(std::size_t more, std::size_t offset) const {
    if (depth() + more > deepest_list)
        return problem(offset, "more than " + std::to_string(deepest_list) + " levels of brackets", "fewer");
    if (m_depth && depth() >= *m_depth)
        return problem(offset, "a list beside numbers", "a number");
    return std::nullopt;
}

std::optional<Error> BracketLevels::close_list() {
    const BracketLevel& level = m_levels.back();
    std::size_t& size = m_sizes[m_lists - 1];
    if (level.count == 0)
        return problem(level.begin, "an empty list", "at least one number");
    if (level.close == ')' && level.count == 1 && !level.ends_in_comma)
        return problem(level.begin, "parentheses around one value", "brackets, or a comma after the value");
    if (size != 0 && level.count != size) {
        const bool innermost = depth() == m_depth;
        return problem(level.begin, (innermost ? "a row of " : "a list of ") + std::to_string(level.count),
                       std::to_string(size) +
                           (innermost ? " numbers, as in the first row" : ", as in the first list"));
    }
    size = level.count;
    m_levels.pop_back();
    --m_lists;
    end_item();
    return std::nullopt;
}

std::optional<Error> BracketLevels::add_number(std::string_view number, std::size_t offset) {
    if (m_depth && *m_depth != depth())
        return problem(offset, quoted_excerpt(number) + " beside lists", "a list");
    m_depth = depth();
    end_item();
    return std::nullopt;
}

/// Counts a number or a list in the list or call around it.
void BracketLevels::end_item() {
    m_levels.back().after_item = true;
    m_levels.back().ends_in_comma = false;
    ++m_levels.back().count;
}

std::vector<std::size_t> BracketLevels::dimensions() const {
    std::vector<std::size_t> all;
    if (text().count > 1)
        all.push_back(text().count);
    for (std::size_t level = 1; level <= m_depth.value_or(0); ++level)
        all.push_back(m_sizes[level]);
    return all;
}

} // namespace lab
