// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a computation, as JSON text.
#pragma once

#include "core/trace.h"

#include <span>
#include <string>

namespace lab {

/// Tokens, the wanted stages (all of them where none is named) in the order of the computation, and notes.
std::string write_result(const Experiment& experiment, const Trace& trace,
                         std::span<const StageId> wanted = {});

} // namespace lab
