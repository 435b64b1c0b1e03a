// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention of well-known models, as settings of a document.
#pragma once

#include "core/experiment.h"

#include <span>
#include <string_view>

namespace lab {

struct Preset {
    std::string_view name;   ///< "llama-3"
    std::string_view title;  ///< "Llama 3"
    std::string_view line;   ///< what is set, in a line
    std::string_view remark; ///< a sentence on how the model differs from that; may be empty
    PositionKind position;   ///< what is added to the tokens
    void (*set)(Experiment&);
    bool adds_buckets = false; ///< of relative positions to the scores: see with_t5_buckets()
};

/// In order of publication.
std::span<const Preset> all_presets();

/// The experiment with the positions, scores, causal mask, window and normalisation of that model, and every
/// other setting of theirs at its default. Tokens, weights, biases, heads, padding, a custom mask and
/// overrides stay, and where Q, K and V are given, so do positions, which are not read. Gains start with 1,
/// sinks with 0 and T5's added numbers with seeded ones. The experiment must be valid, and so is the result.
/// Refused if a learned table of positions or T5's numbers would be too large.
Result<Experiment> with_preset(const Experiment& experiment, const Preset& preset);

/// Whether with_preset() would change nothing.
bool is_in_use(const Experiment& experiment, const Preset& preset);

} // namespace lab
