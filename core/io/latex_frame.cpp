// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/latex_frame.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view latex_white_space = " \t\r\n~";
constexpr std::array<std::string_view, 8> matrix_environments{"array",   "matrix",  "pmatrix", "bmatrix",
                                                              "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix"};
constexpr std::array<std::string_view, 13> formulas{
    "equation", "displaymath", "math",    "align",    "aligned", "gather",   "gathered",
    "split",    "multline",    "flalign", "eqnarray", "center",  "alignedat"};
constexpr const char* a_matrix = "a matrix, such as \\begin{bmatrix}";
constexpr std::array<std::array<std::string_view, 2>, 6> formula_marks{
    {{"$$", "$$"}, {"$", "$"}, {"\\[", "\\]"}, {"\\(", "\\)"}, {"[", "]"}, {"(", ")"}}};
constexpr std::array<std::array<std::string_view, 2>, 5> delimiters{{{"\\left", "\\right"},
                                                                     {"\\bigl", "\\bigr"},
                                                                     {"\\Bigl", "\\Bigr"},
                                                                     {"\\biggl", "\\biggr"},
                                                                     {"\\Biggl", "\\Biggr"}}};
constexpr std::array<std::string_view, 3> boxes{"\\boxed", "\\fbox", "\\ensuremath"};
constexpr std::array<std::string_view, 8> relations{"=",       "\\approx", "\\simeq", "\\cong",
                                                    "\\doteq", "\\equiv",  "≈",       "\\approxeq"};
constexpr std::array<std::string_view, 6> spacing_commands{"\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad"};
/// Without an argument, before the matrix and behind it.
constexpr std::array<std::string_view, 8> styles{"\\displaystyle", "\\textstyle",  "\\small",
                                                 "\\footnotesize", "\\scriptsize", "\\large",
                                                 "\\nonumber",     "\\notag"};

std::string_view without_star(std::string_view name) {
    return name.ends_with('*') ? name.substr(0, name.size() - 1) : name;
}

bool is_matrix(std::string_view name) {
    return std::ranges::find(matrix_environments, without_star(name)) != matrix_environments.end();
}

bool is_formula(std::string_view name) {
    return std::ranges::find(formulas, without_star(name)) != formulas.end();
}

std::string closer_of(std::string_view environment) {
    return "\\end{" + std::string(environment) + "}";
}

/// Goes through what stands around a matrix.
class LatexFrame {
public:
    explicit LatexFrame(std::string_view text, std::size_t from = 0) : m_text(text), m_at(from) {}

    Result<LatexOpening> opening();
    std::optional<Error> closing(std::vector<std::string> closers);

private:
    std::string_view rest() const { return m_text.substr(std::min(m_at, m_text.size())); }
    bool take(std::string_view literal);
    bool take_command(std::string_view command);
    bool take_remark();
    bool open_one();
    std::size_t find_relation() const;
    void skip_left_side(std::size_t end);
    bool take_subscript();
    bool close_one(std::vector<std::string>& closers);

    std::string_view m_text;
    std::size_t m_at;
    LatexOpening m_opening;
    std::optional<Error> m_error;
};

bool LatexFrame::take(std::string_view literal) {
    const bool there = rest().starts_with(literal);
    m_at += there ? literal.size() : 0;
    return there;
}

/// Not the beginning of a longer command.
bool LatexFrame::take_command(std::string_view command) {
    const std::string_view after = rest().substr(std::min(command.size(), rest().size()));
    return (after.empty() || !is_letter(after.front())) && take(command);
}

/// What says nothing of the numbers, before the matrix and behind it.
bool LatexFrame::take_remark() {
    for (const std::string_view command : {"\\label", "\\tag", "\\tag*"}) {
        if (const auto name = latex_name(m_text, m_at, command)) {
            m_at = name->end;
            return true;
        }
    }
    return std::ranges::any_of(styles, [this](std::string_view style) { return take_command(style); });
}

/// Behind the last relation before the matrix; 0 if there is none.
std::size_t LatexFrame::find_relation() const {
    constexpr std::string_view begin = "\\begin";
    std::size_t matrix = m_text.find(begin);
    for (; matrix != std::string_view::npos; matrix = m_text.find(begin, matrix + 1)) {
        const auto name = latex_name(m_text, matrix, begin);
        if (name && is_matrix(name->name))
            break;
    }
    if (matrix == std::string_view::npos)
        return 0;
    std::size_t behind = 0;
    for (const std::string_view each : relations) {
        const std::size_t at = m_text.substr(0, matrix).rfind(each);
        if (at != std::string_view::npos)
            behind = std::max(behind, at + each.size());
    }
    return behind;
}

Result<LatexOpening> LatexFrame::opening() {
    const std::size_t relation = find_relation();
    while (m_opening.environment.empty()) {
        m_at = after_latex_space(m_text, m_at);
        if (open_one())
            continue;
        if (m_error)
            return *m_error;
        if (m_at >= relation)
            return latex_error(m_text, m_at, a_matrix);
        skip_left_side(relation);
    }
    m_opening.end = m_at;
    return std::move(m_opening);
}

/// Skips one construct that may precede a matrix; returns false if there is none.
bool LatexFrame::open_one() {
    for (const auto& [open, close] : formula_marks) {
        if (take(open)) {
            m_opening.closers.emplace_back(close);
            return true;
        }
    }
    for (const auto& [open, close] : delimiters) {
        if (take_command(open)) {
            m_opening.closers.emplace_back(close);
            m_at = after_latex_space(m_text, m_at);
            m_at += latex_word(m_text, m_at).size();
            return true;
        }
    }
    const std::size_t before = m_at;
    for (const std::string_view box : boxes) {
        if (take_command(box))
            m_at = after_latex_space(m_text, m_at);
    }
    if (take("{")) {
        m_opening.closers.emplace_back("}");
        return true;
    }
    m_at = before;
    if (take("&") || take_remark())
        return true;
    const auto name = latex_name(m_text, m_at, "\\begin");
    if (!name)
        return false;
    if (is_matrix(name->name))
        m_opening.environment = name->name;
    else if (is_formula(name->name))
        m_opening.closers.push_back(closer_of(name->name));
    else
        m_error = Error{text_position(m_text, m_at), quoted_excerpt(m_text.substr(m_at, name->end - m_at)),
                        a_matrix};
    m_at = name->end;
    return !m_error;
}

/// Skips the left-hand side of a relation, whatever it is. What is opened there and not closed is still open.
void LatexFrame::skip_left_side(std::size_t end) {
    std::vector<std::string>& open = m_opening.closers;
    while (m_at < end) {
        const std::string_view word = latex_word(m_text, m_at);
        const std::size_t begin = m_at;
        const auto begins = latex_name(m_text, m_at, "\\begin"), ends = latex_name(m_text, m_at, "\\end");
        m_at += word.size();
        if (begins || ends)
            m_at = begins ? begins->end : ends->end;
        const std::string closer(m_text.substr(begin, m_at - begin));
        if (!open.empty() && open.back() == closer)
            open.pop_back();
        else if (begins)
            open.push_back(closer_of(begins->name));
        else if (word == "\\left")
            open.emplace_back("\\right");
        else if (word == "{")
            open.emplace_back("}");
        else if (word == "\\[" || word == "\\(")
            open.emplace_back(word == "\\[" ? "\\]" : "\\)");
    }
}

/// The size or the name of a matrix, "_{2 \times 3}".
bool LatexFrame::take_subscript() {
    if (!rest().starts_with("_{"))
        return false;
    const std::size_t close = m_text.find_first_of("{}", m_at + 2);
    if (close == std::string_view::npos || m_text[close] != '}')
        return false;
    m_at = close + 1;
    return true;
}

bool LatexFrame::close_one(std::vector<std::string>& closers) {
    if (closers.empty() || !take(closers.back()))
        return false;
    const bool has_delimiter =
        std::ranges::any_of(delimiters, [&](const auto& each) { return each[1] == closers.back(); });
    if (has_delimiter) {
        m_at = after_latex_space(m_text, m_at);
        m_at += latex_word(m_text, m_at).size();
    }
    closers.pop_back();
    return true;
}

/// From the matrix to the end of the text.
std::optional<Error> LatexFrame::closing(std::vector<std::string> closers) {
    for (m_at = after_latex_space(m_text, m_at); m_at < m_text.size();
         m_at = after_latex_space(m_text, m_at)) {
        if (!close_one(closers) && !take(".") && !take(",") && !take(";") && !take_remark() &&
            !take_subscript() && !(!closers.empty() && take("\\\\")))
            return latex_error(m_text, m_at,
                               closers.empty() ? "the end of the text" : '"' + closers.back() + '"');
    }
    if (closers.empty())
        return std::nullopt;
    return latex_error(m_text, m_at, '"' + closers.back() + '"');
}

} // namespace

std::size_t after_latex_space(std::string_view text, std::size_t from) {
    for (;;) {
        const std::size_t before = from;
        from = std::min(text.find_first_not_of(latex_white_space, from), text.size());
        const std::string_view rest = text.substr(from);
        if (rest.starts_with('%'))
            from = std::min(text.find_first_of("\r\n", from), text.size());
        for (const std::string_view each : spacing_commands) {
            if (rest.starts_with(each))
                from += each.size();
        }
        if (rest.starts_with("\\qquad"))
            from += std::string_view("\\qquad").size();
        if (from == before)
            return from;
    }
}

std::string_view latex_word(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(std::min(at, text.size()));
    std::size_t length = std::max<std::size_t>(character_length(rest), 1);
    if (rest.starts_with('\\')) {
        while (length < rest.size() && is_letter(rest[length]))
            ++length;
        length = std::max<std::size_t>(length, 2);
    }
    return rest.substr(0, length);
}

Error latex_error(std::string_view text, std::size_t at, std::string expected) {
    return {text_position(text, at),
            at >= text.size() ? "the end of the text" : quoted_excerpt(latex_word(text, at)),
            std::move(expected)};
}

std::optional<LatexName> latex_name(std::string_view text, std::size_t at, std::string_view command) {
    if (!text.substr(std::min(at, text.size())).starts_with(command))
        return std::nullopt;
    const std::size_t open = std::min(text.find_first_not_of(" \t\r\n", at + command.size()), text.size());
    if (!text.substr(open).starts_with('{'))
        return std::nullopt;
    const std::size_t close = std::min(text.find_first_of("{}\\\r\n", open + 1), text.size());
    if (!text.substr(close).starts_with('}'))
        return std::nullopt;
    return LatexName{text.substr(open + 1, close - open - 1), close + 1};
}

Result<LatexOpening> latex_opening(std::string_view text) {
    return LatexFrame(text).opening();
}

std::optional<Error> latex_closing_problem(std::string_view text, std::size_t from,
                                           std::vector<std::string> closers) {
    return LatexFrame(text, from).closing(std::move(closers));
}

} // namespace lab
