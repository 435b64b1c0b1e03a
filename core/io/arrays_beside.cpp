// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/arrays_beside.h"

#include "core/base/text_position.h"
#include "core/io/experiment_json.h"
#include "core/io/json_text.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace lab {

namespace {

using BesideJson = nlohmann::ordered_json;

bool stands_for_array(const BesideJson& value) {
    return value.is_object() && value.size() == 1 && value.contains("array") && value["array"].is_string();
}

std::optional<Error> put_arrays(BesideJson& value, const NamedArrays& arrays) {
    if (stands_for_array(value)) {
        const std::string name = value["array"].get<std::string>();
        const ArrayInfo* array = arrays.find(name);
        if (!array)
            return Error{arrays.file(), "array " + quoted_excerpt(name), "not there",
                         "an array of that name"};
        const Result<Matrix> matrix = arrays.read(*array, ArrayUse::mask);
        if (!matrix)
            return matrix.error();
        value = packed_rows(matrix.value());
        return std::nullopt;
    }
    if (value.is_structured()) {
        for (BesideJson& each : value) {
            if (each.is_structured()) {
                if (auto problem = put_arrays(each, arrays))
                    return problem;
            }
        }
    }
    return std::nullopt;
}

} // namespace

Result<Experiment> read_experiment(const std::string& text, const NamedArrays& arrays) {
    Result<BesideJson> read = parse_json(text);
    if (!read)
        return read.error();
    BesideJson document = std::move(read).value();
    if (auto problem = put_arrays(document, arrays))
        return std::move(*problem);
    return experiment_from(document);
}

} // namespace lab
