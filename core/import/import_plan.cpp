// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_plan.h"

#include "core/base/comma_list.h"
#include "core/base/text_position.h"
#include "core/import/captured.h"
#include "core/import/planner.h"

#include <algorithm>
#include <span>

namespace lab {

namespace {

constexpr WeightFamily chosen_weights{.words = "the names that were given"};
constexpr WeightFamily chosen_given{.words = "the names that were given", .storage = Storage::given};

constexpr std::size_t most_in_list = 12;

std::string with_more(const std::string& list, std::size_t count) {
    return count > most_in_list ? list + " and " + std::to_string(count - most_in_list) + " more" : list;
}

std::string list_of_prefixes(const std::vector<std::string>& prefixes) {
    return with_more(comma_list(std::span(prefixes).first(std::min(prefixes.size(), most_in_list)),
                                [](const std::string& each) { return each.empty() ? "\"\" (none)" : each; }),
                     prefixes.size());
}

/// "a (2 × 2), b (3) and 140 more".
std::string list_of_arrays(const std::vector<ArrayInfo>& arrays) {
    return with_more(comma_list(std::span(arrays).first(std::min(arrays.size(), most_in_list)),
                                [](const ArrayInfo& each) {
                                    return each.name + " (" + dimensions_text(each.shape) + ")";
                                }),
                     arrays.size());
}

bool is_chosen(const ImportChoices& choices, ParameterId id) {
    return std::ranges::any_of(choices.arrays, [name = info(id).name](const ArrayChoice& choice) {
        return std::ranges::find(choice.roles, name) != choice.roles.end();
    });
}

/// The layer that the choices make up alone: all of its projection, or attention itself.
Result<std::optional<FoundLayer>> layer_of_choices(const NamedArrays& arrays, const ImportChoices& choices) {
    for (const WeightFamily* family : {&chosen_weights, &chosen_given}) {
        if (std::ranges::all_of(family->parameters(), [&](ParameterId id) { return is_chosen(choices, id); }))
            return std::optional(FoundLayer{choices.prefix.value_or(""), family, 0});
    }
    if (const std::optional<CapturedArray> captured = chosen_captured(arrays, choices.arrays)) {
        if (!captured->array)
            return Error{
                {}, "no array of the name that was given for attention", list_of_arrays(arrays.arrays())};
        return std::optional(FoundLayer{choices.prefix.value_or(""), captured->family, 0, captured->array});
    }
    return std::optional<FoundLayer>();
}

/// Weights or scores alone, of which there must be one, or one for each of several layers: the first.
Result<FoundLayer> captured_layer(const std::vector<CapturedArray>& found, const ImportChoices& choices) {
    if (found.size() == 1)
        return FoundLayer{choices.prefix.value_or(""), found.front().family, 0, found.front().array};
    const std::optional<CapturedArray> first = first_of_series(found);
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const CapturedArray& each : found) {
        if (!first || each.array != first->array)
            names.push_back(each.array->name);
    }
    if (first)
        return FoundLayer{choices.prefix.value_or(""), first->family, 0, first->array, std::move(names)};
    return Error{{},
                 std::to_string(found.size()) + " arrays of attention",
                 "one of the prefixes " + list_of_prefixes(names)};
}

/// The layer of the prefix that was chosen, or the only one.
Result<FoundLayer> chosen_layer(const NamedArrays& arrays, const ImportChoices& choices) {
    const std::optional<std::string>& wanted = choices.prefix;
    const Result<std::optional<FoundLayer>> chosen = layer_of_choices(arrays, choices);
    if (!chosen)
        return chosen.error();
    if (chosen.value())
        return *chosen.value();
    for (const char* end : {"", ".", "/", "_"}) {
        const std::optional<FoundLayer> layer = wanted ? layer_below(arrays, *wanted + end) : std::nullopt;
        if (layer)
            return *layer;
    }
    const std::vector<FoundLayer> layers = layers_of(arrays);
    if (layers.size() == 1 && !wanted)
        return layers.front();
    const std::vector<CapturedArray> captured =
        layers.empty() || wanted ? captured_arrays(arrays, wanted) : std::vector<CapturedArray>();
    if (!captured.empty())
        return captured_layer(captured, choices);
    if (!layers.empty()) {
        std::string found = std::to_string(layers.size()) + " layers of attention";
        if (wanted)
            found = "no layer of attention below the prefix " + quoted_excerpt(*wanted);
        return Error{{}, found, "one of the prefixes " + list_of_prefixes(import_prefixes(arrays))};
    }
    const std::string held = arrays.arrays().empty() ? std::string() : ": " + list_of_arrays(arrays.arrays());
    const std::optional<std::string> begun = incomplete_layer(arrays);
    return Error{{},
                 begun ? *begun : "no weights of attention under names that are known" + held,
                 "W_Q, W_K and W_V, in_proj_weight, c_attn, or others that the manual lists"};
}

} // namespace

const PlannedParameter* planned(const ImportPlan& plan, ParameterId id) {
    const auto found = std::ranges::find(plan.parameters, id, &PlannedParameter::id);
    return found == plan.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> import_prefixes(const NamedArrays& arrays) {
    std::vector<std::string> prefixes;
    for (const FoundLayer& layer : layers_of(arrays))
        prefixes.push_back(shown_prefix(layer.prefix));
    if (!prefixes.empty())
        return prefixes;
    for (const CapturedArray& each : captured_arrays(arrays, std::nullopt))
        prefixes.push_back(each.array->name);
    return prefixes;
}

bool has_unknown_names(const NamedArrays& arrays) {
    return layers_of(arrays).empty() && captured_arrays(arrays, std::nullopt).empty();
}

Result<ImportPlan> import_plan(const NamedArrays& arrays, const ImportChoices& choices) {
    const Result<FoundLayer> layer = chosen_layer(arrays, choices);
    if (!layer)
        return in_file(layer.error(), arrays.file());
    return in_file(Planner(arrays, choices, layer.value()).plan(), arrays.file());
}

} // namespace lab
