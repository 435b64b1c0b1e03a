// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with an experiment, found before anything is computed.
#pragma once

#include "core/experiment.h"

#include <vector>

namespace lab {

/// Every problem, in the order of the document's keys; `file` is empty. None means that compute() and
/// dimensions() may be called, an empty sentence excepted, which is an unfinished document rather than a
/// faulty one.
std::vector<Error> validate(const Experiment& experiment);

} // namespace lab
