// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the steps of the film say, besides what core/experiment/phrases.h has. A caption continues with ": "
// and numbers.
#pragma once

#include "core/experiment/phrases.h"

namespace lab::phrase {

// A cell
inline constexpr Phrase<2> look_up_feature{"Look up {0}, {1}"};
inline constexpr Phrase<2> take_row_feature{"Take the row of {0}, {1}"};
inline constexpr Phrase<2> add_position_to{"Add the position to {0}, {1}"};
inline constexpr ProjectedPhrase<2> projected_feature{"The query of {0}, {1}", "The key of {0}, {1}",
                                                      "The value of {0}, {1}"};
inline constexpr ProjectedPhrase<2> feature_is_input{"The query of {0}, {1}, is taken from its input",
                                                     "The key of {0}, {1}, is taken from its input",
                                                     "The value of {0}, {1}, is taken from its input"};
inline constexpr ProjectedPhrase<2> feature_is_given{
    "The query of {0}, {1}, is given", "The key of {0}, {1}, is given", "The value of {0}, {1}, is given"};
inline constexpr Phrase<2> query_feature_by_rms{
    "The query of {0}, {1}, is divided by its root mean square, ε included"};
inline constexpr Phrase<2> key_feature_by_rms{
    "The key of {0}, {1}, is divided by its root mean square, ε included"};
inline constexpr Phrase<2> query_feature_by_length{"The query of {0}, {1}, is divided by its length"};
inline constexpr Phrase<2> key_feature_by_length{"The key of {0}, {1}, is divided by its length"};
inline constexpr Phrase<2> query_feature_by_epsilon{
    "The query of {0}, {1}, is divided by ε, which is more than its length"};
inline constexpr Phrase<2> key_feature_by_epsilon{
    "The key of {0}, {1}, is divided by ε, which is more than its length"};
inline constexpr Phrase<1> and_gain{"{0}, and multiplied by the gain"};
inline constexpr Phrase<2> query_feature_turns{"The query of {0}, {1}, is rotated by its position"};
inline constexpr Phrase<2> key_feature_turns{"The key of {0}, {1}, is rotated by its position"};
inline constexpr Phrase<2> query_feature_stays{"The query of {0}, {1}, is not rotated"};
inline constexpr Phrase<2> key_feature_stays{"The key of {0}, {1}, is not rotated"};
inline constexpr Phrase<2> looks_at{"{0} looks at {1}"};
inline constexpr Phrase<3> score_over_root{"The score of {0} for {1} is divided by √{2}"};
inline constexpr Phrase<3> score_times{"The score of {0} for {1} is multiplied by {2}"};
inline constexpr Phrase<2> capped{"{0}, capped at {1}"};
inline constexpr Phrase<1> plus_added{"{0}, plus what is added"};
inline constexpr Phrase<1> minus_distance{"{0}, minus the slope times the distance"};
inline constexpr Phrase<2> may_look_at{"{0} may look at {1}"};
inline constexpr Phrase<3> may_not_look_at{"{0} may not look at {1}: {2}"};
inline constexpr Phrase<3> may_look_in_vain{"{0} may look at {1}, whose score is −∞: {2}"};
inline constexpr Phrase<2> how_much{"How much {0} looks at {1}"};
inline constexpr Phrase<2> hidden_weighs_0{"{0} is hidden from {1}, so its weight is 0"};
inline constexpr Phrase<2> left_out_weighs_0{"The score of {0} for {1} is −∞, so its weight is 0"};
inline constexpr Phrase<2> feature_averaged{"The values in {0}, averaged by the attention of {1}"};
inline constexpr Phrase<2> feature_summed{"The values in {0}, summed by the weights of {1}"};
inline constexpr Phrase<2> feature_summed_after_dropout{
    "The values in {0}, summed by the weights of {1} after dropout"};
inline constexpr Phrase<2> weight_is_dropped{"The weight of {0} for {1} is dropped"};
inline constexpr Phrase<1> and_is_hidden{"{0}; a hidden key weighs 0 either way"};
inline constexpr Phrase<3> weight_is_kept{"The weight of {0} for {1} is kept, and divided by {2}"};
inline constexpr Phrase<3> feature_joined{"{0}, {1}, comes from head {2}"};
inline constexpr Phrase<2> output_feature{"The output for {0}, {1}"};
inline constexpr Phrase<2> output_feature_stays{"The output for {0}, {1}, is what the heads say"};

// Beside it
inline constexpr Phrase<2> of_head{"Head {0} · {1}"};
inline constexpr Phrase<3> term_of{"{0}, term {1} of {2}"};
inline constexpr Phrase<1> covered_number_of{"The number of {0} is covered"};
inline constexpr Phrase<1> replaced{"{0}; an override replaces it"};
inline constexpr Phrase<1> one_replaced{"{0}; an override replaces one number"};
inline constexpr Phrase<2> some_replaced{"{0}; overrides replace {1} numbers"};

// Of keys and values, where the film is of one step with a key cache
inline constexpr Phrase<2> and_cached_since{"{0}; computed at the step of {1}, and in the key cache since"};
inline constexpr Phrase<1> and_joins_cache{"{0}; the key cache keeps it for the steps to come"};
inline constexpr Phrase<1> and_all_cached{"{0}; all but the last are in the key cache since earlier steps"};

// The norm of a row of queries or keys
inline constexpr Phrase<1> query_root{"The root mean square of the query of {0}, ε included"};
inline constexpr Phrase<1> key_root{"The root mean square of the key of {0}, ε included"};
inline constexpr Phrase<1> query_length{"The length of the query of {0}"};
inline constexpr Phrase<1> key_length{"The length of the key of {0}"};
inline constexpr Phrase<2> query_epsilon{
    "ε = {1} takes the place of the length of the query of {0}, which is less"};
inline constexpr Phrase<2> key_epsilon{
    "ε = {1} takes the place of the length of the key of {0}, which is less"};

// The phases of a row of weights
inline constexpr Phrase<1> subtract_largest{"Subtract the largest score, {0}, so that no power overflows"};
inline constexpr Phrase<2> divide_and_subtract_largest{
    "Divide by τ = {0} and subtract the largest, {1}, so that no power overflows"};
inline constexpr Phrase<1> subtract_largest_or_sink{
    "Subtract the largest of scores and sink, {0}, so that no power overflows"};
inline constexpr Phrase<2> divide_and_subtract_largest_or_sink{
    "Divide by τ = {0} and subtract the largest of scores and sink, {1}, so that no power overflows"};
inline constexpr Phrase<1> add_bias{"Add the bias, {0}"};
inline constexpr Phrase<2> divide_and_add_bias{"Divide by τ = {0} and add the bias, {1}"};
inline constexpr Phrase<1> divide_by_temperature{"Divide by τ = {0}"};
inline constexpr Phrase<1> subtract_threshold{
    "Subtract the threshold, {0}, so that what is left above 0 adds up to 1"};
inline constexpr Phrase<2> divide_and_subtract_threshold{
    "Divide by τ = {0} and subtract the threshold, {1}, so that what is left above 0 adds up to 1"};
inline constexpr Phrase<0> raise_e{"Raise e to each"};
inline constexpr Phrase<0> cut_off{"What is below 0 becomes 0"};
inline constexpr Phrase<1> parts_add_up{"They add up to {0}"};
inline constexpr Phrase<1> scores_add_up{"The scores add up to {0}"};
inline constexpr LinePhrase<1> breaks_down{"This row breaks down: {0}", "This column breaks down: {0}"};
inline constexpr Phrase<2> nothing_to_attend{"{0} has nothing to attend to: {1}"};
inline constexpr Phrase<2> only_sink_to_attend{"{0} has only the sink to attend to: {1}"};

// A row
inline constexpr Phrase<1> look_up_token{"Look up {0}"};
inline constexpr Phrase<1> look_up_and_add{"Look up {0} and add its position"};
inline constexpr Phrase<1> take_row_of{"Take the row of {0}"};
inline constexpr Phrase<1> take_row_and_add{"Take the row of {0} and add its position"};
inline constexpr ProjectedPhrase<1> projected_token{"The query of {0}: its input times the weights",
                                                    "The key of {0}: its input times the weights",
                                                    "The value of {0}: its input times the weights"};
inline constexpr ProjectedPhrase<1> token_is_input{"The query of {0} is taken from its input",
                                                   "The key of {0} is taken from its input",
                                                   "The value of {0} is taken from its input"};
inline constexpr ProjectedPhrase<1> token_is_given{"The query of {0} is given", "The key of {0} is given",
                                                   "The value of {0} is given"};
inline constexpr Phrase<1> query_by_rms{"The query of {0} is divided by its root mean square, ε included"};
inline constexpr Phrase<1> key_by_rms{"The key of {0} is divided by its root mean square, ε included"};
inline constexpr Phrase<1> query_by_length{"The query of {0} is divided by its length"};
inline constexpr Phrase<1> key_by_length{"The key of {0} is divided by its length"};
inline constexpr Phrase<1> query_by_epsilon{
    "The query of {0} is divided by ε, which is more than its length"};
inline constexpr Phrase<1> key_by_epsilon{"The key of {0} is divided by ε, which is more than its length"};
inline constexpr Phrase<1> and_gains{"{0}, and multiplied by the gains"};
inline constexpr Phrase<1> query_turns{"The query of {0} is rotated by its position"};
inline constexpr Phrase<1> key_turns{"The key of {0} is rotated by its position"};
inline constexpr Phrase<2> query_turns_in_part{
    "The first {1} features of the query of {0} are rotated by its position"};
inline constexpr Phrase<2> key_turns_in_part{
    "The first {1} features of the key of {0} are rotated by its position"};
inline constexpr Phrase<1> compared{"{0} is compared with every key"};
inline constexpr Phrase<2> scores_over_root{"The scores of {0} are divided by √{1}"};
inline constexpr Phrase<2> scores_times{"The scores of {0} are multiplied by {1}"};
inline constexpr Phrase<1> may_look_at_all{"{0} may look at every key"};
inline constexpr Phrase<1> may_look_at_none{"{0} may not look at any key"};
inline constexpr Phrase<3> may_look_at_some{"{0} may look at {1} of {2} keys"};
inline constexpr Phrase<1> become_weights{"The scores of {0} become weights"};
inline constexpr Phrase<1> values_averaged{"The values, averaged by the attention of {0}"};
inline constexpr Phrase<1> values_summed{"The values, summed by the weights of {0}"};
inline constexpr Phrase<1> values_summed_after_dropout{
    "The values, summed by the weights of {0} after dropout"};
inline constexpr Phrase<2> none_dropped{"No weight of {0} is dropped; each is divided by {1}"};
inline constexpr Phrase<3> one_dropped{
    "One of the {1} weights of {0} is dropped; what is kept is divided by {2}"};
inline constexpr Phrase<4> some_dropped{
    "{1} of the {2} weights of {0} are dropped; what is kept is divided by {3}"};
inline constexpr Phrase<1> all_dropped{"Every weight of {0} is dropped"};
inline constexpr Phrase<1> joined_beside{"What the heads say for {0}, side by side"};
inline constexpr Phrase<1> joined_below{"What the heads say for {0}, on top of each other"};
inline constexpr Phrase<1> output_of{"The output for {0}: what the heads say, times the weights"};
inline constexpr Phrase<1> output_stays{"The output for {0} is what the heads say"};

// A stage
inline constexpr Phrase<0> look_up_tokens{"Look up every token"};
inline constexpr Phrase<0> look_up_and_add_all{"Look up every token and add its position"};
inline constexpr Phrase<0> take_all_rows{"Take the row of every token"};
inline constexpr Phrase<0> take_all_rows_and_add{"Take the row of every token and add its position"};
inline constexpr ProjectedPhrase<0> projected_tokens{"Every query: its input times the weights",
                                                     "Every key: its input times the weights",
                                                     "Every value: its input times the weights"};
inline constexpr ProjectedPhrase<0> tokens_are_inputs{"Every query is taken from its input",
                                                      "Every key is taken from its input",
                                                      "Every value is taken from its input"};
inline constexpr ProjectedPhrase<0> tokens_are_given{"Every query is given", "Every key is given",
                                                     "Every value is given"};
inline constexpr Phrase<0> queries_by_rms{"Every query is divided by its root mean square, ε included"};
inline constexpr Phrase<0> keys_by_rms{"Every key is divided by its root mean square, ε included"};
inline constexpr Phrase<0> queries_by_length{"Every query is divided by its length, or by ε if that is more"};
inline constexpr Phrase<0> keys_by_length{"Every key is divided by its length, or by ε if that is more"};
inline constexpr Phrase<0> queries_turn{"Every query is rotated by its position"};
inline constexpr Phrase<0> keys_turn{"Every key is rotated by its position"};
inline constexpr Phrase<1> queries_turn_in_part{
    "The first {0} features of every query are rotated by its position"};
inline constexpr Phrase<1> keys_turn_in_part{
    "The first {0} features of every key are rotated by its position"};
inline constexpr Phrase<0> all_compared{"Every query is compared with every key"};
inline constexpr Phrase<1> all_over_root{"Every score is divided by √{0}"};
inline constexpr Phrase<1> all_times{"Every score is multiplied by {0}"};
inline constexpr Phrase<1> masked_by{"The mask says who may look at whom: {0}"};
inline constexpr Phrase<0> added_hides{"Nothing is masked; an added −∞ hides a key all the same"};
inline constexpr Phrase<0> nothing_masked{"Nothing is masked: every query may look at every key"};
inline constexpr LinePhrase<0> all_become_weights{"The scores of every row become weights",
                                                  "The scores of every column become weights"};
inline constexpr Phrase<0> all_values_summed{"The values, summed by the weights of every query"};
inline constexpr Phrase<0> all_values_summed_after_dropout{
    "The values, summed by the weights of every query after dropout"};
inline constexpr Phrase<2> each_may_drop{
    "Each weight is dropped with probability {0}; what is kept is divided by {1}"};
inline constexpr Phrase<0> all_joined_beside{"What the heads say, side by side"};
inline constexpr Phrase<0> all_joined_below{"What the heads say, on top of each other"};
inline constexpr Phrase<0> all_outputs{"Every output: what the heads say, times the weights"};
inline constexpr Phrase<0> outputs_stay{"Every output is what the heads say"};

} // namespace lab::phrase
