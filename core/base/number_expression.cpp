// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_format.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace lab {

namespace {

constexpr int most_levels = 64; // each level takes a few frames of the stack

struct Function {
    std::string_view name;
    double (*value)(double);
};
constexpr std::array functions{
    Function{"sqrt", [](double x) { return std::sqrt(x); }},
    Function{"√", [](double x) { return std::sqrt(x); }},
    Function{"exp", [](double x) { return std::exp(x); }},
    Function{"log", [](double x) { return std::log(x); }},
};

struct Constant {
    std::string_view name;
    double value;
};
constexpr std::array constants{Constant{"pi", std::numbers::pi}, Constant{"π", std::numbers::pi},
                               Constant{"e", std::numbers::e}};

/// Recursive descent. After the first error, what is read no longer matters.
class ExpressionReader {
public:
    explicit ExpressionReader(std::string_view text) : m_text(text) {}

    Result<double> read() {
        const double value = sum();
        if (m_at < m_text.size())
            stop(m_at, quoted_character_at(m_text, m_at),
                 m_text[m_at] == ',' ? "a decimal point" : "an operator or the end");
        if (m_error)
            return *m_error;
        return value;
    }

private:
    double sum() {
        double value = product();
        while (!m_error) {
            const std::size_t at = m_at;
            if (takes("+"))
                value = finite(value + product(), at);
            else if (takes("-") || takes(minus_sign))
                value = finite(value - product(), at);
            else
                break;
        }
        return value;
    }

    double product() {
        double value = signed_power();
        while (!m_error) {
            const std::size_t at = m_at;
            if (takes("*") || takes("×") || takes("·"))
                value = finite(value * signed_power(), at);
            else if (takes("/"))
                value = finite(value / signed_power(), at);
            else
                break;
        }
        return value;
    }

    double signed_power() {
        if (takes("-") || takes(minus_sign))
            return -power();
        takes("+");
        return power();
    }

    double power() {
        if (++m_depth > most_levels)
            return stop(m_at, "too many levels", "fewer parentheses and powers in each other");
        double value = primary();
        const std::size_t at = m_at;
        if (!m_error && (takes("^") || takes("**")))
            value = finite(std::pow(value, signed_power()), at);
        --m_depth;
        return value;
    }

    double primary() {
        if (m_at < m_text.size() && (is_decimal_digit(m_text[m_at]) || m_text[m_at] == '.'))
            return number();
        if (takes("("))
            return rest_of_parentheses();
        const std::size_t at = m_at;
        const std::string_view name = name_here();
        m_at += name.size();
        skip_spaces();
        if (const auto* found = std::ranges::find(constants, name, &Constant::name); found != constants.end())
            return found->value;
        const auto* function = std::ranges::find(functions, name, &Function::name);
        if (function == functions.end())
            return name.empty() ? stop(at, quoted_character_at(m_text, at), "a number")
                                : stop(at, quoted_excerpt(name), "a number, sqrt, exp, log, pi or e");
        if (!takes("("))
            return stop(m_at, quoted_character_at(m_text, m_at), "\"(\"");
        return finite(function->value(rest_of_parentheses()), at);
    }

    double rest_of_parentheses() {
        const double value = sum();
        if (!m_error && !takes(")"))
            return stop(m_at, quoted_character_at(m_text, m_at), "an operator or \")\"");
        return value;
    }

    double number() {
        double value = 0;
        const char* begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (error == std::errc::invalid_argument)
            return stop(m_at, quoted_character_at(m_text, m_at), "a number");
        if (error == std::errc::result_out_of_range)
            return stop(m_at, quoted_excerpt({begin, end}), "a number from 4.9e-324 to 1.8e308");
        m_at += static_cast<std::size_t>(end - begin);
        skip_spaces();
        return value;
    }

    /// The letters here, or the one symbol that stands for a name.
    std::string_view name_here() const {
        const std::string_view rest = m_text.substr(m_at);
        for (const std::string_view symbol : {"√", "π"}) {
            if (rest.starts_with(symbol))
                return symbol;
        }
        const auto is_in_name = [](char c) { return is_letter(c) || c == '_'; };
        return rest.substr(
            0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_in_name) - rest.begin()));
    }

    /// The value of the operator or function at `at`.
    double finite(double value, std::size_t at) {
        return m_error || std::isfinite(value) ? value : stop(at, "a value that is not a finite number", {});
    }

    bool takes(std::string_view what) {
        if (!m_text.substr(m_at).starts_with(what))
            return false;
        // "2**3" is a power and no product.
        if (what == "*" && m_text.substr(m_at).starts_with("**"))
            return false;
        m_at += what.size();
        skip_spaces();
        return true;
    }

    void skip_spaces() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    double stop(std::size_t at, std::string found, std::string expected) {
        if (m_error)
            return 0;
        std::size_t character = 1;
        for (std::size_t i = 0; i < at; ++character)
            i += std::max<std::size_t>(character_length(m_text.substr(i)), 1);
        m_error = Error{"character " + std::to_string(character), std::move(found), std::move(expected)};
        return 0;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<Error> m_error;
};

} // namespace

Result<double> read_number_expression(std::string_view text) {
    if (const std::optional<double> number = read_typed_number(text))
        return *number;
    return ExpressionReader(trimmed(text)).read();
}

} // namespace lab
