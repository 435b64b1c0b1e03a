// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences of exported programs. Those of a stage are a beginning and clauses, in the order of the
// computation: "Queries: inputs times W_Q, plus b_Q, split into heads."
#pragma once

namespace lab::script_phrase {

inline constexpr const char* written_with_numpy =
    "Attention, step by step, with NumPy. Written by Attention Lab.";
inline constexpr const char* written_with_pytorch =
    "Attention, step by step, with PyTorch. Written by Attention Lab.";
inline constexpr const char* rows_here = "Tokens are rows here; the document shows them as columns.";
inline constexpr const char* tokens = "The tokens of the sentence.";
inline constexpr const char* both_tokens =
    "The tokens of the sentence (queries), and those of the source (keys and values).";
inline constexpr const char* sizes = "Sizes.";
inline constexpr const char* positions = "The positions of the tokens.";
inline constexpr const char* print = "Print the output. Every number reads back exactly.";
inline constexpr const char* overridden = "overridden in the document";

// Parameters.
inline constexpr const char* E = "Each token has a vector.";
inline constexpr const char* X = "Each position of the sentence has a vector.";
inline constexpr const char* X_source = "Each position of the source has a vector.";
inline constexpr const char* position = "Each position has a vector, too, from position 0 on.";
inline constexpr const char* W_Q = "The weights that make queries.";
inline constexpr const char* W_K = "The weights that make keys.";
inline constexpr const char* W_V = "The weights that make values.";
inline constexpr const char* b_Q = "The bias of the queries.";
inline constexpr const char* b_K = "The bias of the keys.";
inline constexpr const char* b_V = "The bias of the values.";
inline constexpr const char* W_O = "The weights that make the output.";
inline constexpr const char* b_O = "The bias of the output.";
inline constexpr const char* Q = "The queries, one row a token.";
inline constexpr const char* K = "The keys, one row a token.";
inline constexpr const char* V = "The values, one row a token.";
inline constexpr const char* g_Q = "The gains of the normalised queries.";
inline constexpr const char* g_K = "The gains of the normalised keys.";
inline constexpr const char* sink =
    "The score of the sink: one more score in every query's softmax, with no key and no value.";
inline constexpr const char* sinks =
    "The score of each head's sink: one more score in every query's softmax, with no key and no value.";
inline constexpr const char* additive = "Scores that are added to the scaled ones.";
inline constexpr const char* additives = "For each head, scores that are added to the scaled ones.";
inline constexpr const char* mask = "The mask: 1 where a query may attend to a key, else 0.";
inline constexpr const char* kept = "Dropout: 1 where a weight is kept, 0 where it is dropped.";
/// Followed by a line with the call, and another one.
inline constexpr const char* drawn_by = "After torch.manual_seed({0}), this is what the following draws";
inline constexpr const char* drawn_where =
    "on a processor, where PyTorch uses its own generator rather than Intel's MKL:";

// Beginnings.
inline constexpr const char* inputs = "Inputs: the vectors of the tokens";
inline constexpr const char* given_inputs = "Inputs: the vectors of the positions";
inline constexpr const char* source_inputs = "Source inputs: the vectors of the source's tokens";
inline constexpr const char* given_source_inputs = "Source inputs: the vectors of the source's positions";
inline constexpr const char* scores = "Scores: the product of each query with each key.";
inline constexpr const char* divided = "Scaled scores: the scores divided by the root of d_k";
inline constexpr const char* multiplied = "Scaled scores: the scores times a scale";
inline constexpr const char* unscaled = "Scaled scores: the scores as they are";
inline constexpr const char* masked = "Masked scores: minus infinity where a query may not attend to a key.";
inline constexpr const char* unmasked = "Masked scores: there is no mask, so these are the scaled scores.";
inline constexpr const char* softmax = "Weights: the softmax of each row";
inline constexpr const char* softmax_naive =
    "Weights: the softmax of each row, from which no maximum is subtracted";
inline constexpr const char* sum = "Weights: each row divided by its sum";
inline constexpr const char* sparsemax = "Weights: the sparsemax of each row (Martins and Astudillo 2016)";
inline constexpr const char* sigmoid = "Weights: the sigmoid of each score";
inline constexpr const char* dropped =
    "Dropped weights: 0 where a weight is dropped, else the weight divided by 1 - rate.";
inline constexpr const char* head_outputs = "Head outputs: the values, summed with the weights.";
inline constexpr const char* head_outputs_of_dropped =
    "Head outputs: the values, summed with the dropped weights.";
inline constexpr const char* concat = "Concat: the outputs of all heads, side by side.";
inline constexpr const char* concat_of_one = "Concat: there is one head, so this is its output.";
inline constexpr const char* output = "Output: concat times W_O";
inline constexpr const char* output_is_concat = "Output: there is no W_O, so this is concat.";

// Clauses.
inline constexpr const char* with_position = ", with that of the position added";
inline constexpr const char* with_sinusoids = ", with sines and cosines of the position added";
inline constexpr const char* into_heads = ", split into heads";
inline constexpr const char* into_groups = ", split into groups";
inline constexpr const char* normalised = ", normalised";
inline constexpr const char* rotated = ", rotated by position";
inline constexpr const char* repeated = ", repeated for the heads of each group";
inline constexpr const char* capped = ", softly capped";
inline constexpr const char* with_alibi = ", less for distant keys (ALiBi)";
inline constexpr const char* with_added = ", plus the added scores";
inline constexpr const char* at_temperature = ", at a temperature";
inline constexpr const char* with_bias = ", after adding a bias";
inline constexpr const char* with_sink = ", with a sink";

// Comments.
inline constexpr const char* empty_rows = "hidden keys weigh 0, even where all are hidden";
inline constexpr const char* broken_rows = "a NaN or an infinity among a row's scores makes its weights NaN";
inline constexpr const char* beyond_range = "infinities and NaN are dealt with below";
inline constexpr const char* of_each_pair = "radians from one position to the next, for each pair";
inline constexpr const char* pairs_turn = "each pair (a, b) turns by an angle that grows with the position";

} // namespace lab::script_phrase
