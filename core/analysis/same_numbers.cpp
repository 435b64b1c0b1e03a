// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/same_numbers.h"

#include "core/describe/names.h"
#include "core/experiment/rotation.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>

namespace lab {

namespace {

/// Finds the blocks that are direct copies of one, in either direction.
class Copies {
public:
    explicit Copies(const Experiment& experiment)
        : m_experiment(experiment), m_d(dimensions(experiment)), m_rotation(experiment) {}

    std::vector<StageBlock> of(const StageBlock& from) {
        m_found.clear();
        switch (from.stage) {
        case StageId::inputs:
        case StageId::source_inputs:
            inputs(from);
            break;
        case StageId::queries:
        case StageId::keys:
        case StageId::values:
            projected(from);
            break;
        case StageId::scores:
            if (is_score_kept(from.head))
                same_place(from, StageId::scaled_scores);
            break;
        case StageId::scaled_scores:
            if (is_score_kept(from.head))
                same_place(from, StageId::scores);
            same_place(from, StageId::masked_scores);
            break;
        case StageId::masked_scores:
            same_place(from, StageId::scaled_scores);
            break;
        case StageId::weights:
            if (m_experiment.dropout)
                same_place(from, StageId::dropped_weights);
            break;
        case StageId::dropped_weights:
            if (m_experiment.dropout->rate == 0)
                same_place(from, StageId::weights);
            break;
        case StageId::head_outputs:
            add(StageId::concat, 0, from.block, from.head * m_d.d_v);
            break;
        case StageId::concat:
            concat(from);
            if (!m_experiment.projection.W_O)
                same_place(from, StageId::output);
            break;
        case StageId::output:
            if (!m_experiment.projection.W_O)
                same_place(from, StageId::concat);
            break;
        }
        return std::move(m_found);
    }

private:
    void add(StageId stage, HeadIndex head, Block block, Index to_the_right) {
        block.column += to_the_right;
        if (block.rows > 0 && block.columns > 0)
            m_found.push_back({stage, head, block});
    }

    void same_place(const StageBlock& from, StageId stage) { add(stage, from.head, from.block, 0); }

    bool is_score_kept(HeadIndex head) const {
        const Scores& scores = m_experiment.scores;
        return scale_factor(scores, m_d.d_k) == 1 && !scores.softcap && scores.bias == ScoreBias::none &&
               !added_scores(scores, head);
    }

    void concat(const StageBlock& from) {
        for (HeadIndex head = 0; head < m_d.H; ++head)
            add(StageId::head_outputs, head, columns_within(from.block, head * m_d.d_v, m_d.d_v),
                -head * m_d.d_v);
    }

    static Block columns_within(Block block, Index first, Index count) {
        const Index end = std::min(block.column + block.columns, first + count);
        block.column = std::max(block.column, first);
        block.columns = end - block.column;
        return block;
    }

    /// The parts of a block of queries or keys that are as they were projected.
    std::vector<Block> unchanged(StageId stage, const Block& block) const {
        if (stage == StageId::values)
            return {block};
        if (m_experiment.scores.qk_norm)
            return {};
        std::vector<Block> parts;
        for (Index column = block.column; column < block.column + block.columns; ++column) {
            if (!m_rotation.pair_of(column))
                parts.push_back({block.row, column, block.rows, 1});
        }
        const FirstPositions first = first_positions(m_experiment);
        const Index unturned = -(stage == StageId::queries ? first.query : first.key); // position 0
        if (block.row <= unturned && unturned < block.row + block.rows)
            parts.push_back({unturned, block.column, 1, block.columns});
        return m_rotation.pairs() == 0 ? std::vector<Block>{block} : parts;
    }

    void inputs(const StageBlock& from) {
        if (m_experiment.projection.kind != ProjectionKind::identity)
            return;
        for (const StageId stage : {StageId::queries, StageId::keys, StageId::values}) {
            if (inputs_of(m_experiment, stage) != from.stage)
                continue;
            const Index width = width_of(stage);
            for (HeadIndex head = 0; head < m_d.H; ++head) {
                Block own = columns_within(from.block, head * width, width);
                own.column -= head * width;
                if (own.columns <= 0)
                    continue;
                for (const Block& part : unchanged(stage, own))
                    add(stage, head, part, 0);
            }
        }
    }

    Index width_of(StageId stage) const { return stage == StageId::values ? m_d.d_v : m_d.d_k; }

    void projected(const StageBlock& from) {
        if (m_experiment.projection.kind == ProjectionKind::identity) {
            for (const Block& part : unchanged(from.stage, from.block))
                add(inputs_of(m_experiment, from.stage), 0, part, from.head * width_of(from.stage));
        }
        if (from.stage == StageId::queries)
            return;
        const HeadIndex each = m_d.H / m_experiment.heads.kv_count;
        const HeadIndex first = from.head / each * each;
        for (HeadIndex head = first; head < first + each; ++head) {
            if (head != from.head)
                add(from.stage, head, from.block, 0);
        }
    }

    const Experiment& m_experiment;
    Dimensions m_d;
    Rotation m_rotation;
    std::vector<StageBlock> m_found;
};

} // namespace

std::vector<StageBlock> same_numbers(const Experiment& experiment, const StageBlock& block) {
    Copies copies(experiment);
    std::vector<StageBlock> all{block};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const StageBlock& each : copies.of(StageBlock(all[i]))) {
            if (std::ranges::find(all, each) == all.end())
                all.push_back(each);
        }
    }
    return all;
}

bool copies_parameters(const Experiment& experiment, StageId stage) {
    const Dimensions d = dimensions(experiment);
    const StageInfo& own = info(stage);
    const StageBlock whole{stage, 0, {0, 0, length(own.rows, d), length(own.columns, d)}};
    return std::ranges::any_of(same_numbers(experiment, whole), [&](const StageBlock& each) {
        if (each.stage == StageId::inputs || each.stage == StageId::source_inputs)
            return experiment.embedding.position.kind == PositionKind::none;
        const bool is_projected = each.stage == StageId::queries || each.stage == StageId::keys;
        const bool is_changed =
            is_projected && (experiment.scores.rotary || experiment.scores.qk_norm.has_value());
        return experiment.projection.kind == ProjectionKind::direct && !is_changed &&
               (is_projected || each.stage == StageId::values);
    });
}

} // namespace lab
