// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/captured.h"

#include "core/base/number_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr WeightFamily weights_family{.words = "weights of attention alone", .storage = Storage::captured};
constexpr WeightFamily scores_family{.words = "scores of attention alone", .storage = Storage::captured};

constexpr std::array weight_names{
    "attention_weights", "attentions", "attention",       "attn_weights", "attn",
    "weights",           "A",          "attention_probs", "attn_probs",   "probs"};
constexpr std::array score_names{"attention_scores", "attn_scores", "attn_logits", "scores", "logits"};

/// bfloat16 has 8 significant bits; the errors of a row's weights add up to less than this.
constexpr double most_off = 0.01;

constexpr std::size_t most_digits = 6; // of the number of a layer

/// Where the number at the end of the name begins, as that of "attentions_11", one of a layer or head each.
/// Only of names that say attention: "weights_0" may be of anything. The name's length if there is none.
std::size_t begin_of_number(const std::string& array) {
    const std::size_t digits = array.find_last_not_of("0123456789");
    const bool has_number = digits != std::string::npos && digits + 1 < array.size() &&
                            array.size() - digits <= most_digits + 1 && array[digits] == '_' &&
                            array.find("att") < digits;
    return has_number ? digits + 1 : array.size();
}

template<class Names>
bool is_named(const std::string& array, const Names& names) {
    const std::size_t number = begin_of_number(array);
    const std::string name = number < array.size() ? array.substr(0, number - 1) : array;
    const std::size_t before = name.find_last_of("./");
    const std::string last = before == std::string::npos ? name : name.substr(before + 1);
    return std::ranges::find(names, last) != names.end();
}

bool holds_pairs(const ArrayInfo& array) {
    const Result<ArrayShape> shape = array_shape(array.shape, true);
    return !array.is_text && !array.problem && shape &&
           (shape.value().heads > 0 || shape.value().matrix.rows == shape.value().matrix.columns);
}

} // namespace

const WeightFamily& captured_weights() {
    return weights_family;
}

const WeightFamily& captured_scores() {
    return scores_family;
}

std::vector<CapturedArray> captured_arrays(const NamedArrays& arrays,
                                           const std::optional<std::string>& prefix) {
    std::vector<CapturedArray> weights, scores;
    const ArrayInfo* only = nullptr;
    int of_numbers = 0;
    for (const ArrayInfo& array : arrays.arrays()) {
        of_numbers += array.is_text ? 0 : 1;
        // The name of an array means that one, not those that it begins.
        if (prefix && (arrays.find(*prefix) ? array.name != *prefix : !array.name.starts_with(*prefix)))
            continue;
        if (is_named(array.name, weight_names))
            weights.push_back({&array, &weights_family});
        else if (is_named(array.name, score_names))
            scores.push_back({&array, &scores_family});
        else if (holds_pairs(array))
            only = &array;
    }
    if (weights.empty() && scores.empty() && only && of_numbers == 1)
        weights.push_back({only, &weights_family});
    return weights.empty() ? scores : weights;
}

std::optional<CapturedArray> first_of_series(const std::vector<CapturedArray>& found) {
    const auto number = [](const CapturedArray& each) {
        const std::string& name = each.array->name;
        const std::size_t begin = begin_of_number(name);
        return begin < name.size() ? std::stol(name.substr(begin)) : -1;
    };
    const auto stem = [](const CapturedArray& each) {
        return each.array->name.substr(0, begin_of_number(each.array->name));
    };
    const bool is_series = std::ranges::all_of(found, [&](const CapturedArray& each) {
        return number(each) >= 0 && stem(each) == stem(found.front());
    });
    return is_series && !found.empty() ? std::optional(*std::ranges::min_element(found, {}, number))
                                       : std::nullopt;
}

std::optional<CapturedArray> chosen_captured(const NamedArrays& arrays,
                                             const std::vector<ArrayChoice>& choices) {
    for (const ArrayChoice& choice : choices) {
        const bool is_scores = choice.roles.front() == "scores";
        if (is_scores || choice.roles.front() == "weights")
            return CapturedArray{arrays.find(choice.array), is_scores ? &scores_family : &weights_family};
    }
    return std::nullopt;
}

Result<Matrix> added_for_weights(const Matrix& weights, Index head) {
    const auto place = [head](Index row) {
        return "head " + std::to_string(head) + ", row " + std::to_string(row);
    };
    Matrix added(weights.rows(), weights.cols());
    for (Index row = 0; row < weights.rows(); ++row) {
        for (Index column = 0; column < weights.cols(); ++column) {
            const double weight = weights(row, column);
            if (!(weight >= 0 && weight <= 1 + most_off))
                return Error{place(row) + ", column " + std::to_string(column), shortest(weight),
                             "a weight from 0 to 1; scores have to be named so, as \"scores\""};
            added(row, column) = weight > 0 ? std::log(weight) : -std::numeric_limits<double>::infinity();
        }
        const double sum = weights.row(row).sum();
        if (std::abs(sum - 1) > most_off)
            return Error{place(row), "weights whose sum is " + brief(sum),
                         "1, as softmax makes it: weights before dropout, and no padding of queries"};
    }
    return added;
}

} // namespace lab
