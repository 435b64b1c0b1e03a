// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views as pictures: the same drawing for the window and for the command line.
#pragma once

#include "core/stage.h"
#include "ui/plots/links_drawing.h"

#include <QImage>

#include <optional>
#include <variant>

namespace lab {

class LabDocument;
class Theme;

/// What can be drawn: a stage, or tokens joined by lines, with what is picked out.
struct StagePicture {
    StageId stage = StageId::weights;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
};
struct LinksPicture {
    HeadIndex head = 0;
    LinksLook look;
    LinksFocus focus;
};
using DrawnView = std::variant<StagePicture, LinksPicture>;

struct PictureOptions {
    double scale = 2; ///< pixels a point
    bool transparent = false;
};

/// A stage as a figure, while `head` is shown: its title, the matrix with its numbers, axis names and colour
/// bar, in the document's colours and decimals. The stage and the head must exist and the sentence have
/// tokens.
QImage stagePicture(LabDocument& document, StageId id, HeadIndex head, const Theme& theme,
                    const PictureOptions& options);

/// The size of that picture in pixels.
QSize stagePictureSize(LabDocument& document, StageId id, HeadIndex head, const Theme& theme, double scale);

/// Any view in the same way.
QImage viewPicture(LabDocument& document, const DrawnView& view, const Theme& theme,
                   const PictureOptions& options);
QSize viewPictureSize(LabDocument& document, const DrawnView& view, const Theme& theme, double scale);

/// What the command line calls a view, and a file of it by default: "weights", "links".
inline constexpr const char* linksViewName = "links";
QString viewName(const DrawnView& view);
/// What the window calls it: "Attention weights, head 2".
QString viewTitle(const Experiment& experiment, const DrawnView& view);

/// The picture as the bytes of a PNG file.
QByteArray png(const QImage& picture);

/// What is wrong with that scale for that view, in words, or nothing: a picture has at most 16384 pixels a
/// side.
std::optional<QString> scaleProblem(LabDocument& document, const DrawnView& view, const Theme& theme,
                                    double scale);

} // namespace lab
