// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/masks.h"
#include "core/experiment/rotation.h"
#include "core/experiment/stage.h"
#include "core/script/script_builder.h"
#include "core/script/script_phrases.h"
#include "core/stages/05_scaled_scores.h"

#include <cmath>

namespace lab {

namespace {

namespace words = script_phrase;

/// Beyond this position, sines of angles that two libraries compute may differ by more than 1e-13, since the
/// last digit of a frequency does. Then frequencies are given as numbers.
constexpr Index far_position = 500;

bool is_far(const Experiment& e) {
    return positions_needed(e) > far_position;
}

std::string name_of(StageId stage) {
    return std::string(info(stage).name);
}

void add_sinusoids(ScriptBuilder& to) {
    const Index d_model = to.sizes().d_model;
    to.line("columns = {lib}.arange(d_model)");
    if (is_far(to.experiment())) {
        Matrix wavelengths(1, d_model);
        for (Index c = 0; c < d_model; ++c)
            wavelengths(0, c) =
                std::pow(10000.0, static_cast<double>(c - c % 2) / static_cast<double>(d_model));
        to.vector("wavelengths", wavelengths, "10000 ** ((columns - columns % 2) / d_model)");
    } else {
        to.line("wavelengths = 10000.0 ** ((columns - columns % 2) / d_model)");
    }
    to.raw({"", "def sinusoids(positions):"});
    to.line("    angles = positions[:, None] / wavelengths", "(n, d_model)");
    to.line("    return {lib}.where(columns % 2 == 0, {lib}.sin(angles), {lib}.cos(angles))");
    to.raw({""});
}

void add_inputs_stage(ScriptBuilder& to, StageId stage) {
    const Experiment& e = to.experiment();
    const bool is_source = stage == StageId::source_inputs;
    const bool is_given = has_given_inputs(e);
    const PositionKind position = e.embedding.position.kind;
    const char* beginning = is_given ? (is_source ? words::given_source_inputs : words::given_inputs)
                                     : (is_source ? words::source_inputs : words::inputs);
    to.begin(stage, {beginning, position == PositionKind::learned      ? words::with_position
                                : position == PositionKind::sinusoidal ? words::with_sinusoids
                                                                       : ""});
    if (position == PositionKind::sinusoidal && !is_source)
        add_sinusoids(to);
    const std::string name = name_of(stage);
    const std::string tokens = is_source ? "source_tokens" : "tokens";
    const std::string positions = is_source ? "key_positions" : "query_positions";
    const std::string shape = is_source ? "(n_k, d_model)" : "(n_q, d_model)";
    if (is_given)
        to.line(name + (is_source ? " = X_source" : " = X"), shape);
    else
        to.line(name + " = {array}([embedding[token] for token in " + tokens + "])", shape);
    if (position == PositionKind::sinusoidal)
        to.line(name + " = " + name + " + sinusoids(" + positions + ")");
    if (position == PositionKind::learned)
        to.line(name + " = " + name + " + position[" + positions + "]");
    to.overrides(stage, is_given && position == PositionKind::none);
}

void define_norm(ScriptBuilder& to, const QkNorm& norm) {
    to.line("epsilon = " + to.number(norm.epsilon));
    to.raw({"", "def normalised(x):"});
    if (norm.kind == QkNormKind::rms)
        to.line("    return x / {lib}.sqrt((x ** 2).mean({each_row}) + epsilon)");
    else
        to.either("    return x / np.maximum(np.sqrt((x ** 2).sum({each_row})), epsilon)",
                  "    return x / torch.sqrt((x ** 2).sum({each_row})).clamp(min=epsilon)");
    to.raw({""});
}

void define_rotation(ScriptBuilder& to, const Rotation& rotation) {
    const Scores& scores = to.experiment().scores;
    const std::string pairs = std::to_string(rotation.pairs()), end = std::to_string(rotation.columns());
    const std::string width = scores.rotary_dims ? std::to_string(rotation.width()) : "d_k";
    const std::string formula = to.number(scores.rotary_base) + " ** (-2 * ";
    if (is_far(to.experiment())) {
        Matrix frequencies(1, rotation.pairs());
        for (Index pair = 0; pair < rotation.pairs(); ++pair)
            frequencies(0, pair) = rotation.frequency(pair);
        to.vector("frequencies", frequencies, formula + "pair / " + width + ")");
    } else {
        to.line("frequencies = " + formula + "{lib}.arange(" + pairs + ") / " + width + ")");
    }
    const bool is_half = scores.rotary_layout == RotaryLayout::half;
    const std::string a = is_half ? "[..., :" + pairs + "]" : "[..., 0:" + end + ":2]";
    const std::string b = is_half ? "[..., " + pairs + ":" + end + "]" : "[..., 1:" + end + ":2]";
    to.raw({""});
    to.line("def rotated(x, positions):", words::pairs_turn);
    to.line("    angles = positions[:, None] * frequencies", "(n, pairs)");
    to.line("    cos, sin = {lib}.cos(angles), {lib}.sin(angles)");
    to.line("    a, b = x" + a + ", x" + b);
    to.line("    turned = x.{copy}()");
    to.line("    turned" + a + " = a * cos - b * sin");
    to.line("    turned" + b + " = a * sin + b * cos");
    to.line("    return turned");
    to.raw({""});
}

/// What makes queries, keys or values.
struct ProjectionNames {
    StageId stage;
    const char* title;
    std::string x, weights, given;
    MatrixPtr bias, gains;
    std::string_view bias_name, gains_name;
    const char *parts, *width, *tokens, *positions; ///< the names of sizes and positions
};

std::string projection_heading(const ScriptBuilder& to, const ProjectionNames& names) {
    const ProjectionKind kind = to.experiment().projection.kind;
    std::string text = names.title;
    if (kind == ProjectionKind::linear)
        text +=
            ": " + std::string(names.x == "inputs" ? "inputs" : "source inputs") + " times " + names.weights;
    else if (kind == ProjectionKind::identity)
        text += names.x == "inputs" ? ": the inputs" : ": the source inputs";
    else
        text += ": " + names.given;
    if (kind == ProjectionKind::linear && names.bias)
        text += ", plus " + std::string(names.bias_name);
    return text;
}

void add_projection_stage(ScriptBuilder& to, const ProjectionNames& names) {
    const Experiment& e = to.experiment();
    const bool is_linear = e.projection.kind == ProjectionKind::linear;
    const bool shares = names.stage != StageId::queries && to.sizes().G != to.sizes().H;
    const Rotation rotation(e);
    const bool turns = names.stage != StageId::values && rotation.pairs() > 0;
    const bool is_divided = names.stage != StageId::values && e.scores.qk_norm.has_value();
    const std::string name = name_of(names.stage);
    const std::string own = name + " = " + name;
    const std::string heading = projection_heading(to, names);
    to.begin(names.stage, {heading.c_str(),
                           !to.has_heads() ? ""
                           : shares        ? words::into_groups
                                           : words::into_heads,
                           is_divided ? words::normalised : "", turns ? words::rotated : "",
                           shares ? words::repeated : ""});
    if (names.stage == StageId::queries && is_divided)
        define_norm(to, *e.scores.qk_norm);
    if (names.stage == StageId::queries && turns)
        define_rotation(to, rotation);
    const std::string flat = std::string("(") + names.tokens + ", " +
                             (to.has_heads() ? std::string(names.parts) + " * " : "") + names.width + ")";
    if (is_linear)
        to.line(name + " = " + names.x + " @ " + names.weights +
                    (names.bias ? " + " + std::string(names.bias_name) : ""),
                flat);
    else
        to.line(name + " = " + (e.projection.kind == ProjectionKind::identity ? names.x : names.given), flat);
    const std::string inner = std::string(names.tokens) + ", " + names.width + ")";
    if (to.has_heads())
        to.line(own + ".reshape(" + names.tokens + ", " + names.parts + ", " + names.width +
                    ").{heads_first}",
                std::string("(") + names.parts + ", " + inner);
    if (is_divided)
        to.line(own.substr(0, name.size()) + " = normalised(" + name + ")" +
                (names.gains ? " * " + std::string(names.gains_name) : ""));
    if (turns)
        to.line(name + " = rotated(" + name + ", " + names.positions + ")");
    if (shares)
        to.either(name + " = np.repeat(" + name + ", H // G, axis=0)",
                  own + ".repeat_interleave(H // G, dim=0)", "(H, " + inner);
    to.overrides(names.stage, !is_linear && !is_divided && !turns && !shares);
}

void add_projections(ScriptBuilder& to) {
    const Experiment& e = to.experiment();
    const Projection& p = e.projection;
    const std::string keys_from = e.source ? "source_inputs" : "inputs";
    const char* groups = to.groups();
    const MatrixPtr g_Q = e.scores.qk_norm ? e.scores.qk_norm->g_Q : nullptr;
    const MatrixPtr g_K = e.scores.qk_norm ? e.scores.qk_norm->g_K : nullptr;
    add_projection_stage(to, {StageId::queries, "Queries", "inputs", "W_Q", "Q", p.b_Q, g_Q, "b_Q", "g_Q",
                              "H", "d_k", "n_q", "query_positions"});
    add_projection_stage(to, {StageId::keys, "Keys", keys_from, "W_K", "K", p.b_K, g_K, "b_K", "g_K", groups,
                              "d_k", "n_k", "key_positions"});
    add_projection_stage(to, {StageId::values, "Values", keys_from, "W_V", "V", p.b_V, nullptr, "b_V", "",
                              groups, "d_v", "n_k", ""});
}

void add_scaled_scores(ScriptBuilder& to) {
    const Scores& scores = to.experiment().scores;
    const bool is_unscaled = scores.scale == 1.0;
    to.begin(StageId::scaled_scores,
             {!scores.scale ? words::divided
              : is_unscaled ? words::unscaled
                            : words::multiplied,
              scores.softcap ? words::capped : "", scores.bias == ScoreBias::alibi ? words::with_alibi : "",
              scores.additive.empty() ? "" : words::with_added});
    const std::string shape = to.per_head("n_q, n_k");
    if (!scores.scale)
        to.line("scaled_scores = scores / d_k ** 0.5", shape);
    else if (is_unscaled)
        to.line("scaled_scores = scores", shape);
    else
        to.line("scaled_scores = scores * " + to.number(*scores.scale), shape);
    if (scores.softcap) {
        to.line("softcap = " + to.number(*scores.softcap));
        to.line("scaled_scores = softcap * {lib}.tanh(scaled_scores / softcap)");
    }
    if (scores.bias == ScoreBias::alibi) {
        Matrix slopes(1, to.sizes().H);
        for (HeadIndex head = 0; head < to.sizes().H; ++head)
            slopes(0, head) = alibi_slope(head, to.sizes().H);
        if (to.has_heads())
            to.vector("slopes", slopes, "", ".reshape(H, 1, 1)");
        else
            to.line("slopes = " + to.number(slopes(0, 0)));
        to.line(
            "scaled_scores = scaled_scores - slopes * {lib}.abs(query_positions[:, None] - key_positions)");
    }
    if (!scores.additive.empty())
        to.line("scaled_scores = scaled_scores + additive");
    to.overrides(StageId::scaled_scores,
                 is_unscaled && !scores.softcap && scores.bias == ScoreBias::none && scores.additive.empty());
}

void add_masked_scores(ScriptBuilder& to) {
    const Mask& mask = to.experiment().mask;
    to.begin(StageId::masked_scores, {has_mask(mask) ? words::masked : words::unmasked});
    if (!has_mask(mask)) {
        to.line("masked_scores = scaled_scores", to.per_head("n_q, n_k"));
        return to.overrides(StageId::masked_scores, true);
    }
    to.either("visible = np.ones((n_q, n_k), dtype=bool)",
              "visible = torch.ones(n_q, n_k, dtype=torch.bool)");
    for (const MaskRule* rule : rules_of(mask)) {
        for (const MaskCode& code : rule->code(mask))
            to.line(code.line, code.comment);
    }
    to.either("masked_scores = np.where(visible, scaled_scores, -np.inf)",
              "masked_scores = scaled_scores.masked_fill(~visible, -torch.inf)", to.per_head("n_q, n_k"));
    to.overrides(StageId::masked_scores, false);
}

} // namespace

void add_stages_before_weights(ScriptBuilder& to) {
    for (const StageId stage : {StageId::inputs, StageId::source_inputs}) {
        if (has_stage(to.experiment(), stage))
            add_inputs_stage(to, stage);
    }
    add_projections(to);
    to.begin(StageId::scores, {words::scores});
    to.line(to.has_heads() ? "scores = queries @ keys.{swapped}" : "scores = queries @ keys.T",
            to.per_head("n_q, n_k"));
    to.overrides(StageId::scores, false);
    add_scaled_scores(to);
    add_masked_scores(to);
}

} // namespace lab
