// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the steps of the film say, besides what core/experiment/phrases.h has. A caption continues with ": "
// and numbers.
#pragma once

#include "core/experiment/phrases.h"

namespace lab {

/// A caption of a cell, of a row or of all rows. {0} is the row's label, of a cell {1} the column's; further
/// places follow.
template<int more>
struct CaptionPhrase {
    Phrase<2 + more> cell;
    Phrase<1 + more> row;
    Phrase<more> all;
};

/// The same on queries, keys or values.
struct ProjectedCaption {
    CaptionPhrase<0> query, key, value;
};
/// From those on queries.
template<PhraseText cell, PhraseText row, PhraseText all>
consteval auto projected_caption() {
    return ProjectedCaption{{phrase_with<cell, "query", "query">(), phrase_with<row, "query", "query">(),
                             phrase_with<all, "query", "query">()},
                            {phrase_with<cell, "query", "key">(), phrase_with<row, "query", "key">(),
                             phrase_with<all, "query", "key">()},
                            {phrase_with<cell, "query", "value">(), phrase_with<row, "query", "value">(),
                             phrase_with<all, "query", "value">()}};
}

namespace caption_phrase {

// Inputs
inline constexpr CaptionPhrase<0> look_up{"Look up {0}, {1}", "Look up {0}", "Look up every token"};
inline constexpr CaptionPhrase<0> take_row{"Take the row of {0}, {1}", "Take the row of {0}",
                                           "Take the row of every token"};
inline constexpr CaptionPhrase<0> look_up_and_add{"Add the position to {0}, {1}",
                                                  "Look up {0} and add its position",
                                                  "Look up every token and add its position"};
inline constexpr CaptionPhrase<0> take_row_and_add{"Add the position to {0}, {1}",
                                                   "Take the row of {0} and add its position",
                                                   "Take the row of every token and add its position"};

// Queries, keys and values
inline constexpr auto projected =
    projected_caption<"The query of {0}, {1}", "The query of {0}: its input times the weights",
                      "Every query: its input times the weights">();
inline constexpr auto is_input =
    projected_caption<"The query of {0}, {1}, is taken from its input",
                      "The query of {0} is taken from its input", "Every query is taken from its input">();
inline constexpr auto is_given = projected_caption<"The query of {0}, {1}, is given",
                                                   "The query of {0} is given", "Every query is given">();
inline constexpr auto divided_by_rms =
    projected_caption<"The query of {0}, {1}, is divided by its root mean square, ε included",
                      "The query of {0} is divided by its root mean square, ε included",
                      "Every query is divided by its root mean square, ε included">();
inline constexpr auto divided_by_length =
    projected_caption<"The query of {0}, {1}, is divided by its length",
                      "The query of {0} is divided by its length",
                      "Every query is divided by its length, or by ε if that is more">();
inline constexpr auto divided_by_epsilon =
    projected_caption<"The query of {0}, {1}, is divided by ε, which is more than its length",
                      "The query of {0} is divided by ε, which is more than its length",
                      "Every query is divided by its length, or by ε if that is more">();
inline constexpr Phrase<1> and_gain{"{0}, and multiplied by the gain"};
inline constexpr Phrase<1> and_gains{"{0}, and multiplied by the gains"};
inline constexpr auto turned = projected_caption<"The query of {0}, {1}, is rotated by its position",
                                                 "The query of {0} is rotated by its position",
                                                 "Every query is rotated by its position">();
inline constexpr auto not_turned = projected_phrase<"The query of {0}, {1}, is not rotated">();
inline constexpr auto turned_in_part =
    projected_phrase<"The first {1} features of the query of {0} are rotated by its position">();
inline constexpr auto all_turned_in_part =
    projected_phrase<"The first {0} features of every query are rotated by its position">();

// Of keys and values, where the film is of one step with a key cache
inline constexpr Phrase<2> and_cached_since{"{0}; computed at the step of {1}, and in the key cache since"};
inline constexpr Phrase<1> and_joins_cache{"{0}; the key cache keeps it for the steps to come"};
inline constexpr Phrase<1> and_all_cached{"{0}; all but the last are in the key cache since earlier steps"};

// The norm of a row of queries or keys
inline constexpr auto root = projected_phrase<"The root mean square of the query of {0}, ε included">();
inline constexpr auto length = projected_phrase<"The length of the query of {0}">();
inline constexpr auto epsilon =
    projected_phrase<"ε = {1} takes the place of the length of the query of {0}, which is less">();

// Scores
inline constexpr CaptionPhrase<0> compared{"{0} looks at {1}", "{0} is compared with every key",
                                           "Every query is compared with every key"};
inline constexpr CaptionPhrase<1> over_root{"The score of {1} for {0} is divided by √{2}",
                                            "The scores of {0} are divided by √{1}",
                                            "Every score is divided by √{0}"};
inline constexpr CaptionPhrase<1> multiplied{"The score of {1} for {0} is multiplied by {2}",
                                             "The scores of {0} are multiplied by {1}",
                                             "Every score is multiplied by {0}"};
inline constexpr Phrase<2> capped{"{0}, capped at {1}"};
inline constexpr Phrase<1> plus_added{"{0}, plus what is added"};
inline constexpr Phrase<1> minus_distance{"{0}, minus the slope times the distance"};

// The mask
inline constexpr Phrase<2> may_look_at{"{0} may look at {1}"};
inline constexpr Phrase<3> may_not_look_at{"{0} may not look at {1}: {2}"};
inline constexpr Phrase<3> may_look_in_vain{"{0} may look at {1}, whose score is −∞: {2}"};
inline constexpr Phrase<1> may_look_at_all{"{0} may look at every key"};
inline constexpr Phrase<1> may_look_at_none{"{0} may not look at any key"};
inline constexpr Phrase<3> may_look_at_some{"{0} may look at {1} of {2} keys"};
inline constexpr Phrase<1> masked_by{"The mask says who may look at whom: {0}"};
inline constexpr Phrase<0> added_hides{"Nothing is masked; an added −∞ hides a key all the same"};
inline constexpr Phrase<0> nothing_masked{"Nothing is masked: every query may look at every key"};

// Weights
inline constexpr Phrase<1> become_weights{"The scores of {0} become weights"};
inline constexpr auto all_become_weights = line_phrase<"The scores of every row become weights">();
inline constexpr Phrase<2> how_much{"How much {0} looks at {1}"};
inline constexpr Phrase<2> hidden_weighs_0{"{0} is hidden from {1}, so its weight is 0"};
inline constexpr Phrase<2> left_out_weighs_0{"The score of {0} for {1} is −∞, so its weight is 0"};
inline constexpr auto breaks_down = line_phrase<"This row breaks down: {0}">();
inline constexpr Phrase<2> nothing_to_attend{"{0} has nothing to attend to: {1}"};
inline constexpr Phrase<2> only_sink_to_attend{"{0} has only the sink to attend to: {1}"};

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

// Dropout
inline constexpr Phrase<2> weight_is_dropped{"The weight of {0} for {1} is dropped"};
inline constexpr Phrase<1> and_is_hidden{"{0}; a hidden key weighs 0 either way"};
inline constexpr Phrase<3> weight_is_kept{"The weight of {0} for {1} is kept, and divided by {2}"};
inline constexpr Phrase<2> none_dropped{"No weight of {0} is dropped; each is divided by {1}"};
inline constexpr Phrase<3> one_dropped{
    "One of the {1} weights of {0} is dropped; what is kept is divided by {2}"};
inline constexpr Phrase<4> some_dropped{
    "{1} of the {2} weights of {0} are dropped; what is kept is divided by {3}"};
inline constexpr Phrase<1> all_dropped{"Every weight of {0} is dropped"};
inline constexpr Phrase<2> each_may_drop{
    "Each weight is dropped with probability {0}; what is kept is divided by {1}"};

// What the heads say
inline constexpr CaptionPhrase<0> averaged{"The values in {1}, averaged by the attention of {0}",
                                           "The values, averaged by the attention of {0}",
                                           "The values, summed by the weights of every query"};
inline constexpr CaptionPhrase<0> summed{"The values in {1}, summed by the weights of {0}",
                                         "The values, summed by the weights of {0}",
                                         "The values, summed by the weights of every query"};
inline constexpr CaptionPhrase<0> summed_after_dropout{
    "The values in {1}, summed by the weights of {0} after dropout",
    "The values, summed by the weights of {0} after dropout",
    "The values, summed by the weights of every query after dropout"};
inline constexpr Phrase<3> feature_joined{"{0}, {1}, comes from head {2}"};
inline constexpr Phrase<1> joined_beside{"What the heads say for {0}, side by side"};
inline constexpr Phrase<1> joined_below{"What the heads say for {0}, on top of each other"};
inline constexpr Phrase<0> all_joined_beside{"What the heads say, side by side"};
inline constexpr Phrase<0> all_joined_below{"What the heads say, on top of each other"};
inline constexpr CaptionPhrase<0> output{"The output for {0}, {1}",
                                         "The output for {0}: what the heads say, times the weights",
                                         "Every output: what the heads say, times the weights"};
inline constexpr CaptionPhrase<0> output_stays{"The output for {0}, {1}, is what the heads say",
                                               "The output for {0} is what the heads say",
                                               "Every output is what the heads say"};

// Beside it
inline constexpr Phrase<2> of_head{"Head {0} · {1}"};
inline constexpr Phrase<3> term_of{"{0}, term {1} of {2}"};
inline constexpr Phrase<1> covered_number_of{"The number of {0} is covered"};
inline constexpr Phrase<1> replaced{"{0}; an override replaces it"};
inline constexpr Phrase<1> one_replaced{"{0}; an override replaces one number"};
inline constexpr Phrase<2> some_replaced{"{0}; overrides replace {1} numbers"};

} // namespace caption_phrase

} // namespace lab
