// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of each normaliser (experiment/normalizers.h): titles, reasons, formulas, captions, Python.
#pragma once

#include "core/describe/equation.h"
#include "core/describe/explanation.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"

namespace lab {

class ScriptBuilder;
struct ScriptCare;

struct NormalizerDescription {
    LinePhrase<0> title; ///< of the step
    const char* name;    ///< in the rule of a row, "softmax"; empty where that is divided by its sum
    const char* heading; ///< in a program
    /// How a row's scores become weights, if these are finite; nullopt if the title says it.
    std::optional<Said> (*how)(const Experiment&, const ExplanationStep&);
    /// What the film says where more is done to scores than to divide them by τ. `shift`: as it is shown.
    Said (*reduced)(const Normalization&, bool has_sink, const std::string& shift) = nullptr;
    /// The same where scores become parts; null where they do not.
    const Phrase<0>* becoming_parts = nullptr;
    /// The part of a score that is reduced to `x`, whose number is `reduced`.
    ShownPart (*part)(const Equation&, const ShownPart& x, double reduced) = nullptr;
    /// Sets the formulas of a weight that is its part. Null: it is divided by the sum of all parts.
    void (*add_formulas)(const Experiment&, ExplanationStep&) = nullptr;
    /// Writes the lines that make `weights` from the variable `z`.
    void (*program)(ScriptBuilder&, const std::string& z, const ScriptCare&);
};

const NormalizerDescription& description(NormalizationKind kind);

// Parts of formulas.

/// The score z of a key, divided by the temperature if there is one, minus `less`.
Formula reduced_score(const Experiment& experiment, Formula key, const char* less);
/// The same of any score.
Formula reduced_formula(const Experiment& experiment, Formula z, const char* less);
Formula power_of_e(Formula power);

} // namespace lab
