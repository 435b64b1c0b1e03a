// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/options.h"

#include "core/number_format.h"

#include <type_traits>

namespace lab {

namespace {

/// Reads and writes the member at the end of `path`: Member<&Experiment::scores, &Scores::rotary>.
template<auto... path>
struct Member {
    using Value = std::remove_cvref_t<decltype((std::declval<Experiment&>().*....*path))>;

    static Value get(const Experiment& e) { return (e.*....*path); }
    static void set(Experiment& e, Value value) { (e.*....*path) = value; }
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

constexpr std::array notations{Choice::Value{"rows", "rows"}, Choice::Value{"columns", "columns"}};
constexpr std::array score_biases{Choice::Value{"none", "off"}, Choice::Value{"alibi", "on"}};

bool is_rotary(const Experiment& e) {
    return e.scores.rotary;
}

using Scale = Member<&Experiment::scores, &Scores::scale>;
using RotaryBase = Member<&Experiment::scores, &Scores::rotary_base>;
using Window = Member<&Experiment::mask, &Mask::window>;
using Temperature = Member<&Experiment::normalization, &Normalization::temperature>;

const std::array options{
    Option{"", "notation", Field::notation, choice<&Experiment::notation>(notations)},
    Option{"scores", "scale", Field::scale,
           OptionalNumber{Scale::get, Scale::set, "1/sqrt(d_k)", name_of_scale}, ""},
    Option{"scores", "rotary", Field::rotary, flag<&Experiment::scores, &Scores::rotary>(), "rotary "},
    Option{"scores", "rotary_base", Field::rotary,
           PositiveNumber{RotaryBase::get, RotaryBase::set, Scores{}.rotary_base}, "rotary base ", is_rotary},
    Option{"scores", "bias", Field::scale, choice<&Experiment::scores, &Scores::bias>(score_biases),
           "ALiBi "},
    Option{"mask", "causal", Field::mask, flag<&Experiment::mask, &Mask::causal>()},
    Option{"mask", "window", Field::mask, OptionalWhole{Window::get, Window::set, 1}},
    Option{"normalization", "kind", Field::normalization,
           choice<&Experiment::normalization, &Normalization::kind>(normalizer_values), ""},
    Option{"normalization", "temperature", Field::normalization,
           PositiveNumber{Temperature::get, Temperature::set, 1}, "τ = "},
};

struct Words {
    const Experiment& experiment;

    std::string operator()(const Flag& flag) const { return flag.get(experiment) ? "on" : "off"; }
    std::string operator()(const Choice& choice) const { return choice.values[choice.get(experiment)].words; }
    std::string operator()(const PositiveNumber& number) const { return brief(number.get(experiment)); }
    std::string operator()(const OptionalNumber& number) const {
        return number.words(number.get(experiment));
    }
    std::string operator()(const OptionalWhole& whole) const {
        const std::optional<Index> value = whole.get(experiment);
        return value ? std::to_string(*value) : "none";
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

std::string words_of(const Option& option, const Experiment& experiment) {
    return std::visit(Words{experiment}, option.value);
}

std::string name_of_scale(std::optional<double> scale) {
    return !scale ? "1/√d_k" : *scale == 1 ? "not scaled" : "× " + brief(*scale);
}

} // namespace lab
