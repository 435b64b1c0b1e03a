// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/data_file.h"

#include "core/describe/not_finite.h"
#include "core/io/matrix_writer.h"
#include "core/io/text_frame.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array<std::pair<std::string_view, DataFormat>, 5> data_formats{{{".csv", DataFormat::csv},
                                                                               {".tsv", DataFormat::tsv},
                                                                               {".npy", DataFormat::npy},
                                                                               {".tex", DataFormat::tex},
                                                                               {".md", DataFormat::md}}};

/// As the document shows it.
Matrix shown(const NumberArray& array, Notation notation) {
    Matrix whole(array.rows, array.columns);
    array.read(0, whole);
    if (notation == Notation::columns)
        return whole.transpose();
    return whole;
}

using DocumentArraysPtr = std::shared_ptr<const DocumentArrays>;

/// Fails on texts that would become too large.
Result<std::vector<NpzMember>> members_of(const DocumentArraysPtr& arrays,
                                          const std::vector<DocumentArray>& chosen) {
    constexpr std::uint64_t most_text_bytes = std::uint64_t{1} << 30;
    std::vector<NpzMember> members;
    for (const DocumentArray& array : chosen) {
        const std::string name(array.name);
        if (!is_text(array)) {
            members.push_back({name, [arrays, array] { return npy_bytes(arrays->numbers(array)); }});
            continue;
        }
        if (npy_bytes(arrays->texts(array))->size() > most_text_bytes)
            return Error{
                name, "texts that would take more than 1 GiB, since NumPy makes all as long as the longest",
                "shorter tokens"};
        members.push_back({name, [arrays, array] { return npy_bytes(arrays->texts(array)); }});
    }
    return members;
}

} // namespace

std::optional<DataFormat> data_format(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    for (const auto& [text, format] : data_formats) {
        if (text == extension)
            return format;
    }
    return std::nullopt;
}

bool is_npz(const std::filesystem::path& path) {
    return lower_extension(path) == all_data_extension;
}

void write_data(const DocumentArrays& arrays, const Experiment& experiment, const DocumentArray& array,
                std::optional<HeadIndex> head, DataFormat format, const TakeBytes& take) {
    if (format == DataFormat::npy)
        return write_npy(arrays.numbers(array, head), take);
    const NumberArray numbers = arrays.numbers(array, head.value_or(0));
    if (format == DataFormat::tex || format == DataFormat::md) {
        const bool is_latex = format == DataFormat::tex;
        const std::string remark(token_columns_remark);
        if (experiment.notation == Notation::columns)
            take(is_latex ? "% " + remark + "\n" : "<!-- " + remark + " -->\n\n");
        take(write_matrix(shown(numbers, experiment.notation),
                          is_latex ? MatrixNotation::latex : MatrixNotation::markdown));
        return;
    }
    // Rows of these need nothing before or after them.
    const MatrixNotation notation = format == DataFormat::csv ? MatrixNotation::csv : MatrixNotation::tsv;
    each_rows(numbers, [&](ConstMatrixRef rows) { return take(write_matrix(rows, notation)); });
}

Result<NpzFile> all_data(const Experiment& experiment) {
    const auto arrays = std::make_shared<const DocumentArrays>(experiment);
    Result<std::vector<NpzMember>> members = members_of(arrays, arrays_of(experiment));
    return members ? NpzFile::make(members.value()) : Result<NpzFile>(members.error());
}

Result<std::vector<NpzMember>> result_data(const Experiment& experiment, std::span<const StageId> wanted) {
    const auto arrays = std::make_shared<const DocumentArrays>(experiment);
    std::vector<DocumentArray> chosen = arrays_of(experiment);
    std::erase_if(chosen, [&](const DocumentArray& each) {
        const bool is_wanted = wanted.empty() || std::ranges::find(wanted, each.stage) != wanted.end();
        return each.kind == ArrayKind::stage
                   ? !is_wanted
                   : each.kind != ArrayKind::tokens && each.kind != ArrayKind::source_tokens;
    });
    Result<std::vector<NpzMember>> members = members_of(arrays, chosen);
    if (!members)
        return members;
    std::vector<NpzMember> all = std::move(members).value();
    const std::vector<std::string> said = notes(arrays->trace());
    if (!said.empty())
        all.push_back({"notes", [said] { return npy_bytes(said); }});
    return all;
}

} // namespace lab
