// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries, keys and values: a projection, for queries and keys followed by a norm (03_qk_norm) and a
// rotation.
#include "core/stages/03_queries_keys_values.h"

#include "core/describe/03_qk_norm.h"
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"

#include <cmath>

namespace lab {

namespace {

/// The columns that a head owns of a matrix of the projection.
Columns columns_of(const Experiment& experiment, const ProjectionNames& names, HeadIndex head, Index width) {
    return head_columns(width, info(names.weights).split, experiment.heads, head);
}

/// The step up to the projection, of a number alone or of one of a pair.
ExplanationStep projection_step(const StepInputs& from, const CellRef& cell, const Phrase<1>* of_pair) {
    const Experiment& experiment = from.experiment;
    const ProjectionNames names = projection_of(cell.stage);
    const Projection& p = experiment.projection;
    const StageId x = inputs_of(experiment, cell.stage);
    const auto begin = [&](ExplanationKind kind, const Phrase<0>& title) {
        ExplanationStep step = begin_step(from, cell, kind, title);
        step.role = StepRole::projected;
        if (of_pair)
            step.title = say(*of_pair, std::move(step.title));
        return step;
    };
    const auto column = [&](Index width) {
        return columns_of(experiment, names, cell.head, width).first + cell.column;
    };
    ExplanationStep step;
    switch (p.kind) {
    case ProjectionKind::linear: {
        step = begin(ExplanationKind::sum, phrase::multiply);
        const Matrix& weights = *projection_matrix(p, names.weights);
        for (Index i = 0; i < weights.rows(); ++i)
            add_term(step, from.feature_term(i),
                     {from.operand({x, 0, cell.row, i}),
                      from.operand({names.weights, i, column(weights.cols())})});
        if (const MatrixPtr& bias = projection_matrix(p, names.bias))
            add_number(step, text_of(say(phrase::bias_term)),
                       from.operand({names.bias, 0, column(bias->cols())}));
        break;
    }
    case ProjectionKind::identity:
        step = begin(ExplanationKind::copy, phrase::take_input);
        add_number(step, {}, from.operand({x, 0, cell.row, column(dimensions(experiment).d_model)}));
        break;
    case ProjectionKind::direct:
        step = begin(ExplanationKind::copy, phrase::take_given);
        add_number(step, {},
                   from.operand({names.given, cell.row, column(projection_matrix(p, names.given)->cols())}));
        break;
    }
    return step;
}

/// The last step of a rotated pair, whose numbers the two steps before it have.
ExplanationStep rotation_step(const StepInputs& from, const CellRef& cell, const Rotation& rotation,
                              Index pair, std::vector<ExplanationStep>& steps) {
    const std::size_t of_pair = steps.size() - 2;
    for (const std::size_t i : {of_pair, of_pair + 1}) {
        steps[i].symbol = (i == of_pair ? "a" : "b");
        steps[i].index.clear();
    }
    const auto [first, second] = rotation.pair(pair);
    const FirstPositions positions = first_positions(from.experiment);
    const Index position = cell.row + (cell.stage == StageId::queries ? positions.query : positions.key);
    const double angle = static_cast<double>(position) * rotation.frequency(pair);
    const Operand a{"a", {}, steps[of_pair].result, {}, false, of_pair};
    const Operand b{"b", {}, steps[of_pair + 1].result, {}, false, of_pair + 1};
    const Operand cosine{"cos θ", {}, std::cos(angle), {}};
    const Operand sine{"sin θ", {}, std::sin(angle), {}};
    ExplanationStep turn = begin_step(from, cell, ExplanationKind::sum, phrase::rotate);
    turn.role = StepRole::rotated;
    if (cell.column == first) {
        add_term(turn, "a", {a, cosine});
        add_term(turn, "b", {b, {"(−sin θ)", {}, -std::sin(angle), {}}});
    } else {
        add_term(turn, "a", {a, sine});
        add_term(turn, "b", {b, cosine});
    }
    if (second != first + 1)
        turn.words.push_back(say(phrase::pair_across, Counted{first}, Counted{second}));
    turn.words.push_back(rotation.has_base()
                             ? say(phrase::rotation, from.position_from_0(position),
                                   from.experiment.scores.rotary_base, 2 * pair, rotation.width(), angle,
                                   Counted{position})
                             : say(phrase::rotation_of_frequency, from.position_from_0(position),
                                   rotation.frequency(pair), angle, Counted{position}));
    return turn;
}

std::vector<ExplanationStep> projected_steps(const StepInputs& from, const CellRef& cell) {
    const Rotation rotation(from.experiment);
    const std::optional<Index> own =
        cell.stage == StageId::values ? std::nullopt : rotation.pair_of(cell.column);
    if (!own) {
        std::vector<ExplanationStep> steps{projection_step(from, cell, nullptr)};
        add_norm_steps(from, {cell}, steps);
        if (from.experiment.scores.rotary && cell.stage != StageId::values)
            steps.back().words.push_back(say(phrase::not_rotated));
        return steps;
    }
    const auto [first, second] = rotation.pair(*own);
    CellRef pair = cell;
    std::vector<CellRef> cells;
    std::vector<ExplanationStep> steps;
    for (const Index column : {first, second}) {
        pair.column = column;
        cells.push_back(pair);
        steps.push_back(
            projection_step(from, pair, column == first ? &phrase::first_of_pair : &phrase::second_of_pair));
    }
    add_norm_steps(from, cells, steps);
    steps.push_back(rotation_step(from, cell, rotation, *own, steps));
    return steps;
}

std::vector<ExplanationStep> projection_steps(const StepInputs& from, const CellRef& cell) {
    std::vector<ExplanationStep> steps = projected_steps(from, cell);
    if (cell.stage == StageId::queries || !is_cache_step(from.experiment))
        return steps;
    const bool is_last = cell.row + 1 == dimensions(from.experiment).n_k;
    steps.back().words.push_back(
        is_last ? say(phrase::joins_cache)
                : say(phrase::cached_since, label_in_sentence(from.experiment, Axis::key_token, cell.row)));
    return steps;
}

Said projection_meaning(const StepInputs& /*from*/, const CellRef& cell, const Said& row,
                        const Said& column) {
    return say(cell.stage == StageId::queries ? phrase::query
               : cell.stage == StageId::keys  ? phrase::key
                                              : phrase::value,
               column, row);
}

SceneLayout before_norm_layout(const Experiment& experiment, const Scene& scene) {
    const ProjectionNames names = projection_of(scene.stage);
    const Projection& p = experiment.projection;
    const auto of_head = [&](ParameterId id) {
        const Matrix& matrix = *projection_matrix(p, id);
        const Columns columns = columns_of(experiment, names, scene.head, matrix.cols());
        return SceneMatrix{ParameterBlock{id, {0, columns.first, matrix.rows(), columns.count}}};
    };
    SceneLayout layout;
    if (p.kind == ProjectionKind::direct) {
        layout.left = of_head(names.given);
        return layout;
    }
    layout.left = whole_matrix(experiment, inputs_of(experiment, scene.stage), 0);
    if (p.kind == ProjectionKind::identity) {
        Block& block = std::get<StageBlock>(layout.left->block).block;
        const Columns columns = columns_of(experiment, names, scene.head, block.columns);
        block.column = columns.first;
        block.columns = columns.count;
        return layout;
    }
    layout.kind = SceneKind::product;
    layout.above = of_head(names.weights);
    if (projection_matrix(p, names.bias))
        layout.added = of_head(names.bias);
    return layout;
}

SceneLayout projection_layout(const Experiment& experiment, const Scene& scene) {
    const bool turns = scene.part == ScenePart::rotated;
    if (!turns && scene.part != ScenePart::normalized)
        return before_norm_layout(experiment, scene);
    SceneLayout layout;
    layout.kind = turns ? SceneKind::rotate : SceneKind::norm;
    layout.left = whole_matrix(experiment, scene.stage, scene.head,
                               turns && is_normalized(experiment, scene.stage) ? ScenePart::normalized
                                                                               : ScenePart::projected);
    if (!turns && parameter(experiment, gains_of(scene.stage)))
        layout.added = whole_matrix(experiment, gains_of(scene.stage));
    return layout;
}

Said rotation_caption(const CaptionInputs& of) {
    const StageId stage = of.step.scene.stage;
    const Rotation rotation(of.experiment);
    if (of.is_cell() && !rotation.pair_of(of.step.columns.first))
        return say(form(caption_phrase::not_turned, stage), of.row_label(), of.column_label());
    if (of.is_cell() || rotation.width() == dimensions(of.experiment).d_k)
        return say_of(of, form(caption_phrase::turned, stage));
    return of.is_row() ? say(form(caption_phrase::turned_in_part, stage), of.row_label(), rotation.columns())
                       : say(form(caption_phrase::all_turned_in_part, stage), rotation.columns());
}

/// Where a step with a key cache computes what it would read from there.
Said with_cache(const CaptionInputs& of, Said words) {
    if (of.is_cell() || of.step.scene.stage == StageId::queries || !is_cache_step(of.experiment))
        return words;
    const Index last = dimensions(of.experiment).n_k - 1;
    if (!of.is_row() && last > 0)
        return say(caption_phrase::and_all_cached, std::move(words));
    return !of.is_row() || of.step.rows.first == last
               ? say(caption_phrase::and_joins_cache, std::move(words))
               : say(caption_phrase::and_cached_since, std::move(words), of.row_label());
}

Said projection_caption(const CaptionInputs& of) {
    const StageId stage = of.step.scene.stage;
    if (of.step.scene.part == ScenePart::normalized)
        return norm_caption(of);
    if (of.step.scene.part == ScenePart::rotated)
        return rotation_caption(of);
    const ProjectionKind kind = of.experiment.projection.kind;
    return with_cache(of, say_of(of, form(kind == ProjectionKind::linear     ? caption_phrase::projected
                                          : kind == ProjectionKind::identity ? caption_phrase::is_input
                                                                             : caption_phrase::is_given,
                                          stage)));
}

Formula projection_rule(const RuleInputs& from) {
    const Projection& p = from.experiment.projection;
    const StageId stage = from.scene.stage;
    const ProjectionNames names = projection_of(stage);
    const std::string x = info(inputs_of(from.experiment, stage)).symbol;
    if (from.scene.part == ScenePart::normalized || from.scene.part == ScenePart::rotated)
        return formula::row({});
    if (p.kind == ProjectionKind::identity && from.experiment.heads.count == 1)
        return from.of(x);
    if (p.kind != ProjectionKind::linear)
        return formula::row({});
    Formula product = from.product(from.of(x), formula::named(std::string(info(names.weights).name), {}));
    if (!projection_matrix(p, names.bias))
        return product;
    return formula::row(
        {std::move(product), formula::text(" + "), formula::named(std::string(info(names.bias).name), {})});
}

void define_frequencies(ScriptBuilder& to, const Rotation& rotation) {
    const Scores& scores = to.experiment().scores;
    const std::string pairs = std::to_string(rotation.pairs());
    const std::string width = scores.rotary_dims ? std::to_string(rotation.width()) : "d_k";
    const std::string formula = to.number(scores.rotary_base) + " ** (-2 * ";
    if (rotation.has_base() && !to.is_far())
        return to.line("frequencies = " + formula + "{lib}.arange(" + pairs + ") / " + width + ")");
    Matrix frequencies(1, rotation.pairs());
    for (Index pair = 0; pair < rotation.pairs(); ++pair)
        frequencies(0, pair) = rotation.frequency(pair);
    to.vector("frequencies", frequencies,
              rotation.has_base() ? formula + "pair / " + width + ")" : script_phrase::of_each_pair);
}

void define_rotation(ScriptBuilder& to, const Rotation& rotation) {
    const std::string pairs = std::to_string(rotation.pairs()), end = std::to_string(rotation.columns());
    define_frequencies(to, rotation);
    const bool is_half = to.experiment().scores.rotary_layout == RotaryLayout::half;
    const std::string a = is_half ? "[..., :" + pairs + "]" : "[..., 0:" + end + ":2]";
    const std::string b = is_half ? "[..., " + pairs + ":" + end + "]" : "[..., 1:" + end + ":2]";
    to.raw({""});
    to.line("def rotated(x, positions):", script_phrase::pairs_turn);
    to.line("    angles = positions[:, None] * frequencies", "(n, pairs)");
    to.line("    cos, sin = {lib}.cos(angles), {lib}.sin(angles)");
    to.line("    a, b = x" + a + ", x" + b);
    to.line("    turned = x.{copy}()");
    to.line("    turned" + a + " = a * cos - b * sin");
    to.line("    turned" + b + " = a * sin + b * cos");
    to.line("    return turned");
    to.raw({""});
}

/// What the programs of queries, keys and values name.
struct ProjectionProgram {
    StageId stage;
    const char* title;
    const char *parts, *width, *tokens, *positions; ///< the names of sizes and positions
};

/// "Queries: inputs times W_Q, plus b_Q".
std::string projection_heading(const Experiment& e, const ProjectionProgram& of) {
    const ProjectionNames names = projection_of(of.stage);
    const std::string inputs = inputs_of(e, of.stage) == StageId::inputs ? "inputs" : "source inputs";
    switch (e.projection.kind) {
    case ProjectionKind::identity:
        return std::string(of.title) + ": the " + inputs;
    case ProjectionKind::direct:
        return std::string(of.title) + ": " + std::string(info(names.given).name);
    case ProjectionKind::linear:
        break;
    }
    std::string text =
        std::string(of.title) + ": " + inputs + " times " + std::string(info(names.weights).name);
    if (projection_matrix(e.projection, names.bias))
        text.append(", plus ").append(info(names.bias).name);
    return text;
}

/// "queries = inputs @ W_Q + b_Q".
std::string projection_line(const Experiment& e, StageId stage) {
    const ProjectionNames names = projection_of(stage);
    std::string line = std::string(info(stage).name) + " = ";
    if (e.projection.kind == ProjectionKind::direct)
        return line.append(info(names.given).name);
    line += info(inputs_of(e, stage)).name;
    if (e.projection.kind == ProjectionKind::identity)
        return line;
    line.append(" @ ").append(info(names.weights).name);
    if (projection_matrix(e.projection, names.bias))
        line.append(" + ").append(info(names.bias).name);
    return line;
}

void write_projection_program(ScriptBuilder& to, const ProjectionProgram& of) {
    const Experiment& e = to.experiment();
    const bool shares = of.stage != StageId::queries && to.sizes().G != to.sizes().H;
    const Rotation rotation(e);
    const bool turns = of.stage != StageId::values && rotation.pairs() > 0;
    const bool is_divided = is_normalized(e, of.stage);
    const std::string name(info(of.stage).name), own = name + " = " + name;
    const std::string heading = projection_heading(e, of);
    to.begin(of.stage, {heading.c_str(),
                        !to.has_heads() ? ""
                        : shares        ? script_phrase::into_groups
                                        : script_phrase::into_heads,
                        is_divided ? script_phrase::normalised : "", turns ? script_phrase::rotated : "",
                        shares ? script_phrase::repeated : ""});
    if (of.stage == StageId::queries && is_divided)
        define_norm(to);
    if (of.stage == StageId::queries && turns)
        define_rotation(to, rotation);
    to.line(projection_line(e, of.stage), std::string("(") + of.tokens + ", " +
                                              (to.has_heads() ? std::string(of.parts) + " * " : "") +
                                              of.width + ")");
    const std::string inner = std::string(of.tokens) + ", " + of.width + ")";
    if (to.has_heads())
        to.line(own + ".reshape(" + of.tokens + ", " + of.parts + ", " + of.width + ").{heads_first}",
                std::string("(") + of.parts + ", " + inner);
    if (is_divided)
        add_norm_line(to, of.stage);
    if (turns)
        to.line(name + " = rotated(" + name + ", " + of.positions + ")");
    if (shares)
        to.either(name + " = np.repeat(" + name + ", H // G, axis=0)",
                  own + ".repeat_interleave(H // G, dim=0)", "(H, " + inner);
    to.overrides(of.stage, e.projection.kind != ProjectionKind::linear && !is_divided && !turns && !shares);
}

void query_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    write_projection_program(to, {StageId::queries, "Queries", "H", "d_k", "n_q", "query_positions"});
}
void key_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    write_projection_program(to, {StageId::keys, "Keys", to.groups(), "d_k", "n_k", "key_positions"});
}
void value_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    write_projection_program(to, {StageId::values, "Values", to.groups(), "d_v", "n_k", ""});
}

constexpr StageDescription projection_description(StageId stage,
                                                  void (*program)(ScriptBuilder&, const ScriptCare&)) {
    return {stage,           projection_steps, projection_meaning, projection_layout, projection_caption,
            projection_rule, program};
}

} // namespace

const StageDescription described::queries = projection_description(StageId::queries, query_program);
const StageDescription described::keys = projection_description(StageId::keys, key_program);
const StageDescription described::values = projection_description(StageId::values, value_program);

} // namespace lab
