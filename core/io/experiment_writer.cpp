// SPDX-License-Identifier: GPL-3.0-or-later
//
// Experiment → JSON. Default values are left out.
#include "core/experiment/document_names.h"
#include "core/experiment/options.h"
#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"
#include "core/io/experiment_json.h"
#include "core/io/json_text.h"
#include "core/random/random_matrices.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

/// Adds the keys that `json` lacks.
void add_missing(Json& json, const Json& more) {
    for (const auto& [key, value] : more.items()) {
        if (!json.contains(key))
            json[key] = value;
        else if (json[key].is_object() && value.is_object())
            add_missing(json[key], value);
    }
}

void add_unknown(Json& json, const JsonPtr& unknown) {
    if (unknown)
        add_missing(json, *unknown);
}

Json sequence_json(const Sequence& sequence) {
    Json json{{"tokenizer", name_of(sequence.tokenizer, tokenizer_names)}};
    const bool manual = sequence.tokenizer == Tokenizer::manual;
    if (!manual || !sequence.text.empty())
        json["text"] = sequence.text;
    if (manual)
        json["tokens"] = sequence.tokens;
    if (sequence.offset != 0)
        json["offset"] = sequence.offset;
    return json;
}

Json embedding_json(const Embedding& embedding) {
    Json table = Json::object();
    for (const auto& [token, vector] : embedding.table->entries())
        table[token] = std::vector<double>(vector.values->begin(), vector.values->end());
    Json json = Json::object();
    if (embedding.dimension > 0)
        json["dimension"] = embedding.dimension;
    if (embedding.seed != 0)
        json["seed"] = embedding.seed;
    if (embedding.position.kind != PositionKind::none || embedding.position.table) {
        json["position"]["kind"] = name_of(embedding.position.kind, position_names);
        if (embedding.position.table)
            json["position"]["table"] = rows_json(*embedding.position.table);
    }
    if (!table.empty())
        json["table"] = std::move(table);
    if (embedding.inputs != InputKind::tokens)
        json["inputs"] = name_of(embedding.inputs, input_names);
    if (embedding.X)
        json["X"] = rows_json(*embedding.X);
    if (embedding.X_source)
        json["X_source"] = rows_json(*embedding.X_source);
    return json;
}

/// Adds the matrices of a projection, under their names.
void add_matrices(Json& json, const Projection& projection) {
    for (const ParameterInfo& parameter : all_parameters()) {
        if (!is_projection(parameter.id))
            continue;
        if (const MatrixPtr& matrix = projection_matrix(projection, parameter.id)) {
            Json rows = rows_json(*matrix);
            json[std::string(parameter.name)] = is_bias(parameter.id) ? rows[0] : std::move(rows);
        }
    }
}

Json projection_json(const Projection& projection) {
    Json json{{"kind", name_of(projection.kind, projection_names)}};
    add_matrices(json, projection);
    return json;
}

void add_gains(Json& json, const MatrixPtr& g_Q, const MatrixPtr& g_K) {
    for (const auto& [key, gains] : {std::pair{"g_Q", g_Q}, {"g_K", g_K}}) {
        if (gains)
            json[key] = rows_json(*gains)[0];
    }
}

Json inactive_json(const InactiveProjection& entry) {
    if (entry.unreadable)
        return *entry.unreadable;
    Json json = Json::object();
    add_matrices(json, entry.projection);
    add_gains(json, entry.g_Q, entry.g_K);
    json["heads"] = {{"count", entry.heads.count}, {"kv_count", entry.heads.kv_count}};
    add_unknown(json, entry.unknown_keys);
    return json;
}

/// An option's value; null for the default.
struct OptionJson {
    const Experiment& experiment;

    Json operator()(const Flag& flag) const { return flag.get(experiment) ? Json(true) : Json(); }
    Json operator()(const Choice& choice) const {
        const std::size_t value = choice.get(experiment);
        return value == 0 ? Json() : Json(choice.values[value].name);
    }
    Json operator()(const PositiveNumber& number) const {
        const double value = number.get(experiment);
        return value == number.preset ? Json() : Json(value);
    }
    Json operator()(const AnyNumber& number) const {
        const double value = number.get(experiment);
        return value == 0 ? Json() : Json(value);
    }
    Json operator()(const OptionalPositive& number) const { return json_of(number.get(experiment)); }
    Json operator()(const OptionalNumber& number) const { return json_of(number.get(experiment)); }
    Json operator()(const OptionalWhole& whole) const { return json_of(whole.get(experiment)); }

private:
    template<class T>
    static Json json_of(const std::optional<T>& value) {
        return value ? Json(*value) : Json();
    }
};

void add_options(Json& json, std::string_view group, const Experiment& e) {
    for (const Option& option : all_options()) {
        if (option.group != group)
            continue;
        if (Json value = std::visit(OptionJson{e}, option.value); !value.is_null())
            json[std::string(option.key)] = std::move(value);
    }
}

/// An object that holds nothing but options.
Json options_json(std::string_view group, const Experiment& e) {
    Json json = Json::object();
    add_options(json, group, e);
    return json;
}

Json scores_json(const Experiment& e) {
    Json json = options_json("scores", e);
    if (const auto& norm = e.scores.qk_norm) {
        Json& written = json["qk_norm"] = {{"kind", name_of(norm->kind, qk_norm_names)}};
        if (norm->epsilon != QkNorm{}.epsilon)
            written["epsilon"] = norm->epsilon;
        add_gains(written, norm->g_Q, norm->g_K);
    }
    for (const MatrixPtr& matrix : e.scores.additive) {
        if (e.scores.additive.size() == 1)
            json["additive"] = rows_json(*matrix);
        else
            json["additive"].push_back(rows_json(*matrix));
    }
    return json;
}

Json normalization_json(const Experiment& e) {
    Json json = options_json("normalization", e);
    if (const MatrixPtr& sink = e.normalization.sink)
        json["sink"] = sink->size() == 1 ? Json((*sink)(0, 0)) : rows_json(*sink)[0];
    return json;
}

Json mask_json(const Experiment& e) {
    Json json = options_json("mask", e);
    const Mask& mask = e.mask;
    if (!mask.padding.empty())
        json["padding"] = mask.padding;
    if (mask.custom) {
        Json& rows = json["custom"] = Json::array();
        for (Index i = 0; i < mask.custom->rows(); ++i) {
            Json row = Json::array();
            for (const double value : mask.custom->row(i))
                row.push_back(value != 0 ? 1 : 0);
            rows.push_back(std::move(row));
        }
    }
    return json;
}

Json override_json(const Override& each) {
    Json json{{"stage", info(each.stage).name}};
    if (each.head != 0)
        json["head"] = each.head;
    json["row"] = each.row;
    json["column"] = each.column;
    json["value"] = std::isinf(each.value) ? Json("-inf") : Json(each.value);
    add_unknown(json, each.unknown_keys);
    return json;
}

Json experiment_json(const Experiment& e) {
    Json json{{"format", format_name}, {"version", 1}};
    if (!e.title.empty())
        json["title"] = e.title;
    if (!e.description.empty())
        json["description"] = e.description;
    add_options(json, "", e);
    json["sequence"] = sequence_json(e.sequence);
    if (e.source)
        json["source"] = sequence_json(*e.source);
    if (Json embedding = embedding_json(e.embedding); !embedding.empty())
        json["embedding"] = std::move(embedding);
    if (e.heads.count != 1)
        json["heads"]["count"] = e.heads.count;
    if (e.heads.kv_count != e.heads.count)
        json["heads"]["kv_count"] = e.heads.kv_count;
    json["projection"] = projection_json(e.projection);
    if (Json scores = scores_json(e); !scores.empty())
        json["scores"] = std::move(scores);
    if (Json mask = mask_json(e); !mask.empty())
        json["mask"] = std::move(mask);
    if (Json normalization = normalization_json(e); !normalization.empty())
        json["normalization"] = std::move(normalization);
    if (e.dropout)
        json["dropout"] = {{"rate", e.dropout->rate},
                           {"generator", name_of(Generator::pytorch, generators())},
                           {"seed", e.dropout->seed}};
    for (const Override& each : e.overrides)
        json["overrides"].push_back(override_json(each));
    for (const Snapshot& each : e.snapshots) {
        Json snapshot{{"name", each.name}, {"document", experiment_json(*each.experiment)}};
        add_unknown(snapshot, each.unknown_keys);
        json["snapshots"].push_back(std::move(snapshot));
    }
    if (e.origin)
        json["origin"] = *e.origin;
    for (const InactiveProjection& each : e.inactive_projections)
        json["parked"][name_of(each.kind(), projection_names)] = inactive_json(each);
    if (e.view)
        json["view"] = *e.view;
    add_unknown(json, e.unknown_keys);
    return json;
}

} // namespace

std::string write_experiment(const Experiment& experiment) {
    return to_text(experiment_json(experiment));
}

} // namespace lab
