// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved states of an experiment, for comparison.
#pragma once

#include "core/experiment.h"

#include <string>

namespace lab {

/// The experiment with a snapshot of itself added, without snapshots and without `view`. Its name is the
/// first of "Snapshot 1", "Snapshot 2", … after the existing ones.
Experiment with_snapshot(const Experiment& experiment);

/// The experiment with a snapshot renamed, white space around the name removed. Fails, with "name" as place,
/// if the name is empty or another snapshot has it.
Result<Experiment> with_snapshot_renamed(const Experiment& experiment, std::size_t which,
                                         const std::string& name);

Experiment without_snapshot(const Experiment& experiment, std::size_t which);

/// The experiment stored in a snapshot, with the present snapshots.
Experiment with_snapshot_restored(const Experiment& experiment, const Snapshot& snapshot);

} // namespace lab
