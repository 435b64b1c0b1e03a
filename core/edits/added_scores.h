// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is added to the scaled scores, as a whole. Single numbers: with_cells() of parameter.h.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>

namespace lab {

/// Why so many matrices cannot be added to the scores, one for all heads or one for each: they would be too
/// large, see too_large_as(). nullopt if they can.
std::optional<Error> too_many_added_scores(const Experiment& experiment, Index matrices);

/// The experiment with zeros added to the scores of all heads, unless something is added already; or with
/// nothing added.
Experiment with_added_scores(const Experiment& experiment, bool present);

/// The experiment with a matrix for each head, at first the one that all shared.
Experiment with_added_scores_per_head(const Experiment& experiment);
/// The experiment with that head's matrix for all heads.
Experiment with_shared_added_scores(const Experiment& experiment, HeadIndex head);

/// The experiment with `value`, which is finite or −∞, added to those scores of the head, or of all heads if
/// they share a matrix. Where nothing is added yet, zeros are added to the others. `cells` are of (n_q, n_k).
Experiment with_painted_scores(const Experiment& experiment, HeadIndex head, const Block& cells,
                               double value);

inline constexpr Index t5_buckets = 32;

/// The bucket, below t5_buckets, of a key that stands `distance` positions after the query (before it, if
/// negative), by the rule of T5 (Raffel et al. 2020, section 2.1, and its code) for distances up to 128: near
/// distances have a bucket each, farther ones share them on a logarithmic scale. `both_ways`: half of the
/// buckets are for keys after the query; otherwise these have bucket 0.
Index t5_bucket(Index distance, bool both_ways);

/// The experiment with relative positions as in T5: what is added is one number for each bucket and head (or
/// for all heads, if they share a matrix), a pure function of the document's seed. Both ways unless the mask
/// is causal. Something must be added already.
Experiment with_t5_buckets(const Experiment& experiment);
/// Whether something is added, and it is what with_t5_buckets() would add.
bool has_t5_buckets(const Experiment& experiment);

} // namespace lab
