// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_text.h"

#include "core/base/number_format.h"
#include "core/base/text_position.h"
#include "core/io/number_forms.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr const char* in_range = "a number that a double can hold, from 4.9e-324 to 1.8e308";
constexpr std::string_view decimal_digits = "0123456789";
constexpr std::string_view no_break_spaces[] = {"\u00a0", "\u202f"};

std::string_view without_sign(std::string_view number) {
    for (const std::string_view sign : {std::string_view("+"), std::string_view("-"), minus_sign}) {
        if (number.starts_with(sign))
            return number.substr(sign.size());
    }
    return number;
}

/// The number of leading digits.
std::size_t digits_at(std::string_view text) {
    return std::min(text.find_first_not_of(decimal_digits), text.size());
}

/// True for "1,234", where the comma may group thousands; not for "0,234" or "1,23".
bool could_group(std::string_view number) {
    number = without_sign(number);
    const std::size_t whole = digits_at(number);
    return whole >= 1 && whole <= 3 && number.front() != '0' && number.substr(whole).starts_with(',') &&
           digits_at(number.substr(whole + 1)) == 3;
}

Error not_a_number(std::string_view number, std::string_view text, std::size_t offset) {
    if (is_ellipsis(number))
        return abbreviated(text, offset);
    if (number == "*")
        return {text_position(text, offset), "a common factor",
                "every number in full, as after \"format long g\""};
    if (number.ends_with("f32") && is_decimal_digit(number.front()))
        return {text_position(text, offset), quoted_excerpt(number),
                "a number without f32, a type in Rust and a power of ten in Julia"};
    for (const std::string_view space : no_break_spaces) {
        if (number.find(space) != std::string_view::npos)
            return {text_position(text, offset), quoted_excerpt(number) + " with a no-break space",
                    "a number without group separators"};
    }
    // "1.234,5" and "1,234,567", but not "x,5".
    const std::string_view unsigned_number = without_sign(number);
    if (number.find(',') != std::string_view::npos && digits_at(unsigned_number) > 0 &&
        unsigned_number.find_first_not_of("0123456789.,") == std::string_view::npos)
        return {text_position(text, offset), quoted_excerpt(number), "a number without group separators"};
    return {text_position(text, offset), number.empty() ? "nothing" : quoted_excerpt(number), "a number"};
}

/// A number of nothing but digits with at most one point.
std::optional<double> plain_number(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    if (text.find_first_not_of("0123456789.") != std::string_view::npos)
        return std::nullopt;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return !text.empty() && stop == end && error == std::errc() ? std::optional(value) : std::nullopt;
}

/// "1/3", or "1//3" as Julia writes it; nullopt if it is no fraction.
std::optional<Result<double>> read_fraction(std::string_view number, std::string_view text,
                                            std::size_t offset) {
    const std::size_t slash = number.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const std::string_view above = without_sign(number.substr(0, slash));
    std::string_view below = number.substr(slash + 1);
    below.remove_prefix(below.starts_with('/') ? 1 : 0);
    const std::optional<double> numerator = plain_number(above), denominator = plain_number(below);
    if (!numerator || !denominator)
        return std::nullopt;
    if (*denominator == 0 || !std::isfinite(*numerator / *denominator))
        return Error{text_position(text, offset), quoted_excerpt(number),
                     "a fraction that is a finite number"};
    const bool is_negative = above.size() < slash && !number.starts_with('+');
    return (is_negative ? -*numerator : *numerator) / *denominator;
}

/// Parses `c_form`; an error shows the number as it was written.
Result<double> read_as(std::string_view c_form, std::string_view number, std::string_view text,
                       std::size_t offset, PastedNumbers allowed) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::string form = in_c_format(c_form);
    c_form = form;
    std::string plain;
    if (c_form.find(minus_sign) != std::string_view::npos)
        c_form = plain = with_plain_minus(c_form);
    if (c_form.starts_with('+') && !c_form.starts_with("+-"))
        c_form.remove_prefix(1);
    if (c_form == "-∞" && may_hold(allowed, -infinity))
        return -infinity;
    if (c_form == "∞" && may_hold(allowed, infinity))
        return infinity;
    if (std::optional<Result<double>> fraction = read_fraction(c_form, text, offset))
        return *fraction;
    double value = 0;
    const char* end = c_form.data() + c_form.size();
    const auto [stop, error] = std::from_chars(c_form.data(), end, value);
    if (c_form.empty() || stop != end || error == std::errc::invalid_argument)
        return not_a_number(number, text, offset);
    if (error == std::errc::result_out_of_range)
        return Error{text_position(text, offset), quoted_excerpt(number), in_range};
    if (!may_hold(allowed, value))
        return Error{text_position(text, offset), quoted_excerpt(number), "a finite number"};
    return value;
}

} // namespace

std::string_view without_percent_sign(std::string_view number) {
    for (const std::string_view sign : {"\\%", "%"}) {
        if (number.ends_with(sign))
            return trimmed(number.substr(0, number.size() - sign.size()));
    }
    return number;
}

bool is_ellipsis(std::string_view text) {
    constexpr std::array<std::string_view, 6> ellipses{"...", "…", "⋮", "⋱", "⋯", "·"};
    return std::ranges::any_of(ellipses, [&](std::string_view each) { return text.starts_with(each); });
}

Error abbreviated(std::string_view text, std::size_t offset) {
    return {text_position(text, offset), "an abbreviated print-out",
            "all of its numbers, as after torch.set_printoptions(profile=\"full\") or "
            "np.set_printoptions(threshold=sys.maxsize)"};
}

Result<double> read_pasted_number(std::string_view number, std::string_view text, std::size_t offset,
                                  PastedNumbers allowed) {
    return read_as(number, number, text, offset, allowed);
}

Result<double> NumberBlock::read(std::string_view number, std::size_t offset) {
    const bool is_percentage = without_percent_sign(number).size() < number.size();
    Result<double> value =
        is_percentage ? read_percentage(number, offset) : read_number(number, number, offset);
    if (!value || !std::isfinite(value.value()))
        return value;
    if (m_are_percentages.value_or(is_percentage) != is_percentage)
        return Error{text_position(m_text, offset), quoted_excerpt(number),
                     is_percentage ? "a number without a percent sign, as before"
                                   : "a percent sign behind this number, too, or behind none"};
    m_are_percentages = is_percentage;
    return value;
}

/// "25%" as "25e-2", which is the nearest number to it.
Result<double> NumberBlock::read_percentage(std::string_view percentage, std::size_t offset) {
    const std::string_view number = without_percent_sign(percentage);
    const std::string_view digits = without_sign(number);
    if (digits.empty() || digits.find_first_not_of("0123456789.,") != std::string_view::npos)
        return not_a_number(percentage, m_text, offset);
    return read_number(std::string(number) + "e-2", percentage, offset);
}

Result<double> NumberBlock::read_number(std::string_view number, std::string_view as_written,
                                        std::size_t offset) {
    const auto refused = [&](std::string expected) {
        return Error{text_position(m_text, offset), quoted_excerpt(as_written), std::move(expected)};
    };
    const std::size_t comma = number.find(',');
    const bool point = number.find('.') != std::string_view::npos;
    if (comma == std::string_view::npos) {
        Result<double> value = read_as(number, as_written, m_text, offset, m_allowed);
        if (value && point && !m_first_comma.empty())
            return refused("a decimal comma, as in " + quoted_excerpt(m_first_comma));
        m_points = m_points || (value && point);
        return value;
    }
    const bool one_comma = number.find(',', comma + 1) == std::string_view::npos;
    std::string with_point(number);
    with_point[comma] = '.';
    // Grouping points stay, so that such a number has two points and is rejected.
    if (!one_comma || digits_at(number.substr(comma + 1)) == 0)
        return not_a_number(as_written, m_text, offset);
    Result<double> value = read_as(with_point, as_written, m_text, offset, m_allowed);
    if (!value)
        return value;
    if (m_points)
        return refused("a decimal point, as in the numbers before");
    if (m_first_comma.empty()) {
        m_first_comma = as_written;
        m_first_comma_offset = offset;
    }
    m_surely_decimal = m_surely_decimal || !could_group(number);
    return value;
}

std::optional<Error> NumberBlock::ambiguity() const {
    if (m_first_comma.empty() || m_surely_decimal)
        return std::nullopt;
    return Error{text_position(m_text, m_first_comma_offset),
                 quoted_excerpt(m_first_comma) + ", whose comma may be decimal or group thousands",
                 "a decimal point"};
}

bool could_be_decimal_comma(std::string_view number) {
    number = without_sign(number);
    std::size_t run = digits_at(number);
    const bool groups_possible = run >= 1 && run <= 3;
    if (run == 0 && !number.starts_with(','))
        return false;
    number.remove_prefix(run);
    while (groups_possible && number.starts_with('.') && digits_at(number.substr(1)) == 3)
        number.remove_prefix(4);
    if (number.starts_with(',')) {
        run = digits_at(number.substr(1));
        if (run == 0)
            return false;
        number.remove_prefix(1 + run);
    }
    if (number.starts_with('e') || number.starts_with('E')) {
        number = without_sign(number.substr(1));
        run = digits_at(number);
        return run > 0 && run == number.size();
    }
    return number.empty();
}

std::optional<Error> RowCollector::add(const Result<double>& value, std::string_view text) {
    if (!value)
        return value.error();
    add(value.value(), written_digits(text));
    return std::nullopt;
}

void RowCollector::add(double value, const WrittenDigits& digits) {
    m_values.push_back(value);
    m_digits.push_back(digits);
}

std::optional<Error> RowCollector::end_row(std::string_view text, std::size_t offset) {
    const std::size_t columns = m_values.size() - m_rows * m_columns;
    if (m_rows == 0)
        m_columns = columns;
    ++m_rows;
    if (columns == m_columns)
        return std::nullopt;
    return Error{text_position(text, offset), "a row of " + std::to_string(columns),
                 std::to_string(m_columns) + " numbers, as in the first row"};
}

PrintedArray RowCollector::array(Index rows, Index columns, Index heads) const {
    const std::vector<double> units = last_digits(m_digits, m_fewest_significant);
    PrintedArray array{Eigen::Map<const Matrix>(m_values.data(), rows, columns),
                       Eigen::Map<const Matrix>(units.data(), rows, columns), heads};
    array.are_percentages = std::ranges::any_of(m_digits, &WrittenDigits::is_percent);
    return array;
}

bool MatrixReader::fail(std::size_t offset, std::string found, std::string expected) {
    return succeeds(Error{text_position(m_text, offset), std::move(found), std::move(expected)});
}

bool MatrixReader::succeeds(std::optional<Error> error) {
    m_error = std::move(error);
    return !m_error;
}

bool MatrixReader::take(std::string_view literal) {
    const bool there = rest().starts_with(literal);
    m_at += there ? literal.size() : 0;
    return there;
}

} // namespace lab
