// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/document_file.h"

#include "core/io/experiment_json.h"

#include <new>

namespace lab {

namespace {

Error out_of_memory(const std::filesystem::path& path) {
    return {path.string(), {}, "needs more memory than there is", "a smaller document"};
}

} // namespace

Result<Experiment> load_experiment(const std::filesystem::path& path, FileStart start, FileContent* content,
                                   const std::stop_token& stop) try {
    // Parsed JSON takes up to about twenty times the memory of its text. A file with a note was already in
    // this machine's memory before it was written.
    constexpr std::uintmax_t largest_document = std::uintmax_t{256} << 20;
    Result<std::string> read =
        read_file(path, start == FileStart::note ? largest_file : largest_document, stop);
    if (!read)
        return read.error();
    std::string text = std::move(read).value();
    if (content)
        *content = content_of(text);
    if (start == FileStart::note)
        text.erase(0,
                   text.find('\n')); // the rest keeps its line numbers; nothing is left if there is one line
    return in_file(read_experiment(text), path.string());
} catch (const std::bad_alloc&) {
    return out_of_memory(path);
}

std::optional<Error> save_experiment(const std::filesystem::path& path, const Experiment& experiment,
                                     std::string_view note, FileContent* content, IfProtected if_protected,
                                     WriteReport* report) try {
    const std::string bytes = std::string(note) + write_experiment(experiment);
    if (content)
        *content = content_of(bytes);
    return write_file(path, bytes, if_protected, report);
} catch (const std::bad_alloc&) {
    return out_of_memory(path);
}

} // namespace lab
