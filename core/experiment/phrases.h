// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that explanations and comparisons of settings say. Code elsewhere chooses a phrase and its
// arguments, and text_of() puts them in.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <vector>

namespace lab {

/// A phrase on the weights of a query, which the document shows as a row or as a column.
template<int arguments>
struct LinePhrase {
    Phrase<arguments> row, column;

    constexpr const Phrase<arguments>& in(Notation notation) const {
        return notation == Notation::rows ? row : column;
    }
};
/// From the one on a row.
template<PhraseText text>
consteval auto line_phrase() {
    return LinePhrase<places_in(text.chars)>{phrase_with<text, "row", "row">(),
                                             phrase_with<text, "row", "column">()};
}

/// A phrase on a query, a key or a value.
template<int arguments>
struct ProjectedPhrase {
    Phrase<arguments> query, key, value;
};
/// From the one on a query.
template<PhraseText text>
consteval auto projected_phrase() {
    return ProjectedPhrase<places_in(text.chars)>{phrase_with<text, "query", "query">(),
                                                  phrase_with<text, "query", "key">(),
                                                  phrase_with<text, "query", "value">()};
}

namespace phrase {

// Names
inline constexpr Phrase<1> just{"{0}"};
inline constexpr Phrase<1> quoted{"“{0}”"};
inline constexpr Phrase<2> quoted_at{"“{0}” ({1})"};
inline constexpr Phrase<1> feature{"feature {0}"};
inline constexpr Phrase<1> head{"head {0}"};
inline constexpr Phrase<2> heads{"heads {0}–{1}"};
inline constexpr Phrase<0> sink{"sink"};
inline constexpr Phrase<0> the_sink{"the sink"};
inline constexpr Phrase<2> stage_of_head{"{0}, head {1}"};
inline constexpr Phrase<2> pair_of_tokens{"{0} → {1}"};
inline constexpr Phrase<2> feature_of_token{"{0}, {1}"};

// Lists
inline constexpr Phrase<2> and_so_on{"{0}, {1}"};
inline constexpr Phrase<2> last_of_names{"{0} and {1}"};
inline constexpr Phrase<2> last_of_rules{"{0}, and {1}"};

// Ranks among the numbers of a row or a column
inline constexpr Phrase<0> largest{"the largest"};
inline constexpr Phrase<0> second_largest{"the second largest"};
inline constexpr Phrase<0> third_largest{"the third largest"};
inline constexpr Phrase<1> st_largest{"the {0}st largest"};
inline constexpr Phrase<1> nd_largest{"the {0}nd largest"};
inline constexpr Phrase<1> rd_largest{"the {0}rd largest"};
inline constexpr Phrase<1> th_largest{"the {0}th largest"};
inline constexpr Phrase<0> smallest{"the smallest"};
inline constexpr Phrase<1> equal_to_one{"{0}, equal to 1 other"};
inline constexpr Phrase<2> equal_to_others{"{0}, equal to {1} others"};

// Shares
inline constexpr Phrase<1> percent{"{0} %"};
inline constexpr Phrase<0> hardly_any{"less than 0.1 %"};
inline constexpr Phrase<0> nearly_all{"more than 99.9 %"};

// What a cell is
inline constexpr Phrase<2> input{"{0} of the vector of {1}, which the heads read"};
inline constexpr Phrase<2> query{"{0} of the query of {1}: what it looks for"};
inline constexpr Phrase<2> key{"{0} of the key of {1}: what it is found by"};
inline constexpr Phrase<2> value{"{0} of the value of {1}: what it has to say"};
inline constexpr Phrase<2> averaged{
    "{0} of what the head says for {1}: the values, averaged by its attention"};
inline constexpr Phrase<2> summed{"{0} of what the head says for {1}: the values, summed by its weights"};
inline constexpr Phrase<2> summed_after_dropout{
    "{0} of what the head says for {1}: the values, summed by its weights after dropout"};
inline constexpr Phrase<2> concatenated{"{0} of what all heads say for {1}, side by side"};
inline constexpr Phrase<2> output{"{0} of the output for {1}"};

// What a score is
inline constexpr Phrase<1> covered{"the number of {0} is covered: work it out"};
inline constexpr Phrase<2> match{"how well the query of {0} matches the key of {1}"};
inline constexpr auto match_alone =
    line_phrase<"how well the query of {0} matches the key of {1}: the only finite one of its row">();
inline constexpr auto match_ranked =
    line_phrase<"how well the query of {0} matches the key of {1}: {2} of its row">();
inline constexpr Phrase<3> score_is{"the score of {0} for {1} is {2}"};
inline constexpr Phrase<4> score_is_by{"the score of {0} for {1} is {2}: {3}"};
inline constexpr Phrase<2> score_left_out{"the score of {0} for {1} is −∞"};
inline constexpr Phrase<3> score_left_out_by{"the score of {0} for {1} is −∞: {2}"};
inline constexpr Phrase<3> hidden_from{"{0} is hidden from {1}: {2}"};

// What a weight is
inline constexpr Phrase<2> no_weight{"the score of {0} for {1} is −∞; so its weight is 0"};
inline constexpr Phrase<3> no_weight_by{"the score of {0} for {1} is −∞: {2}; so its weight is 0"};
inline constexpr Phrase<3> weight_is{"the weight of {0} for {1} is {2}"};
inline constexpr Phrase<4> weight_is_by{"the weight of {0} for {1} is {2}: {3}"};
inline constexpr auto weight_of_sum = line_phrase<"the weight of {0} for {1} is {2}; the row sums to {3}">();
inline constexpr auto weight_of_sum_ranked =
    line_phrase<"the weight of {0} for {1} is {2}, {3} of its row; the row sums to {4}">();
/// After weight_of_sum or weight_of_sum_ranked.
inline constexpr Phrase<2> and_sink_takes{"{0}; the sink takes {1}"};
inline constexpr Phrase<3> only_key{"{0} gives {1} of its attention to {2}, the only key"};
inline constexpr Phrase<3> only_visible_key{"{0} gives {1} of its attention to {2}, the only visible key"};
inline constexpr auto attention = line_phrase<"{0} gives {1} of its attention to {2}, {3} of its row">();

// What a sink's share of a row of weights is
inline constexpr Phrase<2> sink_attention{"the sink takes {0} of the attention of {1}; no key, no value"};
inline constexpr Phrase<2> sink_share_is{
    "what the sink takes of the attention of {0} is {1}; no key, no value"};

// What a weight after dropout is
inline constexpr Phrase<2> weight_after_dropout{"the weight of {0} for {1} after dropout"};
inline constexpr Phrase<2> weight_dropped{"the weight of {0} for {1}, which is dropped"};
inline constexpr Phrase<3> weight_kept{"the weight of {0} for {1}, which is kept and divided by {2}"};

// Titles of steps
inline constexpr Phrase<0> look_up{"Look up the token"};
inline constexpr Phrase<0> take_row{"Take the row that is given"};
inline constexpr Phrase<0> add_position{"Add the position to the token"};
inline constexpr Phrase<0> add_position_to_row{"Add the position to the row that is given"};
inline constexpr Phrase<0> multiply{"Multiply the token by the weights"};
inline constexpr Phrase<0> take_input{"Take the input as it is"};
inline constexpr Phrase<0> take_given{"Take the number that is given"};
inline constexpr auto add_squares = line_phrase<"Add up the squares of the row">();
inline constexpr auto take_rms = line_phrase<"Take the root mean square of the row, with ε">();
inline constexpr auto take_length = line_phrase<"Take the length of the row">();
inline constexpr Phrase<0> take_epsilon{"Take ε in place of the length"};
inline constexpr Phrase<0> divide_by_norm{"Divide by r"};
inline constexpr Phrase<0> divide_and_gain{"Divide by r and multiply by the gain"};
inline constexpr Phrase<0> rotate{"Rotate the pair by the position"};
inline constexpr Phrase<0> compare{"Compare query and key"};
inline constexpr Phrase<0> scale{"Scale"};
inline constexpr Phrase<0> cap_score{"Cap the score"};
inline constexpr Phrase<0> subtract_distance{"Subtract the slope times the distance"};
inline constexpr Phrase<0> add_added{"Add the added score"};
inline constexpr Phrase<0> subtract_distance_and_add{
    "Subtract the slope times the distance and add the added score"};
inline constexpr Phrase<0> mask{"Mask"};
inline constexpr auto softmax = line_phrase<"Softmax over the row">();
inline constexpr auto softmax_naive = line_phrase<"Softmax over the row, without shift">();
inline constexpr auto divide_by_sum = line_phrase<"Divide by the sum of the row">();
inline constexpr auto sparsemax = line_phrase<"Sparsemax over the row">();
inline constexpr auto sigmoid = line_phrase<"Sigmoid of each score of the row">();
inline constexpr Phrase<0> average_values{"Average the values by attention"};
inline constexpr Phrase<0> sum_values{"Sum the values by their weights"};
inline constexpr Phrase<0> drop{"Dropout"};
inline constexpr Phrase<0> sum_values_after_dropout{"Sum the values by their weights after dropout"};
inline constexpr Phrase<0> concatenate{"Put the heads side by side"};
inline constexpr Phrase<0> mix_heads{"Mix the heads by the output weights"};
inline constexpr Phrase<0> take_heads{"The output is what the heads say"};
inline constexpr Phrase<0> overridden{"Overridden"};

/// Of a step that is taken for both numbers of a rotated pair.
inline constexpr Phrase<1> first_of_pair{"{0}: the first of the pair"};
inline constexpr Phrase<1> second_of_pair{"{0}: the second of the pair"};

// Names of terms in sums
inline constexpr Phrase<0> token_term{"token"};
inline constexpr Phrase<0> row_term{"row"};
inline constexpr Phrase<0> position_term{"position"};
inline constexpr Phrase<0> bias_term{"bias"};
inline constexpr Phrase<0> score_term{"score"};
inline constexpr Phrase<0> distance_term{"distance"};
inline constexpr Phrase<0> mean_term{"mean"};
inline constexpr Phrase<0> squares_term{"squares"};
inline constexpr Phrase<0> quotient_term{"quotient"};
inline constexpr Phrase<0> added_term{"added"};

// Remarks on steps
inline constexpr Phrase<4> rotation_of_frequency{"θ = {0} · {1} = {2}; the token is at position {3}"};
inline constexpr Phrase<6> rotation{"θ = {0} · {1}^(−{2}/{3}) = {4}; the token is at position {5}"};
inline constexpr auto before_norm =
    line_phrase<"x holds the {0} numbers of the row before it is normalised">();
inline constexpr auto squares_overflow =
    line_phrase<"the squares add up to more than a double can hold: divided by their root, every finite "
                "number of the row is 0">();
inline constexpr Phrase<1> length_below_epsilon{"the length, {0}, is less than ε, which takes its place"};
inline constexpr Phrase<0> divisor_is_0{"r is 0: nothing divided by it is finite"};
inline constexpr Phrase<2> pair_across{"features {0} and {1} are a pair"};
inline constexpr Phrase<0> not_rotated{"this feature is not rotated"};
inline constexpr Phrase<1> cached_since{"computed at the step of {0}, and in the key cache since"};
inline constexpr Phrase<0> joins_cache{"computed at this step; the key cache keeps it for those to come"};
inline constexpr Phrase<0> alibi{"ALiBi: the farther the key, the less it counts"};
inline constexpr Phrase<1> softcap{"softcap: c·tanh(x/c) stays between −{0} and {0}, however large x is"};
inline constexpr Phrase<2> softcap_of_infinity{"softcap: tanh(x/c) of x = {0} is {1}, which makes it finite"};
inline constexpr Phrase<1> hidden_by{"hidden: {0}"};
inline constexpr Phrase<0> hidden_as_later{"a causal mask hides what comes after the query"};
inline constexpr Phrase<0> not_hidden{"not hidden by any rule"};
inline constexpr Phrase<0> not_masked{"not masked"};
inline constexpr Phrase<1> hidden_all_the_same{"hidden all the same, by {0}"};
inline constexpr Phrase<2> dropped_by{"dropped: the number drawn for it, {0}, is not below 1 − p = {1}"};
inline constexpr Phrase<2> kept_by{
    "kept: the number drawn for it, {0}, is below 1 − p = {1}; what is kept is divided by that"};
inline constexpr Phrase<1> from_head{"from head {0}"};
inline constexpr Phrase<1> within_rounding{"0 within rounding, computed as {0}"};
inline constexpr Phrase<1> computed_value{"computed value: {0}"};

// Remarks on weights
inline constexpr Phrase<0> all_hidden{"every key is hidden: all weights are 0"};
inline constexpr Phrase<0> all_left_out{"every score is −∞, not every key hidden: all weights are 0"};
inline constexpr Phrase<0> weight_hidden{"a hidden key weighs exactly 0"};
inline constexpr Phrase<0> weight_left_out{"a score of −∞ weighs exactly 0; this one comes from an overflow"};
inline constexpr auto softmax_shift =
    line_phrase<"z is the row of masked scores and m = {0} its largest: subtracting m prevents overflow; the "
                "weights are unchanged">();
inline constexpr auto softmax_shift_divided =
    line_phrase<"z is the row of masked scores and m = {0} its largest, divided by τ: subtracting m prevents "
                "overflow; the weights are unchanged">();
inline constexpr Phrase<1> sparsemax_threshold{
    "t = {0} is the threshold: what is left above it adds up to 1, a score below it weighs 0"};
inline constexpr auto softmax_shift_with_sink =
    line_phrase<"z is the row of masked scores and m = {0} the largest of them and the sink: subtracting m "
                "prevents overflow; the weights are unchanged">();
inline constexpr auto softmax_shift_with_sink_divided =
    line_phrase<"z is the row of masked scores and m = {0} the largest of them and the sink, divided by τ: "
                "subtracting m prevents overflow; the weights are unchanged">();
inline constexpr auto each_alone =
    line_phrase<"each weight is computed alone; the row need not add up to 1">();
inline constexpr auto each_alone_with_bias =
    line_phrase<"each weight is computed alone, with the bias b = {0}; the row need not add up to 1">();
inline constexpr Phrase<1> sink_takes{"the sink takes {0}"};
inline constexpr auto sink_takes_rest = line_phrase<"the sink takes {0}: what the row leaves of 1">();
inline constexpr auto adds_up = line_phrase<"the row adds up to {0}">();
inline constexpr auto adds_up_with_entropy =
    line_phrase<"the row adds up to {0}, its entropy is {1} bits of at most {2}">();

// Why weights are not numbers, or not finite
inline constexpr auto makes_nan =
    line_phrase<"the score of {0} is {1}: every visible weight of the row is NaN">();
inline constexpr auto makes_nan_by =
    line_phrase<"the score of {0} is {1}, {2}: every visible weight of the row is NaN">();
inline constexpr auto makes_shift_nan =
    line_phrase<"the score of {0} is {1}, m too: every visible weight of the row is NaN">();
inline constexpr auto makes_shift_nan_by =
    line_phrase<"the score of {0} is {1}, {2}, m too: every visible weight of the row is NaN">();
inline constexpr auto makes_shift_infinite =
    line_phrase<"the score of {0} is {1}; m = ∞, and ∞ − m is NaN: every visible weight of the row is NaN">();
inline constexpr auto makes_shift_infinite_by = line_phrase<
    "the score of {0} is {1}, {2}; m = ∞, and ∞ − m is NaN: every visible weight of the row is NaN">();
inline constexpr auto division_overflows =
    line_phrase<"divided by τ = {0} a score of the row is more than a double can hold">();
inline constexpr Phrase<1> sink_overflows{"divided by τ = {0} the sink is more than a double can hold"};
inline constexpr auto powers_underflow = line_phrase<"e to every score of the row is too small for a double, "
                                                     "and 0/0 is NaN: the shift by the maximum avoids it">();
inline constexpr Phrase<0> power_overflows{
    "e to a power above 709 is more than a double can hold: the shift by the maximum avoids it"};
inline constexpr auto sum_overflows =
    line_phrase<"the sum of the row is more than a double can hold: divided by it, all is 0">();
inline constexpr Phrase<0> sum_is_0{"the scores add up to 0: divided by it, no weight is finite"};

// Where a number that is not finite began: in a stage, at a place in it
inline constexpr Phrase<2> typed_in{"a −∞ override in {0}, {1}"};
inline constexpr Phrase<0> added_infinity{"an added −∞"};
inline constexpr Phrase<0> nan_here{"NaN that began here"};
inline constexpr Phrase<2> nan_in{"NaN that began in {0}, {1}"};
inline constexpr Phrase<0> overflow_here{"overflow that began here"};
inline constexpr Phrase<2> overflow_in{"overflow that began in {0}, {1}"};

// Notes in result files, which count from 0
inline constexpr Phrase<2> row_in_file{"{0}, row {1}"};
inline constexpr Phrase<3> row_of_head_in_file{"{0} of head {1}, row {2}"};
inline constexpr Phrase<2> cell_in_file{"{0}, column {1}"};
inline constexpr Phrase<1> row_hidden{"{0}: every key is hidden, so all its weights are 0"};
inline constexpr Phrase<1> row_overflowed{
    "{0}: every score is -inf, by an overflow, so all its weights are 0"};
inline constexpr Phrase<2> row_overflowed_by{
    "{0}: every score is -inf, by an overflow that began in {1}, so all its weights are 0"};
inline constexpr Phrase<2> first_not_finite{"first number that is not finite: {0} is {1}"};
inline constexpr Phrase<2> first_typed{"first number that is not finite: {0} is {1}, from an override"};
inline constexpr Phrase<2> first_added{"first number that is not finite: {0} is {1}, from the added scores"};
inline constexpr Phrase<2> first_overflow{"first overflow: {0} is {1}"};

// Sensitivity
inline constexpr Phrase<3> saturated{
    "softmax is saturated: {0} has all of the weight of {1} to double precision, so that its gradient is "
    "practically 0, about {2}"};
inline constexpr Phrase<3> saturated_below{
    "softmax is saturated: {0} has all of the weight of {1} to double precision, so that its gradient is "
    "practically 0, {2}"};

// What would raise a number
inline constexpr Phrase<0> no_pull_not_finite{"No pull: the number is not finite"};
inline constexpr Phrase<0> no_pull_overflow{"No pull: a derivative is not a finite number"};
inline constexpr Phrase<0> no_pull_overridden{"No pull: the number is overridden"};
inline constexpr Phrase<0> no_pull_hidden{"No pull: the key is hidden from the query"};
inline constexpr Phrase<0> no_pull_dropped{"No pull: the weight is dropped"};
inline constexpr Phrase<0> no_pull_only_key{
    "No pull: only one key is visible to the query, so that its weight is 1"};
inline constexpr Phrase<0> no_pull_saturated{"No pull: the row is saturated"};
inline constexpr Phrase<0> no_pull_zeros{"No pull: the derivative with respect to each parameter is 0"};
inline constexpr Phrase<0> no_pull_values{"No pull: values come after the weights"};
inline constexpr Phrase<1> no_pull_other{"No pull: the number is computed without {0}"};
inline constexpr Phrase<2> largest_term_with{
    "the largest term of the score is that of feature {0}, where query and key have the same sign: {1}"};
inline constexpr Phrase<2> largest_term_against{
    "the largest term of the score is that of feature {0}, where query and key have opposite signs: {1}"};
inline constexpr Phrase<0> no_pull_zero{"No pull: the derivatives are practically 0"};

// The axes of a plane
inline constexpr Phrase<1> principal_component{"principal component {0}"};
inline constexpr Phrase<0> along_query{"along the query"};
inline constexpr Phrase<0> along_output{"along the output"};
inline constexpr Phrase<0> along_attended_key{"along the most attended key"};
inline constexpr Phrase<0> along_attended_value{"along the most attended value"};
inline constexpr Phrase<0> along_key{"along a key"};
inline constexpr Phrase<0> along_value{"along a value"};
inline constexpr Phrase<0> across_to_attended_key{"across it, towards the most attended key"};
inline constexpr Phrase<0> across_to_attended_value{"across it, towards the most attended value"};
inline constexpr Phrase<0> across_to_key{"across it, towards another key"};
inline constexpr Phrase<0> across_to_value{"across it, towards another value"};
inline constexpr Phrase<0> across{"across it"};

// Why an output need not be among the values
inline constexpr Phrase<0> outside_overridden{"numbers of the output are overridden"};
inline constexpr Phrase<0> outside_not_finite{"weights, values and output are not all finite numbers"};
inline constexpr Phrase<0> weight_below_0{"a weight is below 0"};
inline constexpr Phrase<1> weights_sum_to{"the weights sum to {0}"};
inline constexpr Phrase<0> weights_sum_to_nearly_1{"the weights do not sum to exactly 1"};
inline constexpr Phrase<2> outside_because{"{0}: {1}"};
inline constexpr Phrase<0> every_key_hidden{"every key is hidden"};
inline constexpr Phrase<0> every_score_minus_infinity{"every masked score is −∞"};
inline constexpr Phrase<0> weights_overridden{"weights are overridden"};
inline constexpr Phrase<1> weights_dropped{"dropout divides the weights that it keeps by {0}"};
inline constexpr Phrase<0> sink_takes_part{"the sink takes part of the attention"};
inline constexpr Phrase<0> weights_each_alone{"sigmoid computes each weight alone"};
inline constexpr Phrase<0> scores_of_both_signs{"scores of both signs are divided by their sum"};
inline constexpr Phrase<0> total_not_finite{"the sum that they are divided by is not finite"};

// Why a vector cannot be moved, or not to where it was wanted
inline constexpr Phrase<0> fixed_given{"Q, K and V are given: no word’s vector and no weights are read"};
inline constexpr Phrase<0> fixed_identity{
    "queries, keys and values are the inputs themselves, without weights"};
inline constexpr Phrase<1> fixed_computed{"{0} is computed, and not given"};
inline constexpr Phrase<0> fixed_of_several_words{"an output is made of the vectors of several words"};
inline constexpr Phrase<0> fixed_not_finite{"it is not finite, or is computed from numbers that are not"};
inline constexpr Phrase<0> fixed_overridden{"all of its numbers are overridden"};
inline constexpr Phrase<0> fixed_by_word{"no change of the word’s vector moves it"};
inline constexpr Phrase<0> fixed_by_row{"no change of the input row moves it"};
inline constexpr Phrase<0> fixed_by_weights{"no change of the weights moves it"};
inline constexpr Phrase<0> fixed_by_given{"no change of the given numbers moves it"};
inline constexpr Phrase<0> fixed_input_0{"its input is 0, so that no change of the weights moves it"};
inline constexpr Phrase<0> fixed_too_large{"numbers would become too large"};
inline constexpr Phrase<0> nearest_place{"this is the nearest place that it can reach"};
inline constexpr Phrase<1> nearest_place_since{"this is the nearest place that it can reach: {0}"};
inline constexpr Phrase<0> since_normalized{"queries and keys are normalised"};
inline constexpr Phrase<0> since_overridden{"some of its numbers are overridden"};
inline constexpr Phrase<0> since_input_overridden{"numbers of its input are overridden"};
inline constexpr Phrase<0> since_values_overridden{"values are overridden"};
inline constexpr Phrase<2> since_word_moves_few{"the word’s vector moves it in {0} of {1} dimensions"};
inline constexpr Phrase<2> since_row_moves_few{"the input row moves it in {0} of {1} dimensions"};

// Where the number of a vector comes from
inline constexpr Phrase<2> drawn_for_word{"drawn at random for {0}: a normal number of NumPy’s generator, "
                                          "seeded with the document’s seed, {1}, and "
                                          "the word"};
inline constexpr Phrase<1> not_as_drawn{
    "a new word’s vector is drawn at random, from the document’s seed; here that of {0} has another number"};

// What a parameter is for
inline constexpr Phrase<2> embedding{"feature {0} of the vector of {1}"};
inline constexpr Phrase<2> given_row{"feature {0} of the row given for {1}"};
inline constexpr Phrase<2> position{"what is added to feature {0} of the token at position {1}"};
inline constexpr auto weight_counts =
    projected_phrase<"how much feature {0} of a token counts for feature {1} of the query">();
inline constexpr auto weight_counts_in =
    projected_phrase<"how much feature {0} of a token counts for feature {1} of the query, in {2}">();
inline constexpr auto bias = projected_phrase<"what is added to feature {0} of the query of every token">();
inline constexpr auto bias_in =
    projected_phrase<"what is added to feature {0} of the query of every token, in {1}">();
inline constexpr auto given = projected_phrase<"feature {0} of the query of {1}">();
inline constexpr auto given_in = projected_phrase<"feature {0} of the query of {1}, in {2}">();
inline constexpr Phrase<1> query_gain{"what feature {0} of every normalised query is multiplied by"};
inline constexpr Phrase<1> key_gain{"what feature {0} of every normalised key is multiplied by"};
inline constexpr Phrase<2> output_weight{
    "how much feature {0} of the heads counts for feature {1} of the output"};
inline constexpr Phrase<1> output_bias{"what is added to feature {0} of every output"};
inline constexpr Phrase<0> sink_score{
    "the score of the sink: one more score in every query’s softmax, with no key and no value"};
inline constexpr Phrase<1> sink_score_in{
    "the score of the sink of {0}: one more score in every query’s softmax, with no key and no value"};
inline constexpr Phrase<2> added_score{"what is added to the scaled score of {0} for {1}"};
inline constexpr Phrase<3> added_score_in{"what is added to the scaled score of {0} for {1}, in {2}"};

// Which cells a parameter affects
inline constexpr Phrase<2> features_of_tokens{"{0} of {1}"};
inline constexpr Phrase<0> every_token{"every token"};
inline constexpr Phrase<0> every_key{"every key"};
inline constexpr Phrase<0> every_feature{"every feature"};
inline constexpr Phrase<1> some_tokens{"{0} tokens"};
inline constexpr Phrase<1> some_keys{"{0} keys"};
inline constexpr Phrase<1> some_features{"{0} features"};
inline constexpr Phrase<1> tokens_from{"every token from {0} on"};
inline constexpr Phrase<1> keys_from{"every key from {0} on"};
inline constexpr Phrase<1> tokens_up_to{"every token up to {0}"};
inline constexpr Phrase<1> keys_up_to{"every key up to {0}"};
inline constexpr Phrase<2> tokens_between{"{0} to {1}"};
inline constexpr Phrase<1> listed_features{"features {0}"};
inline constexpr Phrase<1> listed_number{"{0}"};
inline constexpr Phrase<2> features_between{"features {0} to {1}"};
inline constexpr Phrase<2> cells_and_others{"{0}; {1}"};
inline constexpr Phrase<2> some_cells_of{"{0} cells of {1}"};
inline constexpr Phrase<2> where_not{"{0}, where not {1}"};
inline constexpr Phrase<2> last_of_reasons{"{0} or {1}"};
inline constexpr Phrase<0> is_overridden{"overridden"};
inline constexpr Phrase<0> is_hidden{"hidden"};
inline constexpr Phrase<0> is_dropped{"dropped"};

// Rules of a mask
inline constexpr Phrase<0> causal{"causal"};
inline constexpr Phrase<1> window{"window {0}"};
inline constexpr Phrase<0> padding{"padding"};
inline constexpr Phrase<1> padding_of_key{"padding of key {0}"};
inline constexpr Phrase<0> custom{"custom"};
inline constexpr Phrase<0> custom_mask{"custom mask"};
inline constexpr Phrase<0> no_mask{"no mask"};

// Names of settings
inline constexpr Phrase<0> on{"on"};
inline constexpr Phrase<0> off{"off"};
inline constexpr Phrase<0> none{"none"};
inline constexpr Phrase<0> all{"all"};
inline constexpr Phrase<0> in_rows{"rows"};
inline constexpr Phrase<0> in_columns{"columns"};
inline constexpr Phrase<0> usual_scale{"1/√d_k"};
inline constexpr Phrase<0> not_scaled{"not scaled"};
inline constexpr Phrase<1> times{"× {0}"};
inline constexpr Phrase<0> no_softcap{"no softcap"};
inline constexpr Phrase<1> softcap_of{"softcap {0}"};
inline constexpr Phrase<0> by_softmax{"softmax"};
inline constexpr Phrase<0> by_naive_softmax{"naive softmax"};
inline constexpr Phrase<0> by_sum{"divided by the sum"};
inline constexpr Phrase<0> by_sparsemax{"sparsemax"};
inline constexpr Phrase<0> by_rms{"RMS"};
inline constexpr Phrase<0> by_length{"L2"};
inline constexpr Phrase<0> by_sigmoid{"sigmoid"};
inline constexpr Phrase<0> no_sink{"no sink"};
inline constexpr Phrase<1> with_sink{"sink {0}"};
inline constexpr Phrase<0> with_sinks{"a sink for each head"};
inline constexpr Phrase<0> one_for_each_head{"one for each head"};
inline constexpr Phrase<0> interleaved{"interleaved"};
inline constexpr Phrase<0> half{"half"};
inline constexpr Phrase<1> temperature{"τ = {0}"};
inline constexpr Phrase<2> rate_and_seed{"p = {0}, seed {1}"};
inline constexpr Phrase<0> no_dropout{"no dropout"};
inline constexpr Phrase<0> with_weights{"with weights"};
inline constexpr Phrase<0> identity{"Q = K = V = X"};
inline constexpr Phrase<0> direct{"Q, K and V given"};
inline constexpr Phrase<0> inputs_by_word{"inputs looked up by word"};
inline constexpr Phrase<0> inputs_by_row{"inputs given row by row"};
inline constexpr Phrase<0> no_positions{"no position vectors"};
inline constexpr Phrase<0> sinusoidal{"sinusoidal"};
inline constexpr Phrase<0> learned{"learned"};
inline constexpr Phrase<0> position_table{"the position table"};
inline constexpr Phrase<0> added_scores{"the added scores"};
inline constexpr Phrase<0> one_head{"1 head"};
inline constexpr Phrase<1> several_heads{"{0} heads"};

// Variants that are left out
inline constexpr Phrase<0> no_temperature{"Weights that are divided by their sum have no temperature."};
inline constexpr Phrase<0> only_softmax_has_sinks{"Only softmax has a sink."};
inline constexpr Phrase<0> no_place_for_positions{
    "Q, K and V are given, so that positions are added to nothing."};
inline constexpr Phrase<0> no_position_table{"Learned positions: there is no table of them yet."};
inline constexpr Phrase<0> position_table_too_large{
    "Learned positions: their table would take too much memory."};
inline constexpr Phrase<0> not_rotary{"Queries and keys are not rotated."};
inline constexpr Phrase<0> heads_too_large{"More heads would take too much memory."};
inline constexpr Phrase<0> uneven_for_one_head{
    "The columns of queries, keys and values cannot be split evenly among 1 head."};
inline constexpr Phrase<1> uneven_for_heads{
    "The columns of queries, keys and values cannot be split evenly among {0} heads."};

// Settings that differ
inline constexpr Phrase<2> change{"{0} → {1}"};
inline constexpr Phrase<1> in_another_way{"{0} in another way"};
inline constexpr Phrase<2> norm_change{"QK norm {0} → {1}"};
inline constexpr Phrase<2> norm_epsilon_change{"norm’s ε = {0} → {1}"};
inline constexpr Phrase<2> rotary_change{"rotary {0} → {1}"};
inline constexpr Phrase<2> rotary_base_change{"rotary base {0} → {1}"};
inline constexpr Phrase<2> rotary_layout_change{"rotary layout {0} → {1}"};
inline constexpr Phrase<2> rotary_dims_change{"rotary columns {0} → {1}"};
inline constexpr Phrase<2> rotary_frequencies_change{"rotary frequencies {0} → {1}"};
inline constexpr Phrase<2> begins_list{"{0}, … ({1} numbers)"};
inline constexpr Phrase<2> first_position_change{"first position {0} → {1}"};
inline constexpr Phrase<2> first_source_position_change{"first position of the second sentence {0} → {1}"};
inline constexpr Phrase<2> softcap_change{"softcap {0} → {1}"};
inline constexpr Phrase<2> alibi_change{"ALiBi {0} → {1}"};
inline constexpr Phrase<2> temperature_change{"τ = {0} → {1}"};
inline constexpr Phrase<2> dropout_change{"dropout: {0} → {1}"};
inline constexpr Phrase<2> sigmoid_bias_change{"bias {0} → {1}"};
inline constexpr Phrase<2> sink_change{"sink {0} → {1}"};
inline constexpr Phrase<2> groups_change{"{0} → {1} key/value heads"};
inline constexpr Phrase<2> overrides_change{"overrides: {0} → {1}"};
inline constexpr Phrase<1> other_numbers{"numbers of {0}"};
inline constexpr Phrase<0> with_added_scores{"with added scores"};
inline constexpr Phrase<0> without_added_scores{"without the added scores"};
inline constexpr Phrase<0> other_sentence{"another sentence"};
inline constexpr Phrase<0> other_source{"another second sentence"};
inline constexpr Phrase<0> with_source{"with a second sentence"};
inline constexpr Phrase<0> without_source{"without the second sentence"};
inline constexpr Phrase<0> with_key_cache{"one word as the only query, with a key cache"};
inline constexpr Phrase<0> without_key_cache{"without a key cache"};
inline constexpr Phrase<0> other_query{"another word of the sentence as the query"};

// What somebody's numbers are
inline constexpr Phrase<0> many_inputs{"inputs"};
inline constexpr Phrase<0> many_source_inputs{"inputs of the second sentence"};
inline constexpr Phrase<0> many_queries{"queries"};
inline constexpr Phrase<0> many_keys{"keys"};
inline constexpr Phrase<0> many_values{"values"};
inline constexpr Phrase<0> many_scores{"scores"};
inline constexpr Phrase<0> many_scaled_scores{"scaled scores"};
inline constexpr Phrase<0> many_masked_scores{"masked scores"};
inline constexpr Phrase<0> many_weights{"attention weights"};
inline constexpr Phrase<0> many_dropped_weights{"weights after dropout"};
inline constexpr Phrase<0> many_head_outputs{"head outputs"};
inline constexpr Phrase<0> many_concatenated{"concatenated head outputs"};
inline constexpr Phrase<0> many_outputs{"outputs"};
inline constexpr Phrase<0> one_input{"input"};
inline constexpr Phrase<0> one_query{"query"};
inline constexpr Phrase<0> one_key{"key"};
inline constexpr Phrase<0> one_value{"value"};
inline constexpr Phrase<0> one_score{"score"};
inline constexpr Phrase<0> one_scaled_score{"scaled score"};
inline constexpr Phrase<0> one_masked_score{"masked score"};
inline constexpr Phrase<0> one_weight{"attention weight"};
inline constexpr Phrase<0> one_dropped_weight{"weight after dropout"};
inline constexpr Phrase<0> one_head_output{"head output"};
inline constexpr Phrase<0> one_concatenation{"concatenation"};
inline constexpr Phrase<0> one_output{"output"};
inline constexpr Phrase<1> these_are{"These are the {0}"};
inline constexpr Phrase<2> these_are_but{"These are the {0}, but for a mistake. {1}"};
inline constexpr Phrase<2> number_is{"{0} is {1}"};
inline constexpr Phrase<2> number_is_also{"{0} is also {1}"};
inline constexpr Phrase<2> number_agrees{"{0} agrees with {1}, which may be a coincidence"};
inline constexpr Phrase<3> place_of_pair{"the {0} of {2} → {1}"};
inline constexpr Phrase<3> place_of_token{"{0} of the {1} of {2}"};
inline constexpr Phrase<1> place_of_sink{"what the sink takes of the attention of {0}"};
inline constexpr Phrase<4> nearest_number{"The nearest number of the {0} is {1}: {2}, which differs by {3}"};
inline constexpr Phrase<2> in_head{"{0}, in head {1}"};
inline constexpr Phrase<2> numbers_of_head{"{0} of head {1}"};

// What is wrong with somebody's numbers
inline constexpr Phrase<0> numbers_are_right{"right"};
inline constexpr Phrase<2> two_mistakes{"Two mistakes. {0}. {1}"};
inline constexpr Phrase<1> agrees_as_well{"Another answer agrees as well. {0}"};
inline constexpr Phrase<1> more_agree{"And so do {0} more"};
inline constexpr Phrase<3> shapes_differ{"These numbers are {0}, but the {1} are {2}"};
inline constexpr Phrase<0> no_known_mistake{"No mistake that is known here explains these numbers"};
inline constexpr Phrase<0> may_be_chance{"Mistakes that are known here would give these numbers, but so few "
                                         "and so rough ones may agree by chance"};
inline constexpr Phrase<0> pairs_not_tried{"No single mistake that is known here explains these numbers; two "
                                           "together were not tried, which would take too long"};
inline constexpr Phrase<5> some_cells_agree{
    "{0} of {1} cells agree; the first that does not is {2}: it is {3}, and should be {4}"};
inline constexpr Phrase<4> no_cell_agrees{
    "None of the {0} cells agrees; the first is {1}: it is {2}, and should be {3}"};
inline constexpr Phrase<2> number_differs{"The number does not agree: it is {0}, and should be {1}"};
inline constexpr Phrase<5> one_cell_differs{
    "{0} of {1} cells agree; the one that does not is {2}: it is {3}, and should be {4}"};
inline constexpr Phrase<5> few_cells_differ{
    "{0} of {1} cells agree; the largest difference is in {2}: it is {3}, and should be {4}"};
inline constexpr Phrase<0> one_slip{"Probably a slip in this cell: all others are right"};
inline constexpr Phrase<1> some_slips{"Probably slips in these {0} cells: all others are right"};
inline constexpr Phrase<1> numbered_row{"row {0}"};
inline constexpr Phrase<1> numbered_column{"column {0}"};
inline constexpr Phrase<2> named_line{"{0} ({1})"};
inline constexpr Phrase<4> fits_mostly{"{0} of {1} fit this: {2}; look at {3}"};
inline constexpr Phrase<4> fits_partly{"{0} of {1} fit this: {2}; look first at {3}"};
inline constexpr Phrase<2> there_should_be{"There it is {0}, and should be {1}"};
inline constexpr Phrase<2> would_be{"There it is {0}, and with this mistake it would be {1}"};
inline constexpr Phrase<0> no_other_fits_as_many{"No other single mistake that is known here fits as many"};
inline constexpr Phrase<1> others_fit_as_many{"Other mistakes that fit as many: {0}"};
inline constexpr Phrase<2> is_line{"This is {0} of the {1}"};
inline constexpr Phrase<3> is_line_but{"This is {0} of the {1}, but for a mistake. {2}"};
inline constexpr Phrase<2> agrees_with_line{
    "These numbers agree with {0} of the {1}, but so few and so rough ones may do so by chance"};
inline constexpr Phrase<1> other_lines_agree{"Others that agree as well: {0}"};
inline constexpr Phrase<1> all_fit_alone{
    "All {0} numbers fit this, and no other single mistake that is known here does"};
inline constexpr Phrase<1> all_fit_two{"All {0} numbers fit these two, and no others that are known here do"};
inline constexpr Phrase<1> all_fit_each{"All {0} numbers fit each of these"};
inline constexpr Phrase<1> all_fit_rough{
    "All {0} numbers fit this; others may, too, but cannot be told apart"};
inline constexpr Phrase<0> few_digits{"Few digits were given; with more, this would be more certain"};

// How somebody's numbers are arranged or rounded
inline constexpr Phrase<2> arranged{"{0}; {1}"};
inline constexpr Phrase<1> arranged_these_are{"these are the {0}"};
inline constexpr Phrase<1> side_by_side{"{0} of all heads side by side"};
inline constexpr Phrase<1> tokens_first{"{0} of all heads with the tokens before the heads"};
inline constexpr Phrase<1> of_each_group{"{0} of each group of heads once"};
inline constexpr Phrase<1> fused{"{0} among queries, keys and values side by side"};
inline constexpr Phrase<1> averaged_over_heads{"{0} averaged over all heads"};
inline constexpr Phrase<0> are_columns{"each token is a column in yours, as in columns notation"};
inline constexpr Phrase<0> are_rows{"each token is a row in yours, as in rows notation"};
inline constexpr Phrase<0> are_batch_of_one{"these are a batch of one"};
inline constexpr Phrase<0> have_stand_ins{"large negative numbers stand for −∞"};
inline constexpr Phrase<1> hidden_rows_are_nan{
    "but for {0}, all of whose keys are hidden: weights there are NaN in these numbers, and 0 here"};
inline constexpr Phrase<1> hidden_rows_are_equal{
    "but for {0}, all of whose keys are hidden: weights there are equal in these numbers, and 0 here"};
inline constexpr Phrase<1> are_rounded_to_type{"these are rounded to {0}"};
inline constexpr Phrase<1> are_right_to_decimals{"these are right to {0} decimals"};
inline constexpr Phrase<1> are_right_to_digits{"these are right to {0} digits"};
inline constexpr Phrase<1> are_cut_off{"these are cut off after {0} decimals instead of rounded"};

// What is said of all arrays of somebody's own computation
inline constexpr Phrase<1> all_arrays_right{"All {0} arrays are right"};
inline constexpr Phrase<0> one_array_right{"The array is right"};
inline constexpr Phrase<0> right_for_theirs{"Each array is right for those before it"};
inline constexpr Phrase<1> first_that_parts{"The first array that is not right is {0}"};
inline constexpr Phrase<2> nan_begins{"The first NaN is in {0}: {1}"};
inline constexpr Phrase<2> array_called{"{0} ({1})"};
inline constexpr Phrase<2> said_of_array{"{0}: {1}"};
inline constexpr Phrase<1> right_for_yours{"right for your {0}"};
inline constexpr Phrase<2> for_yours{"For your {0}: {1}"};
inline constexpr Phrase<2> one_sentence_more{"{0}. {1}"};
inline constexpr Phrase<1> has_other_shape{"{0} has another shape than the document's"};
inline constexpr Phrase<5> is_other_matrix{
    "{0} is not the document's; the first number that differs is in {1}, {2}: it is {3}, and {4} there"};
inline constexpr Phrase<1> no_stage_called{"Left out, since no stage is called that: {0}"};

} // namespace phrase

/// "a, b and c": the last one is joined to the others by `last`. There must be at least one.
Said list_of(std::vector<Said> all, const Phrase<2>& last);

} // namespace lab
