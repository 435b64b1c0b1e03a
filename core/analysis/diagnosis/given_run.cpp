// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/given_run.h"

#include "core/analysis/diagnosis/stages_by_name.h"
#include "core/io/file.h"
#include "core/io/matrix_text.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view text_extension = ".txt";

bool is_known(const Experiment& experiment, std::string_view name) {
    return !stages_called(experiment, name).empty() || parameter_called(experiment, name);
}

Result<std::vector<NamedPrint>> read_arrays(const Experiment& experiment, const NamedArrays& arrays) {
    std::vector<NamedPrint> given;
    for (const ArrayInfo& each : arrays.arrays()) {
        if (each.is_text)
            continue;
        given.push_back({each.name, {}});
        if (!is_known(experiment, each.name))
            continue;
        Result<PrintedArray> numbers = arrays.read_printed(each);
        if (!numbers)
            return numbers.error();
        given.back().numbers = std::move(numbers).value();
    }
    return given;
}

/// The arrays that a text names, or the matrix that its file names.
Result<std::vector<NamedPrint>> read_text_file(const Experiment& experiment, const std::string& file,
                                               bool is_alone) {
    const Result<std::string> text = read_file(file);
    if (!text)
        return text.error();
    Result<std::vector<NamedPrint>> prints = read_named_prints(text.value());
    if (!prints || !prints.value().empty())
        return in_file(std::move(prints), file);
    const std::string name = std::filesystem::path(file).stem().string();
    if (!is_known(experiment, name))
        return is_alone ? in_file(read_run_text(text.value()), file)
                        : std::vector<NamedPrint>{NamedPrint{name, {}}};
    Result<PrintedArray> matrix = in_file(read_printed_text(text.value(), PastedNumbers::any), file);
    if (!matrix)
        return matrix.error();
    return std::vector<NamedPrint>{NamedPrint{name, with_token_rows(std::move(matrix).value())}};
}

} // namespace

bool has_run_extension(const std::filesystem::path& path) {
    return has_array_extension(path) || lower_extension(path) == text_extension;
}

Result<std::vector<NamedPrint>> read_run_text(std::string_view text) {
    Result<std::vector<NamedPrint>> prints = read_named_prints(text);
    if (prints && prints.value().empty())
        return Error{{},
                     "no arrays with names",
                     "two at least, as in Q = [[…]] or scores: tensor([[…]]); one alone is checked "
                     "with --stage and --data"};
    return prints;
}

Result<std::vector<NamedPrint>> read_run(const Experiment& experiment, const std::string& file,
                                         const std::stop_token& stop) {
    if (lower_extension(file) == text_extension) {
        const Result<std::string> text = read_file(file, largest_file, stop);
        return text ? in_file(read_run_text(text.value()), file) : text.error();
    }
    const Result<NamedArraysPtr> arrays = open_arrays(file);
    return arrays ? read_arrays(experiment, *arrays.value()) : arrays.error();
}

Result<std::vector<NamedPrint>> read_run_files(const Experiment& experiment,
                                               const std::vector<std::string>& files) {
    std::vector<NamedPrint> all;
    for (const std::string& file : files) {
        Result<std::vector<NamedPrint>> read = lower_extension(file) == text_extension
                                                   ? read_text_file(experiment, file, files.size() == 1)
                                                   : read_run(experiment, file);
        if (!read)
            return read;
        std::vector<NamedPrint> arrays = std::move(read).value();
        for (NamedPrint& each : arrays) {
            if (std::ranges::find(all, each.name, &NamedPrint::name) != all.end())
                return Error{file, each.name, "a second array of this name", "each array once"};
            all.push_back(std::move(each));
        }
    }
    return all;
}

} // namespace lab
