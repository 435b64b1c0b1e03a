// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/masks.h"

#include "core/phrases.h"
#include "core/stages/06_masked_scores.h"

#include <algorithm>

namespace lab {

namespace {

Said rule_words(const Mask& mask, MaskRule rule, TokenIndex key) {
    switch (rule) {
    case MaskRule::causal:
        return say(phrase::causal);
    case MaskRule::window:
        return say(phrase::window, *mask.window);
    case MaskRule::padding:
        return say(phrase::padding_of_key, key + 1);
    case MaskRule::custom:
        return say(phrase::custom_mask);
    }
    return {};
}

} // namespace

Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible) {
    const MatrixPtr& old = experiment.mask.custom;
    Matrix custom = old ? *old
                        : Matrix::Ones(static_cast<Index>(experiment.sequence.tokens.size()),
                                       static_cast<Index>(key_tokens(experiment).size()));
    custom.block(cells.row, cells.column, cells.rows, cells.columns).setConstant(visible ? 1 : 0);
    Experiment next = experiment;
    next.mask.custom = (custom.array() != 0).all() ? nullptr : share(std::move(custom));
    return next;
}

bool is_padding(const Mask& mask, TokenIndex key) {
    return std::ranges::find(mask.padding, key) != mask.padding.end();
}

Experiment with_padding(const Experiment& experiment, TokenIndex key, bool hidden) {
    Experiment next = experiment;
    std::erase(next.mask.padding, key);
    if (hidden)
        next.mask.padding.insert(std::ranges::upper_bound(next.mask.padding, key), key);
    return next;
}

std::vector<MaskRule> hiding_rules(const Mask& mask, TokenIndex query, TokenIndex key) {
    std::vector<MaskRule> rules;
    const auto ask = [&](MaskRule rule, const Mask& alone) {
        // Runs one number through the stage itself, so that the rules are implemented in one place only.
        Matrix score = Matrix::Zero(1, 1);
        masked_scores(score, alone, {query, key, 1, 1}, score);
        if (is_hidden(score(0, 0)))
            rules.push_back(rule);
    };
    Mask alone;
    alone.causal = mask.causal;
    ask(MaskRule::causal, alone);
    alone = {};
    alone.window = mask.window;
    ask(MaskRule::window, alone);
    if (is_padding(mask, key))
        rules.push_back(MaskRule::padding);
    alone = {};
    alone.custom = mask.custom;
    ask(MaskRule::custom, alone);
    return rules;
}

std::optional<Said> rules_words(const Mask& mask, TokenIndex query, TokenIndex key) {
    std::vector<Said> rules;
    for (const MaskRule rule : hiding_rules(mask, query, key))
        rules.push_back(rule_words(mask, rule, key));
    return rules.empty() ? std::nullopt : std::optional(list_of(std::move(rules), phrase::last_of_rules));
}

Said mask_words(const Mask& mask) {
    std::vector<Said> rules;
    if (mask.causal)
        rules.push_back(say(phrase::causal));
    if (mask.window)
        rules.push_back(say(phrase::window, *mask.window));
    if (!mask.padding.empty())
        rules.push_back(say(phrase::padding));
    if (mask.custom)
        rules.push_back(say(phrase::custom));
    return rules.empty() ? say(phrase::no_mask) : list_of(std::move(rules), phrase::and_so_on);
}

bool has_mask(const Mask& mask) {
    return mask.causal || mask.window || !mask.padding.empty() || mask.custom;
}

} // namespace lab
