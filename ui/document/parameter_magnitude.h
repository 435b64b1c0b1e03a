// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far the numbers of all parameters reach, without looking at those that an edit leaves as they are.
#pragma once

#include "core/change.h"
#include "core/parameter.h"

#include <map>

namespace lab {

class MaxParameterMagnitude {
public:
    /// The largest magnitude of the parameters that are read: of the token vectors those of the sentences.
    double of(const Experiment& experiment);
    /// The experiment has changed.
    void forget(const Change& change);

private:
    std::map<ParameterId, double> m_known;
};

} // namespace lab
