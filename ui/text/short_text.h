// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of people as they are shown within others: on buttons, in tooltips, in the names of steps.
#pragma once

#include <QString>

#include <string>

namespace lab {

/// What is read of a word or a name in a sentence, a tooltip or a label, at most.
inline constexpr qsizetype shownOfName = 120;
/// What is shown of a text of many words.
inline constexpr qsizetype shownOfText = 20'000;

/// shortened() of a text of the window. To measure or draw a text of a million letters takes seconds, so this
/// is asked for first.
QString shortText(const QString& text, qsizetype most = shownOfName);
QString shortText(const std::string& text, qsizetype most = shownOfName);

/// "20,000".
QString groupedNumber(qsizetype number);

} // namespace lab
