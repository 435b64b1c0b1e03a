// SPDX-License-Identifier: GPL-3.0-or-later
//
// Heads that are split, shared or merged in another way.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/analysis/diagnosis/mistaken_trace.h"
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

/// What a stage is before any norm or rotation, all heads or groups side by side.
Matrix side_by_side(const Experiment& experiment, StageId stage) {
    Experiment plain = experiment;
    plain.scores.qk_norm.reset();
    plain.scores.rotary = false;
    std::erase_if(plain.overrides, [&](const Override& each) { return each.stage == stage; });
    MistakenTrace trace(plain);
    const bool is_query = stage == StageId::queries;
    const HeadIndex parts = is_query ? plain.heads.count : plain.heads.kv_count;
    const HeadIndex heads_a_part = plain.heads.count / parts;
    Matrix all;
    for (HeadIndex part = 0; part < parts; ++part) {
        const Matrix& its = trace.stage(stage, part * heads_a_part);
        if (part == 0)
            all.resize(its.rows(), its.cols() * parts);
        all.middleCols(part * its.cols(), its.cols()) = its;
    }
    return all;
}

/// Numbers of n × parts·d read as parts × n × d in their order, which is then written side by side.
Matrix split_in_order(const Matrix& all, HeadIndex parts) {
    const Index rows = all.rows(), columns = all.cols() / parts;
    const Matrix in_order = all.reshaped<Eigen::RowMajor>(rows * parts, columns);
    Matrix result(rows, all.cols());
    for (HeadIndex part = 0; part < parts; ++part)
        result.middleCols(part * columns, columns) = in_order.middleRows(part * rows, rows);
    return result;
}

/// Numbers of n × d·parts whose columns belong to the parts in turn, written side by side.
Matrix split_in_turn(const Matrix& all, HeadIndex parts) {
    const Index columns = all.cols() / parts;
    Matrix result(all.rows(), all.cols());
    for (HeadIndex part = 0; part < parts; ++part) {
        for (Index column = 0; column < columns; ++column)
            result.col(part * columns + column) = all.col(column * parts + part);
    }
    return result;
}

/// Whether the heads that are split in another way are merged in that way, too.
constexpr double split_alone = 0, and_merged = 1;
std::vector<double> ways_to_split(const Experiment&) {
    return {split_alone, and_merged};
}

/// From then on queries, keys and values are given.
template<Matrix (&split)(const Matrix&, HeadIndex), HeadsMerged merged>
void split_otherwise(Recipe& recipe, const Mistake& mistake) {
    if (mistake.value == and_merged)
        recipe.heads_merged = merged;
    Experiment& e = recipe.experiment;
    const Matrix queries = split(side_by_side(e, StageId::queries), e.heads.count);
    const Matrix keys = split(side_by_side(e, StageId::keys), e.heads.kv_count);
    const Matrix values = split(side_by_side(e, StageId::values), e.heads.kv_count);
    Projection given;
    given.kind = ProjectionKind::direct;
    given.Q = share(queries);
    given.K = share(keys);
    given.V = share(values);
    given.W_O = e.projection.W_O;
    given.b_O = e.projection.b_O;
    e.projection = std::move(given);
}

template<HeadsMerged merged>
void merge_otherwise(Recipe& recipe, const Mistake&) {
    recipe.heads_merged = merged;
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
     split_otherwise<split_in_order, HeadsMerged::by_reshape>,
     split_words<split_by_reshape, split_and_merged_by_reshape>,
     true,
     ways_to_split},
    {K::heads_merged_by_reshape,
     "heads_merged_by_reshape",
     MistakeStep::merge,
     {S::concat},
     has_several_heads,
     merge_otherwise<HeadsMerged::by_reshape>,
     plain_words<merged_by_reshape>,
     true},
    {K::heads_split_interleaved,
     "heads_split_interleaved",
     MistakeStep::split,
     {S::queries, S::keys, S::values},
     has_several_heads,
     split_otherwise<split_in_turn, HeadsMerged::interleaved>,
     split_words<split_interleaved, split_and_merged_interleaved>,
     false,
     ways_to_split},
    {K::heads_merged_interleaved,
     "heads_merged_interleaved",
     MistakeStep::merge,
     {S::concat},
     has_several_heads,
     merge_otherwise<HeadsMerged::interleaved>,
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
