// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where ribbons have their numbers.
#pragma once

#include "ui/plots/links/links_scene.h"

#include <vector>

namespace lab {

/// The numbers of the ribbons in focus, or of all of them; none over another. Stronger links come first.
///
/// In letters of one size, those that have room on their ribbon. For a class (LinkLetters::largest), each as
/// large as its ribbon allows; what has no room on its ribbon stands beside it where nothing else is drawn
/// near, as long as every stronger one has its number.
std::vector<LinksScene::Number> numbersOfRibbons(const LinksScene& scene, const Theme& theme);

} // namespace lab
