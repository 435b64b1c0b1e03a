// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where numbers that are not finite come from, and which −∞ hide a key. All texts shown to the user rely on
// this. The normalisers do not: they look at the numbers alone (stages/06_masked_scores.h).
#pragma once

#include "core/describe/explanation.h"
#include "core/engine/stage_rows.h"
#include "core/engine/trace.h"

#include <optional>
#include <string>

namespace lab {

class StreamedTrace;

enum class OriginKind {
    mask,       ///< a rule of the mask hides the key
    typed,      ///< an override with −∞
    added,      ///< a −∞ among the added scores
    arithmetic, ///< an overflow or a consequence of one, computed from finite numbers only
};

struct Origin {
    OriginKind kind = OriginKind::arithmetic;
    CellRef cell;     ///< where it began
    double value = 0; ///< of that cell
    bool operator==(const Origin&) const = default;
};

/// Where a cell's ±∞ or NaN began; of several places, the first in order of computation. An infinity caused
/// by a typed or added −∞ counts as that even if something else overflowed, since it would be infinite in any
/// case. An infinite score that a softcap makes finite is not the cause of anything.
/// nullopt for a finite or a covered number, or if a stage in between is unknown (`matrix` returns an empty
/// one).
std::optional<Origin> origin_of(const Experiment& experiment, const ReadRows& matrix, const CellRef& cell);

/// Whether a masked score is −∞ because its key is hidden, by a mask, a typed or an added −∞, and not because
/// of an overflow. `origin` is the masked score's.
bool hides(const std::optional<Origin>& origin);

/// The masked scores of a head for telling which keys are hidden: −∞ if hidden, NaN where −∞ is an overflow.
/// nullopt if nothing overflowed, so that the masked scores themselves can be used. Agrees with hides(), but
/// is fast for whole matrices.
std::optional<Matrix> hidden_scores(const Experiment& experiment, const StageReader& matrix, HeadIndex head);

/// "overflow that began in Scores, “sky” → “is”", "a −∞ override in Scores, “sky” → “is”", "causal"; for the
/// cell `of` itself, "overflow that began here".
Said origin_words(const Experiment& experiment, const Origin& origin, const CellRef& of);

/// Looks up the stages of a trace one by one.
StageReader stages_of(const Trace& trace);

/// Notes for readers of the numbers, with indices from 0 as in files: rows that attend to nothing, the first
/// number that is not finite, and the first overflow if that is another.
std::vector<std::string> notes(const Experiment& experiment, const Trace& trace);
std::vector<std::string> notes(const StreamedTrace& trace);

} // namespace lab
