// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether wanted weights may come out of a head at all, where that can be proved.
#pragma once

#include "core/engine/target.h"
#include "core/experiment/said.h"

#include <optional>

namespace lab {

enum class Reachable { yes, no, unknown };

/// What would take away the reason why wanted weights are out of reach.
enum class Cure {
    none,
    hide_keys,     ///< mask the cells with a wanted weight of 0
    add_positions, ///< so that equal tokens differ
    more_features, ///< a d_k of `d_k_needed`
};

struct Reachability {
    Reachable verdict = Reachable::unknown;
    Said why;
    /// How many features queries and keys need: exactly so many if `smallest_error` is known, else at least.
    std::optional<Index> d_k_needed = {};
    /// By how much scaled scores over the temperature stay off at least: the Frobenius norm of the difference
    /// to scores that give what is wanted, apart from a number that may be added to each row.
    std::optional<double> smallest_error = {};
    /// Of a "no". Whether the weights are in reach then has to be asked again.
    Cure cure = Cure::none;
};

/// For any W_Q and W_K, the inputs being what they are:
///   - softmax gives no weight of exactly 0 to a key that is not hidden;
///   - where nothing tells positions apart, two equal queries have weights in the same ratio among the keys
///     that both see, and two equal keys have the same weight in every row that sees both;
///   - a linear projection with inputs of full row rank gives any scores of rank d_k, so that with softmax
///   the
///     rank of ln A·(I − 11ᵀ/n) decides, and its singular values beyond d_k are the smallest error (Eckart
///     and Young 1936);
///   - with a causal mask, every rectangle of rows and keys in which all is visible needs its own rank.
/// Whatever these do not decide is unknown; that a fit stalls is no proof. The experiment must be valid and
/// have tokens, and the target no problem_of_target().
Reachability reachable(const Experiment& experiment, const WantedWeights& target);

} // namespace lab
