// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lab {

/// Which numbers a pasted matrix may hold.
enum class PastedNumbers { finite, finite_or_minus_infinity };

} // namespace lab
