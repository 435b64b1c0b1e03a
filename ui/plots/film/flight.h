// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number that flies in a step of the film.
#pragma once

#include "ui/plots/film/scene_look.h"

#include <vector>

namespace lab {

/// A cell that flies. Times are shares of the motion's.
struct Flight {
    FlyingCell cell; ///< as it starts
    QRectF from, to;
    double appears = 0, starts = 0, arrives = 1, vanishes = 1;
    double fadeIn = 0, fadeOut = 0;
    bool falls = false; ///< faster and faster, instead of gently
};

struct Flights {
    std::vector<Flight> all;   ///< the last one on top
    double fadeFrom = 0;       ///< when the numbers that the step adds begin to appear
    double framesUntil = 1;    ///< when the frames have arrived
    double seconds = 0.25;     ///< how long it takes, if there is so much time
    bool waitsForBars = false; ///< they fly from bars that have grown first
};

} // namespace lab
