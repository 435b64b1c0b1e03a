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

using ReadBytes = Result<Matrix> (*)(std::string_view bytes, PastedNumbers allowed);

struct Format {
    std::string_view extension;
    ReadBytes read;
};

constexpr std::array<Format, 4> formats{
    {{".npy", read_npy},
     {".csv",
      [](std::string_view text, PastedNumbers allowed) { return read_csv(text, CsvKind::csv, allowed); }},
     {".tsv",
      [](std::string_view text, PastedNumbers allowed) { return read_csv(text, CsvKind::tsv, allowed); }},
     {".txt", read_matrix_text}}};

ReadBytes reader_of(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto* const found = std::ranges::find(formats, extension, &Format::extension);
    return found == formats.end() ? nullptr : found->read;
}

} // namespace

bool has_matrix_extension(const std::filesystem::path& path) {
    return reader_of(path) != nullptr;
}

Result<Matrix> read_matrix_file(const std::filesystem::path& path, PastedNumbers allowed) {
    const ReadBytes read = reader_of(path);
    if (!read)
        return Error{
            path.string(), {}, "the extension \"" + path.extension().string() + "\"", matrix_extensions};
    const Result<std::string> bytes = read_file(path);
    if (!bytes)
        return bytes.error();
    Result<Matrix> matrix = read(bytes.value(), allowed);
    if (matrix)
        return matrix;
    Error error = matrix.error();
    error.file = path.string();
    return error;
}

} // namespace lab
