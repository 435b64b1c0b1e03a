// SPDX-License-Identifier: GPL-3.0-or-later
//
// A diagnosis in words.
#pragma once

#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/diagnosis.h"

namespace lab {

/// One sentence a line, without full stops at their ends: the mistake and others that agree as well, or the
/// shape, or how many cells agree and what the first of the others is. "right" if it is.
std::vector<Said> diagnosis_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                  const Naming& naming);

/// How the numbers that the diagnosis is true of are arranged, as parts of a sentence: "these are the queries
/// of all heads side by side".
std::vector<Said> arrangement_words(const Experiment& experiment, const Diagnosis& diagnosis,
                                    const Naming& naming);

/// "These are the scaled scores of head 2", or of all heads, as they are arranged, with the mistake that is
/// claimed first: one of Identified::as.
Said identification_words(const Experiment& experiment, const Diagnosis& what, const Naming& naming);

/// "11 of 12 fit this: These are the head outputs; look at row 2", and what is there, of Identified::nearly:
/// one sentence a line, without full stops at their ends.
std::vector<Said> near_identification_words(const Experiment& experiment, const Diagnosis& nearly,
                                            const Naming& naming);

/// How sure it is that a number is that of a place.
enum class Likeness {
    is,
    is_also,           ///< it was to be that of another place
    by_chance_perhaps, ///< likewise, and it may agree by chance
};

/// "0.0427 is the scaled score of “sky” for “is”, in head 2"; of a sink's share, whose attention it takes.
Said place_words(const Experiment& experiment, const CellRef& cell, double number, const Naming& naming,
                 Likeness likeness = Likeness::is);

/// What the nearest number is, and how far it is away. There must be one.
Said nearest_words(const Experiment& experiment, const Places& places, double number, const Naming& naming);

} // namespace lab
