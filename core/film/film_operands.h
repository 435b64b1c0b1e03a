// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells a step of the film computes with, and the numbers on the way that no stage keeps.
#pragma once

#include "core/describe/explanation.h"
#include "core/describe/operands.h"
#include "core/film/film.h"

#include <optional>
#include <vector>

namespace lab {

/// The cells that the step computes with, each block once, in the order of the layout; of a term, its own
/// factors. Blocks of the step's own stage are numbers before their norm or rotation. Where several rows are
/// looked up, the whole table.
Operands operands_of(const Experiment& experiment, const FilmStep& step);

/// The numbers of the queries or keys of a head before they are rotated; of the part `projected`, also before
/// they are normalised. `matrix` must know their inputs, which `direct` does not have.
Matrix before_rotation(const Experiment& experiment, const StageReader& matrix, const Scene& scene);

/// A row of weights on its way: what its cells are at each phase, in the order of the keys. A key whose score
/// is −∞ holds −∞, 0 and 0.
struct NormalizedRow {
    std::vector<double> reduced, parts;
    std::vector<double> weights; ///< as computed, whatever overrides there are
    /// The same of the sink, if one takes part.
    struct Sink {
        double score = 0, reduced = 0, part = 0, share = 0;
    };
    std::optional<Sink> sink;
    double shift = 0; ///< what is subtracted: the largest, or sparsemax's threshold
    double total = 0; ///< the sum of the parts, the sink's too
};
/// `matrix` must know what explain() reads for a weight.
NormalizedRow normalized_row(const Experiment& experiment, const StageReader& matrix, HeadIndex head,
                             TokenIndex query);

} // namespace lab
