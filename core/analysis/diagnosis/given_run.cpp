// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/given_run.h"

#include "core/analysis/diagnosis/stages_by_name.h"
#include "core/io/file.h"

namespace lab {

namespace {

constexpr std::string_view text_extension = ".txt";

Result<std::vector<NamedPrint>> read_arrays(const Experiment& experiment, const NamedArrays& arrays) {
    std::vector<NamedPrint> given;
    for (const ArrayInfo& each : arrays.arrays()) {
        if (each.is_text)
            continue;
        given.push_back({each.name, {}});
        if (stages_called(experiment, each.name).empty() && !parameter_called(experiment, each.name))
            continue;
        Result<PrintedArray> numbers = arrays.read_printed(each);
        if (!numbers)
            return numbers.error();
        given.back().numbers = std::move(numbers).value();
    }
    return given;
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

} // namespace lab
