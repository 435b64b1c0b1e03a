// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lab {

/// The text so that no label breaks a line within a call as in a program, "np.tril(…, k=-1)", unless it is
/// long: with spaces that do not break, and with word joiners, which have no width.
QString withWholeCalls(const QString& text);

} // namespace lab
