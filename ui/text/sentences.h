// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/said.h"

#include <QString>

#include <vector>

namespace lab {

/// One sentence after another, with full stops where a sentence has no mark of its own.
QString sentencesOf(const std::vector<Said>& sentences);

} // namespace lab
