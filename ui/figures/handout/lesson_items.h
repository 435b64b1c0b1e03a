// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a lesson shows on paper, from top to bottom: its steps, each with its own numbers, its cards and its
// questions. Neither the notes for whoever teaches nor anybody's answers.
#pragma once

#include "ui/figures/handout/handout_items.h"

namespace lab {

struct LessonForm {
    bool hasSolution = false;
    /// What was printed once is not printed again, and numbers are written into their boxes alone.
    bool isOneSheet = false;
    /// Of a step's text the last paragraph, which says what to do, and fewer lines to write on.
    bool isBrief = false;
};

/// The document must be valid. Without a step, its title is all there is.
std::vector<HandoutItem> lessonItems(const Experiment& document, const LessonForm& form,
                                     const FigureLook& look, const Theme& theme);

} // namespace lab
