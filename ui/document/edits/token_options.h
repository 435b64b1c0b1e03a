// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tokens of a document, changed one by one, each as one step to undo.
#pragma once

#include "core/sentence.h"

#include <QString>

namespace lab {

class LabDocument;

void moveToken(LabDocument& document, Side side, TokenIndex from, TokenIndex to);
void removeToken(LabDocument& document, Side side, TokenIndex token);
void duplicateToken(LabDocument& document, Side side, TokenIndex token);
/// Another word in its place, which may be several tokens; an empty one removes it.
void replaceToken(LabDocument& document, Side side, TokenIndex token, const QString& text);

/// The token's word.
QString tokenText(const Experiment& experiment, Side side, TokenIndex token);
/// "“sky”", "“the” (3)": see TokenName.
QString quotedToken(const Experiment& experiment, Side side, TokenIndex token);
/// The side that keys are from.
Side keySide(const Experiment& experiment);

} // namespace lab
