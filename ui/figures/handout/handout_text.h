// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a handout says in words: the sentence with its tokens, and every setting. Rich text.
#pragma once

#include "core/experiment/experiment.h"

#include <QString>
#include <QStringList>

namespace lab {

/// The document's title, or the first words of its sentence if it has none.
QString handoutTitle(const Experiment& experiment);

/// The document's description as plain text; a very long one is cut.
QString handoutDescription(const Experiment& experiment);

/// The tokens of each sentence with their positions; of a long one the first, and how many more there are.
QStringList handoutTokens(const Experiment& experiment);

/// The settings that the computation has, in its order: "2 heads", "Scores: ÷ √d_k, mask: causal". `head`:
/// whose overridden cells are named.
QStringList handoutSettings(const Experiment& experiment, HeadIndex head);

} // namespace lab
