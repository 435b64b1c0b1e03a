// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands on sheets besides numbers and names.
#pragma once

#include "core/experiment/said.h"

namespace lab::sheet_phrase {

// How a stage is computed where there is no rule in symbols.
inline constexpr const char* projected = "Computed from the inputs, as the formula of each cell says";
inline constexpr const char* masked = "The scaled score, or −∞ where the key is hidden from the query";
inline constexpr const char* dropped =
    "A weight that is kept is divided by 1 − rate, one that is dropped is 0";
inline constexpr const char* side_by_side = "The outputs of all heads, side by side";

// Headings of what a stage computes on the way.
inline constexpr Phrase<1> before_norm{"{0}, before they are normalised"};
inline constexpr Phrase<1> before_turn{"{0}, before they are turned by their position"};
inline constexpr const char* root_mean_square = "What each is divided by: √(mean of squares + epsilon)";
inline constexpr const char* length = "What each is divided by: its length, or epsilon if that is larger";
inline constexpr const char* angles = "Angle of one position, in radians, by which two features turn";
inline constexpr const char* slope = "ALiBi: what is subtracted for each position of distance";
inline constexpr Phrase<1> slope_of_head{"ALiBi, head {0}: what is subtracted for each position of distance"};
inline constexpr const char* shifted_powers =
    "On the way: the largest score ÷ temperature, m; e^(score ÷ temperature − m); their sum";
inline constexpr const char* powers = "On the way: e^(score ÷ temperature); their sum";
inline constexpr const char* sum_of_scores = "On the way: the sum of the scores";
inline constexpr const char* sink = "sink";
inline constexpr const char* sum = "sum";
inline constexpr const char* kept = "Drawn: 1 keeps a weight, 0 drops it";
inline constexpr Phrase<1> kept_of_head{"Drawn for head {0}: 1 keeps a weight, 0 drops it"};

// Parameters.
inline constexpr const char* mask = "Mask";
inline constexpr Phrase<1> mask_of{"1: the query sees the key, 0: it does not. From the document: {0}"};
inline constexpr Phrase<2> feature_of_heads{"{0}: {1}"};
inline constexpr Phrase<1> of_head{"Head {0}"};
inline constexpr const char* hides_too = "A number, or the text −∞, which hides the key";

// Why a stage is numbers alone.
inline constexpr Phrase<2> too_many_tokens{
    "Numbers only: with more than {0} tokens ({1}), no formulas are written"};
inline constexpr Phrase<2> too_many_heads{
    "Numbers only: with more than {0} heads ({1}), no formulas are written"};
inline constexpr const char* no_sparsemax =
    "Numbers only: sparsemax has no formula here. These weights stay as they are when scores change";
inline constexpr const char* not_finite =
    "Numbers only: not all numbers up to here are finite, and a formula would be an error";
inline constexpr const char* step_not_finite =
    "Numbers only: on the way to them, a number is too large for a spreadsheet";
inline constexpr const char* has_overrides =
    "In a frame: set by hand in the document, in place of what would be computed";

// The first sheet.
inline constexpr const char* about = "About";
inline constexpr const char* untitled = "Attention";
inline constexpr Phrase<1> made_of{
    "Attention computed step by step, written by Attention Lab. Sentence: {0}"};
inline constexpr Phrase<2> made_of_two{"Attention computed step by step, written by Attention Lab. Sentence: "
                                       "{0}. Keys and values come from: {1}"};
inline constexpr const char* how_to_change =
    "Blue numbers on yellow may be changed: what depends on them is computed again, on every sheet.";
inline constexpr const char* nothing_to_change =
    "Formulas follow no change here: each sheet of a stage says why it is numbers only.";
inline constexpr const char* some_stages_fixed =
    "What is numbers only does not follow a change; its sheet says why:";
inline constexpr const char* grey_is_hidden =
    "The text −∞ stands for a score that is hidden: it has the weight 0, for spreadsheets know no infinity.";
inline constexpr const char* rows_are_tokens = "Each token is a row.";
inline constexpr const char* columns_are_tokens = "Each token is a column.";
inline constexpr const char* fixed_sizes =
    "Sentence, sizes, positions and options are fixed: change them in Attention Lab and export again.";

// Numbers that formulas read by name.
inline constexpr Phrase<1> scale{"scores are multiplied by it; 1/√d_k, of {0} features"};
inline constexpr const char* given_scale = "scores are multiplied by it";
inline constexpr const char* softcap = "scaled scores stay between −softcap and +softcap";
inline constexpr const char* epsilon = "keeps the norm of queries and keys from dividing by 0";
inline constexpr const char* rotary_frequency =
    "the angle, in radians, by which a position turns that pair of features";
inline constexpr const char* rotary_base = "of the angles by which positions turn queries and keys";
inline constexpr const char* temperature = "scores are divided by it";
inline constexpr const char* sigmoid_bias = "is added to each score";
inline constexpr const char* dropout_rate =
    "of the weights that dropout drops; what was drawn stays as it is";

} // namespace lab::sheet_phrase
