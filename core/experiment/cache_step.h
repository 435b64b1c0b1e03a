// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step of a decoder with a key cache: cross-attention whose only query is the last token of the source. The
// edits that make such documents are in core/edits/next_word.h.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Whether the only query is the source's last token, given by hand, at its position.
bool is_cache_step(const Experiment& experiment);

} // namespace lab
