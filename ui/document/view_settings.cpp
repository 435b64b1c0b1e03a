// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/view_settings.h"

#include "ui/document/lab_document.h"
#include "ui/document/view/view_json.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

constexpr const char* decimalsKey = "decimals";
constexpr const char* paletteKey = "palette";
constexpr const char* weightsKey = "weights";
constexpr const char* signedKey = "signed";
constexpr const char* rangeKey = "range";
constexpr const char* sharedName = "shared";
constexpr const char* weightRangeKey = "weight_range";
constexpr const char* unitName = "unit";
constexpr const char* largestName = "largest";
constexpr const char* logarithmicName = "logarithmic";

Palette paletteIn(const ViewJson* palettes, const char* key, const std::vector<Palette>& known,
                  Palette usual) {
    const std::string_view name = textOf(palettes, key);
    const auto isNamed = [&](Palette each) { return name == info(each).key; };
    const auto found = std::ranges::find_if(known, isNamed);
    return found == known.end() ? usual : *found;
}

/// A number at which the colours of a fixed range end; nullopt if there is none.
std::optional<double> limitIn(const ViewJson* range) {
    const double limit = range && range->is_number() ? range->get<double>() : 0;
    return limit > 0 && std::isfinite(limit) ? std::optional(limit) : std::nullopt;
}

void readWeightRange(const ViewJson* view, ViewSettings& settings) {
    const std::string_view text = textOf(view, weightRangeKey);
    settings.weightRange = text == unitName          ? WeightRange::unit
                           : text == largestName     ? WeightRange::largest
                           : text == logarithmicName ? WeightRange::logarithmic
                                                     : WeightRange::automatic;
    if (const auto limit = limitIn(fieldOf(view, weightRangeKey))) {
        settings.weightRange = WeightRange::fixed;
        settings.weightLimit = *limit;
    }
}

ViewSettings settingsIn(const ViewJson* view) {
    ViewSettings settings;
    const ViewJson* palettes = fieldOf(view, paletteKey);
    settings.weights = paletteIn(palettes, weightsKey, weightPalettes(), settings.weights);
    settings.ofSigned = paletteIn(palettes, signedKey, signedPalettes(), settings.ofSigned);
    readWeightRange(view, settings);
    if (textOf(view, rangeKey) == sharedName) {
        settings.range = ColourRange::shared;
    } else if (const auto limit = limitIn(fieldOf(view, rangeKey))) {
        settings.range = ColourRange::fixed;
        settings.colourLimit = *limit;
    }
    const ViewJson* decimals = fieldOf(view, decimalsKey);
    if (decimals && decimals->is_number()) {
        const auto count = decimals->get<double>();
        if (count >= 0 && count <= mostShownDecimals && count == std::floor(count))
            settings.decimals = static_cast<int>(count);
    }
    return settings;
}

ViewJson weightRangeOf(const ViewSettings& settings) {
    switch (settings.weightRange) {
    case WeightRange::automatic:
        break;
    case WeightRange::unit:
        return unitName;
    case WeightRange::largest:
        return largestName;
    case WeightRange::logarithmic:
        return logarithmicName;
    case WeightRange::fixed:
        return settings.weightLimit;
    }
    return nullptr;
}

ViewJson rangeOf(const ViewSettings& settings) {
    switch (settings.range) {
    case ColourRange::per_matrix:
        break;
    case ColourRange::shared:
        return sharedName;
    case ColourRange::fixed:
        return settings.colourLimit;
    }
    return nullptr;
}

} // namespace

ViewSettings viewSettings(const Experiment& experiment) {
    return settingsIn(experiment.view.get());
}

WeightRange weightRangeInUse(const Experiment& experiment) {
    const WeightRange chosen = viewSettings(experiment).weightRange;
    if (chosen != WeightRange::automatic)
        return chosen;
    const auto keys = static_cast<Index>(key_tokens(experiment).size());
    return keys <= mostKeysFrom0To1 ? WeightRange::unit : WeightRange::logarithmic;
}

bool adaptsWeightRange(const Experiment& experiment) {
    return viewSettings(experiment).weightRange == WeightRange::automatic &&
           weightRangeInUse(experiment) != WeightRange::unit;
}

JsonPtr withViewSettings(const Experiment& experiment, const ViewSettings& settings) {
    const ViewSettings before = viewSettings(experiment);
    const ViewSettings usual;
    ViewJson view = experiment.view ? *experiment.view : ViewJson::object();
    if (settings.decimals != before.decimals)
        writeField(view, decimalsKey, settings.decimals ? ViewJson(*settings.decimals) : ViewJson());
    if (settings.range != before.range || settings.colourLimit != before.colourLimit)
        writeField(view, rangeKey, rangeOf(settings));
    if (settings.weightRange != before.weightRange || settings.weightLimit != before.weightLimit)
        writeField(view, weightRangeKey, weightRangeOf(settings));
    if (settings.weights != before.weights || settings.ofSigned != before.ofSigned) {
        ViewJson palettes = objectOf(fieldOf(&view, paletteKey));
        const auto choose = [&](const char* key, Palette now, Palette then, Palette ordinary) {
            if (now != then)
                writeField(palettes, key, now == ordinary ? ViewJson() : ViewJson(info(now).key));
        };
        choose(weightsKey, settings.weights, before.weights, usual.weights);
        choose(signedKey, settings.ofSigned, before.ofSigned, usual.ofSigned);
        writeField(view, paletteKey, unlessEmpty(std::move(palettes)));
    }
    return viewOf(std::move(view));
}

void setViewSettings(LabDocument& document, const ViewSettings& settings) {
    if (settings != viewSettings(document.experiment()))
        document.setView(withViewSettings(document.experiment(), settings));
}

} // namespace lab
