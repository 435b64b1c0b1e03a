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

/// Adds a matrix, if there is one; a single row as an array of numbers if it `is_row`.
void add_matrix(Json& json, std::string_view key, const MatrixPtr& matrix, bool is_row = false) {
    if (!matrix)
        return;
    Json rows = rows_json(*matrix);
    json[std::string(key)] = is_row ? std::move(rows[0]) : std::move(rows);
}

/// Adds an object that says something.
void add_object(Json& json, const char* key, Json object) {
    if (!object.empty())
        json[key] = std::move(object);
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
        add_matrix(json["position"], "table", embedding.position.table);
    }
    add_object(json, "table", std::move(table));
    if (embedding.inputs != InputKind::tokens)
        json["inputs"] = name_of(embedding.inputs, input_names);
    add_matrix(json, "X", embedding.X);
    add_matrix(json, "X_source", embedding.X_source);
    return json;
}

/// Adds the matrices of a projection, under their names.
void add_matrices(Json& json, const Projection& projection) {
    for (const ParameterInfo& parameter : all_parameters()) {
        if (is_projection(parameter.id))
            add_matrix(json, parameter.name, projection_matrix(projection, parameter.id),
                       is_bias(parameter.id));
    }
}

Json inactive_json(const InactiveProjection& entry) {
    if (entry.unreadable)
        return *entry.unreadable;
    Json json = Json::object();
    add_matrices(json, entry.projection);
    add_matrix(json, "g_Q", entry.g_Q, true);
    add_matrix(json, "g_K", entry.g_K, true);
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
    Json operator()(const NumberList& list) const {
        const std::vector<double> numbers = list.get(experiment);
        return numbers.empty() ? Json() : Json(numbers);
    }
    Json operator()(const auto& optional) const {
        const auto value = optional.get(experiment);
        return value ? Json(*value) : Json();
    }
};

/// Options that are not at their defaults.
Json options_json(std::string_view group, const Experiment& e) {
    Json json = Json::object();
    for (const Option& option : all_options()) {
        if (option.group != group)
            continue;
        if (Json value = std::visit(OptionJson{e}, option.value); !value.is_null())
            json[std::string(option.key)] = std::move(value);
    }
    return json;
}

Json scores_json(const Experiment& e) {
    Json json = options_json("scores", e);
    if (const auto& norm = e.scores.qk_norm) {
        Json& written = json["qk_norm"] = {{"kind", name_of(norm->kind, qk_norm_names)}};
        if (norm->epsilon != QkNorm{}.epsilon)
            written["epsilon"] = norm->epsilon;
        add_matrix(written, "g_Q", norm->g_Q, true);
        add_matrix(written, "g_K", norm->g_K, true);
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

/// The first version whose programs compute this document's numbers.
int version_of(const Experiment& e) {
    return e.scores.rotary_frequencies.empty() ? 1 : 2;
}

} // namespace

Json experiment_json(const Experiment& e) {
    Json json{{"format", format_name}, {"version", version_of(e)}};
    if (!e.title.empty())
        json["title"] = e.title;
    if (!e.description.empty())
        json["description"] = e.description;
    json.update(options_json("", e));
    json["sequence"] = sequence_json(e.sequence);
    if (e.source)
        json["source"] = sequence_json(*e.source);
    add_object(json, "embedding", embedding_json(e.embedding));
    if (e.heads.count != 1)
        json["heads"]["count"] = e.heads.count;
    if (e.heads.kv_count != e.heads.count)
        json["heads"]["kv_count"] = e.heads.kv_count;
    json["projection"]["kind"] = name_of(e.projection.kind, projection_names);
    add_matrices(json["projection"], e.projection);
    add_object(json, "scores", scores_json(e));
    add_object(json, "mask", mask_json(e));
    add_object(json, "normalization", normalization_json(e));
    if (e.dropout)
        json["dropout"] = {{"rate", e.dropout->rate},
                           {"generator", name_of(Generator::pytorch, generators)},
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

std::string write_experiment(const Experiment& experiment) {
    return to_text(experiment_json(experiment));
}

} // namespace lab
