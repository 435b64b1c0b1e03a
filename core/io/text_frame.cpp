// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_frame.h"

#include "core/base/text_position.h"
#include "core/io/code_literals.h"
#include "core/io/pieces_text.h"
#include "core/io/prompts.h"
#include "core/io/text_remarks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view frame_space = " \t\r\n";
constexpr std::size_t most_remarks = 3; ///< before the matrix
constexpr std::array<std::string_view, 3> comment_marks{"%", "#", "//"};

/// A line without the white space around it.
struct FramedLine {
    std::size_t begin = 0;
    std::string_view content;

    std::size_t end() const { return begin + content.size(); }
};

FramedLine line_from(std::string_view text, std::size_t from) {
    const std::size_t begin = std::min(text.find_first_not_of(frame_space, from), text.size());
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    return {begin, trimmed(text.substr(begin, end - begin))};
}

FramedLine last_line(std::string_view text) {
    const std::size_t end = text.find_last_not_of(frame_space) + 1;
    const std::size_t break_before = end == 0 ? std::string_view::npos : text.find_last_of("\r\n", end - 1);
    return line_from(text.substr(0, end), break_before == std::string_view::npos ? 0 : break_before + 1);
}

/// Comments before the matrix, of which only the one that exports begin with says something.
void take_comments(TextFrame& frame) {
    for (FramedLine line = line_from(frame.inside, 0); !line.content.empty();
         line = line_from(frame.inside, line.begin)) {
        constexpr std::string_view html_begin = "<!--", html_end = "-->";
        std::size_t end = line.end();
        if (line.content.starts_with(html_begin)) {
            const std::size_t close = frame.inside.find(html_end, line.begin);
            if (close == std::string::npos)
                return;
            end = close + html_end.size();
        } else if (std::ranges::none_of(comment_marks, [&](std::string_view mark) {
                       return line.content.starts_with(mark);
                   })) {
            return;
        }
        const std::string_view comment = std::string_view(frame.inside).substr(line.begin, end - line.begin);
        constexpr std::string_view tibble = "# A tibble: ";
        if (comment.starts_with(tibble))
            frame.shape = SaidShape{whole_numbers_in(comment), line.begin, true};
        frame.token_columns =
            frame.token_columns || comment.find(token_columns_remark) != std::string_view::npos;
        blank_out(frame.inside, line.begin, end);
    }
}

/// The lines of a listing: ```python … ```.
void take_fences(TextFrame& frame) {
    constexpr std::string_view fence = "```";
    const FramedLine first = line_from(frame.inside, 0);
    const FramedLine last = last_line(frame.inside);
    if (!first.content.starts_with(fence) || last.content != fence || first.begin == last.begin)
        return;
    const std::size_t last_end = last.end(); // the lines are views of what changes
    const std::size_t first_end = first.end();
    blank_out(frame.inside, last.begin, last_end);
    blank_out(frame.inside, first.begin, first_end);
}

/// "25 %" as "25% ", one word.
void join_percent_signs(std::string& text) {
    constexpr std::string_view behind_number = " \t\r\n|&,;\"\\";
    for (std::size_t at = text.find('%', 1); at < text.size(); at = text.find('%', at + 1)) {
        const std::size_t number = text.find_last_not_of(' ', at - 1);
        const bool is_behind_number = number != std::string::npos && number + 1 < at &&
                                      (is_decimal_digit(text[number]) || text[number] == '.');
        const bool is_end = at + 1 == text.size() || static_cast<unsigned char>(text[at + 1]) >= 0x80 ||
                            behind_number.find(text[at + 1]) != std::string_view::npos;
        if (is_behind_number && is_end)
            std::swap(text[number + 1], text[at]);
    }
}

/// `remark` is a view of `frame.inside`, or of the same place in a copy of it.
void take_remark(TextFrame& frame, std::size_t offset, const TextRemark& remark) {
    if (!remark.shape.empty())
        frame.shape = SaidShape{whole_numbers_in(remark.shape), offset, remark.counts_labels};
    if (!frame.type)
        frame.type = float_type_named(remark.type);
    frame.is_series = frame.is_series || remark.is_series;
    blank_out(frame.inside, offset, offset + remark.whole.size());
}

bool begins_assigned(char c) {
    return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// The end of the dotted name at `from`; `from` if there is none.
std::size_t end_of_assigned(std::string_view text, std::size_t from) {
    if (from >= text.size() || !begins_assigned(text[from]))
        return from;
    while (from < text.size() &&
           (begins_assigned(text[from]) || is_decimal_digit(text[from]) || text[from] == '.'))
        ++from;
    return from;
}

std::size_t after_comments(std::string_view text, std::size_t from) {
    from = std::min(text.find_first_not_of(frame_space, from), text.size());
    while (text.substr(from).starts_with('#')) {
        from = std::min(text.find_first_of("\r\n", from), text.size());
        from = std::min(text.find_first_not_of(frame_space, from), text.size());
    }
    return from;
}

/// The end of a caption in the first line, words before a colon or an array ("scores tensor([[…"); `begin` if
/// there is none, or nothing after it.
std::size_t caption_end(std::string_view text, std::size_t begin) {
    constexpr std::size_t longest = 100;
    constexpr std::array<std::string_view, 4> arrays{" tensor(", " array(", " torch.Size(", " [["};
    const std::string_view line =
        text.substr(begin, std::min(text.find_first_of("\r\n", begin) - begin, longest));
    std::size_t end = line.find(':');
    for (const std::string_view array : arrays)
        end = std::min(end, line.find(array));
    if (end == std::string_view::npos || !begins_assigned(line.front()) ||
        line.substr(0, end).find_first_of("[{|\"=\t;,") != std::string_view::npos)
        return begin;
    const std::string_view after = text.substr(begin + end + 1);
    const bool is_parted =
        line[end] == ' ' || (!after.empty() && frame_space.find(after.front()) != std::string_view::npos);
    return !is_parted || trimmed(after).empty() ? begin : begin + end + 1;
}

} // namespace

Result<TextFrame> frame_of(std::string_view text) {
    Result<std::string> inside = without_prompts(text);
    if (!inside)
        return inside.error();
    TextFrame frame{std::move(inside).value(), {}, {}, false, false};
    take_fences(frame);
    take_comments(frame);
    for (std::size_t i = 0; i < most_remarks; ++i) {
        // Before the name ("shape: (2, 3)") or behind it ("A = 2×3").
        std::size_t begin = line_from(frame.inside, 0).begin;
        std::optional<TextRemark> remark = remark_before(std::string_view(frame.inside).substr(begin));
        if (!remark) {
            begin = after_name(frame.inside);
            remark = remark_before(std::string_view(frame.inside).substr(begin));
        }
        if (remark)
            take_remark(frame, begin, *remark);
    }
    join_percent_signs(frame.inside);
    const FramedLine last = last_line(frame.inside);
    if (const auto remark = remark_after(last.content))
        take_remark(frame, static_cast<std::size_t>(remark->whole.data() - frame.inside.data()), *remark);
    return frame;
}

std::size_t after_name(std::string_view text) {
    const std::size_t begin = after_comments(text, 0);
    const std::size_t end = end_of_assigned(text, begin);
    const std::size_t sign = std::min(text.find_first_not_of(frame_space, end), text.size());
    const std::string_view rest = text.substr(sign);
    if (end > begin && rest.starts_with('=') && !rest.starts_with("=="))
        return after_comments(text, sign + 1);
    if (end > begin && (rest.starts_with("<-") || rest.starts_with(":=")))
        return after_comments(text, sign + 2);
    if (const std::size_t declared = declaration_end(text, begin); declared > begin)
        return declared;
    return begins_in_pieces(text, begin) ? begin : after_comments(text, caption_end(text, begin));
}

std::optional<Error> problem_of_shape(std::string_view text, const SaidShape& said,
                                      const PrintedArray& array) {
    const auto of_more_than_one = [](std::vector<std::size_t> dimensions) {
        std::erase(dimensions, std::size_t{1});
        return dimensions;
    };
    const auto pages = static_cast<std::size_t>(array.matrices());
    std::vector<std::size_t> dimensions{static_cast<std::size_t>(array.rows()),
                                        static_cast<std::size_t>(array.columns())};
    dimensions.insert(said.pages_last ? dimensions.end() : dimensions.begin(), pages);
    if (of_more_than_one(said.dimensions) == of_more_than_one(dimensions))
        return std::nullopt;
    std::vector<std::size_t> with_labels = dimensions;
    ++with_labels[said.pages_last ? 1 : 2];
    if (said.counts_labels && array.has_labels &&
        of_more_than_one(said.dimensions) == of_more_than_one(with_labels))
        return std::nullopt;
    std::string sizes;
    for (const std::size_t each : said.dimensions)
        sizes += (sizes.empty() ? "" : " × ") + std::to_string(each);
    std::string found = shape_text(array.rows(), array.columns());
    if (array.heads > 0)
        found =
            said.pages_last ? found + " × " + std::to_string(pages) : std::to_string(pages) + " × " + found;
    return Error{text_position(text, said.offset), "a shape of " + (sizes.empty() ? "one number" : sizes),
                 found + ", as the numbers have: all of what was printed"};
}

std::vector<std::size_t> whole_numbers_in(std::string_view piece) {
    std::vector<std::size_t> numbers;
    for (std::size_t at = piece.find_first_of("0123456789"); at < piece.size();
         at = piece.find_first_of("0123456789", at)) {
        std::size_t number = 0;
        const char* begin = piece.data() + at;
        const auto [end, error] = std::from_chars(begin, piece.data() + piece.size(), number);
        // What no std::size_t holds is the size of no array.
        numbers.push_back(error == std::errc() ? number : 0);
        at += static_cast<std::size_t>(end - begin);
    }
    return numbers;
}

} // namespace lab
