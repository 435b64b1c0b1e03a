// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/norm_effect.h"

#include "core/engine/evaluate.h"

#include <map>

namespace lab {

std::optional<NormEffect> norm_effect(const Experiment& experiment, const StageReader& matrix,
                                      HeadIndex head) {
    if (!experiment.scores.qk_norm)
        return std::nullopt;
    Experiment without = experiment;
    without.scores.qk_norm.reset();
    const Dimensions d = dimensions(without);
    std::map<StageId, Matrix> computed;
    const ReadStage read = [&](StageId stage, HeadIndex of, const Block& at) -> ConstMatrixRef {
        const auto found = computed.find(stage);
        const Matrix& all = found == computed.end() ? matrix(stage, of) : found->second;
        return all.block(at.row, at.column, at.rows, at.columns);
    };
    for (const StageId stage : {StageId::queries, StageId::keys, StageId::scores, StageId::scaled_scores}) {
        const Block all{0, 0, length(info(stage).rows, d), length(info(stage).columns, d)};
        Matrix result(all.rows, all.columns);
        evaluate(without, d, stage, head, all, read, result);
        computed.insert_or_assign(stage, std::move(result));
    }
    return NormEffect{statistics_of(computed.at(StageId::scaled_scores)),
                      statistics_of(matrix(StageId::scaled_scores, head))};
}

} // namespace lab
