// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/formula_text.h"

#include "core/base/text_limits.h"
#include "core/base/text_position.h"
#include "core/lesson/formula_signs.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view typed_space = " \t\r\n";

bool is_space(char c) {
    return typed_space.find(c) != std::string_view::npos;
}

/// Reads with a place in the text that goes on. Every function returns nullopt where something is not
/// understood; the place is then anywhere.
class FormulaReader {
public:
    explicit FormulaReader(std::string_view latex) : m_rest(latex) {}

    std::optional<Formula> whole() {
        std::optional<Formula> read = row(false);
        return read && m_rest.empty() ? read : std::nullopt;
    }

private:
    void skip_spaces() {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(typed_space), m_rest.size()));
    }

    static std::optional<FormulaSign> operand(Formula formula) {
        return FormulaSign{std::move(formula), Spacing::ordinary};
    }

    /// Takes `text` if it comes next.
    bool take(std::string_view text) {
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }

    template<class Condition>
    std::string_view take_while(Condition condition) {
        const auto end = std::ranges::find_if_not(m_rest, condition);
        const auto taken = m_rest.substr(0, static_cast<std::size_t>(end - m_rest.begin()));
        m_rest.remove_prefix(taken.size());
        return taken;
    }

    /// Up to a closing brace, which stays, or the end of the text.
    std::optional<Formula> row(bool in_script) {
        std::vector<FormulaSign> signs;
        int left = 0; // of \left without its \right
        bool is_inside_bars = false;
        for (skip_spaces(); !m_rest.empty() && m_rest.front() != '}'; skip_spaces()) {
            if (const auto side = bracket_side()) {
                std::optional<FormulaSign> bracket = sized_bracket(*side);
                left += *side == Spacing::opening ? 1 : -1;
                if (!bracket || left < 0)
                    return std::nullopt;
                signs.push_back(std::move(*bracket));
            } else if (take("|")) {
                signs.push_back({formula::text("|"), is_inside_bars ? Spacing::closing : Spacing::opening});
                is_inside_bars = !is_inside_bars;
            } else {
                std::optional<FormulaSign> next = one_sign(true);
                if (!next)
                    return std::nullopt;
                signs.push_back(std::move(*next));
            }
            if (!add_scripts(signs.back()))
                return std::nullopt;
        }
        if (left != 0)
            return std::nullopt;
        return spaced(std::move(signs), in_script);
    }

    /// Which bracket is announced by a \left or \right, which is taken.
    std::optional<Spacing> bracket_side() {
        for (const auto& [command, side] : {std::pair(std::string_view("\\left"), Spacing::opening),
                                            std::pair(std::string_view("\\right"), Spacing::closing)}) {
            const std::string_view behind = m_rest.substr(std::min(command.size(), m_rest.size()));
            if (m_rest.starts_with(command) && (behind.empty() || !is_letter(behind.front()))) {
                m_rest = behind;
                return side;
            }
        }
        return std::nullopt;
    }

    std::optional<FormulaSign> sized_bracket(Spacing side) {
        skip_spaces();
        for (const std::string_view sign : {"(", ")", "[", "]", "|"}) {
            if (take(sign))
                return FormulaSign{formula::text(std::string(sign)), side};
        }
        return std::nullopt;
    }

    /// The next sign without its scripts. `with_number`: all digits of a number, as everywhere but behind
    /// "_", "^" and commands, where LaTeX takes one.
    std::optional<FormulaSign> one_sign(bool with_number) {
        if (m_rest.empty() || m_depth >= deepest_formula)
            return std::nullopt;
        const char c = m_rest.front();
        if (is_letter(c)) {
            m_rest.remove_prefix(1);
            return operand(formula::symbol(std::string(1, c)));
        }
        if (is_decimal_digit(c))
            return operand(formula::text(std::string(number(with_number))));
        if (c == '{') {
            std::optional<Formula> inside = group(false);
            return inside ? operand(std::move(*inside)) : std::nullopt;
        }
        if (take("\\"))
            return command();
        if (const FormulaName* sign = typed_sign(m_rest)) {
            m_rest.remove_prefix(sign->name.size());
            return FormulaSign{formula::text(std::string(sign->sign)), sign->spacing};
        }
        return std::nullopt;
    }

    std::string_view number(bool whole) {
        const std::string_view from = m_rest;
        if (!whole) {
            m_rest.remove_prefix(1);
            return from.substr(0, 1);
        }
        std::size_t length = take_while(is_decimal_digit).size();
        if (m_rest.size() > 1 && m_rest[0] == '.' && is_decimal_digit(m_rest[1])) {
            m_rest.remove_prefix(1);
            length += 1 + take_while(is_decimal_digit).size();
        }
        return from.substr(0, length);
    }

    std::optional<Formula> group(bool in_script) {
        if (!take("{"))
            return std::nullopt;
        ++m_depth;
        std::optional<Formula> inside = row(in_script);
        --m_depth;
        return take("}") ? std::move(inside) : std::nullopt;
    }

    /// What a script or a command is about: a group or one sign.
    std::optional<Formula> argument(bool in_script) {
        skip_spaces();
        if (m_rest.starts_with('{'))
            return group(in_script);
        ++m_depth;
        std::optional<FormulaSign> sign = one_sign(false);
        --m_depth;
        return sign ? std::optional(std::move(sign->formula)) : std::nullopt;
    }

    /// Behind the backslash.
    std::optional<FormulaSign> command() {
        if (take(","))
            return FormulaSign{formula::text("\u2009"), Spacing::space};
        const std::string_view name = take_while(is_letter);
        if (name == "frac") {
            std::optional<Formula> above = argument(false);
            std::optional<Formula> below = above ? argument(false) : std::nullopt;
            return below ? operand(formula::fraction(std::move(*above), std::move(*below))) : std::nullopt;
        }
        if (name == "sqrt") {
            skip_spaces();
            const bool is_other_root = m_rest.starts_with('[');
            std::optional<Formula> inside = is_other_root ? std::nullopt : argument(false);
            return inside ? operand(formula::root(std::move(*inside))) : std::nullopt;
        }
        if (name == "text") {
            std::optional<std::string> text = words();
            return text ? operand(formula::words(std::move(*text))) : std::nullopt;
        }
        if (name == "mathrm" || name == "operatorname" || name == "mathbf")
            return upright_or_bold(name);
        if (const FormulaName* sign = named_sign(name)) {
            std::string text(sign->sign);
            return FormulaSign{sign->is_symbol ? formula::symbol(std::move(text))
                                               : formula::text(std::move(text)),
                               sign->spacing};
        }
        return std::nullopt;
    }

    /// One word in braces, which is a name.
    std::optional<FormulaSign> upright_or_bold(std::string_view command) {
        skip_spaces();
        if (!take("{"))
            return std::nullopt;
        std::string name(
            trimmed(take_while([](char c) { return is_letter(c) || is_decimal_digit(c) || c == ' '; })));
        if (name.empty() || !take("}"))
            return std::nullopt;
        std::erase(name, ' ');
        if (command == "mathbf")
            return operand(formula::symbol(std::move(name)));
        return FormulaSign{formula::text(std::move(name)),
                           command == "mathrm" ? Spacing::ordinary : Spacing::function};
    }

    /// The words in braces.
    std::optional<std::string> words() {
        skip_spaces();
        if (!take("{"))
            return std::nullopt;
        std::string text;
        while (!m_rest.empty() && m_rest.front() != '}') {
            if (take("\\")) {
                constexpr std::string_view escaped = "{}$%&#_";
                if (m_rest.empty() || escaped.find(m_rest.front()) == std::string_view::npos)
                    return std::nullopt;
            } else if (m_rest.front() == '{') {
                return std::nullopt;
            }
            const CodePoint next = first_code_point(m_rest);
            const bool is_control = next.value < ' ' && !is_space(m_rest.front());
            if (is_control)
                return std::nullopt;
            text += is_space(m_rest.front()) ? " " : std::string(m_rest.substr(0, next.length));
            m_rest.remove_prefix(next.length);
        }
        return take("}") ? std::optional(std::move(text)) : std::nullopt;
    }

    /// Gives a sign the primes and scripts that come next.
    bool add_scripts(FormulaSign& sign) {
        std::string primes;
        std::optional<Formula> low, high;
        for (skip_spaces();; skip_spaces()) {
            if (take("'")) {
                primes += "′";
                continue;
            }
            const bool is_low = m_rest.starts_with('_');
            if (!is_low && !m_rest.starts_with('^'))
                break;
            m_rest.remove_prefix(1);
            std::optional<Formula>& script = is_low ? low : high;
            if (script || sign.spacing == Spacing::space)
                return false;
            script = argument(true);
            if (!script)
                return false;
        }
        if (!primes.empty())
            sign.formula = formula::row({std::move(sign.formula), formula::text(std::move(primes))});
        if (low)
            sign.formula = formula::sub(std::move(sign.formula), std::move(*low));
        if (high) {
            const bool is_transposed =
                *high == formula::symbol("T") && sign.spacing != Spacing::function; // else a sum up to T
            sign.formula =
                formula::sup(std::move(sign.formula), is_transposed ? formula::text("T") : std::move(*high));
        }
        return true;
    }

    std::string_view m_rest;
    int m_depth = 0;
};

} // namespace

std::optional<Formula> formula_from(std::string_view latex) {
    if (latex.size() > most_formula_text || trimmed(latex).empty())
        return std::nullopt;
    return FormulaReader(latex).whole();
}

} // namespace lab
