// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_files.h"

#include "core/base/comma_list.h"
#include "core/base/text_position.h"
#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view index_of_files = ".safetensors.index.json";

struct ArrayFormat {
    std::string_view extension;
    Result<NamedArraysPtr> (*open)(const std::filesystem::path& path);
};
constexpr std::array<ArrayFormat, 2> array_formats{{{".npz", open_npz}, {".safetensors", open_safetensors}}};
constexpr std::array<std::string_view, 6> pickles{".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle"};

const ArrayFormat* array_format(const std::filesystem::path& path) {
    const auto* const found =
        std::ranges::find(array_formats, lower_extension(path), &ArrayFormat::extension);
    return found == array_formats.end() ? nullptr : found;
}

/// Opens the file and reads the array, as `read` does.
template<class Read>
auto read_named(const ArrayPlace& place, Read read)
    -> decltype(read(std::declval<const NamedArrays&>(), std::declval<const ArrayInfo&>())) {
    const Result<NamedArraysPtr> arrays = open_arrays(place.file);
    if (!arrays)
        return arrays.error();
    if (const ArrayInfo* array = arrays.value()->find(place.array))
        return read(*arrays.value(), *array);
    constexpr std::size_t most = 20;
    const std::vector<ArrayInfo>& all = arrays.value()->arrays();
    std::string names = comma_list(std::span(all).first(std::min(all.size(), most)), &ArrayInfo::name);
    if (all.size() > most)
        names += " or one of " + std::to_string(all.size() - most) + " more";
    return Error{place.file,
                 {},
                 "no array " + quoted_excerpt(place.array),
                 names.empty() ? "one that it holds: it is empty" : names};
}

} // namespace

bool has_array_extension(const std::filesystem::path& path) {
    return array_format(path) != nullptr;
}

std::optional<Error> refused_by_name(const std::filesystem::path& path) {
    if (in_lower_case(path.filename().string()).ends_with(index_of_files))
        return Error{
            path.string(),
            {},
            "an index of several files",
            "one of the .safetensors files beside it: its \"weight_map\" says which one holds the layer"};
    if (std::ranges::find(pickles, lower_extension(path)) != pickles.end())
        return in_file(pickle_error(), path.string());
    return std::nullopt;
}

Result<NamedArraysPtr> open_arrays(const std::filesystem::path& path) {
    if (auto refused = refused_by_name(path))
        return std::move(*refused);
    const ArrayFormat* format = array_format(path);
    if (!format)
        return Error{
            path.string(), {}, "the extension \"" + path.extension().string() + "\"", array_extensions};
    return format->open(path);
}

std::optional<ArrayPlace> array_place(std::string_view text) {
    const std::string lower = in_lower_case(text);
    std::size_t end = std::string::npos; // of the file's name
    for (const ArrayFormat& format : array_formats) {
        const std::size_t at = lower.find(std::string(format.extension) + ':');
        if (at != std::string::npos)
            end = std::min(end, at + format.extension.size());
    }
    if (end != std::string::npos)
        return ArrayPlace{std::string(text.substr(0, end)), std::string(text.substr(end + 1))};
    if (has_array_extension(text))
        return ArrayPlace{std::string(text), {}};
    return std::nullopt;
}

Result<Matrix> read_array(const ArrayPlace& place, ArrayUse use) {
    return read_named(
        place, [use](const NamedArrays& arrays, const ArrayInfo& array) { return arrays.read(array, use); });
}

Result<PrintedArray> read_printed_array(const ArrayPlace& place) {
    return read_named(
        place, [](const NamedArrays& arrays, const ArrayInfo& array) { return arrays.read_printed(array); });
}

} // namespace lab
