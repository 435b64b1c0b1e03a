// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether what a text says of a document as it was opened may still be true of it.
#pragma once

#include "core/experiment/experiment.h"

namespace lab {

/// Whether it may be true of the settings. Up to two of them may have been changed, as examples ask for, but
/// not the positions, not to the settings of a model, and not by adding T5's buckets.
bool hasSettingsOf(const Experiment& now, const Experiment& opened);

/// Whether the words are those that the text is about, in any order. Of a sentence that goes on word by word,
/// the words to come count too.
bool hasWordsOf(const Experiment& now, const Experiment& opened);

} // namespace lab
