// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with an experiment, found before anything is computed.
#pragma once

#include "core/experiment.h"

#include <optional>
#include <vector>

namespace lab {

/// Every problem, in the order of the document's keys; `file` is empty. None means that compute() and
/// dimensions() may be called, an empty sentence excepted, which is an unfinished document rather than a
/// faulty one.
std::vector<Error> validate(const Experiment& experiment);

/// That a sequence is empty, as the problem it is for whoever wants the stages.
std::optional<Error> without_tokens(const Experiment& experiment);

/// Whether the stages would take more than 8 GiB of memory, as the problem it is. Otherwise the experiment
/// must be free of problems, but its tokens may be new ones: it is asked before anything is made for them.
std::optional<Error> too_large(const Experiment& experiment);
/// The same for an experiment of those sizes.
std::optional<Error> too_large(const Dimensions& dimensions);

} // namespace lab
