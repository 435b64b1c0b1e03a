// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shortens user texts to be shown within others: on buttons, in tooltips, in undo texts.
#pragma once

#include <QString>

#include <string>

namespace lab {

/// Maximum length of a word or name in a sentence, a tooltip or a label.
inline constexpr qsizetype shownOfName = 120;
/// Maximum shown length of a long text.
inline constexpr qsizetype shownOfText = 20'000;

/// shortened() for texts of the window. Measuring or drawing a million characters takes seconds, so shorten
/// them first.
QString shortText(const QString& text, qsizetype most = shownOfName);
QString shortText(const std::string& text, qsizetype most = shownOfName);

/// shown_word() for texts of the window: a token with white space that can be seen.
QString shownWord(const std::string& word);

/// A position on a label among `count` tokens: "12"; far positions have only the digits that tell the tokens
/// apart, "…004".
QString shortPosition(const QString& position, qsizetype count);

/// With thousands separators: "20,000".
QString groupedNumber(qsizetype number);

} // namespace lab
