// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/view/learn_view.h"

#include "core/experiment/masks.h"
#include "core/experiment/stage.h"
#include "ui/document/view/view_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>

namespace lab {

namespace {

constexpr const char* learnKey = "learn";
constexpr const char* wantedKey = "wanted";
constexpr const char* outputKey = "output";
constexpr const char* ofKey = "of";
constexpr std::array wantedKeys{ofKey, wantedKey, outputKey}; // what is wanted, which is edited and undone
constexpr const char* brushKey = "brush";
constexpr const char* parametersKey = "parameters";
constexpr const char* optimiserKey = "optimiser";
constexpr const char* rateKey = "rate";
constexpr const char* stepsKey = "steps";
constexpr const char* weightKey = "weight"; // of a wanted weight
constexpr const char* numberKey = "number"; // of a wanted output
constexpr std::string_view sgdName = "sgd", adamName = "adam";
constexpr std::string_view weightsName = "weights", outputName = "output";

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

/// Where such cells are, how many heads have them, and which numbers they may have.
struct WantedCellRule {
    StageId stage;
    Index heads;
    const char* number; ///< the key
    double least, most;
};

/// False: an entry is wrong, or about a cell that is not there.
bool readCells(const ViewJson* entries, const Dimensions& d, const WantedCellRule& rule,
               std::vector<WantedCell>& cells) {
    if (!entries)
        return true;
    if (!entries->is_array())
        return false;
    std::set<std::tuple<HeadIndex, Index, Index>> seen;
    bool isRight = true;
    for (const ViewJson& each : *entries) {
        const ViewJson* headField = fieldOf(&each, "head");
        const auto head = headField ? placeOf(headField, rule.heads) : std::optional<Index>(0);
        const auto row = placeOf(fieldOf(&each, "row"), length(info(rule.stage).rows, d));
        const auto column = placeOf(fieldOf(&each, "column"), length(info(rule.stage).columns, d));
        const auto number = numberOf(fieldOf(&each, rule.number));
        if (head && row && column && number && *number >= rule.least && *number <= rule.most &&
            seen.insert({*head, *row, *column}).second)
            cells.push_back({*head, *row, *column, *number});
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

/// In the order of cells; null: none.
ViewJson entriesOf(std::vector<WantedCell> cells, const char* number) {
    std::ranges::sort(cells, {},
                      [](const WantedCell& cell) { return std::tuple(cell.head, cell.row, cell.column); });
    ViewJson entries;
    for (const WantedCell& each : cells) {
        ViewJson cell = ViewJson::object();
        if (each.head != 0)
            cell["head"] = each.head;
        cell["row"] = each.row;
        cell["column"] = each.column;
        cell[number] = each.number;
        entries.push_back(std::move(cell));
    }
    return entries;
}

/// The entries with what is wanted.
ViewJson withWantedEntries(ViewJson entries, const LearnView& learn) {
    writeField(entries, ofKey, learn.of == WantedStage::output ? ViewJson(outputName) : ViewJson());
    writeField(entries, wantedKey, entriesOf(learn.wanted, weightKey));
    writeField(entries, outputKey, entriesOf(learn.output, numberKey));
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
    const Dimensions d = dimensions(experiment);
    take(readCells(fieldOf(entries, wantedKey), d, {StageId::weights, d.H, weightKey, 0, 1}, learn.wanted));
    constexpr double most = std::numeric_limits<double>::max();
    take(readCells(fieldOf(entries, outputKey), d, {StageId::output, 1, numberKey, -most, most},
                   learn.output));
    if (const ViewJson* field = fieldOf(entries, ofKey)) {
        const std::string_view name = textOf(entries, ofKey);
        take(field->is_string() && (name == weightsName || name == outputName));
        learn.of = name == outputName ? WantedStage::output : WantedStage::weights;
    }
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
    ViewJson entries = withWantedEntries(objectOf(fieldOf(view.get(), learnKey)), learn);
    return withLearnEntries(view, choicesOf(std::move(entries), learn));
}

JsonPtr withLearnChoices(const JsonPtr& view, const LearnView& learn) {
    return withLearnEntries(view, choicesOf(objectOf(fieldOf(view.get(), learnKey)), learn));
}

JsonPtr entryOf(const LearnView& learn) {
    return viewOf(withWantedEntries(ViewJson::object(), learn));
}

JsonPtr wantedIn(const JsonPtr& view) {
    const ViewJson* entries = fieldOf(view.get(), learnKey);
    ViewJson wanted = ViewJson::object();
    for (const char* key : wantedKeys) {
        if (const ViewJson* field = fieldOf(entries, key))
            wanted[key] = *field;
    }
    return viewOf(std::move(wanted));
}

bool isSameWanted(const JsonPtr& a, const JsonPtr& b) {
    return a == b || (a && b && *a == *b);
}

JsonPtr withWantedIn(const JsonPtr& view, const JsonPtr& wanted) {
    ViewJson entries = objectOf(fieldOf(view.get(), learnKey));
    for (const char* key : wantedKeys) {
        const ViewJson* field = fieldOf(wanted.get(), key);
        writeField(entries, key, field ? *field : ViewJson());
    }
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

Matrix wantedOutput(const std::vector<WantedCell>& wanted, Index rows, Index columns) {
    Matrix numbers = Matrix::Constant(rows, columns, std::nan(""));
    for (const WantedCell& each : wanted) {
        if (each.row < rows && each.column < columns)
            numbers(each.row, each.column) = each.number;
    }
    return numbers;
}

bool hasWanted(const Matrix& wanted) {
    return (wanted.array() == wanted.array()).any();
}

} // namespace lab
