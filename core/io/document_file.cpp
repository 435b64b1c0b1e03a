// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/document_file.h"

#include "core/io/experiment_json.h"
#include "core/io/file.h"

#include <new>

namespace lab {

namespace {

Error out_of_memory(const std::filesystem::path& path) {
    return {path.string(), {}, "needs more memory than there is", "a smaller document"};
}

} // namespace

Result<Experiment> load_experiment(const std::filesystem::path& path) try {
    // Parsed JSON takes up to some twenty times the memory of its text.
    constexpr std::uintmax_t largest_document = std::uintmax_t{256} << 20;
    const Result<std::string> text = read_file(path, largest_document);
    if (!text)
        return text.error();
    Result<Experiment> experiment = read_experiment(text.value());
    if (experiment)
        return experiment;
    Error error = experiment.error();
    error.file = path.string();
    return error;
} catch (const std::bad_alloc&) {
    return out_of_memory(path);
}

std::optional<Error> save_experiment(const std::filesystem::path& path, const Experiment& experiment) try {
    return write_file(path, write_experiment(experiment));
} catch (const std::bad_alloc&) {
    return out_of_memory(path);
}

} // namespace lab
