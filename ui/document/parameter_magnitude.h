// SPDX-License-Identifier: GPL-3.0-or-later
//
// Caches the largest magnitude of all parameters. After an edit only the changed parameters are read again.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/parameter.h"

#include <map>

namespace lab {

class MaxParameterMagnitude {
public:
    /// The largest magnitude of the parameters in use. Only the token vectors of the sentences count.
    double of(const Experiment& experiment);
    /// Drops what `change` affects.
    void forget(const Change& change);

private:
    std::map<ParameterId, double> m_known;
};

} // namespace lab
