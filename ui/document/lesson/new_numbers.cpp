// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/new_numbers.h"

#include "core/edits/random_parameters.h"

#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {

/// The parameters from which the others follow, if none was drawn at random.
std::vector<ParameterId> redrawn(const Experiment& experiment) {
    std::vector<ParameterId> all;
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O,
                                 ParameterId::Q, ParameterId::K, ParameterId::V}) {
        const bool isGiven = id == ParameterId::Q || id == ParameterId::K || id == ParameterId::V;
        const bool isUsed = (experiment.projection.kind == ProjectionKind::direct) == isGiven;
        if (parameter(experiment, id) && (isUsed || id == ParameterId::W_O))
            all.push_back(id);
    }
    if (experiment.projection.kind == ProjectionKind::identity)
        all.push_back(has_given_inputs(experiment) ? ParameterId::X : ParameterId::E);
    return all;
}

} // namespace

Result<NewNumbers> newNumbers(Experiment experiment, std::uint64_t seed) {
    std::vector<std::pair<ParameterId, Drawn>> draws;
    for (const ParameterId id : redrawn(experiment)) {
        if (const auto how = drawn(experiment, id))
            draws.emplace_back(id, *how);
    }
    if (draws.empty()) {
        for (const ParameterId id : redrawn(experiment))
            draws.emplace_back(id, Drawn{{Generator::numpy, seed, Distribution::normal}, DrawScope::one});
    }
    std::uint64_t own = seed;
    QStringList names;
    for (auto& [id, how] : draws) {
        how.source.seed = how.scope == DrawScope::one ? own++ : seed;
        Result<Experiment> next = with_random(experiment, id, how.source, how.scope);
        if (!next)
            return next.error();
        experiment = std::move(next).value();
        names += QString::fromStdString(std::string(info(id).name));
    }
    return NewNumbers{std::move(experiment), names.join(QStringLiteral(", "))};
}

} // namespace lab
