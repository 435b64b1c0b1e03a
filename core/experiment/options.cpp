// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/options.h"

#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lab {

namespace {

/// Reads and writes the member at the end of `path`: Member<&Experiment::scores, &Scores::rotary>.
template<auto... path>
struct Member {
    using Value = std::remove_cvref_t<decltype((std::declval<Experiment&>().*....*path))>;

    static Value get(const Experiment& e) { return (e.*....*path); }
    static void set(Experiment& e, Value value) { (e.*....*path) = std::move(value); }
    static std::size_t get_index(const Experiment& e) { return static_cast<std::size_t>(get(e)); }
    static void set_index(Experiment& e, std::size_t index) { set(e, static_cast<Value>(index)); }
};

template<auto... path>
constexpr Flag flag() {
    return {Member<path...>::get, Member<path...>::set};
}

template<auto... path>
constexpr Choice choice(std::span<const Choice::Value> values) {
    return {values, Member<path...>::get_index, Member<path...>::set_index};
}

constexpr std::array notations{Choice::Value{"rows", phrase::in_rows},
                               Choice::Value{"columns", phrase::in_columns}};
constexpr std::array score_biases{Choice::Value{"none", phrase::off}, Choice::Value{"alibi", phrase::on}};

constexpr std::array rotary_layouts{Choice::Value{"interleaved", phrase::interleaved},
                                    Choice::Value{"half", phrase::half}};

bool is_rotary(const Experiment& e) {
    return e.scores.rotary;
}

bool has_rotary_base(const Experiment& e) {
    return e.scores.rotary && e.scores.rotary_frequencies.empty();
}

bool takes_bias(const Experiment& e) {
    return normalizer(e).has_bias;
}

std::vector<Choice::Value> values_of_normalizers() {
    std::vector<Choice::Value> values;
    for (const Normalizer& each : normalizers())
        values.push_back({each.name, each.words});
    return values;
}

using Scale = Member<&Experiment::scores, &Scores::scale>;
using RotaryBase = Member<&Experiment::scores, &Scores::rotary_base>;
using RotaryFrequencies = Member<&Experiment::scores, &Scores::rotary_frequencies>;
using RotaryDims = Member<&Experiment::scores, &Scores::rotary_dims>;
using Softcap = Member<&Experiment::scores, &Scores::softcap>;
using Window = Member<&Experiment::mask, &Mask::window>;
using Temperature = Member<&Experiment::normalization, &Normalization::temperature>;
using SigmoidBias = Member<&Experiment::normalization, &Normalization::bias>;

const std::vector<Choice::Value> normalizer_values = values_of_normalizers();

const std::array options{
    Option{"", "notation", "The notation", Field::notation, choice<&Experiment::notation>(notations)},
    Option{"scores", "scale", "The scale", Field::scale,
           OptionalNumber{Scale::get, Scale::set, "1/sqrt(d_k)", name_of_scale}, &phrase::change},
    Option{"scores", "rotary", "Rotary", Field::rotary, flag<&Experiment::scores, &Scores::rotary>(),
           &phrase::rotary_change},
    Option{"scores", "rotary_base", "The rotary base", Field::rotary,
           PositiveNumber{RotaryBase::get, RotaryBase::set, Scores{}.rotary_base},
           &phrase::rotary_base_change, has_rotary_base},
    Option{"scores", "rotary_layout", "The rotary layout", Field::rotary,
           choice<&Experiment::scores, &Scores::rotary_layout>(rotary_layouts), &phrase::rotary_layout_change,
           is_rotary},
    Option{"scores", "rotary_dims", "The number of rotated features", Field::rotary,
           OptionalWhole{RotaryDims::get, RotaryDims::set, 2, true, &phrase::all},
           &phrase::rotary_dims_change, is_rotary},
    Option{"scores", "rotary_frequencies", "The rotary frequencies", Field::rotary,
           NumberList{RotaryFrequencies::get, RotaryFrequencies::set}, &phrase::rotary_frequencies_change,
           is_rotary},
    Option{"scores", "softcap", "The softcap", Field::scale, OptionalPositive{Softcap::get, Softcap::set},
           &phrase::softcap_change},
    Option{"scores", "bias", "ALiBi", Field::scale, choice<&Experiment::scores, &Scores::bias>(score_biases),
           &phrase::alibi_change},
    Option{"mask", "causal", "The causal mask", Field::mask, flag<&Experiment::mask, &Mask::causal>()},
    Option{"mask", "window", "The window of the mask", Field::mask,
           OptionalWhole{Window::get, Window::set, 1}},
    Option{"normalization", "kind", "The normaliser", Field::normalization,
           choice<&Experiment::normalization, &Normalization::kind>(normalizer_values), &phrase::change},
    Option{"normalization", "temperature", "The temperature", Field::normalization,
           PositiveNumber{Temperature::get, Temperature::set, Normalization{}.temperature},
           &phrase::temperature_change},
    Option{"normalization", "bias", "The bias of sigmoid", Field::normalization,
           AnyNumber{SigmoidBias::get, SigmoidBias::set}, &phrase::sigmoid_bias_change, takes_bias},
};

struct Words {
    const Experiment& experiment;

    Said operator()(const Flag& flag) const { return say(flag.get(experiment) ? phrase::on : phrase::off); }
    Said operator()(const Choice& choice) const { return say(choice.values[choice.get(experiment)].words); }
    Said operator()(const PositiveNumber& number) const { return say(phrase::just, number.get(experiment)); }
    Said operator()(const AnyNumber& number) const { return say(phrase::just, number.get(experiment)); }
    Said operator()(const OptionalPositive& number) const {
        const std::optional<double> value = number.get(experiment);
        return value ? say(phrase::just, *value) : say(phrase::none);
    }
    Said operator()(const OptionalNumber& number) const { return number.words(number.get(experiment)); }
    Said operator()(const OptionalWhole& whole) const {
        const std::optional<Index> value = whole.get(experiment);
        return value ? say(phrase::just, *value) : say(*whole.absent);
    }
    Said operator()(const NumberList& list) const {
        constexpr std::size_t most = 4; // the others are counted
        const std::vector<double> numbers = list.get(experiment);
        if (numbers.empty())
            return say(phrase::none);
        std::string text;
        for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i)
            text += (i > 0 ? ", " : "") + shortest(numbers[i]);
        return numbers.size() > most ? say(phrase::begins_list, text, static_cast<Index>(numbers.size()))
                                     : say(phrase::just, text);
    }
};

} // namespace

std::string Option::place() const {
    return std::string(group) + (group.empty() ? "" : ".") + std::string(key);
}

std::span<const Option> all_options() {
    return options;
}

bool is_same(const Option& option, const Experiment& a, const Experiment& b) {
    return std::visit([&](const auto& value) { return value.get(a) == value.get(b); }, option.value);
}

Said words_of(const Option& option, const Experiment& experiment) {
    return std::visit(Words{experiment}, option.value);
}

Said name_of_scale(std::optional<double> scale) {
    return !scale        ? say(phrase::usual_scale)
           : *scale == 1 ? say(phrase::not_scaled)
                         : say(phrase::times, *scale);
}

} // namespace lab
