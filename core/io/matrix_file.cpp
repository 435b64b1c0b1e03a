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
template<class Array>
using ReadBytes = Result<Array> (*)(std::string_view bytes, PastedNumbers allowed);

struct Format {
    std::string_view extension;
    ReadBytes<Matrix> read;
    ReadBytes<PrintedArray> read_printed;
};

template<CsvKind kind>
Result<Matrix> read_table(std::string_view text, PastedNumbers allowed) {
    return read_csv(text, kind, allowed);
}

template<CsvKind kind>
Result<PrintedArray> read_printed_table(std::string_view text, PastedNumbers allowed) {
    return read_printed_csv(text, kind, allowed);
}

constexpr std::array<Format, 4> formats{{{".npy", read_npy, read_printed_npy},
                                         {".csv", read_table<CsvKind::csv>, read_printed_table<CsvKind::csv>},
                                         {".tsv", read_table<CsvKind::tsv>, read_printed_table<CsvKind::tsv>},
                                         {".txt", read_matrix_text, read_printed_text}}};

const Format* format_of(const std::filesystem::path& path) {
    const auto* const found = std::ranges::find(formats, lower_extension(path), &Format::extension);
    return found == formats.end() ? nullptr : found;
}

template<class Array>
Result<Array> read_as_format(const std::filesystem::path& path, ReadBytes<Array> Format::*read,
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
                                const std::stop_token& stop) {
    return read_as_format(path, &Format::read, allowed, stop);
}

Result<PrintedArray> read_printed_file(const std::filesystem::path& path, const std::stop_token& stop) {
    return read_as_format(path, &Format::read_printed, PastedNumbers::any, stop);
}

} // namespace lab
