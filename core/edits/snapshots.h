// SPDX-License-Identifier: GPL-3.0-or-later
//
// States of an experiment that it keeps, to be compared with.
#pragma once

#include "core/experiment.h"

#include <string>

namespace lab {

/// The experiment with one more snapshot, of itself as it is: without snapshots and without `view`. Its name
/// is the first of "Snapshot 1", "Snapshot 2", … that comes after those that there are.
Experiment with_snapshot(const Experiment& experiment);

/// The experiment with another name for a snapshot, without white space at its ends. Fails, the place being
/// "name", where nothing is left of it or another snapshot has it.
Result<Experiment> with_snapshot_renamed(const Experiment& experiment, std::size_t which,
                                         const std::string& name);

Experiment without_snapshot(const Experiment& experiment, std::size_t which);

/// The experiment that a snapshot keeps, with the snapshots that there are now.
Experiment with_snapshot_restored(const Experiment& experiment, const Snapshot& snapshot);

} // namespace lab
