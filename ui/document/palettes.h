// SPDX-License-Identifier: GPL-3.0-or-later
//
// The palettes, described once: documents, the popover that offers them and the colour scales go through this
// table. A new palette is an entry at its end.
#pragma once

#include <QRgb>
#include <QString>

#include <span>
#include <vector>

namespace lab {

/// An index into allPalettes(). Only those have names that code asks for by name.
enum class Palette { viridis, cividis, grey, blue_red, purple_orange };

/// A palette for weights is sequential: increasingly light, or in grey increasingly dark, like ink on paper.
/// One for numbers of either sign is diverging, with zero in its middle. None requires telling red from
/// green.
struct PaletteInfo {
    const char* key;   ///< in the document: "blue_red"
    QString (*name)(); ///< on screen: "blue–red"
    bool isSigned;     ///< for numbers of either sign; else for weights, which lie between 0 and 1
    /// The colours from lowest to highest, equally spaced: on a light background, and on a dark one. Empty:
    /// the same.
    std::span<const QRgb> stops, stopsOnDark = {};
};

std::span<const PaletteInfo> allPalettes();
const PaletteInfo& info(Palette palette);
/// The palettes for weights, which lie between 0 and 1, and the palettes for numbers of either sign.
std::vector<Palette> weightPalettes();
std::vector<Palette> signedPalettes();

} // namespace lab
