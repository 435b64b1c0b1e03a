// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a drawing as SVG needs besides what Qt writes: the whole of texts that had to be cut, and letters that
// XML can hold.
#pragma once

#include "ui/plots/shared/labels.h"

#include <QByteArray>

namespace lab {

/// The same drawing, each cut text with the whole in its `<title>`, which viewers show where the pointer is.
/// `cut`: in the order in which they were drawn. A text of several scripts may stand in several elements.
QByteArray withTitles(const QByteArray& svg, const std::vector<CutText>& cut);

/// The same drawing with this title in place of the one that QSvgGenerator wrote. Its setTitle() does not
/// escape markup.
QByteArray withDocumentTitle(QByteArray svg, const QString& title);

/// The same drawing without the characters that XML 1.0 cannot hold, which tokens and titles may have: of
/// each control character its picture, as "␛", in place of U+FFFE and U+FFFF the replacement character.
QByteArray asXml(QByteArray svg);

} // namespace lab
