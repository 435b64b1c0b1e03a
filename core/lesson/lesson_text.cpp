// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_text.h"

#include "core/base/text_position.h"
#include "core/lesson/markdown_line.h"

#include <algorithm>
#include <optional>

namespace lab {

namespace {

constexpr std::string_view white_space = " \t\r\n";

bool is_white(char c) {
    return white_space.find(c) != std::string_view::npos;
}

/// The line below the words of a heading.
bool is_underline(std::string_view line) {
    line = trimmed(line);
    return !line.empty() && line.find_first_not_of('=') == std::string_view::npos;
}

/// How a line stands to the paragraph around it.
enum class Place { begins, stands_alone, goes_on };
Place place_of(std::string_view line) {
    const std::size_t at = line.find_first_not_of(white_space);
    if (at == std::string_view::npos || line[at] == '#' || is_rule(line) || is_underline(line))
        return Place::stands_alone;
    return line[at] == '>' || item_sign(line.substr(at)) > 0 ? Place::begins : Place::goes_on;
}

/// Splits paragraphs, and puts runs of one kind together.
class Splitter {
public:
    std::vector<LessonRun> split(std::string_view markdown) {
        CodeFences fences;
        const char* paragraph = markdown.data();
        std::size_t length = 0;
        const auto end_paragraph = [&] {
            split_paragraph({paragraph, length});
            length = 0;
        };
        while (!markdown.empty()) {
            const std::string_view line = first_line(markdown);
            markdown.remove_prefix(line.size());
            const bool is_code = fences.next(line) != CodeFences::Line::text;
            const Place place = is_code ? Place::stands_alone : place_of(line);
            if (place != Place::goes_on)
                end_paragraph();
            if (length == 0)
                paragraph = line.data();
            if (is_code)
                add(LessonRun::Kind::code, line);
            else
                length += line.size();
            if (place == Place::stands_alone)
                end_paragraph();
        }
        end_paragraph();
        return std::move(m_runs);
    }

private:
    void add(LessonRun::Kind kind, std::string_view text) {
        const bool goes_on =
            !m_runs.empty() && m_runs.back().kind == kind && kind != LessonRun::Kind::formula;
        if (goes_on)
            m_runs.back().text = {m_runs.back().text.data(), m_runs.back().text.size() + text.size()};
        else if (!text.empty())
            m_runs.push_back({kind, text});
    }

    static std::size_t same_signs(std::string_view text, std::size_t at) {
        return std::min(text.find_first_not_of(text[at], at), text.size()) - at;
    }

    /// Where code ends that begins at a backtick: behind as many of them again.
    static std::optional<std::size_t> end_of_code(std::string_view text, std::size_t begin) {
        const std::size_t length = same_signs(text, begin);
        std::size_t at = text.find('`', begin + length);
        while (at != std::string_view::npos) {
            const std::size_t found = same_signs(text, at);
            if (found == length)
                return at + length;
            at = text.find('`', at + found);
        }
        return std::nullopt;
    }

    /// Where the dollar is that ends the formula which one at `begin` begins.
    static std::optional<std::size_t> end_of_formula(std::string_view text, std::size_t begin) {
        if (begin + 1 >= text.size() || is_white(text[begin + 1]))
            return std::nullopt;
        for (std::size_t at = begin + 1; at < text.size(); ++at) {
            if (text[at] == '\\')
                ++at;
            else if (text[at] == '$') {
                const bool before_digit = at + 1 < text.size() && is_decimal_digit(text[at + 1]);
                const bool ends = same_signs(text, at) == 1 && !is_white(text[at - 1]) && !before_digit;
                return ends ? std::optional(at) : std::nullopt;
            }
        }
        return std::nullopt;
    }

    void split_paragraph(std::string_view text) {
        std::size_t begin = 0; // of what is not in a run yet
        const auto add_up_to = [&](std::size_t end) {
            add(LessonRun::Kind::markdown, text.substr(begin, end - begin));
        };
        std::size_t at = 0;
        while (at < text.size()) {
            const std::size_t signs = same_signs(text, at);
            if (text[at] == '\\') {
                at += 2;
            } else if (const auto end = text[at] == '`' ? end_of_code(text, at) : std::nullopt) {
                add_up_to(at);
                add(LessonRun::Kind::code, text.substr(at, *end - at));
                begin = at = *end;
            } else if (const auto dollar =
                           text[at] == '$' && signs == 1 ? end_of_formula(text, at) : std::nullopt) {
                add_up_to(at);
                add(LessonRun::Kind::formula, text.substr(at + 1, *dollar - at - 1));
                begin = at = *dollar + 1;
            } else {
                at += signs;
            }
        }
        add_up_to(text.size());
    }

    std::vector<LessonRun> m_runs;
};

} // namespace

std::vector<LessonRun> lesson_runs(std::string_view markdown) {
    return Splitter().split(markdown);
}

} // namespace lab
