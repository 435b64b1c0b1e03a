// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks an experiment before anything is computed.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <vector>

namespace lab {

/// Every problem, in the order of the document's keys; `file` is empty. If there are none, compute() and
/// dimensions() may be called, except for an empty sentence, which is an unfinished document rather than an
/// invalid one.
std::vector<Error> validate(const Experiment& experiment);

/// The error for an empty sequence, for callers that need the stages.
std::optional<Error> without_tokens(const Experiment& experiment);

/// The error for stages that would take more than 8 GiB of memory. The experiment must otherwise be valid,
/// but its tokens may be new: this is checked before anything is created for them.
std::optional<Error> too_large(const Experiment& experiment);
/// The same for those sizes.
std::optional<Error> too_large(const Dimensions& dimensions);

} // namespace lab
