// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gradient_file.h"

#include "core/base/comma_list.h"
#include "core/base/number_format.h"
#include "core/io/json_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lab {

namespace {

using GradientJson = nlohmann::ordered_json;

/// How many matrices a parameter holds side by side: one for each head, or a single one.
Index matrices_in(const Experiment& experiment, ParameterId id) {
    return id == ParameterId::additive && experiment.scores.additive.size() > 1 ? experiment.heads.count : 1;
}

bool is_array_of_one_row(ParameterId id) {
    return is_one_row(id) || id == ParameterId::sink;
}

GradientJson gradient_number(double number) {
    return std::isfinite(number) ? GradientJson(number) : GradientJson(shortest(number));
}

GradientJson row_json(const Eigen::Ref<const RowVector>& numbers) {
    GradientJson row = GradientJson::array();
    for (const double number : numbers)
        row.push_back(gradient_number(number));
    return row;
}

GradientJson matrix_json(ConstMatrixRef numbers) {
    GradientJson rows = GradientJson::array();
    for (Index i = 0; i < numbers.rows(); ++i)
        rows.push_back(row_json(numbers.row(i)));
    return rows;
}

GradientJson vectors_json(const std::vector<std::string>& tokens, const Matrix& vectors) {
    GradientJson table = GradientJson::object();
    for (std::size_t i = 0; i < tokens.size(); ++i)
        table[tokens[i]] = row_json(vectors.row(static_cast<Index>(i)));
    return table;
}

GradientJson parameter_json(const Experiment& experiment, ParameterId id, const Matrix& numbers) {
    if (id == ParameterId::E)
        return vectors_json(distinct_tokens(experiment), numbers);
    if (id == ParameterId::sink && numbers.size() == 1)
        return gradient_number(numbers(0, 0));
    if (is_array_of_one_row(id))
        return row_json(numbers.row(0));
    const Index count = matrices_in(experiment, id), width = numbers.cols() / count;
    if (count == 1)
        return matrix_json(numbers);
    GradientJson matrices = GradientJson::array();
    for (Index each = 0; each < count; ++each)
        matrices.push_back(matrix_json(numbers.middleCols(each * width, width)));
    return matrices;
}

NumberArray parameter_array(const Experiment& experiment, ParameterId id, const Matrix& numbers) {
    const Index count = matrices_in(experiment, id), width = numbers.cols() / count;
    std::vector<Index> shape{numbers.rows(), width};
    if (count > 1)
        shape.insert(shape.begin(), count);
    if (is_array_of_one_row(id))
        shape = {width};
    if (id == ParameterId::sink && numbers.size() == 1)
        shape.clear();
    // Matrices that stand side by side here stand one below the other there.
    return {shape, count * numbers.rows(), width, [&numbers, width](Index first, MatrixRef rows) {
                for (Index i = 0; i < rows.rows(); ++i)
                    rows.row(i) = numbers.row((first + i) % numbers.rows())
                                      .segment((first + i) / numbers.rows() * width, width);
            }};
}

} // namespace

std::string gradient_name(ParameterId id) {
    return id == ParameterId::position ? "P" : std::string(info(id).name);
}

std::optional<ParameterId> parameter_with_gradient(std::string_view name) {
    for (const ParameterInfo& each : all_parameters()) {
        if (gradient_name(each.id) == name)
            return each.id;
    }
    return std::nullopt;
}

std::string gradient_names() {
    std::vector<std::string> names;
    for (const ParameterInfo& each : all_parameters())
        names.push_back(gradient_name(each.id));
    return comma_list(names);
}

std::string gradient_json(const Experiment& experiment, const Gradient& gradient) {
    GradientJson json{{"format", "attention-lab-gradient"}, {"version", 1}, {"value", gradient.value}};
    GradientJson& gradients = json["gradients"] = GradientJson::object();
    for (const auto& [id, numbers] : gradient.by)
        gradients[gradient_name(id)] = parameter_json(experiment, id, numbers);
    return to_text(json);
}

Result<NpzFile> gradient_arrays(const Experiment& experiment, const Gradient& gradient) {
    const Matrix value = Matrix::Constant(1, 1, gradient.value);
    std::vector<NpzMember> members{
        {"value", [&] { return npy_bytes(parameter_array(experiment, ParameterId::sink, value)); }}};
    for (const auto& [id, numbers] : gradient.by) {
        const auto array = [&experiment, id = id, &numbers = numbers] {
            return npy_bytes(parameter_array(experiment, id, numbers));
        };
        members.push_back({gradient_name(id), array});
        if (id == ParameterId::E)
            members.push_back({"E_tokens", [&experiment] { return npy_bytes(distinct_tokens(experiment)); }});
    }
    return NpzFile::make(members);
}

} // namespace lab
