// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved states of an experiment, to compare with and to go back to. A snapshot that keeps what the window
// showed is a scene: the scenes of a document are gone through in their order.
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace lab {

/// Whether a snapshot is a scene: the `view` of its document says which page was shown.
bool is_scene(const Snapshot& snapshot);

/// Whether a comparison shows no difference: titles, descriptions, snapshots, and what the document says of
/// its lesson play no part.
bool has_same_numbers(const Experiment& a, const Experiment& b);

/// The experiment with a snapshot of itself added, without snapshots, and with that `view`, null for none.
/// Its name is `wanted` or, if another snapshot has that, the first of "wanted (2)", "wanted (3)", … Without
/// one it is the first of "Snapshot 1", "Snapshot 2", … after the existing ones, or of "Scene 1", "Scene
/// 2", …
Experiment with_snapshot(const Experiment& experiment, const JsonPtr& view = nullptr,
                         const std::string& wanted = {});

/// The experiment with a snapshot renamed, white space around the name removed. Fails, with "name" as place,
/// if the name is empty or another snapshot has it.
Result<Experiment> with_snapshot_renamed(const Experiment& experiment, std::size_t which,
                                         const std::string& name);

Experiment without_snapshot(const Experiment& experiment, std::size_t which);

/// The experiment with a snapshot moved to another place in their order.
Experiment with_snapshot_moved(const Experiment& experiment, std::size_t from, std::size_t to);

/// The experiment with a snapshot that holds it as it is now, with that `view`; the name stays.
Experiment with_snapshot_updated(const Experiment& experiment, std::size_t which, const JsonPtr& view);

/// The experiment with each scene holding it as it is now, with the `view` that the scene had.
Experiment with_scenes_renumbered(const Experiment& experiment);

/// The experiment with a scene that is a snapshot only: the entries of its `view` are dropped.
Experiment with_view_dropped(const Experiment& experiment, std::size_t which);

/// What a teacher has written for themselves about a snapshot, its `lesson.notes`; empty if there is none.
std::string notes_of(const Snapshot& snapshot);

/// The experiment with these notes of a snapshot, none if they are empty. Its `lesson` gets an `id` that no
/// other snapshot has, if it has none.
Experiment with_notes(const Experiment& experiment, std::size_t which, const std::string& notes);

/// The experiment stored in a snapshot, with the present snapshots, `lesson` and `progress`: these are the
/// document's, and no snapshot holds them.
Experiment with_snapshot_restored(const Experiment& experiment, const Snapshot& snapshot);

} // namespace lab
