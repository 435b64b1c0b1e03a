// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/prompts.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lab {

namespace {

/// Prompts that are the same in every line. The longer of two that begin alike comes first.
constexpr std::array<std::string_view, 6> fixed_prompts{">>>", "julia>", "sage:", "scala>", ">>", ">"};
/// What numbered ones begin and end with; those of output have a result in their line.
struct NumberedMark {
    std::string_view begin, end;
    bool is_output;
};
constexpr std::array<NumberedMark, 7> numbered_marks{{{"In [", "]:", false},
                                                      {"In[", "]:=", false},
                                                      {"octave:", ">", false},
                                                      {"Out [", "]:", true},
                                                      {"Out[", "]:", true},
                                                      {"Out[", "]=", true},
                                                      {"[", "]:", true}}};
constexpr std::array<std::string_view, 2> continuations{"...:", "..."};
constexpr std::string_view r_prompt = ">", r_continuation = "+";
constexpr std::string_view blank_characters = " \t";

struct Mark {
    std::size_t length = 0;
    bool is_output = false;
};

/// Mathematica says in which form it shows a result: "Out[7]//MatrixForm=".
std::size_t form_length(std::string_view after_bracket) {
    constexpr std::array<std::string_view, 4> forms{
        "]//MatrixForm=", "]//TableForm=", "]//InputForm=", "]//N="};
    for (const std::string_view form : forms) {
        if (after_bracket.starts_with(form))
            return form.size();
    }
    return 0;
}

/// The prompt or mark that a line without its indentation begins with; none has no length.
Mark mark_at(std::string_view line) {
    for (const NumberedMark& each : numbered_marks) {
        if (!line.starts_with(each.begin))
            continue;
        std::size_t at = each.begin.size();
        const std::size_t digits = at;
        while (at < line.size() && is_decimal_digit(line[at]))
            ++at;
        if (at == digits)
            continue;
        const std::string_view rest = line.substr(at);
        if (each.is_output && form_length(rest) > 0)
            return {at + form_length(rest), true};
        if (rest.starts_with(each.end))
            return {at + each.end.size(), each.is_output};
    }
    for (const std::string_view each : fixed_prompts) {
        if (line.starts_with(each))
            return {each.size(), false};
    }
    return {};
}

struct TextLine {
    std::size_t begin = 0, end = 0; ///< without its indentation and its line break
};

std::vector<TextLine> lines_with_content(std::string_view text) {
    std::vector<TextLine> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        const std::size_t begin = std::min(text.find_first_not_of(blank_characters, at), end);
        if (begin < end)
            lines.push_back({begin, end});
        at = end + 1;
    }
    return lines;
}

/// Of the mark that a further line of a command begins with; 0 if there is none.
std::size_t continuation_length(std::string_view line, bool is_r) {
    for (const std::string_view each : continuations) {
        if (line.starts_with(each))
            return each.size();
    }
    return is_r && line.starts_with(r_continuation) ? r_continuation.size() : 0;
}

} // namespace

void blank_out(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
        if (text[i] != '\n' && text[i] != '\r')
            text[i] = ' ';
    }
}

Result<std::string> without_prompts(std::string_view text) {
    constexpr std::size_t longest_mark = 40; // a number of many digits is none
    std::string changed(text);
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    if (mark_at(text.substr(first, longest_mark)).length == 0)
        return changed;
    std::vector<TextLine> commands; // without their prompts
    bool has_result = false;
    const bool is_r = text.substr(first, mark_at(text.substr(first, longest_mark)).length) == r_prompt;
    for (const TextLine& line : lines_with_content(text)) {
        const std::string_view content = text.substr(line.begin, line.end - line.begin);
        Mark mark = mark_at(content);
        if (mark.length == 0 && !has_result && !commands.empty())
            mark.length = continuation_length(content, is_r);
        const std::size_t rest = line.begin + mark.length;
        const bool is_bare = trimmed(text.substr(rest, line.end - rest)).empty();
        if (has_result && mark.length > 0 && !is_bare)
            return Error{text_position(text, line.begin), quoted_excerpt(content.substr(0, mark.length)),
                         "the end of the text: what one command has printed"};
        blank_out(changed, line.begin, rest);
        if (mark.length == 0 || (mark.is_output && !is_bare))
            has_result = true;
        else if (!mark.is_output)
            commands.push_back({rest, line.end});
    }
    for (const TextLine& each : commands) {
        if (has_result)
            blank_out(changed, each.begin, each.end);
    }
    return changed;
}

} // namespace lab
