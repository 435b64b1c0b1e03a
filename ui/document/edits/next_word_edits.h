// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps through a sentence word by word, with a key cache: see core/edits/next_word.h. Each is one undo step.
#pragma once

#include "core/edits/next_word.h"

#include <QString>

namespace lab {

class LabDocument;

/// Why a move is not offered; empty if it is. It must be possible: see cache_problem().
QString cacheProblem(const Experiment& experiment, CacheMove move);

// There must be no cacheProblem().
void goToLastWord(LabDocument& document);
void goToWordBefore(LabDocument& document);
/// There must be words_to_come().
void goToNextWord(LabDocument& document);
void goToWholeSentence(LabDocument& document);
/// Adds text to the end of the sentence, and goes on to its first word. Returns why it cannot be added; empty
/// if it can.
[[nodiscard]] QString typeNextWord(LabDocument& document, const QString& text);

} // namespace lab
