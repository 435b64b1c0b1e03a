// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"

#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <stdexcept>

namespace lab::test {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

const fs::path data_folder = LAB_TEST_DATA;

double number_of(const Json& json) {
    if (json.is_number())
        return json.get<double>();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::string text = json.get<std::string>();
    if (text == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (text != "inf" && text != "-inf")
        throw std::runtime_error("no number: " + text);
    return text == "inf" ? infinity : -infinity;
}

template<class T>
T value_or_throw(Result<T> result) {
    if (!result)
        throw std::runtime_error(result.error().message());
    return std::move(result).value();
}

/// The first mismatch in a stage.
std::optional<std::string> contradiction_in(const StageInfo& stage, const Experiment& experiment,
                                            const Json& value, const StageSource& source) {
    const std::string name(stage.name);
    const std::size_t heads = stage.per_head ? static_cast<std::size_t>(experiment.heads.count) : 1;
    if (stage.per_head && value.size() != heads)
        return name + " has " + std::to_string(value.size()) + " heads";
    for (std::size_t head = 0; head < heads; ++head) {
        const Matrix expected = matrix_of(stage.per_head ? value.at(head) : value);
        if (auto wrong = beyond_tolerance(source(stage.id, static_cast<HeadIndex>(head)), expected))
            return name + " of head " + std::to_string(head) + ", " + *wrong;
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> golden_names() {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(data_folder / "golden"))
        names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

Golden load_golden(const std::string& name, const std::string& folder) {
    const Json json = Json::parse(value_or_throw(read_file(data_folder / folder / (name + ".json"))));
    const std::string document = json.at("document").dump();
    return {document, value_or_throw(read_experiment(document)), json.at("result")};
}

Matrix matrix_of(const Json& rows) {
    Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.empty() ? 0 : rows[0].size()));
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column)
            matrix(row, column) =
                number_of(rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)));
    }
    return matrix;
}

std::optional<std::string> contradiction(const Experiment& experiment, const Json& result,
                                         const StageSource& source) {
    if (result.at("tokens").get<std::vector<std::string>>() != experiment.sequence.tokens)
        return "tokens differ";
    const bool sourced = result.contains("source_tokens");
    if (sourced != experiment.source.has_value() ||
        (sourced && result.at("source_tokens").get<std::vector<std::string>>() != experiment.source->tokens))
        return "source tokens differ";
    auto next = result.at("stages").items().begin();
    const auto end = result.at("stages").items().end();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        const std::string name(stage.name);
        if (next == end || next.key() != name)
            return "stage " + name + " is not where it belongs in the result";
        if (auto wrong = contradiction_in(stage, experiment, next.value(), source))
            return wrong;
        ++next;
    }
    return next == end ? std::nullopt : std::optional("there is a further stage: " + next.key());
}

std::optional<std::string> contradiction_in_part(const Experiment& experiment, const Json& result,
                                                 const StageSource& source) {
    for (const auto& [name, value] : result.at("stages").items()) {
        const auto stage = stage_named(name);
        if (!stage || !has_stage(experiment, *stage))
            return "there is no stage " + name;
        if (auto wrong = contradiction_in(info(*stage), experiment, value, source))
            return wrong;
    }
    return std::nullopt;
}

} // namespace lab::test
