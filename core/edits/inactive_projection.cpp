// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/inactive_projection.h"

#include "core/edits/resize.h"
#include "core/experiment/document_names.h"
#include "core/experiment/validate.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"

namespace lab {

namespace {

using InactiveJson = nlohmann::ordered_json;

void put_entry(Experiment& experiment, ProjectionKind kind, const InactiveJson& entry) {
    InactiveJson all =
        experiment.inactive_projections ? *experiment.inactive_projections : InactiveJson::object();
    all.erase(name_of(kind, projection_names));
    if (!entry.empty())
        all[name_of(kind, projection_names)] = entry;
    experiment.inactive_projections =
        all.empty() ? nullptr : std::make_shared<const InactiveJson>(std::move(all));
}

/// An experiment with only these matrices, for validating that they fit together.
Experiment bare(const Heads& heads, const Projection& projection) {
    Experiment experiment;
    experiment.heads = heads;
    experiment.projection = projection;
    const auto rows = [](const MatrixPtr& matrix) { return matrix ? matrix->rows() : 0; };
    switch (projection.kind) {
    case ProjectionKind::linear:
        experiment.embedding.dimension = rows(projection.W_Q);
        break;
    case ProjectionKind::identity:
        experiment.embedding.dimension = rows(projection.W_O);
        break;
    case ProjectionKind::direct:
        experiment.sequence.tokens.resize(static_cast<std::size_t>(rows(projection.Q)));
        experiment.source.emplace().tokens.resize(static_cast<std::size_t>(rows(projection.K)));
        break;
    }
    return experiment;
}

/// Matrices of a kind; nullopt if they do not fit together.
std::optional<InactiveProjection> fitting(const Heads& heads, const Projection& projection) {
    const Experiment alone = bare(heads, projection);
    if (!validate(alone).empty())
        return std::nullopt;
    return InactiveProjection{heads, projection, dimensions(alone)};
}

} // namespace

std::optional<InactiveProjection> inactive_projection(const Experiment& experiment, ProjectionKind kind) {
    const std::string name = name_of(kind, projection_names);
    if (!experiment.inactive_projections || !experiment.inactive_projections->contains(name)) {
        Projection unused = experiment.projection;
        unused.kind = kind;
        unused.W_O = unused.b_O = nullptr;
        return fitting(experiment.heads, unused);
    }
    if (!experiment.inactive_projections->at(name).is_object())
        return std::nullopt;
    std::vector<Error> problems;
    JsonFields fields(experiment.inactive_projections->at(name), {}, problems);
    JsonFields counts = fields.object("heads");
    Heads heads;
    heads.count = counts.whole("count", 1).value_or(1);
    heads.kv_count = counts.whole("kv_count", 1).value_or(heads.count);
    Projection projection;
    projection.kind = kind;
    projection.W_O = fields.matrix("W_O");
    for (const ParameterId id : own_parameters(kind)) {
        const std::string key(info(id).name);
        projection_matrix(projection, id) = is_bias(id) ? fields.row(key) : fields.matrix(key);
    }
    return problems.empty() ? fitting(heads, projection) : std::nullopt;
}

Gains inactive_gains(const Experiment& experiment, ProjectionKind kind) {
    const std::string name = name_of(kind, projection_names);
    const JsonPtr& all = experiment.inactive_projections;
    if (!all || !all->contains(name) || !all->at(name).is_object())
        return {};
    std::vector<Error> problems;
    JsonFields fields(all->at(name), {}, problems);
    Gains gains{fields.row("g_Q"), fields.row("g_K")};
    return problems.empty() ? gains : Gains{};
}

void deactivate_projection(Experiment& experiment, bool with_output, bool with_gains) {
    const Projection& projection = experiment.projection;
    InactiveJson entry = InactiveJson::object();
    const auto add = [&](ParameterId id) {
        const MatrixPtr& matrix = projection_matrix(projection, id);
        if (!matrix)
            return;
        InactiveJson rows = rows_json(*matrix);
        entry[std::string(info(id).name)] = is_bias(id) ? rows[0] : rows;
    };
    for (const ParameterId id : own_parameters(projection.kind))
        add(id);
    if (with_output)
        add(ParameterId::W_O);
    for (const ParameterId id : {ParameterId::g_Q, ParameterId::g_K}) {
        if (const MatrixPtr gains = with_gains ? parameter(experiment, id) : nullptr)
            entry[std::string(info(id).name)] = rows_json(*gains)[0];
    }
    if (!entry.empty())
        entry["heads"] = {{"count", experiment.heads.count}, {"kv_count", experiment.heads.kv_count}};
    put_entry(experiment, projection.kind, entry);
    for (const ParameterId id : own_parameters(projection.kind))
        projection_matrix(experiment.projection, id) = nullptr;
}

void remove_inactive_projection(Experiment& experiment, ProjectionKind kind) {
    put_entry(experiment, kind, InactiveJson::object());
}

} // namespace lab
