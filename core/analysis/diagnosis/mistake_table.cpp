// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tables of mistakes as one.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"
#include "core/experiment/stage.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lab {

namespace {

constexpr Phrase<1> divide_by_root{"divide by √d_k = {0}"};
constexpr Phrase<1> multiply_by{"multiply by {0}"};
constexpr Phrase<0> leave_unscaled{"leave them as they are"};
constexpr Phrase<0> softmax_is{"Softmax"};
constexpr Phrase<0> normaliser_is{"The normaliser"};

using Table = std::array<const MistakeInfo*, mistake_kinds>;

Table joined() {
    Table all{};
    for (const std::span<const MistakeInfo> part :
         {handed_in_mistakes(), scaling_mistakes(), normalising_mistakes(), mask_mistakes(), bias_mistakes(),
          projection_mistakes(), position_mistakes(), head_mistakes(), number_mistakes()}) {
        for (const MistakeInfo& each : part)
            all[static_cast<std::size_t>(each.kind)] = &each;
    }
    assert(std::ranges::find(all, nullptr) == all.end());
    return all;
}

const Table& table() {
    static const Table all = joined();
    return all;
}

std::size_t bit(StageId stage) {
    return static_cast<std::size_t>(stage);
}

/// The stages whose numbers may be rounded before the next one is computed; queries stand for keys and
/// values, too.
constexpr std::array rounded_stages{StageId::queries, StageId::scores, StageId::scaled_scores,
                                    StageId::weights};

/// The stage or head that is handed in, or the stage that is rounded, if the kind has several.
std::vector<Mistake> kinds_of(const MistakeInfo& kind, const Experiment& experiment, const Asked& asked) {
    std::vector<Mistake> all;
    if (kind.kind == MistakeKind::other_stage) {
        for (const StageInfo& stage : all_stages()) {
            if (stage.id != asked.stage && has_stage(experiment, stage.id))
                all.push_back({kind.kind, stage.id});
        }
    } else if (kind.kind == MistakeKind::other_head) {
        for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
            if (head != asked.head)
                all.push_back({kind.kind, {}, head});
        }
    } else if (kind.kind == MistakeKind::rounded_on_the_way) {
        for (const StageId stage : rounded_stages)
            all.push_back({kind.kind, stage});
    } else {
        all.push_back({kind.kind});
    }
    return all;
}

} // namespace

const MistakeInfo& info(MistakeKind kind) {
    return *table()[static_cast<std::size_t>(kind)];
}

std::string_view key_of(MistakeKind kind) {
    return info(kind).key;
}

bool is_common(MistakeKind kind) {
    return info(kind).is_common;
}

std::vector<Mistake> possible_mistakes(const Experiment& experiment, const Asked& asked) {
    std::vector<Mistake> all;
    for (const MistakeInfo* each : table()) {
        if (!each->is_possible(experiment) || (each->is_fitted && !each->values))
            continue;
        const std::vector<double> values = each->values ? each->values(experiment) : std::vector<double>{0};
        for (Mistake& mistake : kinds_of(*each, experiment, asked)) {
            for (const double value : values) {
                mistake.value = value;
                all.push_back(mistake);
            }
        }
    }
    return all;
}

std::vector<Mistake> fitted_mistakes(const Experiment& experiment) {
    std::vector<Mistake> all;
    for (const MistakeInfo* each : table()) {
        if (each->is_fitted && each->is_possible(experiment))
            all.push_back({each->kind});
    }
    return all;
}

void make(const Mistake& mistake, Recipe& recipe) {
    info(mistake.kind).make(recipe, mistake);
}

StageSet affected_stages(const Mistake& mistake) {
    StageSet all;
    for (const std::optional<StageId>& changed : info(mistake.kind).changed) {
        if (changed)
            all.set(bit(*changed));
    }
    if (mistake.kind == MistakeKind::rounded_on_the_way) {
        all.set(bit(mistake.stage));
        if (mistake.stage == StageId::queries)
            all.set(bit(StageId::keys)).set(bit(StageId::values));
    }
    for (const StageInfo& stage : all_stages()) {
        const auto is_affected = [&](StageId read) { return all.test(bit(read)); };
        if (std::ranges::any_of(stage.reads, is_affected))
            all.set(bit(stage.id));
        // Where keys take the place of values, what changes the keys changes those, too.
        if (stage.id == StageId::values && is_affected(StageId::keys))
            all.set(bit(stage.id));
    }
    return all;
}

StageSet needed_stages(const Experiment& experiment, StageId stage) {
    StageSet all;
    all.set(bit(stage));
    for (auto each = all_stages().rbegin(); each != all_stages().rend(); ++each) {
        if (!all.test(bit(each->id)))
            continue;
        for (const StageId read : each->reads) {
            if (has_stage(experiment, read))
                all.set(bit(read));
        }
    }
    return all;
}

bool shows_in(const Mistake& mistake, const StageSet& needed) {
    const auto& changed = info(mistake.kind).changed;
    const bool is_mask_on_weights = info(mistake.kind).step == MistakeStep::mask &&
                                    std::ranges::find(changed, StageId::weights) != changed.end();
    return is_mask_on_weights ? needed.test(bit(StageId::weights))
                              : (affected_stages(mistake) & needed).any();
}

bool exclude_each_other(MistakeKind a, MistakeKind b) {
    return a == b || (info(a).step == info(b).step && info(a).step != MistakeStep::none);
}

std::string rounded_text(double value) {
    constexpr int digits = 5;
    return written(std::isfinite(value) && value != 0 ? rounded_to_digits(value, digits) : value);
}

std::string root_text(Index number) {
    return rounded_text(std::sqrt(static_cast<double>(number)));
}

Said scaling_words(const Experiment& experiment) {
    if (!experiment.scores.scale)
        return say(divide_by_root, root_text(dimensions(experiment).d_k));
    return *experiment.scores.scale == 1 ? say(leave_unscaled)
                                         : say(multiply_by, written(*experiment.scores.scale));
}

Said normaliser_words(const Experiment& experiment) {
    return say(normalizer(experiment).raises_e ? softmax_is : normaliser_is);
}

} // namespace lab
