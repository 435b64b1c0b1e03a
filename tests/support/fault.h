// SPDX-License-Identifier: GPL-3.0-or-later
//
// Validates an experiment.
#pragma once

#include "core/engine/pipeline.h"
#include "core/experiment/validate.h"

namespace lab::test {

/// The first problem, or the reason why it cannot be computed. Empty if there is none, or if there are no
/// tokens yet.
inline std::string fault(const Experiment& experiment) {
    if (const std::vector<Error> problems = validate(experiment); !problems.empty())
        return problems.front().message();
    if (is_empty(experiment))
        return {};
    const Result<Trace> trace = compute(experiment);
    return trace ? std::string() : trace.error().message();
}

} // namespace lab::test
