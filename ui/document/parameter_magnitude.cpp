// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/parameter_magnitude.h"

#include "core/base/summary.h"

#include <algorithm>

namespace lab {

double MaxParameterMagnitude::of(const Experiment& experiment) {
    double magnitude = 0;
    for (const ParameterInfo& each : all_parameters()) {
        if (!is_read(experiment, each.id))
            continue;
        const auto [known, isNew] = m_known.try_emplace(each.id, 0);
        if (isNew) {
            if (const MatrixPtr matrix = parameter(experiment, each.id))
                known->second = summarize(*matrix).finite.magnitude();
        }
        magnitude = std::max(magnitude, known->second);
    }
    return magnitude;
}

void MaxParameterMagnitude::forget(const Change& change) {
    std::erase_if(m_known, [&](const auto& each) {
        return reshapes(change) || info(each.first).field == change.field;
    });
}

} // namespace lab
