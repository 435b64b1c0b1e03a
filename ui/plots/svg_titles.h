// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says the whole of texts that had to be cut.
#pragma once

#include "ui/plots/labels.h"

#include <QByteArray>

namespace lab {

/// The same drawing, each cut text with the whole in its `<title>`, which viewers show where the pointer is.
/// `cut`: in the order in which they were drawn. A text of several scripts may stand in several elements.
QByteArray withTitles(const QByteArray& svg, const std::vector<CutText>& cut);

} // namespace lab
