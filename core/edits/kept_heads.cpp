// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/kept_heads.h"

#include "core/experiment/parameter.h"

#include <algorithm>

namespace lab {

namespace {

std::vector<HeadIndex> each_once(const std::vector<HeadIndex>& heads) {
    std::vector<HeadIndex> once;
    for (const HeadIndex head : heads) {
        if (std::ranges::find(once, head) == once.end())
            once.push_back(head);
    }
    return once;
}

/// A head for each key/value head that is kept: those of different groups if each group has as many, one
/// group after the other; otherwise all.
std::vector<HeadIndex> heads_of_groups(const Heads& heads, const std::vector<HeadIndex>& kept) {
    const auto group = [&](HeadIndex head) { return head * heads.kv_count / heads.count; };
    std::vector<HeadIndex> first;
    for (const HeadIndex head : kept) {
        if (first.empty() || group(first.back()) != group(head))
            first.push_back(head);
    }
    if (kept.size() % first.size() != 0)
        return kept;
    const std::size_t each = kept.size() / first.size();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (group(kept[i]) != group(first[i / each]))
            return kept;
    }
    return first;
}

Matrix with_columns_of(const Matrix& matrix, Split split, const Heads& heads,
                       const std::vector<HeadIndex>& kept) {
    const Index width = head_columns(matrix.cols(), split, heads, 0).count;
    Matrix columns(matrix.rows(), width * static_cast<Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto [first, count] = head_columns(matrix.cols(), split, heads, kept[i]);
        columns.middleCols(static_cast<Index>(i) * width, width) = matrix.middleCols(first, count);
    }
    return columns;
}

} // namespace

Experiment with_heads_kept(const Experiment& experiment, const std::vector<HeadIndex>& heads) {
    const std::vector<HeadIndex> kept = each_once(heads);
    const std::vector<HeadIndex> of_groups = heads_of_groups(experiment.heads, kept);
    Experiment next = experiment;
    for (const ParameterInfo& each : all_parameters()) {
        const Split split = split_of(experiment, each.id);
        MatrixPtr* place =
            each.id == ParameterId::E || each.id == ParameterId::additive ? nullptr : place_of(next, each.id);
        if (split == Split::none || !place || !*place)
            continue;
        *place = share(
            with_columns_of(**place, split, experiment.heads, split == Split::groups ? of_groups : kept));
        drop_origin(next, each.id);
    }
    if (const MatrixPtr& sinks = experiment.normalization.sink; sinks && sinks->cols() > 1)
        next.normalization.sink = share(with_columns_of(*sinks, Split::heads, experiment.heads, kept));
    if (const MatrixPtr& output = experiment.projection.W_O) {
        const Matrix turned = output->transpose();
        next.projection.W_O =
            share(Matrix(with_columns_of(turned, Split::heads, experiment.heads, kept).transpose()));
        drop_origin(next, ParameterId::W_O);
    }
    if (experiment.scores.additive.size() > 1) {
        next.scores.additive.clear();
        for (const HeadIndex head : kept)
            next.scores.additive.push_back(experiment.scores.additive[static_cast<std::size_t>(head)]);
    }
    next.heads = {static_cast<Index>(kept.size()), static_cast<Index>(of_groups.size())};
    return next;
}

} // namespace lab
