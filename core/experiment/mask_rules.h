// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules by which a mask hides keys, described once. The stage and its explanation, the words for a mask
// and everything that asks which rules are set go through this table: a new rule is a field of Mask and an
// entry here. If it is one value, that is an option (options.h).
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <span>

namespace lab {

struct MaskRule {
    bool (*is_set)(const Mask&);
    /// Of the cells `at` of (n_q, n_k), sets those to −∞ that the rule hides. It must be set.
    void (*hide)(const Mask&, const FirstPositions& first, const Block& at, MatrixRef masked);
    /// "window 2", "padding". With the position of a key that it hides, from 0, why: "padding of key 3". It
    /// must be set.
    Said (*words)(const Mask&, std::optional<Index> hidden);
    /// What else is worth knowing about a key that it hides; null: nothing.
    const Phrase<0>* remark = nullptr;
};

/// In the order in which they are named.
std::span<const MaskRule> mask_rules();

} // namespace lab
