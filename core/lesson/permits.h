// SPDX-License-Identifier: GPL-3.0-or-later
//
// What may be edited while a step is played.
//
// The names in `allow` are
//
//   - those of parameters: their numbers, and whether there is such a matrix, as far as that is a choice
//   (biases, W_O,
//     gains, the sink, added scores); "E" is the vectors of all words, and the seed of those of new ones;
//   - "sentence": text, tokens and first position of the sentence and of the source, and what moves with
//   tokens: rows
//     of X, Q, K and V, the mask, added scores, overrides, vectors of words that come and go, rows of the
//     position table that are added at its end;
//   - "options": whatever is one value and no part of the mask: the options of core/experiment/options.h
//   (scale, rotary
//     positions, softcap, ALiBi, normaliser, notation), the kind of positions, the norm of queries and keys,
//     dropout;
//   - "mask": its rules, padding and the custom mask;
//   - "overrides".
//
// Named by nothing, and locked wherever there is an `allow`: d_model, the number of heads and of groups, the
// kind of projection and of inputs, and whether there is a source.
//
// No part of it: title and description, snapshots, the view, how parameters were made, parameters that are
// kept for another kind of projection, and unknown keys.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// What was changed that is not allowed, as a sentence without a full stop: "W_Q is locked in this step"; the
/// first of several. nullopt: nothing. `allow`: nullopt allows everything. Both must be valid. Quick enough
/// for every step of a drag: it copies nothing, and compares no matrix that both share.
///
/// Where tokens have changed and may, a row that moved with its token is one that a token of that name had
/// before; rows of a word that is new somewhere may be any.
std::optional<Said> permits(const Experiment& before, const Experiment& after,
                            const std::optional<std::vector<std::string>>& allow);

/// The same sentence for what is called `name` in `allow`: a parameter, the sentence, the mask or overrides.
Said locked_in_words(std::string_view name);

} // namespace lab
