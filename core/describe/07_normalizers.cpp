// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/07_normalizers.h"

#include "core/base/number_format.h"
#include "core/describe/caption_phrases.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"

#include <array>

namespace lab {

namespace {

using Words = std::optional<Said>;

Words softmax_how(const Experiment& experiment, const ExplanationStep& step) {
    const bool divides = temperature_of(experiment.normalization) != 1;
    const auto& of_scores = divides ? phrase::softmax_shift_divided : phrase::softmax_shift;
    const auto& with_sink =
        divides ? phrase::softmax_shift_with_sink_divided : phrase::softmax_shift_with_sink;
    return say((step.sink ? with_sink : of_scores).in(experiment.notation), step.shift);
}

Words sparsemax_how(const Experiment& /*experiment*/, const ExplanationStep& step) {
    return say(phrase::sparsemax_threshold, step.shift);
}

Words sigmoid_how(const Experiment& experiment, const ExplanationStep& /*step*/) {
    const double bias = bias_of(experiment.normalization);
    return bias == 0 ? say(phrase::each_alone.in(experiment.notation))
                     : say(phrase::each_alone_with_bias.in(experiment.notation), bias);
}

Words title_says_how(const Experiment& /*experiment*/, const ExplanationStep& /*step*/) {
    return std::nullopt;
}

/// One of two sentences, the second with the temperature.
Said with_temperature(const Normalization& normalization, const Phrase<1>& alone, const Phrase<2>& divided,
                      const auto& number) {
    const double temperature = temperature_of(normalization);
    return temperature == 1 ? say(alone, number) : say(divided, temperature, number);
}

Said softmax_reduced(const Normalization& normalization, bool has_sink, const std::string& shift) {
    return has_sink ? with_temperature(normalization, caption_phrase::subtract_largest_or_sink,
                                       caption_phrase::divide_and_subtract_largest_or_sink, shift)
                    : with_temperature(normalization, caption_phrase::subtract_largest,
                                       caption_phrase::divide_and_subtract_largest, shift);
}

Said sparsemax_reduced(const Normalization& normalization, bool /*has_sink*/, const std::string& shift) {
    return with_temperature(normalization, caption_phrase::subtract_threshold,
                            caption_phrase::divide_and_subtract_threshold, shift);
}

Said sigmoid_reduced(const Normalization& normalization, bool /*has_sink*/, const std::string& /*shift*/) {
    const double bias = bias_of(normalization);
    return bias == 0 ? say(caption_phrase::divide_by_temperature, normalization.temperature)
                     : with_temperature(normalization, caption_phrase::add_bias,
                                        caption_phrase::divide_and_add_bias, bias);
}

Said divided_by_temperature(const Normalization& normalization, bool /*has_sink*/,
                            const std::string& /*shift*/) {
    return say(caption_phrase::divide_by_temperature, normalization.temperature);
}

ShownPart power_part(const Equation& /*equation*/, const ShownPart& x, double /*reduced*/) {
    return Equation::e_to(x);
}

ShownPart sparsemax_part(const Equation& /*equation*/, const ShownPart& x, double /*reduced*/) {
    return Equation::at_least_0(x);
}

ShownPart sigmoid_part(const Equation& equation, const ShownPart& /*x*/, double reduced) {
    const ShownPart one = Equation::exactly(1);
    return equation.over(
        one, Equation::in_brackets(equation.sum({one, Equation::e_to(equation.number(-reduced))})));
}

void add_sparsemax_formulas(const Experiment& experiment, ExplanationStep& step) {
    const Share& own = own_share(step);
    const auto at_least_0 = [](Formula what) {
        return formula::row({formula::text("max("), std::move(what), formula::text(", 0)")});
    };
    step.rule = at_least_0(reduced_score(experiment, formula::words(own.key), "t"));
    step.numbers = at_least_0(formula::hole(own.reduced, {}));
}

/// 1 / (1 + e^(−z/τ − b)).
void add_sigmoid_formulas(const Experiment& experiment, ExplanationStep& step) {
    const Share& own = own_share(step);
    std::vector<Formula> power{formula::text(std::string(minus_sign)),
                               reduced_score(experiment, formula::words(own.key), "")};
    if (bias_of(experiment.normalization) != 0)
        power.insert(power.end(), {formula::text(" − "), formula::symbol("b")});
    const auto over_one_and = [](Formula exponent) {
        return formula::fraction(formula::text("1"),
                                 formula::row({formula::text("1 + "), power_of_e(std::move(exponent))}));
    };
    step.rule = over_one_and(formula::row(std::move(power)));
    step.numbers = over_one_and(formula::hole(-own.reduced, {}));
}

std::string sink_variable(const ScriptBuilder& to) {
    const bool divides = temperature_of(to.experiment().normalization) != 1;
    return divides ? "sink / temperature" : "sink";
}

void write_softmax(ScriptBuilder& to, const std::string& z, const ScriptCare& /*care*/) {
    if (sink_of(to.experiment().normalization, 0)) {
        const std::string sink = sink_variable(to);
        to.line("largest = {lib}.maximum(" + z + ".{max}({each_row}), " + sink + ")",
                "of a row, the sink included");
        to.line("exponentials = {lib}.exp(" + z + " - largest)");
        to.line("of_sink = {lib}.exp(" + sink + " - largest)");
        to.line("weights = exponentials / (exponentials.sum({each_row}) + of_sink)");
    } else if (to.library() == ScriptLibrary::pytorch) {
        to.line("weights = torch.softmax(" + z + ", dim=-1)");
    } else {
        to.line("exponentials = np.exp(" + z + " - " + z + ".max(axis=-1, keepdims=True))");
        to.line("weights = exponentials / exponentials.sum(axis=-1, keepdims=True)");
    }
}

void write_naive_softmax(ScriptBuilder& to, const std::string& z, const ScriptCare& /*care*/) {
    to.line("exponentials = {lib}.exp(" + z + ")");
    if (sink_of(to.experiment().normalization, 0))
        to.line("weights = exponentials / (exponentials.sum({each_row}) + {lib}.exp(" + sink_variable(to) +
                "))");
    else
        to.line("weights = exponentials / exponentials.sum({each_row})");
}

void write_sum(ScriptBuilder& to, const std::string& z, const ScriptCare& care) {
    if (care.hides)
        to.either("z = np.where(masked_scores == -np.inf, 0.0, masked_scores)",
                  "z = masked_scores.masked_fill(masked_scores == -torch.inf, 0.0)",
                  "hidden keys add nothing");
    const std::string summed = care.hides ? "z" : z;
    to.line("weights = " + summed + " / " + summed + ".sum({each_row})");
}

void write_sparsemax(ScriptBuilder& to, const std::string& z, const ScriptCare& care) {
    to.line("shifted = " + z + " - " + z + ".{max}({each_row})");
    to.either("ordered = -np.sort(-shifted, axis=-1)",
              "ordered = shifted.sort(dim=-1, descending=True).values", "the largest first");
    to.either("sums = np.cumsum(ordered, axis=-1)", "sums = ordered.cumsum(dim=-1)");
    to.line("counts = {lib}.arange(1, n_k + 1)");
    to.line("support = (1 + counts * ordered > sums).sum({each_row})", "how many keys have a weight");
    if (care.breaks_rows)
        to.either("support = np.maximum(support, 1)", "support = support.clamp(min=1)");
    to.either("threshold = (np.take_along_axis(sums, support - 1, axis=-1) - 1) / support",
              "threshold = (sums.gather(-1, support - 1) - 1) / support");
    to.either("weights = np.maximum(shifted - threshold, 0.0)",
              "weights = (shifted - threshold).clamp(min=0.0)");
}

void write_sigmoid(ScriptBuilder& to, const std::string& z, const ScriptCare& /*care*/) {
    const double bias = bias_of(to.experiment().normalization);
    if (bias != 0)
        to.line("bias = " + to.number(bias));
    to.line("weights = 1 / (1 + {lib}.exp(-" + (bias == 0 ? z : "(" + z + " + bias)") + "))");
}

/// In the order of normalizers().
constexpr std::array all_descriptions{
    NormalizerDescription{.title = phrase::softmax,
                          .name = "softmax",
                          .heading = script_phrase::softmax,
                          .how = softmax_how,
                          .reduced = softmax_reduced,
                          .becoming_parts = &caption_phrase::raise_e,
                          .part = power_part,
                          .program = write_softmax},
    NormalizerDescription{.title = phrase::softmax_naive,
                          .name = "softmax",
                          .heading = script_phrase::softmax_naive,
                          .how = title_says_how,
                          .reduced = divided_by_temperature,
                          .becoming_parts = &caption_phrase::raise_e,
                          .part = power_part,
                          .program = write_naive_softmax},
    NormalizerDescription{.title = phrase::divide_by_sum,
                          .name = "",
                          .heading = script_phrase::sum,
                          .how = title_says_how,
                          .program = write_sum},
    NormalizerDescription{.title = phrase::sparsemax,
                          .name = "sparsemax",
                          .heading = script_phrase::sparsemax,
                          .how = sparsemax_how,
                          .reduced = sparsemax_reduced,
                          .becoming_parts = &caption_phrase::cut_off,
                          .part = sparsemax_part,
                          .add_formulas = add_sparsemax_formulas,
                          .program = write_sparsemax},
    NormalizerDescription{.title = phrase::sigmoid,
                          .name = "sigmoid",
                          .heading = script_phrase::sigmoid,
                          .how = sigmoid_how,
                          .reduced = sigmoid_reduced,
                          .part = sigmoid_part,
                          .add_formulas = add_sigmoid_formulas,
                          .program = write_sigmoid},
};

} // namespace

const NormalizerDescription& description(NormalizationKind kind) {
    return all_descriptions[static_cast<std::size_t>(kind)];
}

Formula reduced_formula(const Experiment& experiment, Formula z, const char* less) {
    if (temperature_of(experiment.normalization) != 1)
        z = formula::row({std::move(z), formula::text("/"), formula::symbol("τ")});
    return *less ? formula::row({std::move(z), formula::text(" − "), formula::symbol(less)}) : z;
}

Formula reduced_score(const Experiment& experiment, Formula key, const char* less) {
    return reduced_formula(experiment, formula::sub(formula::symbol("z"), std::move(key)), less);
}

Formula power_of_e(Formula power) {
    return formula::sup(formula::symbol("e"), std::move(power));
}

} // namespace lab
