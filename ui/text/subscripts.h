// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences with symbols, as rich text.
#pragma once

#include <QString>

namespace lab {

/// The same text as HTML, in which the symbols d_k, d_model, W_Q, b_O and so on have subscripts. What stands
/// in quotation marks (“…”) stays as it is, for a token may be called “d_k”. Calls stay in one line.
QString withSubscripts(const QString& text);

} // namespace lab
