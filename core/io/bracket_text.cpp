// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_notations.h"

#include "core/base/text_position.h"
#include "core/io/number_text.h"
#include "core/io/stored_numbers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {

/// NumPy's maximum number of dimensions.
constexpr std::size_t deepest_list = 32;

constexpr std::string_view list_space = " \t\r\n";
constexpr std::string_view parameter_heading = "Parameter containing:";

/// Calls that make an array from their first argument and nothing else. In torch.Tensor(3) the 3 is a size.
constexpr std::array<std::string_view, 10> makers{"array",        "asarray", "as_tensor", "matrix",
                                                  "tensor",       "Array",   "Parameter", "FloatTensor",
                                                  "DoubleTensor", "Tensor"};
constexpr std::size_t makers_of_scalars = 5;

/// Keyword arguments that change no number.
constexpr std::array<std::string_view, 8> settings{"copy",  "device",        "dtype", "grad_fn",
                                                   "order", "requires_grad", "subok", "weak_type"};

bool is_name_character(char c) {
    return is_letter(c) || static_cast<unsigned char>(c) >= 0x80 || is_decimal_digit(c) || c == '_' ||
           c == '.';
}

/// The end of the dotted name at `from`; `from` if there is none.
std::size_t name_end(std::string_view text, std::size_t from) {
    if (from < text.size() && (text[from] == '.' || is_decimal_digit(text[from])))
        return from;
    while (from < text.size() && is_name_character(text[from]))
        ++from;
    return from;
}

std::size_t skip_space(std::string_view text, std::size_t from) {
    return std::min(text.find_first_not_of(list_space, from), text.size());
}

std::size_t skip_space_and_comments(std::string_view text, std::size_t from) {
    from = skip_space(text, from);
    while (text.substr(from).starts_with('#'))
        from = skip_space(text, std::min(text.find_first_of("\r\n", from), text.size()));
    return from;
}

class BracketReader : private MatrixReader {
public:
    BracketReader(std::string_view text, std::size_t from, PastedNumbers allowed, bool may_have_heads)
        : MatrixReader(text, from), m_allowed(allowed), m_may_have_heads(may_have_heads) {}

    Result<PrintedArray> read() {
        std::vector<std::string_view> calls;
        if (open_calls(calls) && value(calls) && close_calls(calls.size()) && at_end())
            return matrix();
        return *m_error;
    }

private:
    enum class Separator { unknown, comma, white_space };

    /// An open list.
    struct Level {
        char close;
        std::size_t begin;
        std::size_t count = 0;
        bool after_item = false; ///< there is an item with no comma after it yet
        bool ends_in_comma = false;
    };

    bool unexpected(std::string expected) {
        return fail(m_at, quoted_character_at(m_text, m_at), std::move(expected));
    }

    void skip() { m_at = skip_space_and_comments(m_text, m_at); }
    bool next_is(char c) const { return !done() && m_text[m_at] == c; }

    bool open_calls(std::vector<std::string_view>& calls);
    bool close_calls(std::size_t calls);
    bool skip_setting();
    bool at_end();
    bool value(const std::vector<std::string_view>& calls);
    bool lists();
    bool comma();
    bool item();
    bool open();
    bool close();
    bool number();
    void end_item();
    Result<PrintedArray> matrix() const;

    PastedNumbers m_allowed;
    bool m_may_have_heads;
    std::vector<Level> m_levels;
    std::array<Separator, deepest_list> m_separators{};
    std::array<std::size_t, deepest_list> m_sizes{}; ///< of the lists on each level; 0 before one is closed
    std::optional<std::size_t> m_depth;              ///< how many lists each number is in
};

bool BracketReader::open_calls(std::vector<std::string_view>& calls) {
    constexpr std::size_t most = 4;
    skip();
    if (take(parameter_heading))
        skip();
    for (std::size_t end = name_end(m_text, m_at); end > m_at; end = name_end(m_text, m_at)) {
        std::string_view name = m_text.substr(m_at, end - m_at);
        name = name.substr(name.rfind('.') + 1);
        if (end >= m_text.size() || m_text[end] != '(')
            return calls.empty() ? unexpected("a bracket") : true;
        if (std::ranges::find(makers, name) == makers.end() || calls.size() == most)
            return fail(m_at, quoted_excerpt(m_text.substr(m_at, end - m_at)),
                        "a list, tensor(…) or array(…)");
        calls.push_back(name);
        m_at = end + 1;
        skip();
    }
    return true;
}

bool BracketReader::close_calls(std::size_t calls) {
    for (; calls > 0; --calls) {
        skip();
        while (next_is(',')) {
            ++m_at;
            skip();
            if (!next_is(')') && !skip_setting())
                return false;
        }
        if (!next_is(')'))
            return unexpected("\")\"");
        ++m_at;
    }
    return true;
}

/// Skips "grad_fn=<AddmmBackward0 object at 0x7f>" and the like, up to the next comma or bracket.
bool BracketReader::skip_setting() {
    const std::size_t end = name_end(m_text, m_at);
    const std::string_view name = m_text.substr(m_at, end - m_at);
    if (std::ranges::find(settings, name) == settings.end() || end == m_text.size() || m_text[end] != '=')
        return end == m_at ? unexpected("a setting such as dtype=float64")
                           : fail(m_at, quoted_excerpt(name),
                                  "a setting that changes no number, such as dtype=float64");
    m_at = end + 1;
    constexpr std::string_view ends = ",()[]";
    if (next_is('<') || next_is('\'') || next_is('"')) {
        const char close_mark = next_is('<') ? '>' : m_text[m_at];
        const std::size_t begin = m_at;
        m_at = std::min(m_text.find(close_mark, m_at + 1), m_text.size());
        if (done())
            return fail(begin, quoted_character_at(m_text, begin) + " without its end",
                        std::string{'"', close_mark, '"'});
        ++m_at;
    } else {
        m_at = std::min(m_text.find_first_of(ends, m_at), m_text.size());
    }
    skip();
    return true;
}

bool BracketReader::at_end() {
    skip();
    return done() || unexpected("the end of the text");
}

bool BracketReader::value(const std::vector<std::string_view>& calls) {
    if (next_is('[') || next_is('('))
        return lists();
    const bool takes_scalar =
        !calls.empty() && std::ranges::find(makers.begin(), makers.begin() + makers_of_scalars,
                                            calls.back()) != makers.begin() + makers_of_scalars;
    return takes_scalar ? number() : unexpected("a bracket");
}

/// From an opening bracket to its closing one. Keeps its own stack of levels, because recursion would
/// overflow on a text of nothing but brackets.
bool BracketReader::lists() {
    if (!open())
        return false;
    while (!m_levels.empty()) {
        skip();
        if (done())
            return unexpected(std::string{'"', m_levels.back().close, '"'});
        const char c = m_text[m_at];
        const bool well = c == ']' || c == ')' ? close() : c == ',' ? comma() : item();
        if (!well)
            return false;
    }
    return true;
}

bool BracketReader::comma() {
    Level& level = m_levels.back();
    Separator& separator = m_separators[m_levels.size() - 1];
    if (!level.after_item)
        return unexpected("a number or a list");
    if (separator == Separator::white_space)
        return unexpected("white space, as between the items before");
    separator = Separator::comma;
    level.after_item = false;
    level.ends_in_comma = true;
    ++m_at;
    return true;
}

bool BracketReader::item() {
    Level& level = m_levels.back();
    Separator& separator = m_separators[m_levels.size() - 1];
    // Checked before the separator, because it occurs between rows as well as between numbers.
    if (rest().starts_with("...") || rest().starts_with("…"))
        return succeeds(abbreviated(m_text, m_at));
    if (level.after_item) {
        // In Python "[1 -2, 3]" is a subtraction, and only commas separate the items of a tuple.
        if (separator == Separator::comma || level.close == ')')
            return unexpected("\",\" or \"" + std::string{level.close} + "\"");
        separator = Separator::white_space;
    }
    return next_is('[') || next_is('(') ? open() : number();
}

bool BracketReader::open() {
    if (m_levels.size() == deepest_list)
        return fail(m_at, "more than " + std::to_string(deepest_list) + " levels of brackets", "fewer");
    if (m_depth && m_levels.size() >= *m_depth)
        return fail(m_at, "a list beside numbers", "a number");
    m_levels.push_back({m_text[m_at] == '[' ? ']' : ')', m_at});
    ++m_at;
    return true;
}

bool BracketReader::close() {
    const Level level = m_levels.back();
    std::size_t& size = m_sizes[m_levels.size() - 1];
    if (m_text[m_at] != level.close)
        return unexpected(std::string{'"', level.close, '"'});
    if (level.count == 0)
        return fail(level.begin, "an empty list", "at least one number");
    if (level.close == ')' && level.count == 1 && !level.ends_in_comma)
        return fail(level.begin, "parentheses around one value", "brackets, or a comma after the value");
    if (size != 0 && level.count != size) {
        const bool innermost = m_levels.size() == m_depth;
        return fail(level.begin, (innermost ? "a row of " : "a list of ") + std::to_string(level.count),
                    std::to_string(size) +
                        (innermost ? " numbers, as in the first row" : ", as in the first list"));
    }
    size = level.count;
    m_levels.pop_back();
    end_item();
    ++m_at;
    return true;
}

bool BracketReader::number() {
    const std::size_t end = std::min(m_text.find_first_of(" \t\r\n,[]()#", m_at), m_text.size());
    const std::string_view text = m_text.substr(m_at, end - m_at);
    if (m_depth && *m_depth != m_levels.size())
        return fail(m_at, quoted_excerpt(text) + " beside lists", "a list");
    m_depth = m_levels.size();
    end_item();
    const bool is_truth = text == "True" || text == "False";
    const std::size_t begin = std::exchange(m_at, end);
    return succeeds(m_rows.add(is_truth ? Result<double>(text == "True" ? 1 : 0)
                                        : read_pasted_number(text, m_text, begin, m_allowed),
                               text));
}

/// Counts a number or a list in the list around it.
void BracketReader::end_item() {
    if (m_levels.empty())
        return;
    m_levels.back().after_item = true;
    m_levels.back().ends_in_comma = false;
    ++m_levels.back().count;
}

Result<PrintedArray> BracketReader::matrix() const {
    const Result<ArrayShape> shape =
        array_shape(std::span(m_sizes).first(m_depth.value_or(0)), m_may_have_heads);
    if (!shape)
        return shape.error();
    const auto [heads, matrix] = shape.value();
    return m_rows.array(std::max<Index>(heads, 1) * matrix.rows, matrix.columns, heads);
}

} // namespace

std::size_t after_assignment(std::string_view text) {
    const std::size_t begin = skip_space_and_comments(text, 0);
    const std::size_t end = name_end(text, begin);
    const std::size_t equals = skip_space(text, end);
    const bool assigns =
        end > begin && text.substr(equals).starts_with('=') && !text.substr(equals).starts_with("==");
    return assigns ? skip_space_and_comments(text, equals + 1) : begin;
}

bool begins_in_brackets(std::string_view text, std::size_t from) {
    const std::string_view rest = text.substr(from);
    const std::size_t name = name_end(rest, 0);
    return rest.starts_with('[') || rest.starts_with('(') || rest.starts_with(parameter_heading) ||
           (name > 0 && rest.substr(name).starts_with('('));
}

Result<PrintedArray> read_brackets(std::string_view text, std::size_t from, PastedNumbers allowed,
                                   bool may_have_heads) {
    return BracketReader(text, from, allowed, may_have_heads).read();
}

} // namespace lab
