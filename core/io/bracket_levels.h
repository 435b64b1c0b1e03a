// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is open at a place in a text of brackets, and how long the lists of each level are.
#pragma once

#include "core/base/types.h"
#include "core/io/bracket_calls.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace lab {

/// What is open: the text as a whole, which lists its rows if they are printed one by one; a list; a row
/// that a semicolon or line break ends; a call; "<tf.Tensor: …>".
struct BracketLevel {
    enum class Kind { text, list, row, call, tag };
    Kind kind;
    char close;
    std::size_t begin;
    std::size_t count = 0;
    bool after_item = false; ///< there is an item with no comma after it yet
    bool ends_in_comma = false;
    Call call = Call::unknown;
};

/// A stack, because recursion would overflow on a text of nothing but brackets. The functions that return an
/// error refuse what does not make an array.
class BracketLevels {
public:
    enum class Separator { unknown, comma, white_space };

    explicit BracketLevels(std::string_view text) : m_text(text) {}

    BracketLevel& innermost() { return m_levels.back(); }
    const BracketLevel& text() const { return m_levels.front(); }
    /// Between the items of the innermost list.
    Separator& separator() { return m_separators[m_lists - 1]; }
    /// How many lists are open, without the text as a whole.
    std::size_t depth() const { return m_lists - 1; }
    /// Whether the lists that were closed hold numbers alone.
    bool lists_are_rows() const { return m_depth == std::size_t{1}; }
    bool may_open_call() const { return m_calls < most_calls; }
    /// Whether a setting belongs to the whole array.
    bool is_in_outer_call() const;

    void push_list(BracketLevel::Kind kind, char close, std::size_t begin);
    void push_call(BracketLevel::Kind kind, char close, std::size_t begin, Call call);
    void pop_call();
    /// Whether `more` lists may begin at `offset`.
    std::optional<Error> problem_of_lists(std::size_t more, std::size_t offset) const;
    /// Checks what the innermost list holds, and counts it in what is around it.
    std::optional<Error> close_list();
    /// Counts a number, which is in as many lists as all others.
    std::optional<Error> add_number(std::string_view number, std::size_t offset);

    /// Of the whole array, from outside.
    std::vector<std::size_t> dimensions() const;

private:
    /// NumPy's maximum number of dimensions.
    static constexpr std::size_t deepest_list = 32;
    static constexpr std::size_t most_calls = 4; ///< within each other

    Error problem(std::size_t offset, std::string found, std::string expected) const;
    void end_item();

    std::string_view m_text;
    std::vector<BracketLevel> m_levels;
    std::size_t m_lists = 0, m_calls = 0; ///< how many of the levels are lists, the text included, and calls
    std::array<Separator, deepest_list + 1> m_separators{};
    std::array<std::size_t, deepest_list + 1>
        m_sizes{};                      ///< of the lists on each level; 0 before one is closed
    std::optional<std::size_t> m_depth; ///< how many lists each number is in
};

} // namespace lab
