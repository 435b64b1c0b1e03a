// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/02_inputs.h"

#include "core/describe/captions.h"
#include "core/describe/drawn_words.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"

#include <cmath>

namespace lab {

namespace {

/// The number that a position adds, which is not stored in any matrix of the document.
double sinusoid(const Embedding& embedding, Index position, Index column) {
    const Matrix zeros = Matrix::Zero(1, column + 1);
    Matrix number(1, 1);
    inputs({Tokenizer::manual, {}, {}, position}, &zeros, embedding, {0, column, 1, 1}, number);
    return number(0, 0);
}

const Sequence& sequence_of(const Experiment& experiment, StageId stage) {
    return stage == StageId::inputs ? experiment.sequence : *experiment.source;
}

Operand sinusoid_operand(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Index position = sequence_of(experiment, cell.stage).offset + cell.row;
    const Index even = cell.column - cell.column % 2;
    const std::string angle = from.position_from_0(position) + " / 10000^(" + std::to_string(even) + "/" +
                              std::to_string(experiment.embedding.dimension) + ")";
    return {(cell.column % 2 == 0 ? "sin(" : "cos(") + angle + ")",
            {},
            sinusoid(experiment.embedding, position, cell.column),
            {}};
}

std::vector<ExplanationStep> input_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const bool given = has_given_inputs(experiment);
    const ParameterCell place = vector_of(experiment, cell);
    const Operand vector = from.operand(place);
    const PositionKind kind = experiment.embedding.position.kind;
    ExplanationStep step =
        kind == PositionKind::none
            ? begin_step(from, cell, ExplanationKind::copy, given ? phrase::take_row : phrase::look_up)
            : begin_step(from, cell, ExplanationKind::sum,
                         given ? phrase::add_position_to_row : phrase::add_position);
    if (auto origin = drawn_words(experiment, place))
        step.words.push_back(std::move(*origin));
    if (kind == PositionKind::none) {
        add_number(step, {}, vector);
        return {step};
    }
    add_number(step, text_of(say(given ? phrase::row_term : phrase::token_term)), vector);
    const Index position = sequence_of(experiment, cell.stage).offset + cell.row;
    add_number(step, text_of(say(phrase::position_term)),
               kind == PositionKind::learned ? from.operand({ParameterId::position, position, cell.column})
                                             : sinusoid_operand(from, cell));
    return {step};
}

Said input_meaning(const StepInputs& /*from*/, const CellRef& /*cell*/, const Said& row, const Said& column) {
    return say(phrase::input, column, row);
}

SceneLayout input_layout(const Experiment& experiment, const Scene& scene) {
    SceneLayout layout{SceneKind::look_up, {}, {}, {}, false, {}};
    layout.above = whole_matrix(experiment, vector_of(experiment, {scene.stage, 0, 0, 0}).id);
    if (experiment.embedding.position.kind == PositionKind::learned) {
        const Dimensions d = dimensions(experiment);
        layout.added = SceneMatrix{ParameterBlock{
            ParameterId::position,
            {sequence_of(experiment, scene.stage).offset, 0, length(info(scene.stage).rows, d), d.d_model}}};
    }
    return layout;
}

Said input_caption(const CaptionInputs& of) {
    const bool given = has_given_inputs(of.experiment);
    if (of.experiment.embedding.position.kind == PositionKind::none)
        return say_of(of, given ? caption_phrase::take_row : caption_phrase::look_up);
    return say_of(of, given ? caption_phrase::take_row_and_add : caption_phrase::look_up_and_add);
}

Formula input_rule(const RuleInputs& from) {
    const Experiment& experiment = from.experiment;
    const Index row = from.row.value_or(0);
    const std::string vectors = symbol_of(vector_of(experiment, {from.scene.stage, 0, row, 0}).id);
    if (experiment.embedding.position.kind == PositionKind::none)
        return from.of(vectors);
    const Index position = sequence_of(experiment, from.scene.stage).offset + row;
    return formula::row(
        {from.of(vectors), formula::text(" + "),
         formula::named("P", from.row ? std::to_string(first_in_window + position) : std::string())});
}

void define_sinusoids(ScriptBuilder& to) {
    const Index d_model = to.sizes().d_model;
    to.line("columns = {lib}.arange(d_model)");
    if (to.is_far()) {
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

/// What the programs of both kinds of inputs name.
struct InputProgram {
    StageId stage;
    const char *given_heading, *heading, *given, *tokens, *positions, *shape;
};

void write_input_program(ScriptBuilder& to, const InputProgram& names) {
    const Experiment& e = to.experiment();
    const bool is_given = has_given_inputs(e);
    const PositionKind position = e.embedding.position.kind;
    to.begin(names.stage, {is_given ? names.given_heading : names.heading,
                           position == PositionKind::learned      ? script_phrase::with_position
                           : position == PositionKind::sinusoidal ? script_phrase::with_sinusoids
                                                                  : ""});
    if (position == PositionKind::sinusoidal && names.stage == StageId::inputs)
        define_sinusoids(to);
    const std::string name(info(names.stage).name);
    if (is_given)
        to.line(name + " = " + names.given, names.shape);
    else
        to.line(name + " = {array}([embedding[token] for token in " + names.tokens + "])", names.shape);
    if (position == PositionKind::sinusoidal)
        to.line(name + " = " + name + " + sinusoids(" + names.positions + ")");
    if (position == PositionKind::learned)
        to.line(name + " = " + name + " + position[" + names.positions + "]");
    to.overrides(names.stage, is_given && position == PositionKind::none);
}

void input_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    write_input_program(to, {StageId::inputs, script_phrase::given_inputs, script_phrase::inputs, "X",
                             "tokens", "query_positions", "(n_q, d_model)"});
}

void source_input_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    write_input_program(to, {StageId::source_inputs, script_phrase::given_source_inputs,
                             script_phrase::source_inputs, "X_source", "source_tokens", "key_positions",
                             "(n_k, d_model)"});
}

} // namespace

const StageDescription described::inputs{StageId::inputs, input_steps, input_meaning, input_layout,
                                         input_caption,   input_rule,  input_program};
const StageDescription described::source_inputs{StageId::source_inputs, input_steps,   input_meaning,
                                                input_layout,           input_caption, input_rule,
                                                source_input_program};

} // namespace lab
