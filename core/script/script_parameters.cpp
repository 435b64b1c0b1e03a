// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/script_parameters.h"

#include "core/base/python.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/experiment/normalizers.h"
#include "core/stages/08_dropped_weights.h"

namespace lab {

namespace {

namespace words = script_phrase;

void add_matrix(ScriptBuilder& to, ParameterId id, const char* heading, const MatrixPtr& matrix,
                const std::string& shape) {
    if (!matrix)
        return;
    to.begin(id, {heading});
    if (is_one_row(id))
        to.vector(std::string(info(id).name), *matrix, shape);
    else
        to.array(std::string(info(id).name), *matrix, shape);
}

/// A dictionary from token to vector.
void add_embedding(ScriptBuilder& to) {
    const Experiment& e = to.experiment();
    to.begin(ParameterId::E, {words::E});
    std::vector<std::string> lines{"embedding = {"};
    for (const std::string& token : distinct_tokens(e)) {
        std::vector<std::string> row = list_literal(to.numbers(*e.embedding.table->find(token)->values), 4,
                                                    string_literal(token) + ": ");
        row.back() += ',';
        std::ranges::move(row, std::back_inserter(lines));
    }
    lines.emplace_back("}  # d_model numbers each");
    to.raw(std::move(lines));
}

void add_inputs(ScriptBuilder& to) {
    const Embedding& embedding = to.experiment().embedding;
    if (has_given_inputs(to.experiment())) {
        add_matrix(to, ParameterId::X, words::X, embedding.X, "(n_q, d_model)");
        if (to.experiment().source)
            add_matrix(to, ParameterId::X_source, words::X_source, embedding.X_source, "(n_k, d_model)");
    } else {
        add_embedding(to);
    }
    if (embedding.position.kind != PositionKind::learned)
        return;
    const Index rows = positions_needed(to.experiment());
    add_matrix(to, ParameterId::position, words::position, share(embedding.position.table->topRows(rows)),
               "(positions, d_model)");
}

void add_projection(ScriptBuilder& to) {
    const Projection& p = to.experiment().projection;
    const auto wide = [&](std::string_view parts, std::string_view width) {
        std::string text = to.has_heads() ? std::string(parts) + " * " : std::string();
        text += width;
        return text;
    };
    if (p.kind == ProjectionKind::linear) {
        add_matrix(to, ParameterId::W_Q, words::W_Q, p.W_Q, "(d_model, " + wide("H", "d_k") + ")");
        add_matrix(to, ParameterId::b_Q, words::b_Q, p.b_Q, "(" + wide("H", "d_k") + ")");
        add_matrix(to, ParameterId::W_K, words::W_K, p.W_K, "(d_model, " + wide(to.groups(), "d_k") + ")");
        add_matrix(to, ParameterId::b_K, words::b_K, p.b_K, "(" + wide(to.groups(), "d_k") + ")");
        add_matrix(to, ParameterId::W_V, words::W_V, p.W_V, "(d_model, " + wide(to.groups(), "d_v") + ")");
        add_matrix(to, ParameterId::b_V, words::b_V, p.b_V, "(" + wide(to.groups(), "d_v") + ")");
    } else if (p.kind == ProjectionKind::direct) {
        add_matrix(to, ParameterId::Q, words::Q, p.Q, "(n_q, " + wide("H", "d_k") + ")");
        add_matrix(to, ParameterId::K, words::K, p.K, "(n_k, " + wide(to.groups(), "d_k") + ")");
        add_matrix(to, ParameterId::V, words::V, p.V, "(n_k, " + wide(to.groups(), "d_v") + ")");
    }
    if (const auto& norm = to.experiment().scores.qk_norm) {
        add_matrix(to, ParameterId::g_Q, words::g_Q, norm->g_Q, "(d_k)");
        add_matrix(to, ParameterId::g_K, words::g_K, norm->g_K, "(d_k)");
    }
}

void add_kept_weights(ScriptBuilder& to) {
    const Dropout& dropout = *to.experiment().dropout;
    const Dimensions& d = to.sizes();
    std::vector<MatrixPtr> kept;
    for (HeadIndex head = 0; head < d.H; ++head)
        kept.push_back(share(kept_weights(dropout, d, head, {0, 0, d.n_q, d.n_k})));
    to.begin({}, {words::kept});
    const std::string rate = "rate = " + to.number(dropout.rate);
    to.line(rate, "the probability that a weight is dropped");
    std::string drawn = words::drawn_by;
    drawn.replace(drawn.find("{0}"), 3, std::to_string(dropout.seed));
    to.raw({"# " + drawn, std::string("# ") + words::drawn_where,
            "#   torch.nn.functional.dropout(torch.ones(" +
                (to.has_heads() ? std::to_string(d.H) + ", " : std::string()) + std::to_string(d.n_q) + ", " +
                std::to_string(d.n_k) + ", dtype=torch.float64), rate) > 0"});
    to.arrays("kept", kept, to.per_head("n_q, n_k"), true);
}

} // namespace

void add_parameters(ScriptBuilder& to) {
    const Experiment& e = to.experiment();
    if (has_inputs(e))
        add_inputs(to);
    add_projection(to);
    if (const auto& additive = e.scores.additive; !additive.empty()) {
        const bool is_shared = additive.size() == 1;
        to.begin(ParameterId::additive, {is_shared ? words::additive : words::additives});
        to.arrays("additive", additive, is_shared ? "(n_q, n_k)" : to.per_head("n_q, n_k"));
    }
    if (e.mask.custom) {
        to.begin({}, {words::mask});
        to.arrays("mask", {e.mask.custom}, "(n_q, n_k)", true);
    }
    if (sink_of(e.normalization, 0)) {
        const Matrix& sink = *e.normalization.sink;
        const bool is_shared = sink.size() == 1;
        to.begin(ParameterId::sink, {is_shared ? words::sink : words::sinks});
        if (is_shared)
            to.line("sink = {array}(" + to.number(sink(0, 0)) + ")");
        else
            to.vector("sink", sink, "", ".reshape(H, 1, 1)");
    }
    if (e.dropout)
        add_kept_weights(to);
    add_matrix(to, ParameterId::W_O, words::W_O, e.projection.W_O,
               to.has_heads() ? "(H * d_v, d_out)" : "(d_v, d_out)");
    if (e.projection.W_O)
        add_matrix(to, ParameterId::b_O, words::b_O, e.projection.b_O, "(d_out)");
}

} // namespace lab
