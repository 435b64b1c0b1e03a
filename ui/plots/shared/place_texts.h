// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of a sentence, and places in a matrix, in a line of text.
#pragma once

#include "ui/plots/shared/labels.h"

#include <QString>
#include <QStringList>

namespace lab {

/// A word in quotation marks, shortened to fit into a line of text.
QString quoted(const QString& word);
/// The same for a token of a sentence, with its position where it needs one.
QString quoted(const Labels& tokens, Index token);

/// A place in a matrix in which rows are tokens: “sky” → “blue” where columns are tokens too, else “sky”, d2.
QString placeText(const Labels& rows, Index row, const Labels& columns, Index column, bool columnIsToken);

/// The first few of them, and how many more there are.
QString firstOf(const QStringList& texts, qsizetype most);

} // namespace lab
