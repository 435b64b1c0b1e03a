// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/document.h"

#include "app/commands/command.h"
#include "core/io/array_files.h"
#include "core/io/arrays_beside.h"
#include "core/io/document_file.h"
#include "core/io/document_keys.h"
#include "core/io/experiment_json.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace lab {

namespace {

constexpr const char* input_name = "standard input";

Result<std::string> standard_input() {
    std::string text;
    std::array<char, 65'536> part{};
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), stdin))
        text.append(part.data(), count);
    if (std::ferror(stdin) != 0)
        return Error{input_name, {}, std::string("cannot be read: ") + std::strerror(errno), {}};
    return text;
}

Result<Experiment> read_with_arrays_of(const std::string& file, const std::string& arrays) {
    const Result<NamedArraysPtr> opened = open_arrays(arrays);
    if (!opened)
        return opened.error();
    const Result<std::string> text = lab::read_text(file);
    if (!text)
        return text.error();
    Result<Experiment> read = read_experiment(text.value(), *opened.value());
    return read || !read.error().file.empty() ? read : in_file(read.error(), shown_file(file));
}

} // namespace

std::string shown_file(const std::string& file) {
    return file == standard_stream ? input_name : file;
}

Result<std::string> read_text(const std::string& file) {
    return file == standard_stream ? standard_input() : read_file(file);
}

int deliver_npz(const std::string& file, const Result<NpzFile>& made, const QString& out) {
    if (!made)
        return fail_about(file, made.error());
    try {
        return deliver([&](const TakeBytes& take) { made.value().write(take); }, out);
    } catch (const std::system_error& error) {
        return fail({"temporary file", {}, "cannot be read: " + error.code().message(), {}});
    }
}

Result<Experiment> read_document(const std::string& file, const std::string& arrays) {
    const auto read = [&]() -> Result<Experiment> {
        if (!arrays.empty())
            return read_with_arrays_of(file, arrays);
        if (file != standard_stream)
            return load_experiment(file);
        const Result<std::string> text = standard_input();
        return text ? in_file(read_experiment(text.value()), input_name) : Result<Experiment>(text.error());
    };
    Result<Experiment> experiment = read();
    if (!experiment)
        return experiment;
    for (const MisspeltKey& key : misspelt_keys(experiment.value()))
        remark(shown_file(file) + ": " + message(key));
    return experiment;
}

} // namespace lab
