// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_file.h"

#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/matrix_text.h"
#include "core/io/npy.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lab {

namespace {

/// How the bytes of a file become numbers.
struct Format {
    std::string_view extension;
    Result<Matrix> (*read)(std::string_view bytes);
    Result<PrintedArray> (*read_printed)(std::string_view bytes);
};

constexpr auto any_numbers = PastedNumbers::any;
constexpr std::array<Format, 4> formats{
    {{".npy", [](std::string_view bytes) { return read_npy(bytes); },
      [](std::string_view bytes) { return read_printed_npy(bytes, any_numbers); }},
     {".csv", [](std::string_view text) { return read_csv(text, CsvKind::csv); },
      [](std::string_view text) { return read_printed_csv(text, CsvKind::csv, any_numbers); }},
     {".tsv", [](std::string_view text) { return read_csv(text, CsvKind::tsv); },
      [](std::string_view text) { return read_printed_csv(text, CsvKind::tsv, any_numbers); }},
     {".txt", [](std::string_view text) { return read_matrix_text(text); },
      [](std::string_view text) { return read_printed_text(text, any_numbers); }}}};

const Format* format_of(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto* const found = std::ranges::find(formats, extension, &Format::extension);
    return found == formats.end() ? nullptr : found;
}

template<class Array>
Result<Array> read_as_format(const std::filesystem::path& path,
                             Result<Array> (*Format::*read)(std::string_view bytes)) {
    const Format* format = format_of(path);
    if (!format)
        return Error{
            path.string(), {}, "the extension \"" + path.extension().string() + "\"", matrix_extensions};
    const Result<std::string> bytes = read_file(path);
    if (!bytes)
        return bytes.error();
    Result<Array> array = (format->*read)(bytes.value());
    if (array)
        return array;
    Error error = array.error();
    error.file = path.string();
    return error;
}

} // namespace

bool has_matrix_extension(const std::filesystem::path& path) {
    return format_of(path) != nullptr;
}

Result<Matrix> read_matrix_file(const std::filesystem::path& path) {
    return read_as_format(path, &Format::read);
}

Result<PrintedArray> read_printed_file(const std::filesystem::path& path) {
    return read_as_format(path, &Format::read_printed);
}

} // namespace lab
