// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace lab {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_header = 10'000; // NumPy's own limit
constexpr std::size_t most_dimensions = 32;    // likewise

struct TypeName {
    std::string_view name; // without the byte order
    NumberType::Kind kind;
    std::size_t size;
};

constexpr std::array<TypeName, 12> types{{{"f2", NumberType::Kind::floating, 2},
                                          {"f4", NumberType::Kind::floating, 4},
                                          {"f8", NumberType::Kind::floating, 8},
                                          {"i1", NumberType::Kind::signed_integer, 1},
                                          {"i2", NumberType::Kind::signed_integer, 2},
                                          {"i4", NumberType::Kind::signed_integer, 4},
                                          {"i8", NumberType::Kind::signed_integer, 8},
                                          {"u1", NumberType::Kind::unsigned_integer, 1},
                                          {"u2", NumberType::Kind::unsigned_integer, 2},
                                          {"u4", NumberType::Kind::unsigned_integer, 4},
                                          {"u8", NumberType::Kind::unsigned_integer, 8},
                                          {"b1", NumberType::Kind::boolean, 1}}};

/// "<U5": texts of at most five code points.
std::optional<NumberType> text_type_of(std::string_view description) {
    constexpr std::size_t most = 1'000'000; // code points
    std::size_t length = 0;
    const char* end = description.data() + description.size();
    if (description.size() < 3 || description[1] != 'U' ||
        (description.front() != '<' && description.front() != '>'))
        return std::nullopt;
    const auto [stop, error] = std::from_chars(description.data() + 2, end, length);
    if (error != std::errc{} || stop != end || length == 0 || length > most)
        return std::nullopt;
    return NumberType{NumberType::Kind::text, 4 * length, description.front() == '>'};
}

std::optional<NumberType> type_of(std::string_view description, NpyTexts texts) {
    if (description.empty())
        return std::nullopt;
    const char order = description.front();
    if (const auto text = texts == NpyTexts::allowed ? text_type_of(description) : std::nullopt)
        return text;
    const auto* const found = std::ranges::find(types, description.substr(1), &TypeName::name);
    const bool known_order = order == '<' || order == '>' || order == '|';
    // "|" means that byte order does not apply, which is true only for single bytes.
    if (found == types.end() || !known_order || (order == '|' && found->size > 1))
        return std::nullopt;
    return NumberType{found->kind, found->size, order == '>'};
}

/// Parses a dictionary as Python prints it, with exactly the three keys that NumPy writes, in any order.
class HeaderReader {
public:
    HeaderReader(std::string_view text, NpyTexts texts) : m_text(text), m_texts(texts) {}

    Result<NpyHeader> read() {
        if (dictionary())
            return m_header;
        return *m_error;
    }

private:
    bool fail(std::string found, std::string expected) {
        m_error = Error{"header", std::move(found), std::move(expected)};
        return false;
    }
    bool unexpected(std::string expected) {
        return fail(m_at < m_text.size() ? quoted_excerpt(trimmed(m_text.substr(m_at, 20))) : "its end",
                    std::move(expected));
    }

    void skip() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    /// Skips `literal` and the white space around it.
    bool take(std::string_view literal) {
        skip();
        const bool there = m_text.substr(m_at).starts_with(literal);
        m_at += there ? literal.size() : 0;
        skip();
        return there;
    }

    bool dictionary();
    bool entry();
    bool type();
    bool order();
    bool shape();
    std::optional<std::string_view> quoted_text();

    std::string_view m_text;
    NpyTexts m_texts;
    std::size_t m_at = 0;
    std::optional<Error> m_error;
    NpyHeader m_header;
    std::vector<std::string_view> m_keys;
};

bool HeaderReader::dictionary() {
    if (!take("{"))
        return unexpected("\"{\"");
    while (!take("}")) {
        if (!entry())
            return false;
        if (!take(",") && !m_text.substr(m_at).starts_with('}'))
            return unexpected("\",\" or \"}\"");
    }
    for (const std::string_view key : {"descr", "fortran_order", "shape"}) {
        if (std::ranges::find(m_keys, key) == m_keys.end())
            return fail("no \"" + std::string(key) + "\"", "descr, fortran_order and shape");
    }
    return m_at == m_text.size() || unexpected("nothing after \"}\"");
}

bool HeaderReader::entry() {
    const std::optional<std::string_view> key = quoted_text();
    if (!key)
        return unexpected("a key in quotation marks");
    if (std::ranges::find(m_keys, *key) != m_keys.end())
        return fail(quoted_excerpt(*key) + " twice", "it once");
    m_keys.push_back(*key);
    if (!take(":"))
        return unexpected("\":\"");
    if (*key == "descr")
        return type();
    if (*key == "fortran_order")
        return order();
    return *key == "shape" ? shape()
                           : fail("the key " + quoted_excerpt(*key), "descr, fortran_order and shape");
}

std::optional<std::string_view> HeaderReader::quoted_text() {
    skip();
    if (m_at == m_text.size() || (m_text[m_at] != '\'' && m_text[m_at] != '"'))
        return std::nullopt;
    const std::size_t close = m_text.find(m_text[m_at], m_at + 1);
    if (close == std::string_view::npos)
        return std::nullopt;
    const std::string_view content = m_text.substr(m_at + 1, close - m_at - 1);
    m_at = close + 1;
    return content;
}

bool HeaderReader::type() {
    constexpr const char* ours = "real numbers: f2, f4, f8, i1 to i8, u1 to u8 or b1";
    const std::optional<std::string_view> description = quoted_text();
    if (!description)
        return m_text.substr(m_at).starts_with('[') ? fail("an array of records", ours)
                                                    : unexpected("a type in quotation marks");
    const std::optional<NumberType> known = type_of(*description, m_texts);
    if (!known && description->ends_with('O'))
        return fail("Python objects, which are pickled and could run any program",
                    std::string(ours) + "; save an array of numbers, as np.asarray(a, dtype=float)");
    if (!known)
        return fail("the type " + quoted_excerpt(*description), ours);
    m_header.type = *known;
    return true;
}

bool HeaderReader::order() {
    m_header.by_columns = take("True");
    return m_header.by_columns || take("False") || unexpected("True or False");
}

bool HeaderReader::shape() {
    if (!take("("))
        return unexpected("a shape, such as (2, 3)");
    bool separated = true;
    while (!take(")")) {
        std::size_t dimension = 0;
        const char* begin = m_text.data() + m_at;
        const char* end = m_text.data() + m_text.size();
        const auto [stop, error] = std::from_chars(begin, end, dimension);
        if (!separated || error == std::errc::invalid_argument)
            return unexpected(separated ? "a number or \")\"" : "\",\" or \")\"");
        // Matrix indices are signed.
        if (error != std::errc{} || dimension > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
            return fail("the dimension " + quoted_excerpt({begin, static_cast<std::size_t>(stop - begin)}),
                        "one that fits in memory");
        if (m_header.shape.size() == most_dimensions)
            return fail("more than " + std::to_string(most_dimensions) + " dimensions", "two");
        m_header.shape.push_back(dimension);
        m_at += static_cast<std::size_t>(stop - begin);
        take("L"); // Python 2's suffix of long integers
        separated = take(",");
    }
    // Python prints a one-element tuple with a comma; a number in parentheses is not a tuple.
    return m_header.shape.size() != 1 || separated || unexpected("a shape, such as (5,)");
}

/// The numbers of a file, and how they are stored.
struct ReadArray {
    Matrix numbers;
    StoredMatrix layout;
};

Result<ReadArray> read_array(std::string_view bytes, PastedNumbers allowed, bool may_have_heads) {
    const Result<NpyHeader> header = read_npy_header(bytes);
    if (!header)
        return header.error();
    const auto& [type, by_columns, dimensions, size] = header.value();
    const Result<ArrayShape> shape = array_shape(dimensions, may_have_heads);
    if (!shape)
        return Error{"header", shape.error().found, shape.error().expected};
    const auto [heads, matrix] = shape.value();
    const StoredMatrix layout{type, matrix.rows, matrix.columns, by_columns, heads};
    Result<Matrix> numbers = read_stored(layout, bytes.substr(size), allowed);
    if (!numbers)
        return numbers.error();
    return ReadArray{std::move(numbers).value(), layout};
}

} // namespace

Result<NpyHeader> read_npy_header(std::string_view bytes, NpyTexts texts) {
    if (!bytes.starts_with(magic))
        return Error{{}, "no .npy file", "one that begins with \\x93NUMPY"};
    if (bytes.size() < magic.size() + 2)
        return Error{"header", "its end after " + std::to_string(bytes.size()) + " bytes", "a version"};
    const auto byte = [&bytes](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    const unsigned major = byte(6);
    const unsigned minor = byte(7);
    if (major < 1 || major > 3 || minor != 0)
        return Error{"header", "version " + std::to_string(major) + "." + std::to_string(minor),
                     "1.0, 2.0 or 3.0"};
    const std::size_t length_size = major == 1 ? 2 : 4;
    const std::size_t text_begin = magic.size() + 2 + length_size;
    const Error cut_off{"header", "its end after " + std::to_string(bytes.size()) + " bytes", "all of it"};
    if (bytes.size() < text_begin)
        return cut_off;
    const std::size_t length = bits_of(bytes.substr(text_begin - length_size, length_size));
    if (length > longest_header)
        return Error{"header", std::to_string(length) + " characters",
                     "at most " + std::to_string(longest_header)};
    if (bytes.size() - text_begin < length)
        return cut_off;
    Result<NpyHeader> read = HeaderReader(bytes.substr(text_begin, length), texts).read();
    if (!read)
        return read;
    NpyHeader header = std::move(read).value();
    header.size = text_begin + length;
    return header;
}

Result<Matrix> read_npy(std::string_view bytes, PastedNumbers allowed) {
    Result<ReadArray> read = read_array(bytes, allowed, false);
    if (!read)
        return read.error();
    return std::move(read).value().numbers;
}

Result<PrintedArray> read_printed_npy(std::string_view bytes, PastedNumbers allowed) {
    Result<ReadArray> read = read_array(bytes, allowed, true);
    if (!read)
        return read.error();
    auto [numbers, layout] = std::move(read).value();
    const NumberType type = layout.type; // clang captures no structured bindings
    Matrix last_digits = numbers.unaryExpr([&](double number) { return last_digit_of(number, type); });
    const std::optional<NumberType> known = type.is_float() ? std::optional(type) : std::nullopt;
    return PrintedArray{std::move(numbers), std::move(last_digits), layout.heads, known};
}

} // namespace lab
