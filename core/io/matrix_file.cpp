// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_file.h"

#include "core/io/array_files.h"
#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/matrix_text.h"
#include "core/io/named_arrays.h"
#include "core/io/npy.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lab {

namespace {

/// How the bytes of a file become numbers.
using ReadBytes = Result<PrintedArray> (*)(std::string_view bytes, PastedNumbers allowed);

struct Format {
    std::string_view extension;
    ReadBytes read;       ///< a single matrix
    ReadBytes read_given; ///< or one for each head
};

template<CsvKind kind>
Result<PrintedArray> read_table(std::string_view text, PastedNumbers allowed) {
    return read_printed_csv(text, kind, allowed);
}

/// Without last digits.
Result<PrintedArray> read_single_npy(std::string_view bytes, PastedNumbers allowed) {
    Result<Matrix> read = read_npy(bytes, allowed);
    if (!read)
        return read.error();
    return PrintedArray{std::move(read).value(), {}};
}

constexpr std::array<Format, 6> formats{{{".npy", read_single_npy, read_printed_npy},
                                         {".csv", read_table<CsvKind::csv>, read_table<CsvKind::csv>},
                                         {".tsv", read_table<CsvKind::tsv>, read_table<CsvKind::tsv>},
                                         {".txt", read_printed_matrix, read_printed_text},
                                         {".md", read_printed_matrix, read_printed_text},
                                         {".tex", read_printed_matrix, read_printed_text}}};

const Format* format_of(const std::filesystem::path& path) {
    const auto* const found = std::ranges::find(formats, lower_extension(path), &Format::extension);
    return found == formats.end() ? nullptr : found;
}

/// The array of that name, else the only one that has numbers; nullptr if there are none or several.
const ArrayInfo* meant_array(const NamedArrays& arrays, std::string_view wanted) {
    if (const ArrayInfo* named = arrays.find(wanted))
        return named;
    const ArrayInfo* only = nullptr;
    for (const ArrayInfo& each : arrays.arrays()) {
        if (!each.is_text && only)
            return nullptr;
        if (!each.is_text)
            only = &each;
    }
    return only;
}

Result<PrintedArray> read_as_format(const std::filesystem::path& path, ReadBytes Format::*read,
                                    PastedNumbers allowed, const std::stop_token& stop) {
    const Format* format = format_of(path);
    if (!format)
        return Error{
            path.string(), {}, "the extension \"" + path.extension().string() + "\"", matrix_extensions};
    const Result<std::string> bytes = read_file(path, largest_file, stop);
    if (!bytes)
        return bytes.error();
    return in_file((format->*read)(bytes.value(), allowed), path.string());
}

} // namespace

bool has_matrix_extension(const std::filesystem::path& path) {
    return format_of(path) != nullptr;
}

Result<Matrix> read_matrix_file(const std::filesystem::path& path, PastedNumbers allowed,
                                const std::stop_token& stop, TokensIn tokens) {
    Result<PrintedArray> read = read_as_format(path, &Format::read, allowed, stop);
    if (!read)
        return read.error();
    PrintedArray array = std::move(read).value();
    if (array.token_columns && tokens == TokensIn::rows)
        return Matrix(array.numbers.transpose());
    return std::move(array.numbers);
}

bool has_given_extension(std::string_view place) {
    return array_place(place) || has_matrix_extension(place);
}

Result<PrintedArray> read_given(const std::string& place, std::string_view wanted,
                                const std::stop_token& stop) {
    const std::optional<ArrayPlace> array = array_place(place);
    if (!array)
        return read_as_format(place, &Format::read_given, PastedNumbers::any, stop);
    if (!array->array.empty())
        return read_printed_array(*array);
    const Result<NamedArraysPtr> opened = open_arrays(array->file);
    if (!opened)
        return opened.error();
    const ArrayInfo* meant = meant_array(*opened.value(), wanted);
    if (!meant)
        return Error{array->file,
                     {},
                     std::to_string(opened.value()->arrays().size()) + " arrays",
                     (wanted.empty() ? std::string("a single one") : "one called " + std::string(wanted)) +
                         ", or which one, as in " + array->file + ":NAME"};
    return opened.value()->read_printed(*meant);
}

} // namespace lab
