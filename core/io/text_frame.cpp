// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_frame.h"

#include "core/base/text_position.h"
#include "core/io/prompts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lab {

namespace {

constexpr std::string_view frame_space = " \t\r\n";
constexpr std::string_view times_sign = "×";
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

/// "2×3 Matrix{Float64}:" or "3-element Vector{Float32}:".
bool is_julia_heading(std::string_view line) {
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::string_view rest = line.substr(digits);
    const std::string_view sizes = rest.substr(0, rest.find(' '));
    return digits > 0 && line.ends_with(':') &&
           (sizes == "-element" || sizes.starts_with(times_sign) ||
            (sizes.size() > 1 && sizes.front() == 'x' && is_decimal_digit(sizes[1])));
}

/// What a heading of Julia's or the last line of a print-out says, if that is all it does.
struct Remark {
    std::string_view shape; ///< the part that says it
    std::string_view type;  ///< the part that may name a type
};

std::optional<Remark> remark_before(std::string_view line) {
    constexpr std::string_view polars = "shape: (", torch_size = "torch.Size([";
    if (is_julia_heading(line)) {
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::size_t brace = std::min(line.find('{'), line.size());
        const std::string_view in_braces = line.substr(std::min(brace + 1, line.size()));
        return Remark{line.substr(0, space), in_braces.substr(0, in_braces.find_first_of(",}"))};
    }
    if (line.starts_with(polars) && line.ends_with(')'))
        return Remark{line.substr(polars.size()), {}};
    if (line.starts_with(torch_size) && line.ends_with("])"))
        return Remark{line.substr(torch_size.size()), {}};
    return std::nullopt;
}

std::optional<Remark> remark_after(std::string_view line) {
    constexpr std::string_view mxnet = "<NDArray ", of_size = "Tensor of size ", rows = " rows x ";
    if (line.starts_with(mxnet) && line.ends_with('>')) {
        const std::string_view sizes = line.substr(mxnet.size());
        return Remark{sizes.substr(0, sizes.find(' ')), {}};
    }
    if (line.starts_with("torch.Size(["))
        return remark_before(line);
    if (!line.starts_with('[') || !line.ends_with(']'))
        return std::nullopt;
    const std::string_view inside = trimmed(line.substr(1, line.size() - 2));
    const std::size_t brace = inside.find("Type{");
    if (brace != std::string_view::npos && inside.ends_with('}') && is_letter(inside.front()))
        return Remark{inside.substr(brace), {}};
    if (const std::size_t at = inside.find(of_size);
        at != std::string_view::npos && is_letter(inside.front()))
        return Remark{inside.substr(at + of_size.size()), {}};
    if (inside.find(rows) != std::string_view::npos && inside.ends_with(" columns"))
        return Remark{inside, {}};
    return std::nullopt;
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

void take_remark(TextFrame& frame, const FramedLine& line, const std::optional<Remark>& remark) {
    if (!remark)
        return;
    frame.shape = SaidShape{whole_numbers_in(remark->shape), line.begin};
    if (!frame.type)
        frame.type = float_type_named(remark->type);
    blank_out(frame.inside, line.begin, line.end());
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

/// The end of a caption, words before a colon in the first line; `begin` if there is none, or nothing after
/// it.
std::size_t caption_end(std::string_view text, std::size_t begin) {
    constexpr std::size_t longest = 100;
    const std::string_view line =
        text.substr(begin, std::min(text.find_first_of("\r\n", begin) - begin, longest));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !begins_assigned(line.front()) ||
        line.substr(0, colon).find_first_of("[{|\"=\t;,") != std::string_view::npos)
        return begin;
    const std::string_view after = text.substr(begin + colon + 1);
    return after.empty() || frame_space.find(after.front()) == std::string_view::npos ||
                   trimmed(after).empty()
               ? begin
               : begin + colon + 1;
}

} // namespace

Result<TextFrame> frame_of(std::string_view text) {
    Result<std::string> inside = without_prompts(text);
    if (!inside)
        return inside.error();
    TextFrame frame{std::move(inside).value(), {}, {}, false};
    take_fences(frame);
    take_comments(frame);
    if (const FramedLine first = line_from(frame.inside, 0); !first.content.empty())
        take_remark(frame, first, remark_before(first.content));
    if (const FramedLine last = last_line(frame.inside); !last.content.empty())
        take_remark(frame, last, remark_after(last.content));
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
    return after_comments(text, caption_end(text, begin));
}

std::optional<Error> problem_of_shape(std::string_view text, const SaidShape& said,
                                      const PrintedArray& array) {
    const auto of_more_than_one = [](std::vector<std::size_t> dimensions) {
        std::erase(dimensions, std::size_t{1});
        return dimensions;
    };
    const std::vector<std::size_t> dimensions{static_cast<std::size_t>(array.matrices()),
                                              static_cast<std::size_t>(array.rows()),
                                              static_cast<std::size_t>(array.columns())};
    if (of_more_than_one(said.dimensions) == of_more_than_one(dimensions))
        return std::nullopt;
    std::string sizes;
    for (const std::size_t each : said.dimensions)
        sizes += (sizes.empty() ? "" : " × ") + std::to_string(each);
    const std::string heads = array.heads > 0 ? std::to_string(array.heads) + " × " : "";
    return Error{text_position(text, said.offset), "a shape of " + (sizes.empty() ? "one number" : sizes),
                 heads + shape_text(array.rows(), array.columns()) +
                     ", as the numbers have: all of what was printed"};
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
