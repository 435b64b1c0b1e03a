// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention of well-known models, as settings of a document.
#pragma once

#include "core/experiment/experiment.h"

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
    bool has_norm = false;     ///< of queries and keys, by their RMS, with gains
    bool has_sinks = false;
};

/// In order of publication.
std::span<const Preset> all_presets();

/// What of an experiment no preset sets, because it would change or remove numbers that somebody gave.
struct LeftByPresets {
    bool positions = false;    ///< inputs are given by row, as a model's hidden states that have them already
    bool gains = false;        ///< g_Q or g_K, not all 1: they stay, and the norm with them
    bool sinks = false;        ///< not all 0
    bool added_scores = false; ///< neither all 0 nor seeded as T5's
};
LeftByPresets left_by_presets(const Experiment& experiment);

/// The experiment with the positions, scores, causal mask, window and normalisation of that model, and every
/// other setting of theirs at its default, apart from what left_by_presets() says. Tokens, weights, biases,
/// heads, padding, a custom mask and overrides stay, and where Q, K and V are given, so do positions, which
/// are not read. New gains are 1, new sinks 0 and T5's added numbers seeded. The experiment must be valid,
/// and so is the result. Refused if a learned table of positions or T5's numbers would be too large.
Result<Experiment> with_preset(const Experiment& experiment, const Preset& preset);

/// Whether with_preset() would change nothing, and what it would leave is of that model, too.
bool is_in_use(const Experiment& experiment, const Preset& preset);

} // namespace lab
