// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/streamed_trace.h"
#include "core/experiment/masks.h"
#include "core/experiment/stage.h"
#include "core/script/script_builder.h"
#include "core/script/script_phrases.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

namespace words = script_phrase;
using Kind = NormalizationKind;

constexpr double plus_infinity = std::numeric_limits<double>::infinity();

/// Adds what a row of masked scores, with its weights, asks for.
template<class Row>
void look_at_row(const Row& masked, const Row& weights, Kind kind, ScriptCare& care) {
    bool hides = false, shows = false, has_nan_weight = false;
    for (Index key = 0; key < masked.size(); ++key) {
        hides |= is_hidden(masked(key));
        shows |= !is_hidden(masked(key));
        has_nan_weight |= !std::isfinite(weights(key));
    }
    const bool has_nan = (masked.array() != masked.array()).any();
    const bool is_infinite = (masked.array() == plus_infinity).any();
    care.hides |= hides;
    care.spreads_nan |= hides && (!shows || has_nan_weight);
    switch (kind) {
    case Kind::softmax:
        break;
    case Kind::softmax_naive:
    case Kind::sum:
        care.breaks_rows |= is_infinite;
        break;
    case Kind::sparsemax: // its threshold needs a key that has a weight
        care.breaks_rows |= !shows || has_nan_weight;
        break;
    case Kind::sigmoid:
        care.breaks_rows |= is_infinite || has_nan;
        break;
    }
}

void add_softmax(ScriptBuilder& to, const std::string& z, bool has_sink, bool has_temperature) {
    if (!has_sink && to.library() == ScriptLibrary::pytorch)
        return to.line("weights = torch.softmax(" + z + ", dim=-1)");
    if (!has_sink) {
        to.line("exponentials = np.exp(" + z + " - " + z + ".max(axis=-1, keepdims=True))");
        return to.line("weights = exponentials / exponentials.sum(axis=-1, keepdims=True)");
    }
    const std::string sink = has_temperature ? "sink / temperature" : "sink";
    to.line("largest = {lib}.maximum(" + z + ".{max}({each_row}), " + sink + ")",
            "of a row, the sink included");
    to.line("exponentials = {lib}.exp(" + z + " - largest)");
    to.line("of_sink = {lib}.exp(" + sink + " - largest)");
    to.line("weights = exponentials / (exponentials.sum({each_row}) + of_sink)");
}

void add_naive_softmax(ScriptBuilder& to, const std::string& z, bool has_sink, bool has_temperature) {
    to.line("exponentials = {lib}.exp(" + z + ")");
    const std::string sink = has_temperature ? " + {lib}.exp(sink / temperature)" : " + {lib}.exp(sink)";
    to.line(has_sink ? "weights = exponentials / (exponentials.sum({each_row})" + sink + ")"
                     : "weights = exponentials / exponentials.sum({each_row})");
}

void add_sparsemax(ScriptBuilder& to, const std::string& z, bool needs_care) {
    to.line("shifted = " + z + " - " + z + ".{max}({each_row})");
    to.either("ordered = -np.sort(-shifted, axis=-1)",
              "ordered = shifted.sort(dim=-1, descending=True).values", "the largest first");
    to.either("sums = np.cumsum(ordered, axis=-1)", "sums = ordered.cumsum(dim=-1)");
    to.line("counts = {lib}.arange(1, n_k + 1)");
    to.line("support = (1 + counts * ordered > sums).sum({each_row})", "how many keys have a weight");
    if (needs_care)
        to.either("support = np.maximum(support, 1)", "support = support.clamp(min=1)");
    to.either("threshold = (np.take_along_axis(sums, support - 1, axis=-1) - 1) / support",
              "threshold = (sums.gather(-1, support - 1) - 1) / support");
    to.either("weights = np.maximum(shifted - threshold, 0.0)",
              "weights = (shifted - threshold).clamp(min=0.0)");
}

/// What the plain formula leaves wrong where keys are hidden or scores are not finite.
void add_care(ScriptBuilder& to, Kind kind, const ScriptCare& care) {
    if (care.breaks_rows && kind != Kind::sparsemax) {
        to.line("broken = {lib}.isnan(masked_scores) | (masked_scores == {inf})", words::broken_rows);
        to.line("broken = broken.any({each_row})");
        to.either("weights = np.where(broken, np.nan, weights)",
                  "weights = weights.masked_fill(broken, torch.nan)");
    }
    if (care.spreads_nan)
        to.either("weights = np.where(masked_scores == -np.inf, 0.0, weights)",
                  "weights = weights.masked_fill(masked_scores == -torch.inf, 0.0)", words::empty_rows);
}

const char* beginning_of(Kind kind) {
    switch (kind) {
    case Kind::softmax:
        return words::softmax;
    case Kind::softmax_naive:
        return words::softmax_naive;
    case Kind::sum:
        return words::sum;
    case Kind::sparsemax:
        return words::sparsemax;
    case Kind::sigmoid:
        break;
    }
    return words::sigmoid;
}

void add_weights_stage(ScriptBuilder& to, const ScriptCare& care) {
    const Normalization& normalization = to.experiment().normalization;
    const Kind kind = normalization.kind;
    const bool has_sink = sink_of(normalization, 0).has_value();
    const bool has_temperature = normalization.temperature != 1 && kind != Kind::sum;
    const bool has_bias = kind == Kind::sigmoid && normalization.bias != 0;
    to.begin(StageId::weights, {beginning_of(kind), has_temperature ? words::at_temperature : "",
                                has_bias ? words::with_bias : "", has_sink ? words::with_sink : ""});
    std::string z = "masked_scores";
    if (has_temperature) {
        to.line("temperature = " + to.number(normalization.temperature));
        to.line("z = masked_scores / temperature");
        z = "z";
    }
    switch (kind) {
    case Kind::softmax:
        add_softmax(to, z, has_sink, has_temperature);
        break;
    case Kind::softmax_naive:
        add_naive_softmax(to, z, has_sink, has_temperature);
        break;
    case Kind::sum:
        if (care.hides)
            to.either("z = np.where(masked_scores == -np.inf, 0.0, masked_scores)",
                      "z = masked_scores.masked_fill(masked_scores == -torch.inf, 0.0)",
                      "hidden keys add nothing");
        z = care.hides ? "z" : z;
        to.line("weights = " + z + " / " + z + ".sum({each_row})");
        break;
    case Kind::sparsemax:
        add_sparsemax(to, z, care.breaks_rows);
        break;
    case Kind::sigmoid:
        if (has_bias)
            to.line("bias = " + to.number(normalization.bias));
        to.line("weights = 1 / (1 + {lib}.exp(-" + (has_bias ? "(" + z + " + bias)" : z) + "))");
        break;
    }
    add_care(to, kind, care);
    to.overrides(StageId::weights, false);
}

void add_outputs(ScriptBuilder& to) {
    const Projection& p = to.experiment().projection;
    to.begin(StageId::head_outputs,
             {to.experiment().dropout ? words::head_outputs_of_dropped : words::head_outputs});
    to.line("head_outputs = " + std::string(info(weights_in_use(to.experiment())).name) + " @ values",
            to.per_head("n_q, d_v"));
    to.overrides(StageId::head_outputs, false);
    to.begin(StageId::concat, {to.has_heads() ? words::concat : words::concat_of_one});
    if (to.has_heads())
        to.either("concat = np.concatenate(head_outputs, axis=1)",
                  "concat = torch.cat(tuple(head_outputs), dim=1)", "(n_q, H * d_v)");
    else
        to.line("concat = head_outputs", "(n_q, d_v)");
    to.overrides(StageId::concat, !to.has_heads());
    if (!p.W_O) {
        to.begin(StageId::output, {words::output_is_concat});
        to.line("output = concat");
        return to.overrides(StageId::output, true);
    }
    to.begin(StageId::output, {words::output, p.b_O ? ", plus b_O" : ""});
    to.line(p.b_O ? "output = concat @ W_O + b_O" : "output = concat @ W_O", "(n_q, d_out)");
    to.overrides(StageId::output, false);
}

} // namespace

ScriptCare care_for(const Experiment& experiment) {
    ScriptCare care;
    const StreamedTrace trace(experiment);
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        trace.each_row(StageId::masked_scores, head, [&](ConstMatrixRef masked) {
            Matrix weighed(masked.rows(), masked.cols());
            weights(masked, experiment.normalization, head, weighed);
            for (Index row = 0; row < masked.rows(); ++row)
                look_at_row<RowVector>(masked.row(row), weighed.row(row), experiment.normalization.kind,
                                       care);
            return true;
        });
    }
    return care;
}

void add_weights(ScriptBuilder& to, const ScriptCare& care) {
    add_weights_stage(to, care);
    if (to.experiment().dropout) {
        to.begin(StageId::dropped_weights, {words::dropped});
        to.either("dropped_weights = np.where(kept == 1, weights / (1 - rate), 0.0)",
                  "dropped_weights = (weights / (1 - rate)).masked_fill(kept == 0, 0.0)",
                  to.per_head("n_q, n_k"));
        to.overrides(StageId::dropped_weights, false);
    }
    add_outputs(to);
}

} // namespace lab
