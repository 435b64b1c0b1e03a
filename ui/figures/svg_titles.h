// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fixes up Qt's SVG output: the whole of elided texts, an escaped title, and only characters that XML allows.
#pragma once

#include "ui/plots/shared/labels.h"

#include <QByteArray>

namespace lab {

/// The drawing with the whole of each elided text in its `<title>`, which viewers show as a tooltip. `cut`:
/// in drawing order. A text in several scripts may span several elements.
QByteArray withTitles(const QByteArray& svg, const std::vector<CutText>& cut);

/// The drawing with this title in place of the one that QSvgGenerator wrote. Its setTitle() does not escape
/// markup.
QByteArray withDocumentTitle(QByteArray svg, const QString& title);

/// The drawing without the characters that XML 1.0 does not allow, which tokens and titles may contain.
/// Control characters become their symbols, such as "␛", and U+FFFE and U+FFFF the replacement character.
/// What else printable() escapes, such as marks that turn the order of letters round, is written as
/// "&#8238;".
QByteArray asXml(const QByteArray& svg);

} // namespace lab
