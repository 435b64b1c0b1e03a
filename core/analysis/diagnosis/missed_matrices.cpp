// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/missed_matrices.h"

#include "core/experiment/phrases.h"

#include <algorithm>

namespace lab {

namespace {

/// The stages in which a mistake with weights or biases can be seen: of the numbers given, those that are
/// needed; all, if another mistake of the claim puts one matrix in another one's place.
StageSet seen_stages(const Telling& t) {
    StageId given = t.asked.stage;
    for (const Mistake& each : t.claim.mistakes) {
        if (each.kind == MistakeKind::other_stage)
            given = each.stage;
        if (info(each.kind).step == MistakeStep::weights)
            return StageSet().set();
    }
    return needed_stages(t.experiment, given);
}

} // namespace

bool computes_with(const Experiment& e, ParameterId id) {
    return is_read(e, id) && projection_matrix(e.projection, id);
}

Index count_of(const Experiment& e, std::span<const MissedMatrix> matrices) {
    return std::ranges::count_if(matrices,
                                 [&](const MissedMatrix& each) { return computes_with(e, each.id); });
}

std::vector<Said> missed_names(const Telling& t, std::span<const MissedMatrix> all,
                               bool (*counts)(const Experiment&, ParameterId)) {
    std::vector<Said> names;
    for (const StageSet& stages : {seen_stages(t), StageSet().set()}) {
        for (const MissedMatrix& each : all) {
            if (counts(t.experiment, each.id) && stages.test(static_cast<std::size_t>(each.in)))
                names.push_back(say(phrase::just, std::string(info(each.id).name)));
        }
        if (!names.empty())
            break;
    }
    return names;
}

} // namespace lab
