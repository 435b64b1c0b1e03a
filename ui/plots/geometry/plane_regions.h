// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is drawn behind a query: which key would be attended to most if its tip were there, and lines of equal
// score of one key.
#pragma once

#include "ui/plots/geometry/plane_scene.h"

namespace lab {

class Theme;

/// Of a plane that is laid out and whose content has WouldBe; empty of any other. `lit`: how much that key
/// would get, and its lines; without it, of each place the key that wins there, and the lines of the one that
/// the query attends to most. While a number is dragged, with fewer cells if there are many keys.
PlaneRegions planeRegions(const PlaneScene& scene, std::optional<TokenIndex> lit, const Theme& theme);

} // namespace lab
