// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/judged_rows.h"

#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/matrix_text.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

namespace lab::test {

namespace {

const std::filesystem::path judged_folder = std::filesystem::path(LAB_TEST_DATA) / "judged";

std::string judged_file(const std::filesystem::path& path) {
    Result<std::string> text = read_file(path);
    if (!text)
        throw std::runtime_error(text.error().message());
    return std::move(text).value();
}

const Experiment& judged_document(const std::string& name) {
    static const JudgedJson documents = JudgedJson::parse(judged_file(judged_folder / "documents.json"));
    static std::map<std::string, Experiment> read;
    if (!read.contains(name)) {
        Result<Experiment> experiment = read_experiment(documents.at(name).dump());
        if (!experiment)
            throw std::runtime_error(name + ": " + experiment.error().message());
        read.emplace(name, std::move(experiment).value());
    }
    return read.at(name);
}

PrintedArray judged_numbers(const JudgedJson& row) {
    if (row.contains("text"))
        return read_printed_text(row.at("text").get<std::string>(), PastedNumbers::any).value();
    const JudgedJson& numbers = row.at("numbers");
    if (!numbers.at(0).at(0).is_array())
        return exactly(test::matrix_of(numbers));
    std::vector<Matrix> heads;
    for (const JudgedJson& each : numbers)
        heads.push_back(test::matrix_of(each));
    return exactly(heads);
}

} // namespace

std::vector<std::pair<std::string, JudgedJson>> judged_rows() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(judged_folder)) {
        if (entry.path().extension() == ".jsonl")
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    std::vector<std::pair<std::string, JudgedJson>> rows;
    for (const std::filesystem::path& file : files) {
        std::istringstream lines(judged_file(file));
        for (std::string line; std::getline(lines, line);) {
            JudgedJson row = JudgedJson::parse(line);
            std::string name = file.stem().string() + ": " + row.at("name").get<std::string>();
            rows.emplace_back(std::move(name), std::move(row));
        }
    }
    return rows;
}

JudgedRow judged_row(const JudgedJson& row) {
    const std::optional<StageId> stage = stage_named(row.at("stage").get<std::string>());
    return {judged_document(row.at("document").get<std::string>()),
            {stage.value(), row.value("head", HeadIndex{0})},
            judged_numbers(row)};
}

} // namespace lab::test
