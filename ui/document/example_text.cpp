// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/example_text.h"

#include "core/analysis/setting_changes.h"
#include "core/edits/added_scores.h"
#include "core/edits/next_word.h"
#include "core/edits/presets.h"
#include "core/experiment/cache_step.h"

#include <algorithm>

namespace lab {

bool hasWordsOf(const Experiment& now, const Experiment& opened) {
    if (is_cache_step(now) && is_cache_step(opened)) // another step has another query and other keys
        return std::ranges::is_permutation(whole_sentence(now).tokens, whole_sentence(opened).tokens);
    return now.source.has_value() == opened.source.has_value() &&
           std::ranges::is_permutation(now.sequence.tokens, opened.sequence.tokens) &&
           (!now.source || std::ranges::is_permutation(now.source->tokens, opened.source->tokens));
}

bool hasSettingsOf(const Experiment& now, const Experiment& opened) {
    constexpr std::size_t mostChanged = 2; // a step changes one of them
    // The query of a step with a cache stands at the last key, however many there are.
    const bool sameOffsets =
        (now.sequence.offset == opened.sequence.offset || (is_cache_step(now) && is_cache_step(opened))) &&
        key_sequence(now).offset == key_sequence(opened).offset;
    const std::size_t changed = setting_changes(opened, now).size();
    const auto isInUse = [&now](const Preset& preset) { return is_in_use(now, preset); };
    const bool isOfAModel = changed == mostChanged && std::ranges::any_of(all_presets(), isInUse);
    const bool addsBuckets = has_t5_buckets(now) && !has_t5_buckets(opened);
    return sameOffsets && changed <= mostChanged && !isOfAModel && !addsBuckets;
}

} // namespace lab
