// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which numbers fly in a step of the film, from where to where, and when.
#pragma once

#include "ui/plots/film/flight.h"

namespace lab {

class Theme;

/// None where there is not enough time for the eye to follow them.
Flights flightsOf(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                  double seconds);

} // namespace lab
