// SPDX-License-Identifier: GPL-3.0-or-later
//
// The letters of a program that carries them with it.
#pragma once

namespace lab {

/// The archive (app/package) runs where nothing is installed, not even a letter to draw a figure with. Where
/// the system says nothing about fonts, those beside the program are used, if there are any. To be called
/// before an application that draws is made.
void use_carried_fonts();

} // namespace lab
