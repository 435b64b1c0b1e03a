// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is told once of each kind of mistake: where it is possible, what it changes and how, and what is said
// of it. The tables stand in *_mistakes.cpp, in the order of MistakeKind.
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/experiment/parameter.h"
#include "core/experiment/said.h"

#include <array>
#include <span>
#include <string>

namespace lab {

/// Mistakes that change the same thing; the others go together with any.
enum class MistakeStep {
    none,
    stage,
    head,
    scale,
    normalised_over,
    exponential,
    mask,
    bias,
    weights, ///< which matrix projects what
    rotation,
    alibi,
    split,
    merge
};

/// A mistake that is to be put in words.
struct Telling {
    const Experiment& experiment;
    const Asked& asked;
    const Claim& claim;
    const Mistake& mistake;
    const Naming& naming;
};

/// The stages that are computed in another way.
using ChangedStages = std::array<std::optional<StageId>, 4>;

struct MistakeInfo {
    MistakeKind kind;
    std::string_view key;
    MistakeStep step;
    ChangedStages changed;
    bool (*is_possible)(const Experiment&);
    void (*make)(Recipe&, const Mistake&);
    Said (*words)(const Telling&); ///< one sentence with its cure, without a full stop
    bool is_common = false;        ///< two of these are looked for together
    /// The values that are tried; null: the mistake has none, or one that is fitted.
    std::vector<double> (*values)(const Experiment&) = nullptr;
    bool is_fitted = false; ///< a value is fitted to what is given
};

std::span<const MistakeInfo> handed_in_mistakes();
std::span<const MistakeInfo> scaling_mistakes();
std::span<const MistakeInfo> normalising_mistakes();
std::span<const MistakeInfo> mask_mistakes();
std::span<const MistakeInfo> bias_mistakes();
std::span<const MistakeInfo> projection_mistakes();
std::span<const MistakeInfo> position_mistakes();
std::span<const MistakeInfo> head_mistakes();
std::span<const MistakeInfo> number_mistakes();

const MistakeInfo& info(MistakeKind kind);

// What several tables share.

inline bool is_always_possible(const Experiment&) {
    return true;
}
/// A sentence that says the same of every document.
template<const Phrase<0>& phrase>
Said plain_words(const Telling&) {
    return say(phrase);
}
/// A number with five digits: √2 is 1.4142.
std::string rounded_text(double value);
std::string root_text(Index number);
/// What to do with QKᵀ: "divide by √d_k = 1.4142".
Said scaling_words(const Experiment& experiment);
/// "Softmax", or "The normaliser".
Said normaliser_words(const Experiment& experiment);

} // namespace lab
