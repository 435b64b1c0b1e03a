// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lab {

/// What of the covered cells opens at once while presenting. The numbers are kept in preferences.
enum class Opens { cell, row, matrix };

} // namespace lab
