// SPDX-License-Identifier: GPL-3.0-or-later
//
// Heads that are split, shared or merged in another way.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/stage.h"

namespace lab {

namespace {

constexpr Phrase<0> tiled{
    "The key and value heads are repeated as a whole (first, second, first, second), as by repeat or tile: "
    "repeat "
    "each of them in its place (first, first, second, second), as by repeat_interleave or np.repeat"};
constexpr Phrase<0> split_by_reshape{"The heads are split by a reshape alone, so that a head gets whole "
                                     "tokens and parts of them, not its columns of "
                                     "every token: .view(B, T, H, d).transpose(1, 2), not .view(B, H, T, d)"};
constexpr Phrase<0> split_and_merged_by_reshape{"The heads are split and merged by a reshape alone, so that "
                                                "a head gets whole tokens and parts of them, not its "
                                                "columns of every token: .view(B, T, H, d).transpose(1, 2), "
                                                "and .transpose(1, 2).reshape(B, T, H·d) afterwards"};
constexpr Phrase<0> merged_by_reshape{
    "The heads' outputs are merged by a reshape alone, which mixes tokens: exchange heads and tokens first, "
    ".transpose(1, 2).reshape(B, T, H·d)"};
constexpr Phrase<0> split_interleaved{"The columns are dealt to the heads in turn, as by .view(B, T, d, H), "
                                      "so that a head gets every H-th one: a head's "
                                      "columns stand side by side, .view(B, T, H, d)"};
constexpr Phrase<0> split_and_merged_interleaved{
    "The columns are dealt to the heads in turn, as by .view(B, T, d, H), and merged in turn: a head's "
    "columns stand "
    "side by side, .view(B, T, H, d), and .transpose(1, 2).reshape(B, T, H·d) afterwards"};
constexpr Phrase<0> merged_interleaved{"The heads' outputs are merged column by column in turn, with d "
                                       "before H: a head's columns stand side by side, "
                                       ".transpose(1, 2).reshape(B, T, H·d)"};
constexpr Phrase<0> turned_at_values{
    "The attention weights are transposed where they meet the values: sum the "
    "values of all keys for each query, by the query's own weights"};

/// Whether the heads that are split in another way are merged in that way, too.
constexpr double split_alone = 0, and_merged = 1;
std::vector<double> ways_to_split(const Experiment&) {
    return {split_alone, and_merged};
}

template<HeadLayout layout>
void split_otherwise(Recipe& recipe, const Mistake& mistake) {
    recipe.heads_split = layout;
    if (mistake.value == and_merged)
        recipe.heads_merged = layout;
}

template<HeadLayout layout>
void merge_otherwise(Recipe& recipe, const Mistake&) {
    recipe.heads_merged = layout;
}

template<const Phrase<0>& split_alone_words, const Phrase<0>& and_merged_words>
Said split_words(const Telling& t) {
    return say(t.mistake.value == and_merged ? and_merged_words : split_alone_words);
}

bool has_several_heads(const Experiment& e) {
    return e.heads.count > 1;
}

/// The columns of the groups, repeated as a whole for all heads.
MatrixPtr tiled_columns(const MatrixPtr& matrix, const Heads& heads) {
    return matrix ? share(matrix->replicate(1, heads.count / heads.kv_count)) : nullptr;
}

void tile(Recipe& recipe, const Mistake&) {
    Experiment& e = recipe.experiment;
    Projection& p = e.projection;
    for (MatrixPtr* each : {&p.W_K, &p.W_V, &p.b_K, &p.b_V, &p.K, &p.V})
        *each = tiled_columns(*each, e.heads);
    e.heads.kv_count = e.heads.count;
}

using S = StageId;
using K = MistakeKind;

constexpr std::array<MistakeInfo, 6> head_infos{{
    {K::kv_heads_tiled,
     "kv_heads_tiled",
     MistakeStep::none,
     {S::keys, S::values},
     [](const Experiment& e) {
         return e.projection.kind != ProjectionKind::identity && e.heads.kv_count > 1 &&
                e.heads.kv_count < e.heads.count;
     },
     tile,
     plain_words<tiled>},
    {K::heads_split_by_reshape,
     "heads_split_by_reshape",
     MistakeStep::split,
     {S::queries, S::keys, S::values},
     has_several_heads,
     split_otherwise<HeadLayout::by_reshape>,
     split_words<split_by_reshape, split_and_merged_by_reshape>,
     true,
     ways_to_split},
    {K::heads_merged_by_reshape,
     "heads_merged_by_reshape",
     MistakeStep::merge,
     {S::concat},
     has_several_heads,
     merge_otherwise<HeadLayout::by_reshape>,
     plain_words<merged_by_reshape>,
     true},
    {K::heads_split_interleaved,
     "heads_split_interleaved",
     MistakeStep::split,
     {S::queries, S::keys, S::values},
     has_several_heads,
     split_otherwise<HeadLayout::interleaved>,
     split_words<split_interleaved, split_and_merged_interleaved>,
     false,
     ways_to_split},
    {K::heads_merged_interleaved,
     "heads_merged_interleaved",
     MistakeStep::merge,
     {S::concat},
     has_several_heads,
     merge_otherwise<HeadLayout::interleaved>,
     plain_words<merged_interleaved>},
    {K::weights_transposed_at_values,
     "weights_transposed_at_values",
     MistakeStep::none,
     {S::head_outputs},
     [](const Experiment& e) { return dimensions(e).n_q == dimensions(e).n_k; },
     [](Recipe& r, const Mistake&) { r.are_weights_transposed = true; },
     plain_words<turned_at_values>},
}};

} // namespace

std::span<const MistakeInfo> head_mistakes() {
    return head_infos;
}

} // namespace lab
