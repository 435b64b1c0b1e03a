// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/diagnosis.h"

#include "core/analysis/diagnosis/mistake_search.h"

#include <functional>

namespace lab {

namespace {

/// Asks for each stage that the document has, and for each head of it unless the numbers are of all heads.
void for_each_asked(const Experiment& experiment, const PrintedArray& given, MistakeSearch& search,
                    const std::function<void(const Asked&)>& visit) {
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        const Index heads = stage.per_head && given.heads == 0 ? experiment.heads.count : 1;
        for (HeadIndex head = 0; head < heads && !search.is_stopped(); ++head) {
            search.ask({stage.id, head});
            visit({stage.id, head});
        }
    }
}

} // namespace

std::optional<Identified> what_is_this(const Experiment& experiment, const PrintedArray& given,
                                       const std::stop_token& stop) {
    MistakeSearch search(experiment, {}, given, {}, stop);
    Identified found;
    for_each_asked(experiment, given, search, [&](const Asked& asked) {
        if (search.compare().is_right)
            found.as.push_back({asked, {}, given.heads > 0});
    });
    std::size_t asked_for = 0;
    if (found.as.empty()) {
        for_each_asked(experiment, given, search, [&](const Asked& asked) {
            Diagnosis diagnosis = search.compare();
            search.try_alone(diagnosis, false);
            for (Claim& claim : diagnosis.claims)
                found.as.push_back({asked, std::move(claim), given.heads > 0});
            search.weigh_itself();
            ++asked_for;
        });
    }
    if (search.is_stopped())
        return std::nullopt;
    if (found.as.empty())
        found.nearly = search.nearest(asked_for);
    return found;
}

} // namespace lab
