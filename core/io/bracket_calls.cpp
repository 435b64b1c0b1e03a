// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bracket_calls.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr std::array<std::pair<std::string_view, Call>, 50> calls{{
    {"array", Call::array_or_number},
    {"asarray", Call::array_or_number},
    {"as_tensor", Call::array_or_number},
    {"tensor", Call::array_or_number},
    {"constant", Call::array_or_number},
    {"convert_to_tensor", Call::array_or_number},
    {"Array", Call::array_or_number},
    {"DeviceArray", Call::array_or_number},
    {"Parameter", Call::array},
    {"Variable", Call::array_or_number},
    {"matrix", Call::array},
    {"mat", Call::array},
    {"Matrix", Call::array},
    {"ImmutableMatrix", Call::array},
    {"ImmutableDenseMatrix", Call::array},
    {"MutableDenseMatrix", Call::array},
    {"FloatTensor", Call::array},
    {"DoubleTensor", Call::array},
    {"HalfTensor", Call::array},
    {"BFloat16Tensor", Call::array},
    {"LongTensor", Call::array},
    {"Tensor", Call::array},
    {"list", Call::array},
    {"tuple", Call::array},
    {"float", Call::number},
    {"int", Call::number},
    {"bool", Call::number},
    {"float16", Call::number},
    {"float32", Call::number},
    {"float64", Call::number},
    {"float128", Call::number},
    {"longdouble", Call::number},
    {"bfloat16", Call::number},
    {"int8", Call::number},
    {"int16", Call::number},
    {"int32", Call::number},
    {"int64", Call::number},
    {"uint8", Call::number},
    {"bool_", Call::number},
    {"Float", Call::number},
    {"Integer", Call::number},
    {"arr1", Call::array},
    {"arr2", Call::array},
    {"memmap", Call::array},
    {"arrayOf", Call::list},
    {"doubleArrayOf", Call::list},
    {"floatArrayOf", Call::list},
    {"listOf", Call::list},
    {"Fraction", Call::fraction},
    {"Rational", Call::fraction},
}};

/// Keyword arguments that change no number.
constexpr std::array<std::string_view, 21> settings{
    "copy",      "device", "dtype",         "grad_fn",  "order",     "requires_grad", "subok",
    "weak_type", "shape",  "size",          "id",       "ctx",       "place",         "layout",
    "names",     "path",   "stop_gradient", "sharding", "trainable", "pin_memory",    "ndmin"};
/// Keyword arguments whose value is the array.
constexpr std::array<std::string_view, 4> array_settings{"numpy", "value", "data", "object"};

bool is_in_name(char c) {
    return is_letter(c) || static_cast<unsigned char>(c) >= 0x80 || is_decimal_digit(c) || c == '_' ||
           c == '.';
}

/// The end of a value: brackets, quotation marks and "<…>" in it are closed.
std::size_t value_end(std::string_view text, std::size_t from, bool parted_by_blanks) {
    std::size_t depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\'' || c == '"' || c == '<') {
            at = std::min(text.find(c == '<' ? '>' : c, at + 1), text.size());
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (depth == 0 && (c == ',' || c == ')' || c == ']' || c == '}' || c == '>' ||
                                  (parted_by_blanks && (c == ' ' || c == '\n')))) {
            return at;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        }
    }
    return text.size();
}

} // namespace

Call call_named(std::string_view dotted) {
    const std::string_view name = dotted.substr(dotted.rfind('.') + 1); // all of it, if there is no point
    const auto* const found = std::ranges::find(calls, name, &std::pair<std::string_view, Call>::first);
    return found == calls.end() ? Call::unknown : found->second;
}

std::size_t dotted_name_end(std::string_view text, std::size_t from) {
    if (from < text.size() && (text[from] == '.' || is_decimal_digit(text[from])))
        return from;
    while (from < text.size() && is_in_name(text[from]))
        ++from;
    return from;
}

Result<CallSetting> read_setting(std::string_view text, std::size_t from, bool parted_by_blanks) {
    const auto fails = [&](std::size_t offset, std::string found, std::string expected) {
        return Error{text_position(text, offset), std::move(found), std::move(expected)};
    };
    const std::size_t name_end = dotted_name_end(text, from);
    CallSetting setting{text.substr(from, name_end - from), {}, 0, false};
    const bool has_value = name_end < text.size() && text[name_end] == '=';
    setting.is_array = has_value && std::ranges::find(array_settings, setting.name) != array_settings.end();
    if (setting.is_array) {
        setting.end = name_end + 1;
        return setting;
    }
    if (name_end == from)
        return fails(from, quoted_character_at(text, from), "a setting such as dtype=float64");
    if (!has_value || std::ranges::find(settings, setting.name) == settings.end())
        return fails(from, quoted_excerpt(setting.name),
                     "a setting that changes no number, such as dtype=float64");
    const std::size_t begin = name_end + 1;
    setting.end = value_end(text, begin, parted_by_blanks);
    setting.value = text.substr(std::min(begin, setting.end), setting.end - std::min(begin, setting.end));
    constexpr std::string_view marks = "<'\"";
    if (setting.end == text.size() && begin < text.size() &&
        marks.find(text[begin]) != std::string_view::npos)
        return fails(begin, quoted_character_at(text, begin) + " without its end",
                     std::string{'"', text[begin] == '<' ? '>' : text[begin], '"'});
    return setting;
}

std::string called_number(std::string_view inside, Call call) {
    inside = trimmed(inside);
    const bool is_quoted = inside.size() > 1 && (inside.front() == '\'' || inside.front() == '"') &&
                           inside.back() == inside.front();
    if (is_quoted)
        inside = inside.substr(1, inside.size() - 2);
    const std::size_t comma = call == Call::fraction ? inside.find(',') : std::string_view::npos;
    if (comma == std::string_view::npos)
        return std::string(inside);
    return std::string(trimmed(inside.substr(0, comma))) + '/' +
           std::string(trimmed(inside.substr(comma + 1)));
}

} // namespace lab
