// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views as pictures: the same drawing for the window and for the command line.
#pragma once

#include "core/stage.h"

#include <QImage>

#include <optional>

namespace lab {

class LabDocument;
class Theme;

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

/// The picture as the bytes of a PNG file.
QByteArray png(const QImage& picture);

/// What is wrong with that scale for that stage, in words, or nothing: a picture has at most 16384 pixels a
/// side.
std::optional<QString> scaleProblem(LabDocument& document, StageId id, HeadIndex head, const Theme& theme,
                                    double scale);

} // namespace lab
