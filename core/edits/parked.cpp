// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/parked.h"

#include "core/io/document_names.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/parameter.h"
#include "core/validate.h"

#include <array>

namespace lab {

namespace {

using ParkedJson = nlohmann::ordered_json;

constexpr std::array of_linear{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V,
                               ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V};
constexpr std::array of_direct{ParameterId::Q, ParameterId::K, ParameterId::V};

/// The parameters that no other kind has.
std::span<const ParameterId> own_parameters(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return of_linear;
    case ProjectionKind::direct:
        return of_direct;
    case ProjectionKind::identity:
        break;
    }
    return {};
}

void put_entry(Experiment& experiment, ProjectionKind kind, const ParkedJson& entry) {
    ParkedJson all = experiment.parked ? *experiment.parked : ParkedJson::object();
    all.erase(name_of(kind, projection_names));
    if (!entry.empty())
        all[name_of(kind, projection_names)] = entry;
    experiment.parked = all.empty() ? nullptr : std::make_shared<const ParkedJson>(std::move(all));
}

/// An experiment of nothing but these matrices, by which it can be told whether they fit together.
Experiment bare(const Parked& kept) {
    Experiment experiment;
    experiment.heads = kept.heads;
    experiment.projection = kept.projection;
    experiment.projection.W_O = nullptr; // which stands to the sizes of another moment
    const auto count = [](const MatrixPtr& matrix) {
        return matrix ? static_cast<std::size_t>(matrix->rows()) : 0;
    };
    if (kept.projection.kind == ProjectionKind::linear)
        experiment.embedding.dimension = static_cast<Index>(count(kept.projection.W_Q));
    experiment.sequence.tokenizer = Tokenizer::manual;
    if (kept.projection.kind == ProjectionKind::direct) {
        experiment.sequence.tokens.resize(count(kept.projection.Q));
        experiment.source = experiment.sequence;
        experiment.source->tokens.resize(count(kept.projection.K));
    }
    return experiment;
}

} // namespace

std::optional<Parked> parked(const Experiment& experiment, ProjectionKind kind) {
    const std::string name = name_of(kind, projection_names);
    if (!experiment.parked || !experiment.parked->contains(name) || !experiment.parked->at(name).is_object())
        return std::nullopt;
    std::vector<Error> problems;
    JsonFields fields(experiment.parked->at(name), {}, problems);
    JsonFields heads = fields.object("heads");
    Parked kept;
    kept.heads.count = heads.whole("count", 1).value_or(1);
    kept.heads.kv_count = heads.whole("kv_count", 1).value_or(kept.heads.count);
    kept.projection.kind = kind;
    kept.projection.W_O = fields.matrix("W_O");
    for (const ParameterId id : own_parameters(kind)) {
        const std::string key(info(id).name);
        projection_matrix(kept.projection, id) = is_bias(id) ? fields.row(key) : fields.matrix(key);
    }
    if (kind == ProjectionKind::identity)
        return problems.empty() ? std::optional(kept) : std::nullopt;
    const Experiment alone = bare(kept);
    if (!problems.empty() || !validate(alone).empty())
        return std::nullopt;
    kept.dimensions = dimensions(alone);
    return kept;
}

void park(Experiment& experiment, bool with_output) {
    const Projection& projection = experiment.projection;
    ParkedJson entry = ParkedJson::object();
    const auto add = [&](ParameterId id) {
        const MatrixPtr& matrix = projection_matrix(projection, id);
        if (!matrix)
            return;
        ParkedJson rows = rows_json(*matrix);
        entry[std::string(info(id).name)] = is_bias(id) ? rows[0] : rows;
    };
    for (const ParameterId id : own_parameters(projection.kind))
        add(id);
    if (with_output)
        add(ParameterId::W_O);
    if (!entry.empty())
        entry["heads"] = {{"count", experiment.heads.count}, {"kv_count", experiment.heads.kv_count}};
    put_entry(experiment, projection.kind, entry);
    for (const ParameterId id : own_parameters(projection.kind))
        projection_matrix(experiment.projection, id) = nullptr;
}

void unpark(Experiment& experiment, ProjectionKind kind) {
    put_entry(experiment, kind, ParkedJson::object());
}

} // namespace lab
