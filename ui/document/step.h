// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change.h"
#include "core/experiment.h"

#include <QString>

namespace lab {

/// What one step to undo makes of a document.
struct Step {
    Experiment next; ///< free of problems (validate())
    Change change;   ///< what of it is different
    QString text;    ///< what undo calls it: "W_Q[1,2] 0.31 → 0.45"
};

} // namespace lab
