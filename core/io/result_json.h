// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a computation, as JSON text.
#pragma once

#include "core/io/file.h"
#include "core/streamed_trace.h"

#include <span>

namespace lab {

/// Tokens, the wanted stages (all of them where none is named) in the order of the computation, and notes,
/// handed on piece by piece: as to_text() would write them, which needs the whole result in memory several
/// times. The experiment computes the stages that are wanted, and `trace` is its own. Ends early where no
/// more is taken.
void write_result(const Experiment& experiment, const StreamedTrace& trace, std::span<const StageId> wanted,
                  const TakeBytes& take);

} // namespace lab
