// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the tokens of a document one by one. Each change is one undo step.
#pragma once

#include "core/edits/sentence.h"

#include <QString>

namespace lab {

class LabDocument;

void moveToken(LabDocument& document, Side side, TokenIndex from, TokenIndex to);
void removeToken(LabDocument& document, Side side, TokenIndex token);
void duplicateToken(LabDocument& document, Side side, TokenIndex token);
/// Replaces a token with `text`, as typedFor() reads it, which may become several tokens; an empty text
/// removes it.
void replaceToken(LabDocument& document, Side side, TokenIndex token, const QString& text);

/// The text that the user typed in place of a word, without white space at its ends, unless the word itself
/// has some.
QString typedFor(const std::string& word, const QString& text);
/// The token's word as it is shown: see shownWord().
QString tokenText(const Experiment& experiment, Side side, TokenIndex token);
/// "“sky”", "“the” (3)": see TokenName.
QString quotedToken(const Experiment& experiment, Side side, TokenIndex token);
/// The side that keys come from.
Side keySide(const Experiment& experiment);

} // namespace lab
