// SPDX-License-Identifier: GPL-3.0-or-later
//
// In which colours and with how many decimals a document shows its numbers: the part of its `view` that this
// program reads.
#pragma once

#include "core/experiment.h"

#include <QString>

#include <array>
#include <optional>

namespace lab {

class LabDocument;

enum class Palette { viridis, cividis, grey, blue_red, purple_orange };
/// For weights, which lie between 0 and 1, and for numbers of either sign.
inline constexpr std::array weightPalettes{Palette::viridis, Palette::cividis, Palette::grey};
inline constexpr std::array signedPalettes{Palette::blue_red, Palette::purple_orange};

/// How far the colours of signed numbers reach: in each matrix to its own largest magnitude, in all to that
/// of all that is shown, or to a given one. Those of weights always go from 0 to 1.
enum class ColourRange { per_matrix, shared, fixed };

inline constexpr int mostShownDecimals = 8;

struct ViewSettings {
    Palette weights = Palette::viridis;
    Palette ofSigned = Palette::blue_red;
    ColourRange range = ColourRange::per_matrix;
    double reach = 1;            ///< where the range is fixed, the magnitude; finite and above 0, else 1
    std::optional<int> decimals; ///< 0 to 8; absent: as many as suit each matrix
    bool operator==(const ViewSettings&) const = default;
};

/// What the document says. What it does not say, or what is not known here, is as usual: a program may come
/// across what a later one has written.
ViewSettings viewSettings(const Experiment& experiment);

/// The experiment's `view` with these settings. What is as usual is left out, and what is not known here is
/// kept, also in the place of a setting that says the same as before. Null where nothing is left to say.
JsonPtr withViewSettings(const Experiment& experiment, const ViewSettings& settings);

/// Shows the document so from now on; no step to undo, and nothing that asks to be saved.
void setViewSettings(LabDocument& document, const ViewSettings& settings);

/// "viridis", "blue–red", as people read it.
QString paletteName(Palette palette);

} // namespace lab
