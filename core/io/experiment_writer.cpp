// SPDX-License-Identifier: GPL-3.0-or-later
//
// Experiment → JSON. Default values are left out.
#include "core/io/document_names.h"
#include "core/io/experiment_json.h"
#include "core/io/json_text.h"
#include "core/parameter.h"
#include "core/stage.h"

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
    return json;
}

Json projection_json(const Projection& projection) {
    Json json{{"kind", name_of(projection.kind, projection_names)}};
    for (const ParameterInfo& parameter : all_parameters()) {
        if (!is_projection(parameter.id))
            continue;
        if (const MatrixPtr& matrix = projection_matrix(projection, parameter.id)) {
            Json rows = rows_json(*matrix);
            json[std::string(parameter.name)] = is_bias(parameter.id) ? rows[0] : std::move(rows);
        }
    }
    return json;
}

Json scores_json(const Scores& scores) {
    Json json = Json::object();
    if (scores.scale)
        json["scale"] = *scores.scale;
    if (scores.rotary)
        json["rotary"] = true;
    if (scores.rotary_base != Scores{}.rotary_base)
        json["rotary_base"] = scores.rotary_base;
    if (scores.bias != ScoreBias::none)
        json["bias"] = name_of(scores.bias, score_bias_names);
    return json;
}

Json mask_json(const Mask& mask) {
    Json json = Json::object();
    if (mask.causal)
        json["causal"] = true;
    if (mask.window)
        json["window"] = *mask.window;
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

Json normalization_json(const Normalization& normalization) {
    Json json = Json::object();
    if (normalization.kind != NormalizationKind::softmax)
        json["kind"] = name_of(normalization.kind, normalization_names);
    if (normalization.temperature != 1)
        json["temperature"] = normalization.temperature;
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
    if (e.notation != Notation::rows)
        json["notation"] = name_of(e.notation, notation_names);
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
    if (Json scores = scores_json(e.scores); !scores.empty())
        json["scores"] = std::move(scores);
    if (Json mask = mask_json(e.mask); !mask.empty())
        json["mask"] = std::move(mask);
    if (Json normalization = normalization_json(e.normalization); !normalization.empty())
        json["normalization"] = std::move(normalization);
    for (const Override& each : e.overrides)
        json["overrides"].push_back(override_json(each));
    for (const Snapshot& each : e.snapshots) {
        Json snapshot{{"name", each.name}, {"document", experiment_json(*each.experiment)}};
        add_unknown(snapshot, each.unknown_keys);
        json["snapshots"].push_back(std::move(snapshot));
    }
    for (const auto& [key, object] :
         {std::pair{"origin", e.origin}, {"parked", e.parked}, {"view", e.view}}) {
        if (object)
            json[key] = *object;
    }
    add_unknown(json, e.unknown_keys);
    return json;
}

} // namespace

std::string write_experiment(const Experiment& experiment) {
    return to_text(experiment_json(experiment));
}

} // namespace lab
