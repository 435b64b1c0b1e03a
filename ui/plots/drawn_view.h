// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be drawn as a figure, and what it is called.
#pragma once

#include "core/stage.h"
#include "ui/plots/links_drawing.h"

#include <QString>

#include <variant>

namespace lab {

/// A stage, or tokens joined by lines, with what is picked out.
struct StagePicture {
    StageId stage = StageId::weights;
    /// The head that is shown; a stage that has no heads may still share its range of colours.
    HeadIndex head = 0;
};
struct LinksPicture {
    HeadIndex head = 0;
    LinksLook look;
    LinksFocus focus;
};
using DrawnView = std::variant<StagePicture, LinksPicture>;

/// What the command line calls a view, and a file of it by default: "weights", "links".
inline constexpr const char* linksViewName = "links";
QString viewName(const DrawnView& view);
/// What the window calls it: "Attention weights, head 2".
QString viewTitle(const Experiment& experiment, const DrawnView& view);

} // namespace lab
