// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/one_change.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace lab::test {

namespace {

JsonPtr clone(const JsonPtr& json) {
    return json ? std::make_shared<const nlohmann::ordered_json>(*json) : nullptr;
}

MatrixPtr clone(const MatrixPtr& matrix) {
    return matrix ? share(Matrix(*matrix)) : nullptr;
}

constexpr std::array projection_members{&Projection::W_Q, &Projection::W_K, &Projection::W_V,
                                        &Projection::b_Q, &Projection::b_K, &Projection::b_V,
                                        &Projection::W_O, &Projection::b_O, &Projection::Q,
                                        &Projection::K,   &Projection::V};

} // namespace

Experiment clone(const Experiment& experiment) {
    Experiment e = experiment;
    EmbeddingTable table;
    for (const EmbeddingTable::Entry& entry : experiment.embedding.table->entries())
        table.set(entry.token,
                  {std::make_shared<const RowVector>(*entry.vector.values), entry.vector.seeded});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.embedding.position.table = clone(e.embedding.position.table);
    for (MatrixPtr Projection::*member : projection_members)
        e.projection.*member = clone(e.projection.*member);
    e.mask.custom = clone(e.mask.custom);
    e.embedding.X = clone(e.embedding.X);
    e.embedding.X_source = clone(e.embedding.X_source);
    e.normalization.sink = clone(e.normalization.sink);
    for (MatrixPtr& matrix : e.scores.additive)
        matrix = clone(matrix);
    if (e.scores.qk_norm) {
        e.scores.qk_norm->g_Q = clone(e.scores.qk_norm->g_Q);
        e.scores.qk_norm->g_K = clone(e.scores.qk_norm->g_K);
    }
    for (JsonPtr Experiment::*json : {&Experiment::origin, &Experiment::view, &Experiment::unknown_keys})
        e.*json = clone(e.*json);
    for (InactiveProjection& each : e.inactive_projections) {
        for (MatrixPtr Projection::*member : projection_members)
            each.projection.*member = clone(each.projection.*member);
        each.g_Q = clone(each.g_Q);
        each.g_K = clone(each.g_K);
        each.unknown_keys = clone(each.unknown_keys);
        each.unreadable = clone(each.unreadable);
    }
    for (Override& each : e.overrides)
        each.unknown_keys = clone(each.unknown_keys);
    for (Snapshot& each : e.snapshots) {
        each.experiment = std::make_shared<const Experiment>(clone(*each.experiment));
        each.unknown_keys = clone(each.unknown_keys);
    }
    return e;
}

namespace {

/// A matrix that differs in one cell, or a new one if there is none.
MatrixPtr differing(const MatrixPtr& matrix) {
    Matrix other = matrix ? *matrix : Matrix::Ones(1, 1);
    if (matrix && matrix->size() > 0)
        other(other.rows() - 1, other.cols() - 1) += 0.5;
    return share(std::move(other));
}

JsonPtr differing(const JsonPtr& json) {
    nlohmann::ordered_json other = json ? *json : nlohmann::ordered_json::object();
    other["a key of its own"] = json ? other.size() : 0;
    return std::make_shared<const nlohmann::ordered_json>(std::move(other));
}

template<class Enum>
requires std::is_enum_v<Enum> Enum differing(Enum value) {
    return static_cast<Enum>(static_cast<int>(value) == 0 ? 1 : 0);
}

/// Changes one thing, if the experiment has it.
using Mutation = std::function<void(Experiment&)>;

/// The override to change. Adds one if there is none.
Override& an_override(Experiment& e) {
    return e.overrides.empty() ? e.overrides.emplace_back() : e.overrides.back();
}

Snapshot& a_snapshot(Experiment& e) {
    if (e.snapshots.empty())
        e.snapshots.push_back({"kept", std::make_shared<const Experiment>(), nullptr});
    return e.snapshots.back();
}

Sequence& a_source(Experiment& e) {
    return e.source ? *e.source : e.source.emplace();
}

QkNorm& a_norm(Experiment& e) {
    return e.scores.qk_norm ? *e.scores.qk_norm : e.scores.qk_norm.emplace();
}

Dropout& a_dropout(Experiment& e) {
    return e.dropout ? *e.dropout : e.dropout.emplace();
}

void change_table(Experiment& e, const std::function<void(EmbeddingTable&)>& change) {
    EmbeddingTable table = *e.embedding.table;
    change(table);
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
}

void add_texts(std::vector<OneChange>& all) {
    const auto row = [&](const std::string& name, const Mutation& mutation) {
        all.push_back({name, mutation});
    };
    row("title", [](Experiment& e) { e.title += '.'; });
    row("description", [](Experiment& e) { e.description += '.'; });
    row("notation", [](Experiment& e) { e.notation = differing(e.notation); });
    row("text", [](Experiment& e) { e.sequence.text += ' '; });
    row("tokenizer", [](Experiment& e) { e.sequence.tokenizer = differing(e.sequence.tokenizer); });
    row("a token", [](Experiment& e) { e.sequence.tokens.back() += 'x'; });
    row("number of tokens", [](Experiment& e) { e.sequence.tokens.emplace_back("x"); });
    row("source", [](Experiment& e) { e.source ? e.source.reset() : void(e.source.emplace()); });
    row("text of the source", [](Experiment& e) { a_source(e).text += ' '; });
    row("tokens of the source", [](Experiment& e) { a_source(e).tokens.emplace_back("x"); });
    row("origin", [](Experiment& e) { e.origin = differing(e.origin); });
    const auto parked = [&](const char* name, const auto& change) {
        row(name, [change](Experiment& e) {
            if (e.inactive_projections.empty())
                e.inactive_projections.emplace_back();
            else
                change(e.inactive_projections.front());
        });
    };
    parked("parked kind", [](InactiveProjection& each) { each.projection.kind = ProjectionKind::identity; });
    parked("parked heads", [](InactiveProjection& each) { ++each.heads.count; });
    parked("parked W_Q",
           [](InactiveProjection& each) { each.projection.W_Q = differing(each.projection.W_Q); });
    parked("parked g_Q", [](InactiveProjection& each) { each.g_Q = differing(each.g_Q); });
    parked("parked g_K", [](InactiveProjection& each) { each.g_K = differing(each.g_K); });
    parked("parked, unknown",
           [](InactiveProjection& each) { each.unknown_keys = differing(each.unknown_keys); });
    parked("parked, unreadable",
           [](InactiveProjection& each) { each.unreadable = differing(each.unreadable); });
    row("unknown keys", [](Experiment& e) { e.unknown_keys = differing(e.unknown_keys); });
    row("no unknown keys",
        [](Experiment& e) { e.unknown_keys = e.unknown_keys ? nullptr : differing(JsonPtr()); });
}

void add_numbers(std::vector<OneChange>& all) {
    const auto row = [&](const std::string& name, const Mutation& mutation) {
        all.push_back({name, mutation});
    };
    row("d_model", [](Experiment& e) { ++e.embedding.dimension; });
    row("seed", [](Experiment& e) { ++e.embedding.seed; });
    row("another vector", [](Experiment& e) {
        change_table(e, [](EmbeddingTable& t) {
            t.set("not a word", {std::make_shared<const RowVector>(RowVector::Ones(2)), false});
        });
    });
    row("a number of a vector", [](Experiment& e) {
        if (e.embedding.table->entries().empty())
            return void(++e.embedding.dimension);
        change_table(e, [](EmbeddingTable& t) {
            EmbeddingTable::Entry last = t.entries().back();
            RowVector values = *last.vector.values;
            values(values.size() - 1) += 0.5;
            t.set(last.token, {std::make_shared<const RowVector>(values), last.vector.seeded});
        });
    });
    row("offset", [](Experiment& e) { ++e.sequence.offset; });
    row("offset of the source", [](Experiment& e) { ++a_source(e).offset; });
    row("inputs", [](Experiment& e) { e.embedding.inputs = differing(e.embedding.inputs); });
    row("X", [](Experiment& e) { e.embedding.X = differing(e.embedding.X); });
    row("X of the source", [](Experiment& e) { e.embedding.X_source = differing(e.embedding.X_source); });
    row("position", [](Experiment& e) { e.embedding.position.kind = differing(e.embedding.position.kind); });
    row("table of positions",
        [](Experiment& e) { e.embedding.position.table = differing(e.embedding.position.table); });
    row("heads", [](Experiment& e) { ++e.heads.count; });
    row("groups", [](Experiment& e) { ++e.heads.kv_count; });
    row("kind of projection", [](Experiment& e) { e.projection.kind = differing(e.projection.kind); });
    for (std::size_t i = 0; i < projection_members.size(); ++i) {
        MatrixPtr Projection::*member = projection_members[i];
        row("matrix " + std::to_string(i),
            Mutation([=](Experiment& e) { e.projection.*member = differing(e.projection.*member); }));
        row("no matrix " + std::to_string(i), Mutation([=](Experiment& e) {
                e.projection.*member = e.projection.*member ? nullptr : differing(MatrixPtr());
            }));
        row("shape of matrix " + std::to_string(i), Mutation([=](Experiment& e) {
                const MatrixPtr& matrix = e.projection.*member;
                e.projection.*member =
                    matrix && matrix->rows() != matrix->cols()
                        ? share(Matrix(matrix->reshaped(matrix->cols(), matrix->rows()))) // same bits
                        : share(Matrix(Matrix::Zero(3, 99)));
            }));
    }
}

void add_options(std::vector<OneChange>& all) {
    const auto row = [&](const std::string& name, const Mutation& mutation) {
        all.push_back({name, mutation});
    };
    row("scale", [](Experiment& e) { e.scores.scale = e.scores.scale.value_or(0) + 0.5; });
    row("no scale",
        [](Experiment& e) { e.scores.scale = e.scores.scale ? std::nullopt : std::optional(0.0); });
    row("rotary", [](Experiment& e) { e.scores.rotary = !e.scores.rotary; });
    row("base", [](Experiment& e) { e.scores.rotary_base += 0.5; });
    row("layout", [](Experiment& e) { e.scores.rotary_layout = differing(e.scores.rotary_layout); });
    row("width", [](Experiment& e) { e.scores.rotary_dims = e.scores.rotary_dims.value_or(0) + 2; });
    row("frequencies", [](Experiment& e) {
        e.scores.rotary_frequencies.empty() ? e.scores.rotary_frequencies.push_back(0.5)
                                            : e.scores.rotary_frequencies.clear();
    });
    row("softcap", [](Experiment& e) { e.scores.softcap = e.scores.softcap.value_or(0) + 0.5; });
    row("norm", [](Experiment& e) { e.scores.qk_norm ? e.scores.qk_norm.reset() : void(a_norm(e)); });
    row("kind of norm", [](Experiment& e) { a_norm(e).kind = differing(a_norm(e).kind); });
    row("epsilon", [](Experiment& e) { a_norm(e).epsilon += 0.5; });
    row("gains of queries", [](Experiment& e) { a_norm(e).g_Q = differing(a_norm(e).g_Q); });
    row("gains of keys", [](Experiment& e) { a_norm(e).g_K = differing(a_norm(e).g_K); });
    row("another additive matrix",
        [](Experiment& e) { e.scores.additive.push_back(differing(MatrixPtr())); });
    row("an additive matrix", [](Experiment& e) {
        if (e.scores.additive.empty())
            e.scores.additive.emplace_back();
        e.scores.additive.back() = differing(e.scores.additive.back());
    });
    row("sink", [](Experiment& e) { e.normalization.sink = differing(e.normalization.sink); });
    row("dropout", [](Experiment& e) { e.dropout ? e.dropout.reset() : void(a_dropout(e)); });
    row("rate", [](Experiment& e) { a_dropout(e).rate += 0.125; });
    row("seed of dropout", [](Experiment& e) { ++a_dropout(e).seed; });
    row("bias", [](Experiment& e) { e.scores.bias = differing(e.scores.bias); });
    row("causal", [](Experiment& e) { e.mask.causal = !e.mask.causal; });
    row("window", [](Experiment& e) { e.mask.window = e.mask.window.value_or(0) + 1; });
    row("padding", [](Experiment& e) { e.mask.padding.push_back(0); });
    row("custom mask", [](Experiment& e) { e.mask.custom = differing(e.mask.custom); });
    row("normaliser", [](Experiment& e) { e.normalization.kind = differing(e.normalization.kind); });
    row("temperature", [](Experiment& e) { e.normalization.temperature += 0.5; });
    row("another override", [](Experiment& e) { e.overrides.emplace_back(); });
    row("stage of an override",
        [](Experiment& e) { an_override(e).stage = differing(an_override(e).stage); });
    row("head of an override", [](Experiment& e) { ++an_override(e).head; });
    row("row of an override", [](Experiment& e) { ++an_override(e).row; });
    row("column of an override", [](Experiment& e) { ++an_override(e).column; });
    row("value of an override", [](Experiment& e) {
        double& value = an_override(e).value;
        value = std::isfinite(value) ? -std::numeric_limits<double>::infinity() : 0.5;
    });
    row("keys of an override",
        [](Experiment& e) { an_override(e).unknown_keys = differing(an_override(e).unknown_keys); });
    row("another snapshot", [](Experiment& e) {
        e.snapshots.push_back({"after", std::make_shared<const Experiment>(), nullptr});
    });
    row("name of a snapshot", [](Experiment& e) { a_snapshot(e).name += '.'; });
    row("keys of a snapshot",
        [](Experiment& e) { a_snapshot(e).unknown_keys = differing(a_snapshot(e).unknown_keys); });
    row("view of a snapshot", [](Experiment& e) {
        Experiment kept = *a_snapshot(e).experiment;
        kept.view = differing(kept.view);
        a_snapshot(e).experiment = std::make_shared<const Experiment>(std::move(kept));
    });
    row("what a snapshot holds", [](Experiment& e) {
        Experiment kept = *a_snapshot(e).experiment;
        kept.projection.W_V = differing(kept.projection.W_V);
        a_snapshot(e).experiment = std::make_shared<const Experiment>(std::move(kept));
    });
}

} // namespace

JsonPtr another_object(const JsonPtr& json) {
    return differing(json);
}

std::vector<OneChange> every_change() {
    std::vector<OneChange> all;
    add_texts(all);
    add_numbers(all);
    add_options(all);
    return all;
}

} // namespace lab::test
