// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of a sentence and cells of a matrix, in a line of text.
#pragma once

#include "ui/plots/shared/labels.h"

#include <QString>
#include <QStringList>

namespace lab {

/// A word in quotation marks, shortened to fit into a line of text.
QString quoted(const QString& word);
/// The same for a token of a sentence, with its position if it needs one.
QString quoted(const Labels& tokens, Index token);

/// A cell of a matrix whose rows are tokens: “sky” → “blue” if columns are tokens too, else “sky”, d2.
QString cellPlace(const Labels& rows, Index row, const Labels& columns, Index column, bool columnIsToken);

/// The first `most` texts, and how many more there are.
QString firstOf(const QStringList& texts, qsizetype most);
/// The same where the others need not be made: the first texts, and how many there are with them.
QString someOf(const QStringList& first, qsizetype all);

} // namespace lab
