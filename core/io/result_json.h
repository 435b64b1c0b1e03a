// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a computation as JSON text.
#pragma once

#include "core/engine/streamed_trace.h"
#include "core/io/file.h"

#include <span>

namespace lab {

/// Writes the tokens, the wanted stages (all if none is named) in order of computation, and the notes, piece
/// by piece. The format is that of to_text(), which would need the whole result in memory several times. The
/// experiment must compute the wanted stages, and `trace` must be its own. Stops early if `take` returns
/// false.
void write_result(const Experiment& experiment, const StreamedTrace& trace, std::span<const StageId> wanted,
                  const TakeBytes& take);

} // namespace lab
