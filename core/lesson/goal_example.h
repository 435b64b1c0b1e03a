// SPDX-License-Identifier: GPL-3.0-or-later
//
// One of the ways to reach a goal, for whoever asks to be shown one, and for a solution on paper.
#pragma once

#include "core/lesson/lesson_step.h"

namespace lab {

struct GoalExample {
    Said what; ///< "W_Q[1,2] = 2.5 in place of 0.3"; without a full stop
    Experiment after;
};

/// The smallest single change that `allow` leaves open and with which the goal holds: of the mask, of an
/// option, of a number of a parameter, by an override, or by a word that is typed once more. nullopt: none of
/// those that are tried. The experiment must be valid, have tokens and the goal's cell, and the goal not hold
/// yet; in large documents nothing is tried.
std::optional<GoalExample> goal_example(const Experiment& experiment, const Question& goal,
                                        const std::optional<std::vector<std::string>>& allow);

} // namespace lab
