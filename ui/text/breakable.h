// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;

namespace lab {

/// The text with places at which a label may break a word of more than 16 characters: errors quote what the
/// user pasted, and a narrow panel would cut it off.
QString breakable(const QString& text);

/// Shows the text like that, and gives it as it is to screen readers: it is the label's accessible name.
void writeBreakable(QLabel& label, const QString& text);

} // namespace lab
