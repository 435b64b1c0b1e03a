// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/masks.h"

#include "core/experiment/phrases.h"

#include <algorithm>
#include <limits>

namespace lab {

namespace {

std::vector<const MaskRule*> hiding_rules(const Mask& mask, const FirstPositions& first, TokenIndex query,
                                          TokenIndex key) {
    std::vector<const MaskRule*> rules;
    for (const MaskRule* rule : rules_of(mask)) {
        // Hides one number as the stage does, so that a rule is implemented in one place only.
        Matrix score = Matrix::Zero(1, 1);
        rule->hide(mask, first, {query, key, 1, 1}, score);
        if (is_hidden(score(0, 0)))
            rules.push_back(rule);
    }
    return rules;
}

} // namespace

bool is_hidden(double masked_score) {
    return masked_score == -std::numeric_limits<double>::infinity();
}

bool is_padding(const Mask& mask, TokenIndex key) {
    return std::ranges::find(mask.padding, key) != mask.padding.end();
}

std::vector<const MaskRule*> hiding_rules(const Experiment& experiment, TokenIndex query, TokenIndex key) {
    return hiding_rules(experiment.mask, first_positions(experiment), query, key);
}

std::optional<Said> rules_words(const Experiment& experiment, TokenIndex query, TokenIndex key) {
    return rules_words(experiment.mask, first_positions(experiment), query, key);
}

std::optional<Said> rules_words(const Mask& mask, const FirstPositions& first, TokenIndex query,
                                TokenIndex key) {
    std::vector<Said> rules;
    for (const MaskRule* rule : hiding_rules(mask, first, query, key))
        rules.push_back(rule->words(mask, first.key + key));
    return rules.empty() ? std::nullopt : std::optional(list_of(std::move(rules), phrase::last_of_rules));
}

std::vector<const MaskRule*> rules_of(const Mask& mask) {
    std::vector<const MaskRule*> rules;
    for (const MaskRule& rule : mask_rules()) {
        if (rule.is_set(mask))
            rules.push_back(&rule);
    }
    return rules;
}

Said mask_words(const Mask& mask) {
    std::vector<Said> rules;
    for (const MaskRule* rule : rules_of(mask))
        rules.push_back(rule->words(mask, std::nullopt));
    return rules.empty() ? say(phrase::no_mask) : list_of(std::move(rules), phrase::and_so_on);
}

bool has_mask(const Mask& mask) {
    return std::ranges::any_of(mask_rules(), [&](const MaskRule& rule) { return rule.is_set(mask); });
}

} // namespace lab
