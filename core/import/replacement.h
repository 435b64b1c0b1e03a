// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was read from a file of arrays, put into a document in place of its parameters.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// A document with other parameters, and what of it could not stay.
struct Replaced {
    Experiment experiment;
    bool has_other_sentence = false; ///< given rows are of other numbers: tokens are those of what was read
    bool has_other_width = false;    ///< vectors of words were cut or have seeded numbers added
    bool lost_overrides = false;     ///< of cells that there are no more
    bool lost_mask = false;          ///< mask rules that name tokens of the old sentence
    bool lost_added_scores = false;  ///< likewise
};

/// The present document with the projection, the heads, and the rows, gains and sinks that `read` has.
/// Sentence and options stay where they fit. `read` has passed validate(). Fails if the result does not.
Result<Replaced> with_parameters_of(const Experiment& present, const Experiment& read);

} // namespace lab
