// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment.h"

#include "core/edits/sentence.h"

#include <algorithm>

namespace lab {

namespace {

/// Builds an alignment from the old partner of each new index, −1 if it has none.
Alignment from_origins(const std::vector<Index>& origins, Index before) {
    Alignment alignment;
    std::vector<bool> has_partner(static_cast<std::size_t>(before), false);
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const auto now = static_cast<Index>(i);
        if (origins[i] < 0) {
            alignment.only_now.push_back(now);
            continue;
        }
        alignment.pairs.push_back({origins[i], now});
        has_partner[static_cast<std::size_t>(origins[i])] = true;
    }
    for (Index i = 0; i < before; ++i) {
        if (!has_partner[static_cast<std::size_t>(i)])
            alignment.only_before.push_back(i);
    }
    return alignment;
}

/// Aligns concatenated heads by head and by feature within the head.
Alignment of_heads(const Dimensions& before, const Dimensions& now) {
    std::vector<Index> origins;
    for (Index column = 0; column < now.H * now.d_v; ++column) {
        const Index head = column / now.d_v;
        const Index feature = column % now.d_v;
        origins.push_back(head < before.H && feature < before.d_v ? head * before.d_v + feature : -1);
    }
    return from_origins(origins, before.H * before.d_v);
}

const std::vector<std::string>& tokens_along(Axis axis, const Experiment& experiment) {
    return axis == Axis::key_token ? key_tokens(experiment) : experiment.sequence.tokens;
}

Alignment along(Axis axis, const Experiment& before, const Experiment& now) {
    if (is_token_axis(axis))
        return alignment_of(tokens_along(axis, before), tokens_along(axis, now));
    const Dimensions was = dimensions(before);
    const Dimensions is = dimensions(now);
    // Without W_O the output is the concatenation.
    const bool in_heads = axis == Axis::concat_feature ||
                          (axis == Axis::output_feature && !before.projection.W_O && !now.projection.W_O);
    return in_heads ? of_heads(was, is) : alignment_of(length(axis, was), length(axis, is));
}

} // namespace

Alignment alignment_of(const std::vector<std::string>& before, const std::vector<std::string>& now) {
    return from_origins(aligned(before, now), static_cast<Index>(before.size()));
}

Alignment alignment_of(Index before, Index now) {
    std::vector<Index> origins(static_cast<std::size_t>(now), -1);
    for (Index i = 0; i < std::min(before, now); ++i)
        origins[static_cast<std::size_t>(i)] = i;
    return from_origins(origins, before);
}

StageAlignment stage_alignment(const Experiment& before, const Experiment& now, StageId stage) {
    return {along(info(stage).rows, before, now), along(info(stage).columns, before, now)};
}

} // namespace lab
