// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bracket_calls.h"
#include "core/io/bracket_levels.h"
#include "core/io/code_literals.h"
#include "core/io/matrix_notations.h"
#include "core/io/text_frame.h"

#include "core/base/text_position.h"
#include "core/io/number_text.h"
#include "core/io/stored_numbers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view list_space = " \t\r\n";

std::size_t skip_space(std::string_view text, std::size_t from) {
    return std::min(text.find_first_not_of(list_space, from), text.size());
}

std::size_t skip_comments(std::string_view text, std::size_t from, std::string_view marks) {
    from = skip_space(text, from);
    while (from < text.size() && marks.find(text[from]) != std::string_view::npos)
        from = skip_space(text, std::min(text.find_first_of("\r\n", from), text.size()));
    return from;
}

class BracketReader : private MatrixReader {
public:
    BracketReader(std::string_view text, std::size_t from, PastedNumbers allowed, bool may_have_heads)
        : MatrixReader(text, from), m_allowed(allowed), m_may_have_heads(may_have_heads),
          m_rows_by_semicolons(has_rows_by_semicolons(text.substr(from))), m_levels(text) {}

    Result<PrintedArray> read();

private:
    using Level = BracketLevel;
    using Separator = BracketLevels::Separator;

    bool unexpected(std::string expected) {
        return fail(m_at, quoted_character_at(m_text, m_at), std::move(expected));
    }

    bool next_is(char c) const { return !done() && m_text[m_at] == c; }
    bool next_opens() const {
        return next_is('[') || next_is('(') || next_is('{') || literal_type_length(m_text, m_at) > 0;
    }

    bool step();
    bool step_in_text(bool new_line);
    bool step_in_list(bool new_line);
    bool step_in_call();
    bool continues_line();
    bool comma();
    bool semicolon();
    bool item();
    bool open();
    bool close();
    bool open_call(std::size_t name_end);
    bool open_tag();
    bool setting();
    bool number();
    bool number_in_call(std::size_t name_end, Call call);
    bool add(std::string_view number, std::size_t begin);
    Result<PrintedArray> matrix() const;

    PastedNumbers m_allowed;
    bool m_may_have_heads;
    bool m_rows_by_semicolons;
    BracketLevels m_levels;
    std::optional<NumberType> m_type;
    std::optional<SaidShape> m_shape;
    std::size_t m_begin = 0; ///< of the array
};

Result<PrintedArray> BracketReader::read() {
    m_levels.push_list(Level::Kind::text, '\0', m_at);
    m_begin = m_at;
    while (!m_error && step()) {
    }
    if (m_error)
        return *m_error;
    return matrix();
}

/// Reads the next thing; false at the end of the text or after an error. A loop with its own stack of
/// levels, because recursion would overflow on a text of nothing but brackets.
bool BracketReader::step() {
    const std::size_t before = m_at;
    m_at = skip_comments(m_text, m_at, m_rows_by_semicolons ? "#%" : "#");
    const bool new_line = m_text.substr(before, m_at - before).find('\n') != std::string_view::npos;
    switch (m_levels.innermost().kind) {
    case Level::Kind::text:
        return step_in_text(new_line);
    case Level::Kind::list:
    case Level::Kind::row:
        return step_in_list(new_line);
    default:
        return step_in_call();
    }
}

/// Outside of brackets: the array, or its rows one by one.
bool BracketReader::step_in_text(bool new_line) {
    Level& text = m_levels.innermost();
    if (done())
        return text.count == 0 && unexpected("a bracket");
    if (text.count == 0)
        return next_opens() || next_is('<') || dotted_name_end(m_text, m_at) > m_at ? item()
                                                                                    : unexpected("a bracket");
    constexpr const char* end = "the end of the text";
    if (next_is(';')) {
        ++m_at;
        m_at = skip_comments(m_text, m_at, "#%");
        return !done() && unexpected(end);
    }
    if (next_is(',') && text.after_item && m_levels.lists_are_rows())
        return comma();
    const std::size_t name_end = dotted_name_end(m_text, m_at);
    const bool begins_list =
        next_opens() || (name_end > m_at && name_end < m_text.size() && m_text[name_end] == '(');
    if (!begins_list || (text.after_item && !new_line))
        return unexpected(end);
    if (!m_levels.lists_are_rows())
        return fail(m_at, "a second matrix", "one matrix");
    return item();
}

bool BracketReader::step_in_list(bool new_line) {
    const Level& level = m_levels.innermost();
    if (done())
        return unexpected(std::string{'"', level.close, '"'});
    const char c = m_text[m_at];
    if (level.kind == Level::Kind::row && (c == ';' || (new_line && level.count > 0 && c != ']')))
        return semicolon();
    if (level.kind == Level::Kind::row && continues_line())
        return true;
    if (c == ']' || c == ')' || c == '}')
        return close();
    return c == ',' ? comma() : item();
}

/// Skips MATLAB's "..." at the end of a line.
bool BracketReader::continues_line() {
    constexpr std::string_view dots = "...";
    const std::size_t after = std::min(m_text.find_first_not_of(" \t\r", m_at + dots.size()), m_text.size());
    if (!rest().starts_with(dots) || !m_text.substr(after).starts_with('\n') ||
        m_levels.innermost().count > 0)
        return false;
    m_at = after + 1;
    return true;
}

bool BracketReader::step_in_call() {
    const Level& level = m_levels.innermost();
    const bool is_tag = level.kind == Level::Kind::tag;
    if (next_is(level.close) && level.count > 0) {
        ++m_at;
        m_levels.pop_call();
        return true;
    }
    if (level.after_item && !is_tag && !next_is(','))
        return unexpected(std::string{'"', level.close, '"'});
    if (next_is(',') && (is_tag || level.after_item)) {
        m_levels.innermost().after_item = false;
        ++m_at;
        return true;
    }
    if (level.count > 0)
        return setting();
    const std::size_t name_end = dotted_name_end(m_text, m_at);
    if (name_end > m_at && name_end < m_text.size() && m_text[name_end] == '=')
        return setting();
    if (is_tag)
        return unexpected("a setting such as numpy=…");
    const bool takes_number = level.call == Call::array_or_number;
    if (!next_opens() && !takes_number &&
        (name_end == m_at || name_end >= m_text.size() || m_text[name_end] != '('))
        return unexpected("a bracket");
    return item();
}

bool BracketReader::comma() {
    Level& level = m_levels.innermost();
    Separator& separator = m_levels.separator();
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

/// Ends a row and begins the next, unless the list ends here.
bool BracketReader::semicolon() {
    if (!succeeds(m_levels.close_list()))
        return false;
    m_at += next_is(';') ? 1 : 0;
    const std::size_t next = skip_comments(m_text, m_at, "#%");
    m_levels.innermost().after_item = false;
    if (next < m_text.size() && m_text[next] == ']')
        return true;
    m_levels.push_list(Level::Kind::row, ']', m_at);
    return true;
}

bool BracketReader::item() {
    Level& level = m_levels.innermost();
    // Checked before the separator, because it occurs between rows as well as between numbers.
    if (is_ellipsis(rest()))
        return succeeds(abbreviated(m_text, m_at));
    if (level.after_item) {
        Separator& separator = m_levels.separator();
        // In Python "[1 -2, 3]" is a subtraction, and only commas separate the items of a tuple.
        if (separator == Separator::comma || level.close == ')' || level.close == '}')
            return level.kind == Level::Kind::text
                       ? unexpected("\",\"")
                       : unexpected("\",\" or \"" + std::string{level.close} + "\"");
        separator = Separator::white_space;
    }
    if (next_opens())
        return open();
    if (next_is('<') && level.kind == Level::Kind::text)
        return open_tag();
    const std::size_t name_end = dotted_name_end(m_text, m_at);
    const char after_name = name_end < m_text.size() ? m_text[name_end] : '\0';
    if (name_end > m_at && after_name == '(')
        return open_call(name_end);
    // Julia says the type of a literal before its bracket.
    const std::optional<NumberType> type = float_type_named(m_text.substr(m_at, name_end - m_at));
    if (name_end > m_at && after_name == '[' && type) {
        m_type = type;
        m_at = name_end;
        return open();
    }
    return number();
}

bool BracketReader::open() {
    m_at += literal_type_length(m_text, m_at);
    const char c = m_text[m_at];
    const std::size_t inside = skip_space(m_text, m_at + 1);
    const bool has_lists = m_text.substr(inside).starts_with('[') || literal_type_length(m_text, inside) > 0;
    const bool has_rows = m_rows_by_semicolons && m_levels.depth() == 0 && c == '[' && !has_lists;
    if (!succeeds(m_levels.problem_of_lists(has_rows ? 2 : 1, m_at)))
        return false;
    m_levels.push_list(Level::Kind::list, c == '[' ? ']' : c == '(' ? ')' : '}', m_at);
    if (has_rows)
        m_levels.push_list(Level::Kind::row, ']', m_at);
    ++m_at;
    return true;
}

bool BracketReader::close() {
    if (m_text[m_at] != m_levels.innermost().close)
        return unexpected(std::string{'"', m_levels.innermost().close, '"'});
    if (m_levels.innermost().kind == Level::Kind::row && !succeeds(m_levels.close_list()))
        return false;
    if (!succeeds(m_levels.close_list()))
        return false;
    ++m_at;
    return true;
}

bool BracketReader::open_call(std::size_t name_end) {
    const std::string_view name = m_text.substr(m_at, name_end - m_at);
    const Call call = call_named(name);
    if (call == Call::number || call == Call::fraction)
        return number_in_call(name_end, call);
    if (call == Call::unknown || !m_levels.may_open_call())
        return fail(m_at, quoted_excerpt(name), "a list, tensor(…) or array(…)");
    if (call == Call::list && !succeeds(m_levels.problem_of_lists(1, m_at)))
        return false;
    if (call == Call::list)
        m_levels.push_list(Level::Kind::list, ')', m_at);
    else
        m_levels.push_call(Level::Kind::call, ')', m_at, call);
    m_at = name_end + 1;
    return true;
}

/// "<tf.Tensor: shape=(2, 3), dtype=float32, numpy=", or "<tf.Variable 'W:0' shape=(2, 3) dtype=float32, …",
/// "<Variable path=dense/kernel, shape=(2, 3), …".
bool BracketReader::open_tag() {
    const std::size_t begin = m_at;
    if (!take("<tf.Tensor") && !take("<tf.Variable") && !take("<Variable"))
        return unexpected("a list, tensor(…) or array(…)");
    m_at = skip_space(m_text, m_at + (next_is(':') ? 1 : 0));
    if (next_is('\'')) {
        const std::size_t quote = m_text.find('\'', m_at + 1);
        if (quote == std::string_view::npos)
            return fail(m_at, "\"'\" without its end", "\"'\"");
        m_at = quote + 1;
        m_at += next_is(':') ? 1 : 0;
    }
    m_levels.push_call(Level::Kind::tag, '>', begin, Call::array_or_number);
    return true;
}

/// "grad_fn=<AddmmBackward0>", or the array if it has a keyword.
bool BracketReader::setting() {
    const Level& level = m_levels.innermost();
    const std::size_t begin = m_at;
    const Result<CallSetting> read = read_setting(m_text, m_at, level.kind == Level::Kind::tag);
    if (!read)
        return succeeds(read.error());
    const CallSetting& setting = read.value();
    m_at = setting.end;
    if (setting.is_array) {
        if (level.count > 0)
            return fail(begin, quoted_excerpt(setting.name), "the end of the text");
        m_at = skip_comments(m_text, m_at, "#");
        return item();
    }
    if (setting.name == "dtype" && !m_type)
        m_type = float_type_named(setting.value);
    if ((setting.name == "shape" || setting.name == "size") && m_levels.is_in_outer_call())
        m_shape = SaidShape{whole_numbers_in(setting.value), begin};
    m_levels.innermost().after_item = true; // a comma follows, or the end
    return true;
}

bool BracketReader::number() {
    const std::size_t end = std::min(m_text.find_first_of(" \t\r\n,[](){};#", m_at), m_text.size());
    const std::size_t begin = std::exchange(m_at, end);
    return add(m_text.substr(begin, end - begin), begin);
}

/// "np.float64(0.5)", "float('-inf')" or "Fraction(1, 3)".
bool BracketReader::number_in_call(std::size_t name_end, Call call) {
    const std::size_t begin = name_end + 1;
    const std::size_t close = m_text.find(')', begin);
    if (close == std::string_view::npos)
        return fail(begin, quoted_character_at(m_text, begin), "a number and \")\"");
    if (!add(called_number(m_text.substr(begin, close - begin), call), begin))
        return false;
    m_at = close + 1;
    return true;
}

bool BracketReader::add(std::string_view number, std::size_t begin) {
    if (!succeeds(m_levels.add_number(number, begin)))
        return false;
    const bool is_null = number == "null"; // of JSON, which has no infinity
    const std::string_view written = is_null ? "-inf" : number;
    std::optional<Error> error = m_rows.add(read_pasted_number(written, m_text, begin, m_allowed), written);
    if (error && is_null)
        error->found = quoted_excerpt(number);
    return succeeds(std::move(error));
}

Result<PrintedArray> BracketReader::matrix() const {
    const Result<ArrayShape> shape = array_shape(m_levels.dimensions(), m_may_have_heads);
    if (!shape)
        return Error{text_position(m_text, m_begin), shape.error().found, shape.error().expected};
    const auto [heads, matrix] = shape.value();
    PrintedArray array = m_rows.array(std::max<Index>(heads, 1) * matrix.rows, matrix.columns, heads);
    if (m_shape) {
        if (auto problem = problem_of_shape(m_text, *m_shape, array))
            return *problem;
    }
    return m_type ? rounded_to(std::move(array), *m_type) : array;
}

} // namespace

bool begins_in_brackets(std::string_view text, std::size_t from) {
    const std::string_view rest = text.substr(from);
    const std::size_t name = dotted_name_end(rest, 0);
    return rest.starts_with('[') || rest.starts_with('(') || rest.starts_with('{') ||
           rest.starts_with("<tf.") || rest.starts_with("<Variable ") || literal_type_length(rest, 0) > 0 ||
           (name > 0 && rest.substr(name).starts_with('(')) ||
           (name > 0 && rest.substr(name).starts_with('[') && float_type_named(rest.substr(0, name)));
}

Result<PrintedArray> read_brackets(std::string_view text, std::size_t from, PastedNumbers allowed,
                                   bool may_have_heads) {
    return BracketReader(text, from, allowed, may_have_heads).read();
}

} // namespace lab
