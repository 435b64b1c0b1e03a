// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/script.h"

#include "core/base/python.h"
#include "core/base/text_limits.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/describe/stage_description.h"
#include "core/engine/streamed_trace.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/script/script_parameters.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

namespace words = script_phrase;

/// How many numbers the program holds, tokens counted as numbers.
double numbers_of(const Experiment& e) {
    const Dimensions d = dimensions(e);
    const auto size = [](const MatrixPtr& matrix) {
        return matrix ? static_cast<double>(matrix->size()) : 0.0;
    };
    double count =
        static_cast<double>(d.n_q + (e.source ? d.n_k : 0) + static_cast<Index>(e.overrides.size()));
    for (const ParameterInfo& each : all_parameters()) {
        if (is_read(e, each.id))
            count += size(parameter(e, each.id));
    }
    if (e.dropout)
        count += static_cast<double>(d.H * d.n_q) * static_cast<double>(d.n_k);
    return count + size(e.mask.custom);
}

std::optional<Error> too_large_for_script(const Experiment& e) {
    const auto error = [](double found, const char* what, double most, const char* expected) {
        return Error{{},
                     {},
                     grouped(static_cast<std::size_t>(found)) + what,
                     "at most " + grouped(static_cast<std::size_t>(most)) + expected};
    };
    const Dimensions d = dimensions(e);
    const double weights = static_cast<double>(d.H * d.n_q) * static_cast<double>(d.n_k);
    if (weights > most_script_weights)
        return error(weights, " attention weights", most_script_weights, " in a program");
    if (const double numbers = numbers_of(e); numbers > most_script_numbers)
        return error(numbers, " numbers", most_script_numbers, " in a program");
    return std::nullopt;
}

constexpr double plus_infinity = std::numeric_limits<double>::infinity();

/// Adds what a row of masked scores, with its weights, asks for.
template<class Row>
void look_at_row(const Row& masked, const Row& weights, const Normalizer& kind, ScriptCare& care) {
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
    if (kind.shift == ScoreShift::threshold) // which needs a key that has a weight
        care.breaks_rows |= !shows || has_nan_weight;
    else if (kind.each_alone)
        care.breaks_rows |= is_infinite || has_nan;
    else if (kind.shift == ScoreShift::none)
        care.breaks_rows |= is_infinite;
}

/// Computes the masked scores to find out. Where a formula is right without care, a program shows none.
ScriptCare care_for(const Experiment& experiment) {
    ScriptCare care;
    const StreamedTrace trace(experiment);
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        trace.each_row(StageId::masked_scores, head, [&](ConstMatrixRef masked) {
            Matrix weighed(masked.rows(), masked.cols());
            weights(masked, experiment.normalization, head, weighed);
            for (Index row = 0; row < masked.rows(); ++row)
                look_at_row<RowVector>(masked.row(row), weighed.row(row), normalizer(experiment), care);
            return true;
        });
    }
    return care;
}

void add_head(ScriptBuilder& to, const ScriptCare& care) {
    const bool is_numpy = to.library() == ScriptLibrary::numpy;
    to.begin({}, {is_numpy ? words::written_with_numpy : words::written_with_pytorch});
    to.line(is_numpy ? "import numpy as np" : "import torch");
    if (!is_numpy)
        to.raw({"", "torch.set_default_dtype(torch.float64)"});
    else if (care.spreads_nan || care.breaks_rows)
        to.raw({"", "np.seterr(all=\"ignore\")  # " + std::string(words::beyond_range)});
}

void add_tokens(ScriptBuilder& to) {
    const Experiment& e = to.experiment();
    to.begin({}, {e.source ? words::both_tokens : words::tokens});
    const auto add = [&](const char* name, const std::vector<std::string>& tokens) {
        std::vector<std::string> texts;
        std::ranges::transform(tokens, std::back_inserter(texts), string_literal);
        to.raw(list_literal(texts, 0, std::string(name) + " = "));
    };
    add("tokens", e.sequence.tokens);
    if (e.source)
        add("source_tokens", e.source->tokens);
}

/// The positions that the lines so far use.
void add_positions(ScriptBuilder& to) {
    const FirstPositions first = first_positions(to.experiment());
    const bool of_keys = to.uses("key_positions");
    const bool is_cross = to.experiment().source.has_value();
    if (!of_keys && !to.uses("query_positions"))
        return;
    const auto add = [&](const char* name, const char* count, Index offset) {
        to.line(std::string(name) + " = " + (offset > 0 ? std::to_string(offset) + " + " : "") +
                "{lib}.arange(" + count + ")");
    };
    to.begin({}, {words::positions});
    if (!is_cross || to.uses("query_positions"))
        add("query_positions", "n_q", first.query);
    if (of_keys && is_cross)
        add("key_positions", "n_k", first.key);
    else if (of_keys)
        to.line("key_positions = query_positions");
}

/// The sizes that the lines so far name.
void add_sizes(ScriptBuilder& to) {
    struct Size {
        const char* name;
        std::string value;
        const char* meaning;
    };
    const Dimensions& d = to.sizes();
    const std::array sizes{
        Size{"n_q", "len(tokens)", "queries"},
        Size{"n_k", to.experiment().source ? "len(source_tokens)" : "len(tokens)", "keys"},
        Size{"d_model", std::to_string(d.d_model), "numbers of a token"},
        Size{"H", std::to_string(d.H), "heads"},
        Size{"G", std::to_string(d.G), "groups of heads that share keys and values"},
        Size{"d_k", std::to_string(d.d_k),
             to.has_heads() ? "numbers of a query or a key, in each head" : "numbers of a query or a key"},
        Size{"d_v", std::to_string(d.d_v),
             to.has_heads() ? "numbers of a value, in each head" : "numbers of a value"},
        Size{"d_out", std::to_string(d.d_out), "numbers of an output"},
    };
    std::vector<std::string> lines;
    for (const Size& size : sizes) {
        if (to.uses(size.name))
            lines.push_back(std::string(size.name) + " = " + size.value + "  # " + size.meaning);
    }
    to.begin({}, {words::sizes});
    to.raw(std::move(lines));
}

} // namespace

Result<Script> make_script(const Experiment& experiment, ScriptLibrary library) {
    if (auto problem = too_large_for_script(experiment))
        return *problem;
    ScriptBuilder to(experiment, library);
    const ScriptCare care = care_for(experiment);
    add_head(to, care);
    add_tokens(to);
    add_parameters(to);
    for (const StageInfo& stage : all_stages()) {
        if (has_stage(experiment, stage.id))
            description(stage.id).program(to, care);
    }
    to.begin({}, {words::print});
    to.raw({"for row in output.tolist():", "    print(row)"});
    // What these define is found by what the others use; they come behind the tokens.
    add_positions(to);
    add_sizes(to);
    std::vector<ScriptBlock> blocks = to.take();
    constexpr std::ptrdiff_t place = 2;
    const auto printing =
        std::ranges::find(blocks, std::vector<std::string>{words::print}, &ScriptBlock::heading);
    std::reverse(printing + 1, blocks.end()); // sizes, then positions
    std::rotate(blocks.begin() + place, printing + 1, blocks.end());
    // Python reads an encoding from the first two lines, so that no text of the document may be there.
    std::vector<std::string>& heading = blocks.front().heading;
    constexpr std::size_t longest_title = 300;
    if (!experiment.title.empty())
        heading.push_back(printable(shortened(experiment.title, longest_title)));
    if (experiment.notation == Notation::columns)
        heading.emplace_back(words::rows_here);
    return Script{library, std::move(blocks)};
}

} // namespace lab
