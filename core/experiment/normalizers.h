// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normalisers, described once: how masked scores become weights, and what each takes and keeps true.
// Their arithmetic is in stages/07_normalizers, what is said of it in describe/07_normalizers.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <span>

namespace lab {

/// What is subtracted from every score of a row before anything else.
enum class ScoreShift { none, largest, threshold };

struct Normalizer {
    NormalizationKind kind;
    const char* name; ///< in the document
    Phrase<0> words;  ///< where settings are compared
    ScoreShift shift = ScoreShift::none;
    bool has_temperature = true; ///< reads s/τ
    bool has_bias = false;       ///< adds the bias to every s/τ
    bool has_sink = false;
    bool raises_e = false;   ///< parts are powers of e
    bool each_alone = false; ///< a weight depends on its own score alone: nothing is divided by a sum

    /// Whether no weight is below 0 or above 1, whatever the scores are.
    bool is_bounded() const { return has_temperature; }
    /// Whether a weight is its part of a row divided by the sum of all parts.
    bool divides_by_sum() const { return !each_alone && shift != ScoreShift::threshold; }
    /// Whether a row of weights sums to 1, if no sink takes part.
    bool sums_to_one() const { return !each_alone; }
    /// Whether weights stay as they are when the same number is added to every score.
    bool ignores_common_shift() const { return shift != ScoreShift::none || raises_e; }
};

/// In the order of the enumeration, which is that of menus.
std::span<const Normalizer> normalizers();
const Normalizer& normalizer(NormalizationKind kind);
inline const Normalizer& normalizer(const Experiment& experiment) {
    return normalizer(experiment.normalization.kind);
}

/// Whether a score changes before it becomes a part: divided by a temperature, biased or shifted.
bool reduces(const Normalization& normalization);
/// What scores are divided by: 1 if the normaliser takes no temperature.
double temperature_of(const Normalization& normalization);
/// What is added to every score: 0 if the normaliser takes no bias.
double bias_of(const Normalization& normalization);
/// The score of a head's sink, if there is one and the normaliser takes it.
std::optional<double> sink_of(const Normalization& normalization, HeadIndex head);

} // namespace lab
