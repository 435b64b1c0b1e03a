// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody does differently by mistake, as the Oracle computes it.
#pragma once

#include "core/experiment/stage.h"

#include <array>
#include <optional>

namespace lab::test {

/// Nothing of it is wrong by default. Arrays are of W_Q, W_K, W_V and W_O, or their biases.
struct OracleMistakes {
    enum class Scale {
        right,
        none,
        by_d_k,
        by_root_of_d_model,
        twice,
        times_root_of_d_k,
        by_root_of_heads,
        by_d_model,
        other
    };
    Scale scale = Scale::right;
    double factor = 1; ///< of Scale::other

    enum class Line { keys, queries, all, heads };
    enum class Undivided { no, plain, shifted };
    enum class Afterwards { nothing, softmax, logarithm };
    Line line = Line::keys; ///< what the weights are normalised over
    Undivided undivided = Undivided::no;
    Afterwards afterwards = Afterwards::nothing;
    bool base_two = false, no_exponential = false, softmax_instead = false;
    bool no_temperature = false, no_sink = false;

    /// What becomes of hidden scores, or of the weights.
    enum class Hiding { right, none, put, added, multiplied, weights, weights_again };
    /// Which keys are hidden in place of those that the causal rule hides; all rules are turned where it is
    /// inverted.
    enum class Causal { right, earlier_keys, own_key_too, one_key_less, from_top_left };
    /// The weights of a row whose keys are all hidden.
    enum class HiddenRow { zero, not_a_number, equal };
    Hiding hiding = Hiding::right;
    Causal causal = Causal::right;
    HiddenRow hidden_row = HiddenRow::zero;
    double hidden_number = 0, visible_number = 0; ///< put, added or multiplied by
    bool inverted = false;
    bool no_causal = false, no_window = false, no_padding = false, no_custom = false;
    bool more_causal = false, more_padding = false;

    std::array<bool, 4> no_bias{}, transposed{};
    /// By whose weights queries, keys and values are computed, and whether by whose biases, too.
    std::array<std::size_t, 3> projected_by{0, 1, 2};
    bool with_biases = false;
    std::array<std::size_t, 3> biased_by{0, 1, 2}; ///< read if that is all that is exchanged
    enum class Fused { right, read_by_head, read_by_kind };
    Fused fused = Fused::right;
    bool keys_for_values = false;

    enum class Rotation { right, none, other_layout, queries, keys, neighbours, halves };
    Rotation rotation = Rotation::right;
    std::optional<double> rotary_base;
    bool no_position = false, no_alibi = false, more_alibi = false;
    double slopes = 1; ///< all slopes of ALiBi times this
    bool no_added = false, no_softcap = false, no_norm = false;

    enum class Heads { side_by_side, in_order, in_turn };
    Heads split = Heads::side_by_side, merged = Heads::side_by_side;
    bool tiled = false, transposed_at_values = false;

    std::optional<StageId> rounded; ///< queries: keys and values are rounded, too
    int decimals = 0;
    std::optional<double> dropout; ///< the rate
};

} // namespace lab::test
