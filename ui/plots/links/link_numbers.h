// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where ribbons have their numbers.
#pragma once

#include "ui/plots/links/links_scene.h"

#include <vector>

namespace lab {

/// The numbers of the ribbons in focus, or of all of them; none over another. Stronger links come first.
///
/// Usually all have letters of one size, and only those that fit their ribbon are shown. While presenting
/// (LinkLetters::largest), each is as large as its ribbon allows. A number that does not fit its ribbon
/// stands beside it if nothing else is drawn near there, but only while every stronger link has its number.
std::vector<LinksScene::Number> numbersOfRibbons(const LinksScene& scene, const Theme& theme);

} // namespace lab
