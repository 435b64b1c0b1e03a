// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where numbers that are not finite come from, and which −∞ hide a key. Every sentence, card and note asks
// here; the normalisers do not, they read the numbers alone (stages/06_masked_scores.h).
#pragma once

#include "core/explain/explain.h"
#include "core/explain/stage_rows.h"
#include "core/trace.h"

#include <optional>
#include <string>

namespace lab {

enum class OriginKind {
    mask,       ///< a rule of the mask hides the key
    typed,      ///< −∞ put there by an override
    arithmetic, ///< an overflow, or what followed from one: everything that it is made from is finite
};

struct Origin {
    OriginKind kind = OriginKind::arithmetic;
    CellRef cell;     ///< where it began
    double value = 0; ///< of that cell
    bool operator==(const Origin&) const = default;
};

/// Where a cell's ±∞ or NaN began: of several places the first in the order of the computation. An infinity
/// that a typed −∞ leads to counts as typed, whatever overflowed besides: it would be one in any case. None
/// for a finite number, and where a stage between is not known (`matrix` gives an empty one).
std::optional<Origin> origin_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell);

/// Whether a masked score is −∞ because something hides the key: a mask, or a typed −∞. The other −∞ is an
/// overflow. `origin` is the masked score's.
bool hides(const std::optional<Origin>& origin);

/// The masked scores of a head for telling which keys are hidden: −∞ where one is, NaN where −∞ is an
/// overflow. None where nothing overflowed, and the masked scores say it themselves. Agrees with hides(), and
/// is quick for whole matrices.
std::optional<Matrix> hidden_scores(const Experiment& experiment, const StageMatrix& matrix, HeadIndex head);

/// "overflow that began in Scores, “sky” → “is”", "a −∞ override in Scores, “sky” → “is”", "causal"; of the
/// cell itself, `of`, "overflow that began here".
std::string origin_text(const Experiment& experiment, const Origin& origin, const CellRef& of);

/// The stages of a trace, for what asks for them one by one.
StageMatrix stages_of(const Trace& trace);

/// Gives rows of a stage and head: of stages whose rows are queries, the inputs aside, at least that row, of
/// others all.
using ReadRowsOf = std::function<StageRows(StageId, HeadIndex, Index row)>;

/// What a reader of the numbers should be told, in words, counting from 0 as files do: rows with nothing to
/// attend to, and the first number that is not finite, and the first overflow where that is another.
std::vector<std::string> notes(const Experiment& experiment, const Findings& findings,
                               const ReadRowsOf& rows_of);
std::vector<std::string> notes(const Experiment& experiment, const Trace& trace);

} // namespace lab
