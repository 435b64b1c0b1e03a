// SPDX-License-Identifier: GPL-3.0-or-later
//
// An undo step before it is taken.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"

#include <QString>

#include <memory>

namespace lab {

/// The result of one undo step.
struct Step {
    Experiment next; ///< free of problems (validate())
    Change change;   ///< what differs
    QString text;    ///< undo text: "W_Q[1,2] 0.31 → 0.45"
    /// What is wanted (view/learn_view.h) becomes that of `next`, too. It does anyway where tokens change.
    bool changesWanted = false;
};

/// Whether what is wanted becomes that of the step.
inline bool changesWanted(const Step& step) {
    return step.changesWanted || step.change.field == Field::sequence;
}

/// What the window shows, where going to a scene begins or ends.
struct ScenePlace {
    std::shared_ptr<const Experiment> scene; ///< as it is among the snapshots; null: none
    JsonPtr view;                            ///< see kept_view.h
};

} // namespace lab
