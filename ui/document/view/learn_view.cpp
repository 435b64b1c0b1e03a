// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/view/learn_view.h"

#include "core/experiment/masks.h"
#include "ui/document/view/view_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>

namespace lab {

namespace {

constexpr const char* learnKey = "learn";
constexpr const char* wantedKey = "wanted";
constexpr const char* brushKey = "brush";
constexpr const char* parametersKey = "parameters";
constexpr const char* optimiserKey = "optimiser";
constexpr const char* rateKey = "rate";
constexpr const char* stepsKey = "steps";
constexpr std::string_view sgdName = "sgd", adamName = "adam";

std::optional<double> numberOf(const ViewJson* field) {
    if (!field || !field->is_number())
        return std::nullopt;
    const auto number = field->get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<Index> placeOf(const ViewJson* field, Index count) {
    const auto number = numberOf(field);
    const bool isThere =
        number && *number >= 0 && *number < static_cast<double>(count) && *number == std::floor(*number);
    return isThere ? std::optional(static_cast<Index>(*number)) : std::nullopt;
}

/// False: an entry is wrong, or about a cell that is not there.
bool readWanted(const ViewJson* entries, const Experiment& experiment, LearnView& learn) {
    if (!entries)
        return true;
    if (!entries->is_array())
        return false;
    const Dimensions d = dimensions(experiment);
    std::set<std::tuple<HeadIndex, Index, Index>> seen;
    bool isRight = true;
    for (const ViewJson& each : *entries) {
        const ViewJson* headField = fieldOf(&each, "head");
        const auto head = headField ? placeOf(headField, d.H) : std::optional<Index>(0);
        const auto row = placeOf(fieldOf(&each, "row"), d.n_q);
        const auto column = placeOf(fieldOf(&each, "column"), d.n_k);
        const auto number = numberOf(fieldOf(&each, "weight"));
        if (head && *head < d.H && row && column && number && *number >= 0 && *number <= 1 &&
            seen.insert({*head, *row, *column}).second)
            learn.wanted.push_back({*head, *row, *column, *number});
        else
            isRight = false;
    }
    return isRight;
}

bool readParameters(const ViewJson* entries, const Experiment& experiment, LearnView& learn) {
    if (!entries)
        return true;
    if (!entries->is_array())
        return false;
    bool isRight = true;
    std::vector<ParameterId> parameters;
    for (const ViewJson& each : *entries) {
        const std::string name = each.is_string() ? each.get<std::string>() : std::string();
        const auto all = all_parameters();
        const auto found = std::ranges::find(all, name, &ParameterInfo::name);
        if (found != all.end() && parameter(experiment, found->id) &&
            std::ranges::find(parameters, found->id) == parameters.end())
            parameters.push_back(found->id);
        else
            isRight = false;
    }
    learn.parameters = std::move(parameters);
    return isRight;
}

/// Stays what it is if the field is wrong. False: it is.
template<class Fits>
bool readNumber(const ViewJson* field, double& number, const Fits& fits) {
    if (!field)
        return true;
    const auto read = numberOf(field);
    if (!read || !fits(*read))
        return false;
    number = *read;
    return true;
}

ViewJson entriesOf(const std::vector<WantedCell>& wanted) {
    ViewJson entries;
    for (const WantedCell& each : wanted) {
        ViewJson cell = ViewJson::object();
        if (each.head != 0)
            cell["head"] = each.head;
        cell["row"] = each.row;
        cell["column"] = each.column;
        cell["weight"] = each.number;
        entries.push_back(std::move(cell));
    }
    return entries;
}

/// The entries of all but what is wanted.
ViewJson choicesOf(ViewJson entries, const LearnView& learn) {
    const LearnView usual;
    const auto write = [&](const char* key, bool isUsual, ViewJson value) {
        writeField(entries, key, isUsual ? ViewJson() : std::move(value));
    };
    write(brushKey, learn.brush == usual.brush, ViewJson(learn.brush));
    ViewJson names = ViewJson::array();
    for (const ParameterId id : learn.parameters.value_or(std::vector<ParameterId>()))
        names.push_back(info(id).name);
    write(parametersKey, !learn.parameters, std::move(names));
    write(optimiserKey, learn.optimiser == usual.optimiser, ViewJson(sgdName));
    write(rateKey, learn.rate == usual.rate, ViewJson(learn.rate));
    write(stepsKey, learn.steps == usual.steps, ViewJson(learn.steps));
    return entries;
}

JsonPtr withLearnEntries(const JsonPtr& view, ViewJson entries) {
    ViewJson all = objectOf(view.get());
    writeField(all, learnKey, unlessEmpty(std::move(entries)));
    return viewOf(std::move(all));
}

} // namespace

ReadLearnView learnView(const Experiment& experiment) {
    ReadLearnView read;
    const ViewJson* entries = fieldOf(experiment.view.get(), learnKey);
    if (!entries)
        return read;
    LearnView& learn = read.learn;
    read.isRight = entries->is_object();
    const auto take = [&](bool isRight) { read.isRight = read.isRight && isRight; };
    take(readWanted(fieldOf(entries, wantedKey), experiment, learn));
    take(readNumber(fieldOf(entries, brushKey), learn.brush, [](double x) { return x >= 0 && x <= 1; }));
    take(readParameters(fieldOf(entries, parametersKey), experiment, learn));
    if (const ViewJson* field = fieldOf(entries, optimiserKey)) {
        const std::string_view name = textOf(entries, optimiserKey);
        take(field->is_string() && (name == sgdName || name == adamName));
        learn.optimiser = name == sgdName ? Optimiser::sgd : Optimiser::adam;
    }
    take(readNumber(fieldOf(entries, rateKey), learn.rate, [](double x) { return x > 0; }));
    auto steps = static_cast<double>(learn.steps);
    take(readNumber(fieldOf(entries, stepsKey), steps, [](double x) {
        return x >= 1 && x <= static_cast<double>(mostFitSteps) && x == std::floor(x);
    }));
    learn.steps = static_cast<Index>(steps);
    return read;
}

JsonPtr withLearnView(const JsonPtr& view, const LearnView& learn) {
    ViewJson entries = objectOf(fieldOf(view.get(), learnKey));
    writeField(entries, wantedKey, entriesOf(learn.wanted));
    return withLearnEntries(view, choicesOf(std::move(entries), learn));
}

JsonPtr withLearnChoices(const JsonPtr& view, const LearnView& learn) {
    return withLearnEntries(view, choicesOf(objectOf(fieldOf(view.get(), learnKey)), learn));
}

JsonPtr entryOf(std::vector<WantedCell> wanted) {
    std::ranges::sort(wanted, {},
                      [](const WantedCell& cell) { return std::tuple(cell.head, cell.row, cell.column); });
    return wanted.empty() ? nullptr : std::make_shared<const ViewJson>(entriesOf(wanted));
}

JsonPtr wantedIn(const JsonPtr& view) {
    const ViewJson* entries = fieldOf(fieldOf(view.get(), learnKey), wantedKey);
    return entries ? std::make_shared<const ViewJson>(*entries) : nullptr;
}

bool isSameWanted(const JsonPtr& a, const JsonPtr& b) {
    return a == b || (a && b && *a == *b);
}

JsonPtr withWantedIn(const JsonPtr& view, const JsonPtr& wanted) {
    ViewJson entries = objectOf(fieldOf(view.get(), learnKey));
    writeField(entries, wantedKey, wanted ? *wanted : ViewJson());
    return withLearnEntries(view, std::move(entries));
}

Matrix wantedWeights(const std::vector<WantedCell>& wanted, HeadIndex head, const Matrix& hidden) {
    Matrix painted = Matrix::Constant(hidden.rows(), hidden.cols(), std::nan(""));
    for (const WantedCell& each : wanted) {
        const bool isThere = each.head == head && each.row < hidden.rows() && each.column < hidden.cols();
        if (isThere && !is_hidden(hidden(each.row, each.column)))
            painted(each.row, each.column) = each.number;
    }
    Matrix numbers = painted;
    for (Index row = 0; row < painted.rows(); ++row) {
        double sum = 0, largest = 0;
        Index others = 0, count = 0;
        for (Index key = 0; key < painted.cols(); ++key) {
            const double number = painted(row, key);
            if (std::isnan(number)) {
                others += is_hidden(hidden(row, key)) ? 0 : 1;
                continue;
            }
            ++count;
            sum += number;
            largest = std::max(largest, number);
        }
        if (count == 0)
            continue;
        if (sum == 0 && others == 0) { // nothing is left that could have a weight
            numbers.row(row).setConstant(std::nan(""));
            continue;
        }
        const double all = std::min(sum, sum > 1 ? largest : sum);
        const double rest = others == 0 ? 0 : std::max(0.0, 1 - all) / static_cast<double>(others);
        for (Index key = 0; key < painted.cols(); ++key) {
            if (!std::isnan(painted(row, key)))
                numbers(row, key) = sum > 1 ? painted(row, key) * all / sum : painted(row, key);
            else if (!is_hidden(hidden(row, key)))
                numbers(row, key) = rest;
        }
    }
    return numbers;
}

bool hasWanted(const Matrix& wanted) {
    return (wanted.array() == wanted.array()).any();
}

} // namespace lab
