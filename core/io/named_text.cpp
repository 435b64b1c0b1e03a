// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_files.h"

#include "core/base/text_position.h"
#include "core/io/matrix_text.h"
#include "core/io/paged_text.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace lab {

namespace {

/// A name and the bytes of what is assigned to it.
struct Assignment {
    std::string name;
    std::size_t begin = 0, end = 0;
};

class MatricesInMemory : public NamedArrays {
public:
    MatricesInMemory(std::vector<ArrayInfo> arrays, std::vector<Matrix> matrices)
        : NamedArrays({}, std::move(arrays)), m_matrices(std::move(matrices)) {}

protected:
    Result<Matrix> read_matrix(const ArrayInfo& array, const ArrayShape&, ArrayUse) const override {
        return m_matrices[array.index];
    }

private:
    std::vector<Matrix> m_matrices;
};

bool may_begin_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The end of the name that begins at `from`; `from` if none does.
std::size_t end_of_name(std::string_view text, std::size_t from) {
    if (from >= text.size() || !may_begin_name(text[from]))
        return from;
    const auto is_in_name = [](char c) { return may_begin_name(c) || is_decimal_digit(c) || c == '.'; };
    while (from < text.size() && is_in_name(text[from]))
        ++from;
    return from;
}

/// Whether a row of numbers may begin with that name.
bool is_number(std::string_view name) {
    return name == "nan" || name == "NaN" || name == "inf" || name == "Infinity";
}

std::size_t after_blanks(std::string_view text, std::size_t from) {
    return std::min(text.find_first_not_of(" \t", from), text.size());
}

/// Goes through a text line by line, outside of brackets.
class Assignments {
public:
    /// With captions, "scores:" at the beginning of a line names what follows, too.
    Assignments(std::string_view text, bool has_captions) : m_text(text), m_has_captions(has_captions) {}

    std::vector<Assignment> all() && {
        for (std::size_t line = 0; line < m_text.size(); line = after_line(line)) {
            if (m_depth == 0)
                begin_line(line);
        }
        end_value(m_text.size());
        return std::move(m_found);
    }

private:
    void begin_line(std::size_t line) {
        const std::size_t begin = after_blanks(m_text, line);
        const std::size_t end = end_of_name(m_text, begin);
        const std::size_t equals = after_blanks(m_text, end);
        const std::string_view rest = m_text.substr(equals);
        const bool is_given =
            (rest.starts_with('=') && !rest.starts_with("==")) || (m_has_captions && rest.starts_with(':'));
        if (const auto page = page_heading_at(m_text, begin); page && !page->name.empty())
            return begin_page(*page, line);
        if (end > begin && is_given) {
            end_value(line);
            m_found.push_back({std::string(m_text.substr(begin, end - begin)), equals + 1, 0});
            m_is_open = true;
        } else if (end > begin && m_is_open && !is_number(m_text.substr(begin, end - begin)) &&
                   !trimmed(value_until(line)).empty()) {
            end_value(line); // another line of code
        }
    }

    /// "Q(:,:,1) =" begins the value of Q, and "Q(:,:,2) =" continues it. Octave has "Q =" above "ans(:,:,1)
    /// =".
    void begin_page(const PageHeading& page, std::size_t line) {
        const bool goes_on = m_is_open && (page.name == "ans" || page.name == m_found.back().name);
        if (goes_on)
            return;
        end_value(line);
        m_found.push_back({std::string(page.name), line, 0});
        m_is_open = true;
    }

    std::string_view value_until(std::size_t end) const {
        return m_text.substr(m_found.back().begin, end - m_found.back().begin);
    }

    void end_value(std::size_t end) {
        if (m_is_open)
            m_found.back().end = end;
        m_is_open = false;
    }

    /// Where the next line begins. Counts brackets, apart from those in comments.
    std::size_t after_line(std::size_t at) {
        bool is_comment = false;
        for (; at < m_text.size() && m_text[at] != '\n'; ++at) {
            const char c = m_text[at];
            is_comment = is_comment || c == '#';
            if (is_comment)
                continue;
            if (c == '(' || c == '[' || c == '{')
                ++m_depth;
            else if ((c == ')' || c == ']' || c == '}') && m_depth > 0)
                --m_depth;
        }
        return at + 1;
    }

    std::string_view m_text;
    bool m_has_captions;
    std::vector<Assignment> m_found;
    bool m_is_open = false; ///< the value of the last one goes on
    int m_depth = 0;
};

/// What is assigned, with blanks in place of comments.
std::string value_of(std::string_view text, const Assignment& assignment) {
    std::string value(text.substr(assignment.begin, assignment.end - assignment.begin));
    bool is_comment = false;
    for (char& c : value) {
        is_comment = c != '\n' && (is_comment || c == '#');
        if (is_comment)
            c = ' ';
    }
    return value;
}

/// The text before the value as blanks, so that an error has the value's place in the whole.
std::string placed(std::string_view text, const Assignment& assignment) {
    std::string before(text.substr(0, assignment.begin));
    std::ranges::replace_if(
        before, [](char c) { return c != '\n'; }, ' ');
    return before + value_of(text, assignment);
}

/// Reads what is assigned, and calls keep(name, what was read). Skips what is no matrix; fails on a matrix
/// that cannot be read.
template<class Read, class Keep>
std::optional<Error> read_assigned(std::string_view text, bool has_captions, const Read& read,
                                   const Keep& keep) {
    std::vector<Assignment> assignments = Assignments(text, has_captions).all();
    if (assignments.size() == 1)
        assignments.clear();
    for (const Assignment& each : assignments) {
        const std::string value = value_of(text, each);
        auto found = read(value);
        const std::size_t first = value.find_first_not_of(" \t\r\n");
        if (!found && value.find('[') == std::string::npos && value.find("\\begin") == std::string::npos &&
            !page_heading_at(value, first))
            continue;
        if (found) {
            keep(each.name, std::move(found).value());
            continue;
        }
        Error error = read(placed(text, each)).error();
        error.place = each.name + (error.place.empty() ? "" : ", " + error.place);
        return error;
    }
    return std::nullopt;
}

} // namespace

Result<NamedArraysPtr> read_named_text(std::string_view text) {
    std::vector<ArrayInfo> arrays;
    std::vector<Matrix> matrices;
    std::unordered_map<std::string, std::size_t> places; // by name
    const auto keep = [&](const std::string& name, Matrix matrix) {
        const auto [place, is_new] = places.try_emplace(name, arrays.size());
        const std::vector<std::size_t> shape{static_cast<std::size_t>(matrix.rows()),
                                             static_cast<std::size_t>(matrix.cols())};
        if (is_new) {
            arrays.push_back({name, shape, "float64", false, matrices.size(), std::nullopt});
            matrices.push_back(std::move(matrix));
        } else {
            arrays[place->second].shape = shape;
            matrices[place->second] = std::move(matrix);
        }
    };
    const auto read = [](std::string_view value) { return read_matrix_text(value); };
    if (std::optional<Error> error = read_assigned(text, false, read, keep))
        return *error;
    return NamedArraysPtr(std::make_shared<MatricesInMemory>(std::move(arrays), std::move(matrices)));
}

Result<std::vector<NamedPrint>> read_named_prints(std::string_view text) {
    std::vector<NamedPrint> prints;
    const auto keep = [&](const std::string& name, PrintedArray array) {
        std::erase_if(prints, [&](const NamedPrint& each) { return each.name == name; });
        prints.push_back({name, std::move(array)});
    };
    const auto read = [](std::string_view value) { return read_printed_text(value, PastedNumbers::any); };
    if (std::optional<Error> error = read_assigned(text, true, read, keep))
        return *error;
    return prints;
}

} // namespace lab
